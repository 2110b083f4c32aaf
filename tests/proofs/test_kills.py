"""The proofs that all is done or nothing, of files and of rows of a database, in their short form."""

from collections.abc import Mapping
from typing import NamedTuple

import pytest

from tests.proofs import database, kills
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

STEPS = {
    "files": {kills.GROUP: 19, "an undo": 37, "a draft": 7, "a note": 11, "a setting": 7},
    "rows": {"rows": 23, "rows of a database without a log": 29, database.GROUP: 29, "an undo of rows and files": 47,
             "a new database": 29, "an undo of a new database": 31},
}  # fmt: skip
"""Of how many calls to the disk and to SQLite one is tried."""


class Judged(NamedTuple):
    """What may be interrupted, and of these the change of several files."""

    steps: Mapping[str, int]
    judges: list[Judge]
    group: Judge


@pytest.fixture(scope="module", params=STEPS)
def judged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    proof, steps = {"files": kills, "rows": database}[request.param], STEPS[request.param]
    judges = proof.judged(tmp_path_factory.mktemp(request.param), tuple(steps))
    return Judged(steps, judges, next(judge for judge in judges if judge.scene.name == proof.GROUP))


def test_ended_at_any_call_it_is_whole_after_the_next_start(judged: Judged) -> None:
    assert sum(dead_at_every_call(judge, judged.steps[judge.scene.name]) for judge in judged.judges) > 10


def test_ended_while_it_is_completed_it_is_whole_after_the_start_after_that(judged: Judged) -> None:
    assert dead_in_recovery(judged.group, 53) > 2


def test_a_fault_at_any_call_changes_nothing(judged: Judged) -> None:
    assert sum(failing_at_every_call(judge, judged.steps[judge.scene.name]) for judge in judged.judges) > 6


def test_a_full_disk_changes_nothing(judged: Judged) -> None:
    assert full_from_every_call(judged.group, 17) > 6


def test_what_a_disk_that_fails_for_good_left_is_completed_later(judged: Judged) -> None:
    assert gone_from_every_call(judged.group, 7) > 2


def test_killed_at_random_moments_it_is_whole(judged: Judged) -> None:
    killed = stood = 0
    for seed in range(7, 17):  # a busy machine may kill every process too early, or too late
        found = killed_at_random(judged.judges, 6, seed)
        killed, stood = killed + found[0], stood + found[1]
        if killed and stood:
            break
    assert killed
    assert stood
    assert killed_in_recovery_at_random(judged.group, 3, 7) <= 3
