"""The journal: every change with the bytes before and after, written before the first file is touched.

One file for each entry, `<number>.<state>.jsonl`: the first line tells what was done, each further one a file's bytes,
or of a database the rows that were touched.
A state is changed by renaming the entry, which needs no room on the disk.
"""

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from cockpit.model.errors import CommandError
from cockpit.regex import regex
from cockpit.storage import disk
from cockpit.storage.user_files import private
from cockpit.storage.user_files.ledger import Entry, EntryState, Kind, message_in, stored, subject_from
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change
from cockpit.text import rows
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant

# Bytes inside JSON: as text where they are text, so that a person can read the journal; else as base64


def packed(data: bytes | None) -> dict[str, str] | None:
    """The JSON value for a file's content; None for no file."""
    if data is None:
        return None
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": b64encode(data).decode("ascii")}


def unpacked(value: object) -> bytes | None:
    """The content in a JSON value. Raises ValueError where it holds none."""
    match value:
        case None:
            return None
        case {"text": str(text)}:
            return text.encode("utf-8")
        case {"base64": str(text)}:
            return b64decode(text, validate=True)
        case _:
            raise ValueError("no content")


_RESTORED = regex("Brought back: |Restored: ")
"""How this version and older ones begin to tell that a handoff stands as it was written."""
Listing = tuple[tuple[int, EntryState], ...]
"""The numbers and states of all entries, oldest first: another one where anything was done since."""
ATTEMPTS = 3
_DAMAGE = (ValueError, TypeError, KeyError, AttributeError, RecursionError, NotBase64)


@dataclass(frozen=True, slots=True)
class Journal:
    """The entries that can be read, oldest first. `listing` names all there are."""

    entries: tuple[Entry, ...] = ()
    listing: Listing = ()


def read(store: ProjectStore, since: datetime | None = None) -> Journal:
    """The journal as it is, without the bytes; back to the newest entry before `since`. Raises CommandError where it
    cannot be read."""
    with private.looking(store):
        for _ in range(ATTEMPTS):
            with suppress(FileNotFoundError):  # another cockpit has just renamed an entry, or removed it for its age
                return _read(store, since)
        return _read(store, since)


def changes(store: ProjectStore, entry: Entry) -> tuple[Change, ...]:
    """The bytes of an entry. Raises CommandError where it is damaged, or gone for its age."""
    try:
        with private.looking(store):
            data = disk.read(_file(store, entry.number, entry.state)) or b""
        found = tuple(_change(line) for line in data.splitlines()[1:])
    except _DAMAGE:
        raise CommandError("storage.entry-damaged", f"Entry {entry.number} of the journal is damaged.") from None
    if tuple(change.path for change in found) != entry.paths:
        raise CommandError("storage.entry-gone", f"Entry {entry.number} of the journal is damaged or gone.")
    return found


def begin(store: ProjectStore, entry: Entry, changes: Sequence[Change]) -> Entry:
    """Writes down what is going to be done; returns the entry with its number. Raises CommandError."""
    return _add(store, replace(entry, state="pending"), changes)


def keep(store: ProjectStore, path: str, content: bytes, at: str) -> Entry:
    """Saves a version of a file that another program wrote and that found no place in the file. Raises CommandError."""
    message = Message(
        "storage.version-kept", f"Kept a version of {path} that another program wrote at the same moment."
    )
    entry = Entry(at=at, kind="keep", verb="keep", actor="cockpit", message=message, paths=(path,),
                  state="kept")  # fmt: skip
    return _add(store, entry, [Change(path=path, before=None, after=content)])


def mark(store: ProjectStore, number: int, state: EntryState) -> None:
    """Gives a pending entry its final state. Raises OSError."""
    disk.rename(_file(store, number, "pending"), _file(store, number, state))
    disk.sync_folder(store.journal)


def drop(store: ProjectStore, number: int) -> None:
    """Forgets a pending entry that came to nothing. Raises OSError."""
    disk.remove(_file(store, number, "pending"))
    with suppress(OSError):  # it is gone; only a loss of power could bring it back
        disk.sync_folder(store.journal)


def pending(store: ProjectStore) -> tuple[int, ...]:
    """The numbers of the entries that are not completed, oldest first, without reading any. Raises CommandError."""
    with private.keeping(store):
        return tuple(number for number, state in _numbered(store) if state == "pending")


def listing(store: ProjectStore) -> Listing:
    """The numbers and states of all entries, oldest first, without reading any. Raises CommandError."""
    with private.looking(store):
        return tuple(_numbered(store))


def prune(store: ProjectStore) -> None:
    """Removes the oldest entries until the journal is within its size. Pending ones and the newest always stay."""
    with suppress(OSError):  # it is tried again after the next change
        files = [_file(store, *named) for named in _numbered(store)]
        sizes = [status.st_size if (status := disk.status(file)) else 0 for file in files]
        surplus = sum(sizes) - store.journal_bytes
        for file, size in list(zip(files, sizes, strict=True))[:-1]:
            if surplus > 0 and ".pending." not in file.name:
                disk.remove(file)
                surplus -= size


def _add(store: ProjectStore, entry: Entry, changes: Sequence[Change]) -> Entry:
    with private.keeping(store):
        last = max((number for number, _ in _numbered(store)), default=0)
        entry = replace(entry, number=last + 1)
        file = _file(store, entry.number, entry.state)
        lines = [_head(entry), *(_packed(change) for change in changes)]
        try:
            private.write(file, b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        except OSError:
            with suppress(OSError):  # it may be there though its name is not safe on the disk yet
                disk.remove(file)
            raise
    return entry


def _file(store: ProjectStore, number: int, state: EntryState) -> Path:
    return store.journal / f"{number:08}.{state}.jsonl"


def _numbered(store: ProjectStore) -> list[tuple[int, EntryState]]:
    found: list[tuple[int, EntryState]] = []
    for name in disk.names(store.journal):
        number, _, rest = name.partition(".")
        state = rest.removesuffix(".jsonl")
        if number.isdecimal() and state in get_args(EntryState):
            found.append((int(number), state))  # type: ignore[arg-type]
    return sorted(found)


def _read(store: ProjectStore, since: datetime | None) -> Journal:
    entries: list[Entry] = []
    numbered = tuple(_numbered(store))
    for number, state in reversed(numbered):
        line = disk.first_line(_file(store, number, state))
        try:
            entry = _entry(number, state, json.loads(line))
        except _DAMAGE:
            continue
        at = parse_instant(entry.at) if since is not None else None
        if since is not None and at is not None and at.at < since:
            break
        entries.append(entry)
    return Journal(tuple(reversed(entries)), numbered)


def _head(entry: Entry) -> dict[str, object]:
    fields = {name: value for name, value in asdict(entry).items() if name not in ("number", "state", "message")}
    return {"format": 1, **fields, **stored(entry.message)}


def _entry(number: int, state: EntryState, fields: dict[str, Any]) -> Entry:
    return Entry(
        number=number,
        state=state,
        kind=fields["kind"] if fields.get("kind") in get_args(Kind) else _older_kind(fields),
        at=str(fields["at"]),
        verb=str(fields["verb"]),
        actor=str(fields["actor"]),
        message=message_in(fields),
        paths=tuple(map(str, fields["paths"])),
        token=str(fields["token"]),
        folders=tuple(map(str, fields["folders"])),
        empties=tuple(map(str, fields.get("empties", ()))),
        subject=subject_from(fields["subject"] or {}),
        undoes=None if fields["undoes"] is None else int(fields["undoes"]),
        repeats=None if fields["repeats"] is None else int(fields["repeats"]),
        dismisses=tuple(map(int, fields.get("dismisses", ()))),
        intent=intent if isinstance(intent := fields.get("intent"), dict) else None,
    )


def _older_kind(fields: dict[str, Any]) -> Kind:
    """The kind of an entry by a version of cockpit that stored none."""
    if fields["verb"] == "again" and _RESTORED.match(str(fields["sentence"])):
        return "restore"
    return fields["verb"] if fields["verb"] in get_args(Kind) else "change"


def _packed(change: Change) -> dict[str, object]:
    fields: dict[str, object] = {"path": change.path, "before": packed(change.before), "after": packed(change.after)}
    return {**fields, "rows": rows.packed(change.rows)} if change.rows else fields


def _change(line: bytes) -> Change:
    fields = json.loads(line)
    before, after = unpacked(fields["before"]), unpacked(fields["after"])
    packed_rows = fields.get("rows", ())
    if packed_rows is True:
        raise CommandError(
            "storage.older-rows",
            f"An older cockpit changed rows of {fields['path']!s}. This version cannot read its journal entry.",
        )
    return Change(path=str(fields["path"]), before=before, after=after, rows=rows.unpacked(packed_rows))
