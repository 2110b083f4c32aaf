"""The handoff that one session left for the next, as it stands in its file."""

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffTask:
    """A row of the handoff's completed work; `status` as written, `commit` too where it is no id."""

    id: str | None = None
    name: str | None = None
    commit: str | None = None
    status: str | None = None
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedHandoff:
    """A handoff that was put away, whether it has served or not; its file is not read."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """A handoff file as written. `state` is the "Current State" section.

    `reason`, `project`, `branch` and `head` (the commit checked out) stand only in handoffs that cockpit wrote.
    """

    path: str
    phase: str | None = None
    plan: str | None = None
    task: str | None = None
    total_tasks: str | None = None
    status: str | None = None
    created: str | None = None
    completed: tuple[HandoffTask, ...] = ()
    remaining: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()
    context: str | None = None
    next_action: str | None = None
    state: str | None = None
    reason: str | None = None
    project: str | None = None
    branch: str | None = None
    head: str | None = None
