"""When an acknowledgment is effective, what the agent makes of it, and what the agent will do."""

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime

from cockpit.model import LEVELS, Acknowledgment, AgentWill, Condition, Level, Limits, LimitsThen
from cockpit.rules.thresholds.metrics import lowered, rank
from cockpit.values import dataclass
from cockpit.wording.times import certainly_before, parse_instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An acknowledgment as it was given: when, at which value and level, in which session, until when.

    `limits` are those that held then where they are known: cockpit notes them, the files do not.
    """

    at: str | None = None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    expires: str | None = None
    limits: Limits | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """How things stand now. `session_start` and `session_id` are None where the present session is not known.

    `half_way` is the setting that lets an acknowledgment lapse once the value passes half way to the next limit.
    """

    metric: str
    value: float | None = None
    level: Level | None = None
    limits: Limits = field(default_factory=Limits)
    now: datetime
    last_reset: str | None = None
    session_start: str | None = None
    session_id: str | None = None
    half_way: bool = False


def limits_when_given(at: str | None, note: LimitsThen | None) -> Limits | None:
    """The limits that held when an acknowledgment was given `at` a time; None where what was noted is about another."""
    acknowledged, then = parse_instant(at), parse_instant(note.at if note else None)
    return note.limits if note is not None and acknowledged is not None and acknowledged == then else None


def judged(given: Given, present: Present, *, at: str | None, note: str | None) -> Acknowledgment:
    """The acknowledgment as it is by now, effective or why it no longer is: what is unknown never voids it. `at` is its
    time in UTC."""
    found = [(reason, each.judge(given, present)) for reason, each in LAPSES.items() if each.concerns(present)]
    reason = next((reason for reason, lapsed in found if lapsed), None)
    return Acknowledgment(
        at=at,
        value=given.value,
        level=given.level,
        session_id=given.session_id,
        note=note,
        effective=reason is None,
        reason=reason,
        lapses_above=half_way(given.value, given.level, present.limits) if present.half_way else None,
        conditions=tuple(Condition(name=name, holds=None if lapsed is None else not lapsed) for name, lapsed in found),
    )


def half_way(value: float | None, level: Level | None, limits: Limits) -> float | None:
    """The value half way from the acknowledged one to the limit of the next level; None where there is no such limit.

    An acknowledgment without a level counts as one of an alert.
    """
    above = LEVELS[rank(level or "alert") :]
    limit = limits.at(above[0]) if above else None
    return value + (limit - value) / 2 if value is not None and limit is not None and limit > value else None


def agent_honours(acknowledged_at: str | None, last_reset: str | None) -> bool:
    """Whether the agent counts a recorded acknowledgment: the seed's `isAcknowledged`, with times as instants.

    An acknowledgment that is certainly older than the last reset is void, and one of the reset's day without a time,
    which may be; one without a readable time counts. Of a reset that cannot be read all may be older.
    """
    at, reset = parse_instant(acknowledged_at), parse_instant(last_reset)
    if last_reset and reset is None:
        return False
    if at is not None and reset is not None and at.date_only and at.at.date() <= reset.at.date():
        return False
    return not certainly_before(acknowledged_at, last_reset)


def agent_will(level: Level | None, honoured: bool) -> AgentWill:
    """What the agent does at its next check: a stop halts it whatever is acknowledged, a warning never holds it."""
    if level == "stop":
        return "halt"
    return "pause" if level == "alert" and not honoured else "continue"


def _reset(given: Given, present: Present) -> bool | None:
    if present.last_reset is None:
        return False
    if not agent_honours(given.at, present.last_reset):
        return True
    return False if parse_instant(given.at) else None


def _escalated(given: Given, present: Present) -> bool | None:
    if given.level is None:
        return True if present.level == "stop" else None  # what lifts an alert never lifts a stop
    return rank(given.level) < rank(present.level)


def _expired(given: Given, present: Present) -> bool | None:
    if not given.expires:
        return False
    end = parse_instant(given.expires)
    return end.latest <= present.now if end is not None else None


def _other_session(given: Given, present: Present) -> bool | None:
    """Whether it was given in another session of the agent."""
    if given.session_id and present.session_id:
        return given.session_id != present.session_id
    known = parse_instant(given.at) and parse_instant(present.session_start)
    return certainly_before(given.at, present.session_start) if known else None


def _past_half_way(given: Given, present: Present) -> bool | None:
    if given.value is None or present.value is None:
        return None
    middle = half_way(given.value, given.level, present.limits)
    return middle is not None and present.value > middle


@dataclass(frozen=True, slots=True)
class Lapse:
    """What ends an acknowledgment: `ends` and `ended` in words, `key` in the JSON of `cockpit status METRIC`.

    `judge` says whether it has; None where that is unknown. It `concerns` a metric by these settings.
    """

    ends: str
    ended: str
    key: str
    judge: Callable[[Given, Present], bool | None]
    concerns: Callable[[Present], bool] = lambda present: True


LAPSES: Mapping[str, Lapse] = {
    "reset": Lapse("the alerts are reset", "the alerts were reset afterwards", "reset_since", _reset),
    "escalated": Lapse(
        "the level rises above the acknowledged level", "the level rose above the acknowledged level",
        "level_has_risen", _escalated,
    ),
    "limits": Lapse(
        "a limit is lowered", "a limit was lowered afterwards", "limit_lowered",
        lambda given, present: lowered(given.limits, present.limits) if given.limits is not None else None,
    ),
    "expired": Lapse("its time expires", "its time has expired", "time_is_over", _expired),
    "new session": Lapse(
        "the agent starts a new session", "it belongs to an earlier session of the agent", "new_session",
        _other_session,
        lambda present: present.metric == "context",  # only the context window is a new one in every session
    ),
    "value": Lapse(
        "the value rises above halfway to the next limit", "the value rose above halfway to the next limit",
        "half_way_passed", _past_half_way, lambda present: present.half_way,
    ),
}  # fmt: skip
"""What ends an acknowledgment, by the word that the JSON and “has lapsed (…)” have for it; the first one is named."""
