"""Handoffs that are being written: kept after every change, so that neither Escape nor a crash loses a word.

Nobody writes over what they have not seen: where somebody else has written the track's draft, it lies beside that.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, get_args

from cockpit.model.handoff_draft import HandoffDraft, Origin
from cockpit.model.handoff_fields import draft_with
from cockpit.model.refused import Refused
from cockpit.rules.instants import write_instant
from cockpit.storage import disk, private
from cockpit.storage.locks import project_lock
from cockpit.storage.store import ProjectStore
from cockpit.values import dataclass

_END = ".json"
_TOKEN = 4
"""Bytes of the name of a draft beside another."""
Typed = Mapping[str, Mapping[str, str]]
"""What was typed into forms, by their titles and the names of their lines."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a draft lies: beside that of the track where it has a `name`. `seen` is the digest of what stood there when
    it was last read or written; None where nothing did.
    """

    name: str = ""
    seen: str | None = None


MAIN, ELSEWHERE = Slot(), Slot(seen="")
"""The track's own, where nothing stood there; beside whatever stands there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDraft:
    """A draft as it was left: when (ISO 8601, UTC), at which step of the wizard, and as it was proposed when it was
    begun; None in those of earlier versions.

    `told` is the remaining work with what its rows hide as done. `waiting` is when the handoff was left that waited
    (empty where it did not say). `entry` is the journal entry that wrote the
    draft as it is; None for one that is still being written. `typed` is what stands in forms that were left, by their
    titles and the names of their lines. `slot` is where it lies.
    """

    draft: HandoffDraft
    begun: HandoffDraft | None = None
    told: tuple[str, ...] = ()
    at: str
    step: str | None = None
    waiting: str | None = None
    entry: int | None = None
    typed: Typed = field(default_factory=dict)
    slot: Slot = MAIN


def keep(
    store: ProjectStore,
    track: str,
    draft: HandoffDraft,
    *,
    step: str | None,
    now: datetime,
    begun: HandoffDraft | None = None,
    told: tuple[str, ...] = (),
    waiting: str | None = None,
    entry: int | None = None,
    typed: Typed | None = None,
    slot: Slot = MAIN,
) -> Slot:
    """Keeps the draft of the track with this path in place of the one that was seen there; beside what somebody else
    has written since. Where it lies. Raises Refused where it cannot be kept.
    """
    fields = {"format": 1, "track": track, "at": write_instant(now), "step": step, "draft": asdict(draft),
              "told": told}  # fmt: skip
    if begun is not None:
        fields["begun"] = asdict(begun)
    if entry is not None:
        fields |= {"waiting": waiting, "entry": entry}
    if typed:
        fields["typed"] = typed
    data = json.dumps(fields, indent=1, default=dict).encode() + b"\n"
    with project_lock(store), private.keeping(store):
        present = disk.read(_file(store, track, slot.name))
        name = slot.name if present is None or _digest(present) == slot.seen else token_hex(_TOKEN)
        private.write(_file(store, track, name), data)
    return Slot(name, _digest(data))


def place(store: ProjectStore, track: str) -> Slot:
    """Where the draft of a track lies, whatever stands there now: damage, or one that was written. Raises Refused."""
    with private.looking(store):
        data = disk.read(_file(store, track))
    return Slot("", None if data is None else _digest(data))


def read_all(store: ProjectStore, track: str) -> tuple[KeptDraft, ...]:
    """Every draft that was left of a track's handoff, the newest first. Raises Refused where one cannot be read."""
    with private.looking(store):
        begins = f"{_begin(track)}."
        tokens = [name[len(begins) : -len(_END)] for name in disk.names(store.drafts) if name.startswith(begins)]
    names = ("", *sorted(token for token in tokens if len(token) == 2 * _TOKEN and token.isalnum()))
    found = [kept for name in names if (kept := read(store, track, name)) is not None]
    return tuple(sorted(found, key=lambda each: each.at, reverse=True))


def read(store: ProjectStore, track: str, name: str = "") -> KeptDraft | None:
    """The draft that was left of a track's handoff, or the one beside it with that name; None where there is none that
    can be understood.

    Raises Refused where the file cannot be read.
    """
    with private.looking(store):
        data = disk.read(_file(store, track, name))
    if data is None:
        return None
    try:
        fields = json.loads(data)
        step, begun = fields["step"], fields.get("begun")
        return KeptDraft(
            draft=_draft(fields["draft"]),
            begun=None if begun is None else _draft(begun),
            told=tuple(map(str, fields.get("told", ()))),
            at=str(fields["at"]),
            step=None if step is None else str(step),
            waiting=fields.get("waiting"),
            entry=None if fields.get("entry") is None else int(fields["entry"]),
            typed={
                title: {name: str(text) for name, text in lines.items()}
                for title, lines in fields.get("typed", {}).items()
            },
            slot=Slot(name, _digest(data)),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, Refused):
        return None


def discard(store: ProjectStore, track: str, slot: Slot = MAIN) -> Slot:
    """Forgets the draft of a track that was seen there, and nothing that somebody else has written since. One that is
    not there is no error. Where the next one may lie. Raises Refused.
    """
    with project_lock(store), private.keeping(store):
        present = disk.read(_file(store, track, slot.name))
        if present is not None and _digest(present) == slot.seen:
            disk.remove(_file(store, track, slot.name))
    return Slot(slot.name)


def _begin(track: str) -> str:
    return sha256(track.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _file(store: ProjectStore, track: str, name: str = "") -> Path:
    return store.drafts / f"{_begin(track)}{'.' if name else ''}{name}{_END}"


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _draft(fields: dict[str, Any]) -> HandoffDraft:
    origins = {str(name): origin for name, origin in fields["origins"].items() if origin in get_args(Origin)}
    stated = {name: value for name, value in fields.items() if name != "origins"}
    return replace(draft_with(HandoffDraft(), stated), origins=origins)
