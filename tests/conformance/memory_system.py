"""A system whose projects are held in memory: its edits, the files after them, and which lines they touched."""

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.storage.transactions.sqlite_rows import write
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from tests.support.memory_files import Kept, MemoryFiles, opened

NOW = datetime(2026, 1, 30, 9, 5, 7, 123456, tzinfo=UTC)
"""When the edits are made."""

Bytes = dict[str, bytes]
"""The files of a project by path."""

MOST = 10_000


class _Remembering:
    """What a system read and edited is remembered: hundreds of tests begin with the same files."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[object, ...], Track] = {}
        self._edited: dict[tuple[object, ...], Edit | CommandError] = {}

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """What the files say. Those of an edit under way are read each time."""
        read: Any = super().read  # type: ignore[misc]  # of the system this is mixed into
        if type(files) is not MemoryFiles:
            return read(Kept(files), candidate, context)
        key = (files.contents, candidate, repr(context))
        if key not in self._read:
            if len(self._read) > MOST:
                self._read.clear()
            self._read[key] = read(files, candidate, context)
        return self._read[key]

    def edit(self, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
        """The edit, or its refusal."""
        assert type(files) is MemoryFiles
        key = (files.contents, candidate, repr(intent), repr(context))
        if key not in self._edited:
            if len(self._edited) > MOST:
                self._edited.clear()
            try:
                self._edited[key] = super().edit(files, candidate, intent, context)  # type: ignore[misc]
            except CommandError as refused:
                self._edited[key] = refused
        known = self._edited[key]
        if isinstance(known, CommandError):
            raise known.with_traceback(None)
        return known


class MemorySystem:
    """One system, and what its verbs make of files held in memory. The first track of the files is meant."""

    def __init__(self, system: System, **context: Any) -> None:
        """`context` is what it knows besides the files, unless a test says otherwise."""
        self._context = {"now": NOW, **context}
        self.system: System = type("Remembering", (_Remembering, type(system)), {})()

    def edit(self, files: Mapping[str, bytes], intent: Intent, **context: Any) -> Edit:
        """The edit an intent comes to."""
        memory = MemoryFiles(files)
        candidate, *_ = self.system.detect(memory)
        return self.system.edit(memory, candidate, intent, ReadContext(**{**self._context, **context}))

    def edit_or_refusal(self, files: Mapping[str, bytes], intent: Intent, **context: Any) -> Edit | CommandError:
        """The edit an intent comes to, or the sentence with which it is refused."""
        try:
            return self.edit(files, intent, **context)
        except CommandError as refused:
            return refused

    def files_after(self, files: Mapping[str, bytes], *intents: Intent, **context: Any) -> Bytes:
        """The files after some edits, one after the other."""
        after = dict(files)
        for intent in intents:
            after = applied(after, self.edit(after, intent, **context))
        return after

    def track(self, files: Mapping[str, bytes], **context: Any) -> Track:
        """What the files say."""
        memory = MemoryFiles(files)
        candidate, *_ = self.system.detect(memory)
        return self.system.read(memory, candidate, ReadContext(**{**self._context, **context}))

    def refusal(self, files: Mapping[str, bytes], intent: Intent, **context: Any) -> str:
        """The sentence with which an intent is refused. Fails where it is not."""
        edit = self.edit_or_refusal(files, intent, **context)
        assert isinstance(edit, CommandError), f"not refused: {edit.done}"
        return str(edit)


def crlf(files: Mapping[str, bytes]) -> Bytes:
    """The same files with CRLF line ends."""
    return {path: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") for path, data in files.items()}


def applied(files: Mapping[str, bytes], edit: Edit) -> Bytes:
    """The files after an edit. Fails where the edit was not made on these files."""
    after = dict(files)
    for change in edit.changes:
        if change.rows:
            with opened(after[change.path]) as connection:
                connection.execute("BEGIN")
                write(connection, change.path, change.rows)
                connection.execute("COMMIT")
                after[change.path] = connection.serialize()
            continue
        assert after.get(change.path) == change.before, change.path
        assert change.before != change.after, change.path
        if change.after is None:
            del after[change.path]
        else:
            after[change.path] = change.after
    return after


def changed_lines(before: Mapping[str, bytes], after: Mapping[str, bytes], folder: str = "") -> dict[str, list[str]]:
    """By file (without the folder), the lines that went (`-`) and those that came (`+`)."""
    told = {}
    for path in sorted({*before, *after}):
        old, new = (files.get(path, b"").decode().split("\n") for files in (before, after))
        lines = [line for line in difflib.ndiff(old, new) if line[0] in "-+"]
        if lines:
            told[path.removeprefix(folder)] = [line[0] + line[2:] for line in lines]
    return told
