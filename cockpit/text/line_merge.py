"""Three-way merge of lines (diff3), and unified diffs.

A merge makes the change from `before` to `after` on `current`, a third version of the same text. Both sides are edits
of `before`; where they change the same lines the merge has no answer. Lines are compared without their line feeds, so
that a missing last one is a difference of its own and never joins two lines.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

from cockpit.regex import regex
from cockpit.values import dataclass

# Which lines of two texts correspond, in time that stays near-linear for long texts

SHORT = 200_000
"""Up to this product of two lengths every line is compared with every other."""


@dataclass(frozen=True, slots=True)
class Block:
    """`size` equal lines, from index `old` on one side and `new` on the other."""

    old: int
    new: int
    size: int


@dataclass(frozen=True, slots=True)
class _Range:
    """A part of either side that is still to be compared: from `old` up to `old_end`, from `new` up to `new_end`."""

    old: int
    old_end: int
    new: int
    new_end: int


def matching_blocks(old: Sequence[bytes], new: Sequence[bytes]) -> list[Block]:
    """The runs of lines that both sides have in common, in order; adjacent ones joined."""
    whole = _Range(0, len(old), 0, len(new))
    parts = _between(whole, _anchors(old, new, whole)) or [whole]
    return _joined([block for part in parts for block in _compare(old, new, part)])


def _compare(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> Iterator[Block]:
    """The equal lines of a part; where it is longer than `SHORT`, those at its ends."""
    head = _head(old, new, part)
    inner = _Range(part.old + head, part.old_end, part.new + head, part.new_end)
    tail = _tail(old, new, inner)
    inner = _Range(inner.old, inner.old_end - tail, inner.new, inner.new_end - tail)
    if head:
        yield Block(part.old, part.new, head)
    if (inner.old_end - inner.old) * (inner.new_end - inner.new) <= SHORT:
        yield from _line_by_line(old, new, inner)
    if tail:
        yield Block(inner.old_end, inner.new_end, tail)


def _head(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> int:
    most = min(part.old_end - part.old, part.new_end - part.new)
    return next((i for i in range(most) if old[part.old + i] != new[part.new + i]), most)


def _tail(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> int:
    most = min(part.old_end - part.old, part.new_end - part.new)
    return next((i for i in range(most) if old[part.old_end - 1 - i] != new[part.new_end - 1 - i]), most)


def _line_by_line(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> Iterator[Block]:
    from difflib import SequenceMatcher  # seldom does more than a few lines change

    matcher = SequenceMatcher(None, old[part.old : part.old_end], new[part.new : part.new_end], autojunk=False)
    for match in matcher.get_matching_blocks():
        if match.size:
            yield Block(part.old + match.a, part.new + match.b, match.size)


def _anchors(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> list[tuple[int, int]]:
    """Lines that stand once on either side of a part: the longest series of them that is in order on both."""
    ours, theirs = _single(old, part.old, part.old_end), _single(new, part.new, part.new_end)
    return _rising([(at, theirs[line]) for line, at in ours.items() if line in theirs])


def _single(lines: Sequence[bytes], start: int, end: int) -> dict[bytes, int]:
    counts = Counter(lines[start:end])
    return {lines[i]: i for i in range(start, end) if counts[lines[i]] == 1}


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence in which the second members rise too (patience sorting)."""
    tops: list[int] = []
    last: list[int] = []
    previous: list[int | None] = []
    for index, (_, there) in enumerate(pairs):
        pile = bisect_left(tops, there)
        previous.append(last[pile - 1] if pile else None)
        tops[pile : pile + 1] = [there]
        last[pile : pile + 1] = [index]
    chain: list[tuple[int, int]] = []
    at = last[-1] if last else None
    while at is not None:
        chain.append(pairs[at])
        at = previous[at]
    return chain[::-1]


def _between(part: _Range, anchors: list[tuple[int, int]]) -> list[_Range]:
    """The parts that begin at each anchor, and the one before the first; none without anchors: nothing is alike."""
    if not anchors:
        return []
    starts = [*([(part.old, part.new)] if anchors[0] != (part.old, part.new) else []), *anchors]
    ends = [*starts[1:], (part.old_end, part.new_end)]
    return [_Range(a, a_end, b, b_end) for (a, b), (a_end, b_end) in zip(starts, ends, strict=True)]


def _joined(blocks: list[Block]) -> list[Block]:
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if last and (last.old + last.size, last.new + last.size) == (block.old, block.new):
            joined[-1] = Block(last.old, last.new, last.size + block.size)
        else:
            joined.append(block)
    return joined


CONTEXT = 3
"""Lines around a difference that a diff shows."""
_TIME = regex(rb"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_WORD = regex(rb"[^\W_]+|[\x80-\xff]+")


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `old` up to `old_end` of one side stand for the lines `new` up to `new_end` of the other."""

    old: int
    old_end: int
    new: int
    new_end: int


def hunks(old: Sequence[bytes], new: Sequence[bytes]) -> list[Hunk]:
    """What differs between two lists of lines, in order."""
    found: list[Hunk] = []
    here = there = 0
    for block in (*matching_blocks(old, new), Block(len(old), len(new), 0)):
        if (here, there) != (block.old, block.new):
            found.append(Hunk(here, block.old, there, block.new))
        here, there = block.old + block.size, block.new + block.size
    return found


# Merging


@dataclass(frozen=True, slots=True)
class LineEdit:
    """The lines from `start` up to `end` of a text become `lines`."""

    start: int
    end: int
    lines: tuple[bytes, ...]

    def overlaps(self, other: "LineEdit") -> bool:
        """Whether both change the same lines, or insert at the same place."""
        same_place = self.start == self.end == other.start == other.end
        return same_place or (self.start < other.end and other.start < self.end)


def reapply(before: bytes, after: bytes, current: bytes, *, beside: bool = True) -> bytes | None:
    """The change from `before` to `after` made on `current`: a three-way merge. None where the same lines were changed.

    `current` itself where it contains the change. Lines that both sides insert at one place stand one after the other,
    ours first, if `beside`; else they were changed. Where ours changes nothing but the time in a line, the line of
    `current` stays: it says when somebody wrote last. If all lines of `current` end otherwise than those of `before`,
    the result has the line ends of `current`.
    """
    if current == before:
        return after
    if after in (before, current):
        return current
    ends, other_ends = _only_ends(before), _only_ends(current)
    if ends and other_ends and ends != other_ends:
        made = reapply(before, after, _ended(current, ends), beside=beside)
        return _ended(made, other_ends) if made is not None else None
    base, ours, theirs = lines_of(before), lines_of(after), lines_of(current)
    others, from_ours = line_edits(base, theirs), line_edits(ours, theirs)
    merged = [(other.start, other.end, 1, other.lines) for other in others]
    for edit, new in placed_edits(base, ours):
        near = [other for other in others if other.start <= edit.end and edit.start <= other.end]
        overlapping = [other for other in near if other.overlaps(edit)]
        if edit in near or (near and _is_there(edit, new, others if not overlapping else (), from_ours)):
            continue
        inserted = edit.start == edit.end and all(other.start == other.end for other in overlapping)
        if _is_lost(edit, base, theirs, others):
            return None
        if not overlapping or (beside and inserted):
            merged.append((edit.start, edit.end, 0, edit.lines))
        elif not is_time(base[edit.start : edit.end], edit.lines):
            return None
    return _made(base, sorted(merged))


def _is_there(edit: LineEdit, new: int, others: Sequence[LineEdit], from_ours: Sequence[LineEdit]) -> bool:
    """Whether the lines of an edit, the first of which is `new`, are in the other version already.

    Where the replaced lines stand there too, by the edits in `others`, one of the two is another's: that with fewer
    lines of its own right above it. What merely came or went needs a neighbour; for what went, both side by side.
    """
    end = new + len(edit.lines)
    if any(
        each.start < end and new < each.end if each.start < each.end else new < each.start < end for each in from_ours
    ):
        return False
    if edit.start < edit.end and edit.lines:
        return not others or _above(from_ours, new) > _above(others, edit.start)
    above = not any(each.end == new or each.start < new < each.end for each in from_ours)
    below = not any(each.start == end or each.start < end < each.end for each in from_ours)
    return (above or below) if edit.lines else (above and below)


def _above(edits: Sequence[LineEdit], index: int) -> int:
    """How many lines right above a line stand as they were, with nothing between them."""
    return index - max((edit.end for edit in edits if edit.end <= index), default=0)


def _is_lost(edit: LineEdit, base: Sequence[bytes], theirs: Sequence[bytes], others: Sequence[LineEdit]) -> bool:
    """Whether both lines beside an edit are others, and the lines that it is about do not tell its place either."""
    above = edit.start == 0 or not _is_changed(others, edit.start - 1)
    below = edit.end == len(base) or not _is_changed(others, edit.end)
    own = base[edit.start : edit.end]
    return not (above or below or any(base.count(line) == theirs.count(line) == 1 for line in own))


def _made(base: Sequence[bytes], edits: Sequence[tuple[int, int, int, Sequence[bytes]]]) -> bytes:
    """The lines with all edits made; they are in order and do not overlap."""
    pieces: list[bytes] = []
    position = 0
    for start, end, _, lines in edits:
        pieces += (*base[position:start], *lines)
        position = end
    return b"\n".join((*pieces, *base[position:]))


def placed_edits(base: Sequence[bytes], ours: Sequence[bytes]) -> Iterator[tuple[LineEdit, int]]:
    """The edits, each with the line of `ours` at which it begins."""
    shift = 0
    for edit in line_edits(base, ours):
        yield edit, edit.start + shift
        shift += len(edit.lines) - (edit.end - edit.start)


def _is_changed(edits: Sequence[LineEdit], index: int) -> bool:
    return any(edit.start <= index < edit.end for edit in edits)


def line_edits(base: Sequence[bytes], side: Sequence[bytes]) -> list[LineEdit]:
    """What changes from one version to another. Lines of which as many take the place of others are replaced one by
    one; what comes or goes stands as far down as it can, so that both sides name the same lines of several like ones.
    """
    found: list[LineEdit] = []
    differences = hunks(base, side)
    bounds = (*(hunk.old for hunk in differences[1:]), len(base))
    for hunk, bound in zip(differences, bounds, strict=False):
        start, end, lines = hunk.old, hunk.old_end, tuple(side[hunk.new : hunk.new_end])
        if end - start == len(lines):
            pairs = enumerate(lines, start)
            found += (LineEdit(at, at + 1, (line,)) for at, line in pairs if line != base[at])
            continue
        if start == end:
            while end < bound and base[end] == lines[0]:
                lines = (*lines[1:], lines[0])
                start, end = start + 1, end + 1
        elif not lines:
            while end < bound and base[end] == base[start]:
                start, end = start + 1, end + 1
        found.append(LineEdit(start, end, lines))
    return found


def is_time(old: Sequence[bytes], new: Sequence[bytes]) -> bool:
    """Whether lines differ in times only: whoever writes changes those."""
    return len(old) == len(new) and all(_TIME.sub(b"", a) == _TIME.sub(b"", b) for a, b in zip(old, new, strict=True))


def words_of(line: bytes) -> bytes:
    """The words of a line without its times, each between blanks; none where it is blank or has only punctuation."""
    words = _WORD.findall(_TIME.sub(b"", line))
    return b" %s " % b" ".join(words) if words else b""


def _ended(data: bytes, end: bytes) -> bytes:
    """The data with each line ended like this."""
    return data.replace(b"\r\n", b"\n").replace(b"\n", end)


def _only_ends(data: bytes) -> bytes | None:
    """What ends every line; None where lines end differently or there is but one."""
    pairs, ends = data.count(b"\r\n"), data.count(b"\n")
    if ends == 0 or 0 < pairs < ends:
        return None
    return b"\r\n" if pairs else b"\n"


def lines_of(data: bytes) -> list[bytes]:
    """The lines without line feeds; what ends with one has an empty last line."""
    return data.split(b"\n")


def share_there(old: bytes, new: bytes) -> float:
    """How much of the lines of one text stands in another: 1 all of them."""
    lines = lines_of(old)
    return sum(block.size for block in matching_blocks(lines, lines_of(new))) / len(lines)


# Diffs


def diff(path: str, before: bytes | None, after: bytes | None, *, was: str | None = None) -> list[str]:
    """The lines of a unified diff, without line feeds; bytes that are not UTF-8 as lone surrogates (PEP 383).

    None stands for no file. No lines where nothing changes. `was` is the path that the file had before, if another.
    """
    if before == after and was is None:
        return []
    old, new = _split(before or b""), _split(after or b"")
    names = ("/dev/null" if before is None else f"a/{was or path}", "/dev/null" if after is None else f"b/{path}")
    output = [f"--- {names[0]}", f"+++ {names[1]}"]
    for group in _groups(hunks(old, new)):
        output += _shown(group, old, new)
    return output


def _split(data: bytes) -> list[bytes]:
    """The lines with their ends. Only a line feed ends one: what else may end a line stays inside it."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _groups(found: list[Hunk]) -> Iterator[list[Hunk]]:
    """Hunks whose surroundings touch, together."""
    group: list[Hunk] = []
    for hunk in found:
        if group and hunk.old - group[-1].old_end > 2 * CONTEXT:
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _shown(group: list[Hunk], old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[str]:
    start, end = max(0, group[0].old - CONTEXT), min(len(old), group[-1].old_end + CONTEXT)
    lead, trail = group[0].old - start, end - group[-1].old_end
    there = group[0].new - lead, group[-1].new_end + trail
    yield f"@@ -{_extent(start, end)} +{_extent(*there)} @@"
    at = start
    for hunk in group:
        yield from _marked(" ", old[at : hunk.old])
        yield from _marked("-", old[hunk.old : hunk.old_end])
        yield from _marked("+", new[hunk.new : hunk.new_end])
        at = hunk.old_end
    yield from _marked(" ", old[at:end])


def _extent(start: int, end: int) -> str:
    """First line and number of lines, as `diff -u` writes them."""
    if end - start == 1:
        return str(start + 1)
    return f"{start + (end > start)},{end - start}"


def _marked(mark: str, lines: Sequence[bytes]) -> Iterator[str]:
    for line in lines:
        yield mark + line.removesuffix(b"\n").decode("utf-8", "surrogateescape")
        if not line.endswith(b"\n"):
            yield "\\ No newline at end of file"
