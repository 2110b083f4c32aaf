"""The bell rings once for each alert that begins to fire, and not for what was there already."""

import pytest

from cockpit.model import Project, Threshold
from cockpit.rules.thresholds.alert_state import alarms, heard_next
from tests.support.model_builders import acknowledgment, project, threshold, track

CALM = threshold(value=5.0)
ALERT = threshold(value=26.5, level="alert", agent_will="pause")
STOP = threshold(value=55.0, level="stop", agent_will="halt")
SEEN = threshold(value=26.5, level="alert", acknowledgment=acknowledgment())
CONTEXT = threshold(metric="context", value=42.0, level="alert", agent_will="pause")


def at(*thresholds: Threshold) -> Project:
    return project(track(thresholds=thresholds))


def rings(*steps: Project | None) -> list[bool]:
    """Whether it rings at each step, beginning with the first reading."""
    heard, rung = alarms(None), []
    for before, after in zip((None, *steps), steps, strict=False):
        assert after is not None
        heard, now = heard_next(heard, before, after)
        rung.append(now)
    return rung


@pytest.mark.parametrize(
    ("steps", "rung"),
    [
        ((at(ALERT), at(ALERT)), [False, False]),
        ((at(CALM), at(ALERT), at(ALERT)), [False, True, False]),
        ((at(CALM), at(ALERT), at(STOP)), [False, True, True]),
        ((at(CALM), at(ALERT), at(SEEN), at(ALERT)), [False, True, False, True]),
        ((at(CALM), at(ALERT), at(ALERT, CONTEXT)), [False, True, True]),
        ((at(ALERT), at(), at(ALERT)), [False, False, False]),
        ((at(ALERT), project(), at(ALERT)), [False, False, False]),
        ((at(CALM), project(track(thresholds=(CALM,)), track(path="x", thresholds=(ALERT,)))), [False, False]),
    ],
    ids=["at the start", "once", "graver", "again after it was over", "another metric", "values that cannot be read",
         "a track that cannot be read", "a track that was found later"],
)  # fmt: skip
def test_rings(steps: tuple[Project, ...], rung: list[bool]) -> None:
    assert rings(*steps) == rung


def test_a_project_shown_in_the_first_frame_does_not_ring() -> None:
    first = at(ALERT)
    assert heard_next(alarms(first), first, at(ALERT)) == (alarms(first), False)
