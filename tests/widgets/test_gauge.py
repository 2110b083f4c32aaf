"""Bars are as long as they are told; a dot never claims a limit that was not reached."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Limits
from cockpit.widgets.gauge import gauge, marks, place_of, progress
from cockpit.widgets.view import UNICODE
from tests.support.model_builders import threshold

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
