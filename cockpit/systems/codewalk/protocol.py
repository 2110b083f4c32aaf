"""The words of Codewalkers' state and its rules (seed): statuses, the states of a blocker, when a session is stale."""

import re
from collections.abc import Mapping
from datetime import timedelta

from cockpit.model import BlockerStatus, Status
from cockpit.regex import regex
from cockpit.rules.work import holding_status
from cockpit.text.words import fold
from cockpit.wording.messages import Message

WORDS: Mapping[Status, str] = {
    "not_started": "pending",
    "planning": "planning",
    "ready": "ready",
    "in_progress": "in_progress",
    "verifying": "verifying",
    "paused": "paused",
    "blocked": "blocked",
    "failed": "failed",
    "phase_complete": "phase_complete",
    "completed": "completed",
}
"""The statuses of a position by what they mean; the seed itself only uses `in_progress`."""
ACTIVE, ENDED, CRASHED = "active", "ended", "crashed"
"""The statuses of a session."""
BLOCKER_STATES: tuple[BlockerStatus, ...] = ("new", "active", "bypassed", "resolved")
BLOCKER_MOVES: Mapping[BlockerStatus, tuple[BlockerStatus, ...]] = {
    "new": ("active",),
    "active": ("bypassed", "resolved"),
    "bypassed": ("resolved",),
    "resolved": (),
}
"""Which state of a blocker may follow which (seed, "Blocker States"). A bypassed one is resolved once what it waited
for is there: the seed's tasks to do then (`workaround_tasks`) mean that, though it draws no arrow."""
REASONS = ("Context limit reached", "Paused by the person", "Work complete")
"""Why a session ends; the first is the seed's own example."""
STORES = ("yaml", "folders", "sqlite")
"""Where the state can be kept: in STATE.md alone, beside it in a file for each entry, in a database."""
STALE = timedelta(minutes=30)
"""After so long without any change of the state, a session counts as given up (seed, "Resume After Crash")."""
HALF = 50.0
"""Percent of the context beyond which the seed says that quality may have degraded."""
DEGRADED = "Context exceeded 50%, quality may have degraded"
RESET_NOTE = "Agent unresponsive, task reset"
BAR_CELLS = 16

_STATUSES: Mapping[str, Status] = {
    "pending": "not_started",
    "open": "not_started",
    "not started": "not_started",
    "todo": "not_started",
    "discussing": "discussing",
    "planning": "planning",
    "planned": "ready",
    "ready": "ready",
    "approved": "ready",
    "in progress": "in_progress",
    "active": "in_progress",
    "executing": "in_progress",
    "verifying": "verifying",
    "verification": "verifying",
    "review": "verifying",
    "paused": "paused",
    "blocked": "blocked",
    "failed": "failed",
    "phase complete": "phase_complete",
    "completed": "completed",
    "complete": "completed",
    "done": "completed",
    "closed": "completed",
}
MEANINGS: Mapping[str, Message] = {
    status: Message(f"codewalk.means-{status.replace('_', '-')}", means)
    for status, means in {
        "in_progress": "the task is under way",
        "not_started": "the task has not been started",
        "blocked": "the task waits until a blocker is resolved",
        "paused": "all remaining tasks of the phase are blocked, or a person paused the work",
        "phase_complete": "all tasks of the phase are done; its verification is next",
        "completed": "all phases of the initiative are done",
    }.items()
}
_PHASE = regex(r"phase\s+(?P<id>\d[\w.]*)\b\s*[:—–,;/-]?\s*(?:plan\s+\d.*|(?P<name>.*))", re.IGNORECASE | re.DOTALL)


def status_of(word: str | None) -> Status:
    """What a status means in the words of the model."""
    return _STATUSES.get(fold(word or "")) or holding_status(word or "")


def blocker_state(word: str | None) -> BlockerStatus | None:
    """The state a blocker says it is in; an entry without one is active; None for a word that is no state."""
    folded = fold(word or "") if "?" not in (word or "") else "?"
    if not folded or folded == "identified":
        return "active"
    return next((state for state in BLOCKER_STATES if state == folded), None)


def phase_named(text: str) -> tuple[str, str | None] | None:
    """The phase an entry begins with, its id and its name: `Phase 3: OAuth Integration`; None where it names none.
    What follows a plan is no name of the phase: `Phase 3, Plan 1: Tokens`.
    """
    found = _PHASE.match(text.strip())
    return (found["id"].rstrip("."), (found["name"] or "").strip() or None) if found else None


def number_of(identifier: str | None) -> str:
    """An id of a phase or plan as two of them are compared: without zeros in front."""
    return (identifier or "").strip().lstrip("0") or ("0" if identifier else "")
