"""Handing off: what to propose, the draft that is kept meanwhile, a look at the files to be, and the writing itself."""

from dataclasses import replace
from datetime import timedelta
from pathlib import PurePosixPath
from typing import Literal

from cockpit.actions.change import Outcome, Writer, change, find_track, planned
from cockpit.actions.edit_diff import edit_diff
from cockpit.model import Handoff, Position, Step, Track
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import HandOff
from cockpit.model.preflight import Commit, Questions
from cockpit.model.refused import Refused
from cockpit.rules.doubts import Doubts, claims, doubts
from cockpit.rules.handing_off import editable, missing, propose, settled, with_waiting
from cockpit.rules.instants import parse_instant, write_instant
from cockpit.rules.preflight.claims import plan_files
from cockpit.rules.printable import printable
from cockpit.rules.where_it_stands import followed
from cockpit.rules.whole_numbers import whole_number
from cockpit.rules.work_among import work_among
from cockpit.storage import drafts
from cockpit.storage.drafts import ELSEWHERE, MAIN, KeptDraft, Slot, Typed
from cockpit.storage.history import History
from cockpit.systems.interface import Change, Edit, ReadContext
from cockpit.values import dataclass

__all__ = ["Existing", "KeptDraft", "Look", "Proposal", "Slot", "Typed", "begin", "discard_draft", "doubted",
           "hand_off", "keep_draft", "kept_drafts", "look"]  # fmt: skip

Existing = Literal["archive"]
_LOOKED_BACK = timedelta(days=90)
"""A plan is rarely older."""
_FIRST_YEAR = 1970
"""Git counts from here."""
MISSING = "This is still missing."
"""What stands in the file to be where something must still be filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Where a handoff begins: the draft as proposed, the one that was left unfinished, the handoff that still waits.

    `told` is the remaining work as the files tell it, also what is done by git. `unreadable` says why the one that was
    left cannot be read. Where several were left, `kept` is the newest, and `left` are all of them. `place` is where a
    new one goes.
    `others` are the commits since the session began (`since`) that belong to no task; `git` says why there are none
    where git could not be asked.
    """

    track: Track
    draft: HandoffDraft
    told: tuple[str, ...] = ()
    kept: KeptDraft | None = None
    left: tuple[KeptDraft, ...] = ()
    place: Slot = MAIN
    unreadable: str | None = None
    existing: Handoff | None = None
    others: tuple[Commit, ...] = ()
    since: str | None = None
    git: str | None = None

    @property
    def known(self) -> Position:
        """Where the track stands, with the number of tasks that the plan has."""
        position = self.track.position
        total = whole_number(self.draft.total_tasks)
        return replace(position, task=replace(position.task or Step(), total=total))

    @property
    def slot(self) -> Slot:
        """Where what is filled in is kept."""
        return self.kept.slot if self.kept is not None else self.place


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The handoff as it would be written, the diff of every other file, and what else a person should read; `archived`
    is where the one that waits would lie.
    """

    path: str
    text: str
    diff: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    archived: str | None = None


def begin(writer: Writer, track_key: str | None) -> Proposal:
    """What a handoff would say now, from the files and from git. Raises Refused. Asks git: not for the event loop."""
    from cockpit.storage.evidence import gather

    loader, track = find_track(writer, track_key)
    system, candidate, files = loader.for_editing(track)
    since = _since(track)
    found = system.draft(files, candidate, ReadContext(now=writer.now))
    facts = gather(writer.root, Questions(since=_back_to(since, found))).repository
    draft, others = propose(with_waiting(found, track), facts, track.folder, since, plan_files(track))
    draft = replace(draft, state=followed(draft.state, found, draft, track.position))
    left, place, unreadable = _left(writer, track)
    left = tuple(
        replace(
            each,  # what git says is not the person's
            draft=replace(editable(each.draft), branch=draft.branch, head=draft.head),
            told=tuple(map(printable, each.told)),
        )
        for each in left
    )
    return Proposal(
        track=track,
        draft=editable(draft),
        told=tuple(map(printable, found.remaining)),
        kept=left[0] if left else None,
        left=left,
        place=place,
        unreadable=unreadable,
        existing=track.handoff,
        others=others,
        since=since,
        git=facts.problem,
    )


def _left(writer: Writer, track: Track) -> tuple[tuple[KeptDraft, ...], Slot, str | None]:
    """The drafts that were left and where a new one goes, or why they cannot be read: that must not keep anybody from
    beginning anew.
    """
    try:
        return kept_drafts(writer, track), drafts.place(writer.store, track.path), None
    except Refused as refusal:
        return (), MAIN, str(refusal)


def kept_drafts(writer: Writer, track: Track) -> tuple[KeptDraft, ...]:
    """The drafts that were left, the newest first. Raises Refused.

    One that was written is offered again while that is undone, and the handoff waits that waited then, or none.
    """
    found = drafts.read_all(writer.store, track.path)
    if all(each.entry is None for each in found):
        return found
    undone = {entry.number for entry, _ in History.read(writer.store).redoable()}
    waiting = _waiting(track)
    return tuple(each for each in found if each.entry is None or (each.entry in undone and each.waiting == waiting))


def _waiting(track: Track) -> str | None:
    """When the handoff that waits was left, empty where it does not say; None where none waits."""
    return (track.handoff.created or "") if track.handoff is not None else None


def _since(track: Track) -> str | None:
    """When the work began that is handed off now: the last handoff, else the session, else nothing to count from."""
    if track.handoff is not None and track.handoff.created:
        return track.handoff.created
    begun = next((each.started for each in reversed(track.sessions) if each.started), None)
    stamps = (trigger.session_start for trigger in track.triggers.values() if trigger.session_start)
    return begun or next(stamps, None) or track.continuity.last_session


def _back_to(since: str | None, found: HandoffDraft) -> str | None:
    """From when on commits are asked for: from before the work that is handed off where a finished task names none."""
    begun = parse_instant(since)
    lacks = any(row.state == "done" and not row.commit for row in found.completed)
    if begun is None or not lacks or begun.at.year <= _FIRST_YEAR:
        return since
    return write_instant(begun.at - _LOOKED_BACK)


def keep_draft(
    writer: Writer,
    track: Track,
    draft: HandoffDraft,
    step: str | None,
    begun: HandoffDraft | None = None,
    *,
    told: tuple[str, ...] = (),
    entry: int | None = None,
    typed: Typed | None = None,
    slot: Slot = MAIN,
) -> Slot:
    """Keep what has been filled in so far, what it `begun` as, the remaining work as it was `told`, the `entry` of the
    journal that wrote it as it is, and what was `typed` into forms.

    Where it is kept: in that `slot`, or beside what somebody else has written there since. Raises Refused where it
    cannot be kept.
    """
    return drafts.keep(writer.store, track.path, draft, step=step, now=writer.now, begun=begun, told=told, slot=slot,
                       waiting=_waiting(track), entry=entry, typed=typed)  # fmt: skip


def discard_draft(writer: Writer, track: Track, slot: Slot) -> Slot:
    """Forget what was filled in and is kept in that slot; where it may be kept again. Raises Refused."""
    return drafts.discard(writer.store, track.path, slot)


def look(writer: Writer, track: Track, draft: HandoffDraft) -> Look:
    """The files as they would be written. Raises Refused, in one sentence, where they cannot.

    What is missing yet has `MISSING` in its place; a handoff that waits is taken to be archived.
    """
    if missing(draft):
        draft = replace(draft, next_action=MISSING)
    edit = planned(writer, track.key, _intent(track, draft, "archive" if track.handoff is not None else None))
    before = {change.path: change.before for change in edit.changes}
    written = _handoff_among(edit, track)
    moved = [change for change in edit.changes if change.before is None and change.after in before.values()]
    others = [change for change in edit.changes if change is not written and change not in moved]
    return Look(
        path=written.path,
        text=(written.after or b"").decode("utf-8", "surrogateescape"),
        diff=edit_diff(others),
        remarks=edit.remarks,
        archived=moved[0].path if moved else None,
    )


def doubted(writer: Writer, track: Track, draft: HandoffDraft) -> Doubts:
    """What git and disk say against the finished tasks of a draft. Asks git: not for the event loop."""
    from cockpit.storage.evidence import gather

    rows = [replace(row, files=work_among(row.files, track.folder)) for row in draft.completed]
    asked = claims(rows)
    return doubts(rows, gather(writer.root, asked)) if asked.commits or asked.files else Doubts()


def hand_off(
    writer: Writer, track: Track, draft: HandoffDraft, existing: Existing | None, slot: Slot | None = None
) -> Outcome:
    """Write the handoff and what belongs to it. The draft, which lies in that `slot` if it was kept, is there again
    once that is undone; no other one is touched.

    Raises Refused where something is missing, where a handoff waits and `existing` is None, and where files cannot be
    written.
    """
    lacking = missing(draft)
    if lacking:
        raise Refused(f"The handoff needs a {lacking[0]}: the first thing to do when the work goes on.")
    outcome = change(writer, track.key, _intent(track, draft, existing))
    if writer.dry_run:
        return outcome
    try:
        _keep_written(writer, track, draft, entry=outcome.entry, slot=slot)
    except Refused as refusal:  # what was written stands
        return replace(outcome, remarks=(*outcome.remarks, f"The draft is still there: {refusal}"))
    return outcome


def _keep_written(
    writer: Writer,
    track: Track,
    draft: HandoffDraft,
    *,
    entry: int | None,
    slot: Slot | None,
) -> None:
    """Keep what an entry of the journal wrote in place of the draft, and of what an earlier entry wrote; where that
    cannot be, forget the draft.
    """
    store, path = writer.store, track.path
    try:
        found = {each.slot.name: each for each in drafts.read_all(store, path)}
        is_free = "" not in found or found[""].entry is not None
        place = slot or (drafts.place(store, path) if is_free else ELSEWHERE)
        left = (found.get(slot.name) if slot is not None else None) or KeptDraft(draft=draft, at="")
        if entry is not None:
            kept = keep_draft(writer, track, draft, left.step, left.begun, told=left.told,
                              entry=entry, typed=left.typed, slot=place)  # fmt: skip
            for each in found.values():
                if each.entry is not None and each.slot.name != kept.name:
                    drafts.discard(store, path, each.slot)
            return
    except Refused:
        pass
    if slot is not None:
        discard_draft(writer, track, slot)


def _intent(track: Track, draft: HandoffDraft, existing: Existing | None) -> HandOff:
    seen = track.handoff.created if track.handoff is not None else None
    return HandOff(draft=settled(draft), existing=existing, seen=seen)


def _handoff_among(edit: Edit, track: Track) -> Change:
    """The change that writes the handoff: in the place of the one that waits, else the new file."""
    if track.handoff is not None:
        return next(change for change in edit.changes if change.path == track.handoff.path)
    new = [change for change in edit.changes if change.before is None]
    beside = PurePosixPath(track.path).parent
    return next((change for change in new if PurePosixPath(change.path).parent == beside), new[0])
