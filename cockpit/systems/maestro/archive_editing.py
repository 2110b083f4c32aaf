"""Archiving a session: its file, the documents that its tier archives too, and the checks that everything arrived
(seed).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from shlex import quote

from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Archive
from cockpit.regex import regex
from cockpit.systems.maestro.archive import FOLDER, read_archive
from cockpit.systems.maestro.documents import GATE_SUFFIX, LABELS, MAIN, DesignGate, read_gates
from cockpit.systems.maestro.edit_session import EditSession, unresolved_errors
from cockpit.systems.maestro.vocabulary import folded, shortened, status_of, with_status
from cockpit.systems.shared.handoff_editing import move_to_archive
from cockpit.systems.shared.keyed_file_editor import KeyedFileEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import ARCHIVED_BYTES, is_cut, unsafe
from cockpit.wording.messages import Message

ARCHIVED_DOCUMENTS: Mapping[str, tuple[str, ...]] = {
    "t1": (),
    "t2": ("implementation_plan",),
    "t3": ("design_document", "implementation_plan"),
}
"""The documents that are archived with the session file, by tier."""

_NAME = regex(r"[A-Za-z0-9_-][\w.-]{0,199}", re.ASCII)
_MOST_NAMES = 8


def archive(edit: EditSession, intent: Archive) -> Outcome:
    """Move the session, its documents and a waiting handoff, all or none. A file that cannot be edited is moved
    unchanged.

    Raises NeedsConfirmation where the session is unfinished or cannot be edited.
    """
    phases = [(each.id, each.status) for each in edit.session.phases]
    _refuse_bad_id(edit)
    target = f"{_state_folder(edit)}/{FOLDER}/{edit.session.id}.md"
    documents, remarks = _document_moves(edit)
    moves = {**documents, **_gate_move(edit)}
    _refuse_taken(edit, (target, *moves.values()))
    _refuse_too_long(edit, {edit.candidate.path: target, **moves})
    editor, damage = _editor_or_reason(edit)
    reasons = (
        unfinished_reason(edit.session.status, phases),
        _uncompared_reason(edit),
        _unresolved_reason(edit),
        damage,
    )
    _confirm_unfinished(edit, intent, [each for each in reasons if each is not None])
    if editor is not None:
        editor.put(("status",), "completed")
        editor.put(("updated",), edit.now)
    edit.draft.move(edit.candidate.path, target)
    edit.draft.put_first(target)
    for path, place in moves.items():
        edit.draft.move(path, place)
    if edit.before.handoff is not None:
        path = move_to_archive(edit, edit.folder, edit.before.handoff)
        remarks.append(Message("maestro.handoff-goes-along", path=path))
    _verify(edit, target, moves, edited=editor is not None)
    remarks += _leftover_remarks(edit, phases, edited=editor is not None)
    return Outcome(sentence=_archived_message(edit, target, documents), remarks=tuple(remarks), candidate=None)


def _state_folder(edit: EditSession) -> str:
    return edit.candidate.path.rpartition("/")[0]


def _plans_folder(edit: EditSession) -> str:
    """The folder `plans` beside the state folder."""
    parent = _state_folder(edit).rpartition("/")[0]
    return f"{parent}/plans" if parent else "plans"


def _refuse_bad_id(edit: EditSession) -> None:
    """Raise CommandError for an id that cannot be a file name."""
    session_id, day = edit.session.id, edit.today
    if not session_id:
        raise CommandError(Message("maestro.session-id-empty", day=day))
    if not names_a_file(session_id):
        raise CommandError(Message("maestro.session-id-no-file-name", session=session_id, day=day))


def _refuse_taken(edit: EditSession, places: Iterable[str]) -> None:
    """Raise CommandError where a target path exists; the message names a free one."""
    for path in places:
        if edit.draft.read(path) is not None:
            stem, dot, ending = path.rpartition(".")
            free = next(name for n in count(2) if edit.draft.read(name := f"{stem}-{n}{dot}{ending}") is None)
            raise CommandError(Message("maestro.archive-path-taken", path=path, free=free))


def _refuse_too_long(edit: EditSession, moves: Mapping[str, str]) -> None:
    """Raise CommandError where a file is too large to be moved; the message has the shell commands that move
    everything.
    """
    for path in moves:
        content = edit.draft.read(path)
        if content is not None and is_cut(content):
            folders = " ".join(quote(each) for each in dict.fromkeys(to.rpartition("/")[0] for to in moves.values()))
            steps = (f"mv -n {quote(source)} {quote(to)}" for source, to in moves.items())
            commands = " && ".join((f"mkdir -p {folders}", *steps))
            limit = ARCHIVED_BYTES // 1024 // 1024
            raise CommandError(Message("maestro.file-too-large-to-archive", path=path, limit=limit, commands=commands))


def _confirm_unfinished(edit: EditSession, intent: Archive, reasons: Sequence[Message]) -> None:
    """Raise NeedsConfirmation unless the person already agreed, or there are no reasons."""
    if reasons and not intent.unfinished:
        raise NeedsConfirmation(
            Message("maestro.session-not-done", session=edit.session.id, reasons="; ".join(map(str, reasons))),
            Message("maestro.archive-unfinished"),
            agreed=Message("maestro.agree-to-archive-unfinished"),
            instead=replace(intent, unfinished=True),
        )


def _uncompared_reason(edit: EditSession) -> Message | None:
    """Which phases require reconciliation with the plan; None where no phase does."""
    waiting = [entry for entry in edit.session.entries if entry.requires_reconciliation]
    if not waiting:
        return None
    reasons = dict.fromkeys(str(reason) for each in waiting if (reason := each.extra.get("reconciliation_reason")))
    count, phases = len(waiting), tuple(entry.label for entry in waiting[:_MOST_NAMES])
    if not reasons:
        return Message("maestro.phases-never-compared", count=count, phases=phases)
    return Message("maestro.phases-never-compared-why", count=count, phases=phases, reasons="; ".join(reasons))


def _unresolved_reason(edit: EditSession) -> Message | None:
    """The number of unresolved errors; None where there are none."""
    count = len(unresolved_errors(edit.session.errors))
    return Message("maestro.errors-open", count=count) if count else None


def _editor_or_reason(edit: EditSession) -> tuple[KeyedFileEditor | None, Message | None]:
    """The editor of the session file, or the reason why it cannot be edited."""
    try:
        return edit.editor, None
    except CommandError as refusal:
        return None, Message("maestro.session-file-not-editable", why=refusal.whole)


def _document_moves(edit: EditSession) -> tuple[dict[str, str], list[Message]]:
    """The target of each document that is archived, by its path; and remarks about the documents that are not."""
    moves: dict[str, str] = {}
    remarks, plans = [], _plans_folder(edit)
    for name in documents_of(edit.session.tier):
        written_path = edit.session.documents.get(name)
        if written_path is None:
            continue
        label = LABELS[name]
        path = edit.before.documents.get(label)
        if path is None:
            remarks.append(Message("maestro.own-document-not-there", document=label, path=written_path))
        elif path.startswith(f"{plans}/{FOLDER}/"):
            remarks.append(Message("maestro.own-document-archived-already", document=label, path=path))
        elif path.rpartition("/")[0] == plans:
            moves[path] = f"{plans}/{FOLDER}/{path.rpartition('/')[2]}"
        else:
            remarks.append(Message("maestro.own-document-stays", document=label, path=path, folder=plans))
    return moves, remarks


def _gate_move(edit: EditSession) -> dict[str, str]:
    """The target of this session's design gate. Left behind, it would count as the next session's."""
    name = f"{edit.session.id}{GATE_SUFFIX}"
    is_own = any(
        each.session_id in (None, edit.session.id) for each in _design_gates(edit) if each.path.endswith(f"/{name}")
    )
    return {f"{_state_folder(edit)}/{name}": f"{_state_folder(edit)}/{FOLDER}/{name}"} if is_own else {}


def _design_gates(edit: EditSession) -> tuple[DesignGate, ...]:
    return tuple(read_gates(edit.folder, edit.session.id))


def _verify(edit: EditSession, target: str, moves: Mapping[str, str], *, edited: bool) -> None:
    """Raise CommandError where the seed's checks of an archive would fail."""
    if MAIN in edit.draft.names(_state_folder(edit)):
        raise unsafe(edit.candidate.path, Message("maestro.session-would-remain"))
    archived = [each for each in read_archive(edit.draft, _state_folder(edit), Report()) if each.path == target]
    if edited and [(each.id, status_of(each.status)) for each in archived] != [(edit.session.id, "completed")]:
        raise unsafe(target, Message("maestro.archived-not-as-meant"))
    session_move = {} if edited else {edit.candidate.path: target}
    for path, target_path in {**moves, **session_move}.items():
        before, after = edit.files.read(path), edit.draft.read(target_path)
        if before is None or after is None or before.data != after.data or edit.draft.read(path) is not None:
            raise unsafe(path, Message("maestro.would-not-arrive-whole", path=target_path))


def _archived_message(edit: EditSession, target: str, documents: Mapping[str, str]) -> Message:
    labels = {path: label for label, path in edit.before.documents.items()}
    parts = [Message("maestro.session-by-id", session=edit.session.id)]
    parts += [Message("maestro.own-document", document=labels[path]) for path in documents]
    places = [target, *dict.fromkeys(place.rpartition("/")[0] for place in documents.values())]
    return Message("maestro.session-archived", parts=parts, places=places)


def _leftover_remarks(
    edit: EditSession, phases: Sequence[tuple[str | None, str | None]], *, edited: bool
) -> Iterator[Message]:
    """Remarks about what is archived in an unfinished state."""
    if not edited:
        status = edit.session.status or Message("maestro.missing")
        yield Message("maestro.archived-file-unedited", status=status)
    remaining = open_phases(phases)
    if remaining:
        yield Message("maestro.phases-left-as-they-are", count=len(remaining), phases=_phase_labels(remaining))
    if any(gate.unapproved and gate.session_id in (None, edit.session.id) for gate in _design_gates(edit)):
        yield Message("maestro.archived-design-unapproved")
    if edited and status_of(edit.session.status) == "failed":
        yield Message("maestro.archived-after-failure")
    if count := len(unresolved_errors(edit.session.errors)):
        yield Message("maestro.archived-with-errors", count=count)


def documents_of(tier: str | None) -> tuple[str, ...]:
    """The documents that are archived with a session of a tier; an unknown tier counts as T3."""
    return ARCHIVED_DOCUMENTS.get(folded(tier), ARCHIVED_DOCUMENTS["t3"])


def names_a_file(session_id: str | None) -> bool:
    """Whether an id can be the name of an archived session."""
    return session_id is not None and _NAME.fullmatch(session_id) is not None and ".." not in session_id


def _phase_labels(phases: Sequence[tuple[str | None, str | None]]) -> tuple[str | Message, ...]:
    """Labels of phases, given by id and status: the first ones, then how many more."""
    return shortened([with_status(name, status) for name, status in phases], _MOST_NAMES)


def open_phases(phases: Sequence[tuple[str | None, str | None]]) -> list[tuple[str | None, str | None]]:
    """The phases that are neither completed nor skipped."""
    return [each for each in phases if status_of(each[1]) not in ("completed", "skipped")]


def unfinished_reason(status: str | None, phases: Sequence[tuple[str | None, str | None]]) -> Message | None:
    """Why a session is not done; None for a finished one."""
    remaining = open_phases(phases)
    if remaining:
        return Message("maestro.phases-open", count=len(remaining), phases=_phase_labels(remaining))
    if status_of(status) == "failed":
        return Message("maestro.session-failed")
    if phases or status_of(status) == "completed":
        return None
    return Message("maestro.no-phases-tell-end")
