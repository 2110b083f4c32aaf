"""Rows as a text: what is written is read back, an edit touches its own lines, a change goes by its columns."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.documents import rows_edits
from cockpit.documents.rows import Database, Row, Table, Value, Values, literal, parse, same, write
from cockpit.documents.rows_changes import (
    is_all,
    joined,
    narrowed,
    reapply,
    share_put_back,
    stands,
    without_times,
)
from cockpit.documents.splice import apply

TEXT = """user_version = 0

[blockers]
columns = [["id", "TEXT"], ["status", "TEXT"], ["cost", "REAL"], ["at", "INTEGER"]]
key = "id"
total = 2

[blockers "b1"]
id = "b1"
status = "active"
cost = 45.0
at = 1705276800

[blockers "b2"]
id = "b2"
status = null
cost = 1.5
at = 7
"""
STORED = st.binary(max_size=20).map(lambda data: data.decode("utf-8", "surrogateescape"))
"""What a text of a database may be read as, whatever its bytes."""
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.none(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), STORED, st.text(max_size=10).filter(
        lambda text: not any("\ud800" <= letter <= "\udfff" for letter in text)), st.binary(max_size=8),
)  # fmt: skip
NAMES = st.one_of(st.sampled_from(["id", "status", "x y", "", '"', "]", "a = b"]), STORED)


def tables() -> st.SearchStrategy[Table]:
    def made(name: str, kinds: list[str], rows: list[list[Value]], total: int | None) -> Table:
        columns = tuple((each, "TEXT") for each in kinds)
        found = {values[0]: Row(values[0], dict(zip(kinds, values, strict=False))) for values in rows}
        return Table(name=name, columns=columns, key=kinds[0], total=total, rows=found)

    kinds = st.lists(NAMES, min_size=1, max_size=4, unique=True)
    rows = st.lists(st.lists(VALUES, min_size=4, max_size=4), max_size=4)
    return st.builds(made, NAMES, kinds, rows, st.none() | st.integers(0))


DATABASES = st.builds(
    lambda found, version: Database(tables={table.name: table for table in found}, user_version=version),
    st.lists(tables(), max_size=3),
    st.none() | st.integers(0),
)


def texts() -> st.SearchStrategy[str]:
    """Texts of one table with few rows and columns, so that several have much in common."""
    small: st.SearchStrategy[Value] = st.sampled_from([None, 0, 1, 1.5, "a", "\n", 1705276800])
    row = st.fixed_dictionaries({"a": small, "b": small})
    rows = st.dictionaries(st.sampled_from(["k1", "k2", "k3"]), row)
    return rows.map(lambda found: write(Database(tables={"t": table(found)})))


def table(rows: Mapping[Value, Values], **more: object) -> Table:
    found = {key: Row(key, {"id": key, **values}) for key, values in rows.items()}
    columns = (("id", "TEXT"), ("a", ""), ("b", ""))
    return Table(**({"name": "t", "columns": columns, "key": "id", "total": len(rows), "rows": found} | more))  # type: ignore[arg-type]


@given(DATABASES)
def test_what_is_written_is_read_back(database: Database) -> None:
    text = write(database)
    text.encode()
    found = parse(text)
    assert found.problems == ()
    assert found.user_version == database.user_version
    assert list(found.tables) == list(database.tables)
    for name, each in database.tables.items():
        got = found.tables[name]
        assert (got.columns, got.key, got.total, list(got.rows)) == (
            each.columns,
            each.key,
            each.total,
            list(each.rows),
        )
        for key, row in each.rows.items():
            assert got.rows[key].values == row.values
    assert write(found) == text


@given(st.text() | st.text(st.sampled_from('[]"= \n\\tab1{}:.-')))
def test_nothing_that_stands_in_a_text_raises(text: str) -> None:
    found = parse(text)
    assert parse(write(found)).problems == ()
    narrowed(text, TEXT)
    reapply(text, TEXT, text)
    reapply(TEXT, text, TEXT)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (45.0, "45.0"), (45, "45"), (-0.0, "-0.0"), (1e300, "1e+300"), (math.inf, "9e999"), (-math.inf, "-9e999"),
        (None, "null"), ("\u2028é\0\n\"", '"\u2028é\\u0000\\n\\""'),
        ("\udcff", '"\\udcff"'), (b"\0\xff", '{"blob": "00ff"}'),
    ],
)  # fmt: skip
def test_values(value: Value, text: str) -> None:
    assert literal(value) == text
    row = parse(f"[t 1]\nx = {text}\n").row("t", 1)
    assert row is not None
    assert same(row.values["x"], value)
    assert type(row.values["x"]) is type(value)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("[t 1]\nx = yes\n", [("rows-value", 2)]),
        ("[t 1]\nx = true\n", [("rows-value", 2)]),
        ("[t 1]\nx = NaN\n", [("rows-value", 2)]),
        ("[t 1]\nx = 9223372036854775808\n", [("rows-value", 2)]),
        ("[t 1]\nx = " + "9" * 5000 + "\n", [("rows-value", 2)]),
        ("[t 1]\nx = " + "[" * 100_000 + "\n", [("rows-value", 2)]),
        ('[t 1]\nx = {"blob": "0"}\n', [("rows-value", 2)]),
        ("[t 1]\nx = 1\nx = 2\n", [("rows-twice", 3)]),
        ("[t 1]\n[t 1]\n", [("rows-twice", 2)]),
        ("[t]\n[t]\n", [("rows-twice", 2)]),
        ("[t 1]\nwhat\n", [("rows-line", 2)]),
        ("[t x]\n", [("rows-value", 1)]),
        ("[t\n", [("rows-line", 1)]),
        ("x = 1\n", [("rows-line", 1)]),
    ],
)
def test_problems(text: str, problems: list[tuple[str, int]]) -> None:
    assert [(each.code, each.line) for each in parse(text).problems] == problems


def test_the_line_of_each_row_and_column() -> None:
    row = parse(TEXT).row("blockers", "b2")
    assert row is not None
    lines = TEXT.split("\n")
    assert lines[row.line - 1] == '[blockers "b2"]'
    assert {name: lines[line - 1] for name, line in row.lines.items()}["cost"] == "cost = 1.5"


def edited(text: str, *edits: str) -> str:
    """A text with columns of rows changed, such as `b1.status="x"`."""
    for edit in edits:
        place, _, value = edit.partition("=")
        key, _, column = place.partition(".")
        row = parse(f"[t 1]\nx = {value}\n").row("t", 1)
        assert row is not None
        text = apply(text, rows_edits.put(parse(text), "blockers", key, {column: row.values["x"]}))
    return text


def added(text: str, key: str, **values: Value) -> str:
    return apply(text, rows_edits.add(parse(text), "blockers", key, values))


def removed(text: str, key: str) -> str:
    return apply(text, rows_edits.remove(parse(text), "blockers", key))


def test_an_edit_touches_its_own_lines() -> None:
    assert edited(TEXT, 'b1.status="resolved"') == TEXT.replace('"active"', '"resolved"')
    assert edited(TEXT, "b2.cost=2") == TEXT.replace("1.5", "2.0"), "a REAL keeps its point"
    assert edited(TEXT, "b2.at=8.0") == TEXT.replace("at = 7", "at = 8")
    assert rows_edits.put(parse(TEXT), "blockers", "b1", {"status": "active", "cost": 45}) == ()
    assert (
        added(TEXT, "b3", status="active", cost=2)
        == TEXT + '\n[blockers "b3"]\nid = "b3"\nstatus = "active"\ncost = 2.0\n'
    )
    assert removed(TEXT, "b1") == TEXT.replace(TEXT[TEXT.index('[blockers "b1"]') : TEXT.index('[blockers "b2"]')], "")
    assert removed(TEXT, "b2") == TEXT[: TEXT.index('\n[blockers "b2"]')]
    every = (*rows_edits.remove(parse(TEXT), "blockers", "b1"), *rows_edits.remove(parse(TEXT), "blockers", "b2"))
    assert list(
        parse(apply(TEXT, (*every, *rows_edits.add(parse(TEXT), "blockers", "b3", {})))).tables["blockers"].rows
    ) == ["b3"]
    assert parse(removed(removed(TEXT, "b1"), "b2")).problems == ()
    both = (*rows_edits.add(parse(TEXT), "blockers", "b3", {}), *rows_edits.add(parse(TEXT), "blockers", "b4", {}))
    assert list(parse(apply(TEXT, both)).tables["blockers"].rows) == ["b1", "b2", "b3", "b4"]


def test_what_cannot_be_edited() -> None:
    database = parse(
        TEXT
        + '\n[other]\ncolumns = [["a", ""]]\n\n[other 1]\na = {"blob": "00"}\n'
        + '\n[named]\nkey = "a"\n\n[named 1]\na = {"blob": "00"}\n'
    )
    assert database.problems == ()
    for table, key, values in (
        ("none", 1, {}),
        ("blockers", "b9", {}),
        ("blockers", "b1", {"x": 1}),
        ("other", 1, {"a": 1}),
    ):
        with pytest.raises(KeyError):
            rows_edits.put(database, table, key, values)
    with pytest.raises(ValueError, match="holds bytes"):
        rows_edits.put(database, "named", 1, {"a": 1})
    with pytest.raises(ValueError, match="there is a row"):
        rows_edits.add(database, "blockers", "b1", {})


def test_a_new_table() -> None:
    new = table({"k": {"a": 1}}, name="new", columns=(), total=None, create="CREATE TABLE new (id, a)")
    text = apply(TEXT, rows_edits.create(parse(TEXT), new))
    assert text == TEXT + '\n[new]\ncreate = "CREATE TABLE new (id, a)"\nkey = "id"\n\n[new "k"]\nid = "k"\na = 1\n'
    before, after = narrowed(TEXT, text)
    assert (before, after) == ("", text.removeprefix(TEXT + "\n"))
    assert reapply(before, after, TEXT) == text
    assert stands(before, after, TEXT)
    assert not stands(before, after, text)
    made = text.replace('create = "CREATE TABLE new (id, a)"', 'columns = [["id", ""], ["a", ""]]').replace(
        'key = "id"\n\n[new', 'key = "id"\ntotal = 1\n\n[new'
    )
    assert reapply(before, after, made) == made
    assert reapply(after, before, made) is not None
    assert "new" not in parse(reapply(after, before, made) or "").tables
    assert reapply(after, before, made.replace("total = 1", "total = 2")) is None, "it holds somebody else's row"


def test_only_what_differs_is_kept() -> None:
    before, after = narrowed(TEXT, removed(added(edited(TEXT, 'b1.status="x"'), "b3", cost=1), "b2"))
    assert before == (
        '[blockers]\nkey = "id"\n\n[blockers "b1"]\nstatus = "active"\n\n'
        '[blockers "b2"]\nid = "b2"\nstatus = null\ncost = 1.5\nat = 7\n'
    )
    assert (
        after == '[blockers]\nkey = "id"\n\n[blockers "b1"]\nstatus = "x"\n\n[blockers "b3"]\nid = "b3"\ncost = 1.0\n'
    )
    assert narrowed(TEXT, TEXT.replace("total = 2", "total = 9")) == ("", "")


CHANGED = narrowed(TEXT, edited(TEXT, 'b1.status="x"', "b1.cost=2.0"))
ADDED = narrowed(TEXT, added(TEXT, "b3", status="new"))
REMOVED = narrowed(TEXT, removed(TEXT, "b2"))


@pytest.mark.parametrize(
    ("change", "current", "result"),
    [
        (CHANGED, TEXT, edited(TEXT, 'b1.status="x"', "b1.cost=2.0")),
        (CHANGED, edited(TEXT, "b1.at=1"), edited(TEXT, "b1.at=1", 'b1.status="x"', "b1.cost=2.0")),
        (CHANGED, edited(TEXT, 'b1.status="x"'), edited(TEXT, 'b1.status="x"', "b1.cost=2.0")),
        (CHANGED, edited(TEXT, 'b1.status="other"'), None),
        (CHANGED, removed(TEXT, "b1"), None),
        (CHANGED, removed(TEXT, "b2"), edited(removed(TEXT, "b2"), 'b1.status="x"', "b1.cost=2.0")),
        (ADDED, added(TEXT, "b4"), added(added(TEXT, "b4"), "b3", status="new")),
        (ADDED, added(TEXT, "b3", status="new", cost=9), added(TEXT, "b3", status="new", cost=9)),
        (ADDED, added(TEXT, "b3", status="other"), None),
        (ADDED, "", None),
        (ADDED, TEXT.replace('["status", "TEXT"]', '["state", "TEXT"]'), None),
        (REMOVED, removed(TEXT, "b2"), removed(TEXT, "b2")),
        (REMOVED, edited(TEXT, "b2.at=8"), None),
    ],
)
def test_a_change_on_other_rows(change: tuple[str, str], current: str, result: str | None) -> None:
    assert reapply(*change, current) == result


@given(texts(), texts())
def test_narrowed_it_leads_to_the_same_and_back(before: str, after: str) -> None:
    small = narrowed(before, after)
    assert small == narrowed(*small)
    assert parse(reapply(*small, before) or "").tables["t"].rows == parse(after).tables["t"].rows
    assert parse(reapply(*small[::-1], after) or "").tables["t"].rows == parse(before).tables["t"].rows
    assert stands(*small, before)
    assert stands(*small[::-1], after)
    assert reapply(*small, after) == after


@given(texts(), texts(), texts())
def test_joined_two_changes_are_one(first: str, second: str, third: str) -> None:
    whole = joined(narrowed(first, second), narrowed(second, third))
    assert [parse(side) for side in narrowed(*whole)] == [parse(side) for side in narrowed(first, third)]


@given(texts(), texts(), texts())
def test_a_change_is_made_whole_or_not(before: str, after: str, current: str) -> None:
    before, after = narrowed(before, after)
    result = reapply(before, after, current)
    if result is not None:
        assert stands(after, before, result), "all of it is there"
        back = reapply(after, before, result)
        assert back is not None
        assert stands(before, after, back)


def test_times_that_whoever_writes_changes() -> None:
    after = edited(TEXT, 'b1.status="x"', "b1.at=1705276900")
    timeless = without_times(*narrowed(TEXT, after))
    assert timeless is not None
    assert (
        narrowed(narrowed(TEXT, after)[0], timeless)[1] == '[blockers]\nkey = "id"\n\n[blockers "b1"]\nstatus = "x"\n'
    )
    assert without_times(*narrowed(TEXT, edited(TEXT, "b1.at=1705276900"))) is None, "nothing else is changed"
    assert without_times(*narrowed(TEXT, edited(TEXT, 'b1.status="x"'))) is None


@pytest.mark.parametrize(
    ("edits", "share"),
    [
        ((), 1.0),
        (('b1.status="x"',), 0.5),
        (('b1.status="x"', "b1.cost=2.0", "b1.at=1705276999"), 0.0),
        (("b1.at=1705276999",), 1.0),
    ],
)
def test_how_much_was_put_back(edits: tuple[str, ...], share: float) -> None:
    after = edited(TEXT, 'b1.status="x"', "b1.cost=2.0", "b1.at=1705276900")
    assert share_put_back(*narrowed(TEXT, after), edited(TEXT, *edits)) == share


def test_whether_a_database_holds_nothing_else() -> None:
    assert is_all(TEXT, TEXT)
    assert not is_all(TEXT, TEXT.replace("total = 2", "total = 3"))
    assert not is_all(TEXT, edited(TEXT, "b1.at=3"))
    assert not is_all(TEXT, TEXT + "\n[other]\ntotal = 0\n")
