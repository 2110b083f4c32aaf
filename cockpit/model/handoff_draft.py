"""A handoff while it is being written: what is proposed to the person, and what they make of it."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from cockpit.values import dataclass

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
