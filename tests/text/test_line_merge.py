"""Making a change again on other content, and showing it."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text import line_merge
from cockpit.text.line_merge import diff, hunks, matching_blocks, reapply, share_there

JSON = b'{\n  "cost": 26.5,\n  "context": 35,\n  "ack": {\n    "cost": true\n  }\n}\n'
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
    ],
)  # fmt: skip
def test_reapply(before: bytes, after: bytes, current: bytes, expected: bytes | None) -> None:
    assert reapply(before, after, current) == expected


TIMED = b"updated: 2026-01-29T10:0%dZ\na: %d\n"


@pytest.mark.parametrize(
    ("before", "after", "current", "expected"),
    [
        # of two who write a time the last one is right
        (TIMED % (0, 1), TIMED % (1, 2), TIMED % (5, 1) + b"b\n", TIMED % (5, 2) + b"b\n"),
        (TIMED % (0, 1), TIMED % (1, 2), TIMED % (5, 2) + b"b\n", TIMED % (5, 2) + b"b\n"),
        (TIMED % (0, 1), TIMED % (1, 2), TIMED % (5, 3), None),
        (b"at: 2026-01-29 begun\n", b"at: 2026-01-30 done\n", b"at: 2026-01-31 begun\n", None),
    ],
)
def test_a_time_is_whoevers_wrote_last(before: bytes, after: bytes, current: bytes, expected: bytes | None) -> None:
    assert reapply(before, after, current) == expected


def test_lines_inserted_at_one_place_stand_beside_each_other_or_contradict() -> None:
    before, after, current = b"- a\n", b"- a\n- ours\n", b"- a\n- theirs\n"
    assert reapply(before, after, current) == b"- a\n- ours\n- theirs\n"
    assert reapply(before, after, current, beside=False) is None
    assert reapply(before, after, b"0\n" + after, beside=False) == b"0\n" + after


@given(LINES, LINES)
def test_there_and_back(before: list[bytes], after: list[bytes]) -> None:
    old, new = b"".join(before), b"".join(after)
    assert reapply(old, new, old) == new
    assert reapply(new, old, new) == old
    assert reapply(old, new, new) == new


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


@given(LINES, LINES, LINES)
def test_a_change_that_applies_is_in_the_result(before: list[bytes], after: list[bytes], current: list[bytes]) -> None:
    """No line appears that stands neither in the result of the change nor in the content it was made on."""
    old, new, now = b"".join(before), b"".join(after), b"".join(current)
    result = reapply(old, new, now)
    if result is not None:
        assert set(result.splitlines()) <= set(new.splitlines()) | set(now.splitlines())


@pytest.mark.parametrize("short", [0, line_merge.SHORT], ids=["for long texts", "for short texts"])
@given(old=LINES, new=LINES)
def test_matching_lines_are_equal_and_in_order(short: int, old: list[bytes], new: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_merge, "SHORT", short)
        blocks = matching_blocks(old, new)
    here = there = 0
    for block in blocks:
        assert block.size > 0
        assert block.old >= here
        assert block.new >= there
        here, there = block.old + block.size, block.new + block.size
        assert old[block.old : here] == new[block.new : there]


@given(LINES, LINES)
def test_hunks_rebuild_the_other_side(old: list[bytes], new: list[bytes]) -> None:
    built: list[bytes] = []
    at = 0
    for hunk in hunks(old, new):
        built += old[at : hunk.old] + new[hunk.new : hunk.new_end]
        at = hunk.old_end
    assert built + old[at:] == new


def test_many_differences_in_a_long_text_are_anchored_by_single_lines() -> None:
    old = [b"line %d\n" % number for number in range(3_000)]
    new = [line if number % 3 else b"changed %d\n" % number for number, line in enumerate(old)]
    assert len(hunks(old, new)) == 1_000


def test_a_large_file_does_not_take_minutes() -> None:
    """1 MiB, the most that is edited, in each way that makes line comparison slow: together, a second."""
    alike = [b"- None\n", b"\n"] * 40_000
    single = [b"%d: a line of a log that grew and grew\n" % number for number in range(24_000)]
    cases = [
        (alike, [b"first\n", *alike[40:], b"last\n"]),
        (single, [line if number % 2 else b"x\n" for number, line in enumerate(single)]),
        (single, single[::-1]),
    ]
    began = time.process_time()
    for old, new in cases:
        before, after = b"".join(old), b"".join(new)
        assert reapply(before, after, b"top\n" + before) is not None
        assert diff("log", before, after)
    assert time.process_time() - began < 20


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


def test_distant_changes_are_shown_apart() -> None:
    lines = [b"%d\n" % number for number in range(30)]
    changed = [b"x\n" if number in (3, 10, 25) else line for number, line in enumerate(lines)]
    shown = diff("f", b"".join(lines), b"".join(changed))
    assert [line for line in shown if line.startswith("@@")] == ["@@ -1,14 +1,14 @@", "@@ -23,7 +23,7 @@"]


@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the diff")
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("tail", [b"", b"no end"])
def test_git_understands_the_diff(tmp_path: Path, ends: bytes, tail: bytes) -> None:
    before = b"".join(b"%d" % number + ends for number in range(40)) + tail
    after = before.replace(b"5" + ends, b"new" + ends).replace(b"12" + ends, b"") + b"added"
    (tmp_path / "f").write_bytes(before)
    text = "\n".join([*diff("f", before, after), ""])
    done = subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"],
        input=text.encode(),
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert (tmp_path / "f").read_bytes() == after


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


@given(LINES, st.lists(st.sampled_from([b"x\n", b"y\n"]), max_size=3), st.integers(0, 12), st.booleans())
def test_undo_after_lines_were_written_at_the_end(before: list[bytes], own: list[bytes], place: int, cut: bool) -> None:
    """What stands at the end of the file is no part of a change further up, with and without a last line feed."""
    lines = [*before, b"rest\n", b"last\n"]
    at = min(place, len(before))
    old, new = b"".join(lines), b"".join((*lines[:at], *own, *lines[at:]))
    more = b"theirs" if cut else b"theirs\n"
    assert reapply(new, old, new + more) == old + more


def test_how_much_of_a_text_stands_in_another() -> None:
    assert share_there(b"a\nb", b"a\nx\nb") == 1
    assert share_there(b"a\nb", b"a\nx") == 0.5
