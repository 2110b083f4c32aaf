"""From what the state says to the values of the model."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cockpit.model import (
    Blocker,
    Continuity,
    FileManifest,
    NextAction,
    Position,
    ResumeAt,
    RuleAction,
    Session,
    Status,
    Verify,
)
from cockpit.systems.codewalk.entries.staleness import active_session, stale_at
from cockpit.systems.codewalk.position.phases import Phases
from cockpit.systems.codewalk.sources import Sources
from cockpit.systems.codewalk.vocabulary import number_of, phase_named
from cockpit.systems.shared.stated_values import fold
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.times import parse_instant

LACKS = {
    "thresholds": Message("codewalk.keeps-no-thresholds"),
    "todos": Message("codewalk.keeps-no-todos"),
    "retries": Message("codewalk.counts-no-retries"),
    "archive": Message("codewalk.no-archive"),
}
_BY_STATUS: Mapping[Status, str] = {
    "phase_complete": "codewalk.verify-place",
    "verifying": "codewalk.finish-verification",
    **dict.fromkeys(("not_started", "planning", "ready"), "codewalk.begin-place"),
}
"""By the status what is to be done with the place at which the work stands; with any other it is continued."""
_DOCUMENTS = {"roadmap": "ROADMAP.md", "project": "PROJECT.md", "requirements": "REQUIREMENTS.md"}


def read_sessions(sources: Sources) -> tuple[Session, ...]:
    """The sessions, the last one first; the active one says when it counts as given up."""
    active, at = active_session(sources), stale_at(sources)
    found = [
        replace(each.session, stale_at=at) if each is active and at is not None else each.session
        for each in sources.sessions
    ]
    return tuple(found[::-1])


def updated_of(sources: Sources) -> str | None:
    """The newest instant in the entries; None where they have none."""
    stated = [at for each in sources.sessions for at in (each.session.ended, each.session.started)]
    stated += [at for each in sources.blockers for at in (each.blocker.resolved_at, each.blocker.since)]
    known = [(instant.at, text) for text in stated if text and (instant := parse_instant(text)) is not None]
    return max(known)[1] if known else None


def read_continuity(sources: Sources) -> Continuity:
    """Where the last session stopped."""
    last = sources.sessions[-1].session if sources.sessions else None
    stated = sources.root.text("next_action")
    if last is None:
        return Continuity(next_action=stated)
    stopped = last.working_on or (last.completed[-1] if last.completed else None)
    return Continuity(last_session=last.ended or last.started, stopped_at=stopped, next_action=stated)


def read_next(sources: Sources) -> NextAction | None:
    """The next action as it is written; lines that are broken stay lines."""
    stated = sources.root.text("next_action")
    return NextAction(text=stated) if stated is not None else None


def read_rule(position: Position, phases: Phases) -> RuleAction | None:
    """What follows from the position and from what is blocked (seed, "Continue Execution" and "Blocker Impact")."""
    action = _action(position, phases)
    return RuleAction(text=action) if action is not None else None


def _action(position: Position, phases: Phases) -> Message | None:
    here = number_of(position.phase.id) if position.phase is not None else ""
    if phases.held.escalated:
        action = Message("codewalk.decide-how-it-goes-on")
    elif here in phases.paused:
        action = Message("codewalk.go-on-elsewhere", phase=here)
    elif position.phase is None:
        return None
    elif position.status == "completed":
        return Message("codewalk.all-phases-done")
    elif position.status == "blocked":
        action = Message("codewalk.resolve-what-blocks", place=_place(position))
    else:
        return Message(_BY_STATUS.get(position.status, "codewalk.continue-place"), place=_place(position))
    best = max((each for each in phases.blockers if each.holds), key=lambda each: len(each.frees), default=None)
    if best is None or not best.frees:
        return action
    name = best.id or Message("codewalk.this-blocker")
    return Message("codewalk.action-with-best-blocker", action=action, blocker=name, freed=best.frees)


def _place(position: Position) -> list[Message]:
    phase, plan, task = position.phase, position.plan, position.task
    parts = []
    if phase is not None and phase.id is not None:
        parts.append(Message("codewalk.phase-by-id", phase=phase.id))
    if plan is not None and plan.id is not None:
        parts.append(Message("codewalk.plan-by-id", plan=plan.id))
    if task is not None and task.name:
        parts.append(Message("codewalk.task-by-name", task=task.name))
    return parts or [Message("codewalk.the-work")]


def read_resume(position: Position) -> ResumeAt | None:
    """Where the protocol goes on: at the position."""
    if position.phase is None or position.phase.id is None or position.status == "completed":
        return None
    plan, task = position.plan, position.task
    return ResumeAt(phase=position.phase.id, plan=plan.id if plan else None, task=task.name if task else None)


def read_documents(sources: Sources, position: Position) -> dict[str, str]:
    """The present plan, the summaries of its phase, and the documents beside them."""
    phase, plan = position.phase, position.plan
    here = sources.plans.plan(phase.id if phase else None, plan.id if plan else None)
    found = {"plan": here.path} if here is not None else {}
    for each in sources.plans.summaries_of(phase.id if phase is not None else None):
        found[f"summary {each.phase}-{each.plan}"] = each.path
    known = {name: sources.folder.find(f".planning/{file}") for name, file in _DOCUMENTS.items()}
    return {**found, **{name: path for name, path in known.items() if path is not None}}


def read_blockers(sources: Sources, position: Position, phases: Phases) -> tuple[Blocker, ...]:
    """The blockers. Those that affect phases after the present one alone, and block no task of it, are shown, and hold
    nothing yet (seed, "Display: active blockers (for awareness)"). Once the present phase is complete and they
    block all the others, no other work is left: they hold.
    """
    if phases.held.escalated and position.status == "phase_complete":
        return phases.blockers
    phase = position.phase
    here = whole_number(phase.id) if phase is not None else None
    tasks = [task for plan in sources.plans.of_phase(phase.id if phase is not None else None) for task in plan.tasks]
    present = {fold(word) for task in tasks for word in (task.id or "", task.name) if word}

    def is_later(blocker: Blocker) -> bool:
        affected = [whole_number(named[0]) if (named := phase_named(each)) else None for each in blocker.affects]
        blocked = {fold(word) for task in blocker.tasks for word in (task.id or "", task.name or "") if word}
        after = here is not None and all(each is not None and each > here for each in affected)
        return bool(affected) and after and not blocked & present

    return tuple(replace(each, later=True) if is_later(each) else each for each in phases.blockers)


def read_verify(sources: Sources) -> Verify:
    """The files and claims that a fresh agent checks."""
    return Verify(files=sources.context.files, claims=sources.context.claims)


def read_files(sources: Sources) -> FileManifest:
    """The files of the present session."""
    return FileManifest(modified=sources.context.files)


def read_extra(sources: Sources) -> dict[str, Any]:
    """What the model has no field for."""
    progress = sources.progress
    extra: dict[str, Any] = {
        "phases_done": f"{progress.phases_done} of {progress.phases}"
        if progress.phases_done is not None and progress.phases is not None
        else None,
        "bar": progress.bar,
        "verifications": [dict(each) for each in sources.verifications],
    }
    return {key: value for key, value in extra.items() if value}
