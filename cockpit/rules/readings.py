"""What readings come to: cost since an instant, context, tokens; and which readings may be forgotten."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model.agents import AgentSession
from cockpit.model.readings import Amount, Mark, Reading, Readings
from cockpit.rules.agent_state import is_quiet
from cockpit.wording.times import parse_instant

OLD_SECONDS = 120
MOST_MARKS = 20
_HOUR, _DAY = 3600, 24 * 3600
_NONE: tuple[AgentSession, ...] = ()


def cost(
    readings: Readings, sessions: Sequence[AgentSession] = _NONE, *, since: float | None = None, now: float
) -> Amount | None:
    """What all sessions cost since an instant, in USD; None where none states it. "At least" that, where a session that
    was at work since then states none, or readings since then are forgotten.

    It is exact since an instant with a mark, else it may be too high by what was spent within an hour, in a day more
    than two days ago.
    """
    parts: dict[str, float] = {}
    newest: list[Reading] = []
    for reading, spent, counts in _costs(readings, since):
        newest = [reading]
        if counts:
            parts[reading.session] = parts.get(reading.session, 0) + spent
    told = {each.session for each in _readings(readings) if each.cost is not None}
    others = [each for each in sessions if each.id not in told and each.tokens != 0 and _was_at_work(each, since)]
    logged = [_logged(each, now) for each in others if each.cost is not None]
    parts |= {each.session: each.cost or 0 for each in logged}
    is_forgotten = readings.forgotten is not None and (since is None or since < readings.forgotten)
    return _sum(parts, [*newest, *logged], now, at_least=is_forgotten or len(logged) < len(others))


def tokens(sessions: Iterable[AgentSession], *, since: float | None = None, now: float) -> Amount | None:
    """The tokens of all sessions that were at work since an instant, each from its beginning; None where none states
    them."""
    at_work = [each for each in sessions if _was_at_work(each, since)]
    parts = {each.id: each.tokens for each in at_work if each.tokens is not None}
    logged = [_logged(each, now) for each in at_work if each.id in parts]
    at_least = len(parts) < len(at_work) or any(each.tokens_at_least for each in at_work)
    return _sum(parts, logged, now, at_least=at_least)


def contexts(readings: Readings, sessions: Sequence[AgentSession] = _NONE, *, now: float) -> tuple[Amount, ...]:
    """How full the context of each live session is, in percent, the fullest first. A session that is not among
    `sessions` lives as long as its reading is not old."""
    listed = {each.id: each for each in sessions}
    last = {each.session: each for each in _readings(readings)}
    found = ((each, _context(last.get(each), listed.get(each), now)) for each in {**last, **listed})
    live = [amount for each, amount in found
            if amount is not None and (not is_quiet(listed[each]) if each in listed else not amount.old)]  # fmt: skip
    return tuple(sorted(live, key=lambda each: (-each.value, each.session)))


def context_of(
    readings: Readings, session_id: str, sessions: Sequence[AgentSession] = _NONE, *, now: float
) -> Amount | None:
    """How full the context of one session is, in percent, as said last; None where it was not stated then."""
    session = next((each for each in sessions if each.id == session_id), None)
    return _context(last_reading(readings, session_id), session, now)


def last_reading(readings: Readings, session_id: str) -> Reading | None:
    """What was read of a session last, by the order in which it came: the clock may have jumped."""
    return next((each for each in reversed(_readings(readings)) if each.session == session_id), None)


def compacted(readings: Readings) -> Readings:
    """The readings without those that no sum needs: of each session and process the last of every hour, before two days
    ago of every day, and the last before each of the newest marks; each stands for those before it."""
    marks = [each for each in readings.entries if isinstance(each, Mark)][-MOST_MARKS:]
    newest = max((each.at for each in _readings(readings)), default=0)
    kept: dict[Any, Any] = {}
    passed = 0
    for entry, spent in _increments(readings):
        if isinstance(entry, Mark):
            if entry in marks:
                kept[entry] = entry
                passed += 1
            continue
        span = _HOUR if abs(newest - entry.at) < 2 * _DAY else _DAY
        key = (entry.session, entry.process, passed, span, entry.at // span)
        before = kept.pop(key, None)
        more, stated = (before.spent, before.cost) if before is not None else (0, None)
        kept[key] = replace(entry, spent=round(more + spent, 9), cost=stated if entry.cost is None else entry.cost)
    return replace(readings, entries=tuple(kept.values()))


def _context(reading: Reading | None, session: AgentSession | None, now: float) -> Amount | None:
    logged = _logged(session, now) if session is not None else None
    said = [each for each in (reading, logged) if each is not None and (each is reading or each.context is not None)]
    newest = max(said, key=lambda each: each.at if each.at <= now + OLD_SECONDS else 0, default=None)
    return _amount(newest, newest.context, now) if newest is not None and newest.context is not None else None


def _readings(readings: Readings) -> list[Reading]:
    return [each for each in readings.entries if isinstance(each, Reading)]


def _costs(readings: Readings, since: float | None) -> Iterator[tuple[Reading, float, bool]]:
    """Each reading of a cost, what it added, whether it counts: behind the mark of that instant, else by its clock."""
    is_marked = any(isinstance(each, Mark) and each.at == since for each in readings.entries)
    is_behind = False
    for entry, spent in _increments(readings):
        if isinstance(entry, Mark):
            is_behind = is_behind or entry.at == since
        elif entry.cost is not None:
            yield entry, spent, is_behind if is_marked else since is None or entry.at > since


def _increments(readings: Readings) -> Iterator[tuple[Reading | Mark, float]]:
    """Each entry, and what was spent since the one before it of its session. Where the cost fell, it began anew.

    Of a session that is open in two processes, each has its own sum, which goes on from the session's.
    """
    last: dict[object, float] = {}
    for each in readings.entries:
        if isinstance(each, Mark) or each.cost is None:
            yield each, 0
            continue
        before = last.get((each.session, each.process), last.get(each.session, 0))
        spent = each.cost - before if each.cost >= before else each.cost
        yield each, spent if each.spent is None else each.spent
        last[each.session, each.process] = last[each.session] = each.cost


def _sum(parts: dict[str, Any], said: Sequence[Reading], now: float, *, at_least: bool) -> Amount | None:
    newest = max(said, key=lambda each: each.at, default=None)
    if newest is None:
        return None
    total = _amount(newest, round(sum(parts.values()), 6), now)
    return replace(total, sessions=len(parts), at_least=at_least)


def _amount(reading: Reading, value: float, now: float) -> Amount:
    is_old = abs(now - reading.at) > OLD_SECONDS  # so is what a clock said that ran ahead
    return Amount(value=value, at=reading.at, source=reading.source, agent=reading.agent, session=reading.session,
                  old=is_old)  # fmt: skip


def _logged(session: AgentSession, now: float) -> Reading:
    """What an agent keeps about a session, as a reading."""
    updated = parse_instant(session.updated)
    at = min(updated.at.timestamp(), now) if updated is not None else 0
    context = session.context.percent if session.context is not None else None
    return Reading(at=at, session=session.id, agent=session.agent, source="log", cost=session.cost, context=context)


def _was_at_work(session: AgentSession, since: float | None) -> bool:
    updated = parse_instant(session.updated)
    return since is None or updated is None or updated.at.timestamp() > since
