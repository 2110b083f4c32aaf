"""Rows as plain values: what a change of them is, back and forth, on what others wrote since, and as JSON."""

from dataclasses import replace

import pytest

from cockpit.text.rows import (
    Row,
    RowChange,
    Table,
    Value,
    applied,
    change_of,
    inverse,
    packed,
    put_back,
    remaining,
    same,
    unpacked,
    without,
)

COLUMNS = ("id", "status", "cost", "note", "updated_at")
ROW: Row = {"id": "b1", "status": "active", "cost": 45, "note": None, "updated_at": 1}
TABLE = Table(name="blockers", key="id", columns=COLUMNS, rows={"b1": ROW}, total=1)
RESOLVED = RowChange(
    table="blockers",
    column="id",
    key="b1",
    before={"status": "active", "updated_at": 1},
    after={"status": "resolved", "updated_at": 2},
)
ADDED = RowChange(table="blockers", column="id", key="b2", before=None, after={"id": "b2", "status": "new"})


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(45, 45.0, True), (45, "45", False), ("a", b"a", False), (None, 0, False), (b"a", b"a", True), ("é", "é", True)],
)
def test_values_that_are_one(one: Value, other: Value, expected: bool) -> None:
    assert same(one, other) is expected


def test_only_what_differs_is_a_change() -> None:
    assert change_of(TABLE, "b1", {"status": "resolved", "cost": 45.0, "updated_at": 2}) == RESOLVED
    assert change_of(TABLE, "b1", {"status": "active", "note": None}) is None
    assert change_of(TABLE, "b2", {"status": "new"}) == ADDED
    with pytest.raises(KeyError, match="colour"):
        change_of(TABLE, "b1", {"colour": "red"})
    with pytest.raises(KeyError, match="blockers"):
        change_of(replace(TABLE, key=None), "b1", {"status": "new"})


def test_tables_with_what_is_to_become_of_them() -> None:
    after = applied({"blockers": TABLE}, [RESOLVED, ADDED])["blockers"]
    assert after.rows["b1"] == {**ROW, "status": "resolved", "updated_at": 2}
    assert after.rows["b2"] == {"id": "b2", "status": "new", "cost": None, "note": None, "updated_at": None}
    assert after.total == 2
    assert applied({"blockers": after}, inverse([RESOLVED, ADDED])) == {"blockers": TABLE}
    assert applied({}, [RESOLVED]) == {}


@pytest.mark.parametrize(
    ("now", "left"),
    [
        (ROW, {"status": "resolved", "updated_at": 2}),
        ({**ROW, "note": "theirs"}, {"status": "resolved", "updated_at": 2}),
        ({**ROW, "updated_at": 9}, {"status": "resolved"}),
        ({**ROW, "status": "resolved"}, {"updated_at": 2}),
        ({**ROW, "status": "resolved", "updated_at": 9}, {}),
        ({**ROW, "status": "resolved", "updated_at": 2}, {}),
        ({**ROW, "status": "bypassed"}, None),
        ({"id": "b1", "state": "active"}, None),
        (None, None),
    ],
)
def test_what_is_still_to_be_done(now: Row | None, left: Row | None) -> None:
    made = remaining([RESOLVED], [now])
    if left is None:
        assert made is None
    else:
        assert [each.after for each in made or ()] == ([left] if left else [])


@pytest.mark.parametrize(
    ("change", "now", "left"),
    [
        (ADDED, None, 1),
        (ADDED, {"id": "b2", "status": "new", "note": "theirs"}, 0),
        (ADDED, {"id": "b2", "status": "bypassed"}, None),
        (inverse([ADDED])[0], {"id": "b2", "status": "new"}, 1),
        (inverse([ADDED])[0], {"id": "b2", "status": "bypassed"}, None),
        (inverse([ADDED])[0], None, 0),
    ],
)
def test_rows_that_come_and_go(change: RowChange, now: Row | None, left: int | None) -> None:
    made = remaining([change], [now])
    assert (None if made is None else len(made)) == left


@pytest.mark.parametrize(
    ("changes", "present", "expected"),
    [
        ([RESOLVED], [ROW], True),
        ([RESOLVED], [{**ROW, "updated_at": 9}], True),
        ([RESOLVED], [{**ROW, "status": "resolved", "updated_at": 2}], False),
        ([RESOLVED], [{**ROW, "status": "resolved", "updated_at": 1}], False),
        ([RESOLVED], [{**ROW, "status": "bypassed"}], False),
        ([RESOLVED], [None], False),
        ([RESOLVED, ADDED], [{**ROW, "status": "resolved", "updated_at": 2}, None], True),
        ([replace(RESOLVED, before={"updated_at": 1}, after={"updated_at": 2})], [ROW], False),
    ],
)
def test_whether_the_old_values_stand_again(
    changes: list[RowChange], present: list[Row | None], expected: bool
) -> None:  # fmt: skip
    assert put_back(changes, present) is expected


def test_without_what_a_later_change_is_about() -> None:
    later = replace(RESOLVED, before={"status": "resolved"}, after={"status": "active"})
    (left,) = without([RESOLVED], [later])
    assert (left.before, left.after) == ({"updated_at": 1}, {"updated_at": 2})
    assert without([RESOLVED], [RESOLVED]) == ()
    assert without([ADDED], [RESOLVED]) == (ADDED,)
    assert without([ADDED], [replace(later, key="b2")]) == ()
    assert without([RESOLVED], [replace(later, after=None)]) == ()


@pytest.mark.parametrize("found", [[{}], [{"table": "t"}], [[]], [{**packed([ADDED])[0], "key": [1]}]])
def test_json_that_is_none(found: list[dict[str, object]]) -> None:
    with pytest.raises((TypeError, KeyError, ValueError)):
        unpacked(found)
