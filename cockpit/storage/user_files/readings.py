"""The readings of a repository: a line of JSON each, added without the project's lock, compacted when there are many.

To add one imports next to nothing: a status line does so after every message, and may be killed at any moment.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress

from cockpit.storage import disk
from cockpit.storage.user_files.folder_names import FILE_MODE, FOLDER_MODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cockpit.model.readings import Mark, Reading, Readings

NAME = "readings.jsonl"
MOST_BYTES = 5_000_000
COMPACT_BYTES = 256_000
"""A file is compacted beyond it, and beyond twice what it took after the last time."""


def append(folder: str, at: float, fields: dict[str, object]) -> None:
    """Adds what was read at an instant to what is kept in a folder. Raises OSError, and CommandError where the folder
    cannot be made."""
    path = os.path.join(folder, NAME)
    line = _line({"at": round(at, 3), **fields})
    if not os.path.isdir(folder):
        from pathlib import Path

        from cockpit.storage.user_files import private

        private.make_folder(Path(folder))
    with suppress(OSError):  # a file system that knows no modes
        disk.set_folder_mode(folder, FOLDER_MODE)
    size = disk.append_to_replaceable(path, line, FILE_MODE, MOST_BYTES)
    if size > COMPACT_BYTES and size > 2 * _size_when_compacted(path):
        compact(folder)


def read(folder: str) -> Readings:
    """All that is kept in a folder. A cut or damaged line is left out. Raises OSError."""
    from cockpit.model.readings import Mark, Readings

    entries: list[Reading | Mark] = []
    forgotten = None
    for line in (disk.read(os.path.join(folder, NAME)) or b"").splitlines():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
            fields = json.loads(line)
            if "session" in fields:
                entries.append(_reading(fields))
            elif "mark" in fields:
                entries.append(Mark(at=float(fields["mark"])))
            else:
                forgotten = float(fields["forgotten"])
    return Readings(entries=tuple(entries), forgotten=forgotten)


def compact(folder: str) -> None:
    """Replaces the readings by as few as give the same sums, unless somebody else is at it. Raises OSError."""
    from pathlib import Path

    from cockpit.rules.readings import compacted
    from cockpit.storage.user_files import private

    path = Path(folder, NAME)
    private.sweep(path.parent, NAME)
    descriptor = disk.open_present(path)
    try:
        found = disk.status(path)
        if disk.try_lock(descriptor) and found and os.path.samestat(disk.opened_status(descriptor), found):
            private.write(path, _written(compacted(read(folder))))
    finally:
        disk.close(descriptor)


def _written(readings: Readings) -> bytes:
    """The file, of half the bytes that it may have at most: of more the oldest readings are forgotten."""
    lines, size, forgotten = [], 0, readings.forgotten
    for entry in reversed(readings.entries):
        line = _line(_fields(entry))
        if size + len(line) <= MOST_BYTES // 2:
            lines.append(line)
            size += len(line)
        else:
            forgotten = max(entry.at, forgotten or 0)
    head = {"compacted": size} | ({"forgotten": forgotten} if forgotten is not None else {})
    return _line(head) + b"".join(reversed(lines))


def _size_when_compacted(path: str) -> int:
    """The bytes that a file took when it was last compacted, as its first line says."""
    with suppress(OSError, ValueError, TypeError, KeyError):
        return int(json.loads(disk.first_line(path))["compacted"])
    return 0


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def _fields(entry: Reading | Mark) -> dict[str, object]:
    from dataclasses import fields

    from cockpit.model.readings import Mark

    if isinstance(entry, Mark):
        return {"mark": entry.at}
    values = {each.name: getattr(entry, each.name) for each in fields(entry)}
    return {name: value for name, value in values.items() if value not in (None, ())}


def _reading(fields: dict[str, Any]) -> Reading:
    from math import isfinite

    from cockpit.model.readings import RateLimit, Reading

    if not all(isfinite(fields.get(name, 0)) for name in ("at", "cost", "context", "spent")):
        raise ValueError("a number is none")
    known = {name: value for name, value in fields.items() if name in Reading.__slots__}  # a newer version knows more
    limits = tuple(RateLimit(*each) for each in fields.get("rate_limits", ()))
    return Reading(**(known | {"rate_limits": limits}))
