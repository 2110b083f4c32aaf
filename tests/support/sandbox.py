"""A small project to write into, disks that fail, and what must hold afterwards."""

import errno
import inspect
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.transactions import journal, sqlite_rows
from cockpit.storage.transactions.commit import Committed, commit
from cockpit.storage.transactions.contents import CurrentContents
from cockpit.storage.transactions.undo import take, turn_edit
from cockpit.storage.user_files.ledger import Entry, Subject
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.text.rows import RowChange, Tables, Value, applied, change_of
from cockpit.wording.messages import plain
from cockpit.wording.times import write_instant
from tests.support.databases import TABLES

NOW = datetime(2026, 1, 29, 14, 30, tzinfo=UTC)
Content = bytes | None
Edits = Callable[[Tables], RowChange]


@dataclass(frozen=True)
class Sandbox:
    """A project folder, and a store for it."""

    root: Path
    store: ProjectStore

    @classmethod
    def create(cls, folder: Path, files: Mapping[str, Content] | None = None) -> "Sandbox":
        workspace = cls(folder / "project", ProjectStore(folder / "state" / "it"))
        workspace.root.mkdir(parents=True)
        for path, content in (files or {}).items():
            if content is not None:
                workspace.write(path, content)
        return workspace

    def write(self, path: str, content: bytes) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(content)

    def read(self, path: str) -> Content:
        return (self.root / path).read_bytes() if (self.root / path).exists() else None

    @property
    def current_contents(self) -> CurrentContents:
        """What stands now of what changes are about."""
        return CurrentContents(self.root, None)

    def contents(self, paths: Mapping[str, object]) -> dict[str, Content]:
        return {path: self.read(path) for path in paths}

    def edit(self, wanted: Mapping[str, Content], done: str = "Changed it") -> Edit:
        """What turns the present content into the wanted one."""
        changes = tuple(Change(path=path, before=self.read(path), after=after) for path, after in wanted.items())
        return Edit(changes=changes, done=plain(done))

    def edit_rows(self, path: str, *edits: Edits, done: str = "Changed it") -> Edit:
        """What the edits come to, made one after the other on the rows as they are now."""
        content = DiskFiles(self.root, None).rows(path, TABLES)
        if content is None or content.tables is None or content.stale:
            raise CommandError(plain(f"{path} cannot be edited safely: it cannot be read now."))
        tables, made = content.tables, []
        for edit in edits:
            made += [edit(tables)]
            tables = applied(tables, made[-1:])
        return Edit(changes=(Change(path=path, before=None, after=None, rows=tuple(made)),), done=plain(done))

    def commit_rows(self, path: str, *edits: Edits, done: str = "Changed it", **more: Any) -> Committed:
        return self.commit_edit(lambda: self.edit_rows(path, *edits, done=done), **more)

    def commit(self, wanted: Mapping[str, Content], done: str = "Changed it", **more: Any) -> Committed:
        return self.commit_edit(lambda: self.edit(wanted, done), **more)

    def commit_edit(self, make: Callable[[], Edit], **more: Any) -> Committed:
        now, confirms = more.pop("now", NOW), more.pop("confirms", False)
        entry = Entry(at=write_instant(now), **({"verb": "move", "actor": "person"} | more))
        return commit(self.root, make, store=self.store, entry=entry, now=now, confirms=confirms)

    def litter(self) -> list[str]:
        """What temporary files are left, in the project and in the store."""
        everything = [*self.root.rglob("*"), *self.store.folder.rglob("*")]
        return [path.name for path in everything if ".tmp" in path.name or "cockpit-" in path.name]

    def states(self) -> list[str]:
        """The states of the journal's entries, oldest first."""
        return [entry.state for entry in journal.read(self.store).entries]

    def kept_versions(self) -> list[Content]:
        """The versions of others that found no place in their file."""
        entries = [entry for entry in journal.read(self.store).entries if entry.state == "kept"]
        return [change.after for entry in entries for change in journal.changes(self.store, entry)]


def putting(key: str = "block-001", table: str = "initiative_blockers", **values: Value) -> Edits:
    """The edit that gives columns of a row these values, or adds it."""

    def edit(tables: Tables) -> RowChange:
        change = change_of(tables[table], key, values)
        assert change is not None
        return change

    return edit


def removing(key: str, table: str = "initiative_blockers") -> Edits:
    """The edit that takes a row away."""
    return lambda tables: RowChange(table=table, column="id", key=key, before=tables[table].rows[key], after=None)


def subject() -> Subject:
    return Subject(track=".autopilot/TRANSPONDER.md", metric="cost", value=26.5, level="alert", note="go on")


CALLS = tuple(
    (module, name)
    for module in (disk, sqlite_rows)
    for name, value in vars(module).items()
    if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
)
CHANGING = (
    *("create", "write", "rename", "link", "exchange", "remove", "make_folder", "append", "touch", "set_mode"),
    *("append_to_replaceable", "execute", "commit"),
)


@dataclass
class Calls:
    """Every call to the disk, in order; `interrupt` is asked before each one and may raise or kill."""

    interrupt: Callable[[int, str], None] = lambda number, name: None
    made: list[str] = field(default_factory=list)

    def wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            self.made.append(name)
            if name == "close":  # a file is closed even where that reports an error
                real(*arguments, **named)
            self.interrupt(len(self.made) - 1, name)
            return None if name == "close" else real(*arguments, **named)

        return call


@contextmanager
def observed(interrupt: Callable[[int, str], None] | None = None) -> Iterator[Calls]:
    """Puts a hand between cockpit and the disk, and between it and SQLite where that writes."""
    calls = Calls(interrupt) if interrupt else Calls()
    with ExitStack() as replaced:
        for module, name in CALLS:
            replaced.enter_context(patch.object(module, name, calls.wrapped(name, getattr(module, name))))
        yield calls


@contextmanager
def failing_at(number: int, code: int = errno.EIO) -> Iterator[Calls]:
    """The call with this number fails, once, without having done anything."""

    def interrupt(current: int, name: str) -> None:
        if current == number and name not in ("is_alive", "has_writer", "writable"):
            raise OSError(code, os.strerror(code))

    with observed(interrupt) as calls:
        yield calls


@contextmanager
def failing_from(number: int, code: int, names: tuple[str, ...] = CHANGING) -> Iterator[Calls]:
    """From the call with this number on, every one of these kinds fails."""

    def interrupt(current: int, name: str) -> None:
        if current >= number and name in names:
            raise OSError(code, os.strerror(code))

    with observed(interrupt) as calls:
        yield calls


undo, redo, write_again = (partial(take, turn=turn) for turn in ("undo", "redo", "again"))
undo_edit = partial(turn_edit, turn="undo")
