"""Handoffs and forms that are being filled in: kept after every change, so that no crash loses a word.

A track has one draft. Of two wizards on one track, the one that kept last is kept.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, get_args

from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import HandoffDraft, Origin, draft_with
from cockpit.storage import disk
from cockpit.storage.user_files import private
from cockpit.storage.user_files.store import ProjectStore
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDraft:
    """A draft as it was left: when (ISO 8601, UTC), at which step of the wizard, and as it was proposed when it was
    begun; None in those of earlier versions.

    `remaining_in_files` is the remaining work with what its rows hide as done. `waiting` is when the handoff that
    waited was left, empty where it did not say. `entry` is the journal entry that wrote the draft as it is; None for
    one that is still being written.
    """

    draft: HandoffDraft
    begun: HandoffDraft | None = None
    remaining_in_files: tuple[str, ...] = ()
    at: str = ""
    step: str | None = None
    waiting: str | None = None
    entry: int | None = None


def keep(store: ProjectStore, track: str, kept: KeptDraft) -> None:
    """Keeps the draft of the track with this path in place of the one before. Raises CommandError where that fails."""
    fields = {"format": 1, "track": track, "at": kept.at, "step": kept.step, "draft": asdict(kept.draft),
              "told": kept.remaining_in_files}  # fmt: skip
    if kept.begun is not None:
        fields["begun"] = asdict(kept.begun)
    if kept.entry is not None:
        fields |= {"waiting": kept.waiting, "entry": kept.entry}
    with private.keeping(store):
        private.write(_file(store, track), json.dumps(fields, indent=1, default=dict).encode() + b"\n")


def read(store: ProjectStore, track: str) -> KeptDraft | None:
    """The draft that was left of a track's handoff; None where there is none that can be understood.

    Raises CommandError where the file cannot be read.
    """
    with private.looking(store):
        data = disk.read(_file(store, track))
    if data is None:
        return None
    try:
        fields = json.loads(data)
        step, begun = fields["step"], fields.get("begun")
        return KeptDraft(
            draft=_draft(fields["draft"]),
            begun=None if begun is None else _draft(begun),
            remaining_in_files=tuple(map(str, fields.get("told", ()))),
            at=str(fields["at"]),
            step=None if step is None else str(step),
            waiting=fields.get("waiting"),
            entry=None if fields.get("entry") is None else int(fields["entry"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, CommandError):
        return None


def discard(store: ProjectStore, track: str) -> None:
    """Forgets the draft of a track. One that is not there is no error. Raises CommandError."""
    with private.keeping(store), suppress(FileNotFoundError):
        disk.remove(_file(store, track))


def keep_form(store: ProjectStore, form: tuple[str, ...], typed: Mapping[str, str]) -> None:
    """Keeps what was typed into a form, by its lines' names; where nothing was, forgets it. Raises CommandError."""
    if not typed:
        discard(store, _form(form))
        return
    with private.keeping(store):
        fields = {"format": 1, "form": form, "typed": dict(typed)}
        private.write(_file(store, _form(form)), json.dumps(fields, indent=1).encode() + b"\n")


def read_form(store: ProjectStore, form: tuple[str, ...]) -> dict[str, str]:
    """What was typed into a form; nothing where none was left that can be understood. Raises CommandError."""
    with private.looking(store):
        data = disk.read(_file(store, _form(form)))
    try:
        return {str(name): str(text) for name, text in json.loads(data)["typed"].items()} if data is not None else {}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def set_aside(store: ProjectStore, track: str) -> tuple[Path, ...]:
    """The drafts that version 0.1.0 kept beside that of the track, one for each wizard; they are not read any more.

    Raises CommandError where the folder cannot be read.
    """
    begin = f"{_file(store, track).stem}."
    with private.looking(store):
        found = [name for name in disk.names(store.drafts) if name.startswith(begin)]
    return tuple(store.drafts / name for name in sorted(found) if name.count(".") == 2)


def _form(form: tuple[str, ...]) -> str:
    """A form in place of a track's path."""
    return "\n".join(("form", *form))


def _file(store: ProjectStore, track: str) -> Path:
    from hashlib import sha256  # brings OpenSSL along

    return store.drafts / f"{sha256(track.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.json"


def _draft(fields: dict[str, Any]) -> HandoffDraft:
    origins = {str(name): origin for name, origin in fields["origins"].items() if origin in get_args(Origin)}
    own_fields = {name: value for name, value in fields.items() if name != "origins"}
    return replace(draft_with(HandoffDraft(), own_fields), origins=origins)
