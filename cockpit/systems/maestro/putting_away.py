"""Archiving a session: its file, the documents that its tier archives too, and the checks that everything arrived; and
the handoff beside it, left and put away.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count

from cockpit.model import Phase, PhaseError, Track
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.handoff_draft import REASON_WORDS, DraftTask, HandoffDraft
from cockpit.model.intents import Archive, FinishHandoff, HandOff
from cockpit.regex import regex
from cockpit.rules.handoff.proposal import stated_draft
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.maestro.description import Session
from cockpit.systems.maestro.log import read_log, with_section, with_section_below
from cockpit.systems.maestro.places import ARCHIVE, GATE_SUFFIX, LABELS, Gate, find_documents, read_gates
from cockpit.systems.maestro.protocol import ARCHIVED, folded, is_open, some, status_of
from cockpit.systems.maestro.verbs import Outcome, Present, refusal, said, with_status
from cockpit.systems.shared.handoff_editing import archive_handoff, checked_draft, move_to_archive, write_handoff
from cockpit.text.edits import Set
from cockpit.text.keyed import BODY
from cockpit.wording.messages import Message
from cockpit.wording.phrases import counted, listed

ARCHIVED_DOCUMENTS: Mapping[str, tuple[str, ...]] = {
    "t1": (),
    "t2": ("implementation_plan",),
    "t3": ("design_document", "implementation_plan"),
}
"""The documents that are archived with the session file, by tier; an unknown tier counts as T3."""
_NAME = regex(r"(?a)[A-Za-z0-9_-][\w.-]{0,199}")


def archive(present: Present, intent: Archive) -> Outcome:
    """Move the session, its documents and a waiting handoff, all or none. A file that cannot be edited is moved
    unchanged.

    Raises NeedsConfirmation where the session is unfinished or cannot be edited.
    """
    session, name = present.session, present.session.session_id
    _refuse_bad_id(present, name)
    folder, gates = _state_folder(present), read_gates(present.folder, name)
    target = f"{folder}/{ARCHIVE}/{name}.md"
    documents, remarks = _documents(present)
    own_gate = f"{name}{GATE_SUFFIX}"
    moves = dict(documents)
    if any(each.session_id in (None, name) and each.path.endswith(f"/{own_gate}") for each in gates):
        moves[f"{folder}/{own_gate}"] = f"{folder}/{ARCHIVE}/{own_gate}"
    _refuse_taken(present, (target, *moves.values()))
    damage = _damage(present)
    if (reasons := [each for each in (*_reasons(session), damage) if each]) and not intent.unfinished:
        raise NeedsConfirmation(
            said("session-not-done", f"Session {name} is not done: {'; '.join(reasons)}."),
            said("archive-unfinished", "Archive it anyway: `cockpit track archive --force`. Its phases do not change."),
            agreed=said("agree-to-archive-unfinished", "Archive the session as it is"),
            instead=replace(intent, unfinished=True),
        )
    if damage is None:
        present.edit([Set(("status",), "completed")], touch=True)
    present.draft.move(present.candidate.path, target)
    present.draft.put_first(target)
    for path, place in moves.items():
        present.draft.move(path, place)
    if present.before.handoff is not None:
        path = move_to_archive(present, present.folder, present.before.handoff)
        remarks.append(said("handoff-goes-along", f"The waiting handoff is archived with it: {path}."))
    remarks += _leftovers(session, gates, edited=damage is None)
    done = _archived(present, target, documents)
    return Outcome((), done, tuple(remarks), lambda track: any(each.path == target for each in track.sessions))


def _state_folder(present: Present) -> str:
    return present.candidate.path.rpartition("/")[0]


def _refuse_bad_id(present: Present, name: str | None) -> None:
    """Raise CommandError for an id that cannot be a file name."""
    example = f"Set a session_id, for example {present.today}-topic."
    if not name:
        raise refusal("session-id-empty", f"The session has no id, so its archive file has no name. {example}")
    if not _NAME.fullmatch(name) or ".." in name:
        raise refusal("session-id-no-file-name", f'The session id "{name[:40]}" is not a valid file name. {example}')


def _refuse_taken(present: Present, places: Sequence[str]) -> None:
    """Raise CommandError where a target path exists; the sentence names a free one."""
    target, *_ = places
    if folded(present.session.status) == ARCHIVED and present.draft.read(target) is not None:
        told = f"Session {present.session.session_id} is archived already: {target}."
        raise refusal("archived-already", f"{told} Delete {present.candidate.path} to begin another one.")
    for path in places:
        if present.draft.read(path) is not None:
            stem, dot, ending = path.rpartition(".")
            free = next(each for n in count(2) if present.draft.read(each := f"{stem}-{n}{dot}{ending}") is None)
            told = f"{path} already exists. Rename it first, for example to {free}. Nothing changed."
            raise refusal("archive-path-taken", told)


def _damage(present: Present) -> str | None:
    """Why the session file cannot be edited; None where it can."""
    try:
        present.file  # noqa: B018 -- raises where it cannot be edited
    except CommandError as refused:
        return f"its file is not editable ({str(refused.whole).removesuffix('.')})"
    return None


def _reasons(session: Session) -> list[str]:
    """Why a session is not done."""
    found = []
    remaining, status = [each for each in session.phases if is_open(each)], status_of(session.status)
    if remaining:
        one, names = len(remaining) == 1, some(with_status(each.id, each.status) for each in remaining)
        found.append(f"{'phase' if one else 'phases'} {names} {'is' if one else 'are'} open")
    elif status == "failed":
        found.append("it has failed")
    elif not session.phases and status != "completed":
        found.append("it has no phases that show whether it is done")
    if waiting := [each for each in session.phases if each.must_be_compared]:
        were, names = "was" if len(waiting) == 1 else "were", listed(each.label for each in waiting[:8])
        why = "; ".join(
            dict.fromkeys(str(each.reconciliation_reason) for each in waiting if each.reconciliation_reason)
        )
        found.append(f"{names} {were} not compared with the plan{f' ({why[:200]})' if why else ''}")
    errors = _unresolved(session)
    if errors:
        found.append(f"{counted(errors, 'error')} {'is' if errors == 1 else 'are'} unresolved")
    return found


def _unresolved(session: Session) -> int:
    return sum(len(each.open_errors) for each in (session, *session.phases))


def _documents(present: Present) -> tuple[dict[str, str], list[Message]]:
    """The target of each document that is archived, by its path; and remarks about the documents that are not."""
    root = _state_folder(present).rpartition("/")[0]
    plans = f"{root}/plans" if root else "plans"
    moves: dict[str, str] = {}
    remarks = []
    keys = ARCHIVED_DOCUMENTS.get(folded(present.session.tier), ARCHIVED_DOCUMENTS["t3"])
    for each in find_documents(present.files, present.candidate.base, _state_folder(present), present.session):
        label, path = LABELS[each.key], each.path
        if each.key not in keys or each.is_text:
            continue
        if path is None:
            remarks.append(said("own-document-not-there", f"The {label} {each.stated} does not exist."))
        elif path.startswith(f"{plans}/{ARCHIVE}/"):
            remarks.append(said("own-document-archived", f"The {label} is already archived: {path}."))
        elif path.rpartition("/")[0] == plans:
            moves[path] = f"{plans}/{ARCHIVE}/{path.rpartition('/')[2]}"
        else:
            remarks.append(said("own-document-stays", f"The {label} {path} stays in place: it is not in {plans}."))
    return moves, remarks


def _archived(present: Present, target: str, documents: Mapping[str, str]) -> Message:
    labels = {path: label for label, path in present.before.documents.items()}
    parts = listed((f"session {present.session.session_id}", *(f"its {labels[path]}" for path in documents)))
    places = listed((target, *dict.fromkeys(place.rpartition("/")[0] for place in documents.values())))
    return said("session-archived", f"Archived {parts}: {places}.")


def _leftovers(session: Session, gates: Sequence[Gate], *, edited: bool) -> list[Message]:
    """Remarks about what is archived in an unfinished state."""
    found = []
    if not edited:
        told = f"The session file was not edited: its status is still {session.status or 'missing'}."
        found.append(said("archived-file-unedited", told))
    if remaining := [each for each in session.phases if is_open(each)]:
        names = some(with_status(each.id, each.status) for each in remaining)
        told = f"Unchanged: {'phase' if len(remaining) == 1 else 'phases'} {names}."
        found.append(said("phases-left-as-they-are", told))
    if any(each.is_open and each.session_id in (None, session.session_id) for each in gates):
        found.append(said("archived-design-unapproved", "The design was not approved."))
    if edited and status_of(session.status) == "failed":
        told = "The status was failed; archiving changed it to completed."
        found.append(said("archived-after-failure", told))
    if errors := _unresolved(session):
        found.append(said("archived-with-errors", f"The session has {counted(errors, 'unresolved error')}."))
    return found


# The handoff beside the session: what it would say now, leaving it, and archiving it

_STATUS_TEXTS = {"in_progress": "in progress", "failed": "failed", "not_started": "not started"}


def propose_handoff(track: Track, files: Files, candidate: Candidate, context: ReadContext) -> HandoffDraft:
    """The draft of a handoff, made only from what the session states."""
    done = [each for each in track.phases if status_of(each.status) == "completed"]
    remaining = [each for each in track.phases if status_of(each.status) not in ("completed", "skipped")]
    unresolved = [each for each in track.errors if not (each.resolved or each.tried_again)]
    draft = HandoffDraft(
        phase=track.position.phase.id if track.position.phase else None,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_remaining, remaining)),
        blockers=tuple(map(_blocker, unresolved)),
    )
    return stated_draft(draft, track)


def _remaining(phase: Phase) -> str:
    label = f"Phase {phase.id}" if phase.id else "A phase"
    status = _STATUS_TEXTS.get(status_of(phase.status), phase.status or "no status")
    return f"{label}: {phase.name} ({status})" if phase.name else f"{label}: {status}"


def _blocker(error: PhaseError) -> str:
    return f"Phase {error.phase}: {error.message}" if error.phase else error.message


def hand_off(present: Present, intent: HandOff) -> Outcome:
    """Write the handoff, and an entry in the log. Raises CommandError as `write_handoff` does."""
    draft, file = checked_draft(intent.draft), present.file
    path, written = write_handoff(present, present.folder, intent, draft, newline=file.newline)
    lines = [f"- Reason: {REASON_WORDS[draft.reason]}", f"- File: {path}"]
    heading = f"Handoff {present.today}"
    in_phase = draft.phase is not None and any(each.id == draft.phase for each in present.session.phases)
    if in_phase and read_log(file).of(draft.phase) is not None:
        file = with_section_below(file, draft.phase, heading, lines)
    else:
        file = with_section(file, heading, lines)
    return replace(written, edits=[Set(BODY, file.text[file.after :])])


def finish_handoff(present: Present, intent: FinishHandoff) -> Outcome:
    """Archive the handoff; the session is not touched. Raises CommandError where none, or another one, waits."""
    return archive_handoff(present, present.folder, intent)
