"""Whatever the room and the wishes: places lie inside the board, never overlap, and show what matters."""

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cockpit.widgets.board import ORDER, SMALLEST, Rectangle, Shape, Want, plan, shape_of

SIZES = st.tuples(st.integers(SMALLEST[0], 240), st.integers(SMALLEST[1] - 2, 80))
ROWS = st.one_of(st.integers(0, 12), st.integers(0, 5_000))
WANTS = st.fixed_dictionaries(
    {name: st.tuples(ROWS, ROWS, ROWS, ROWS).map(lambda rows: tuple(sorted(rows))) for name in ORDER}
)
"""Lines wanted at each density."""
Heights = dict[str, int | tuple[int, ...]]


def wishes(heights: Heights) -> dict[str, Want]:
    """Wants by name, in the order of their numbers: the same at every density, or one for each."""

    def want(tall: tuple[int, ...]) -> Want:
        return lambda _width, height, density: min(height, tall[density])

    ordered = {name: heights[name] for name in ORDER if name in heights}
    return {name: want(tall if isinstance(tall, tuple) else (tall,) * 4) for name, tall in ordered.items()}


def planned(width: int, height: int, focused: str = "attention", **heights: object) -> dict[str, Rectangle]:
    """The places of a board on which only these panes hold something, of all that there are."""
    wants: Heights = {"attention": 1, **dict.fromkeys(ORDER[1:], 0), **heights}  # type: ignore[dict-item]
    return plan(width, height, wishes(wants), focused)


def frame_of(size: tuple[int, int], heights: Heights, name: str) -> int:
    """Lines of the frame of a pane: its title alone where it holds nothing."""
    empty = name != "attention" and not heights[name][0]  # type: ignore[index]
    return 1 if shape_of(*size) == "column" or empty else 2


def overlap(one: Rectangle, other: Rectangle) -> bool:
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
def test_places_are_inside_and_apart(size: tuple[int, int], heights: Heights, focused: str) -> None:
    width, height = size
    places = plan(width, height, wishes(heights), focused)
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
@example((100, 26), {**dict.fromkeys(ORDER, (0,) * 4), "position": (11,) * 4, "phases": (3,) * 4}, "attention")
@example((100, 26), {**dict.fromkeys(ORDER, (0,) * 4), "position": (11,) * 4, "sessions": (2,) * 4}, "phases")
def test_attention_and_the_focused_pane_are_always_visible(
    size: tuple[int, int], heights: Heights, focused: str
) -> None:
    places = plan(*size, wishes(heights), focused)
    assert places["attention"].height > frame_of(size, heights, "attention")
    assert places[focused].height >= frame_of(size, heights, focused) + bool(heights[focused][0])  # type: ignore[index]


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_panes_without_room_are_counted(size: tuple[int, int], heights: Heights, focused: str) -> None:
    places = plan(*size, wishes(heights), focused)
    assert ("counts" in places) == (set(ORDER) - set(places) != set())
    if "counts" in places:
        assert places["counts"] == (0, size[1] - 1, size[0], 1)


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
@example(
    (100, 34),
    {**dict.fromkeys(ORDER, (0,) * 4), "attention": (0, 6, 6, 6), "position": (12, 12, 12, 13), "phases": (3,) * 4,
     "blockers": (2,) * 4, "todos": (2,) * 4},
    "attention",
)  # fmt: skip
def test_no_frame_is_higher_than_its_content_and_none_is_cut_above_blank_rows(
    size: tuple[int, int], heights: Heights, focused: str
) -> None:
    """Of panes that could use any number of lines more."""
    places = plan(*size, wishes(heights), focused)
    bottom = size[1] - ("counts" in places)
    for name in set(ORDER) & set(places):
        most = heights[name][3] if name != "attention" else max(1, heights[name][3])  # type: ignore[index]
        assert places[name].height <= frame_of(size, heights, name) + most
    panes = [name for name in ORDER if name in places and name != "attention"]
    for x in {places[name].x for name in panes}:
        column = [name for name in (*panes, "detail") if name in places and places[name].x == x]
        if max(places[name].y + places[name].height for name in column) < bottom:
            lists = [name for name in column if name != "detail"]
            lists = [name for name in lists if heights[name][0]]  # type: ignore[index]
            assert all(places[name].height == frame_of(size, heights, name) + heights[name][3] for name in lists)  # type: ignore[index]


@pytest.mark.parametrize(
    ("size", "want", "places"),
    [
        ((80, 22), 0, {"todos": Rectangle(0, 0, 80, 22)}),
        ((80, 22), 4, {"todos": Rectangle(0, 0, 80, 5), "detail": Rectangle(0, 5, 80, 17)}),
        ((80, 22), 500, {"todos": Rectangle(0, 0, 80, 13), "detail": Rectangle(0, 13, 80, 9)}),
        ((80, 22), (4, 5, 9, 10), {"todos": Rectangle(0, 0, 80, 11), "detail": Rectangle(0, 11, 80, 11)}),
        ((40, 8), 4, {"todos": Rectangle(0, 0, 40, 8)}),
        ((120, 38), 4, {"todos": Rectangle(0, 0, 120, 6), "detail": Rectangle(0, 6, 120, 32)}),
        ((200, 58), 4, {"todos": Rectangle(0, 0, 110, 58), "detail": Rectangle(110, 0, 90, 58)}),
        ((200, 58), 0, {"todos": Rectangle(0, 0, 200, 58)}),
    ],
)
def test_a_zoomed_pane_shares_the_board_with_the_detail_of_its_row(
    size: tuple[int, int], want: int | tuple[int, ...], places: dict[str, Rectangle]
) -> None:
    wants = wishes({**dict.fromkeys(ORDER, 2), "todos": want})
    assert plan(*size, wants, "attention", "todos") == places


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
def test_a_zoomed_board_is_used_whole(size: tuple[int, int], heights: Heights, name: str) -> None:
    places = plan(*size, wishes(heights), "attention", name)
    assert sum(place.width * place.height for place in places.values()) == size[0] * size[1]
    assert set(places) <= {name, "detail"}


def tall(places: dict[str, Rectangle]) -> dict[str, int]:
    return {name: place.height for name, place in places.items()}


def test_a_list_that_there_is_not_is_nowhere_and_an_empty_one_is_its_title() -> None:
    names = ("attention", "position", "phases", "sessions", "findings")
    wants = dict.fromkeys(names, 2)
    assert set(plan(120, 38, wishes(wants), "attention")) == {*names, "detail"}
    places = plan(120, 38, wishes(wants | {"findings": 0}), "attention")
    assert set(places) == {*names, "detail"}
    assert tall(places)["findings"] == 1


def test_one_column_counts_what_is_empty() -> None:
    assert "findings" not in planned(80, 40, position=2, phases=2)
    assert planned(80, 40, "findings", position=2, phases=2)["findings"].height == 1


def test_one_column_gives_the_first_ones_all_they_need() -> None:
    needs = {"position": 3, "thresholds": 5, "phases": 6, "decisions": 6, "todos": 2, "sessions": 2}
    assert tall(planned(80, 22, **needs)) == {
        "attention": 2,
        "position": 4,
        "thresholds": 6,
        "phases": 5,
        "decisions": 4,
        "counts": 1,
    }
    assert tall(planned(80, 22, "todos", **needs)) == {
        "attention": 2,
        "position": 4,
        "thresholds": 6,
        "phases": 6,
        "todos": 3,
        "counts": 1,
    }


def test_the_smallest_screen_shows_the_focused_pane_and_what_needs_a_person() -> None:
    assert list(planned(40, 8, "findings", **dict.fromkeys(ORDER, 2))) == ["attention", "findings", "counts"]


@pytest.mark.parametrize(
    ("height", "want", "lines"),
    [(38, 1, 1), (38, 500, 6), (22, 500, 4), (38, (1, 3, 3, 3), 3), (38, (2, 9, 9, 9), 6), (22, (4, 6, 9, 9), 6)],
)
def test_needs_are_whole_where_that_is_not_too_much(height: int, want: int | tuple[int, ...], lines: int) -> None:
    assert planned(120, height, attention=want)["attention"].height == lines + (2 if height > 26 else 1)


@pytest.mark.parametrize(
    ("needs", "heights"),
    [
        ({"position": 8, "phases": 5}, [10, 7]),  # nothing is left to be shown, and the rest stays blank
        (
            {"position": (8, 9, 11, 13), "phases": (5, 5, 15, 18)},
            [13, 15],
        ),  # texts, then second lines, as far as it goes
        ({"position": 8, "phases": 500}, [10, 18]),  # what is too much scrolls
        ({"position": 8, "phases": 20, "todos": 10}, [10, 15, 4]),  # most is hidden of the phases
        ({"position": 40, "phases": 40, "todos": 40}, [29]),
    ],
)
def test_room_goes_to_what_is_hidden_then_to_what_is_cut(needs: dict[str, object], heights: list[int]) -> None:
    places = planned(120, 33, **needs)
    assert [places[name].height for name in needs if name in places] == heights


def test_two_columns_and_the_detail_below_the_second() -> None:
    places = planned(120, 38, **dict.fromkeys(ORDER, 2))
    left, right = ("position", "phases", "blockers", "todos"), ("thresholds", "decisions", "sessions", "findings")
    for names in (left, (*right, "detail")):
        assert len({(places[name].x, places[name].width) for name in names}) == 1
        tops = [places[name].y for name in names]
        assert tops == sorted(tops)
    assert all(places[name].height == 4 for name in (*left, *right))
    assert places["detail"].y + places["detail"].height == 38


@pytest.mark.parametrize(
    ("size", "ends"), [((100, 26), [45, 100]), ((120, 38), [54, 120]), ((200, 58), [60, 130, 200])]
)
@given(WANTS, st.sampled_from(ORDER))
def test_the_columns_have_fixed_shares(size: tuple[int, int], ends: list[int], heights: Heights, focused: str) -> None:
    places = plan(*size, wishes(heights), focused)
    panes = [place for name, place in places.items() if name not in ("attention", "counts")]
    assert {place.x + place.width for place in panes} <= set(ends)
    assert {place.x for place in panes} <= {0, *ends}


def columns(**needs: object) -> list[list[str]]:
    """The panes of each column of a wide board with those needs, from left to right."""
    found: dict[int, list[str]] = {}
    for name, place in sorted(planned(200, 57, **needs).items(), key=lambda each: each[1].y):
        if name not in ("attention", "counts"):
            found.setdefault(place.x, []).append(name)
    return [found[x] for x in sorted(found)]


def test_a_column_of_which_a_system_has_nothing_is_left_out() -> None:
    every = [
        ["position", "phases", "blockers", "todos"],
        ["thresholds", "decisions", "sessions"],
        ["findings", "detail"],
    ]
    assert columns(**dict.fromkeys(ORDER, 2)) == columns(position=2) == every
    agents = wishes(dict.fromkeys(("attention", "thresholds", "sessions", "findings"), 3))
    assert {place.x for place in plan(200, 57, agents, "attention").values()} == {0, 130}
    assert {place.width for place in plan(120, 38, agents, "attention").values()} == {120}


def test_the_panes_stand_in_the_order_of_the_wants() -> None:
    wants = wishes({"attention": 1, "thresholds": 3, "sessions": 4})
    agents_first = {name: wants[name] for name in ("attention", "sessions", "thresholds")}
    for size in ((80, 22), (120, 38), (200, 58)):
        above, below = (plan(*size, agents_first, "attention")[name] for name in ("sessions", "thresholds"))
        assert above.y < below.y
        assert (above.x, above.width) == (below.x, below.width)
