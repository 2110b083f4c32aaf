"""Making a change again on other content, and showing it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.line_merge import diff, reapply

JSON = b'{\n  "cost": 26.5,\n  "context": 35,\n  "ack": {\n    "cost": true\n  }\n}\n'
TIMED = b"updated: 2026-01-29T10:0%dZ\na: %d\n"
LONG = b"x\nY\n" * 250
LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"- None\n", b"\n"]), max_size=12)


@pytest.mark.parametrize(
    ("before", "after", "current", "expected"),
    [
        # the change on what it was made on, on its result, and on nothing like it
        (b"a\nb\nc\n", b"a\nB\nc\n", b"a\nb\nc\n", b"a\nB\nc\n"),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"a\nB\nc\n", b"a\nB\nc\n"),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"", None),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"x\ny\n", None),
        (b"a\n", b"a\n", b"anything\n", b"anything\n"),
        # other lines came, went or changed
        (b"a\nb\nc\n", b"a\nB\nc\n", b"0\na\nb\nc\nd\n", b"0\na\nB\nc\nd\n"),
        (b"a\nb\nc\nd\n", b"a\nB\nc\nd\n", b"b\nc\n", b"B\nc\n"),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"A\nb\nC\n", b"A\nB\nC\n"),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"A\nB\nc\nd\n", b"A\nB\nc\nd\n"),
        # the very lines changed, or went
        (b"a\nb\nc\n", b"a\nB\nc\n", b"a\nbb\nc\n", None),
        (b"a\nb\nc\n", b"a\nB\nc\n", b"a\nc\n", None),
        (b"a\nb\nc\nd\n", b"a\nX\nd\n", b"a\nb\nnew\nc\nd\n", None),
        # which of several like lines it was is told by those beside them
        (b"x\n- None\ny\n- None\nz\n", b"x\n- None\ny\n- One\nz\n", b"0\nx\n- None\ny\n- None\nz\n",
         b"0\nx\n- None\ny\n- One\nz\n"),
        (b"x\n- None\ny\n", b"x\n- One\ny\n", b"p\n- None\nq\n- None\nr\n", None),
        # it moved past other lines, which a comparison of lines takes for removed and written anew
        (b"# A\na\nb\n# B\nc\nd\n", b"# A\na\nB\n# B\nc\nd\n", b"# B\nc\nd\n# C\n# A\na\nb\n", None),
        # insertions
        (b"a\nc\n", b"a\nb\nc\n", b"0\na\nc\nd\n", b"0\na\nb\nc\nd\n"),
        (b"a\nc\n", b"a\nb\nc\n", b"a\nx\nc\n", b"a\nb\nx\nc\n"),
        (b"a\nc\n", b"a\nb\nc\n", b"a\nC\n", b"a\nb\nC\n"),
        (b"a\nc\n", b"a\nb\nc\n", b"A\nc\n", b"A\nb\nc\n"),
        (b"a\nc\n", b"a\nb\nc\n", b"A\nC\n", None),
        (b"a\nc\n", b"a\nb\nc\n", b"a\nb\nc\nd\n", b"a\nb\nc\nd\n"),
        (b"a\n", b"a\nb\n", b"0\na\n", b"0\na\nb\n"),
        (b"a\n", b"0\na\n", b"a\nb\n", b"0\na\nb\n"),
        (b"", b"a\n", b"b\n", b"a\nb\n"),
        (b"a\nb", b"a\nb\nc", b"a\nb\nd\n", b"a\nb\nc\nd\n"),
        (b"a\nb", b"a\nb\n", b"0\na\nb", b"0\na\nb\n"),
        # removals
        (b"a\nb\nc\n", b"a\nc\n", b"0\na\nb\nc\n", b"0\na\nc\n"),
        (b"a\nb\nc\n", b"a\nc\n", b"a\nc\nd\n", b"a\nc\nd\n"),
        (b"a\nb\nc\n", b"", b"a\nb\nc\nd\n", b"d\n"),
        # beside lines like their own, where the ones that stand could be taken for the others
        (b"a\n\nX\n\n---\nz\n", b"a\n\n---\nz\n", b"0\n\na\n\nX\n\n---\nz\n", b"0\n\na\n\n---\nz\n"),
        (b"a\n\nX\n\n---\nz\n", b"a\n\n---\nz\n", b"0\n\nA\n\nX\n\n---\nz\n", b"0\n\nA\n\n---\nz\n"),
        (b"a\n\nX\n\n---\nz\n", b"a\n\n---\nz\n", b"0\n\na\n\n---\nz\n", b"0\n\na\n\n---\nz\n"),
        (b"a\nb\nb\nc\n", b"a\nb\nc\n", b"A\nb\nc\n", b"A\nb\nc\n"),
        (b"a\nb\nu\n\n", b"a\nb\nu\n\n\n", b"A\nb\nu\n\n", b"A\nb\nu\n\n\n"),
        (b"a\n\n\nu\nv\n", b"a\n\n\n\nv\n", b"\n\n\nu\nv\n", b"\n\n\n\nv\n"),
        # several places, of which some are changed already
        (b"a\nb\nc\nd\ne\n", b"A\nb\nc\nd\nE\n", b"A\nb\nc\nd\ne\nf\n", b"A\nb\nc\nd\nE\nf\n"),
        (b"a\nb\nc\nd\ne\n", b"A\nb\nc\nd\nE\n", b"a\nb\nc\nd\nx\n", None),
        # so long that its lines are not compared one by one
        (b"a\n" + LONG + b"z\n", b"A\n" + LONG + b"Z\n", b"a\n" + LONG.swapcase() + b"z\n",
         b"A\n" + LONG.swapcase() + b"Z\n"),
        # line ends, no last line end, and bytes that are no text
        (b"a\r\nb\r\n", b"a\r\nB\r\n", b"0\r\na\r\nb\r\n", b"0\r\na\r\nB\r\n"),
        (b"a\nb\n", b"a\nB\n", b"0\r\na\r\nb\r\n", b"0\r\na\r\nB\r\n"),
        (b"a\r\nb\r\n", b"a\r\nB\r\nC\r\n", b"a\nb\nd\n", b"a\nB\nC\nd\n"),
        (b"a\nb\n", b"a\nB\n", b"a\r\nb\nc\r\n", b"a\r\nB\nc\r\n"),
        (b"a\nb", b"a\nB", b"0\na\nb", b"0\na\nB"),
        (b"a\nb", b"a\nb\nc", b"0\na\nb", b"0\na\nb\nc"),
        (b"\xff\xfe\n\x00\n", b"\xff\xfe\n\x01\n", b"x\n\xff\xfe\n\x00\n", b"x\n\xff\xfe\n\x01\n"),
        # JSON, where neighbours are changed by the agent
        (JSON, JSON.replace(b"26.5", b"30"), JSON.replace(b"35", b"40"),
         JSON.replace(b"26.5", b"30").replace(b"35", b"40")),
        (JSON, JSON.replace(b"26.5", b"30"), JSON.replace(b"26.5", b"27"), None),
        # of two who write a time the last one is right
        (TIMED % (0, 1), TIMED % (1, 2), TIMED % (5, 1) + b"b\n", TIMED % (5, 2) + b"b\n"),
        (TIMED % (0, 1), TIMED % (1, 2), TIMED % (5, 2) + b"b\n", TIMED % (5, 2) + b"b\n"),
        (TIMED % (0, 1), TIMED % (1, 2), TIMED % (5, 3), None),
        (b"at: 2026-01-29 begun\n", b"at: 2026-01-30 done\n", b"at: 2026-01-31 begun\n", None),
    ],
)  # fmt: skip
def test_reapply(before: bytes, after: bytes, current: bytes, expected: bytes | None) -> None:
    assert reapply(before, after, current) == expected


def test_lines_inserted_at_one_place_stand_beside_each_other_or_contradict() -> None:
    before, after, current = b"- a\n", b"- a\n- ours\n", b"- a\n- theirs\n"
    assert reapply(before, after, current) == b"- a\n- ours\n- theirs\n"
    assert reapply(before, after, current, beside=False) is None
    assert reapply(before, after, b"0\n" + after, beside=False) == b"0\n" + after


@given(st.lists(st.integers(0, 50), unique=True, min_size=3), st.data())
def test_a_change_and_one_elsewhere_both_stand(numbers: list[int], data: st.DataObject) -> None:
    """Undoing a change after an unrelated one gives what that one alone would have given."""
    lines = [b"line %d\n" % number for number in numbers]
    here, there = data.draw(st.permutations(range(len(lines))))[:2]
    ours, theirs, both = list(lines), list(lines), list(lines)
    ours[here] = both[here] = b"ours\n"
    theirs[there] = both[there] = b"theirs\n"
    before, after = b"".join(lines), b"".join(ours)
    assert reapply(before, after, b"".join(theirs)) == b"".join(both)
    assert reapply(after, before, b"".join(both)) == b"".join(theirs)
    assert reapply(before, after, b"".join(both)) == b"".join(both)


@given(st.integers(2, 8), st.data())
def test_paragraphs_come_and_go_beside_those_of_others(number: int, data: st.DataObject) -> None:
    """The empty line between two paragraphs is like all the others: none of them tells where the change was."""
    texts = [b"paragraph %d\n" % each for each in range(number)]
    at, elsewhere = data.draw(st.permutations(range(number + 1)))[:2]
    ours, theirs = [(at, b"ours\n")], [(elsewhere, b"theirs\n")]
    before, after, there, both = (_paragraphs(texts, new) for new in ([], ours, theirs, ours + theirs))
    assert reapply(before, after, there) == both
    assert reapply(after, before, both) == there
    assert reapply(before, after, both) == both
    assert reapply(after, before, there) == there


@given(st.lists(st.booleans(), min_size=1, max_size=5), st.data())
def test_an_entry_like_ours_that_comes_or_changes_elsewhere_is_not_ours(flags: list[bool], data: st.DataObject) -> None:
    ours = data.draw(st.integers(0, len(flags) - 1))
    theirs = data.draw(st.permutations([*range(ours), *range(ours + 1, len(flags))]))[:1]
    came = data.draw(st.lists(st.booleans(), min_size=0 if theirs else 1, max_size=2))
    flipped = [not flag if at == ours else flag for at, flag in enumerate(flags)]
    there, both = ([not flag if at in theirs else flag for at, flag in enumerate(side)] for side in (flags, flipped))
    before, after, there_then, now = (_alerts(side) for side in (flags, flipped, there + came, both + came))
    assert reapply(before, after, now) == now
    assert reapply(after, before, now) == there_then


def _alerts(flags: list[bool]) -> bytes:
    entries = {f"alert {at}": {"count": 1, "acknowledged": flag} for at, flag in enumerate(flags)}
    return json.dumps({"triggers": entries}, indent=2).encode()


def _paragraphs(texts: list[bytes], new: list[tuple[int, bytes]]) -> bytes:
    whole = list(texts)
    for index, text in sorted(new, reverse=True):
        whole.insert(index, text)
    return b"\n".join(whole)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (b"a\n", b"a\n", []),
        (None, None, []),
        (b"a\nb\nc\n", b"a\nB\nc\n", ["--- a/f", "+++ b/f", "@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"]),
        (None, b"a\n", ["--- /dev/null", "+++ b/f", "@@ -0,0 +1 @@", "+a"]),
        (b"a\n", None, ["--- a/f", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"]),
        (None, b"", ["--- /dev/null", "+++ b/f"]),
        (b"a", b"a\n", ["--- a/f", "+++ b/f", "@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+a"]),
        (b"\xff\n", b"\x00\n", ["--- a/f", "+++ b/f", "@@ -1 +1 @@", "-\udcff", "+\0"]),
        (b"a\r\n", b"b\r\n", ["--- a/f", "+++ b/f", "@@ -1 +1 @@", "-a\r", "+b\r"]),
    ],
)
def test_diff(before: bytes | None, after: bytes | None, expected: list[str]) -> None:
    assert diff("f", before, after) == expected


@given(LINES, LINES, LINES)
def test_a_merge_is_described_by_its_sides(before: list[bytes], ours: list[bytes], theirs: list[bytes]) -> None:
    """Nothing changed on one side gives the other, both alike give that; the line ends are those of `current`."""
    old, new, now = (b"".join(each) for each in (before, ours, theirs))
    assert reapply(old, old, now) == now
    assert reapply(old, new, old) == new
    assert reapply(old, new, new) == new
    made, windows = reapply(old, new, now), reapply(old, new, now.replace(b"\n", b"\r\n"))
    if made is not None and now.count(b"\n") and old.count(b"\n"):
        assert windows == made.replace(b"\n", b"\r\n")
