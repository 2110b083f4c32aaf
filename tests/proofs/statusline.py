"""No kill of the status line leaves a broken line, and none takes away what was told before:
`python -m tests.proofs.statusline [--kills 10000]`."""

import argparse
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cockpit.cli.statusline import show
from cockpit.project.readings import read_readings
from cockpit.rules.readings import cost
from cockpit.storage.user_files import readings
from cockpit.storage.user_files.places import repository_state_dir
from tests.support.status_lines import said

SIGNALS = (signal.SIGTERM, signal.SIGKILL)
STARTED = 20
"""Of so many processes one is started as the agent starts it; the others are forked, and killed while they write."""
COMPACT_BYTES = 20_000
SESSIONS = 2
STEP = 0.25


class Found(NamedTuple):
    """How many processes were killed and how many were through before, how many of those killed had written their
    line, and how often the readings were compacted."""

    killed: int = 0
    through: int = 0
    written: int = 0
    compacted: int = 0


def killed(folder: Path, kills: int, seed: int, every: int = STARTED) -> Found:
    """Kills processes of two sessions, two at a time, at random moments. Each tells a cost that is greater by a step:
    the sum tells which lines are there. One process of `every` is started."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a hook that ran in this process had its own, which forks inherit
    chance = random.Random(seed)
    file = repository_state_dir(folder) / readings.NAME
    took = [min(_seconds(folder, False) for _ in range(3)), _seconds(folder, True)]
    found, number, inode = Found(), 0, 0
    lower = {session: _told(folder, session) for session in range(SESSIONS)}
    while found.killed < kills:
        number += 1
        is_started = number % every == 0
        costs = {session: lower[session] + STEP for session in range(SESSIONS)}
        running = {session: _begin(folder, session, told, is_started) for session, told in costs.items()}
        for process in running.values():
            time.sleep(chance.uniform(0, 0.7 * took[is_started]))
            os.kill(process, chance.choice(SIGNALS))
        for session, process in running.items():
            status = os.waitpid(process, 0)[1]
            was_killed = os.WIFSIGNALED(status)
            assert was_killed or os.WEXITSTATUS(status) == 0
            is_there = _told(folder, session) == costs[session]
            assert is_there or (was_killed and _told(folder, session) == lower[session]), (session, costs, number)
            lower[session] = costs[session] if is_there else lower[session]
            took[is_started] *= 1.05 if was_killed else 0.9  # of a machine that is busy some are killed, too
            found = found._replace(killed=found.killed + was_killed, through=found.through + (not was_killed),
                                   written=found.written + (was_killed and is_there))  # fmt: skip
        _whole(file)
        now = file.stat().st_ino
        found, inode = found._replace(compacted=found.compacted + (now != inode)), now
    return found


def _begin(folder: Path, session: int, told: float, started: bool) -> int:
    """The process of a status line, with its input."""
    told_by, tells = os.pipe()
    os.write(tells, json.dumps(said(f"s{session}", folder, cost=told)).encode())
    os.close(tells)
    if started:
        compacting = f"from cockpit.storage.user_files import readings; readings.COMPACT_BYTES = {COMPACT_BYTES}"
        command = [sys.executable, "-c", f"{compacting}; from cockpit.cli.main import run; run()", "statusline"]
        files = [(os.POSIX_SPAWN_DUP2, told_by, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
        process = os.posix_spawn(sys.executable, command, os.environ, file_actions=files)
    else:
        process = os.fork()
        if process == 0:
            _as_status_line(told_by)
    os.close(told_by)
    return process


def _as_status_line(told_by: int) -> None:
    readings.COMPACT_BYTES = COMPACT_BYTES
    os.dup2(told_by, 0)
    sys.stdin = open(0)  # noqa: SIM115 - the descriptor, until the end
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - as above
    os._exit(show())


def _seconds(folder: Path, started: bool) -> float:
    """How long it takes."""
    begun = time.monotonic()
    for session in range(SESSIONS):
        os.waitpid(_begin(folder, session, STEP, started), 0)
    return (time.monotonic() - begun) / SESSIONS


def _told(folder: Path, session: int) -> float:
    found = read_readings(folder)
    mine = tuple(each for each in found.entries if each.session == f"s{session}")  # type: ignore[union-attr]
    sums = cost(type(found)(entries=mine), now=time.time())
    assert sums is not None
    return sums.value


def _whole(file: Path) -> None:
    data = file.read_bytes()
    assert data.endswith(b"\n")
    for line in data.splitlines():
        assert not line or isinstance(json.loads(line), dict)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        os.environ["COCKPIT_STATE_DIR"] = f"{folder}/state"
        found = killed(Path(folder), given.kills, given.seed)
    print(  # noqa: T201 - the figures are what it is for
        f"{found.killed:,} processes killed, {found.written:,} of them behind their line, beside {found.through:,} "
        f"that were through: no line is broken, none is lost, each is counted once; compacted {found.compacted:,} times"
    )


if __name__ == "__main__":
    main()
