"""Whatever the room and the wishes: places lie inside the board, never overlap, and show what matters."""

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from textual.geometry import Region

from cockpit.widgets.board import ORDER, SMALLEST, Want, plan, shape_of

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


def frame_of(size: tuple[int, int], heights: Heights, name: str) -> int:
    """Lines of the frame of a pane: its title alone where it holds nothing."""
    empty = name != "attention" and not heights[name][0]  # type: ignore[index]
    return 1 if shape_of(*size) == "column" or empty else 2


def overlap(one: Region, other: Region) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@settings(deadline=None)
@given(SIZES, WANTS, st.sampled_from(ORDER))
@example((100, 26), {**dict.fromkeys(ORDER, (0,) * 4), "position": (11,) * 4, "phases": (3,) * 4}, "attention")
@example((100, 26), {**dict.fromkeys(ORDER, (0,) * 4), "position": (11,) * 4, "sessions": (2,) * 4}, "phases")
def test_places_are_inside_and_apart_and_what_matters_has_one(
    size: tuple[int, int], heights: Heights, focused: str
) -> None:
    width, height = size
    places = plan(width, height, wishes(heights), focused)
    for name, place in places.items():
        assert 0 <= place.x < place.x + place.width <= width, name
        assert 0 <= place.y < place.y + place.height <= height, name
    assert [names for names in combinations(places, 2) if overlap(*(places[name] for name in names))] == []
    assert places["attention"].height > frame_of(size, heights, "attention")
    assert places[focused].height >= frame_of(size, heights, focused) + bool(heights[focused][0])  # type: ignore[index]
    assert ("counts" in places) == (set(ORDER) - set(places) != set())


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
        ((80, 22), 4, {"todos": Region(0, 0, 80, 5), "detail": Region(0, 5, 80, 17)}),
        ((80, 22), 500, {"todos": Region(0, 0, 80, 13), "detail": Region(0, 13, 80, 9)}),
        ((80, 22), (4, 5, 9, 10), {"todos": Region(0, 0, 80, 11), "detail": Region(0, 11, 80, 11)}),
        ((40, 8), 4, {"todos": Region(0, 0, 40, 8)}),
        ((200, 58), 4, {"todos": Region(0, 0, 110, 58), "detail": Region(110, 0, 90, 58)}),
        ((200, 58), 0, {"todos": Region(0, 0, 200, 58)}),
    ],
)
def test_a_zoomed_pane_shares_the_board_with_the_detail_of_its_row(
    size: tuple[int, int], want: int | tuple[int, ...], places: dict[str, Region]
) -> None:
    wants = wishes({**dict.fromkeys(ORDER, 2), "todos": want})
    assert plan(*size, wants, "attention", "todos") == places
