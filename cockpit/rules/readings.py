"""What readings come to: cost, context, tokens; and which readings may be forgotten."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from cockpit.model.agents import AgentContext, AgentRateLimit, AgentSession, RateLimitWindow
from cockpit.model.readings import Amount, Reading, Readings
from cockpit.rules.agent_state import is_quiet
from cockpit.wording.times import parse_instant, write_instant

OLD_SECONDS = 120
_LONGEST_WINDOW = 31 * 24 * 60 * 60
"""Seconds. A limit that is said to begin anew later than that is none."""
_NONE: tuple[AgentSession, ...] = ()


def cost(
    readings: Readings,
    sessions: Sequence[AgentSession] = _NONE,
    *,
    since: float | None = None,
    before: float = 0,
    now: float,
) -> Amount | None:
    """What all sessions cost, in USD, beyond what they had cost `before`; None where none states it. "At least" that,
    where a session that was at work `since` an instant states none."""
    told = [each for each in readings.entries if each.cost is not None]
    names = {each.session for each in told}
    others = [each for each in sessions if each.id not in names and each.tokens != 0 and _was_at_work(each, since)]
    logged = [_logged(each, now) for each in others if each.cost is not None]
    whole = spent(readings)
    more = whole - before if whole >= before else whole  # readings were lost
    parts = [more, *(each.cost or 0 for each in logged)]
    return _sum(parts, [*told[-1:], *logged], now, at_least=len(logged) < len(others))


def of_live_sessions(
    readings: Readings, sessions: Sequence[AgentSession] = _NONE, *, now: float
) -> Mapping[str, Amount]:
    """By metric what the live sessions used: at least what they cost, each since it began, and how full the context is
    of the one that asks, else the fullest. For limits of which nobody knows since when they count."""
    live = [each for each in sessions if not is_quiet(each)]
    listed, last = {each.id for each in sessions}, {each.session: each for each in readings.entries}
    names = {each.id for each in live} | {name for name, said in last.items()
                                          if name not in listed and abs(now - said.at) <= OLD_SECONDS}  # fmt: skip
    told = Readings(entries=tuple(each for each in readings.entries if each.session in names))
    costs = cost(told, live, now=now)
    if readings.asks is not None:
        fullest = context_of(readings, readings.asks, sessions, now=now)
    else:
        fullest = next(iter(contexts(readings, sessions, now=now)), None)
    found = {"cost": replace(costs, at_least=True) if costs is not None else None, "context": fullest}
    return {metric: amount for metric, amount in found.items() if amount is not None}


def spent(readings: Readings) -> float:
    """What all sessions cost so far, in USD."""
    return round(readings.forgotten + sum(more for _, more in _increments(readings)), 6)


def tokens(sessions: Iterable[AgentSession], *, since: float | None = None, now: float) -> Amount | None:
    """The tokens of all sessions that were at work since an instant, each from its beginning; None where none states
    them."""
    at_work = [each for each in sessions if _was_at_work(each, since)]
    stating = [each for each in at_work if each.tokens is not None]
    at_least = len(stating) < len(at_work) or any(each.tokens_at_least for each in at_work)
    return _sum(
        [each.tokens or 0 for each in stating], [_logged(each, now) for each in stating], now, at_least=at_least
    )


def contexts(readings: Readings, sessions: Sequence[AgentSession] = _NONE, *, now: float) -> tuple[Amount, ...]:
    """How full the context of each live session is, in percent, the fullest first. A session that is not among
    `sessions` lives as long as its reading is not old."""
    listed = {each.id: each for each in sessions}
    last = {each.session: each for each in readings.entries}
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
    return next((each for each in reversed(readings.entries) if each.session == session_id), None)


def with_told(
    sessions: Iterable[AgentSession], told: Mapping[tuple[str, str], Reading], now: datetime
) -> list[AgentSession]:
    """The sessions, with what is `told` of them by agent and id where their own records do not state it: cost, model,
    and the window of the context. Limits of a provider are the account's: those told last by any session of the agent.
    """
    limits: dict[str, tuple[AgentRateLimit, ...]] = {}
    for (agent, _), each in sorted(told.items(), key=lambda item: _said_at(item[1], now.timestamp())):
        limits[agent] = _rate_limits(each, now) or limits.get(agent, ())
    return [_with_reading(each, told.get((each.agent, each.id)), limits.get(each.agent, ())) for each in sessions]


def _with_reading(session: AgentSession, reading: Reading | None, limits: tuple[AgentRateLimit, ...]) -> AgentSession:
    if limits and not is_quiet(session):
        session = replace(session, rate_limits=limits)
    if reading is None:
        return session
    context, tokens = session.context, session.context.tokens if session.context is not None else reading.tokens
    if tokens is not None and reading.window and (context is None or context.window is None):
        percent = round(100 * tokens / reading.window, 1)
        context = AgentContext(tokens=int(tokens), window=int(reading.window), percent=percent)
    cost = reading.cost if session.cost is None else session.cost
    return replace(session, context=context, cost=cost, model=session.model or reading.model)


def _rate_limits(reading: Reading, now: datetime) -> tuple[AgentRateLimit, ...]:
    """Those that were told and have not begun anew."""
    told: tuple[tuple[RateLimitWindow, float | None, float | None], ...] = (
        ("five_hour", reading.five_hour, reading.five_hour_resets),
        ("seven_day", reading.seven_day, reading.seven_day_resets),
    )
    return tuple(
        AgentRateLimit(window=window, used=used, resets_at=write_instant(datetime.fromtimestamp(int(resets), UTC)))
        for window, used, resets in told
        if used is not None and resets is not None and 0 < resets - now.timestamp() < _LONGEST_WINDOW
    )


def compacted(readings: Readings) -> Readings:
    """Of each session and process the last reading; it stands for those before it, and all sums stay."""
    kept: dict[tuple[str, int | None], Reading] = {}
    for entry, added in _increments(readings):
        key = (entry.session, entry.process)
        before = kept.pop(key, None)
        more, stated = (before.spent or 0, before.cost) if before is not None else (0, None)
        kept[key] = replace(entry, spent=round(more + added, 9), cost=stated if entry.cost is None else entry.cost)
    return replace(readings, entries=tuple(kept.values()))


def _context(reading: Reading | None, session: AgentSession | None, now: float) -> Amount | None:
    logged = _logged(session, now) if session is not None else None
    said = [each for each in (reading, logged) if each is not None and (each is reading or each.context is not None)]
    newest = max(said, key=lambda each: _said_at(each, now), default=None)
    return _amount(newest, newest.context, now) if newest is not None and newest.context is not None else None


def _said_at(reading: Reading, now: float) -> float:
    """When it was said; of a clock that ran ahead nobody knows."""
    return reading.at if reading.at <= now + OLD_SECONDS else 0


def _increments(readings: Readings) -> Iterator[tuple[Reading, float]]:
    """Each reading, and what was spent since the one before it of its session. Where the cost fell, it began anew.

    Of a session that is open in two processes, each has its own sum, which goes on from the session's.
    """
    last: dict[object, float] = {}
    for each in readings.entries:
        if each.cost is None:
            yield each, 0
            continue
        before = last.get((each.session, each.process), last.get(each.session, 0))
        more = each.cost - before if each.cost >= before else each.cost
        yield each, more if each.spent is None else each.spent
        last[each.session, each.process] = last[each.session] = each.cost


def _sum(parts: Sequence[float], said: Sequence[Reading], now: float, *, at_least: bool) -> Amount | None:
    newest = max(said, key=lambda each: each.at, default=None)
    if newest is None:
        return None
    return replace(_amount(newest, round(sum(parts), 6), now), at_least=at_least)


def _amount(reading: Reading, value: float, now: float) -> Amount:
    is_old = abs(now - reading.at) > OLD_SECONDS  # so is what a clock said that ran ahead
    return Amount(value=value, at=reading.at, source=reading.source, session=reading.session, old=is_old)


def _logged(session: AgentSession, now: float) -> Reading:
    """What an agent keeps about a session, as a reading."""
    updated = parse_instant(session.updated)
    at = min(updated.at.timestamp(), now) if updated is not None else 0
    context = session.context.percent if session.context is not None else None
    return Reading(at=at, session=session.id, source="log", cost=session.cost, context=context)


def _was_at_work(session: AgentSession, since: float | None) -> bool:
    updated = parse_instant(session.updated)
    return since is None or updated is None or updated.at.timestamp() >= since
