"""Blockers: recorded, identified, gone around, resolved; a resolved one stays (seed, "Blocker States")."""

from collections.abc import Iterable, Sequence
from shlex import quote

from cockpit.model import Blocker, BlockerStatus, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Block, Bypass, Identify, Unblock
from cockpit.rules.wording import listed
from cockpit.systems.codewalk.editing.adding import add
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.codewalk.editing.rows_sheet import next_id
from cockpit.systems.codewalk.sources import BlockerEntry
from cockpit.systems.codewalk.vocabulary import BLOCKER_MOVES, WORDS, number_of
from cockpit.systems.editing.outcome import Outcome, checked_option, checked_text

TOUCHES = frozenset({"blockers", "phases", "next_action", "next_by_rule", "findings", "extra", "updated", "sessions",
                     "waiting", "lacks"})  # fmt: skip


def block(desk: Desk, intent: Block) -> Outcome:
    """Record a blocker, in the shape of those that are there."""
    text = checked_text(intent.text, "blocker")
    if any(each.text == text and each.holds for each in desk.before.blockers):
        return Outcome(sentence=f"The blocker stands there already: {text}")
    identity = add_blocker(desk, text, intent.affects, intent.tasks)
    return Outcome(
        sentence=f"Recorded {identity}: {text}",
        touches=TOUCHES,
        holds=lambda track: _has(track, identity, text, "active", len(desk.before.blockers) + 1),
    )


def add_blocker(desk: Desk, text: str, affects: Iterable[str] = (), tasks: Iterable[str] = ()) -> str:
    """Add a blocker; its id."""
    known = [*(each.blocker.id for each in desk.sources.blockers), *desk.added_ids]
    identity = next_id(known, "block")
    desk.added_ids.append(identity)
    blocked = [_as_task(each) for each in tasks]
    concerned = [checked_text(each, "affected part") for each in affects]
    if _is_short(desk.sources.blockers):
        fields: dict[str, object] = {"id": identity, "description": text, "blocked_since": desk.today}
        fields |= {"affects": concerned, "blocked_tasks": blocked or ..., "workaround": None}
    else:
        fields = {"id": identity, "status": "active", "description": text, "identified_at": desk.now}
        fields |= {"affects": concerned, "blocked_tasks": blocked or ..., "workaround": None, "resolution": None}
    add(desk, "blockers", fields)
    return identity


def identify(desk: Desk, intent: Identify) -> Outcome:
    """A reported blocker is a real one."""
    found = _to(desk, intent.blocker, "active")
    _put_status(desk, found, "active")
    return _outcome(desk, found, f"Identified {_name(found)}: it holds the work up.", "active")


def bypass(desk: Desk, intent: Bypass) -> Outcome:
    """The work goes on around a blocker: how, and what that leaves to do."""
    note = checked_text(intent.note, "note")
    tasks = [_as_task(each) for each in intent.tasks]
    found = _to(desk, intent.blocker, "bypassed")
    _put_status(desk, found, "bypassed")
    desk.put_in(found.entry, "workaround", note)
    for task in tasks:
        desk.sheet_of(found.entry).append((*found.entry.at, "workaround_tasks"), task)
    return _outcome(desk, found, f"Bypassed {_name(found)}: {note}", "bypassed", _freed(desk, found))


def unblock(desk: Desk, intent: Unblock) -> Outcome:
    """The cause of a blocker is gone; it stays, with its resolution and its time."""
    note = checked_option(intent.note, "note")
    found = _to(desk, intent.blocker, "resolved")
    _put_status(desk, found, "resolved")
    if note is not None:
        desk.put_in(found.entry, "resolution", note)
    desk.put_in(found.entry, "resolved_at", desk.now)
    left = [each.name or each.id or "" for each in found.blocker.workaround_tasks]
    remarks = (*_freed(desk, found), *((f"Now to be done: {listed(left)}.",) if left else ()))
    return _outcome(desk, found, f"Resolved {_name(found)}.", "resolved", remarks)


def find_blocker(desk: Desk, wanted: str) -> BlockerEntry:
    """The blocker of that id, or of that text. Raises Changed where there is none, CommandError where there are
    several."""
    key = wanted.strip()
    entries = desk.sources.blockers
    found = [each for each in entries if each.blocker.id == key] or [
        each for each in entries if each.blocker.text == key
    ]
    open_ones = [each for each in found if each.blocker.status != "resolved"] or found
    if len(open_ones) == 1:
        return open_ones[0]
    if open_ones:
        raise CommandError(f"{len(open_ones)} blockers are called {key[:40]}; give them ids of their own first.")
    known = [each.blocker.id or each.blocker.text for each in entries if each.blocker.status != "resolved"]
    there = f"there are: {'; '.join(known[:8])}" if known else "none is open"
    raise Changed(f'There is no blocker "{key[:60]}"; {there}.')


def _to(desk: Desk, wanted: str, state: BlockerStatus) -> BlockerEntry:
    """The blocker that is to get that state. Raises CommandError where its own does not allow it."""
    found = find_blocker(desk, wanted)
    now = found.blocker.status
    if state not in BLOCKER_MOVES[now]:
        may = listed(BLOCKER_MOVES[now])
        how = f"from there it can only become {may}" if may else "it stays as it is"
        first = (
            f"; `cockpit identify {quote(found.blocker.id or found.blocker.text)}` makes it active"
            if now == "new"
            else ""
        )
        raise CommandError(f"{_name(found)} is {now}: {how}{first}.")
    return found


def _put_status(desk: Desk, found: BlockerEntry, state: BlockerStatus) -> None:
    desk.put_in(found.entry, "status", state)


def _outcome(
    desk: Desk, found: BlockerEntry, sentence: str, state: BlockerStatus, remarks: Sequence[str] = ()
) -> Outcome:
    number = [each.entry for each in desk.sources.blockers].index(found.entry)
    before = desk.before.blockers
    held = any(each.holds_now for at, each in enumerate(before) if at != number)
    ended = before[number].holds_now and state in ("resolved", "bypassed")
    goes_on = desk.before.position.status == "blocked" and ended and not held
    if goes_on:  # nothing else holds the present work up
        desk.put(("position", "status"), WORDS["in_progress"])
        remarks = (*remarks, "Set the status to in progress: nothing else blocks the work.")

    def holds(track: Track) -> bool:
        others = [each.text for at, each in enumerate(track.blockers) if at != number]
        same = others == [each.text for at, each in enumerate(before) if at != number]
        moved = not goes_on or track.position.status == "in_progress"
        return track.blockers[number].status == state and same and moved

    touches = TOUCHES | {"position"} if goes_on else TOUCHES
    return Outcome(sentence=sentence, remarks=tuple(remarks), touches=touches, holds=holds)


def _freed(desk: Desk, found: BlockerEntry) -> tuple[str, ...]:
    """What begins to move, offered to go on with (seed, "Orchestrator")."""
    number = [each.entry for each in desk.sources.blockers].index(found.entry)
    shown: Blocker = desk.before.blockers[number]
    if not shown.frees:
        return ()
    phases = [each.partition(" ")[2] for each in shown.frees if each.startswith("phase ")]
    at = desk.before.position.phase
    elsewhere = bool(phases) and phases[0].isdigit() and (at is None or number_of(at.id) != phases[0])
    how = f"; `cockpit move phase {phases[0]}` goes on there" if elsewhere else ""
    return (f"This frees {listed(shown.frees)}{how}.",)


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
    told = checked_text(text, "task")
    identity, colon, name = told.partition(":")
    return {identity.strip(): name.strip()} if colon and name.strip() and " " not in identity.strip() else told


def _name(found: BlockerEntry) -> str:
    return found.blocker.id or f"“{found.blocker.text}”"
