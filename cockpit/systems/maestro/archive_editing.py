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
from cockpit.systems.maestro.vocabulary import folded, status_of
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.handoff_editing import put_away
from cockpit.systems.shared.keyed_file_editor import KeyedFileEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import PUT_AWAY_BYTES, is_cut, unsafe
from cockpit.wording.phrases import counted, listed

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
    _ask(edit, intent, "; ".join(filter(None, reasons)) or None)
    if editor is not None:
        editor.put(("status",), "completed")
        editor.put(("updated",), edit.now)
    edit.draft.move(edit.candidate.path, target)
    edit.draft.put_first(target)
    for path, place in moves.items():
        edit.draft.move(path, place)
    if edit.before.handoff is not None:
        _, kept = put_away(place_of(edit), FinishHandoff(seen=edit.before.handoff.created))
        remarks.append(f"The handoff that waited goes along: {kept}.")
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
    stated = edit.session.id
    if not names_a_file(stated):
        told = f'"{stated[:40]}"' if stated else "An empty id"
        raise CommandError(
            f"{told} cannot be the name of a file; give the session a session_id such as {edit.now[:10]}-topic."
        )


def _refuse_taken(edit: EditSession, places: Iterable[str]) -> None:
    """Raise CommandError where something is archived under one of these names, with a name that is free."""
    for path in places:
        if edit.draft.read(path) is not None:
            stem, dot, ending = path.rpartition(".")
            free = next(name for n in count(2) if edit.draft.read(name := f"{stem}-{n}{dot}{ending}") is None)
            raise CommandError(f"{path} exists already; rename it first, such as to {free}. Nothing was archived.")


def _refuse_too_long(edit: EditSession, moves: Mapping[str, str]) -> None:
    """Raise CommandError where a file that would go is too long to be moved by us, with the commands that move all."""
    for path in moves:
        content = edit.draft.read(path)
        if content is not None and is_cut(content):
            folders = " ".join(quote(each) for each in dict.fromkeys(to.rpartition("/")[0] for to in moves.values()))
            steps = (f"mv -n {quote(source)} {quote(to)}" for source, to in moves.items())
            raise CommandError(
                f"{path} is larger than {PUT_AWAY_BYTES // 1024 // 1024} MiB; archive the session by hand, in the "
                f"project's folder: `{' && '.join((f'mkdir -p {folders}', *steps))}`."
            )


def _ask(edit: EditSession, intent: Archive, left: str | None) -> None:
    """Raise NeedsConfirmation for what is open or was never compared with its plan."""
    if left is not None and not intent.unfinished:
        raise NeedsConfirmation(
            f"The session {edit.session.id} is not done: {left}.",
            "`cockpit archive --unfinished` archives it as it is; nothing is ticked.",
            agreed="Archive it as it is; nothing is ticked",
            instead=replace(intent, unfinished=True),
        )


def _uncompared(edit: EditSession) -> str | None:
    """What was to be compared with its plan and was not, as the end of a sentence; None where nothing was."""
    waiting = [entry for entry in edit.session.entries if entry.requires_reconciliation]
    if not waiting:
        return None
    reasons = dict.fromkeys(str(why) for each in waiting if (why := each.more.get("reconciliation_reason")))
    told = f" ({'; '.join(reasons)[:200]})" if reasons else ""
    named = listed(entry.label for entry in waiting[:_NAMED])
    return f"what {named} did was never compared with {'its' if len(waiting) == 1 else 'the'} plan{told}"


def _unresolved(edit: EditSession) -> str | None:
    """How many errors nobody resolved, as the end of a sentence; None where all are."""
    left = len(open_errors(edit.session.errors))
    return f"{counted(left, 'error')} of it {'is' if left == 1 else 'are'} not resolved" if left else None


def _editor(edit: EditSession) -> tuple[KeyedFileEditor | None, str | None]:
    """The session to be edited; where it cannot be, why, as the end of a sentence."""
    try:
        return edit.editor, None
    except CommandError as refused:
        return None, f"its file cannot be edited ({str(refused).rstrip('.')})"


def _documents(edit: EditSession) -> tuple[dict[str, str], list[str]]:
    """By the path of a document that goes along its place in the archive; and what is to be said of the others."""
    moves, remarks, plans = {}, [], _plans(edit)
    for name in documents_of(edit.session.tier):
        stated = edit.session.documents.get(name)
        if stated is None:
            continue
        label = LABELS[name]
        path = edit.before.documents.get(label)
        if path is None:
            remarks.append(f"Its {label} {stated} is not there.")
        elif path.startswith(f"{plans}/{FOLDER}/"):
            remarks.append(f"Its {label} is archived already: {path}.")
        elif path.rpartition("/")[0] == plans:
            moves[path] = f"{plans}/{FOLDER}/{path.rpartition('/')[2]}"
        else:
            remarks.append(f"Its {label} {path} stays: it does not lie in {plans}.")
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
        raise unsafe(edit.candidate.path, "it would still be there")
    archived = [each for each in read_archive(edit.draft, _state(edit), Report()) if each.path == target]
    if edited and [(each.id, status_of(each.status)) for each in archived] != [(edit.session.id, "completed")]:
        raise unsafe(target, "the archived session would not be read as it is meant")
    whole = {} if edited else {edit.candidate.path: target}
    for path, place in {**moves, **whole}.items():
        before, after = edit.files.read(path), edit.draft.read(place)
        if before is None or after is None or before.data != after.data or edit.draft.read(path) is not None:
            raise unsafe(path, f"it would not arrive whole in {place}")


def _done(edit: EditSession, target: str, documents: Mapping[str, str]) -> str:
    labels = {path: label for label, path in edit.before.documents.items()}
    what = listed([f"the session {edit.session.id}", *(f"its {labels[path]}" for path in documents)])
    places = [target, *dict.fromkeys(place.rpartition("/")[0] for place in documents.values())]
    return f"Archived {what}: {listed(places)}."


def _left_so(edit: EditSession, phases: Sequence[tuple[str | None, str | None]], *, edited: bool) -> Iterator[str]:
    """What goes along as it is, though it is not as it should be."""
    if not edited:
        yield f"Its file is as it was: its status is still {edit.session.status or 'missing'}."
    left = left_open(phases)
    if left:
        yield f"Left as {'it stands' if len(left) == 1 else 'they stand'}: {called(left)}."
    if any(gate.unapproved and gate.session_id in (None, edit.session.id) for gate in _gates(edit)):
        yield "Nobody approved its design."
    if edited and status_of(edit.session.status) == "failed":
        yield "Its status was failed; an archived session says completed."
    if errors := len(open_errors(edit.session.errors)):
        yield f"It goes with {counted(errors, 'error')} that {'is' if errors == 1 else 'are'} not resolved."


def documents_of(tier: str | None) -> tuple[str, ...]:
    """The documents that go along; a session without a tier, or of one that is not known, is of the third."""
    return ALONG.get(folded(tier), ALONG["t3"])


def names_a_file(session_id: str | None) -> bool:
    """Whether an id can be the name of an archived session."""
    return session_id is not None and _NAME.fullmatch(session_id) is not None and ".." not in session_id


def called(phases: Sequence[tuple[str | None, str | None]]) -> str:
    """Phases, each an id with a status, as a sentence names them."""
    more = f" and {len(phases) - _NAMED} more" if len(phases) > _NAMED else ""
    told = [f"{name or '?'} ({status or 'no status'})" for name, status in phases[:_NAMED]]
    return f"{'phase' if len(phases) == 1 else 'phases'} {', '.join(told) if more else listed(told)}{more}"


def left_open(phases: Sequence[tuple[str | None, str | None]]) -> list[tuple[str | None, str | None]]:
    """Those that are neither completed nor skipped."""
    return [each for each in phases if status_of(each[1]) not in ("completed", "skipped")]


def unfinished(status: str | None, phases: Sequence[tuple[str | None, str | None]]) -> str | None:
    """Why a session is not done, as the end of a sentence; None where nothing of it is open."""
    left = left_open(phases)
    if left:
        return f"{called(left)} {'is' if len(left) == 1 else 'are'} open"
    if status_of(status) == "failed":
        return "it failed"
    if phases or status_of(status) == "completed":
        return None
    return "no phases tell whether it is done"
