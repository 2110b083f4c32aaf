"""Maestro: recognising its sessions and reading everything their files say."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from cockpit.model import Phase, Session, Status, Track
from cockpit.model.checklist import Resumption
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent, PhaseMove
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, Record, SessionPart
from cockpit.systems.maestro.archive import FOLDER, read_archive
from cockpit.systems.maestro.checks import check_session
from cockpit.systems.maestro.composition import (
    by_rule,
    idle_position,
    lacks,
    read_errors,
    read_extra,
    read_next,
    read_position,
    read_resume,
    read_sessions,
)
from cockpit.systems.maestro.documents import (
    MAIN,
    USUAL,
    VARIABLE,
    DesignGate,
    ask_about,
    check_gates,
    find_documents,
    open_gate,
    read_gates,
    refused_variable,
    state_folders,
)
from cockpit.systems.maestro.phase_order import moves_from
from cockpit.systems.maestro.report import Report
from cockpit.systems.maestro.retries import VARIABLE as LIMIT
from cockpit.systems.maestro.retries import most_retries, read_retries, read_thresholds
from cockpit.systems.maestro.session import SessionFile, all_files, read_session
from cockpit.systems.maestro.vocabulary import ERROR_TYPES, WORDS, begin, id_of, is_open, status_of
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_file import Handoffs, read_handoffs
from cockpit.wording.messages import Message


class Maestro:
    """The system `maestro`."""

    id = "maestro"
    name = "Maestro"
    state_folders: tuple[str, ...] = USUAL
    begins = True
    triggers: tuple[str, ...] = ()
    statuses: Mapping[Status, str] = {word: word for word in ("in_progress", "completed", "failed")}
    error_types: tuple[str, ...] = ERROR_TYPES
    records: tuple[Record, ...] = ("error", "tokens", "files")
    session_parts: tuple[SessionPart, ...] = ()
    stores: tuple[str, ...] = ()
    session_reasons: tuple[str, ...] = ()

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """The legal moves from the phase's status."""
        return moves_from(WORDS.get(status_of(phase.status))) if id_of(phase.id) is not None else ()

    def held(self, track: Track) -> frozenset[Status]:
        """A session is completed only when no phase is open."""
        return frozenset({"completed"} if any(map(is_open, track.phases)) else ())

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """The folder that the variable names, and the usual ones."""
        return state_folders(files, base)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """A track for each state folder with an active session; without any, one for what was archived, or for a design
        that nobody approved yet.

        No other tool writes an `active-session.md` there, so one is a session whatever it holds.
        """
        folders = state_folders(files, base)
        active = [folder for folder in folders if MAIN in _names(files, folder)]
        chosen = active or [folder for folder in folders if _is_left(files, folder)][:1]
        return tuple(Candidate(system=self.id, path=f"{folder}/{MAIN}", base=base) for folder in chosen)

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        report = Report()
        place = candidate.path.rpartition("/")[0]
        folder = Folder(files, "", report, place)
        folder.check_folders(FOLDER)
        refused = refused_variable(files, candidate.base)
        if refused is not None:
            message = Message("maestro.state-folder-outside", variable=VARIABLE, folder=refused.value)
            report.add("state-dir-outside", refused.path or candidate.path, refused.line, message)
        archived = _archived(files, candidate, report)
        page = folder.markdown(MAIN)
        gate = open_gate(folder) if page is None else None
        if page is None and (archived or gate is not None):
            return _idle(candidate, archived, gate, read_handoffs(folder, report), report)
        if page is None or page.bad or not page.text.strip():
            if page is not None and not page.bad:
                report.add("empty-file", candidate.path, None, Message("maestro.session-file-empty"))
            return _without_session(candidate, archived, read_handoffs(folder, report), report)
        return _track(files, candidate, folder, read_session(page, report), archived=archived, report=report)

    def edit(self, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.maestro.editor import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> HandoffDraft:
        """What a handoff would say now, by the session."""
        from cockpit.systems.maestro.handoff_proposal import propose_handoff

        return propose_handoff(self.read(files, candidate, context))

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> Resumption:
        """What the resume protocol says of the session."""
        from cockpit.systems.maestro.resuming import resumption

        return resumption(self.read(files, candidate, context), files, candidate)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """The session of an implementation plan. Raises CommandError over an active one, and without a plan."""
        from cockpit.systems.maestro.creation import create

        return create(self, files, base, beginning, context)


def _names(files: Files, folder: str) -> tuple[str, ...]:
    """The names in a folder, those of sub-folders too."""
    return tuple(name.rstrip("/") for name in files.names(folder))


def _is_left(files: Files, folder: str) -> bool:
    """Whether a folder without an active session tells of those that were, or of one that is to begin."""
    return bool(read_archive(files, folder, Report())) or open_gate(Folder(files, "", Report(), folder)) is not None


def _beside(files: Files, candidate: Candidate) -> Iterator[SessionFile]:
    """The sessions of the same project that are active beside one."""
    for folder in state_folders(files, candidate.base):
        if f"{folder}/{MAIN}" != candidate.path:
            page = Folder(files, "", Report(), folder).page(MAIN)
            found = read_session(page, Report()) if page is not None and not page.bad and page.text.strip() else None
            if found is not None and status_of(found.status) != "completed":
                yield found


def _archived(files: Files, candidate: Candidate, report: Report) -> tuple[Session, ...]:
    """The sessions archived beside the active one; the first track has those of folders without one, too."""
    place = candidate.path.rpartition("/")[0]
    folders = state_folders(files, candidate.base)
    active = [folder for folder in folders if MAIN in _names(files, folder)]
    inactive = [folder for folder in folders if folder not in active] if place in (active or folders)[:1] else []
    every = [each for folder in dict.fromkeys((place, *inactive)) for each in read_archive(files, folder, report)]
    return tuple(sorted(every, key=lambda each: each.ended or each.started or "", reverse=True))


def _idle(
    candidate: Candidate, archived: tuple[Session, ...], gate: DesignGate | None, handoffs: Handoffs, report: Report
) -> Track:
    """A project in which no session is active: some were, or one waits for its design to be approved."""
    rule = begin(candidate.path.rpartition("/")[0])
    waiting = ask_about(gate, report) if gate is not None else None
    return replace(
        _without_session(candidate, archived, handoffs, report),
        format="archive" if archived else "design gate",
        title="No active session",
        updated=archived[0].ended if archived else gate.entered if gate else None,
        position=idle_position(archived),
        waiting=waiting,
        next_action=by_rule(rule),
        next_by_rule=rule,
        lacks=lacks(None, asks=waiting is not None),
    )


def _without_session(candidate: Candidate, archived: tuple[Session, ...], handoffs: Handoffs, report: Report) -> Track:
    """What lies beside a session that is not there, or cannot be read."""
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
        lacks=lacks(None),
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
    place = candidate.path.rpartition("/")[0]
    most = most_retries(files, candidate.base)
    check_session(session, most.number, report)
    for each in most.unread:
        report.unreadable(each.path, each.line, f"`{LIMIT}`", each.text, "whole number")
    for other in _beside(files, candidate) if status_of(session.status) != "completed" else ():
        name = other.id or Message("maestro.one-without-id")
        message = Message("maestro.other-session-active", session=name, path=other.path)
        report.add("two-sessions", session.path, session.line("session_id"), message)
    documents, otherwise = find_documents(files, candidate.base, session, report)
    gates = read_gates(folder, session.id)
    handoffs = read_handoffs(folder, report, has_phases=not session.is_quick)
    waiting = check_gates(gates, session, report)
    rule = read_next(session, place)
    thresholds = read_thresholds(session, most)
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
        retries=read_retries(session, most),
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        extra=read_extra(session, gates, otherwise, (*session.unread, *handoffs.unread)),
        findings=report.findings(),
        lacks=lacks(session, thresholds, asks=waiting is not None),
    )
