"""The reason that a handoff is proposed to give follows what fires and what failed."""

import pytest

from cockpit.model import Level, PhaseError, Position, Status, Threshold
from cockpit.rules.handoff.proposal import why_it_stops
from cockpit.wording.messages import Message
from tests.support.model_builders import track


def at(metric: str, level: Level, value: float) -> Threshold:
    will = {"stop": "halt", "alert": "pause", "warning": "continue"}[level]
    return Threshold(metric=metric, unit="percent", value=value, level=level, agent_will=will)


CONTEXT, STOPPED, ERRORS = at("context", "alert", 44), at("context", "stop", 80), at("errors", "alert", 3)
COST, WARNED = at("variance", "stop", 60), at("context", "warning", 35)
FAILED = (PhaseError(message="tests fail"),)


@pytest.mark.parametrize(
    ("thresholds", "status", "errors", "expected"),
    [
        ((), "in_progress", (), ("user_interrupt", None)),
        ((WARNED,), "in_progress", (), ("user_interrupt", None)),
        ((CONTEXT,), "in_progress", (), ("context", "context 44 %")),
        ((STOPPED,), "in_progress", (), ("context", "context 80 %")),
        ((ERRORS, CONTEXT), "blocked", FAILED, ("context", "context 44 %")),
        ((COST, ERRORS), "in_progress", (), ("error", "errors 3 %")),
        ((COST,), "in_progress", (), ("user_interrupt", "variance 60 %")),
        ((COST,), "in_progress", FAILED, ("error", "an error is unresolved")),
        ((), "blocked", (), ("user_interrupt", "the status is blocked")),
        ((), "failed", (), ("error", "the status is failed")),
    ],
)
def test_why(
    thresholds: tuple[Threshold, ...],
    status: Status,
    errors: tuple[PhaseError, ...],
    expected: tuple[str, Message | None],
) -> None:
    stands = track(thresholds=thresholds, position=Position(status=status), errors=errors)
    assert why_it_stops(stands) == expected
