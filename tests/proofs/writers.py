"""No update is lost, of cockpit nor of an agent: `python -m tests.proofs.writers [--writers 6 --writes 2000]`."""

import argparse
import contextlib
import io
import random
import re
import shutil
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from cockpit.cli.main import main as cockpit
from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.state import Snapshot
from cockpit.project.change import change
from cockpit.project.history import ledger
from cockpit.project.load import load_project
from cockpit.project.observe import Observer
from cockpit.project.taken_back import removed_by_others
from cockpit.project.turning import apply_again
from cockpit.project.workspace import Workspace
from cockpit.storage.transactions import journal
from tests.cases import case_project
from tests.conformance.described import Described
from tests.conformance.registry import BY_FILES
from tests.proofs.away import away
from tests.support.processes import agent, answer, by_rename, ended, forked, persistently, slowly, started
from tests.support.sandbox import Sandbox

WAYS = ("rename", "in-place", "slowly", "holding", "mixed")
MARK = re.compile(r"#\d+-\d+#")
ROUND = 24
"""Writes into one project."""
NOTICED = 2.0
"""Within so many seconds it must be noticed that a stale copy took a change back."""


def writer_in(root: Path) -> Workspace:
    return Workspace(root=root, now=datetime.now(UTC))


def example(system: Described, root: Path) -> None:
    """Makes the project that is written."""
    shutil.copytree(case_project(f"{system.id}/{system.shared.project}"), root)


def track_in(root: Path) -> Track:
    return load_project(root, clock=lambda: datetime.now(UTC)).tracks[0]


class Watching:
    """A running program, as far as it looks at the disk: it follows the project, and looks back at every change."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._noticed = threading.Condition()
        self.removed: dict[int, float] = {}
        self.looks = 0
        self._observer = Observer(root, self._look)

    def __enter__(self) -> "Watching":
        self._observer.start()
        self.wait(lambda: self.looks > 0)
        return self

    def __exit__(self, *_: object) -> None:
        self._observer.stop()

    def _look(self, _snapshot: Snapshot) -> None:
        try:
            found = removed_by_others(writer_in(self._root))
        except CommandError:  # the others write without a pause
            found = ()
        with self._noticed:
            self.looks += 1
            for each in found:
                self.removed.setdefault(each.entry.number, time.monotonic())
            self._noticed.notify_all()

    def wait(self, condition: Callable[[], bool], seconds: float = 20.0) -> bool:
        """Whether it came to be."""
        with self._noticed:
            return self._noticed.wait_for(condition, seconds)


# Several cockpits and scripts


def all_there_in_rounds(system: Described, folder: Path, writers: int, writes: int) -> dict[str, int]:
    """As `all_there`, into one project after the other: a state file has room for so many entries only."""
    rounds = [all_there(system, folder / f"p{begun}", writers, min(ROUND, writes - begun))
              for begun in range(0, writes, ROUND)]  # fmt: skip
    return {"writes": writes, "looks": sum(each["looks"] for each in rounds)}


def all_there(system: Described, root: Path, writers: int, writes: int) -> dict[str, int]:
    """Lets several processes write into one project; the figures. Fails where one of their writes is not there once."""
    example(system, root)
    share = writes // writers
    others = [
        forked(_command if number % 2 else _function, system, root, number, share) for number in range(1, writers)
    ]
    with Watching(root) as program:  # after them: a thread may hold a lock that a forked process would wait for
        _function(system, root, 0, writes - share * (writers - 1))
        assert [ended(other) for other in others] == [0] * len(others)
        assert program.wait(lambda: program.looks > 1), "it looks at what is written"
    _check_all(root, writers, writes)
    assert not program.removed, "nobody took anything back"
    return {"writes": writes, "looks": program.looks}


def _check_all(root: Path, writers: int, writes: int) -> None:
    assert track_in(root)
    there = Counter(
        mark for path in root.rglob("*") if path.is_file() for mark in MARK.findall(path.read_text("utf-8"))
    )
    told = Counter(mark for each in ledger(writer_in(root)) for mark in MARK.findall(each.sentence))
    written = _names(writers, writes)
    assert there == Counter(written)
    assert set(told) == written
    assert not [path for path in root.rglob("*") if "cockpit-" in path.name]


def _names(writers: int, writes: int) -> set[str]:
    share = writes // writers
    own = [f"#0-{turn}#" for turn in range(writes - share * (writers - 1))]
    return {*own, *(f"#{number}-{turn}#" for number in range(1, writers) for turn in range(share))}


def _function(system: Described, root: Path, number: int, turns: int) -> None:
    """A cockpit: what its keys call."""
    for turn in range(turns):
        intent = system.shared.adding[turn % 10 == 9][0](f"a task #{number}-{turn}#")
        persistently(lambda intent=intent: change(writer_in(root), None, intent))


def _command(system: Described, root: Path, number: int, turns: int) -> None:
    """A script that uses the commands."""
    for turn in range(turns):
        verb = system.shared.adding[turn % 10 == 9][1]
        line = ["-C", str(root), *verb, f"a task #{number}-{turn}#"]
        for _ in range(200):
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
                code = cockpit(line)
            if code == 0:
                break
            time.sleep(0.005)
        else:
            sys.exit(said.getvalue())


# Cockpit beside an agent that writes whole files


def versions_kept(folder: Path, way: str, versions: int, seed: int = 3) -> dict[str, int]:
    """Lets an agent rewrite a file while cockpit answers in it; where its versions are. Fails where one is nowhere."""
    workspace = Sandbox.create(folder, {"s.json": b'{"cockpit": 0, "agent": []}'})
    writer = started(agent, workspace, way, versions, seed)
    answers = 0
    while writer.is_alive():
        assert ended(started(answer, workspace, 10)) == 0
        answers += 10
    assert ended(writer) == 0
    final = workspace.read("s.json") or b""
    kept = b"".join(each or b"" for each in workspace.kept_versions())
    whole = _journaled(workspace)
    found = Counter(_where(b'"%d"' % number, final, kept, whole) for number in range(versions))
    assert not found["nowhere"], (way, found)
    assert workspace.litter() == []
    return {"answers": answers, **found}


def _where(mark: bytes, final: bytes, kept: bytes, whole: bytes) -> str:
    places = {"merged": final, "kept": kept, "in the journal": whole}
    return next((name for name, content in places.items() if mark in content), "nowhere")


def _journaled(workspace: Sandbox) -> bytes:
    entries = journal.read(workspace.store).entries
    versions = (change for entry in entries for change in journal.changes(workspace.store, entry))
    return b"".join((change.before or b"") + (change.after or b"") for change in versions)


# An agent's stale copy


def stale_copies(system: Described, folder: Path, times: int, seed: int = 1) -> float:
    """Lets an agent write a stale copy over a change, again and again; the longest time in seconds until it was
    noticed. Fails where that is too long, or the change cannot be made again."""
    chance = random.Random(seed)
    worst = 0.0
    for turn in range(times):
        root = folder / f"{system.id}-{turn}"
        example(system, root)
        with Watching(root) as program:
            time.sleep(chance.uniform(0, 0.3))
            worst = max(worst, _overwritten(system, root, program, chance))
    assert worst < NOTICED, worst
    return worst


def _overwritten(system: Described, root: Path, program: Watching, chance: random.Random) -> float:
    stale = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    outcome = change(writer_in(root), None, system.shared.taken)
    assert outcome.entry is not None
    assert system.shared.stands(track_in(root))
    written = {path for path, data in stale.items() if path.read_bytes() != data}
    time.sleep(chance.choice((0, chance.uniform(0, 0.06), chance.uniform(0, 0.4))))
    way = chance.choice((by_rename, slowly, Path.write_bytes))
    own = chance.random() < 0.5
    for path in sorted(written):
        way(path, _worked_on(system, stale[path]) if own else stale[path])
    begun = time.monotonic()
    assert not system.shared.stands(track_in(root))
    assert program.wait(lambda: outcome.entry in program.removed, 10), ("never noticed", way, own)
    again = apply_again(writer_in(root), outcome.entry)
    assert system.shared.stands(track_in(root)), again
    return program.removed[outcome.entry] - begun


def _worked_on(system: Described, content: bytes) -> bytes:
    """The copy with a change of the agent's own."""
    for old, new in system.shared.own.items():
        content = content.replace(old, new)
    return content


def _tell(figures: str) -> None:
    print(figures, flush=True)  # noqa: T201 - the figures are what it is for


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--writers", type=int, default=6, help="how many processes write")
    parser.add_argument("--writes", type=int, default=2000, help="how often in all")
    parser.add_argument("--versions", type=int, default=1500, help="how many versions an agent writes in each way")
    parser.add_argument("--copies", type=int, default=40, help="how many stale copies an agent writes")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for way in WAYS:
        with away() as folder, patch("os.fsync"):  # no plug is pulled, and both sides are as quick as they can be
            found = versions_kept(folder, way, given.versions, given.seed)
        places = ", ".join(f"{count:,} {place}" for place, count in found.items() if place != "answers")
        _tell(f"{given.versions:,} versions of an agent ({way}) beside {found['answers']:,} answers: {places}")
    for system in BY_FILES:
        with away() as folder:
            there = all_there_in_rounds(system, folder, given.writers, given.writes)
        _tell(
            f"{system.id}: {there['writes']:,} writes of {given.writers} processes, half of them commands, beside a "
            f"program that looked {there['looks']:,} times: each there once, in the files and in the ledger"
        )
        with away() as folder:
            worst = stale_copies(system, folder, given.copies, given.seed)
        _tell(
            f"{system.id}: {given.copies:,} stale copies: each noticed and what it took back given again; "
            f"{worst:.2f} s at worst"
        )


if __name__ == "__main__":
    main()
