"""Everything that Maestro's files say, as a track."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit import model
from cockpit.model import Track
from cockpit.rules.attention import can_be_reset
from cockpit.rules.next_step import by_rule
from cockpit.rules.thresholds.alert_state import stops
from cockpit.rules.thresholds.metrics import RETRIES
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.maestro.description import FILE_KINDS, MODES, TOKEN_KINDS, Error, Phase, Session
from cockpit.systems.maestro.findings import RULES, Scene, check, own_open_gates
from cockpit.systems.maestro.log import Log, read_log
from cockpit.systems.maestro.places import (
    ARCHIVE,
    FOLDER_VARIABLE,
    LABELS,
    MAIN,
    Document,
    Gate,
    find_documents,
    has_session,
    open_gates,
    read_archive,
    read_gates,
    read_session,
    refused_variable,
    state_folders,
)
from cockpit.systems.maestro.protocol import (
    LIMIT_VARIABLE,
    RetryLimit,
    all_blockers,
    begin_action,
    decisive_phase,
    held_by,
    id_of,
    is_open,
    is_retry,
    is_used_up,
    known_retries,
    next_action,
    resume_phase,
    retries_of,
    retry_limit,
    some,
    stated_retries,
    status_of,
    waiting_errors,
    with_status,
)
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import Handoffs, read_handoffs
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.passages import Passage
from cockpit.systems.shared.report import Report
from cockpit.wording.messages import Message
from cockpit.wording.phrases import counted
from cockpit.wording.times import parse_instant


def read_track(files: Files, candidate: Candidate) -> Track:
    """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
    report, place = Report(RULES.hints), candidate.path.rpartition("/")[0]
    folder = Folder(files, "", report, place)
    folder.check_folders(ARCHIVE)
    refused = refused_variable(files, candidate.base)
    if refused is not None:
        told = f"{FOLDER_VARIABLE} is {refused.value}, not a folder inside the project; it is not read."
        path = refused.path or candidate.path
        report.add("state-dir-outside", path, refused.line, told)
    archived = _archived(files, candidate, report)
    page = folder.markdown(MAIN)
    gates = open_gates(folder) if page is None else []
    if page is None and (archived or gates):
        return _idle(candidate, archived, gates, read_handoffs(folder, report), report)
    if page is None or page.bad or not page.text.strip():
        if page is not None and not page.bad:
            empty = "The session file is empty."
            report.add("empty-file", candidate.path, None, empty)
        return _bare(candidate, archived, read_handoffs(folder, report), report)
    read = read_session(page, report)
    session, limit = read.session, retry_limit(files, candidate.base)
    scene = Scene(
        files=files,
        base=candidate.base,
        path=candidate.path,
        session=session,
        log=read_log(session.file),
        limit=limit,
        gates=read_gates(folder, session.session_id),
        documents=find_documents(files, candidate.base, place, session),
    )
    check(scene, report)
    if limit.unread is not None:
        stated = limit.unread
        report.unreadable(stated.path, stated.line, f"`{LIMIT_VARIABLE}`", stated.text, "whole number")
    handoffs = read_handoffs(folder, report, has_phases=not session.is_quick)
    return _track(scene, handoffs, archived, (*read.unread, *handoffs.unread), report)


def _archived(files: Files, candidate: Candidate, report: Report) -> tuple[model.Session, ...]:
    """The sessions archived beside the active one; the first track also has those of inactive folders."""
    place, folders = candidate.path.rpartition("/")[0], state_folders(files, candidate.base)
    active = [each for each in folders if has_session(files, each)]
    others = [each for each in folders if each not in active] if place in (active or folders)[:1] else []
    found = [each for folder in dict.fromkeys((place, *others)) for each in read_archive(files, folder, report)]
    for each in found:
        path, name = each.session.path or "", each.session.id
        file = path.rpartition("/")[2]
        if name is not None and f"{name}.md" != file:
            told = f"Session {name} is archived as {file} instead of {name}.md."
            report.add("archive-name", path, each.line, told)
    sessions = [each.session for each in found]
    return tuple(sorted(sessions, key=lambda each: each.ended or each.started or "", reverse=True))


# Without an active session


def _bare(candidate: Candidate, archived: tuple[model.Session, ...], handoffs: Handoffs, report: Report) -> Track:
    """The track of a missing or unreadable session."""
    unreadable = Message("maestro.session-unreadable", f"{candidate.path} cannot be read.")
    return Track(
        system=candidate.system,
        path=candidate.path,
        format="unreadable",
        sessions=archived,
        documents=handoffs.documents(),
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        extra={"unread": [*handoffs.unread]} if handoffs.unread else {},
        findings=report.findings(),
        lacks={**_lacks_of_none(), **dict.fromkeys(("phases", "handoff", "state", "archive"), unreadable)},
    )


def _idle(
    candidate: Candidate, archived: tuple[model.Session, ...], gates: Sequence[Gate], handoffs: Handoffs, report: Report
) -> Track:
    """The track of a project without an active session: with archived ones, or an open design gate."""
    rule, waiting = begin_action(candidate.path.rpartition("/")[0]), None
    if gates:
        waiting = gates[0].question(gates[0].session)
        told = f"The design of {gates[0].session} is not approved yet."
        report.add("design-unapproved", gates[0].path, None, told)
    if older := gates[1:]:
        one = len(older) == 1
        were, names = "was" if one else "were", some(each.session for each in older)
        sentence = f"{counted(len(older), 'older design')} {were} never approved: {names}."
        advice = f"Delete {'it' if one else 'them'} if {'its session is' if one else 'their sessions are'} gone."
        report.add(
            "design-unapproved",
            older[0].path,
            None,
            sentence,
            severity="note",
            hint=advice,
        )
    activity, none = None, Message("maestro.no-active-session", _NO_SESSION)
    if archived:
        name = " ".join(
            filter(None, (archived[0].id, f"({archived[0].working_on})" if archived[0].working_on else None))
        )
        activity = _activity(archived[0].ended, Message("maestro.last-archived", f"Archived {name}".rstrip()))
    return replace(
        _bare(candidate, archived, handoffs, report),
        format="archive" if archived else "design gate",
        title="No active session",
        updated=archived[0].ended if archived else gates[0].entered_at,
        position=model.Position(status="not_started", status_text="no active session", last_activity=activity),
        waiting=waiting,
        next_action=by_rule(rule),
        next_by_rule=rule,
        lacks={**_lacks_of_none(), "state": none, "archive": none},
    )


_NO_SESSION = "No session is active. Start one: `cockpit init maestro --plan FILE`."


# What there can be none of, each with the reason

LACKS = lacking(
    "maestro",
    decisions="Maestro has no decisions. Its log may mention them.",
    blockers="Maestro has no blockers, only errors of phases.",
    todos="Maestro has no todos, only phases.",
    questions="Maestro does not record open questions. See its handoff.",
    plan="Maestro has no plans, only phases.",
    task="Maestro has no tasks, only phases.",
    next="Maestro has no next action; the phases show what is next.",
    answer="Maestro does not read answers from files. Answer in the agent.",
)


def _lacks_of_none() -> dict[str, Message]:
    none = Message("maestro.no-session-active", "No session is active.")
    handoff = Message("maestro.nothing-to-hand-off", "No session is active. Nothing to hand off.")
    return {**LACKS, "thresholds": none, "phases": none, "handoff": handoff}


def _lacks(session: Session, threshold: model.Threshold | None, *, is_archived: bool) -> dict[str, Message]:
    quick, damaged = session.is_quick, "The session file is partly unreadable. Fix it first."
    lacks = {**LACKS}

    def lack(what: str, why: str) -> None:
        lacks[what] = Message(f"maestro.lacks-{what}", why)

    lack("phases", "A quick session (T1) has no phases." if quick else "The session has no phases.")
    if threshold is None:
        none = (
            "A quick session (T1) does not count retries." if quick else "No phase is open, so no retries are counted."
        )
        lack("thresholds", none)
    if threshold is None or not (threshold.value is None or stops(threshold) or threshold.value > 0):
        lack("retries", "No retries are counted. Nothing to reset.")
    elif not session.file.is_whole:
        lack("retries", damaged)
    elif not can_be_reset(threshold):
        lack("retries", "The retry limit is unreadable. Fix it where it is set.")
    if any(map(is_open, session.phases)):
        lack("session", "The session has open phases. Complete or skip them first.")
    if is_archived:
        lack("archive", "The session is archived already.")
    if not session.file.is_whole:
        for what in ("state", "archive", "handoff"):
            lack(what, damaged)
    return lacks


# The track of a session


def _track(
    scene: Scene, handoffs: Handoffs, archived: tuple[model.Session, ...], unread: Sequence[Passage], report: Report
) -> Track:
    session, log = scene.session, scene.log
    waiting = next((each.question() for each in reversed(own_open_gates(scene.gates, session))), None)
    is_archived = session.session_id is not None and any(each.id == session.session_id for each in archived)
    rule, resume = next_action(session, scene.folder, is_archived=is_archived), resume_phase(session.phases)
    threshold = _threshold(scene)
    count = threshold.value if threshold is not None else None
    located = {LABELS[each.key]: each.path for each in scene.documents if each.path is not None}
    form = "json" if session.file.is_json else "yaml"
    return Track(
        system="maestro",
        path=scene.path,
        format=form if session.file.has_keys else "log",
        id=session.session_id,
        title=session.task or log.topic,
        updated=session.updated or session.created,
        documents={**located, **handoffs.documents()},
        position=_position(session, log),
        next_action=by_rule(rule),
        next_by_rule=rule,
        waiting=waiting,
        resume_at=model.ResumeAt(phase=id_of(resume.id)) if resume is not None else None,
        thresholds=(threshold,) if threshold is not None else (),
        phases=tuple(_phase(*each) for each in all_blockers(session.phases)),
        errors=(*(_error(each, None) for each in session.errors), *_errors(session.phases)),
        files=model.FileManifest(**{kind: _all_files(session, kind) for kind in FILE_KINDS}),
        tokens=_tokens(session),
        sessions=(_active(session, log, scene.path), *archived),
        retries=model.Retries(count=int(count) if count is not None else None, max=scene.limit.number)
        if threshold is not None
        else None,
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        extra=_extra(scene, unread),
        findings=report.findings(),
        lacks=_lacks(session, threshold, is_archived=rule == begin_action(scene.folder)),
    )


def _phase(phase: Phase, blocked_by: tuple[str, ...]) -> model.Phase:
    return model.Phase(
        id=phase.id,
        name=phase.name,
        status=phase.status,
        agents=phase.agents,
        parallel=phase.parallel,
        blocked_by=blocked_by,
        started=phase.started,
        completed=phase.completed,
        retry_count=retries_of(phase),
    )


def _errors(phases: Sequence[Phase]) -> list[model.PhaseError]:
    """The errors of the phases. Those after which a phase was retried, and the entries of the retries themselves, are
    marked as tried again.
    """
    found = []
    for phase in phases:
        waiting = {id(each) for each in waiting_errors(phase)} if phase.errors else set()
        for each in phase.errors:
            again = id(each) not in waiting and (not each.resolved or is_retry(each))
            found.append(_error(each, phase.id, again=again))
    return found


def _error(error: Error, phase: str | None, *, again: bool = False) -> model.PhaseError:
    return model.PhaseError(
        phase=phase,
        agent=error.agent,
        type=error.type,
        message=error.shown,
        resolution=error.resolution,
        resolved=error.resolved or False,
        at=error.timestamp,
        tried_again=again,
    )


def _all_files(session: Session, kind: str) -> tuple[str, ...]:
    places = (session, *session.phases)
    return tuple(dict.fromkeys(path for each in places for path in getattr(each, f"files_{kind}")))


def _tokens(session: Session) -> model.Tokens | None:
    usage = session.token_usage
    if usage is None:
        return None
    totals = {kind: getattr(usage, f"total_{kind}") for kind in TOKEN_KINDS}
    agents = {
        each.key or str(number): model.AgentTokens(**{kind: getattr(each, kind) for kind in TOKEN_KINDS})
        for number, each in enumerate(usage.by_agent)
    }
    return model.Tokens(**totals, by_agent=agents)


def _active(session: Session, log: Log, session_path: str) -> model.Session:
    """The active session in the list of sessions."""
    count = _counted(session)
    return model.Session(
        id=session.session_id,
        agent=session.agent,
        started=session.created,
        ended=None if status_of(session.status) == "in_progress" else session.updated,
        status=session.status,
        working_on=session.task or log.topic,
        notes=f"{count.done} of {count.total} phases done" if count else None,
        path=session_path,
    )


# The position

_MEANS: Mapping[str, Message] = {
    "in_progress": Message("maestro.status-means-open", "the session is open; its phases show the progress"),
    "completed": Message("maestro.status-means-ended", "the session has ended, whether all phases are done or not"),
    "failed": Message("maestro.status-means-failed", "the work has failed; a person decides how to continue"),
}


def _position(session: Session, log: Log) -> model.Position:
    """The position: the phase that the session names, else the one at which Maestro resumes."""
    status, phases = status_of(session.status), session.phases
    total = session.total_phases if session.total_phases is not None else len(phases) or None
    named, following = id_of(session.current_phase), resume_phase(phases)
    step = None
    if named is not None:
        name = next((each.name for each in phases if each.id == named), None)
        step = model.Step(id=named, name=name, total=total)
    elif following is not None:
        step = model.Step(id=following.id, name=following.name, total=total)
    step_of_log = log.last_step(each.id for each in with_status(phases, "not_started"))
    last = _last_event(phases) if step_of_log is None else _activity(session.updated, step_of_log)
    if last is None and session.updated:
        last = _activity(session.updated, Message("maestro.session-updated", "Session updated"))
    return model.Position(
        phase=step,
        status=status,
        status_text=session.status,
        status_means=_MEANS.get(status),
        counted=_counted(session),
        last_activity=last,
    )


def _counted(session: Session) -> model.Counted | None:
    """Completed and total phases; None without phases, or where the file was cut."""
    if not session.phases or session.file.is_cut:
        return None
    done = len(with_status(session.phases, "completed"))
    return model.Counted(done=done, total=len(session.phases), unit="phases")


def _activity(at: str | None, text: str | Message) -> model.LastActivity:
    return model.LastActivity(date=at[:10] if at else None, text=text)


def _last_event(phases: Sequence[Phase]) -> model.LastActivity | None:
    """The newest event that the phases date: `Phase 2 completed (Charts)`; at the same instant, the last one."""
    events: list[tuple[str | None, str, Phase]] = []
    for each in reversed(phases):
        if (status := status_of(each.status)) in ("completed", "failed", "skipped"):
            events.append((each.completed, status, each))
        events.append((each.started, "started", each))
    dated = [(instant.at, at, word, each) for at, word, each in events if (instant := parse_instant(at)) is not None]
    if not dated:
        return None
    _, at, word, phase = max(dated, key=lambda event: event[0])
    told = f"Phase {phase.id or '?'} {word}{f' ({phase.name})' if phase.name else ''}"
    return _activity(at, Message("maestro.phase-event", told))


# Retries as a threshold


def _threshold(scene: Scene) -> model.Threshold | None:
    """The retries of the decisive phase. Only a failed one with used-up retries is at a stop; besides that, only what
    cannot be read of a count or the limit holds the agent.
    """
    limit, session = scene.limit, scene.session
    phase = decisive_phase(session.phases, limit.number)
    if phase is None:
        return None
    stopped, value = is_used_up(phase, limit.number), known_retries(phase)
    on_last_try = status_of(phase.status) == "in_progress" and value is not None and value >= limit.number
    numbers = [each for each in stated_retries(phase) if each.number is not None]
    return model.Threshold(
        metric=RETRIES.name,
        unit=RETRIES.unit,
        value=value,
        level="stop" if stopped else "warning" if on_last_try else None,
        limits=model.Limits(stop=limit.number, source=limit.source),
        agent_will="halt" if stopped else "continue",
        agent_level="stop" if stopped else None,
        source=scene.path.rpartition("/")[2] if retries_of(phase) is not None else None,
        unreadable=tuple(_unread(session.phases, limit, scene.path)),
        disagreeing=tuple(
            model.Statement(what="value", text=str(each.number), path=scene.path, line=each.line)
            for each in (numbers if len({each.number for each in numbers}) > 1 else ())
        ),
    )


def _unread(phases: Sequence[Phase], limit: RetryLimit, path: str) -> list[model.Statement]:
    held = [held_by(each, limit.number) for each in phases if is_open(each)]
    found = [
        model.Statement(what=what, text=place.unread or "", path=path, line=place.line)
        for what, place in held
        if place is not None
    ]
    return found if limit.unread is None else [*found, limit.unread]


# What the model has no field for


def _extra(scene: Scene, unread: Sequence[Passage]) -> dict[str, Any]:
    session, log = scene.session, scene.log
    extra: dict[str, Any] = {
        "tier": session.tier or ("T3" if session.file.has_keys else None),
        "tier_by_rule": session.tier is None and session.file.has_keys,
        **{key: getattr(session, key) for key in (*MODES, "current_batch")},
        **_as_written(scene.documents),
        "validation": session.checked,
        "design_gate": scene.gates[0].values() if scene.gates else None,
        "other_design_gates": [each.values() for each in scene.gates[1:]],
        "phases": _phase_details(session.phases),
        "log": log.title if session.task not in (None, log.topic) else None,
        "sections": {**_document_texts(scene.documents), **log.texts()},
        "unread": [*unread],
    }
    return {key: value for key, value in extra.items() if value}


def _as_written(documents: Sequence[Document]) -> dict[str, str]:
    """The stated paths that differ from those in the project."""
    return {each.key: each.stated for each in documents if each.path != each.stated and not each.is_text}


def _document_texts(documents: Sequence[Document]) -> dict[str, str]:
    """The documents that stand in the session itself, by what they are."""
    return {LABELS[each.key].capitalize(): each.stated for each in documents if each.is_text}


_OF_THE_MODEL = frozenset(("id", "name", "status", "agents", "parallel", "started", "completed", "blocked_by",
                           "retry_count", "errors"))  # fmt: skip
"""The keys of a phase for which the model has a field; all others are shown with its details."""


def _phase_details(phases: Sequence[Phase]) -> dict[str, dict[str, Any]]:
    """What each phase handed on, and its own files, by phase."""
    found: dict[str, dict[str, Any]] = {}
    for number, phase in enumerate(phases, 1):
        told = {key: getattr(phase, key) for key in phase.told if key not in _OF_THE_MODEL}
        told = {key: [*value] if isinstance(value, tuple) else value for key, value in told.items()}
        details = {key: value for key, value in told.items() if _is_filled(value)}
        name = phase.id or str(number)
        if details:
            found[name if name not in found else f"{name} ({number})"] = details
    return found


def _is_filled(value: object) -> bool:
    """Whether a value has content; a mapping of empty lists has none."""
    if isinstance(value, dict | list):
        return any(map(_is_filled, value.values() if isinstance(value, dict) else value))
    return value not in (None, "", False, "false")
