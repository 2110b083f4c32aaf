"""Texts that once took many seconds, found by `tests.proofs.fuzz`: read in no time."""

import json
import tracemalloc

import pytest

from cockpit.text.decoding import LineIndex, decode, encode
from cockpit.text.edits import Set
from cockpit.text.env_file import find_variable, without_comment
from cockpit.text.keyed import fences, json_problems, read_keyed
from cockpit.text.keyed_edits import apply as apply_edits
from cockpit.text.lines import Document, entries_of, labels_of, rows_of
from cockpit.text.tree import MOST_EVENTS
from cockpit.text.words import fold_title, on_one_line

LONG = 100_000

pytestmark = pytest.mark.usefixtures("promptly")


@pytest.mark.parametrize(
    "line", [f"a{' ' * LONG}b", f"a{'  b' * LONG}", f"'a'{' ' * LONG}b"], ids=lambda line: line.replace(" ", "")[:4]
)
def test_a_run_of_blanks_without_a_colon(line: str) -> None:
    assert read_keyed(f"---\none: [\n{line}\ntwo: 2\n---\n").damage


@pytest.mark.parametrize("line", [f"{'~' * LONG}`", f"{'`' * LONG}x`", f"~~~{' ' * LONG}`", "~" * LONG], ids=range(4))
def test_a_long_fence_that_is_none(line: str) -> None:
    assert list(fences(f"a: 1\n{line}")) == []
    assert [block.end for block in fences(f"~~~yaml\na: 1\n{'~' * LONG}\n")] == [13]


def test_a_run_of_blanks_without_a_comment() -> None:
    value = f"a{' ' * LONG}b"
    assert find_variable(f"NAME={value}", "NAME") == (value, 1)
    assert without_comment(f"{value} # why") == value


@pytest.mark.parametrize("blanks", [" ", "\t", "# "])
def test_a_heading_of_blanks(blanks: str) -> None:
    document = Document(f"# A{blanks * LONG}b\n## C ##  \n## D#\n### ##\n")
    assert [section.title for section in document.sections][2:] == ["C", "D#", ""]


@pytest.mark.parametrize(
    "line",
    [
        f"|-{' ' * LONG}x",
        f"{' ' * LONG}|-x",
        f"**a{' ' * LONG}",
        f"- a{' ' * LONG}:",
        "a:" * LONG,
        f"**{' ' * LONG}a",
        f"a{' /' * LONG}",
        f"{'_' * LONG}a: b",
        "|" * LONG,
        f"{'~' * LONG}`",
        "> " * LONG,
    ],
    ids=range(11),
)
def test_a_long_line_of_signs(line: str) -> None:
    document = Document(f"| A | B |\n|---|---|\n{line}\n# B\n{line}\n")
    for section in document.sections:
        assert len([*labels_of(section.lines), *rows_of(section.lines), *entries_of(section.lines)]) <= 2


def test_a_text_of_millions_of_lines_takes_little_memory() -> None:
    text = "a\n" * 500_000
    tracemalloc.start()
    index = LineIndex(text)
    assert index.line_of(len(text) - 1) == 500_000
    assert tracemalloc.get_traced_memory()[1] < 16 * len(text)
    tracemalloc.stop()


def test_a_yaml_without_end_is_read_as_far_as_anybody_needs() -> None:
    file = read_keyed("---\na: 1\nb:\n" + "- x\n" * (MOST_EVENTS + 100) + "---\n")
    assert file.root.data()["a"] == "1"
    assert 0 < len(file.root.data()["b"]) < MOST_EVENTS
    assert [(each.kind, each.reason) for each in file.damage] == [("rest", "more than 50,000 keys and values")]


def test_a_long_yaml_that_breaks_late_is_not_read_again_and_again() -> None:
    file = read_keyed("---\n" + "a: 1\n" * (MOST_EVENTS // 2 - 100) + "b: 'c' d\ne: 'f' g\nh: 1\n---\n")
    assert file.root.data() == {"a": "1", "b": "'c' d"}
    assert [each.kind for each in file.damage if each.kind != "twice"] == ["as-text", "rest"]


@pytest.mark.parametrize("value", ["x\ty", "\ud800", "\udc80"])
def test_a_text_of_tabs_and_halves_of_characters_is_written_as_it_was_read(value: str) -> None:
    file = read_keyed('{"a": 1}', may_be_bare=True)
    after = decode(encode(apply_edits(file, [Set(("b",), value)]))).text
    assert json.loads(after) == {"a": 1, "b": value}


def test_letters_that_yaml_refuses_are_kept() -> None:
    letters = "\0\udcff" * LONG
    assert read_keyed(f"---\na: {letters}\nb: 1\n---\n").root.data() == {"a": letters, "b": "1"}


@pytest.mark.parametrize("blanks", ["\t", " \t"])
def test_a_line_of_blanks_is_put_on_one_line(blanks: str) -> None:
    assert on_one_line(f" a{blanks * LONG}b \n\n\tc ") == f"a{blanks * LONG}b  c"


def test_a_json_of_escaped_quotes_in_an_open_one() -> None:
    assert json_problems(read_keyed('{"a": ' + "[]" * 200 + '["' + '\\"' * 10 * LONG, may_be_bare=True))


@pytest.mark.parametrize("title", ["1" * 100_000, " ." * 50_000, "(" * 100_000, "a" + " " * 100_000 + "(1"])
def test_a_title_of_any_length_is_compared_at_once(title: str) -> None:
    fold_title(title)
