"""Bars are as long as they are told; a dot never claims a limit that was not reached."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Limits, Threshold
from cockpit.widgets.gauge import gauge, marks, place_of, progress, style_of
from cockpit.widgets.view import ASCII, UNICODE, Glyphs
from tests.support.model_builders import acknowledgment, threshold

GLYPHS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
AMOUNTS = st.floats(0.01, 1e7)


@pytest.mark.parametrize(
    ("percent", "width", "bar"),
    [
        (0, 10, "──────────"),
        (4, 10, "──────────"),
        (5, 10, "╸─────────"),
        (42, 10, "━━━━──────"),
        (45, 10, "━━━━╸─────"),
        (99.9, 10, "━━━━━━━━━╸"),
        (100, 10, "━━━━━━━━━━"),
        (250, 10, "━━━━━━━━━━"),
        (-5, 10, "──────────"),
        (50, 1, "╸"),
        (50, 0, ""),
    ],
)
def test_progress(percent: float, width: int, bar: str) -> None:
    assert progress(percent, width, UNICODE).plain == bar


def test_progress_in_ascii_counts_whole_cells_only() -> None:
    assert progress(48, 10, ASCII).plain == "####------"


@GLYPHS
@settings(deadline=None)
@given(percent=st.floats(allow_nan=True, allow_infinity=True), width=st.integers(0, 200))
def test_a_bar_is_never_longer_or_shorter(glyphs: Glyphs, percent: float, width: int) -> None:
    assert progress(percent, width, glyphs).width == width


@GLYPHS
@settings(deadline=None)
@given(percent=st.floats(0, 99.999), width=st.integers(1, 100))
def test_only_the_whole_is_drawn_as_the_whole(glyphs: Glyphs, percent: float, width: int) -> None:
    assert progress(percent, width, glyphs).plain != glyphs.filled * width


@pytest.mark.parametrize(("width", "places"), [(8, (1, 4, 7)), (12, (3, 7, 11)), (30, (9, 19, 29)), (31, (9, 19, 30))])
def test_marks(width: int, places: tuple[int, int, int]) -> None:
    assert marks(width) == places


@pytest.mark.parametrize(
    ("value", "drawn"),
    [
        (0.0, "●──┿───┿───┿"),
        (5.0, "━●─┿───┿───┿"),
        (9.99, "━━●┿───┿───┿"),
        (10.0, "━━━●───┿───┿"),
        (24.99, "━━━┿━━●┿───┿"),
        (25.0, "━━━┿━━━●───┿"),
        (26.5, "━━━┿━━━●───┿"),
        (40.0, "━━━┿━━━┿━●─┿"),
        (49.99, "━━━┿━━━┿━━●┿"),
        (50.0, "━━━┿━━━┿━━━●"),
        (900.0, "━━━┿━━━┿━━━●"),
        (-3.0, "●──┿───┿───┿"),
        (None, "───┿───┿───┿"),
    ],
)
def test_gauge(value: float | None, drawn: str) -> None:
    assert gauge(threshold(value=value), 12, UNICODE).plain == drawn


@pytest.mark.parametrize(
    ("limits", "value", "drawn"),
    [
        (Limits(stop=20), 10, "━━━━━●─────┿"),
        (Limits(stop=20), 19.99, "━━━━━━━━━━●┿"),
        (Limits(stop=20), 20, "━━━━━━━━━━━●"),
        (Limits(alert=10), 4, "━━●────┿────"),
        (Limits(alert=10), 400, "━━━━━━━●────"),
        (Limits(warning=5, stop=20), 5, "━━━●───────┿"),
        (Limits(stop=20), None, "───────────┿"),
    ],
)
def test_where_not_all_limits_are_set_the_others_have_no_mark(limits: Limits, value: float | None, drawn: str) -> None:
    assert gauge(threshold(value=value, limits=limits), 12, UNICODE).plain == drawn


def test_gauge_in_ascii() -> None:
    assert gauge(threshold(value=26.5), 12, ASCII).plain == "===|===O---|"


@pytest.mark.parametrize(
    "limits",
    [
        Limits(),
        Limits(warning=30, alert=25, stop=50),
        Limits(warning=0, alert=25, stop=50),
        Limits(warning=-5, alert=25, stop=50),
    ],
)
def test_without_limits_in_order_there_is_no_dot(limits: Limits) -> None:
    assert place_of(threshold(limits=limits), 12) is None
    assert UNICODE.value not in gauge(threshold(limits=limits), 12, UNICODE).plain


@settings(deadline=None, max_examples=150)
@given(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS).map(sorted), st.floats(-10, 2e7), st.integers(8, 120))
def test_the_dot_stands_at_or_past_the_marks_reached_and_before_the_others(
    steps: list[float], value: float, width: int
) -> None:
    given = threshold(value=value, limits=Limits(warning=steps[0], alert=steps[1], stop=steps[2]))
    place = place_of(given, width)
    assert place is not None
    assert 0 <= place < width
    assert [place >= mark for mark in marks(width)] == [value >= step for step in steps]


@settings(deadline=None)
@given(st.lists(st.floats(0, 60), min_size=2).map(sorted), st.integers(8, 120))
def test_more_is_never_drawn_further_left(values: list[float], width: int) -> None:
    places = [place_of(threshold(value=value), width) for value in values]
    assert all(one <= other for one, other in pairwise(places))


@GLYPHS
@settings(deadline=None)
@given(value=st.one_of(st.none(), st.floats(allow_nan=True)), width=st.integers(8, 120))
def test_a_gauge_has_its_width_three_marks_and_one_dot(glyphs: Glyphs, value: float | None, width: int) -> None:
    line = gauge(threshold(value=value), width, glyphs)
    assert line.width == width
    dots = line.plain.count(glyphs.value)
    assert dots == (value is not None)
    assert line.plain.count(glyphs.limit) in (2, 3)


@pytest.mark.parametrize(
    ("given", "style"),
    [
        (threshold(), "ok"),
        (threshold(level="warning"), "warning"),
        (threshold(level="alert"), "alert"),
        (threshold(level="stop"), "stop"),
        (threshold(level="alert", acknowledgment=acknowledgment()), "muted"),
        (threshold(level="alert", acknowledgment=acknowledgment(effective=False)), "alert"),
        (threshold(level="stop", acknowledgment=acknowledgment()), "stop"),
    ],
)
def test_what_was_acknowledged_steps_back_but_a_stop_never(given: Threshold, style: str) -> None:
    assert style_of(given) == style
