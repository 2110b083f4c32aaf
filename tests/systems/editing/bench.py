"""Editing fixtures in memory: making an edit, applying it, and showing what it touched."""

import difflib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from cockpit.model import Threshold, Track
from cockpit.model.intents import Intent
from cockpit.model.refused import Refused
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext
from tests.systems.memory_files import Kept, MemoryFiles, fixture_bytes
from tests.systems.reading import ACKNOWLEDGMENTS, THRESHOLDS, TRANSPONDER, TRIGGERS, threshold

__all__ = ["ACKNOWLEDGMENTS", "THRESHOLDS", "TRANSPONDER", "TRIGGERS"]

NOW = datetime(2026, 1, 30, 9, 5, 7, 123456, tzinfo=UTC)
STAMP = "2026-01-30T09:05:07Z"
DECISIONS = ".autopilot/DECISIONS.md"
ARCHIVED_DECISIONS = ".autopilot/archive/decisions.md"

Bytes = dict[str, bytes]

SEED: Bytes = fixture_bytes("seed-thresholds")
"""The seed's example with its thresholds, the cost alert acknowledged; both JSON files in the seed's shape."""
SHAPES: Bytes = fixture_bytes("both-shapes")
"""The other shape of acknowledgments.json, the triggers inside thresholds.json, keys in both spellings."""
EXAMPLE: Bytes = fixture_bytes("seed-example")
"""The seed's example without thresholds."""
HEALTHY: Bytes = fixture_bytes("healthy")
"""A complete and consistent project with phase files."""
LAYOUT_2: Bytes = fixture_bytes("layout-2")
"""A TRANSPONDER.md of the cockpit command's layout."""


class Remembering(Autopilot):
    """The system, which remembers what it read and edited: hundreds of tests begin with the same files."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[object, ...], Track] = {}
        self._edited: dict[tuple[object, ...], Edit | Refused] = {}

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """What the files say. Those of an edit under way are read each time."""
        if type(files) is not MemoryFiles:
            return super().read(Kept(files), candidate, context)
        key = (files.contents, candidate, repr(context))
        if key not in self._read:
            if len(self._read) > MOST:
                self._read.clear()
            self._read[key] = super().read(files, candidate, context)
        return self._read[key]

    def edit(self, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
        """The edit, or its refusal."""
        assert type(files) is MemoryFiles
        key = (files.contents, candidate, repr(intent), repr(context))
        if key not in self._edited:
            if len(self._edited) > MOST:
                self._edited.clear()
            try:
                self._edited[key] = super().edit(files, candidate, intent, context)
            except Refused as refused:
                self._edited[key] = refused
        known = self._edited[key]
        if isinstance(known, Refused):
            raise known.with_traceback(None)
        return known


MOST = 400
SYSTEM = Remembering()


def crlf(files: Mapping[str, bytes]) -> Bytes:
    """The same files with CRLF line ends."""
    return {path: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") for path, data in files.items()}


def make(files: Mapping[str, bytes], intent: Intent, **context: Any) -> Edit:
    """The edit an intent comes to."""
    memory = MemoryFiles(files)
    (candidate,) = SYSTEM.detect(memory)
    return SYSTEM.edit(memory, candidate, intent, ReadContext(**{"now": NOW, **context}))


def applied(files: Mapping[str, bytes], edit: Edit) -> Bytes:
    """The files after an edit. Fails where the edit was not made on these files."""
    after = dict(files)
    for change in edit.changes:
        assert after.get(change.path) == change.before, change.path
        assert change.before != change.after, change.path
        if change.after is None:
            del after[change.path]
        else:
            after[change.path] = change.after
    return after


def done(files: Mapping[str, bytes], *intents: Intent, **context: Any) -> Bytes:
    """The files after some edits, one after the other."""
    after = dict(files)
    for intent in intents:
        after = applied(after, make(after, intent, **context))
    return after


def track(files: Mapping[str, bytes], **context: Any) -> Track:
    """What the files say."""
    memory = MemoryFiles(files)
    (candidate,) = SYSTEM.detect(memory)
    return SYSTEM.read(memory, candidate, ReadContext(**{"now": NOW, **context}))


def threshold_in(files: Mapping[str, bytes], metric: str) -> Threshold:
    """What the files say about a metric."""
    return threshold(track(files), metric)


def changed_lines(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, list[str]]:
    """By file (without `.autopilot/`), the lines that went (`-`) and those that came (`+`)."""
    told = {}
    for path in sorted({*before, *after}):
        old, new = (files.get(path, b"").decode().split("\n") for files in (before, after))
        lines = [line for line in difflib.ndiff(old, new) if line[0] in "-+"]
        if lines:
            told[path.removeprefix(".autopilot/")] = [line[0] + line[2:] for line in lines]
    return told


def refusal(files: Mapping[str, bytes], intent: Intent, **context: Any) -> str:
    """The sentence with which an intent is refused. Fails where it is not."""
    try:
        edit = make(files, intent, **context)
    except Refused as refused:
        return str(refused)
    raise AssertionError(f"not refused: {edit.done}")


def lines_of(files: Mapping[str, bytes], *intents: Intent, **context: Any) -> dict[str, list[str]]:
    """What some edits change, on LF; the same is asserted for CRLF, whose lines must keep their ends."""
    after = done(files, *intents, **context)
    windows = crlf(files)
    windows_after = done(windows, *intents, **context)
    for path in windows:
        if path in windows_after and path in after:
            assert windows_after[path] == crlf({path: after[path]})[path], path
    return changed_lines(files, after)


def replaced(files: Mapping[str, bytes], path: str, old: str, new: str) -> Bytes:
    """The files with one text replaced. Fails where it does not stand there exactly once."""
    assert files[path].count(old.encode()) == 1, f"{old!r} stands {files[path].count(old.encode())} times in {path}"
    return {**files, path: files[path].replace(old.encode(), new.encode())}
