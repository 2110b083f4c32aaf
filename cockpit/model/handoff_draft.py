"""A handoff while it is being written: what is proposed to the person, and what they make of it."""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal, get_args

from cockpit.model.errors import CommandError
from cockpit.values import dataclass
from cockpit.wording.phrases import either

Reason = Literal["context", "user_interrupt", "error", "session_end"]
"""Why a session stops in the middle of the work."""

REASON_WORDS: Mapping[Reason, str] = {
    "context": "context nearly full",
    "user_interrupt": "interrupted",
    "error": "stopped by an error",
    "session_end": "session ended",
}
"""What each is called wherever a person reads it."""
TYPED_REASONS: Mapping[str, Reason] = {
    "context": "context",
    "interrupted": "user_interrupt",
    "error": "error",
    "session-ended": "session_end",
}
"""What a person types for it."""

TaskState = Literal["done", "in_progress", "open"]
Origin = Literal["state", "log", "state_and_log", "handoff", "plan", "git", "person"]
"""Where a proposed line comes from: the state file, the log of decisions, both, the last handoff, the plan, git, or the
person's own hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTask:
    """A row of the completed work while the handoff is being written. `commit` is an id as git gives it, or None."""

    id: str | None = None
    name: str = ""
    commit: str | None = None
    state: TaskState = "open"
    files: tuple[str, ...] = ()
    origin: Origin = "person"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffDraft:
    """A handoff that is being written: what the person says, or what is proposed to them.

    Texts may have several lines; each entry of `remaining`, `decisions` and `blockers` is one entry of a list.
    `origins` says for each field that was prefilled where that came from; a field the person changed is not in it.
    """

    reason: Reason = "user_interrupt"
    phase: str | None = None
    plan: str | None = None
    task: str | None = None
    total_tasks: str | None = None
    state: str = ""
    completed: tuple[DraftTask, ...] = ()
    remaining: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()
    context: str = ""
    next_action: str = ""
    branch: str | None = None
    head: str | None = None
    origins: Mapping[str, Origin] = field(default_factory=dict)


# A handoff's fields as JSON and forms give them, checked and put into a draft

_TEXTS = ("state", "context", "next_action")
_PLACES = ("phase", "plan", "task", "total_tasks")
_FROM_GIT = ("branch", "head")
_LISTS = ("remaining", "decisions", "blockers")
_ROW = ("id", "name", "commit", "state", "files", "origin")


def draft_with(draft: HandoffDraft, fields: Mapping[str, Any]) -> HandoffDraft:
    """The draft with these fields in place of its own. Raises CommandError for an unknown name or a wrong type."""
    known = (*_TEXTS, *_PLACES, *_FROM_GIT, *_LISTS, "reason", "completed")
    for name in fields:
        if name not in known:
            raise CommandError(
                "model.no-such-handoff-field", f"A handoff has no field {name!r}. Fields: {', '.join(known)}."
            )
    values: dict[str, Any] = {}
    for name, value in fields.items():
        values[name] = _value(name, value)
    origins = {name: origin for name, origin in draft.origins.items() if name not in fields}
    return replace(draft, **values, origins=origins)


def _value(name: str, value: object) -> object:
    if name == "reason":
        named = TYPED_REASONS.get(value, value) if isinstance(value, str) else value
        return named if named in get_args(Reason) else _one_of(name, value, tuple(TYPED_REASONS))
    if name == "completed":
        return tuple(_task(row) for row in _list(name, value))
    if name in _LISTS:
        return tuple(_words(name, entry) for entry in _list(name, value))
    if name in _TEXTS:
        return _words(name, value)
    return None if value is None else _text(name, value)


def _task(row: object) -> DraftTask:
    if not isinstance(row, Mapping):
        raise CommandError(
            "model.row-not-an-object", "Each row of `completed` must be an object with id, name, commit and state."
        )
    for name in row:
        if name not in _ROW:
            raise CommandError(
                "model.no-such-row-field",
                f"A row of `completed` has no field {name!r}. Fields: id, name, commit, state, files.",
            )
    return DraftTask(
        id=_optional("id", row.get("id")),
        name=_text("name", row.get("name") or ""),
        commit=_optional("commit", row.get("commit")),
        state=_one_of("state", row.get("state") or "done", get_args(TaskState)),
        files=tuple(_text("files", path) for path in _list("files", row.get("files") or [])),
        origin=_one_of("origin", row.get("origin") or "person", get_args(Origin)),
    )


def _list(name: str, value: object) -> list[object]:
    if isinstance(value, str | Mapping) or not isinstance(value, list | tuple):
        raise CommandError("model.field-not-a-list", f"{name} must be a list.")
    return list(value)


def _words(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise CommandError("model.field-not-text", f"{name} must be text.")
    return value


def _text(name: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise CommandError("model.field-not-text", f"{name} must be text.")
    return str(value)


def _optional(name: str, value: object) -> str | None:
    return None if value is None else _text(name, value)


def _one_of(name: str, value: object, words: tuple[str, ...]) -> Any:  # noqa: ANN401 -- one of a literal's words
    if value not in words:
        raise CommandError("model.field-not-one-of", f"{name} must be {either(words)}, not {value!r}.")
    return value
