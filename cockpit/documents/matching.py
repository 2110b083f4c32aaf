"""Which lines of two texts correspond, in time that stays near-linear for long texts.

Equal beginnings and ends are set aside. What is left between them is compared line by line where it is short. Where it
is long, few differences are found by following the equal lines greedily (Myers, "An O(ND) Difference Algorithm"); many
by the lines that stand exactly once on either side, as anchors (patience diff).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from cockpit.values import dataclass

SHORT = 200_000
"""Up to this product of two lengths every line is compared with every other."""
FEW = 60
"""So many lines inserted and deleted count as few differences."""


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
    pending = _between(whole, _anchors(old, new, whole)) or [whole]
    found: list[Block] = []
    while pending:
        part = pending.pop()
        blocks, rest = _compare(old, new, part)
        found += blocks
        pending += rest
    return _joined(sorted(found, key=lambda block: block.old))


def _compare(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> tuple[list[Block], list[_Range]]:
    """The equal lines found in a part, and the smaller parts that are still to be compared."""
    head = _head(old, new, part)
    inner = _Range(part.old + head, part.old_end, part.new + head, part.new_end)
    tail = _tail(old, new, inner)
    inner = _Range(inner.old, inner.old_end - tail, inner.new, inner.new_end - tail)
    blocks = [Block(part.old, part.new, head), Block(inner.old_end, inner.new_end, tail)]
    blocks = [block for block in blocks if block.size]
    if set(old[inner.old : inner.old_end]).isdisjoint(new[inner.new : inner.new_end]):
        return blocks, []
    if (inner.old_end - inner.old) * (inner.new_end - inner.new) <= SHORT:
        return blocks + list(_line_by_line(old, new, inner)), []
    greedy = _greedy(old, new, inner)
    if greedy is not None:
        return blocks + greedy, []
    return blocks, _between(inner, _anchors(old, new, inner))


def _head(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> int:
    most = min(part.old_end - part.old, part.new_end - part.new)
    return next((i for i in range(most) if old[part.old + i] != new[part.new + i]), most)


def _tail(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> int:
    most = min(part.old_end - part.old, part.new_end - part.new)
    return next((i for i in range(most) if old[part.old_end - 1 - i] != new[part.new_end - 1 - i]), most)


def _line_by_line(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> Iterator[Block]:
    matcher = SequenceMatcher(None, old[part.old : part.old_end], new[part.new : part.new_end], autojunk=False)
    for match in matcher.get_matching_blocks():
        if match.size:
            yield Block(part.old + match.a, part.new + match.b, match.size)


def _greedy(old: Sequence[bytes], new: Sequence[bytes], part: _Range) -> list[Block] | None:
    """The equal lines along the shortest way from one side to the other; None where that takes more than a few steps.

    `reached[k]` is how far the old side was read on the diagonal k, which is the lines read of the old side less those
    of the new one.
    """
    length, width = part.old_end - part.old, part.new_end - part.new
    reached = {1: 0}
    rounds: list[dict[int, int]] = []
    for steps in range(FEW + 1):
        rounds.append(dict(reached))
        for k in range(-steps, steps + 1, 2):
            down = k == -steps or (k != steps and reached[k - 1] < reached[k + 1])
            x = reached[k + 1] if down else reached[k - 1] + 1
            while x < length and x - k < width and old[part.old + x] == new[part.new + x - k]:
                x += 1
            reached[k] = x
            if x >= length and x - k >= width:
                return _retraced(part, rounds, length - width)
    return None


def _retraced(part: _Range, rounds: list[dict[int, int]], k: int) -> list[Block]:
    """The equal lines on the way that was found, from its end back to its beginning."""
    blocks: list[Block] = []
    x = part.old_end - part.old
    for steps in range(len(rounds) - 1, -1, -1):
        before = rounds[steps]
        down = k == -steps or (k != steps and before[k - 1] < before[k + 1])
        start = before[k + 1] if down else before[k - 1] + 1
        if x > start:
            blocks.append(Block(part.old + start, part.new + start - k, x - start))
        k = k + 1 if down else k - 1
        x = before.get(k, 0)
    return blocks


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
