"""The system Maestro: detecting its sessions and reading their files."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from cockpit.model import Phase, PhaseMove, RecordKind, Session, Status, Track
from cockpit.rules.next_step import by_rule
from cockpit.systems.interface import Beginning, BeginningPart, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.archive import FOLDER, read_archive
from cockpit.systems.maestro.checks import check_session
from cockpit.systems.maestro.composition import (
    idle_position,
    read_errors,
    read_extra,
    read_lacks,
    read_next,
    read_position,
    read_resume,
    read_sessions,
)
from cockpit.systems.maestro.documents import (
    DEFAULT_FOLDERS,
    MAIN,
    STATE_DIR_VARIABLE,
    DesignGate,
    ask_for_approval,
    check_gates,
    find_documents,
    open_gate,
    read_gates,
    refused_variable,
    state_folders,
)
from cockpit.systems.maestro.phase_order import moves_from
from cockpit.systems.maestro.report import Report
from cockpit.systems.maestro.retries import LIMIT_VARIABLE, read_retries, read_thresholds, retry_limit
from cockpit.systems.maestro.session import SessionFile, all_files, read_session
from cockpit.systems.maestro.vocabulary import ERROR_TYPES, STATUS_WORDS, begin_action, id_of, is_open, status_of
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import Handoffs, read_handoffs
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent


class Maestro(System):
    """The system `maestro`."""

    id = "maestro"
    name = "Maestro"
    state_folders: tuple[str, ...] = DEFAULT_FOLDERS
    statuses: Mapping[Status, str] = {word: word for word in ("in_progress", "completed", "failed")}
    error_types: tuple[str, ...] = ERROR_TYPES
    records: tuple[RecordKind, ...] = ("error", "tokens", "files")
    beginnings: tuple[BeginningPart, ...] = ("title", "plan", "result", "check", "agent")
    needed_to_begin: tuple[BeginningPart, ...] = ("plan",)

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """The legal moves from the phase's status."""
        return moves_from(STATUS_WORDS.get(status_of(phase.status))) if id_of(phase.id) is not None else ()

    def held(self, track: Track) -> frozenset[Status]:
        """A session with open phases cannot be completed."""
        return frozenset({"completed"} if any(map(is_open, track.phases)) else ())

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """The default folders, and the one that the variable names."""
        return state_folders(files, base)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """A track for each state folder with an active session; else one for archived sessions or an open design gate.

        No other tool writes an `active-session.md` there, so one is a session whatever it holds.
        """
        folders = state_folders(files, base)
        active = [folder for folder in folders if MAIN in _names_in(files, folder)]
        used = active or [folder for folder in folders if _has_inactive_sessions(files, folder)][:1]
        return tuple(Candidate(system=self.id, path=f"{folder}/{MAIN}", base=base) for folder in used)

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report = Report()
        place = candidate.path.rpartition("/")[0]
        folder = Folder(files, "", report, place)
        folder.check_folders(FOLDER)
        refused = refused_variable(files, candidate.base)
        if refused is not None:
            message = Message("maestro.state-folder-outside", variable=STATE_DIR_VARIABLE, folder=refused.value)
            report.add("state-dir-outside", refused.path or candidate.path, refused.line, message)
        archived = _archived_sessions(files, candidate, report)
        page = folder.markdown(MAIN)
        gate = open_gate(folder) if page is None else None
        if page is None and (archived or gate is not None):
            return _idle_track(candidate, archived, gate, read_handoffs(folder, report), report)
        if page is None or page.bad or not page.text.strip():
            if page is not None and not page.bad:
                report.add("empty-file", candidate.path, None, Message("maestro.session-file-empty"))
            return _bare_track(candidate, archived, read_handoffs(folder, report), report)
        return _track(files, candidate, folder, read_session(page, report), archived=archived, report=report)

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.maestro.editor import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now, by the session."""
        from cockpit.systems.maestro.handoff import propose_handoff

        return propose_handoff(self.read(files, candidate, context))

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """What the resume protocol says of the session."""
        from cockpit.systems.maestro.resuming import resumption

        return resumption(self.read(files, candidate, context), files, candidate)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """The session of an implementation plan. Raises CommandError over an active one, and without a plan."""
        from cockpit.systems.maestro.creation import create

        return create(self, files, base, beginning, context)


def _names_in(files: Files, folder: str) -> tuple[str, ...]:
    """The names in a folder; those of sub-folders without the slash."""
    return tuple(name.rstrip("/") for name in files.names(folder))


def _has_inactive_sessions(files: Files, folder: str) -> bool:
    """Whether a folder without an active session has archived ones, or an open design gate."""
    return bool(read_archive(files, folder, Report())) or open_gate(Folder(files, "", Report(), folder)) is not None


def _other_active_sessions(files: Files, candidate: Candidate) -> Iterator[SessionFile]:
    """The other active sessions of the same project."""
    for folder in state_folders(files, candidate.base):
        if f"{folder}/{MAIN}" != candidate.path:
            page = Folder(files, "", Report(), folder).page(MAIN)
            found = read_session(page, Report()) if page is not None and not page.bad and page.text.strip() else None
            if found is not None and status_of(found.status) != "completed":
                yield found


def _archived_sessions(files: Files, candidate: Candidate, report: Report) -> tuple[Session, ...]:
    """The sessions archived beside the active one; the first track also has those of inactive folders."""
    place = candidate.path.rpartition("/")[0]
    folders = state_folders(files, candidate.base)
    active = [folder for folder in folders if MAIN in _names_in(files, folder)]
    inactive = [folder for folder in folders if folder not in active] if place in (active or folders)[:1] else []
    sessions = [each for folder in dict.fromkeys((place, *inactive)) for each in read_archive(files, folder, report)]
    return tuple(sorted(sessions, key=lambda each: each.ended or each.started or "", reverse=True))


def _idle_track(
    candidate: Candidate, archived: tuple[Session, ...], gate: DesignGate | None, handoffs: Handoffs, report: Report
) -> Track:
    """The track of a project without an active session: with archived ones, or an open design gate."""
    rule = begin_action(candidate.path.rpartition("/")[0])
    waiting = ask_for_approval(gate, report) if gate is not None else None
    return replace(
        _bare_track(candidate, archived, handoffs, report),
        format="archive" if archived else "design gate",
        title="No active session",
        updated=archived[0].ended if archived else gate.entered_at if gate else None,
        position=idle_position(archived),
        waiting=waiting,
        next_action=by_rule(rule),
        next_by_rule=rule,
        lacks=_idle_lacks(has_question=waiting is not None),
    )


def _idle_lacks(*, has_question: bool) -> dict[str, Message]:
    no_session = Message("maestro.no-active-session")
    return {**read_lacks(None, has_question=has_question), "state": no_session, "archive": no_session}


def _bare_track(candidate: Candidate, archived: tuple[Session, ...], handoffs: Handoffs, report: Report) -> Track:
    """The track of a missing or unreadable session."""
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
        lacks=read_lacks(None),
    )


def _track(
    files: Files,
    candidate: Candidate,
    folder: Folder,
    session: SessionFile,
    *,
    archived: tuple[Session, ...],
    report: Report,
) -> Track:
    state_folder = candidate.path.rpartition("/")[0]
    limit = retry_limit(files, candidate.base)
    check_session(session, limit, report)
    for each in limit.unread:
        report.unreadable(each.path, each.line, f"`{LIMIT_VARIABLE}`", each.text, "whole number")
    for other in _other_active_sessions(files, candidate) if status_of(session.status) != "completed" else ():
        name = other.id or Message("maestro.one-without-id")
        message = Message("maestro.other-session-active", session=name, path=other.path)
        report.add("two-sessions", session.path, session.line("session_id"), message)
    documents, as_written = find_documents(files, candidate.base, session, report)
    gates = read_gates(folder, session.id)
    handoffs = read_handoffs(folder, report, has_phases=not session.is_quick)
    waiting = check_gates(gates, session, report)
    rule = read_next(session, state_folder)
    thresholds = read_thresholds(session, limit)
    return Track(
        system=candidate.system,
        path=candidate.path,
        format=session.text.notation if session.text.notation != "none" else "log",
        id=session.id,
        title=session.task or session.log.topic,
        updated=session.updated or session.created,
        documents={**documents, **handoffs.documents()},
        position=read_position(session),
        next_action=by_rule(rule),
        next_by_rule=rule,
        waiting=waiting,
        resume_at=read_resume(session.phases),
        thresholds=thresholds,
        phases=session.phases,
        errors=read_errors(session),
        files=all_files((session.files, *(entry.files for entry in session.entries))),
        tokens=session.tokens,
        sessions=read_sessions(session, archived),
        retries=read_retries(session, limit),
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        extra=read_extra(session, gates, as_written, (*session.unread, *handoffs.unread)),
        findings=report.findings(),
        lacks=read_lacks(session, thresholds, has_question=waiting is not None),
    )
