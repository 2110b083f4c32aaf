"""Blockers: recorded, identified, gone around, resolved; a resolved one stays (seed, "Blocker States")."""

from collections.abc import Iterable, Sequence

from cockpit.model import BlockerStatus, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Block, Bypass, Identify, Unblock
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.position.phases import read_phases
from cockpit.systems.codewalk.rows_editor import next_id
from cockpit.systems.codewalk.sources import BlockerEntry
from cockpit.systems.codewalk.vocabulary import BLOCKER_MOVES, WORDS, number_of
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.wording.messages import Message

TOUCHES = frozenset({"blockers", "phases", "next_action", "next_by_rule", "findings", "extra", "updated", "sessions",
                     "waiting", "lacks"})  # fmt: skip


def block(edit: EditSession, intent: Block) -> Outcome:
    """Record a blocker, in the shape of those that are there."""
    text = checked_text(intent.text, "blocker")
    if any(each.text == text and each.holds for each in edit.before.blockers):
        return Outcome(sentence=Message("systems.blocker-there-already", text=text))
    identity = add_blocker(edit, text, intent.affects, intent.tasks)
    return Outcome(
        sentence=Message("codewalk.blocker-recorded", blocker=identity, text=text),
        touches=TOUCHES,
        holds=lambda track: _has(track, identity, text, "active", len(edit.before.blockers) + 1),
    )


def add_blocker(edit: EditSession, text: str, affects: Iterable[str] = (), tasks: Iterable[str] = ()) -> str:
    """Add a blocker; its id."""
    known = [*(each.blocker.id for each in edit.sources.blockers), *edit.added_ids]
    identity = next_id(known, "block")
    edit.added_ids.append(identity)
    blocked = [_as_task(each) for each in tasks]
    concerned = [checked_text(each, "affected part") for each in affects]
    if _is_short(edit.sources.blockers):
        fields: dict[str, object] = {"id": identity, "description": text, "blocked_since": edit.today}
        fields |= {"affects": concerned, "blocked_tasks": blocked or ..., "workaround": None}
    else:
        fields = {"id": identity, "status": "active", "description": text, "identified_at": edit.now}
        fields |= {"affects": concerned, "blocked_tasks": blocked or ..., "workaround": None, "resolution": None}
    edit.add("blockers", fields)
    return identity


def identify(edit: EditSession, intent: Identify) -> Outcome:
    """A reported blocker is a real one."""
    found = _to(edit, intent.blocker, "active")
    _put_status(edit, found, "active")
    return _outcome(edit, found, Message("codewalk.blocker-identified", blocker=_name(found)), "active")


def bypass(edit: EditSession, intent: Bypass) -> Outcome:
    """The work goes on around a blocker: how, and what that leaves to do."""
    note = checked_text(intent.note, "note")
    tasks = [_as_task(each) for each in intent.tasks]
    found = _to(edit, intent.blocker, "bypassed")
    _put_status(edit, found, "bypassed")
    edit.put_in(found.entry, "workaround", note)
    for task in tasks:
        edit.editor_of(found.entry).append((*found.entry.at, "workaround_tasks"), task)
    bypassed = Message("codewalk.blocker-bypassed", blocker=_name(found), note=note)
    return _outcome(edit, found, bypassed, "bypassed", _freed(edit, found))


def unblock(edit: EditSession, intent: Unblock) -> Outcome:
    """The cause of a blocker is gone; it stays, with its resolution and its time."""
    note = checked_option(intent.note, "note")
    found = _to(edit, intent.blocker, "resolved")
    _put_status(edit, found, "resolved")
    if note is not None:
        edit.put_in(found.entry, "resolution", note)
    edit.put_in(found.entry, "resolved_at", edit.now)
    remaining = [each.name or each.id or "" for each in found.blocker.workaround_tasks]
    due = (Message("codewalk.now-to-be-done", tasks=remaining),) if remaining else ()
    resolved = Message("codewalk.blocker-resolved", blocker=_name(found))
    return _outcome(edit, found, resolved, "resolved", (*_freed(edit, found), *due))


def find_blocker(edit: EditSession, reference: str) -> BlockerEntry:
    """The blocker of that id, or of that text. Raises Changed where there is none, CommandError where there are
    several."""
    key = reference.strip()
    entries = edit.sources.blockers
    found = [each for each in entries if each.blocker.id == key] or [
        each for each in entries if each.blocker.text == key
    ]
    open_ones = [each for each in found if each.blocker.status != "resolved"] or found
    if len(open_ones) == 1:
        return open_ones[0]
    if open_ones:
        raise CommandError(Message("codewalk.several-blockers", count=len(open_ones), blocker=key))
    known = [each.blocker.id or each.blocker.text for each in entries if each.blocker.status != "resolved"]
    if known:
        raise Changed(Message("codewalk.no-such-blocker", blocker=key, known="; ".join(known[:8])))
    raise Changed(Message("codewalk.no-blocker-open", blocker=key))


def _to(edit: EditSession, reference: str, state: BlockerStatus) -> BlockerEntry:
    """The blocker that is to get that state. Raises CommandError where its own does not allow it."""
    found = find_blocker(edit, reference)
    now = found.blocker.status
    states = BLOCKER_MOVES[now]
    if state in states:
        return found
    if now == "new":
        named = found.blocker.id or found.blocker.text
        raise CommandError(Message("codewalk.blocker-not-identified", blocker=_name(found), states=states, named=named))
    if states:
        raise CommandError(Message("codewalk.blocker-cannot-become", blocker=_name(found), status=now, states=states))
    raise CommandError(Message("codewalk.blocker-stays", blocker=_name(found), status=now))


def _put_status(edit: EditSession, found: BlockerEntry, state: BlockerStatus) -> None:
    edit.put_in(found.entry, "status", state)


def _outcome(
    edit: EditSession, found: BlockerEntry, sentence: Message, state: BlockerStatus, remarks: Sequence[Message] = ()
) -> Outcome:
    number = [each.entry for each in edit.sources.blockers].index(found.entry)
    before = edit.before.blockers
    held = any(each.holds_now for at, each in enumerate(before) if at != number)
    ended = before[number].holds_now and state in ("resolved", "bypassed")
    goes_on = edit.before.position.status == "blocked" and ended and not held
    if goes_on:  # nothing else holds the present work up
        edit.put(("position", "status"), WORDS["in_progress"])
        remarks = (*remarks, Message("codewalk.status-goes-on"))

    def holds(track: Track) -> bool:
        others = [each.text for at, each in enumerate(track.blockers) if at != number]
        same = others == [each.text for at, each in enumerate(before) if at != number]
        moved = not goes_on or track.position.status == "in_progress"
        return track.blockers[number].status == state and same and moved

    touches = TOUCHES | {"position"} if goes_on else TOUCHES
    return Outcome(sentence=sentence, remarks=tuple(remarks), touches=touches, holds=holds)


def _freed(edit: EditSession, found: BlockerEntry) -> tuple[Message, ...]:
    """What begins to move, offered to go on with (seed, "Orchestrator")."""
    number = [each.entry for each in edit.sources.blockers].index(found.entry)
    freed = edit.before.blockers[number].frees
    if not freed:
        return ()
    phases = read_phases(edit.sources, edit.before.position).held.by_blocker[str(number)].frees_phases
    here = edit.before.position.phase
    if len(phases) == 1 and phases[0].isdigit() and (here is None or number_of(here.id) != phases[0]):
        return (Message("codewalk.resolving-frees-phase", freed=freed, phase=phases[0]),)
    return (Message("codewalk.resolving-frees", freed=freed),)


def _has(track: Track, identity: str, text: str, state: BlockerStatus, count: int) -> bool:
    return len(track.blockers) == count and any(
        (each.id, each.text, each.status) == (identity, text, state) for each in track.blockers
    )


def _is_short(entries: Sequence[BlockerEntry]) -> bool:
    """Whether the blockers have the shape of the seed's example, without states."""
    last = entries[-1].entry if entries else None
    return last is not None and last.text("status") is None and last.text("blocked_since") is not None


def _as_task(text: str) -> dict[str, str] | str:
    """A task as the seed writes it: a mapping of its id to its name; a name alone as a text."""
    task = checked_text(text, "task")
    identity, colon, name = task.partition(":")
    return {identity.strip(): name.strip()} if colon and name.strip() and " " not in identity.strip() else task


def _name(found: BlockerEntry) -> str:
    return found.blocker.id or f"“{found.blocker.text}”"
