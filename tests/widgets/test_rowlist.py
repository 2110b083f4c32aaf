"""Rows keep their identity when they are replaced; the cursor never stands on a heading."""

import pytest

from cockpit.widgets.pane import REST, Row, RowList


def rows(keys: str) -> tuple[Row, ...]:
    """A row for each letter; capitals are headings."""
    return tuple(Row(key, key, search=f"row {key}", selectable=key.islower()) for key in keys)


def listed(keys: str) -> RowList:
    found = RowList()
    found.replace(rows(keys), mark=False)
    return found


@pytest.mark.parametrize(
    ("before", "cursor", "after", "place"),
    [
        ("abc", 1, "xabc", 2),  # an insertion above
        ("abc", 1, "ac", 1),  # the row is gone: the one that took its place
        ("abc", 2, "ab", 1),
        ("abc", 0, "", 0),
        ("HabF", 2, "HaF", 1),  # never the footer, and not back to the top
        ("Hab", 1, "Hb", 1),
    ],
)
def test_the_selection_survives_replacement(before: str, cursor: int, after: str, place: int) -> None:
    found = listed(before)
    selected = found.at(cursor)
    found.replace(rows(after), mark=False)
    assert found.place_of(selected, cursor) == place


@pytest.mark.parametrize(
    ("keys", "index", "step", "place"),
    [
        ("abc", 1, 1, 1),
        ("aHb", 1, 1, 2),
        ("Ha", 0, -1, 1),
        ("HabF", 9, 1, 2),
        ("HabF", -5, -1, 1),
        ("HF", 0, 1, 0),
        ("", 3, 1, 0),
    ],
)
def test_the_nearest_row_that_can_be_selected(keys: str, index: int, step: int, place: int) -> None:
    assert listed(keys).nearest(index, step) == place


def test_a_filter_lets_through_what_contains_it_and_stays_when_rows_are_replaced() -> None:
    found = listed("HabF")
    for needle, shown in (("A", "a"), ("row", "HabF"), ("nothing", ""), ("row b", "b")):
        found.filter(needle)
        assert "".join(row.key for row in found.shown) == shown
    found.replace(rows("xbz"), mark=False)
    assert [row.key for row in found.shown] == ["b"]
    found.filter("")
    assert [row.key for row in found.shown] == ["x", "b", "z"]


def test_nothing_is_marked_at_the_first_reading_or_where_nothing_changed() -> None:
    found = RowList()
    assert not found.replace(rows("ab"), mark=False)
    assert not found.replace(rows("ba"), mark=True), "another order is no change"
    assert not found.replace(rows("a"), mark=True), "a row that went cannot be marked"
    assert not found.replace(rows("aH"), mark=True), "headings are not marked"


def test_only_the_telling_part_of_a_value_is_compared() -> None:
    found = RowList()
    found.replace((Row("a", ("read at 1", 5), telling=5),), mark=False)
    assert not found.replace((Row("a", ("read at 2", 5), telling=5),), mark=True)
    assert found.replace((Row("a", ("read at 2", 6), telling=6),), mark=True)


def test_forgetting_drops_only_the_marks_of_that_change_and_before() -> None:
    found = listed("a")
    change = found.replace(rows("ab"), mark=True)
    found.replace(rows("abc"), mark=True)
    found.forget_marks(change)
    assert [found.is_marked(row) for row in found.all] == [False, False, True]


def test_rows_that_say_the_same_are_still_told_apart() -> None:
    found = RowList()
    found.replace((Row("same", 1), Row("same", 2), Row("other", 3), Row("same", 4)), mark=False)
    assert len({row.key for row in found.all}) == 4
    selected = found.at(3)
    found.replace((Row("new", 0), Row("same", 1), Row("same", 2), Row("other", 3), Row("same", 4)), mark=False)
    assert found.place_of(selected, 3) == 4


def test_of_thousands_the_first_are_kept_and_a_row_stands_for_the_rest_whatever_the_filter() -> None:
    found = RowList(most=3)
    found.replace(iter(rows("abcde")), mark=False)
    assert [row.key for row in found.all] == ["a", "b", "c"]
    assert (found.shown[-1], found.found, found.rest) == (REST, 3, "Only the first 3 are shown.")
    found.filter("row b")
    assert ([row.key for row in found.shown], found.found) == (["b", REST.key], 1)
    assert found.rest == "Only the first 3 are looked through."
    found.replace(rows("abc"), mark=False)
    assert REST not in found.shown
