"""Changes that another program took back: which they are, what is said of them, dismissing them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, partial

from cockpit.model import Finding, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, Withdraw, intent_of, parts_of
from cockpit.project.actor import is_agent
from cockpit.project.change import changes_nothing
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace, refuse_agents, state_then, track_at
from cockpit.rules.attention import TAKEN_BACK
from cockpit.rules.handoff.handoff_status import gone_on
from cockpit.rules.preconditions import target_of
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.git_history import checked_in
from cockpit.storage.reading.loader import Loader
from cockpit.storage.transactions import journal, taken_back
from cockpit.storage.transactions.contents import CurrentContents
from cockpit.storage.transactions.journal import Entry
from cockpit.storage.transactions.undo import History
from cockpit.storage.user_files.ledger import Subject
from cockpit.storage.user_files.places import home_dir
from cockpit.systems.interface import CONFIRMED
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, clause
from cockpit.wording.phrases import listed
from cockpit.wording.times import until_when, write_instant

OF_THE_PLACE = (
    "answer",
    "handoff",
    "move",
    "setposition",
    "complete",
    "retry",
    "skip",
    "resetretries",
    "startsession",
)
"""The verbs whose values say where the work stands; who goes on with it writes others in their place. A person's may
have answered a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A change that another program took back: its entry in the journal, what it was, when and by whom it was made.

    It is gone from the files in `paths` since `taken_at`, an instant, or, with `or_earlier`, some time before it.
    `by_git`: when that was seen, the files were as git has them.
    """

    entry: int
    sentence: str
    at: str
    actor: str
    track: str | None
    paths: tuple[str, ...]
    taken_at: str | None
    by_git: bool
    or_earlier: bool = False

    def when(self, time: str | None) -> str:
        """The end of a sentence that says `taken_at`, which is `time` as a person reads it; empty without a time."""
        return f" {'before' if self.or_earlier else 'at'} {time}" if time else ""


def removed_by_others(workspace: Workspace) -> tuple[TakenBack, ...]:
    """The changes that another program took back and nobody wrote again or dismissed, oldest first.

    Raises CommandError where the journal cannot be read, or other cockpits write without a pause.
    """
    found = _found(workspace)
    files = DiskFiles(workspace.root, home_dir())
    now = {path: files.read(path) for each in found for path in each.paths if path not in each.found}
    data = {path: each.data for path, each in now.items() if each is not None and each.data is not None}
    times = {path: each.changed for path, each in now.items() if each is not None and each.changed is not None}
    seen = [{path: each.found.get(path, data.get(path)) for path in each.paths} for each in found]
    asked = {(path, content) for contents in seen for path, content in contents.items() if content is not None}
    gits = checked_in(workspace.root, asked) if asked else frozenset()
    return tuple(
        TakenBack(
            entry=each.entry.number,
            sentence=str(each.entry.change),
            at=each.entry.at,
            actor=each.entry.actor,
            track=each.entry.track,
            paths=each.paths,
            taken_at=each.by or _newest(times[path] for path in each.paths if path in times),
            by_git=not any(path in CONFIRMED for path in contents)  # git ignores these
            and all((path, content) in gits for path, content in contents.items() if content is not None),
            or_earlier=each.by is not None,
        )
        for each, contents in zip(found, seen, strict=True)
    )


def _found(workspace: Workspace) -> list[taken_back.Gone]:
    """What is gone from the files, but for what the work went past, what holds in other words, and alerts that were
    answered anew."""
    lost = taken_back.find(workspace.store, CurrentContents(workspace.root, home_dir()))
    at, standing = cache(partial(track_at, workspace)), History.read(workspace.store).undoable() if lost else []
    missed: list[taken_back.Gone] = []
    for each in lost:
        track, meant = at(each.entry.track), _meant(each.entry)
        later = [part for entry in standing if entry.number > each.entry.number and entry.track == each.entry.track
                 for part in _meant(entry)]  # fmt: skip
        set_last = {target_of(part): part for part in reversed(later)}
        by_now = tuple(set_last.get(target, part) if (target := target_of(part)) else part for part in meant)
        holds = bool(meant) and track is not None and changes_nothing(workspace, *track, by_now)
        if not holds and not _is_answered_anew(meant, later) and not _went_on(workspace, each, track):
            missed.append(each)
    return missed


def _is_answered_anew(meant: Sequence[Intent], later: Sequence[Intent]) -> bool:
    """Whether each alert that was answered got another answer from later changes of ours."""
    metrics = {part.metric for part in later if isinstance(part, Acknowledge | Withdraw)}
    has_reset = any(isinstance(part, ResetAlerts) for part in later)
    return bool(meant) and all(
        isinstance(part, Acknowledge | Withdraw) and (has_reset or part.metric in metrics) for part in meant
    )


def _meant(entry: Entry) -> tuple[Intent, ...]:
    intent = intent_of(entry.intent)
    return parts_of(intent) if intent is not None else ()


def _went_on(workspace: Workspace, lost: taken_back.Gone, at: tuple[Loader, Track] | None) -> bool:
    """Whether values of a change went back because the work went on past where it stood then: a step that begins as
    the one before did, a session that ended. What a change held up, such as a pause, is missed all the same.

    What a handoff wrote beside its file says where the work stood: whoever goes on from it has news in its place.
    """
    if lost.entry.verb == "handoff" and lost.replaced:
        return True
    if not lost.in_place or lost.entry.verb not in OF_THE_PLACE:
        return False
    if at is None:
        return False
    loader, now = at
    try:
        then = state_then(workspace, loader, now, journal.changes(workspace.store, lost.entry)).position
    except CommandError:  # nothing can be said about it
        return False
    held_up = lost.entry.verb != "handoff" and then.status not in ("in_progress", "not_started")
    return not held_up and gone_on(then, now.position, now.phases)


def _newest(times: Iterable[datetime]) -> str | None:
    last = max(times, default=None)
    return write_instant(last) if last is not None else None


def finding(found: Sequence[TakenBack], now: datetime, hint: Words) -> Finding:
    """What is said of all of them together. `now` is the person's time."""
    last = max(found, key=lambda each: each.taken_at or "")
    when = last.when(until_when(last.taken_at, now))
    by = "git" if (is_git := all(each.by_git for each in found)) else "program"
    lost = f"{when}, perhaps by git checkout" if is_git else f"{when} by another program"
    message = Message(f"project.changes-lost-to-{by}", f"{len(found)} changes were taken back{lost}.")
    if len(found) == 1:
        message = Message(f"project.change-lost-to-{by}", f"1 change was taken back{lost}: {clause(last.sentence)}.")
    return Finding(code=TAKEN_BACK, severity="warning", path=found[0].paths[0], message=message, hint=hint)


def dismiss(workspace: Workspace, entries: Sequence[int] = ()) -> ChangeOutcome:
    """Dismiss all changes that were taken back, or those that are named. Raises CommandError."""
    found = named(workspace, entries)
    if not all(is_agent(each.actor) for each in found):
        refuse_agents(workspace)
    done = Message("storage.several-dismissed", f"Dismissed {len(found)} changes that another program took back.")
    if len(found) == 1:
        done = Message(
            "storage.dismissed", f"Dismissed “{clause(found[0].sentence)}”, which another program took back."
        )
    if workspace.dry_run:
        return ChangeOutcome(done=done)
    numbers = {each.entry for each in found}
    gone = [each for each in _found(workspace) if each.entry.number in numbers]
    if not gone:
        raise CommandError("project.changes-stand-again", "The changes are in the files again.")
    tracks = {each.entry.track for each in gone}
    entry = taken_back.record_dismissal(
        workspace.store,
        done,
        Subject(track=tracks.pop() if len(tracks) == 1 else None),
        actor=workspace.actor,
        now=workspace.now,
        dismisses=tuple(each.entry.number for each in gone),
    )
    return ChangeOutcome(done=done, entry=entry.number)


def named(workspace: Workspace, entries: Sequence[int]) -> Sequence[TakenBack]:
    """All changes that were taken back, or those of them that are named. Raises CommandError where there is none."""
    found = [each for each in removed_by_others(workspace) if not entries or each.entry in entries]
    if not found and entries:
        raise CommandError(
            "project.change-not-taken-back",
            f"These changes were not taken back, or are already dismissed: {listed(map(str, entries))}.",
        )
    if not found:
        raise CommandError(
            "project.no-change-taken-back", "No change was taken back by another program, or all were dismissed."
        )
    return found
