"""Nothing outside the project is touched, whenever a folder in it is exchanged with a link that leads out:
`python -m tests.proofs.exchange [--tries 2000]`."""

import argparse
import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.project.change import change
from cockpit.project.workspace import Workspace
from cockpit.storage import disk
from cockpit.storage.transactions.recovery import recover
from cockpit.systems.interface import Change, Edit
from cockpit.wording.messages import plain
from tests.cases import case_project
from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.proofs.away import away
from tests.proofs.scenes import killed_at
from tests.support.sandbox import NOW, Content, Sandbox, observed, subject, undo

OLD: dict[str, Content] = {"state/a.json": b"1\n", "state/new/deep/c.md": None, "state/old.md": b"old\n"}
NEW: dict[str, Content] = {"state/a.json": b"2\n", "state/new/deep/c.md": b"made\n", "state/old.md": None}
SIDES = (OLD, NEW)
ROUND = 40
"""How many todos are written into one project."""
exchange = disk.exchange
"""The call itself: the one in `disk` is replaced while the calls are observed."""
Tree = dict[str, tuple[bytes | None, int]]


def tree(folder: Path) -> Tree:
    """Every file below a folder with its bytes, every folder with None, and when each was last changed."""
    return {
        str(path.relative_to(folder)): (
            path.read_bytes() if path.is_file() and not path.is_symlink() else None,
            path.lstat().st_ctime_ns,
        )
        for path in (folder, *folder.rglob("*"))
    }


@dataclass(frozen=True)
class Trap:
    """A project whose state folder can be exchanged with a link to a folder outside that holds the same."""

    root: Path
    outside: Path
    state: str

    @classmethod
    def laid(cls, root: Path, state: str) -> "Trap":
        """The trap for a project that is there. What has no name in the project is found as `aside` in it."""
        outside = root.parent / "outside"
        shutil.copytree(root / state, outside)
        trap = cls(root, outside, state)
        trap.aside.symlink_to(outside)
        return trap

    @property
    def aside(self) -> Path:
        """The link, and the state folder while the link stands in its place."""
        return self.root / ".aside"

    def exchange(self) -> None:
        """Puts the link in the place of the folder, or back."""
        exchange(self.root / self.state, self.aside)

    def restore(self) -> None:
        """Puts the folder in its place, if it is not there."""
        if (self.root / self.state).is_symlink():
            self.exchange()


# At every call to the disk


def _set_trap(folder: Path) -> tuple[Sandbox, Trap]:
    workspace = Sandbox.create(folder, OLD)
    return workspace, Trap.laid(workspace.root, "state")


def _write(workspace: Sandbox) -> None:
    changes = tuple(Change(path=path, before=before, after=NEW[path]) for path, before in OLD.items())
    workspace.commit_edit(lambda: Edit(changes=changes, done=plain("Changed it")), subject=subject())


def _undo(workspace: Sandbox) -> None:
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)


def _recover(workspace: Sandbox) -> None:
    recover(workspace.root, store=workspace.store, now=NOW)


def _written(folder: Path) -> tuple[Sandbox, Trap]:
    workspace = Sandbox.create(folder, OLD)
    _write(workspace)
    return workspace, Trap.laid(workspace.root, "state")


def _ended_at(call: int) -> Callable[[Path], tuple[Sandbox, Trap]]:
    def ready(folder: Path) -> tuple[Sandbox, Trap]:
        workspace, trap = _set_trap(folder)
        with killed_at(call):
            _write(workspace)
        shutil.rmtree(trap.outside)
        shutil.copytree(workspace.root / "state", trap.outside)  # also what the crash left beside the files
        return workspace, trap

    return ready


def at_every_call(
    folder: Path,
    ready: Callable[[Path], tuple[Sandbox, Trap]],
    act: Callable[[Sandbox], None],
    step: int = 1,
) -> int:
    """Exchanges the folder before each call to the disk of a deed; how often. Fails where anything outside is touched,
    or the project is neither old nor new after the next start."""
    for number in count(0, step):
        workspace, trap = ready(folder / str(number))
        before = tree(trap.outside)

        def interrupt(current: int, name: str, number: int = number, trap: Trap = trap) -> None:
            if current == number:
                trap.exchange()

        with observed(interrupt) as calls, suppress(CommandError):
            act(workspace)
        assert tree(trap.outside) == before, (number, calls.made[number])
        trap.restore()
        _recover(workspace)
        assert tree(trap.outside) == before, (number, "recovered")
        assert workspace.contents(OLD) in SIDES, (number, calls.made[number], workspace.contents(OLD))
        assert workspace.litter() == [], (number, calls.made[number])
        assert set(workspace.states()) <= {"done"}, (number, workspace.states())
        shutil.rmtree(folder / str(number))
        if len(calls.made) <= number:
            return number // step
    raise AssertionError


def at_every_call_of_all(folder: Path, step: int = 1, crashes: int = 6) -> dict[str, int]:
    """The same for a change of three files, its undo, and the completing of it after some crashes; how often each."""
    found = {
        "a change": at_every_call(folder / "change", _set_trap, _write, step),
        "an undo": at_every_call(folder / "undo", _written, _undo, step),
    }
    workspace, _ = _set_trap(folder / "calls")
    with observed() as calls:
        _write(workspace)
    later = range(calls.made.index("exchange") - 8, len(calls.made), max(1, len(calls.made) // crashes))
    found["a recovery"] = sum(
        at_every_call(folder / f"recovery-{call}", _ended_at(call), _recover, step) for call in later
    )
    return found


# Beside a process that does it all the time


def beside_exchanges(folder: Path, tries: int, seed: int = 1, system: Described = DESCRIBED[0]) -> dict[str, int]:
    """Lets a process exchange the state folder again and again while todos are written; how many were written and
    refused. Fails where anything outside is touched, or a todo that was acknowledged is not there once."""
    root = folder / "project"
    shutil.copytree(case_project(f"{system.id}/{system.shared.project}"), root)
    state = next(path.name for path in root.iterdir() if path.is_dir() and path.name.startswith("."))
    trap = Trap.laid(root, state)
    before = tree(trap.outside)
    written, refused = [], 0
    context = get_context("fork")
    ends = context.Event()
    other = context.Process(target=_exchange_until, args=(trap, ends, seed), daemon=True)
    other.start()
    try:
        for turn in range(tries):
            said = f"a task #{turn}#"
            try:
                change(Workspace(root=root, now=datetime.now(UTC)), None, system.shared.adding[0][0](said))
                written.append(said)
            except CommandError:
                refused += 1
    finally:
        ends.set()
        other.join(20)
    trap.restore()
    assert tree(trap.outside) == before
    recover(root, store=Workspace(root=root, now=datetime.now(UTC)).store, now=datetime.now(UTC))
    assert tree(trap.outside) == before
    there = "".join(path.read_text("utf-8") for path in (root / state).rglob("*") if path.is_file())
    assert [said for said in written if there.count(said) != 1] == []
    assert not [path for path in root.rglob("*") if "cockpit-" in path.name]
    return {"written": len(written), "refused": refused}


def _exchange_until(trap: Trap, ends: Event, seed: int) -> None:
    chance = random.Random(seed)
    while not ends.is_set():
        trap.exchange()
        time.sleep(chance.choice((0, 0, 0.0002, 0.001)))
        trap.exchange()
        time.sleep(chance.choice((0, 0.0005, 0.002, 0.01)))


def beside_exchanges_in_all(folder: Path, tries: int, seed: int = 1) -> dict[str, int]:
    """The same in several projects, one after the other: a long list of todos takes longer to write each time."""
    found = Counter[str]()
    for number, begun in enumerate(range(0, tries, ROUND)):
        found.update(beside_exchanges(folder / str(number), min(ROUND, tries - begun), seed + number))
    return dict(found)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=2000, help="how many todos are written beside the process")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with away() as folder:
        calls = at_every_call_of_all(folder)
    with away() as folder:
        found = beside_exchanges_in_all(folder, given.tries, given.seed)
    told = ", ".join(f"{times:,} of {what}" for what, times in calls.items())
    print(  # noqa: T201 - the figures are what it is for
        f"the folder exchanged before every storage call ({told}): nothing outside touched, old or new after the next "
        f"start\n{given.tries:,} todos beside a process that exchanges it all the time: {found['written']:,} written, "
        f"{found['refused']:,} refused, 0 files outside touched, each that was written there once"
    )


if __name__ == "__main__":
    os.umask(0o022)
    main()
