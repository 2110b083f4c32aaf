"""Everything that the state of an initiative says, as a track."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cockpit import model
from cockpit.model import Step, Track
from cockpit.rules.next_step import by_rule
from cockpit.systems.codewalk.description import Blocker, Decision, Progress, Session
from cockpit.systems.codewalk.findings import RULES, Scene, check
from cockpit.systems.codewalk.phases import Phases, read_phases
from cockpit.systems.codewalk.places import Sources, is_database, read_sources, slug, state_folder_of
from cockpit.systems.codewalk.protocol import MEANINGS, blocker_state, number_of, status_of
from cockpit.systems.codewalk.staleness import question, stale_at
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import read_handoffs
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message
from cockpit.wording.phrases import listed
from cockpit.wording.times import parse_instant

LACKS = lacking(
    "codewalk",
    thresholds="Codewalkers has no thresholds. Context use is recorded with the session.",
    todos="Codewalkers has no todos. See the plan files and the open questions.",
    retries="Codewalkers does not count retries.",
    archive="Codewalkers does not archive its state. Earlier versions are in git.",
)
_DOCUMENTS = {"roadmap": "ROADMAP.md", "project": "PROJECT.md", "requirements": "REQUIREMENTS.md"}


def handoff_folder(candidate: Candidate) -> str:
    """The folder of the handoff: that of the state file, `.cockpit` for a state file at the root; for a database a
    folder of the initiative beside it, since there may be several."""
    return "/".join(filter(None, (state_folder_of(candidate) or ".cockpit", slug(candidate.part))))


def read_track(files: Files, candidate: Candidate, context: ReadContext) -> Track:
    """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
    report = Report(RULES.hints)
    sources = read_sources(files, candidate, report)
    phases = phases_of(sources)
    check(Scene(sources, phases, context.now), report)
    handoffs = read_handoffs(Folder(files, candidate.base, report, handoff_folder(candidate)), report)
    state, waiting, unread = sources.state, question(sources, context.now), [*sources.unread, *handoffs.unread]
    action = _action(sources, phases)
    rule = model.RuleAction(text=Message("codewalk.by-rule", action)) if action else None
    at_phase = sources.position.phase is not None and status_of(sources.position.status) != "completed"
    at, extra = sources.position, _extra(sources)
    return Track(
        system=candidate.system,
        path=candidate.path,
        format=sources.form,
        id=state.initiative,
        title=state.title,
        updated=_updated(sources),
        documents={**_documents(sources), **handoffs.documents()},
        position=_position(sources),
        next_action=model.NextAction(text=state.next_action) if state.next_action is not None else by_rule(rule),
        next_by_rule=rule,
        waiting=waiting,
        resume_at=model.ResumeAt(phase=at.phase or "", plan=at.plan, task=at.task) if at_phase else None,
        open_questions=sources.context.open_questions,
        verify=model.Verify(
            files=sources.context.files_modified_this_session, claims=sources.context.key_implementations
        ),
        decisions=tuple(found for each in sources.decisions if (found := _decision(each)) is not None),
        blockers=phases.blockers,
        phases=phases.phases,
        files=model.FileManifest(modified=sources.context.files_modified_this_session),
        sessions=_sessions(sources),
        continuity=_continuity(sources),
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        extra={**extra, "unread": unread} if unread else extra,
        findings=report.findings(),
        lacks=_lacks(files, sources, waiting),
    )


def state_missing(path: str) -> Message:
    """Why nothing is written where only the entries beside the state file are there."""
    return Message("codewalk.state-missing", f"{path} does not exist. Restore it from git.")


def _lacks(files: Files, sources: Sources, waiting: model.Waiting | None) -> Mapping[str, Message]:
    lacks = dict(LACKS)
    if waiting is None:
        lacks["answer"] = Message("systems.nothing-asked", "No question is waiting for an answer.")
    if not is_database(sources.path) and files.read(sources.path) is None:
        lacks |= dict.fromkeys(("state", "handoff"), state_missing(sources.path))
    return lacks


def phases_of(sources: Sources) -> Phases:
    """The phases and the blockers, with what is held up."""
    return read_phases(sources, [_blocker(each) for each in sources.blockers if each.shown is not None])


def _decision(decision: Decision) -> model.Decision | None:
    text = decision.shown or decision.id or decision.date
    if text is None:
        return None
    return model.Decision(
        id=decision.id,
        text=text,
        context=decision.context if decision.decision is not None else None,
        reason=decision.why if text != decision.why else None,
        date=decision.date,
        alternatives=decision.alternatives_considered,
        reversible=decision.reversible,
        path=decision.path,
    )


def _blocker(blocker: Blocker) -> model.Blocker:
    return model.Blocker(
        id=blocker.id,
        text=blocker.shown or "",
        status=blocker_state(blocker.status) or "active",
        since=blocker.blocked_since or blocker.identified_at,
        affects=blocker.affects,
        workaround=blocker.workaround,
        resolution=blocker.resolution,
        resolved_at=blocker.resolved_at,
        tasks=blocker.blocked_tasks,
        workaround_tasks=blocker.workaround_tasks,
        path=blocker.path,
    )


def _sessions(sources: Sources) -> tuple[model.Session, ...]:
    """The sessions, the last one first; the active one says when it counts as given up."""
    active, at = sources.active, stale_at(sources)
    found = [_session(each, at if each is active else None) for each in sources.sessions]
    return tuple(found[::-1])


def _session(session: Session, given_up: str | None) -> model.Session:
    made = model.Session(
        id=session.id,
        agent=session.agent,
        started=session.started,
        ended=session.ended,
        status=session.state,
        working_on=session.working_on,
        completed=session.completed,
        issues=session.issues,
        notes=session.shown,
        handoff_reason=session.handoff_reason,
        context_used=session.context_usage,
        path=session.path,
    )
    return replace(made, stale_at=given_up) if given_up is not None else made


def _updated(sources: Sources) -> str | None:
    """When the state was written last: as its row says, else the newest instant in the entries; None where they have
    none, or a session is active: it has written since it began."""
    stated = [at for each in sources.sessions for at in (each.ended, each.started)]
    stated += [at for each in sources.blockers for at in (each.resolved_at, each.blocked_since or each.identified_at)]
    known = [(instant.at, text) for text in (*stated, sources.updated) if text and (instant := parse_instant(text))]
    is_known = sources.updated is not None or sources.active is None
    return max(known)[1] if known and is_known else None


def _continuity(sources: Sources) -> model.Continuity:
    """Where the last session stopped."""
    if not sources.sessions:
        return model.Continuity(next_action=sources.state.next_action)
    last = sources.sessions[-1]
    stopped = last.working_on or (last.completed[-1] if last.completed else None)
    at = last.ended or last.started
    return model.Continuity(last_session=at, stopped_at=stopped, next_action=sources.state.next_action)


def _position(sources: Sources) -> model.Position:
    """The position; the counters of the present phase's tasks are what was counted, else the phases."""
    at, progress = sources.position, sources.progress
    status = status_of(at.status)
    has_phase, has_plan = at.phase or at.phase_name, at.plan or at.plan_name
    return model.Position(
        phase=Step(id=at.phase, name=at.phase_name, total=progress.phases_total) if has_phase else None,
        plan=Step(id=at.plan, name=at.plan_name) if has_plan else None,
        task=Step(name=at.task) if at.task is not None else None,
        wave=at.wave,
        status=status,
        status_text=at.status,
        status_means=MEANINGS.get(status),
        percent=progress.claimed,
        percent_of=_whole(progress),
        counted=_counted(progress),
    )


def _whole(progress: Progress) -> Message | None:
    """What the bar is a part of: all phases, or the present one. Where both counters agree with it, or neither does,
    the one that is there alone; None where nothing is claimed, or nothing tells.
    """
    of_all, of_present = progress.agrees(progress.by_phases, progress.together), progress.agrees(progress.by_tasks)
    if of_all == of_present:
        of_all, of_present = progress.by_phases is not None, progress.by_tasks is not None
    if progress.claimed is None or of_all == of_present:
        return None
    return Message("codewalk.of-all-phases", "all phases") if of_all else Message("codewalk.of-phase", "the phase")


def _counted(progress: Progress) -> model.Counted | None:
    if progress.current_phase_tasks and progress.current_phase_completed is not None:
        return model.Counted(done=progress.current_phase_completed, total=progress.current_phase_tasks, unit="tasks")
    if progress.phases_total is not None and progress.phases_completed is not None:
        return model.Counted(done=progress.phases_completed, total=progress.phases_total, unit="phases")
    return None


def _action(sources: Sources, phases: Phases) -> str | None:
    """What follows from the position and from what is blocked (seed, "Continue Execution" and "Blocker Impact")."""
    at, status, here = sources.position, status_of(sources.position.status), number_of(sources.position.phase)
    has_phase, place = at.phase is not None or at.phase_name is not None, _place(sources)
    if phases.held.escalated:
        action = "Decide how to continue: every open phase is blocked"
    elif has_phase and here in phases.held.paused:
        action = f"Continue elsewhere: all remaining tasks of phase {here} are blocked"
    elif has_phase and status == "blocked":
        action = f"Resolve the blockers of {place}"
    else:
        going_on = {
            "completed": "All phases are done",
            "phase_complete": f"Verify {place}, then begin the next phase",
            "verifying": f"Finish the verification of {place}",
            **dict.fromkeys(("not_started", "planning", "ready"), f"Begin {place}"),
        }
        return going_on.get(status, f"Continue {place}") if has_phase else None
    best = max((each for each in phases.blockers if each.holds), key=lambda each: len(each.frees), default=None)
    if best is None or not best.frees:
        return action
    return f"{action}; resolving {best.id or 'the blocker'} unblocks {listed(map(str, best.frees))}"


def _place(sources: Sources) -> str:
    at = sources.position
    parts = [
        f"phase {at.phase}" if at.phase is not None else None,
        f"plan {at.plan}" if at.plan is not None else None,
        f"task “{at.task}”" if at.task else None,
    ]
    return ", ".join(filter(None, parts)) or "the work"


def _documents(sources: Sources) -> dict[str, str]:
    """The present plan, the summaries of its phase, and the documents beside them."""
    at, plans = sources.position, sources.plans
    here = plans.plan(at.phase, at.plan)
    found = {"plan": here.path} if here is not None else {}
    found |= {f"summary {each.phase}-{each.plan}": each.path for each in plans.summaries_of(at.phase)}
    known = {name: sources.folder.find(f".planning/{file}") for name, file in _DOCUMENTS.items()}
    return {**found, **{name: path for name, path in known.items() if path is not None}}


def _extra(sources: Sources) -> dict[str, Any]:
    """What the model has no field for."""
    done, total = sources.progress.phases_completed, sources.progress.phases_total
    extra: dict[str, Any] = {
        "phases_done": f"{done} of {total}" if done is not None and total is not None else None,
        "bar": sources.progress.bar,
        "verifications": [dict(each) for each in sources.verifications],
    }
    return {key: value for key, value in extra.items() if value}
