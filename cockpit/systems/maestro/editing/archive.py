"""Putting a session away: its file, what goes along by its tier, and the checks that all of it arrived (seed)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cockpit.model.intents import Archive, FinishHandoff
from cockpit.model.refused import Asks, Refused
from cockpit.rules.listing import counted, listed
from cockpit.systems.editing.draft import unsafe
from cockpit.systems.editing.handing_off import put_away
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.maestro.archive import FOLDER, read_archive
from cockpit.systems.maestro.archiving import called, documents_of, left_open, names_a_file, unfinished
from cockpit.systems.maestro.design_gate import SUFFIX, read_gates
from cockpit.systems.maestro.documents import LABELS
from cockpit.systems.maestro.editing.desk import Desk, open_errors
from cockpit.systems.maestro.editing.hand_off import place_of
from cockpit.systems.maestro.state_folders import MAIN
from cockpit.systems.maestro.vocabulary import status_of
from cockpit.systems.reading.folder import Folder
from cockpit.systems.reading.report import Report


def archive(desk: Desk, intent: Archive) -> Outcome:
    """Move the session, its documents and the handoff that waits, all or none.

    Raises Asks where a person must say that it goes as it is.
    """
    phases = [(each.id, each.status) for each in desk.session.phases]
    _ask(desk, intent, unfinished(desk.session.status, phases))
    target = f"{_state(desk)}/{FOLDER}/{desk.session.id}.md"
    documents, remarks = _documents(desk)
    moves = {**documents, **_gate(desk)}
    for path in (target, *moves.values()):
        if desk.draft.read(path) is not None:
            raise Refused(f"{path} exists already; give it another name first, nothing was archived.")
    for entry in desk.session.entries:
        if entry.requires_reconciliation:
            desk.sheet.put((*entry.at, "requires_reconciliation"), False)
    desk.sheet.put(("status",), "completed")
    desk.sheet.put(("updated",), desk.now)
    desk.draft.move(desk.candidate.path, target)
    desk.draft.put_first(target)
    for path, place in moves.items():
        desk.draft.move(path, place)
    if desk.before.handoff is not None:
        _, kept = put_away(place_of(desk), FinishHandoff(seen=desk.before.handoff.created))
        remarks.append(f"The handoff that waited goes along: {kept}.")
    _verify(desk, target, moves)
    remarks += _left_so(desk, phases)
    return Outcome(sentence=_done(desk, target, documents), remarks=tuple(remarks), candidate=None)


def _state(desk: Desk) -> str:
    return desk.candidate.path.rpartition("/")[0]


def _plans(desk: Desk) -> str:
    """The folder of plans beside the state folder."""
    above = _state(desk).rpartition("/")[0]
    return f"{above}/plans" if above else "plans"


def _ask(desk: Desk, intent: Archive, left: str | None) -> None:
    """Raise Refused for an id that names no file, Asks for what is open or was never compared with the plan."""
    session = desk.session
    if not names_a_file(session.id):
        told = f'"{session.id[:40]}"' if session.id else "An empty id"
        raise Refused(
            f"{told} cannot be the name of a file; give the session a session_id such as {desk.now[:10]}-topic."
        )
    if left is not None and not intent.unfinished:
        raise Asks(
            f"The session {session.id} is not done: {left}.",
            "`cockpit archive --unfinished` archives it as it is; nothing is ticked.",
            agreed="Archive it as it is; nothing is ticked",
            instead=replace(intent, unfinished=True),
        )
    waiting = [entry for entry in session.entries if entry.requires_reconciliation]
    if waiting and not intent.reconciled:
        named = listed(entry.label for entry in waiting[:8])
        reasons = dict.fromkeys(str(each.more["reconciliation_reason"]) for each in waiting
                                if each.more.get("reconciliation_reason"))  # fmt: skip
        why = f" ({'; '.join(reasons)[:200]})" if reasons else ""
        raise Asks(
            f"What {named} did was never compared with {'its' if len(waiting) == 1 else 'the'} plan{why}.",
            "Compare them and record the files with `cockpit files`, then archive it with "
            "`cockpit archive --reconciled`.",
            agreed="They were compared; archive it",
            instead=replace(intent, reconciled=True),
        )


def _documents(desk: Desk) -> tuple[dict[str, str], list[str]]:
    """By the path of a document that goes along its place in the archive; and what is to be said of the others."""
    moves, remarks, plans = {}, [], _plans(desk)
    for name in documents_of(desk.session.tier):
        stated = desk.session.documents.get(name)
        if stated is None:
            continue
        label = LABELS[name]
        path = desk.before.documents.get(label)
        if path is None:
            remarks.append(f"Its {label} {stated} is not there.")
        elif path.startswith(f"{plans}/{FOLDER}/"):
            remarks.append(f"Its {label} is archived already: {path}.")
        elif path.rpartition("/")[0] == plans:
            moves[path] = f"{plans}/{FOLDER}/{path.rpartition('/')[2]}"
        else:
            remarks.append(f"Its {label} {path} stays: it does not lie in {plans}.")
    return moves, remarks


def _gate(desk: Desk) -> dict[str, str]:
    """The place in the archive of this session's design gate, which the next session would take for another's."""
    own = f"{desk.session.id}{SUFFIX}"
    gates = read_gates(Folder(desk.files, "", Report(), _state(desk)), desk.session.id)
    others = [each for each in gates if each.path == f"{_state(desk)}/{own}" and each.session_id != desk.session.id]
    if own not in desk.files.names(_state(desk)) or (others and others[0].session_id is not None):
        return {}
    return {f"{_state(desk)}/{own}": f"{_state(desk)}/{FOLDER}/{own}"}


def _verify(desk: Desk, target: str, moves: Mapping[str, str]) -> None:
    """Raise Refused where the seed's checks of an archive would fail."""
    if MAIN in desk.draft.names(_state(desk)):
        raise unsafe(desk.candidate.path, "it would still be there")
    archived = [each for each in read_archive(desk.draft, _state(desk), Report()) if each.path == target]
    if [(each.id, status_of(each.status)) for each in archived] != [(desk.session.id, "completed")]:
        raise unsafe(target, "the archived session would not be read as it is meant")
    for path, place in moves.items():
        before, after = desk.files.read(path), desk.draft.read(place)
        if before is None or after is None or before.data != after.data or desk.draft.read(path) is not None:
            raise unsafe(path, f"it would not arrive whole in {place}")


def _done(desk: Desk, target: str, documents: Mapping[str, str]) -> str:
    labels = {path: label for label, path in desk.before.documents.items()}
    what = listed([f"the session {desk.session.id}", *(f"its {labels[path]}" for path in documents)])
    places = [target, *dict.fromkeys(place.rpartition("/")[0] for place in documents.values())]
    return f"Archived {what}: {listed(places)}."


def _left_so(desk: Desk, phases: Sequence[tuple[str | None, str | None]]) -> Iterator[str]:
    """What goes along as it is, though it is not as it should be."""
    left = left_open(phases)
    errors = len(open_errors(desk.session.errors))
    if left:
        yield f"Left as {'it stands' if len(left) == 1 else 'they stand'}: {called(left)}."
    gates = read_gates(Folder(desk.files, "", Report(), _state(desk)), desk.session.id)
    if any(gate.unapproved and gate.session_id in (None, desk.session.id) for gate in gates):
        yield "Nobody approved its design."
    if status_of(desk.session.status) == "failed":
        yield "Its status was failed; an archived session says completed."
    if errors:
        yield f"It goes with {counted(errors, 'error')} that {'is' if errors == 1 else 'are'} not resolved."
