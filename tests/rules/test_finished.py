"""When nothing is left to do."""

import pytest

from cockpit.model import Phase, Status
from cockpit.model.position import Counted, Position
from cockpit.rules.finished import is_over
from tests.builders import track


@pytest.mark.parametrize(
    ("status", "done", "total", "over"),
    [
        ("in_progress", 4, 4, True),
        ("in_progress", 3, 4, False),
        ("in_progress", 0, 0, False),
        ("completed", 3, 4, True),
        ("failed", 3, 4, False),
    ],
)
def test_a_track_is_over_when_all_that_counts_is_done(status: Status, done: int, total: int, over: bool) -> None:
    counted = Counted(done=done, total=total, unit="phases")
    assert is_over(track(position=Position(status=status, counted=counted))) is over
    assert is_over(track(position=Position(status="in_progress"))) is False


@pytest.mark.parametrize(
    ("statuses", "over"),
    [(("completed", "skipped"), True), (("completed", "failed"), False), (("completed", "pending"), False)],
)
def test_a_phase_that_was_skipped_is_not_open(statuses: tuple[str, ...], over: bool) -> None:
    phases = tuple(Phase(id=str(number), status=status) for number, status in enumerate(statuses))
    assert is_over(track(phases=phases)) is over
