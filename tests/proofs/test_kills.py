"""The proof that all is done or nothing, in its short form."""

from pathlib import Path

import pytest

from tests.proofs.kills import (
    GROUP,
    Judge,
    dead_at_every_call,
    dead_in_recovery,
    failing_at_every_call,
    full_from_every_call,
    gone_from_every_call,
    judged,
    killed_at_random,
    killed_in_recovery_at_random,
)

STEPS = {GROUP: 11, "an undo": 19, "a draft": 5, "a note": 9, "a setting": 5}
"""Of how many calls to the disk one is tried."""


@pytest.fixture
def judges(tmp_path: Path) -> list[Judge]:
    return judged(tmp_path, tuple(STEPS))


@pytest.fixture
def group(tmp_path: Path) -> Judge:
    return judged(tmp_path / "group", (GROUP,))[0]


def test_ended_at_any_call_it_is_whole_after_the_next_start(judges: list[Judge]) -> None:
    assert sum(dead_at_every_call(judge, STEPS[judge.scene.name]) for judge in judges) > 18


def test_ended_while_it_is_completed_it_is_whole_after_the_start_after_that(group: Judge) -> None:
    assert dead_in_recovery(group, 41) > 3


def test_a_fault_at_any_call_changes_nothing(judges: list[Judge]) -> None:
    assert sum(failing_at_every_call(judge, STEPS[judge.scene.name]) for judge in judges) > 11


def test_a_full_disk_changes_nothing(group: Judge) -> None:
    assert full_from_every_call(group, 13) > 9


def test_what_a_disk_that_fails_for_good_left_is_completed_later(group: Judge) -> None:
    assert gone_from_every_call(group, 7) > 4


def test_killed_at_random_moments_it_is_whole(judges: list[Judge], group: Judge) -> None:
    killed = stood = 0
    for seed in range(7, 17):  # a busy machine may kill every process too early, or too late
        found = killed_at_random(judges, 8, seed)
        killed, stood = killed + found[0], stood + found[1]
        if killed and stood:
            break
    assert killed
    assert stood
    assert killed_in_recovery_at_random(group, 4, 7) <= 4
