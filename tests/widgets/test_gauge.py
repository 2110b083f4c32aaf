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
        (5, 10, "╸─────────"),
        (45, 10, "━━━━╸─────"),
        (99.9, 10, "━━━━━━━━━╸"),
        (250, 10, "━━━━━━━━━━"),
        (-5, 10, "──────────"),
        (50, 0, ""),
    ],
)
def test_progress(percent: float, width: int, bar: str) -> None:
    assert progress(percent, width, UNICODE).plain == bar


ALL = Limits(warning=10, alert=25, stop=50)


@pytest.mark.parametrize(
    ("limits", "value", "drawn"),
    [
        (ALL, 0.0, "●──┿───┿───┿"),
        (ALL, 9.99, "━━●┿───┿───┿"),
        (ALL, 10.0, "━━━●───┿───┿"),
        (ALL, 25.0, "━━━┿━━━●───┿"),
        (ALL, 49.99, "━━━┿━━━┿━━●┿"),
        (ALL, 900.0, "━━━┿━━━┿━━━●"),
        (ALL, -3.0, "●──┿───┿───┿"),
        (ALL, None, "───┿───┿───┿"),
        (Limits(stop=20), 19.99, "━━━━━━━━━━●┿"),
        (Limits(alert=10), 4, "━━●────┿────"),
        (Limits(warning=5, stop=20), 5, "━━━●───────┿"),
    ],
)
def test_where_a_value_stands_between_the_limits_that_are_set(limits: Limits, value: float | None, drawn: str) -> None:
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
