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

    from cockpit.model.readings import Reading, Readings

NAME = "readings.jsonl"
MOST_BYTES = 5_000_000
COMPACT_BYTES = 256_000
"""A file is compacted beyond it."""
_TEXTS = ("session", "source", "model")


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
    if size > COMPACT_BYTES:
        compact(folder)


def read(folder: str) -> Readings:
    """All that is kept in a folder. A cut or damaged line is left out. Raises OSError."""
    from cockpit.model.readings import Readings

    entries: list[Reading] = []
    forgotten = 0.0
    for line in (disk.read(os.path.join(folder, NAME)) or b"").splitlines():
        with suppress(ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError):
            fields = json.loads(line)
            if "session" in fields:
                entries.append(_reading(fields))
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
    """The file, so short that it is not compacted again soon: of too many sessions the oldest are only a sum."""
    lines, size, forgotten = [], 0, readings.forgotten
    for entry in reversed(readings.entries):
        line = _line(_fields(entry))
        size += len(line)
        if size <= COMPACT_BYTES // 2:
            lines.append(line)
        else:
            forgotten += entry.spent or 0
    return _line({"forgotten": round(forgotten, 6)}) + b"".join(reversed(lines))


def _line(fields: dict[str, Any]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def _fields(entry: Reading) -> dict[str, object]:
    from dataclasses import asdict

    return {name: value for name, value in asdict(entry).items() if value is not None}


def _reading(fields: dict[str, Any]) -> Reading:
    from math import isfinite

    from cockpit.model.readings import Reading

    known = {name: value for name, value in fields.items() if name in Reading.__slots__}
    if not all(isinstance(each, str) if name in _TEXTS else isfinite(each) for name, each in known.items()):
        raise ValueError("a number or a text is none")
    return Reading(**known)
