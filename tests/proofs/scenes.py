"""What may be interrupted: changing one file or several, taking that back, keeping what a person typed or chose."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from cockpit.model.handoff_draft import HandoffDraft
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.recovery import recover
from cockpit.storage.user_files import drafts, ledger, notes, toml_file
from cockpit.wording.times import write_instant
from tests.support.databases import dump
from tests.support.sandbox import NOW, Calls, Content, Sandbox, observed, redo, subject, undo

TRACK = ".autopilot/TRANSPONDER.md"
ONE: tuple[dict[str, Content], dict[str, Content]] = ({"a.json": b'{"n": 1}\n'}, {"a.json": b'{"n": 2}\n'})
TWO: tuple[dict[str, Content], dict[str, Content]] = (
    {"a.json": b'{"n": 1}\n', "b.md": b"one\r\ntwo\r\n"},
    {"a.json": b'{"n": 2}\n', "b.md": b"one\r\nTWO\r\n"},
)
THREE: tuple[dict[str, Content], dict[str, Content]] = (
    {"state/a.json": b"1\n", "new/deep/c.md": None, "old.md": b"old\n"},
    {"state/a.json": b"2\n", "new/deep/c.md": b"made\n", "old.md": None},
)
Tree = Mapping[str, Content]
"""Every file below a folder with its bytes, every folder with None."""


class Killed(BaseException):
    """In place of the end of the process: from here on nothing reaches the disk."""


@dataclass(frozen=True)
class Scene:
    """Something that is done, in a workspace that is made ready for it. Afterwards all of it is done, or nothing."""

    name: str
    ready: Callable[[Path], Sandbox]
    act: Callable[[Sandbox], object]
    told: int = 1
    """How many lines it adds to the ledger, and entries to the journal."""
    commits: bool = False
    """Whether something of it cannot be taken back without room, once it is done: it is completed then."""


def tree(workspace: Sandbox) -> Tree:
    """The project, and what else is written: drafts, notes, settings, as they are read."""
    root = workspace.root
    found: dict[str, Content] = {
        path.relative_to(root).as_posix(): _content(path) for path in root.rglob("*") if ".db-" not in path.name
    }
    draft = drafts.read(workspace.store, TRACK)
    found["@draft"] = repr(draft and draft.draft.state).encode()
    found["@notes"] = workspace.store.notes.read_bytes() if workspace.store.notes.exists() else None
    found["@settings"] = repr(toml_file.read(settings(workspace))).encode()
    return found


def _content(path: Path) -> Content:
    """What is in a file; of a database what its tables hold, wherever SQLite has put that."""
    if path.suffix == ".db":
        return repr(dump(path)).encode()
    return path.read_bytes() if path.is_file() else None


def settings(workspace: Sandbox) -> Path:
    return workspace.root.parent / "config" / "preferences.toml"


def litter(workspace: Sandbox) -> list[str]:
    """What was left lying about, anywhere."""
    return [path.name for path in workspace.root.parent.rglob("*") if ".tmp" in path.name or "cockpit-" in path.name]


@contextmanager
def killed_at(number: int) -> Iterator[Calls]:
    """From the call with this number on nothing is done any more, as if the process had died there."""

    def interrupt(current: int, name: str) -> None:
        if current >= number:
            raise Killed

    with suppress(Killed), observed(interrupt) as calls:
        yield calls


def start(workspace: Sandbox) -> None:
    """What the next start does: whatever was interrupted is completed."""
    gc.collect()  # the connections of a process end with it
    recover(workspace.root, store=workspace.store, now=NOW)
    if settings(workspace).exists():
        toml_file.write(settings(workspace), toml_file.read(settings(workspace)))


def _project(files: tuple[Mapping[str, Content], Mapping[str, Content]]) -> Callable[[Path], Sandbox]:
    return lambda folder: Sandbox.create(folder, files[0])


def _changing(files: tuple[Mapping[str, Content], Mapping[str, Content]]) -> Callable[[Sandbox], object]:
    return lambda workspace: workspace.commit(files[1], subject=subject())


def _changed(folder: Path) -> Sandbox:
    workspace = Sandbox.create(folder, THREE[0])
    workspace.commit(THREE[1], subject=subject())
    return workspace


def _undone(folder: Path) -> Sandbox:
    workspace = _changed(folder)
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    return workspace


def _spoken(folder: Path) -> Sandbox:
    workspace = Sandbox.create(folder, ONE[0])
    _keep_draft(workspace, "before")
    notes.waive(workspace.store, TRACK, "handoff", "branch", "before")
    toml_file.write(settings(workspace), {"theme": "before"})
    return workspace


def _keep_draft(workspace: Sandbox, words: str) -> None:
    store, draft = workspace.store, replace(HandoffDraft(), state=words)
    drafts.keep(store, TRACK, drafts.KeptDraft(draft=draft, at=write_instant(NOW), step="state"))


SCENES = (
    Scene("a change", _project(ONE), _changing(ONE)),
    Scene("a change of two files", _project(TWO), _changing(TWO)),
    Scene("a change, a new file and a removed one", _project(THREE), _changing(THREE)),
    Scene("an undo", _changed, lambda made: undo(made.root, store=made.store, actor="person", now=NOW)),
    Scene("a redo", _undone, lambda made: redo(made.root, store=made.store, actor="person", now=NOW)),
    Scene("a draft", _spoken, lambda made: _keep_draft(made, "after"), told=0),
    Scene("a note", _spoken, lambda made: notes.waive(made.store, TRACK, "handoff", "branch", "after"), told=0),
    Scene("a setting", _spoken, lambda made: toml_file.write(settings(made), {"theme": "after"}), told=0),
)


def told(workspace: Sandbox) -> tuple[int, int]:
    """The lines of the ledger, and the entries of the journal that are done. Fails where one is anything else."""
    found = journal.read(workspace.store)
    assert len(found.entries) == len(found.listing), "each can be read"
    assert {entry.state for entry in found.entries} <= {"done"}
    return len(ledger.read(workspace.store)), len(found.entries)
