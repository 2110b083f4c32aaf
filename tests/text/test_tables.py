"""Tables as agents write them."""

import pytest

from cockpit.text.markdown import Table, parse
from cockpit.text.splice import apply


def table_of(text: str) -> Table:
    (table,) = parse(text).body.tables()
    return table


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


@pytest.mark.parametrize(
    ("text", "header", "rows"),
    [
        ("| A | B |\n|---|---|\n| 1 | 2 |\n", ["A", "B"], [["1", "2"]]),
        ("|A|B|\n|:-:|--:|\n|1|2|", ["A", "B"], [["1", "2"]]),
        ("A | B\n--- | ---\n1 | 2\n", ["A", "B"], [["1", "2"]]),
        ("| A | B\n|---|---\n| 1 | 2\n1 | 3\n", ["A", "B"], [["1", "2"], ["1", "3"]]),
        ("| A | B |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n", ["A", "B"], [["1"], ["1", "2", "3"]]),
        ("| A | B |\n|---|---|\n| a\\|b | `x|y` |\n", ["A", "B"], [["a|b", "`x|y`"]]),
        ("| A | B |\n|---|---|\n| one ` tick | two ` tick |\n", ["A", "B"], [["one ` tick", "two ` tick"]]),
        ("| A | B |\n|---|---|\n|  | x |\n", ["A", "B"], [["", "x"]]),
        ("A | B\n--- | ---\n[x] | 2\n☐ | 3\n", ["A", "B"], [["[x]", "2"], ["☐", "3"]]),
        ("| A | B |\n|---|---|\n", ["A", "B"], []),
        ("| 1 | 2 |\n| 3 | 4 |\n", [], [["1", "2"], ["3", "4"]]),
        ("|---|---|\n| 3 | 4 |\n", [], [["3", "4"]]),
        ("  | A |\n  |---|\n  | 1 |\n", ["A"], [["1"]]),
        ("| A | B |\n|---|---|\n| 1 | <!-- | --> 2 |\n", ["A", "B"], [["1", "2"]]),
        ("\t| A |\r\n\t|---|\r\n\t| 1\t|\r\n", ["A"], [["1"]]),
    ],
)
def test_shapes(text: str, header: list[str], rows: list[list[str]]):
    table = table_of(text)
    assert [cell.text for cell in table.header] == header
    assert texts(table) == rows


def test_positions():
    text = "# T\n\n| Metric | Value |\n|---|---|\n| Cost | $26.50 |\nafter\n"
    table = table_of(text)
    cell = table.rows[0].cells[1]
    assert (table.line, table.rows[0].line, cell.line) == (3, 5, 5)
    assert text[cell.start : cell.end] == "$26.50"
    assert text[table.start : table.end] == text[text.index("| Metric") : text.index("after")]
    assert text[table.rows[0].start : table.rows[0].end] == "| Cost | $26.50 |\n"


def test_access_by_column_name():
    table = table_of("| Metric | **Value** | Metric |\n|---|---|---|\n| Cost | $5 | x |\n| Context |\n")
    first, second = table.rows
    assert table.column("VALUE") == 1
    assert table.column("Amount", "value") == 1
    assert table.column("none") is None
    assert (first["value"], first.get("Amount", "Value"), first["Metric"]) == ("$5", "$5", "Cost")
    assert (second["Value"], second.get("Value"), second.cell("Value")) == ("", None, None)
    with pytest.raises(KeyError):
        first["none"]


@pytest.mark.parametrize(
    ("row", "filler"),
    [("| - | - |", True), ("| — | -- |", True), ("| | |", True), ("| ... | … |", True), ("| - | x |", False)],
)
def test_filler_rows_are_kept_and_flagged(row: str, filler: bool):
    table = table_of(f"| A | B |\n|---|---|\n{row}\n| 1 | 2 |\n")
    assert [r.filler for r in table.rows] == [filler, False]


def test_tables_without_a_line_between_are_told_apart():
    first, second = parse("| A |\n|---|\n| 1 |\n| B |\n|---|\n| 2 |\n").body.tables()
    assert texts(first) == [["1"]]
    assert ([cell.text for cell in second.header], texts(second), second.line) == (["B"], [["2"]], 4)


def test_a_table_ends_where_a_list_begins():
    body = parse("| A | B |\n|---|---|\n| 1 | 2 |\n- [ ] c |\n- d | e\n").body
    assert [texts(table) for table in body.tables()] == [[["1", "2"]]]
    assert [item.text for item in body.items()] == ["c |", "d | e"]


def test_rows_after_a_blank_line_are_a_table_without_header():
    first, second = parse("| A | B |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n").body.tables()
    assert texts(first) == [["1", "2"]]
    assert (second.header, texts(second), second.line) == ((), [["3", "4"]], 5)


@pytest.mark.parametrize("text", ["a | b\n", "- item | x\n", "---\n", "text\n---\n", "Progress: x | y\n"])
def test_what_is_no_table(text: str):
    assert parse("# T\n" + text).body.tables() == ()


def test_as_fields():
    table = table_of("| Field | Value |\n|---|---|\n| **Phase** | 3 |\n| - | - |\n| lonely |\n| Note | a\\|b |\n")
    fields = table.as_fields()
    assert [(f.label, f.value, f.line, f.style) for f in fields] == [
        ("Phase", "3", 3, "table"),
        ("Note", "a|b", 6, "table"),
    ]


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ("| A | B |\n|---|---|\n| 1 | 2 |", "x", "| A | B |\n|---|---|\n| 1 | x |"),
        ("| A | B |\n|---|---|\n| 1 |   |", "x", "| A | B |\n|---|---|\n| 1 | x  |"),
        ("| A | B |\n|---|---|\n| 1 | |", "x", "| A | B |\n|---|---|\n| 1 | x |"),
        ("| A | B |\n|---|---|\n|1||", "x", "| A | B |\n|---|---|\n|1| x |"),
        ("| A | B |\n|---|---|\n| 1 | 2 |", "a|b\nc", "| A | B |\n|---|---|\n| 1 | a\\|b c |"),
        ("| A | B |\r\n|---|---|\r\n| 1 |\t2\t|\r\n", "", "| A | B |\r\n|---|---|\r\n| 1 |\t\t|\r\n"),
    ],
)
def test_rewrite(before: str, value: str, after: str):
    cell = table_of(before).rows[0].cells[1]
    assert apply(before, [cell.rewrite(value)]) == after


def test_as_fields_can_be_rewritten():
    before = "| Field | Value |\n|---|---|\n| Phase | 3 |\n"
    (field,) = table_of(before).as_fields()
    assert table_of(apply(before, [field.rewrite("a|b")])).rows[0]["Value"] == "a|b"
