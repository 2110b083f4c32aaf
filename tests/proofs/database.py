"""Rows are all written or none, and nobody's are lost: `python -m tests.proofs.database [--moments 300]`."""

import argparse
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cockpit.model import Project
from cockpit.storage.reading.loader import Loader
from cockpit.storage.reading.watching import Watcher
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.taken_back import find
from cockpit.storage.user_files import ledger
from cockpit.systems.interface import Change, Edit
from cockpit.text.rows import RowChange, Tables
from cockpit.wording.messages import plain
from tests.proofs.away import away
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
from tests.proofs.scenes import Scene
from tests.support.databases import THEN, agent, make, run, value
from tests.support.fake_system import ROWS as PATH
from tests.support.fake_system import RowsSystem
from tests.support.processes import ended, forked, persistently
from tests.support.sandbox import NOW, Sandbox, putting, redo, removing, subject, undo, write_again

NEW = "new/deep/new.db"
NOTICED = 2.0
"""Within so many seconds a change of another program must be seen."""
GROUP = "rows, a file and a new one"


# Killed, or refused by the disk


def _ready(*, wal: bool = True) -> Callable[[Path], Sandbox]:
    def ready(folder: Path) -> Sandbox:
        workspace = Sandbox.create(folder, {"a.json": b'{"n": 1}\n'})
        make(workspace.root / PATH, wal=wal)
        return workspace

    return ready


def _rows(workspace: Sandbox) -> Edit:
    return workspace.edit_rows(
        PATH,
        putting(status="resolved", resolved_at=THEN + 60),
        removing("block-002"),
        putting("new", status="active", description="made"),
    )


def _group(workspace: Sandbox) -> Edit:
    files = workspace.edit({"a.json": b'{"n": 2}\n', "new/b.md": b"made\n"})
    return Edit(changes=(files.changes[0], *_rows(workspace).changes, files.changes[1]), done=plain("All of it"))


@cache
def _bytes() -> bytes:
    with TemporaryDirectory() as folder:
        return make(Path(folder) / "new.db", wal=False).read_bytes()


def _new(workspace: Sandbox) -> Edit:
    return Edit(changes=(Change(path=NEW, before=None, after=_bytes()),), done=plain("Began it"))


def _acting(edit: Callable[[Sandbox], Edit]) -> Callable[[Sandbox], object]:
    return lambda workspace: workspace.commit_edit(lambda: edit(workspace), subject=subject())


def _after(act: Callable[[Sandbox], object], ready: Callable[[Path], Sandbox]) -> Callable[[Path], Sandbox]:
    def acted(folder: Path) -> Sandbox:
        workspace = ready(folder)
        act(workspace)
        return workspace

    return acted


def _undo(workspace: Sandbox) -> object:
    return undo(workspace.root, store=workspace.store, actor="person", now=NOW)


def _redo(workspace: Sandbox) -> object:
    return redo(workspace.root, store=workspace.store, actor="person", now=NOW)


SCENES = (
    Scene("rows", _ready(), _acting(_rows), commits=True),
    Scene("rows of a database without a log", _ready(wal=False), _acting(_rows), commits=True),
    Scene(GROUP, _ready(), _acting(_group), commits=True),
    Scene("an undo of rows and files", _after(_acting(_group), _ready()), _undo, commits=True),
    Scene("a redo of rows and files", _after(_undo, _after(_acting(_group), _ready())), _redo, commits=True),
    Scene("a new database", _ready(), _acting(_new)),
    Scene("an undo of a new database", _after(_acting(_new), _ready()), _undo),
)


def judged(folder: Path, names: Iterable[str] = tuple(scene.name for scene in SCENES)) -> list[Judge]:
    """A judge for each scene of these names."""
    return [Judge(scene, folder / scene.name) for scene in SCENES if scene.name in names]


# Several writers


def nothing_lost(folder: Path, writers: int, writes: int, seed: int, *, wal: bool = True) -> dict[str, int]:
    """Lets cockpits and agents write into one database at once; the figures. Fails where a write of either is lost."""
    workspace = Sandbox.create(folder)
    path = make(workspace.root / PATH, wal=wal)
    share = writes // writers
    others = [
        forked(_cockpit if number % 2 else _agent, workspace, number, share, seed) for number in range(1, writers)
    ]
    _cockpit(workspace, 0, share, seed)
    assert [ended(other) for other in others] == [0] * len(others)
    cockpits = [number for number in range(writers) if number % 2 or not number]
    agents = [number for number in range(writers) if number not in cockpits]
    assert value(path, "current_phase", "init-1", "initiative_state") == 2 + share * writers, "both count it up"
    assert value(path, "current_plan", "init-1", "initiative_state") == 1 + share * len(agents)
    made = {row[0] for row in run(path, "SELECT id FROM initiative_decisions")}
    assert made == {f"{number}-{turn}" for number in range(writers) for turn in range(share)}
    entries = journal.read(workspace.store).entries
    assert [entry.state for entry in entries] == ["done"] * (share * len(cockpits))
    assert len(ledger.read(workspace.store)) == len(entries)
    return {"cockpits": len(cockpits), "agents": len(agents), "writes": share * writers}


def _cockpit(workspace: Sandbox, number: int, turns: int, seed: int) -> None:
    def count(tables: Tables) -> RowChange:
        phase = tables["initiative_state"].rows["init-1"]["current_phase"]
        assert isinstance(phase, int)
        return putting("init-1", "initiative_state", current_phase=phase + 1)(tables)

    for turn in range(turns):
        decide = putting(f"{number}-{turn}", "initiative_decisions", decision="ours")
        persistently(lambda decide=decide: workspace.commit_rows(PATH, count, decide, subject=subject()))


def _agent(workspace: Sandbox, number: int, turns: int, seed: int) -> None:
    """Counts up the column that cockpits count up, and one of its own, which it reads first."""
    chance = random.Random(seed + number)
    for turn in range(turns):
        with agent(workspace.root / PATH, timeout=60) as connection:
            connection.execute("BEGIN IMMEDIATE")
            (plan,) = connection.execute("SELECT current_plan FROM initiative_state").fetchone()
            connection.execute("UPDATE initiative_state SET current_phase = current_phase + 1")
            time.sleep(chance.choice((0, 0, 0.002)))
            connection.execute("UPDATE initiative_state SET current_plan = ?", (plan + 1,))
            connection.execute("INSERT INTO initiative_decisions (id) VALUES (?)", (f"{number}-{turn}",))
            connection.execute("COMMIT")
        time.sleep(chance.choice((0, 0.001, 0.004)))


# An agent's stale update


class Watching:
    """A running program, as far as it looks at the database."""

    def __init__(self, workspace: Sandbox) -> None:
        self._changed = threading.Condition()
        self.seen: list[tuple[str | None, float]] = []
        loader = Loader(workspace.root, systems=(RowsSystem(),), home=workspace.root.parent / "home")
        self._look(loader.load())
        self._watcher = Watcher(loader, self._look)

    def __enter__(self) -> "Watching":
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._watcher.stop()

    def _look(self, project: Project) -> None:
        with self._changed:
            self.seen += [(track.title, time.monotonic()) for track in project.tracks]
            self._changed.notify_all()

    def wait_for(self, title: str) -> float:
        """When it was seen that the row has this status."""
        with self._changed:
            assert self._changed.wait_for(lambda: bool(self.seen) and self.seen[-1][0] == title, 20), title
            return self.seen[-1][1]


def stale_updates(folder: Path, times: int, seed: int) -> float:
    """Lets an agent that holds its connection write back what it read before a change; the longest time in seconds
    until that was seen. Fails where the change is not told as taken back, or cannot be made again."""
    chance = random.Random(seed)
    worst = 0.0
    workspace = Sandbox.create(folder)
    path = make(workspace.root / PATH)
    with agent(path) as connection, Watching(workspace) as program:
        for turn in range(times):
            worst = max(worst, _overwritten(workspace, program, connection, chance, turn))
    assert worst < NOTICED, worst
    return worst


def _overwritten(
    workspace: Sandbox, program: Watching, connection: sqlite3.Connection, chance: random.Random, turn: int
) -> float:
    select = "SELECT status, resolved_at, workaround FROM initiative_blockers WHERE id = 'block-001'"
    update = "UPDATE initiative_blockers SET status = ?, resolved_at = ?, workaround = ? WHERE id = 'block-001'"
    stale = connection.execute(select).fetchone()
    entry = workspace.commit_rows(PATH, putting(status="resolved", resolved_at=THEN + turn), subject=subject()).entry_id
    assert entry is not None
    program.wait_for("resolved")
    time.sleep(chance.choice((0, chance.uniform(0, 0.06), chance.uniform(0, 0.4))))
    own = f"{stale[2]} and {turn}" if chance.random() < 0.5 else stale[2]
    begun = time.monotonic()
    connection.execute(update, (*stale[:2], own))
    took = program.wait_for("active") - begun
    found = find(workspace.store, workspace.current_contents)
    assert [each.entry.number for each in found] == [entry]
    write_again(workspace.root, entry, store=workspace.store, actor="person", now=NOW)
    assert connection.execute(select).fetchone() == ("resolved", THEN + turn, own)
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert connection.execute(select).fetchone() == (*stale[:2], own)
    program.wait_for("active")
    return took


def _tell(figures: str) -> None:
    print(figures, flush=True)  # noqa: T201 - the figures are what it is for


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moments", type=int, default=300, help="how many random moments a process is killed at")
    parser.add_argument("--writers", type=int, default=6, help="how many processes write")
    parser.add_argument("--writes", type=int, default=1200, help="how often in all")
    parser.add_argument("--updates", type=int, default=40, help="how many stale updates an agent writes")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        judges = judged(Path(folder))
        group = next(judge for judge in judges if judge.scene.name == GROUP)
        dead, again = sum(map(dead_at_every_call, judges)), dead_in_recovery(group, 2)
        _tell(
            f"ended at every storage call: {dead:,} times in {len(judges)} deeds, {again:,} times in a recovery: all "
            f"or nothing after the next start, no litter"
        )
        refused, full = sum(map(failing_at_every_call, judges)), sum(map(full_from_every_call, judges))
        waiting = sum(map(gone_from_every_call, judges))
        _tell(
            f"a fault at every call: {refused:,} refusals, disk or quota full from every call on: {full:,} refusals: "
            f"nothing changed, or, where rows were committed just before, completed at the next start; one that takes "
            f"nothing any more: {waiting:,} completed at the next start"
        )
        in_recovery = given.moments // 5
        killed, stood = killed_at_random(judges, given.moments - in_recovery, given.seed)
        killed_again = killed_in_recovery_at_random(group, in_recovery, given.seed)
        _tell(
            f"SIGKILL at {given.moments:,} random moments: {killed:,} during a deed ({stood:,} stood afterwards), "
            f"{killed_again:,} during a recovery: all or nothing, no litter"
        )
    for wal in (True, False):
        with away() as place:
            found = nothing_lost(place, given.writers, given.writes, given.seed, wal=wal)
        _tell(
            f"{found['writes']:,} writes of {found['cockpits']} cockpits and {found['agents']} agents at once "
            f"({'with' if wal else 'without'} a write-ahead log): each there once"
        )
    with away() as place:
        worst = stale_updates(place, given.updates, given.seed)
    _tell(f"{given.updates:,} stale updates: each seen, told and given again; {worst:.2f} s at worst")


if __name__ == "__main__":
    main()
