"""Changing a track: the one way from an intent to the files, for commands and keys alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.actions import ACTIONS
from cockpit.model import LimitsThen, Threshold, Track
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import (
    Acknowledge,
    AddQuestion,
    AddTodo,
    Answer,
    CloseQuestion,
    Complete,
    DoneWork,
    HandOff,
    Intent,
    ResetAlerts,
    ResetRetries,
    SetLimit,
    SetValue,
    Several,
    TickTodo,
    Unblock,
    Whole,
    Withdraw,
    parts_of,
)
from cockpit.model.location import track_name
from cockpit.project.load import init_commands, long_rows
from cockpit.project.notes import record_previous_status
from cockpit.project.readings import mark
from cockpit.project.systems import known_session_reasons
from cockpit.project.workspace import Workspace, find_track, refuse_agents, refuse_more, track_at, track_then
from cockpit.rules.attention import blocker_key
from cockpit.rules.preconditions import as_carried_out, conflict, part_of, whatever_was
from cockpit.rules.references import matching_option, resolve_references
from cockpit.rules.thresholds.alert_state import is_private
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.storage.reading.loader import Loader
from cockpit.storage.user_files.ledger import Subject
from cockpit.systems.interface import Beginning, Change, Edit, Files
from cockpit.systems.shared.working_copy import Draft
from cockpit.text import rows
from cockpit.text.line_merge import diff, share_there
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, clause, command_line, of_track, plain
from cockpit.wording.phrases import either, listed
from cockpit.wording.printable import printable

if TYPE_CHECKING:
    from cockpit.storage.transactions.commit import Committed


_MOST_TRIED = 20
MUCH = 10
"""Times the limit before, from which a new one is asked about."""
_PERSONAL = frozenset(name for action in ACTIONS if action.person for name in action.intents)
"""The intents that only a person may carry out, unless the settings allow it."""


def after_that(done: Words) -> Words:
    """What is said of something done, before it is."""
    return Message("project.after-that", f"After that: {done}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a change: what was done, further sentences, the diff, the journal's entry, the files."""

    done: Words
    remarks: tuple[Words, ...] = ()
    diff: tuple[str, ...] = ()
    entry: int | None = None
    changed: bool = True
    paths: tuple[str, ...] = ()

    @property
    def intended(self) -> "Outcome":
        """The same before anything is done: what would be written, then what would be said."""
        if not self.changed:
            return self
        written = listed(map(printable, self.paths))
        done = plain(f"Would write: {written}." if written else "Would write no file of the project.")
        return replace(self, done=done, remarks=tuple(map(after_that, (self.done, *self.remarks))))


def change(workspace: Workspace, track_key: str | None, intent: Intent, *, typed: bool = False) -> Outcome:
    """Carry an intent out on a track; where it was `typed`, a part of a text is enough to name what is meant.

    Raises CommandError, in one sentence, where it must not or cannot be.
    """
    if is_personal(intent):
        refuse_agents(workspace)
    loader, track = find_track(
        workspace,
        track_key,
        lambda loader, track: _is_accepted(workspace, loader, track, intent, typed=typed),
        begins=begins_track(intent),
    )
    try:
        ready = _ready_to_edit(workspace, loader, track, intent, typed=typed)
        private = _private(track, ready)
        if private is not None and isinstance(ready, Acknowledge):
            outcome = _note_seen(workspace, track, private, ready)
        else:
            outcome = _commit(workspace, loader, track, ready)
    except CommandError as refusal:
        for unread in long_rows(loader.project) if loader.project is not None else ():  # it may be about these
            whole = Message("project.refusal-beside-unread-rows", f"{refusal.whole} {unread}")
            refusal.message, refusal.unchanged = whole, False
        raise
    return outcome if track_key is not None else with_track_named(loader, track, outcome)


def _ready_to_edit(workspace: Workspace, loader: Loader, track: Track, intent: Intent, *, typed: bool) -> Intent:
    """An intent in the words of a track. What would be refused all the same is not asked about."""
    try:
        return _ready(track, intent, typed=typed)
    except NeedsConfirmation as asks:
        _edit(workspace, loader, track, asks.instead)
        raise


def _ready(track: Track, intent: Intent, *, typed: bool) -> Intent:
    """An intent in the words of a track. Raises CommandError where the track has nothing of what it is about."""
    if isinstance(intent, Several):
        return _ready_together(track, intent, typed=typed)
    intent = _as_kept(track, intent)
    intent = resolve_references(intent, track) if typed else intent
    if isinstance(intent, Complete) and intent.reason is not None and not known_session_reasons(track):
        raise CommandError(
            "project.no-session-reasons",
            f"{track.title or track.key} does not record why a session ends. Omit the reason.",
        )
    if isinstance(intent, Answer):
        intent = _answering(track, intent)
    if isinstance(intent, ResetRetries) and track.retries is None:
        raise CommandError("project.no-retries-counted", f"{track.title or track.key} does not count retries.")
    if isinstance(intent, SetLimit):
        _ask_about_much(track, intent)
    return intent


def _ready_together(track: Track, intent: Several, *, typed: bool) -> Several:
    """All of them; where one is asked about, what is done instead is all of them too."""
    ready = list(intent.intents)
    for place, each in enumerate(intent.intents):
        try:
            ready[place] = _ready(track, each, typed=typed)
        except NeedsConfirmation as asks:
            ready[place] = asks.instead
            asks.instead = replace(intent, intents=(*ready[: place + 1], *intent.intents[place + 1 :]))
            raise
    return replace(intent, intents=tuple(ready))


_WHOLES: tuple[Whole, ...] = ("task", "plan", "phase")


def _as_kept(track: Track, intent: Intent) -> Intent:
    """An intent about the lists that the track has: a todo is an open question where it keeps these instead; and about
    the smallest step that the track has, where none is named. Raises CommandError for what such a list cannot do."""
    match intent:
        case AddTodo(text=text) if track.keeps_questions:
            return AddQuestion(text=text)
        case TickTodo(text=text, done=done) if track.keeps_questions:
            if not done:
                raise CommandError(
                    "project.question-not-reopened",
                    "A closed question cannot be reopened. Add it again: `cockpit todo add TEXT`.",
                )
            return CloseQuestion(text=text)
        case Complete(whole="smallest"):
            smallest = (each for each in _WHOLES if each not in track.lacks and part_of(track, each) is not None)
            return replace(intent, whole=next(smallest, "phase"))
    return intent


def _ask_about_much(track: Track, intent: SetLimit) -> None:
    """Raise NeedsConfirmation for a limit that is more than ten times the one before."""
    threshold = track.threshold(intent.metric)
    old = threshold.limits.at(intent.level) if threshold is not None else None
    if intent.force or threshold is None or not old or intent.value <= MUCH * old:
        return
    before, new = format_amount(old, threshold.unit), format_amount(intent.value, threshold.unit)
    raise NeedsConfirmation(
        Message(
            "project.limit-is-much",
            f"The {intent.level} limit of {intent.metric} would rise from {before} to {new}, more than {MUCH} "
            "times as high.",
        ),
        Message(
            "project.limit-all-the-same",
            f"{command_line('limit', f'{intent.metric}.{intent.level}={intent.value:.15g}', '--force')} sets it.",
        ),
        agreed=Message("project.limit-agreed", f"Set {new}"),
        instead=replace(intent, force=True),
    )


def _private(track: Track, intent: Intent) -> Threshold | None:
    """What an acknowledgment concerns that only the person needs to have seen."""
    threshold = track.threshold(intent.metric) if isinstance(intent, Acknowledge) else None
    if threshold is None or not isinstance(intent, Acknowledge):
        return None
    return threshold if is_private(threshold) and intent.is_about(threshold.level) else None


def _is_accepted(
    workspace: Workspace, loader: Loader, track: Track, intent: Intent, *, typed: bool, without_asking: bool = False
) -> bool:
    """Whether a track can be the one that an intent is about; `without_asking`, whether no new question comes of it."""
    try:
        ready = _ready(track, intent, typed=typed)
        if _private(track, ready) is not None:
            return True
        edit = _edit(workspace, loader, track, ready)
    except CommandError:
        return False
    if not edit.changes or not without_asking or track.waiting is not None:
        return bool(edit.changes)
    then = track_then(workspace, loader, track, edit.changes)
    return then is None or then.waiting is None


def with_track_named(loader: Loader, track: Track, outcome: Outcome) -> Outcome:
    """An outcome that says in which track it was, where the project has several and none was named."""
    tracks = loader.load().tracks
    if len(tracks) < 2:
        return outcome
    return replace(outcome, remarks=(*outcome.remarks, Message("project.in-track", f"In {track_name(track, tracks)}.")))


def intent_filter(workspace: Workspace, track_key: str | None) -> Callable[[Intent], bool]:
    """A predicate: whether an intent would change a track now without asking another question, so that it can be
    offered to a person. The first 20 intents are tried; to try more would take seconds, so they count as possible.

    Raises CommandError.
    """
    loader, track = find_track(workspace, track_key)
    person = replace(workspace, allow_agents=True)
    tries = count(1)
    return lambda intent: (
        next(tries) > _MOST_TRIED or _is_accepted(person, loader, track, intent, typed=True, without_asking=True)
    )


def begins_track(intent: Intent) -> bool:
    """Whether it can be the first that is kept of a repository without a framework."""
    return all(isinstance(each, SetLimit | HandOff) for each in parts_of(intent))


def is_personal(intent: Intent) -> bool:
    """Whether only a person may do it."""
    return any(type(each).__name__ in _PERSONAL for each in parts_of(intent))


def _answering(track: Track, intent: Answer) -> Answer:
    """The answer in the words of an option, bound to the question. Raises CommandError where it is none."""
    if (instead := conflict(intent, track)) is not None:
        raise CommandError(instead)
    waiting, name = track.waiting, track.title or track.key
    if waiting is None and track.open_questions and track.keeps_questions:
        raise CommandError(
            "project.only-open-questions",
            f"{name} is not waiting for an answer. To close an open question: `cockpit todo done TEXT`.",
        )
    if waiting is None:
        raise CommandError(
            "project.no-question-asked", f"{name} has no question to answer. `cockpit status` shows what needs you."
        )
    option = matching_option(waiting, intent.option)
    if option is None and not waiting.options:
        raise CommandError("project.empty-answer", "The answer is empty.")
    if option is None:
        known = tuple(f"{number} {each}" for number, each in enumerate(waiting.options, start=1))
        raise CommandError("project.no-such-option", f"Not an option: {intent.option!r}. Options: {', '.join(known)}.")
    return replace(intent, option=option, seen=str(waiting.question))


def repeat_intent(workspace: Workspace, path: str | None, intent: Intent, repeats: int) -> Outcome:
    """Carry out the intent of a journal entry again, on the track of that path. Raises CommandError."""
    found = track_at(workspace, path)
    if found is None:
        raise CommandError("project.file-gone", f"{path} no longer exists.", unchanged=True)
    loader, track = found
    try:
        return _commit(workspace, loader, track, intent, repeats)
    except CommandError as refusal:
        if loader.project is not None and len(loader.project.tracks) > 1:
            refusal.message = of_track(refusal.message, track.key)
        raise


def changes_nothing(workspace: Workspace, loader: Loader, track: Track, intents: Sequence[Intent]) -> bool:
    """Whether everything is so already that these intents come to, one after the other, whatever was there before."""
    together = Several(intents=tuple(map(whatever_was, intents)))
    try:
        return not _edit(replace(workspace, allow_agents=True), loader, track, together).changes
    except CommandError:  # what is refused is not there
        return False


def _commit(workspace: Workspace, loader: Loader, track: Track, intent: Intent, repeats: int | None = None) -> Outcome:
    from cockpit.storage.transactions.commit import commit

    def make() -> Edit:
        return _edit(workspace, loader, track, intent)

    if workspace.dry_run:
        return outcome_of_edit(make(), workspace.root)
    info = workspace.transaction_info(type(intent).__name__.lower(), _subject(track, intent))
    info = replace(info, intent=as_carried_out(intent, track), repeats=repeats)
    committed = commit(workspace.root, make, store=workspace.store, info=info)
    outcome = outcome_of_commit(committed)
    if committed.entry_id is not None:
        if track.is_plain and any(isinstance(each, SetLimit) for each in parts_of(intent)):
            with suppress(CommandError):  # without it the sum is by the clock
                mark(workspace.root, workspace.now.replace(microsecond=0).timestamp())
        for each in parts_of(intent):
            record_previous_status(workspace.store, loader, track, each)
    if isinstance(intent, Acknowledge) and committed.entry_id is not None:
        return replace(outcome, remarks=(*outcome.remarks, *_note_limits(workspace, loader, track, intent.metric)))
    if isinstance(intent, Withdraw | ResetAlerts):
        return _forget_seen(workspace, track, intent, outcome)
    return outcome


def planned_edit(workspace: Workspace, track_key: str | None, intent: Intent) -> Edit:
    """The edit of an intent on the newest files, without writing it. Raises CommandError."""
    loader, track = find_track(workspace, track_key)
    return _edit(workspace, loader, track, intent)


def _edit(workspace: Workspace, loader: Loader, track: Track, intent: Intent) -> Edit:
    from cockpit.storage.user_files.notes import limits_then, status_left

    try:
        editing = loader.for_editing(track)
    except LookupError:
        raise CommandError("project.file-gone", f"{track.path} no longer exists.", unchanged=True) from None
    system, candidate, files, *_ = editing
    limits, status = limits_then(workspace.store, track.path), status_left(workspace.store, track.path)
    context = replace(workspace.context, limits_at_acknowledgment=limits, previous_status=status,
                      readings=editing.context.readings, agents=editing.context.agents)  # fmt: skip
    if isinstance(intent, Several):
        edit = _edited_together(files, intent.intents, lambda draft, each: system.edit(draft, candidate, each, context))
    else:
        edit = system.edit(files, candidate, intent, editing.known_in(context))
    refuse_more(workspace, edit.changes, loader)
    return edit


def _edited_together(files: Files, intents: Sequence[Intent], edit: Callable[[Files, Intent], Edit]) -> Edit:
    """One edit of several intents, each upon what those before it leave."""
    draft, edits = Draft(files), []
    for intent in intents:
        try:
            edits.append(edit(draft, intent))
        except CommandError as refusal:
            before = [each.done for each in edits if each.changes]
            if before and _refusal(partial(edit, files, intent)) != refusal.message:
                refusal.message = Message(
                    "project.refused-after-others",
                    f"Nothing changed. One of the changes was refused: {refusal.message} Those before it in "
                    f"the command ({clause(before[-1])}) are possible: make them in a separate command.",
                )
            raise
        draft.take(edits[-1].changes)
    first, *others = [each for each in edits if each.changes] or edits[:1]
    done, remarks = first.done, []
    for each in others:
        done = Message("project.and-then", f"{done} {each.done}")
    for each in edits:
        remarks += [*(() if each is first or each in others else (each.done,)), *each.remarks]
    return Edit(changes=draft.changes(), done=done, remarks=tuple(remarks))


def _refusal(make: Callable[[], Edit]) -> Words | None:
    try:
        make()
    except CommandError as refusal:
        return refusal.message
    return None


def outcome_of_edit(edit: Edit, root: Path | None = None) -> Outcome:
    """What an edit would do. Raises CommandError where a database below `root` would not take it."""
    from cockpit.storage.transactions.contents import refuse_unwritable

    if root is not None:
        refuse_unwritable(root, edit.changes)
    paths = tuple(each.path for each in edit.changes)
    return Outcome(
        done=edit.done, remarks=edit.remarks, diff=edit_diff(edit.changes), changed=bool(edit.changes), paths=paths
    )


def outcome_of_commit(committed: "Committed") -> Outcome:
    """The outcome of a commit, with remarks on changes that a crash had left unfinished: they were completed first."""
    outcome = outcome_of_edit(committed.edit)
    completed = (each.sentence for each in committed.recovered)
    return replace(outcome, remarks=(*outcome.remarks, *completed), entry=committed.entry_id)


def _note_limits(workspace: Workspace, loader: Loader, track: Track, metric: str) -> tuple[Words, ...]:
    """Note the limits that hold now, so that lowering one voids the acknowledgment; a remark where that failed."""
    from cockpit.storage.user_files.notes import note_metric

    if workspace.options.limits:  # those of the command line are not what held
        loader = replace(workspace, options=replace(workspace.options, limits={}), reading=None).loader()
    now = loader.load().track(track.key)
    threshold = now.threshold(metric) if now is not None else None
    at = threshold.acknowledgment.at if threshold is not None and threshold.acknowledgment is not None else None
    if threshold is None or at is None:
        return ()
    try:
        note_metric(workspace.store, track.path, "given", metric, LimitsThen(at=at, limits=threshold.limits))
    except CommandError:
        return (
            Message(
                "project.limits-not-noted",
                "The current limits could not be saved. Lowering a limit later will not make the alert fire again.",
            ),
        )
    return ()


def _subject(track: Track, intent: Intent) -> Subject:
    metric = getattr(intent, "metric", None)
    threshold = track.threshold(metric) if metric else None
    value = intent.value if isinstance(intent, SetValue | SetLimit | Acknowledge) else None
    return Subject(
        track=track.path,
        metric=metric,
        value=value if value is not None else threshold.value if threshold else None,
        level=threshold.level if threshold else None,
        note=getattr(intent, "note", None),
        item=_resolved(track, intent.blocker) if isinstance(intent, Unblock) else None,
    )


def _resolved(track: Track, key: str) -> str:
    """The text of the blocker with that key."""
    return next((each.text for each in track.blockers if blocker_key(each) == key), key)


def _note_seen(workspace: Workspace, track: Track, threshold: Threshold, intent: Acknowledge) -> Outcome:
    """Nothing is written where the agent would read it: it does not wait, and would skip its own alert."""
    from cockpit.storage.user_files.notes import SeenAlert, note_metric
    from cockpit.wording.times import write_instant

    level = threshold.level or "warning"
    if not workspace.dry_run:
        value = intent.value if intent.value is not None else threshold.value
        seen = SeenAlert(level=level, value=value, at=write_instant(workspace.now))
        note_metric(workspace.store, track.path, "seen", threshold.metric, seen)
    remarks = (
        (Message("project.note-of-seen-not-kept", "The note was not saved: an alert marked as seen has no note."),)
        if intent.note
        else ()
    )
    if level == "warning":
        return Outcome(
            done=Message(
                "project.warning-seen",
                f"Marked the {threshold.metric} warning as seen, for you only. A warning does not stop the agent.",
            ),
            remarks=remarks,
        )
    done = Message(
        "project.unread-limit-seen",
        f"Marked the {threshold.metric} {level} as seen, for you only. The agent does not read this limit.",
    )
    return Outcome(done=done, remarks=remarks)


def _forget_seen(workspace: Workspace, track: Track, intent: Withdraw | ResetAlerts, outcome: Outcome) -> Outcome:
    """With the acknowledgments goes what was only marked as seen."""
    from cockpit.storage.user_files.notes import note_metric, read

    metrics = (intent.metric,) if isinstance(intent, Withdraw) else intent.metrics
    marked = [metric for metric, seen in read(workspace.store, track.path).seen.items() if seen.level != "warning"]
    forgotten = [metric for metric in marked if not metrics or metric in metrics]
    for metric in forgotten:
        note_metric(workspace.store, track.path, "seen", metric, None)
    if not forgotten:
        return outcome
    message = Message("project.seen-forgotten", f"Removed the “seen” mark from {listed(forgotten)}.")
    if not outcome.changed:
        return replace(outcome, done=message)
    return replace(outcome, remarks=(*outcome.remarks, message))


# The diff of several files, as it is shown before and after a change; a file that moves is told as one

_SAME = 0.5
"""The share of the lines of a file that is gone which a new one must hold to be the same, moved."""

_DATABASE = b"SQLite format 3\0"
"""How the bytes of a database begin."""


def edit_diff(changes: Sequence[Change]) -> tuple[str, ...]:
    """The lines of the unified diffs, without line feeds."""
    return tuple(line for each in _with_moves(changes) for line in each)


def _with_moves(changes: Sequence[Change]) -> Iterator[Sequence[str]]:
    moved = _moves(changes)
    gone = {each.path for each in moved.values()}
    for each in changes:
        if each.rows:
            yield tuple(rows.diff(each.path, each.rows))
        elif each.path in moved:
            old = moved[each.path]
            yield diff(each.path, old.before, each.after, was=old.path)
        elif _DATABASE in (data[: len(_DATABASE)] for data in (each.before, each.after) if data):
            names = ("/dev/null" if each.before is None else f"a/{each.path}", f"b/{each.path}")
            yield (f"Binary files {names[0]} and {names[1] if each.after is not None else '/dev/null'} differ",)
        elif each.path not in gone:
            yield diff(each.path, each.before, each.after)


def _moves(changes: Iterable[Change]) -> dict[str, Change]:
    """By the path of a new file the removal of the one that it was."""
    every = [*changes]
    removed = [each for each in every if each.after is None and each.before]
    found: dict[str, Change] = {}
    for new in (each for each in every if each.before is None and each.after):
        shares = [(_share(each, new), each) for each in removed]
        best, old = max(shares, key=lambda pair: pair[0], default=(0.0, None))
        if old is not None and best > _SAME:
            found[new.path] = old
            removed.remove(old)
    return found


def _share(old: Change, new: Change) -> float:
    """How much of one file stands in the other."""
    if old.before == new.after:
        return 1.0
    return 0.99 * share_there(old.before or b"", new.after or b"")


# Beginning a new track


def create(
    workspace: Workspace, system_id: str | None, title: str | None, plan: Path | None = None, *,
    work: DoneWork | None = None, store: str | None = None,
) -> Outcome:  # fmt: skip
    """Make the files of a new track in the project's folder. Raises CommandError where there is one, or no such system.

    `plan` is the file whose phases it takes, where the system begins with one; `work` what was done already;
    `store` the place for the state, of a system that has several.
    """
    from cockpit.storage.reading.disk_files import DiskFiles
    from cockpit.storage.transactions.commit import commit
    from cockpit.storage.user_files.places import home_dir
    from cockpit.systems.registry import SYSTEMS

    system = next((each for each in SYSTEMS if each.id == system_id), None)
    if system is None and system_id is None:
        raise CommandError("project.no-system-named", f"Name a system: {either(init_commands())}.")
    if system is None:
        raise CommandError("project.no-such-system", f"No system {system_id!r}. Use {either(init_commands())}.")
    if store is not None and store not in system.stores:
        place = "a database" if store == "sqlite" else store
        code = f"project.no-state-in-{place.removeprefix('a ')}"
        raise CommandError(Message(code, f"{system.name} does not support state in {place}."))
    inside = _inside(workspace.root, plan) if plan is not None else None

    def make() -> Edit:
        files = DiskFiles(workspace.root, home_dir())
        beginning = Beginning(project=workspace.root.name, title=title, plan=inside, work=work, store=store)
        return system.create(files, "", beginning, workspace.context)

    if workspace.dry_run:
        return outcome_of_edit(make(), workspace.root)
    info = workspace.transaction_info("init", Subject(track=system_id))
    return outcome_of_commit(commit(workspace.root, make, store=workspace.store, info=info))


def _inside(root: Path, plan: Path) -> str:
    """A path relative to the project. Raises CommandError for one outside it."""
    path, top = plan.resolve(), root.resolve()
    if not path.is_relative_to(top):
        raise CommandError("project.plan-outside", f"{plan} is outside the project. Name a file inside the project.")
    return path.relative_to(top).as_posix()
