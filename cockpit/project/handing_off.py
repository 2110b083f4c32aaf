"""Handing off: what to propose, the draft that is kept meanwhile, a look at the files to be, and the writing itself."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import PurePosixPath
from typing import Literal

from cockpit.model import Position, Step, Track
from cockpit.model.checklist import Commit, Questions
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import HandOff
from cockpit.project.change import change, planned_edit
from cockpit.project.edit_diff import edit_diff
from cockpit.project.outcome import ChangeOutcome, after_that
from cockpit.project.workspace import Workspace, find_track
from cockpit.rules.handoff.claims import plan_files
from cockpit.rules.handoff.proposal import (
    editable,
    final_draft,
    missing,
    propose,
    resumed_draft,
    updated_place,
    with_waiting,
)
from cockpit.storage.transactions.undo import History
from cockpit.storage.user_files import drafts
from cockpit.systems.interface import Change, Edit, ReadContext
from cockpit.systems.shared.handoff_editing import is_whole
from cockpit.systems.shared.handoff_file import HANDOFF_NAMES
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words
from cockpit.wording.numbers import last_number, whole_number
from cockpit.wording.phrases import counted, listed
from cockpit.wording.printable import printable
from cockpit.wording.times import parse_instant, write_instant

KeptDraft = drafts.KeptDraft
Existing = Literal["archive"]
_LOOKED_BACK = timedelta(days=90)
"""A plan is rarely older."""
_UNKNOWN = timedelta(days=1)
"""How far commits are looked back for where the files do not say when the session began."""
_FIRST_YEAR = 1970
"""Git counts from here."""
MISSING = "This is still missing."
"""What stands in the file to be where something must still be filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Where a handoff begins: the draft as proposed, the one that was left unfinished.

    `remaining_in_files` is the remaining work as the files have it, also what is done by git. `unfinished` is the draft
    that was left; `unread` says why it cannot be read, or where others lie.
    `other_commits` are the commits since the session began (`since`) that belong to no task; `git` says why there are
    none where git could not be asked.
    """

    track: Track
    draft: HandoffDraft
    remaining_in_files: tuple[str, ...] = ()
    unfinished: KeptDraft | None = None
    unread: Words | None = None
    other_commits: tuple[Commit, ...] = ()
    since: str | None = None
    git: Words | None = None

    @property
    def position(self) -> Position:
        """Where the track stands, with the number of tasks that the plan has."""
        position = self.track.position
        total = whole_number(self.draft.total_tasks)
        return replace(position, task=replace(position.task or Step(), total=total))


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The handoff as it would be written, the diff of every other file, and what else a person should read; `archived`
    is where the one that waits would lie.
    """

    path: str
    text: str
    diff: tuple[str, ...] = ()
    remarks: tuple[Words, ...] = ()
    archived: str | None = None


def propose_handoff(workspace: Workspace, track_key: str | None) -> Proposal:
    """What a handoff would say now, from the files and from git. Raises CommandError. Asks git: not for the event
    loop."""
    from cockpit.storage.reading.git_history import gather

    loader, track = find_track(workspace, track_key, begins=True)
    system, candidate, files, *_ = loader.for_editing(track)
    since = _since(track) or write_instant(workspace.now - _UNKNOWN)
    found = system.draft(files, candidate, ReadContext(now=workspace.now))
    facts = gather(workspace.root, Questions(since=_back_to(since, found))).repository
    waiting = with_waiting(found, track)
    single = _has_one_plan(track.position.plan)
    draft, others = propose(waiting, facts, track.folder, since, plan_files(track), single=single)
    draft = replace(draft, state=updated_place(draft.state, found, draft, track))
    if draft.reason == "user_interrupt" and is_whole(track, draft):
        draft = replace(draft, reason="session_end")
    remaining, unread = _remaining_draft(workspace, track)
    draft = editable(draft)
    return Proposal(
        track=track,
        draft=draft,
        remaining_in_files=tuple(map(printable, found.remaining)),
        unfinished=remaining and _taken_up(remaining, draft, found.remaining, track),
        unread=unread,
        other_commits=others,
        since=since,
        git=facts.problem,
    )


def _has_one_plan(plan: Step | None) -> bool:
    """Whether the present phase has a single plan, as far as its position says."""
    return plan is None or (last_number(plan.id) in (None, 1) and (plan.total or 1) == 1)


def _taken_up(saved: KeptDraft, proposed: HandoffDraft, remaining: Sequence[str], track: Track) -> KeptDraft:
    """A draft that was left, with what is proposed now where the person has changed nothing."""
    proposed_before = editable(saved.begun) if saved.begun is not None else None
    draft = resumed_draft(editable(saved.draft), proposed_before, proposed, track)
    rows_proposed = (draft.completed, draft.remaining) == (proposed.completed, proposed.remaining)
    shown = remaining if rows_proposed else saved.remaining_in_files
    return replace(saved, draft=draft, remaining_in_files=tuple(map(printable, shown)))


def _remaining_draft(workspace: Workspace, track: Track) -> tuple[KeptDraft | None, Words | None]:
    """The draft that was left, and what cannot be taken up: that must not keep anybody from beginning anew."""
    try:
        older = drafts.set_aside(workspace.store, track.path)
        are = f"{counted(len(older), 'older draft')} of this handoff {'is' if len(older) == 1 else 'are'}"
        unread = Message("project.older-drafts-unread", f"{are} no longer read: {listed(map(str, older))}.")
        return _kept(workspace, track), unread if older else None
    except CommandError as refusal:
        return None, Message("project.draft-unreadable", f"Your draft cannot be read: {refusal.whole}")


def _kept(workspace: Workspace, track: Track) -> KeptDraft | None:
    """The draft that was left. One that was written is offered again while that is undone, and the handoff waits that
    waited then, or none. Raises CommandError.
    """
    found = drafts.read(workspace.store, track.path)
    if found is None or found.entry is None:
        return found
    undone = {entry.number for entry in History.read(workspace.store).redoable()}
    return found if found.entry in undone and found.waiting == _waiting(track) else None


def _waiting(track: Track) -> str | None:
    """When the handoff that waits was left, empty where it does not say; None where none waits."""
    return (track.handoff.created or "") if track.handoff is not None else None


def _since(track: Track) -> str | None:
    """When the work began that is handed off now: the last handoff, else the session, else nothing to count from."""
    if track.handoff is not None and track.handoff.created:
        return track.handoff.created
    session_start = next((each.started for each in reversed(track.sessions) if each.started), None)
    stamps = (trigger.session_start for trigger in track.triggers.values() if trigger.session_start)
    return session_start or next(stamps, None) or track.continuity.last_session


def _back_to(since: str | None, found: HandoffDraft) -> str | None:
    """From when on commits are asked for: from before the work that is handed off where a finished task names none."""
    begun = parse_instant(since)
    lacks = any(row.state == "done" and not row.commit for row in found.completed)
    if begun is None or not lacks or begun.at.year <= _FIRST_YEAR:
        return since
    return write_instant(begun.at - _LOOKED_BACK)


def keep_draft(workspace: Workspace, track: Track, kept: KeptDraft) -> None:
    """Keep what has been filled in so far. Raises CommandError where it cannot be kept."""
    kept = replace(kept, at=write_instant(workspace.now), waiting=_waiting(track))
    drafts.keep(workspace.store, track.path, kept)


def discard_draft(workspace: Workspace, track: Track) -> None:
    """Forget what was filled in. Raises CommandError."""
    drafts.discard(workspace.store, track.path)


def preview(workspace: Workspace, track: Track, draft: HandoffDraft) -> Preview:
    """The files as they would be written. Raises CommandError, in one sentence, where they cannot.

    What is missing yet has `MISSING` in its place; a handoff that waits is taken to be archived.
    """
    if missing(draft):
        draft = replace(draft, next_action=MISSING)
    edit = planned_edit(workspace, track.key, _intent(track, draft, "archive" if track.handoff is not None else None))
    before = {change.path: change.before for change in edit.changes}
    written = _handoff_among(edit, track)
    moved = [change for change in edit.changes if change.before is None and change.after in before.values()]
    others = [change for change in edit.changes if change is not written and change not in moved]
    return Preview(
        path=written.path,
        text=(written.after or b"").decode("utf-8", "surrogateescape"),
        diff=edit_diff(others),
        remarks=tuple(map(after_that, edit.remarks)),
        archived=moved[0].path if moved else None,
    )


def hand_off(workspace: Workspace, track: Track, draft: HandoffDraft, existing: Existing | None) -> ChangeOutcome:
    """Write the handoff and what belongs to it. What was written is the draft again once that is undone, unless another
    one lies there that is still being written.

    Raises CommandError where something is missing, where a handoff waits and `existing` is None, and where files cannot
    be written."""
    if missing(draft):
        raise CommandError(
            "project.no-next-action", "The handoff needs a next action: the first thing to do when work resumes."
        )
    outcome = change(workspace, track.key, _intent(track, draft, existing))
    if workspace.dry_run:
        return outcome
    try:
        _keep_written(workspace, track, draft, entry=outcome.entry)
    except CommandError as refusal:  # what was written stands
        return outcome.with_remarks(Message("project.draft-remains", f"The draft still exists: {refusal.whole}"))
    return outcome


def _keep_written(workspace: Workspace, track: Track, draft: HandoffDraft, *, entry: int | None) -> None:
    """Keep what an entry of the journal wrote in place of the draft, and of what an earlier entry wrote; where that
    cannot be, forget the draft. Another one that is still being written stays.
    """
    found: KeptDraft | None = None
    try:
        found = drafts.read(workspace.store, track.path)
        if found is not None and found.entry is None and found.draft != draft:
            return
        if entry is not None:
            last = found if found is not None and found.entry is None else KeptDraft(draft=draft)
            keep_draft(workspace, track, replace(last, draft=draft, entry=entry))
            return
    except CommandError:
        pass
    if found is not None:
        discard_draft(workspace, track)


def _intent(track: Track, draft: HandoffDraft, existing: Existing | None) -> HandOff:
    seen = track.handoff.created if track.handoff is not None else None
    return HandOff(draft=final_draft(draft), existing=existing, seen=seen)


def _handoff_among(edit: Edit, track: Track) -> Change:
    """The change that writes the handoff: in the place of the one that waits, else the new file."""
    if track.handoff is not None:
        return next(change for change in edit.changes if change.path == track.handoff.path)
    new = (change for change in edit.changes if change.before is None)
    return next(change for change in new if PurePosixPath(change.path).name in HANDOFF_NAMES)
