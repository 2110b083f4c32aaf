"""The proof about rows of a database, in its short form."""

from pathlib import Path

import pytest

from tests.proofs.database import GROUP, NOTICED, judged, nothing_lost, stale_updates
from tests.proofs.kills import (
    Judge,
    dead_at_every_call,
    dead_in_recovery,
    failing_at_every_call,
    full_from_every_call,
    gone_from_every_call,
    killed_at_random,
    killed_in_recovery_at_random,
)

STEPS = {"rows": 11, "rows of a database without a log": 23, GROUP: 13, "an undo of rows and files": 29,
         "a new database": 13, "an undo of a new database": 13}  # fmt: skip
"""Of how many calls to the disk and to SQLite one is tried."""


@pytest.fixture
def judges(tmp_path: Path) -> list[Judge]:
    return judged(tmp_path, tuple(STEPS))


@pytest.fixture
def group(tmp_path: Path) -> Judge:
    return judged(tmp_path / "group", (GROUP,))[0]


def test_ended_at_any_call_it_is_whole_after_the_next_start(judges: list[Judge]) -> None:
    assert sum(dead_at_every_call(judge, STEPS[judge.scene.name]) for judge in judges) > 10


def test_ended_while_it_is_completed_it_is_whole_after_the_start_after_that(group: Judge) -> None:
    assert dead_in_recovery(group, 53) > 4


def test_a_fault_at_any_call_changes_nothing(judges: list[Judge]) -> None:
    assert sum(failing_at_every_call(judge, STEPS[judge.scene.name]) for judge in judges) > 6


def test_a_full_disk_changes_nothing(group: Judge) -> None:
    assert full_from_every_call(group, 11) > 8


def test_what_a_disk_that_fails_for_good_left_is_completed_later(group: Judge) -> None:
    assert gone_from_every_call(group, 5) > 2


def test_killed_at_random_moments_it_is_whole(judges: list[Judge], group: Judge) -> None:
    killed, stood = killed_at_random(judges, 6, 7)
    assert killed + stood >= 6
    assert killed_in_recovery_at_random(group, 3, 7) <= 3


@pytest.mark.parametrize("wal", [True, False])
def test_no_write_of_several_is_lost(tmp_path: Path, wal: bool) -> None:
    assert nothing_lost(tmp_path, 3, 30, 1, wal=wal) == {"cockpits": 2, "agents": 1, "writes": 30}


def test_a_stale_update_is_noticed_and_what_it_took_back_given_again(tmp_path: Path) -> None:
    assert 0 < stale_updates(tmp_path, 3, 1) < NOTICED
