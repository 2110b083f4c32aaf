"""Whatever the room and the wishes: places lie inside the board, never overlap, and show what matters."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.widgets.board import ORDER, SMALLEST, Place, Plan, Shape, Want, plan, shape_of

SIZES = st.tuples(st.integers(SMALLEST[0], 240), st.integers(SMALLEST[1] - 2, 80))
ROWS = st.one_of(st.integers(0, 12), st.integers(0, 5_000))
WANTS = st.fixed_dictionaries(
    {name: st.tuples(ROWS, ROWS, ROWS, ROWS).map(lambda rows: tuple(sorted(rows))) for name in ORDER}
)
"""Lines wanted at each density."""


def wishes(heights: dict[str, int | tuple[int, ...]]) -> dict[str, Want]:
    """Wants by name: the same at every density, or one for each."""
    by_density = {name: tall if isinstance(tall, tuple) else (tall,) * 4 for name, tall in heights.items()}
    return {name: (lambda _width, density, tall=tall: tall[density]) for name, tall in by_density.items()}


def few(**heights: int | tuple[int, ...]) -> dict[str, Want]:
    return wishes(dict.fromkeys(ORDER, 2) | heights)


def overlap(one: Place, other: Place) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.mark.parametrize(
    ("width", "height", "shape"),
    [
        (40, 8, "column"),
        (80, 22, "column"),
        (99, 60, "column"),
        (100, 25, "column"),
        (100, 26, "grid"),
        (120, 38, "grid"),
        (159, 80, "grid"),
        (160, 35, "grid"),
        (160, 36, "wide"),
        (200, 58, "wide"),
    ],
)
def test_shapes(width: int, height: int, shape: Shape) -> None:
    assert shape_of(width, height) == shape


@settings(deadline=None, max_examples=75)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_places_are_inside_and_apart(size: tuple[int, int], heights: dict[str, tuple[int, ...]], focused: str) -> None:
    width, height = size
    places = plan(width, height, wishes(heights), focused).places
    for name, place in places.items():
        assert place.x >= 0, name
        assert place.y >= 0, name
        assert place.width > 0, name
        assert place.height > 0, name
        assert place.x + place.width <= width, name
        assert place.y + place.height <= height, name
    assert [names for names in combinations(places, 2) if overlap(*(places[name] for name in names))] == []


@settings(deadline=None, max_examples=75)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_attention_and_the_focused_pane_are_always_visible(
    size: tuple[int, int], heights: dict[str, tuple[int, ...]], focused: str
) -> None:
    places = plan(*size, wishes(heights), focused).places
    framed = 2 if shape_of(*size) != "column" else 1
    assert places["attention"].height > framed
    assert places[focused].height > framed


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_panes_without_room_are_counted(
    size: tuple[int, int], heights: dict[str, tuple[int, ...]], focused: str
) -> None:
    places = plan(*size, wishes(heights), focused).places
    assert ("counts" in places) == (set(ORDER) - set(places) != set())
    if "counts" in places:
        assert places["counts"] == (0, size[1] - 1, size[0], 1)


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_the_whole_board_is_used(size: tuple[int, int], heights: dict[str, tuple[int, ...]], focused: str) -> None:
    places = plan(*size, wishes(heights), focused).places
    used = sum(place.width * place.height for place in places.values())
    spare = size[0] if shape_of(*size) == "column" and "counts" not in places else 0
    assert used >= size[0] * size[1] - spare


@pytest.mark.parametrize(
    ("size", "want", "places"),
    [
        ((80, 22), 0, {"todos": Place(0, 0, 80, 22)}),
        ((80, 22), 4, {"todos": Place(0, 0, 80, 5), "detail": Place(0, 5, 80, 17)}),
        ((80, 22), 500, {"todos": Place(0, 0, 80, 13), "detail": Place(0, 13, 80, 9)}),
        ((80, 22), (4, 5, 9, 16), {"todos": Place(0, 0, 80, 10), "detail": Place(0, 10, 80, 12)}),
        ((40, 8), 4, {"todos": Place(0, 0, 40, 8)}),
        ((120, 38), 4, {"todos": Place(0, 0, 120, 6), "detail": Place(0, 6, 120, 32)}),
        ((200, 58), 4, {"todos": Place(0, 0, 110, 58), "detail": Place(110, 0, 90, 58)}),
        ((200, 58), 0, {"todos": Place(0, 0, 200, 58)}),
    ],
)
def test_a_zoomed_pane_shares_the_board_with_the_detail_of_its_row(
    size: tuple[int, int], want: int | tuple[int, ...], places: dict[str, Place]
) -> None:
    assert plan(*size, few(todos=want), "attention", "todos").places == places


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_a_zoomed_board_is_used_whole(size: tuple[int, int], heights: dict[str, tuple[int, ...]], name: str) -> None:
    places = plan(*size, wishes(heights), "attention", name).places
    assert sum(place.width * place.height for place in places.values()) == size[0] * size[1]
    assert set(places) <= {name, "detail"}


def test_one_column() -> None:
    places = plan(80, 22, few(position=3, thresholds=4), "attention").places
    assert {name: place.height for name, place in places.items()} == {
        "attention": 3,
        "position": 4,
        "thresholds": 5,
        "blockers": 3,
        "decisions": 3,
        "todos": 3,
        "counts": 1,
    }
    assert all(place.width == 80 for place in places.values())


def test_the_smallest_screen_shows_the_focused_pane_and_what_needs_a_person() -> None:
    places = plan(40, 8, few(), "findings").places
    assert [name for name in ORDER if name in places] == ["attention", "position", "findings"]


def test_the_focused_pane_takes_the_room_that_is_left() -> None:
    places = plan(80, 22, wishes(dict.fromkeys(ORDER, 0) | {"attention": 1, "todos": 2}), "todos").places
    assert places["todos"].height == 21 - 2 - 2 - 2


def test_attention_never_crowds_out_the_rest() -> None:
    assert plan(80, 22, few(attention=500), "attention").places["attention"].height == 7
    assert plan(120, 38, few(attention=500), "attention").places["attention"].height == 8
    assert plan(200, 58, few(attention=500), "attention").places["attention"].height == 8


def test_the_grid() -> None:
    places = plan(120, 38, few(), "attention").places
    assert set(places) == set(ORDER)
    assert places["attention"][:3] == (0, 0, 120)
    for column in (("position", "blockers", "todos", "phases"), ("thresholds", "decisions", "sessions", "findings")):
        assert len({(places[name].x, places[name].width) for name in column}) == 1
        tops = [places[name].y for name in column]
        assert tops == sorted(tops)
        assert sum(places[name].height for name in column) == 38 - places["attention"].height
    assert places["position"].width + places["thresholds"].width == 120


def heights(*names: str, **wants: int | tuple[int, ...]) -> list[int]:
    """How tall those panes of the grid are with those wants; the attention takes three lines of thirty-three."""
    empty = dict.fromkeys(ORDER, 0)
    places = plan(120, 33, wishes(empty | wants), "attention").places
    return [places[name].height for name in names]


@pytest.mark.parametrize(
    ("wants", "tall"),
    [
        # position, blockers, todos, phases share thirty lines
        ({"position": 8, "phases": 5}, [10, 4, 5, 11]),  # what is left is shared by what the lists hold
        ({"position": 8}, [10, 6, 7, 7]),
        ({"position": 8, "todos": 2, "phases": 2}, [10, 5, 7, 8]),
        ({"position": (8, 9, 11, 13), "phases": 5}, [15, 3, 3, 9]),  # all is said, then comes air
        ({"position": (8, 9, 11, 13), "phases": (5, 5, 15, 20)}, [13, 3, 3, 11]),  # no air while something is cut
        ({"position": 8, "phases": 500}, [10, 3, 3, 14]),  # what is too much scrolls
        ({"position": 10, "phases": 40}, [12, 3, 3, 12]),  # too little room is taken from the tallest list
        ({"position": 40, "phases": 40}, [19, 3, 3, 5]),  # and from what is always there, once lists are short
    ],
)
def test_room_goes_to_what_is_cut_then_to_reasons_then_to_air(wants: dict[str, Any], tall: list[int]) -> None:
    assert heights("position", "blockers", "todos", "phases", **wants) == tall


def columns(**wants: int) -> list[list[str]]:
    """The panes of each column of a wide board with those wants, from left to right."""
    places = plan(200, 57, wishes(dict.fromkeys(ORDER, 0) | wants), "attention").places
    found: dict[int, list[str]] = {}
    for name, place in sorted(places.items(), key=lambda each: each[1].y):
        if name != "attention":
            found.setdefault(place.x, []).append(name)
    return [found[x] for x in sorted(found)]


@pytest.mark.parametrize(
    ("wants", "moved"),
    [
        ({"phases": 6}, {}),
        ({"phases": 40}, {"phases"}),
        ({"phases": 40, "decisions": 9}, set()),  # there is no room for them in the middle either
        ({"findings": 30, "sessions": 12}, {"findings"}),
        ({"phases": 500}, set()),
    ],
)
def test_a_pane_that_is_cut_stands_in_the_middle_where_that_is_empty(wants: dict[str, int], moved: set[str]) -> None:
    left, middle, right = columns(position=10, thresholds=10, **wants)
    assert set(middle) == {"blockers", "decisions", "todos"} | set(moved)
    assert (left, right) == (
        [name for name in ("position", "thresholds", "phases") if name not in moved],
        [name for name in ("detail", "sessions", "findings") if name not in moved],
    )


@pytest.mark.parametrize(("want", "tall"), [(1, 3), ((1, 3, 3, 3), 5), ((2, 9, 9, 9), 4), (500, 8), ((4, 6, 9, 9), 8)])
def test_the_attention_is_whole_where_that_is_not_too_much(want: int | tuple[int, ...], tall: int) -> None:
    assert plan(120, 38, few(attention=want), "todos").places["attention"].height == tall


def test_the_wide_shape_has_three_columns_and_the_detail() -> None:
    places = plan(200, 58, few(), "attention").places
    assert set(places) == {*ORDER, "detail"}
    for column in (
        ("position", "thresholds", "phases"),
        ("blockers", "decisions", "todos"),
        ("detail", "sessions", "findings"),
    ):
        assert len({(places[name].x, places[name].width) for name in column}) == 1
        assert sum(places[name].height for name in column) == 58 - places["attention"].height
    assert places["detail"].height > 40, "what is left beside the lists tells of the selected row"


NEVER = ("thresholds", "blockers", "decisions", "todos")


def test_what_can_hold_nothing_takes_three_lines_and_the_sessions_stand_below_it() -> None:
    wants = few(**dict.fromkeys(NEVER, 0))
    places = plan(200, 58, wants, "attention", never=NEVER).places
    assert {places[name].height for name in NEVER} == {3}
    assert (places["sessions"].x, places["sessions"].width) == (places["todos"].x, places["todos"].width)
    assert places["sessions"].height == 58 - places["attention"].height - 9
    places = plan(120, 40, wants, "attention", never=NEVER).places
    assert {places[name].height for name in NEVER} == {3}
    assert places["phases"].height > 20


def test_a_place_of_nothing_is_no_place() -> None:
    made = Plan()
    made.add("x", 0, 0, 0, 5)
    made.add("y", 0, 0, 5, 0)
    made.add("z", 1, 2, 3, 4)
    assert made.places == {"z": (1, 2, 3, 4)}
