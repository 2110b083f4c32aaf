"""Which status may follow which."""

from typing import get_args

import pytest

from cockpit.model import Status
from cockpit.rules.next_step import LEGAL, legal_moves, may_move

SEVEN: tuple[Status, ...] = (
    "discussing", "planning", "ready", "in_progress", "blocked", "phase_complete", "completed",
)  # fmt: skip


@pytest.mark.parametrize(
    ("status", "targets"),
    [
        ("discussing", "planning ready blocked"),
        ("planning", "ready discussing blocked"),
        ("ready", "in_progress planning blocked"),
        ("in_progress", "phase_complete completed planning ready blocked"),
        ("blocked", "in_progress ready planning discussing"),
        ("phase_complete", "discussing planning ready in_progress completed blocked"),
        ("completed", "discussing in_progress"),
    ],
)
def test_the_legal_moves_of_the_seven_statuses(status: Status, targets: str) -> None:
    assert legal_moves(status) == tuple(targets.split())
    assert {target for target in SEVEN if may_move(status, target)} == {*targets.split(), status}


def test_no_phase_is_completed_out_of_talk() -> None:
    assert not any(may_move(status, "phase_complete") for status in ("discussing", "planning", "ready", "blocked"))


def test_every_status_leads_on_and_an_unknown_one_anywhere() -> None:
    assert all(legal_moves(status) for status in get_args(Status))
    assert set(legal_moves("unknown")) == set(SEVEN)
    assert set(get_args(Status)) - set(LEGAL) == {"unknown"}


def test_work_can_always_be_blocked_except_when_it_is_over() -> None:
    assert {status for status in LEGAL if not may_move(status, "blocked")} == {"completed", "skipped"}
