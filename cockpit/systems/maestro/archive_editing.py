"""Putting a session away: its file, what goes along by its tier, and the checks that all of it arrived (seed)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from shlex import quote

from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Archive, FinishHandoff
from cockpit.systems.maestro.archive import FOLDER, read_archive
from cockpit.systems.maestro.documents import LABELS, MAIN, SUFFIX, DesignGate, read_gates
from cockpit.systems.maestro.edit_session import EditSession, open_errors
from cockpit.systems.maestro.handoff_editing import place_of
from cockpit.systems.maestro.vocabulary import first_of, folded, status_of, with_status
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_editing import archive_handoff
from cockpit.systems.shared.keyed_file_editor import KeyedFileEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import ARCHIVED_BYTES, is_cut, unsafe
from cockpit.wording.messages import Message

ALONG: Mapping[str, tuple[str, ...]] = {
    "t1": (),
    "t2": ("implementation_plan",),
    "t3": ("design_document", "implementation_plan"),
}
"""By tier the documents that are archived with the session file."""

_NAME = re.compile(r"[A-Za-z0-9_-][\w.-]{0,199}", re.ASCII)
_NAMED = 8


def archive(edit: EditSession, intent: Archive) -> Outcome:
    """Move the session, its documents and the handoff that waits, all or none; a file that cannot be edited goes as it
    is.

    Raises NeedsConfirmation where a person must say that it goes so.
    """
    phases = [(each.id, each.status) for each in edit.session.phases]
    _refuse_odd_id(edit)
    target = f"{_state(edit)}/{FOLDER}/{edit.session.id}.md"
    documents, remarks = _documents(edit)
    moves = {**documents, **_gate(edit)}
    _refuse_taken(edit, (target, *moves.values()))
    _refuse_too_long(edit, {edit.candidate.path: target, **moves})
    editor, damage = _editor(edit)
    reasons = (unfinished(edit.session.status, phases), _uncompared(edit), _unresolved(edit), damage)
    _ask(edit, intent, [each for each in reasons if each is not None])
    if editor is not None:
        editor.put(("status",), "completed")
        editor.put(("updated",), edit.now)
    edit.draft.move(edit.candidate.path, target)
    edit.draft.put_first(target)
    for path, place in moves.items():
        edit.draft.move(path, place)
    if edit.before.handoff is not None:
        _, path = archive_handoff(place_of(edit), FinishHandoff(seen=edit.before.handoff.created))
        remarks.append(Message("maestro.handoff-goes-along", path=path))
    _verify(edit, target, moves, edited=editor is not None)
    remarks += _left_so(edit, phases, edited=editor is not None)
    return Outcome(sentence=_done(edit, target, documents), remarks=tuple(remarks), candidate=None)


def _state(edit: EditSession) -> str:
    return edit.candidate.path.rpartition("/")[0]


def _plans(edit: EditSession) -> str:
    """The folder of plans beside the state folder."""
    above = _state(edit).rpartition("/")[0]
    return f"{above}/plans" if above else "plans"


def _refuse_odd_id(edit: EditSession) -> None:
    """Raise CommandError for an id that names no file."""
    stated, day = edit.session.id, edit.now[:10]
    if not stated:
        raise CommandError(Message("maestro.session-id-empty", day=day))
    if not names_a_file(stated):
        raise CommandError(Message("maestro.session-id-no-file-name", session=stated, day=day))


def _refuse_taken(edit: EditSession, places: Iterable[str]) -> None:
    """Raise CommandError where something is archived under one of these names, with a name that is free."""
    for path in places:
        if edit.draft.read(path) is not None:
            stem, dot, ending = path.rpartition(".")
            free = next(name for n in count(2) if edit.draft.read(name := f"{stem}-{n}{dot}{ending}") is None)
            raise CommandError(Message("maestro.archive-path-taken", path=path, free=free))


def _refuse_too_long(edit: EditSession, moves: Mapping[str, str]) -> None:
    """Raise CommandError where a file that would go is too long to be moved by us, with the commands that move all."""
    for path in moves:
        content = edit.draft.read(path)
        if content is not None and is_cut(content):
            folders = " ".join(quote(each) for each in dict.fromkeys(to.rpartition("/")[0] for to in moves.values()))
            steps = (f"mv -n {quote(source)} {quote(to)}" for source, to in moves.items())
            commands = " && ".join((f"mkdir -p {folders}", *steps))
            limit = ARCHIVED_BYTES // 1024 // 1024
            raise CommandError(Message("maestro.file-too-large-to-archive", path=path, limit=limit, commands=commands))


def _ask(edit: EditSession, intent: Archive, reasons: Sequence[Message]) -> None:
    """Raise NeedsConfirmation for what is open or was never compared with its plan."""
    if reasons and not intent.unfinished:
        raise NeedsConfirmation(
            Message("maestro.session-not-done", session=edit.session.id, reasons="; ".join(map(str, reasons))),
            Message("maestro.archive-unfinished"),
            agreed=Message("maestro.agree-to-archive-unfinished"),
            instead=replace(intent, unfinished=True),
        )


def _uncompared(edit: EditSession) -> Message | None:
    """What was to be compared with its plan and was not; None where nothing was."""
    waiting = [entry for entry in edit.session.entries if entry.requires_reconciliation]
    if not waiting:
        return None
    reasons = dict.fromkeys(str(why) for each in waiting if (why := each.more.get("reconciliation_reason")))
    count, phases = len(waiting), tuple(entry.label for entry in waiting[:_NAMED])
    if not reasons:
        return Message("maestro.phases-never-compared", count=count, phases=phases)
    return Message("maestro.phases-never-compared-why", count=count, phases=phases, reasons="; ".join(reasons))


def _unresolved(edit: EditSession) -> Message | None:
    """How many errors nobody resolved; None where all are."""
    count = len(open_errors(edit.session.errors))
    return Message("maestro.errors-open", count=count) if count else None


def _editor(edit: EditSession) -> tuple[KeyedFileEditor | None, Message | None]:
    """The session to be edited; where it cannot be, why."""
    try:
        return edit.editor, None
    except CommandError as refusal:
        return None, Message("maestro.session-file-not-editable", why=str(refusal).removesuffix("."))


def _documents(edit: EditSession) -> tuple[dict[str, str], list[Message]]:
    """By the path of a document that goes along its place in the archive; and what is to be said of the others."""
    moves: dict[str, str] = {}
    remarks, plans = [], _plans(edit)
    for name in documents_of(edit.session.tier):
        stated = edit.session.documents.get(name)
        if stated is None:
            continue
        label = LABELS[name]
        path = edit.before.documents.get(label)
        if path is None:
            remarks.append(Message("maestro.own-document-not-there", document=label, path=stated))
        elif path.startswith(f"{plans}/{FOLDER}/"):
            remarks.append(Message("maestro.own-document-archived-already", document=label, path=path))
        elif path.rpartition("/")[0] == plans:
            moves[path] = f"{plans}/{FOLDER}/{path.rpartition('/')[2]}"
        else:
            remarks.append(Message("maestro.own-document-stays", document=label, path=path, folder=plans))
    return moves, remarks


def _gate(edit: EditSession) -> dict[str, str]:
    """The place in the archive of this session's design gate, which the next session would take for another's."""
    own = f"{edit.session.id}{SUFFIX}"
    mine = any(each.session_id in (None, edit.session.id) for each in _gates(edit) if each.path.endswith(f"/{own}"))
    return {f"{_state(edit)}/{own}": f"{_state(edit)}/{FOLDER}/{own}"} if mine else {}


def _gates(edit: EditSession) -> tuple[DesignGate, ...]:
    return tuple(read_gates(Folder(edit.files, "", Report(), _state(edit)), edit.session.id))


def _verify(edit: EditSession, target: str, moves: Mapping[str, str], *, edited: bool) -> None:
    """Raise CommandError where the seed's checks of an archive would fail."""
    if MAIN in edit.draft.names(_state(edit)):
        raise unsafe(edit.candidate.path, Message("maestro.session-would-remain"))
    archived = [each for each in read_archive(edit.draft, _state(edit), Report()) if each.path == target]
    if edited and [(each.id, status_of(each.status)) for each in archived] != [(edit.session.id, "completed")]:
        raise unsafe(target, Message("maestro.archived-not-as-meant"))
    whole = {} if edited else {edit.candidate.path: target}
    for path, place in {**moves, **whole}.items():
        before, after = edit.files.read(path), edit.draft.read(place)
        if before is None or after is None or before.data != after.data or edit.draft.read(path) is not None:
            raise unsafe(path, Message("maestro.would-not-arrive-whole", path=place))


def _done(edit: EditSession, target: str, documents: Mapping[str, str]) -> Message:
    labels = {path: label for label, path in edit.before.documents.items()}
    parts = [Message("maestro.session-by-id", session=edit.session.id)]
    parts += [Message("maestro.own-document", document=labels[path]) for path in documents]
    places = [target, *dict.fromkeys(place.rpartition("/")[0] for place in documents.values())]
    return Message("maestro.session-archived", parts=parts, places=places)


def _left_so(edit: EditSession, phases: Sequence[tuple[str | None, str | None]], *, edited: bool) -> Iterator[Message]:
    """What goes along as it is, though it is not as it should be."""
    if not edited:
        status = edit.session.status or Message("maestro.missing")
        yield Message("maestro.archived-file-unedited", status=status)
    remaining = left_open(phases)
    if remaining:
        yield Message("maestro.phases-left-as-they-are", count=len(remaining), phases=_called(remaining))
    if any(gate.unapproved and gate.session_id in (None, edit.session.id) for gate in _gates(edit)):
        yield Message("maestro.archived-design-unapproved")
    if edited and status_of(edit.session.status) == "failed":
        yield Message("maestro.archived-after-failure")
    if count := len(open_errors(edit.session.errors)):
        yield Message("maestro.archived-with-errors", count=count)


def documents_of(tier: str | None) -> tuple[str, ...]:
    """The documents that go along; a session without a tier, or of one that is not known, is of the third."""
    return ALONG.get(folded(tier), ALONG["t3"])


def names_a_file(session_id: str | None) -> bool:
    """Whether an id can be the name of an archived session."""
    return session_id is not None and _NAME.fullmatch(session_id) is not None and ".." not in session_id


def _called(phases: Sequence[tuple[str | None, str | None]]) -> tuple[str | Message, ...]:
    """Phases, each an id with a status, as a sentence names them."""
    return first_of([with_status(name, status) for name, status in phases], _NAMED)


def left_open(phases: Sequence[tuple[str | None, str | None]]) -> list[tuple[str | None, str | None]]:
    """Those that are neither completed nor skipped."""
    return [each for each in phases if status_of(each[1]) not in ("completed", "skipped")]


def unfinished(status: str | None, phases: Sequence[tuple[str | None, str | None]]) -> Message | None:
    """Why a session is not done; None where nothing of it is open."""
    remaining = left_open(phases)
    if remaining:
        return Message("maestro.phases-open", count=len(remaining), phases=_called(remaining))
    if status_of(status) == "failed":
        return Message("maestro.session-failed")
    if phases or status_of(status) == "completed":
        return None
    return Message("maestro.no-phases-tell-end")
