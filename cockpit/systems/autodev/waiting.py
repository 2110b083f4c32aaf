"""What the agent waits for: the choice at a session boundary, and blocking gates (seed, "Session Boundaries")."""

import re

from cockpit.model import Waiting
from cockpit.rules.listing import counted
from cockpit.systems.autodev.standing import Standing
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.step_tables import boundary
from cockpit.systems.autodev.task_files import Tasks
from cockpit.systems.autodev.vocabulary import BEFORE, BOUNDARY
from cockpit.systems.reading.times import instant_text
from cockpit.systems.reading.words import fold

NEW, HERE = "A", "B"
"""The two answers at a boundary: a new conversation, or on in this one."""
RECOMMENDATION = "A — implementation is the longest phase, fresh context helps"
ANSWERED = "answered"
_WHAT = {"Implement": "implementation", "Implement Tests": "the implementation of the tests"}
_GATE = re.compile(
    r"\bblocking\s+gate\b|\bBLOCKING\b"
    r"|\b(?:await(?:ing|s)|wait(?:ing|s)?\s+(?:for|on))\s+(?:the\s+)?(?:user|human|person|your?|confirmation|approval)\b",
)
_AWAITING = re.compile(r"awaiting[- _](?!invocation)\w+")
_OF_BOUNDARY = re.compile(rf"complete, [^—\n]{{1,80}} ready — {ANSWERED} \S+")
"""The answer at a session boundary, as it stands in the notes: it says nothing of a gate behind it."""


def read_waiting(state: StateFile, standing: Standing, tasks: Tasks) -> Waiting | None:
    """The question that waits for a person; None where none does, or it was answered."""
    if standing.failed or standing.done:
        return None
    if (found := at_boundary(state, standing)) is not None:
        return None if is_answered(state) else _at_boundary(state, standing, found, tasks)
    return _at_gate(state)


def at_boundary(state: StateFile, standing: Standing) -> tuple[str, str] | None:
    """The steps before and behind the session boundary at which the flow stands; None elsewhere.

    Where the file keeps the last session, that must not tell of another reason to stop there.
    """
    name = standing.step.name if standing.step is not None else standing.name
    found = boundary(standing.flow, name)
    if found is None or standing.status != "not_started":
        return None
    reason = state.session.reason
    return found if reason is None or fold(reason.text) in (BOUNDARY, "completed step") else None


def is_answered(state: StateFile) -> bool:
    """Whether the file tells that the choice was made."""
    sub = state.current.sub_step
    said = (state.session.notes.text if state.session.notes is not None else "", (sub.detail or "") if sub else "")
    return any(re.search(rf"\b{ANSWERED} [AB]\b", text) for text in said)


def options(before: str, after: str) -> tuple[str, str]:
    """The two answers, as the seed words them."""
    what = _WHAT.get(after, after.lower())
    return (
        f"{NEW}) Start a new conversation for {what} (recommended for context freshness)",
        f"{HERE}) Continue {what} in this conversation",
    )


def _at_boundary(state: StateFile, standing: Standing, steps: tuple[str, str], tasks: Tasks) -> Waiting:
    before, after = steps
    about = summary(tasks)
    date = state.session.date
    what = _WHAT.get(after, after.lower())
    return Waiting(
        question=f"{before} complete — start {what}?{f' {about}' if about else ''}",
        options=options(before, after),
        anew=options(before, after)[0],
        recommendation=RECOMMENDATION,
        since=instant_text(date.text) if date is not None else None,
    )


def summary(tasks: Tasks) -> str:
    """The number of tasks, the estimated batches and the complexity points: what is known of them."""
    parts = [
        counted(tasks.count, "task") if tasks.count else "",
        f"about {counted(tasks.batches, 'batch', 'batches')}" if tasks.batches else "",
        counted(tasks.complexity, "complexity point") if tasks.complexity else "",
    ]
    told = ", ".join(part for part in parts if part)
    return f"{told}." if told else ""


def _at_gate(state: StateFile) -> Waiting | None:
    """A blocking gate that the file itself tells of, as long as no answer stands behind it."""
    sub, notes = state.current.sub_step, state.session.notes
    told = [sub.detail, sub.name] if sub is not None else []
    told.append(notes.text if notes is not None else None)
    told = [_OF_BOUNDARY.sub("", text) if text else None for text in told]
    if any(text and f"{ANSWERED} " in text for text in told):
        return None
    if sub is not None and sub.name is not None and sub.name != BEFORE and _AWAITING.fullmatch(sub.name):
        return Waiting(question=sub.detail or sub.name)
    said = next((text for text in told if text and _GATE.search(text)), None)
    return Waiting(question=said) if said is not None else None
