"""Splicing: spans are replaced, everything else stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.splice import Splice, apply
from tests.proofs.text_runs import runs
from tests.support.edited_lines import touched_lines


@pytest.mark.parametrize(
    ("splices", "result"),
    [
        ([], "abcdef"),
        ([Splice(0, 1, "X")], "Xbcdef"),
        ([Splice(4, 6, ""), Splice(0, 2, "XY")], "XYcd"),
        ([Splice(3, 3, "1"), Splice(3, 3, "2")], "abc12def"),
        ([Splice(2, 3, "C"), Splice(3, 4, "D")], "abCDef"),
        ([Splice(3, 3, "-"), Splice(3, 4, "D")], "abc-Def"),
        ([Splice(6, 6, "!")], "abcdef!"),
    ],
)
def test_apply(splices: list[Splice], result: str):
    assert apply("abcdef", splices) == result


@pytest.mark.parametrize(
    ("splices", "reason"),
    [
        ([Splice(0, 3, ""), Splice(2, 4, "")], "overlaps"),
        ([Splice(-1, 0, "")], "outside"),
        ([Splice(3, 7, "")], "outside"),
        ([Splice(3, 2, "")], "outside"),
    ],
)
def test_wrong_splices_are_refused(splices: list[Splice], reason: str):
    with pytest.raises(ValueError, match=reason):
        apply("abcdef", splices)


@given(st.text(), st.data())
def test_what_lies_outside_stays(text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    after = apply(text, [Splice(start, end, "NEW")])
    assert after[:start] == text[:start]
    assert after[start : start + 3] == "NEW"
    assert after[start + 3 :] == text[end:]


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        ("a\nb\nc\n", "a\nb\nc\n", ()),
        ("a\nb\nc\n", "a\nX\nc\n", (2,)),
        ("a\nb\nc\n", "a\nnew\nb\nc\n", ()),
        ("a\nb\nc\n", "a\nc\n", (2,)),
        ("a\r\nb\n", "a\nb\n", (1,)),
    ],
)
def test_touched_lines(before: str, after: str, lines: tuple[int, ...]):
    assert touched_lines(before, after) == lines


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "| A | B |\n|---|---|\n| `x|y` | z |\n"),
        ("a.md", "- one\n  and the same\n"),
        ("a.md", "---\nnote: a: b\npr: PR #642\nnothing: ~\n---\n"),
        ("a.yaml", "note: a: b\npr: PR #642\nquoted: 'x'\n"),
        ("a.json", '{"a" :\t"\\u00e9"}'),
    ],
)
def test_what_is_written_as_it_is_stays_as_it_is_written(name: str, text: str):
    for run in runs(name, text):
        for splice in run.write(run.value) if run.write else ():
            assert apply(text, [splice]) == text
