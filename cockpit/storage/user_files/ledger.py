"""The ledger: what people and scripts did, one line each, never rewritten; the oldest go when there are too many.

Agents' resets wipe their own history, and `.autopilot/state/` is usually not in git.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Literal

from cockpit.model import Level
from cockpit.regex import regex
from cockpit.storage import disk
from cockpit.storage.user_files import private
from cockpit.storage.user_files.store import ProjectStore
from cockpit.values import dataclass
from cockpit.wording.messages import Message, plain

NOTICED = "noticed"
"""The verb of lines by which cockpit 0.1.0 noted that another program took an entry back."""
_RESOLVED = "Resolved the blocker: "
"""How the text of an `unblock` begins by cockpit 0.1.0, which stored the blocker in no field of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a change was about: the track's path, and for thresholds the metric, its value and level; a person's
    note. `item` is the text of a blocker that was resolved, and the key of a line of the checklist that was waived."""

    track: str | None = None
    metric: str | None = None
    value: float | None = None
    level: Level | None = None
    note: str | None = None
    item: str | None = None


EntryState = Literal["pending", "done", "conflict", "kept", "damaged"]
"""`conflict`: could not be completed after a crash. `kept`: another writer's version that found no other place."""
Kind = Literal["change", "undo", "redo", "again", "restore", "dismiss", "keep"]
"""What an entry is: `again` writes one again that another program took back, `restore` puts a handoff back as an entry
wrote it, `dismiss` says that what was taken back is not missed, `keep` holds another writer's version."""
_AGAIN = regex("(?:Brought back: |Restored: |Applied again: |Wrote again: )+")
"""How this version and older ones begin to tell that a change stands once more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What was done, without the bytes: `message` says it. `at` is ISO 8601 in UTC.

    `number` and `state` are those of the file's name in the journal, 0 for a line of the ledger that changed no file.
    `undoes` and `repeats` name the entry that this one undid or did again, `dismisses` those that another program took
    back and that nobody misses. `folders` were made for it; those in `empties` go where nothing is left in them.
    `token` marks the temporary files. `intent` is what was meant, for `kept_intents.intent_of`.
    """

    number: int = 0
    state: EntryState = "pending"
    kind: Kind = "change"
    at: str
    verb: str
    actor: str
    message: Message = plain("")
    paths: tuple[str, ...] = ()
    token: str = ""
    folders: tuple[str, ...] = ()
    empties: tuple[str, ...] = ()
    subject: Subject = Subject()
    undoes: int | None = None
    repeats: int | None = None
    dismisses: tuple[int, ...] = ()
    intent: Mapping[str, Any] | None = None

    @property
    def sentence(self) -> str:
        """What was done, as text."""
        return str(self.message)

    @property
    def change(self) -> Message:
        """What was done, without that it was done again."""
        if self.kind not in ("again", "restore"):
            return self.message
        return Message(self.message.code, _AGAIN.sub("", self.sentence))

    @property
    def track(self) -> str | None:
        """The path of the track that it was about."""
        return self.subject.track

    @property
    def resolved_blocker(self) -> str | None:
        """The text of the blocker that an `unblock` resolved; None for any other verb."""
        if self.verb != "unblock":
            return None
        return self.subject.item or self.sentence.partition(_RESOLVED)[2] or None


def append(store: ProjectStore, entry: Entry) -> None:
    """Adds a line about what was done, in one write. Raises CommandError where the ledger cannot be written."""
    with private.keeping(store):
        private.append(store.ledger, _line(entry))


def read(store: ProjectStore) -> tuple[Entry, ...]:
    """What was done, oldest first, as far as a line tells it; a damaged or cut line is left out. Raises CommandError
    where the ledger cannot be read."""
    with private.looking(store):
        data = _whole(store)
    entries = (_entry(line) for line in data.splitlines())
    return tuple(each for each in entries if each is not None)


def prune(store: ProjectStore) -> None:
    """Forgets the oldest lines where there are too many. Only under the project's lock.

    Nothing is written anew for it: a file that holds half of what the ledger may is put aside, in place of the one
    before it.
    """
    with suppress(OSError):  # it is tried again after the next change
        found = disk.status(store.ledger)
        if found is not None and found.st_size > store.ledger_bytes // 2:
            disk.rename(store.ledger, store.older_ledger)


def _whole(store: ProjectStore) -> bytes:
    """Both files; read once more where one took the other's place meanwhile."""
    while True:
        before = disk.status(store.older_ledger)
        data = (disk.read(store.older_ledger) or b"") + (disk.read(store.ledger) or b"")
        after = disk.status(store.older_ledger)
        if (before and before.st_ino) == (after and after.st_ino):
            return data


def subject_from(fields: Mapping[str, object]) -> Subject:
    """The subject in the fields of a JSON object; what has another type than it should counts as absent."""
    value, level = fields.get("value"), fields.get("level")
    return Subject(
        track=_text(fields.get("track")),
        metric=_text(fields.get("metric")),
        value=value if isinstance(value, int | float) and not isinstance(value, bool) else None,
        level=level if level in ("warning", "alert", "stop") else None,
        note=_text(fields.get("note")),
        item=_text(fields.get("item")),
    )


# What was done, in a JSON object of the ledger or the journal: the text as it was then, and its code


def stored(message: Message) -> dict[str, object]:
    """The fields of a message."""
    return {"sentence": str(message), "code": message.code}


def message_in(fields: Mapping[str, Any]) -> Message:
    """The message in the fields of a JSON object. Raises KeyError."""
    match fields:
        case {"code": str(code)} | {"message": {"code": str(code)}}:
            return Message(code, str(fields["sentence"]))
    return plain(str(fields["sentence"]))


def _line(entry: Entry) -> bytes:
    about = {name: value for name, value in asdict(entry.subject).items() if value is not None or name == "track"}
    fields = {"at": entry.at, "actor": entry.actor, "verb": entry.verb, **about, **stored(entry.message)}
    return json.dumps({**fields, "paths": entry.paths, "entry": entry.number or None}).encode() + b"\n"


def _entry(line: bytes) -> Entry | None:
    try:
        fields = json.loads(line)
        return Entry(
            at=str(fields["at"]),
            actor=str(fields["actor"]),
            verb=str(fields["verb"]),
            message=message_in(fields),
            paths=tuple(str(path) for path in fields["paths"]),
            subject=subject_from(fields),
            number=fields["entry"] if isinstance(fields["entry"], int) else 0,
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
