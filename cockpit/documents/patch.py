"""Making one change of a file again on other content, and showing a change as a diff.

A change is taken as hunks of lines. Each is made where the very lines it replaces still stand (for a mere insertion: a
line beside it), wherever they have moved to; where that cannot be told surely, the change does not apply. `by_words`
makes it also where somebody changed other words of the same lines.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field

from cockpit.documents.matching import Block, matching_blocks
from cockpit.values import dataclass

CONTEXT = 3
FAR = 100
"""Lines around others that are looked at to tell which of two like ones are meant."""
_TIME = re.compile(rb"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_WORD = re.compile(rb"\s+|[^\s,;:{}\[\]()|\"]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines `old` up to `old_end` of one side stand for the lines `new` up to `new_end` of the other."""

    old: int
    old_end: int
    new: int
    new_end: int

    @property
    def is_replacement(self) -> bool:
        """Whether lines took the place of others, instead of merely coming or going."""
        return self.old < self.old_end and self.new < self.new_end


@dataclass(frozen=True, slots=True)
class _Side:
    """One version's lines, where each of them stands in the current content (None: nowhere), and how often."""

    lines: Sequence[bytes]
    current: Sequence[bytes]
    place: list[int | None]
    counts: Counter[bytes] = field(repr=False)
    own: frozenset[bytes] = field(repr=False)

    def at(self, index: int) -> int | None:
        """The line of the current content that line `index` corresponds to; the ends of the file to its ends."""
        if index < 0:
            return -1
        return self.place[index] if index < len(self.place) else len(self.current)

    def unbroken(self, start: int, end: int) -> bool:
        """Whether the lines from `start` up to `end`, which may lie one beyond the file, still stand in one run."""
        first = self.at(start)
        return first is not None and all(self.at(start + i) == first + i for i in range(end - start))

    def reach(self, start: int, end: int) -> tuple[int, int] | None:
        """With how many lines above and below them the lines from `start` up to `end` still stand in one run, counted
        up to `FAR`, an end of the file as a line; None where they do not."""
        first = self.at(start)
        if first is None or not self.unbroken(start, end):
            return None
        shift, above, below = first - start, 0, 0
        while above < min(FAR, start + 1) and self.at(start - above - 1) == start - above - 1 + shift:
            above += 1
        while below < min(FAR, len(self.lines) + 1 - end) and self.at(end + below) == end + below + shift:
            below += 1
        return above, below

    def single(self, index: int) -> bool:
        """Whether a line stands once in the current content."""
        return self.counts[self.lines[index]] == 1


def reapply(before: bytes, after: bytes, current: bytes) -> bytes | None:
    """The change from `before` to `after`, made on `current`; None where its very lines stand there no longer.

    `current` itself where it contains the change already. Where all lines of `current` end otherwise than those of
    `before`, the change is made with its line ends.
    """
    if current == before:
        return after
    if after in (before, current):
        return current
    old, new = _sides(before, after, current)
    theirs, lines = new.lines, new.current
    edits: list[tuple[int, int, Sequence[bytes]]] = []
    for hunk in hunks(old.lines, theirs):
        if _is_in(old, new, hunk):
            continue
        place = _place(old, hunk)
        if place is None:
            return None
        edits.append((place, place + hunk.old_end - hunk.old, theirs[hunk.new : hunk.new_end]))
    return _edited(lines, edits)


def without_times(before: bytes, after: bytes) -> bytes | None:
    """`after` with the lines as in `before` of which only times are others: they say when somebody wrote, and whoever
    writes changes them. None where there are none, or where nothing else is changed."""
    old, new = _split(before), _split(after)
    kept = list(new)
    for hunk in hunks(old, new):
        if hunk.old_end - hunk.old == hunk.new_end - hunk.new:
            pairs = zip(range(hunk.old, hunk.old_end), range(hunk.new, hunk.new_end), strict=True)
            kept[hunk.new : hunk.new_end] = [_timeless(old[was], new[now]) for was, now in pairs]
    result = b"".join(kept)
    return None if result in (before, after) else result


def _timeless(old: bytes, new: bytes) -> bytes:
    return old if _TIME.sub(b"", old) == _TIME.sub(b"", new) else new


def share_put_back(before: bytes, after: bytes, current: bytes) -> float:
    """How much of the change from `before` to `after` stands in `current` as before it: 1 all of its lines, 0 none.

    Lines of which only times changed are not counted, where others changed.
    """
    after = without_times(before, after) or after
    old, new = _sides(before, after, current)
    sizes = [(hunk, max(hunk.old_end - hunk.old, hunk.new_end - hunk.new)) for hunk in hunks(old.lines, new.lines)]
    back = sum(size for hunk, size in sizes if not _is_in(old, new, hunk) and _place(old, hunk) is not None)
    return back / max(1, sum(size for _, size in sizes))


def share_there(before: bytes, after: bytes, current: bytes) -> float:
    """How much of the lines that came with the change from `before` to `after` stands in `current`: 1 all of them."""
    old, new = _sides(before, after, current)
    came = [new.at(i) for hunk in hunks(old.lines, new.lines) for i in range(hunk.new, hunk.new_end)]
    return sum(place is not None for place in came) / len(came) if came else 1


def by_words(
    before: bytes, after: bytes, current: bytes, *, one_side: bool = False, over: bool = False
) -> bytes | None:
    """As `reapply`; where lines are others, the change of their words, as far as those stand between the same ones.

    With `one_side`, one of the two neighbours is enough. None where the words are others, too; with `over`, as many
    lines as there were give way as they are.
    """
    whole = reapply(before, after, current)
    if whole is not None:
        return whole
    ours, theirs = (_split(_with_ends_of(current, before, data)) for data in (before, after))
    lines, changes = _split(current), hunks(ours, theirs)
    edits: list[tuple[int, int, Sequence[bytes]]] = []
    made = 0
    for part, place in _parts(_side(ours, lines, Counter(lines)), changes):
        inside = [hunk for hunk in changes if part.old <= hunk.old and hunk.old_end <= part.old_end]
        first, last = inside[0], inside[-1]
        wanted = theirs[first.new - (first.old - part.old) : last.new_end + part.old_end - last.old_end]
        was, wanted_text, now = (b"".join(each) for each in (ours[part.old : part.old_end], wanted, lines[place]))
        words = _in_words(was, wanted_text, now, one_side)
        if words is None and over and place.stop - place.start == part.old_end - part.old:
            words = wanted_text
        if words is None:
            return None
        edits.append((place.start, place.stop, [words]))
        made += len(inside)
    return _edited(lines, edits) if made == len(changes) else None


def _parts(old: _Side, changes: Sequence[Hunk]) -> Iterator[tuple[Hunk, slice]]:
    """The lines around each change up to the nearest that still stand, and where the lines between those are now."""
    last = 0
    for hunk in changes:
        if hunk.old >= last:
            start = next(i for i in range(hunk.old, -1, -1) if old.at(i - 1) is not None)
            last = next(i for i in range(hunk.old_end, len(old.lines) + 1) if old.at(i) is not None)
            first, end = old.at(start - 1), old.at(last)
            if first is not None and end is not None:
                yield Hunk(start, last, hunk.new, hunk.new_end), slice(first + 1, end)


def _in_words(before: bytes, after: bytes, current: bytes, one_side: bool) -> bytes | None:
    ours, theirs, words = (_WORD.findall(text) for text in (before, after, current))
    old = _side(ours, words, Counter(words))
    edits: list[tuple[int, int, Sequence[bytes]]] = []
    for hunk in hunks(ours, theirs):
        start, end = hunk.old, hunk.old_end
        stands = old.unbroken(start - 1, end + 1)
        if one_side and start < end:
            stands = stands or old.unbroken(start - 1, end) or old.unbroken(start, end + 1)
        place = old.at(start)
        if place is None or not stands:
            return None
        edits.append((place, place + end - start, theirs[hunk.new : hunk.new_end]))
    return _edited(words, edits)


def hunks(old: Sequence[bytes], new: Sequence[bytes]) -> list[Hunk]:
    """What differs between two lists of lines, in order."""
    found: list[Hunk] = []
    here = there = 0
    for block in (*matching_blocks(old, new), Block(len(old), len(new), 0)):
        if (here, there) != (block.old, block.new):
            found.append(Hunk(here, block.old, there, block.new))
        here, there = block.old + block.size, block.new + block.size
    return found


def diff(path: str, before: bytes | None, after: bytes | None, *, was: str | None = None) -> list[str]:
    """The lines of a unified diff, without line feeds; bytes that are not UTF-8 as lone surrogates (PEP 383).

    None stands for no file. No lines where nothing changes. `was` is the path that the file had before, if another.
    """
    if before == after and was is None:
        return []
    old, new = _split(before or b""), _split(after or b"")
    names = ("/dev/null" if before is None else f"a/{was or path}", "/dev/null" if after is None else f"b/{path}")
    shown = [f"--- {names[0]}", f"+++ {names[1]}"]
    for group in _groups(hunks(old, new)):
        shown += _shown(group, old, new)
    return shown


def _split(data: bytes) -> list[bytes]:
    """The lines with their ends. Only a line feed ends one: what else may end a line stays inside it."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _with_ends_of(current: bytes, before: bytes, data: bytes) -> bytes:
    """The data with the line ends of `current`, where `before` and `current` differ in all of them."""
    theirs, ours = _only_ends(current), _only_ends(before)
    if theirs is None or ours is None or theirs == ours:
        return data
    return data.replace(b"\r\n", b"\n").replace(b"\n", theirs)


def _only_ends(data: bytes) -> bytes | None:
    """What ends every line; None where lines end differently or there is but one."""
    pairs, ends = data.count(b"\r\n"), data.count(b"\n")
    if ends == 0 or 0 < pairs < ends:
        return None
    return b"\r\n" if pairs else b"\n"


def _side(lines: Sequence[bytes], current: Sequence[bytes], counts: Counter[bytes]) -> _Side:
    place: list[int | None] = [None] * len(lines)
    for block in matching_blocks(lines, current):
        place[block.old : block.old + block.size] = range(block.new, block.new + block.size)
    return _Side(lines, current, place, counts, frozenset(lines))


def _sides(before: bytes, after: bytes, current: bytes) -> tuple[_Side, _Side]:
    """Both versions, with the line ends of the current content, as they stand in it."""
    lines = _split(current)
    counts = Counter(lines)
    old, new = (_side(_split(_with_ends_of(current, before, data)), lines, counts) for data in (before, after))
    return old, new


def _is_in(old: _Side, new: _Side, hunk: Hunk) -> bool:
    """Whether the result of a hunk stands in the current content already."""
    return _has_replaced(old, new, hunk) if hunk.is_replacement else _has_come_or_gone(old, new, hunk)


def _has_replaced(old: _Side, new: _Side, hunk: Hunk) -> bool:
    """Where the replaced lines stand as well as their replacement, one of them is another's: that with fewer lines of
    its own above it, for there stands what they belong to."""
    ours = new.reach(hunk.new, hunk.new_end)
    if ours is not None:
        theirs = old.reach(hunk.old, hunk.old_end)
        if theirs is not None or any(ours):
            return theirs is None or ours > theirs
    beside = old.unbroken(hunk.old - 1, hunk.old_end) or old.unbroken(hunk.old, hunk.old_end + 1)
    return not beside and len(_search(new, hunk.new, hunk.new_end)) == 1


def _has_come_or_gone(old: _Side, new: _Side, hunk: Hunk) -> bool:
    """Lines that come or go beside lines like them could be any of those: with all of these they are told apart."""
    above, below = _slack(old.lines, new.lines, hunk)
    was, end_was, start, end = hunk.old - above, hunk.old_end + below, hunk.new - above, hunk.new_end + below
    if new.unbroken(start - 1, end + 1):
        return True
    beside = new.unbroken(hunk.new - 1, hunk.new_end) or new.unbroken(hunk.new, hunk.new_end + 1)
    if beside and not old.own.issuperset(new.lines[hunk.new : hunk.new_end]):
        return True  # a line that stood nowhere before
    if old.unbroken(was - 1, end_was + 1):
        return False
    if hunk.new == hunk.new_end:
        return new.unbroken(hunk.new - 1, hunk.new + 1) and not old.unbroken(was, end_was)
    return beside or len(_search(new, hunk.new, hunk.new_end)) == 1


def _slack(old: Sequence[bytes], new: Sequence[bytes], hunk: Hunk) -> tuple[int, int]:
    """By how many lines a mere insertion or deletion could stand further up, and further down, and mean the same."""
    lines, start, end = (new, hunk.new, hunk.new_end) if hunk.old == hunk.old_end else (old, hunk.old, hunk.old_end)
    above = below = 0
    while start - above > 0 and lines[start - above - 1] == lines[end - above - 1]:
        above += 1
    while end + below < len(lines) and lines[start + below] == lines[end + below]:
        below += 1
    return above, below


def _place(old: _Side, hunk: Hunk) -> int | None:
    """The line of the current content at which a hunk is to be made; None where that cannot be told surely."""
    start, end = hunk.old, hunk.old_end
    if start == end:
        return _gap(old, start)
    if old.unbroken(start - 1, end) or old.unbroken(start, end + 1):
        return old.at(start)
    if old.unbroken(start, end) and any(old.single(i) for i in range(start, end)):
        return old.at(start)
    found = _search(old, start, end) or _search(old, start, end, below=0) or _search(old, start, end, above=0)
    return next(iter(found), None)


def _gap(old: _Side, index: int) -> int | None:
    """Where lines that were inserted before line `index` belong: after the line before it, else before the line after
    it, where that line is surely the same one."""
    if old.unbroken(index - 1, index + 1):
        return old.at(index)
    before, after = old.at(index - 1), old.at(index)
    if index > 0 and before is not None and (old.single(index - 1) or old.unbroken(index - 2, index)):
        return before + 1
    if index < len(old.lines) and after is not None and (old.single(index) or old.unbroken(index, index + 2)):
        return after
    return next(iter(_search(old, index, index)), None)


def _search(side: _Side, start: int, end: int, *, above: int = CONTEXT, below: int = CONTEXT) -> list[int]:
    """Where some lines stand with their surroundings, as many of them as make it one place; empty where none does.

    This finds what moved past other lines, for which the comparison of the two texts has no place.
    """
    for width in range(CONTEXT, 0, -1):
        first, last = max(0, start - min(above, width)), min(len(side.lines), end + min(below, width))
        pattern = side.lines[first:last]
        found = _occurrences(side, pattern) if last - first > end - start else []
        if found:
            return [found[0] + start - first] if len(found) == 1 else []
    return []


def _occurrences(side: _Side, pattern: Sequence[bytes]) -> list[int]:
    if any(side.counts[line] == 0 for line in pattern):
        return []
    current = side.current
    starts = (i for i, line in enumerate(current) if line == pattern[0])
    return [i for i in starts if current[i : i + len(pattern)] == pattern]


def _edited(lines: Sequence[bytes], edits: list[tuple[int, int, Sequence[bytes]]]) -> bytes | None:
    """The lines with all edits made; None where two of them are at the same lines."""
    pieces: list[bytes] = []
    done = 0
    for start, end, text in sorted(edits, key=lambda edit: edit[:2]):
        if start < done:
            return None
        pieces += (*lines[done:start], *text)
        done = end
    return b"".join((*pieces, *lines[done:]))


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
        yield from _lines(" ", old[at : hunk.old])
        yield from _lines("-", old[hunk.old : hunk.old_end])
        yield from _lines("+", new[hunk.new : hunk.new_end])
        at = hunk.old_end
    yield from _lines(" ", old[at:end])


def _extent(start: int, end: int) -> str:
    """First line and number of lines, as `diff -u` writes them."""
    if end - start == 1:
        return str(start + 1)
    return f"{start + (end > start)},{end - start}"


def _lines(mark: str, lines: Sequence[bytes]) -> Iterator[str]:
    for line in lines:
        yield mark + line.removesuffix(b"\n").decode("utf-8", "surrogateescape")
        if not line.endswith(b"\n"):
            yield "\\ No newline at end of file"
