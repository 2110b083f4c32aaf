"""Texts that once took many seconds, found by `tests.proofs.fuzz`: read in no time, or the suite stalls here."""

import pytest

from cockpit.documents import json_text, markdown, yaml_text
from cockpit.documents.json_changes import put
from cockpit.documents.json_style import Verbatim
from cockpit.documents.splice import apply
from cockpit.documents.tables import MAX_CELLS
from cockpit.documents.yaml_nodes import MAX_VALUES

LONG = 100_000


@pytest.mark.parametrize(
    "line",
    [f"|-{' ' * LONG}x", f"| -{' ' * LONG}x", f"|{' ' * LONG}-", f"-{' ' * LONG}|-x"],
    ids=lambda line: line.replace(" ", "")[:4],
)
def test_a_run_of_blanks_beside_a_delimiter(line: str) -> None:
    assert len(markdown.parse(f"| A | B |\n{line}\n").body.tables()) <= 1


@pytest.mark.parametrize(
    "line", [f"a{' ' * LONG}b", f"a{'  b' * LONG}", f"'a'{' ' * LONG}b"], ids=lambda line: line.replace(" ", "")[:4]
)
def test_a_run_of_blanks_without_a_colon(line: str) -> None:
    document = yaml_text.parse(f"one: [\n{line}\ntwo: 2\n")
    assert document.problems


@pytest.mark.parametrize("blanks", [" ", "\t", "# "])
def test_a_heading_of_blanks(blanks: str) -> None:
    document = markdown.parse(f"# A{blanks * LONG}b\n## C ##  \n## D#\n### ##\n")
    assert [section.title for section in document.sections][1:] == ["C", "D#", ""]


def test_thousands_of_headings_below_each_other() -> None:
    document = markdown.parse("# Title\n" + "## A\n### B\n" * 5_000)
    assert [len(document.children(section)) for section in document.sections] == [10_000, *[1, 0] * 5_000]


def test_the_last_of_too_many_cells_holds_the_rest() -> None:
    cells = [f"c{number}" for number in range(MAX_CELLS + 10)]
    (table,) = markdown.parse(f"|{'|'.join(cells)}|\n").body.tables()
    (row,) = table.rows
    assert [cell.text for cell in row.cells[:2]] == ["c0", "c1"]
    assert len(row.cells) == MAX_CELLS
    assert row.cells[-1].text == "|".join(cells[MAX_CELLS - 1 :]) + "|"


def test_a_yaml_without_end_is_read_as_far_as_anybody_needs() -> None:
    document = yaml_text.parse("a: 1\nb:\n" + "- x\n" * (MAX_VALUES + 100))
    assert document.data["a"] == "1"
    assert 0 < len(document.data["b"]) < MAX_VALUES
    assert [problem.code for problem in document.problems] == ["yaml-size"]


def test_a_text_with_a_tab_is_kept_as_it_is_written() -> None:
    document = json_text.parse('{"a": "x\ty"}')
    after = apply(document.text, put(document, ("b",), Verbatim('"x\ty"')))
    assert json_text.parse(after).value == {"a": "x\ty", "b": "x\ty"}
