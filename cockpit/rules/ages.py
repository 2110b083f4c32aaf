"""How long ago, how far ahead: short words a person reads at a glance."""

import re
from datetime import UTC, date, datetime, tzinfo

from cockpit.rules.instants import parse_instant

_INSTANT = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"))


def span(seconds: float) -> str:
    """A length of time in its largest unit: `45 s`, `12 min`, `3 h`, `2 d`."""
    for size, name in _UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {name}"
    return f"{max(0, int(seconds))} s"


_MINUTE, _HOUR = 60, 3_600


def standing_age(seconds: float) -> tuple[str, float | None]:
    """An age in words that are true until they change, which is once a minute: `just now`, `1 min ago`, `2 h ago`.

    With it the seconds until it changes; None from the first hour on, when looking once a minute is soon enough.
    """
    words = "just now" if seconds < _MINUTE else f"{span(seconds)} ago"
    rest = _MINUTE - (seconds % _MINUTE if seconds > 0 else seconds)
    return words, rest if seconds < _HOUR else None


def age(text: str | None, now: datetime) -> str | None:
    """How long ago an instant was (`2 h ago`, `just now`, `in 5 min`); None where the text holds no instant.

    A date without a time is counted in whole days of the person's zone.
    """
    instant = parse_instant(text) if text else None
    if instant is None:
        return None
    if instant.date_only:
        return _days_ago((now.date() - instant.at.date()).days)
    seconds = (now - instant.at).total_seconds()
    if seconds < -5:
        return f"in {span(-seconds)}"
    return "just now" if seconds < 5 else f"{span(seconds)} ago"


def _days_ago(days: int) -> str:
    named = {0: "today", 1: "yesterday", -1: "tomorrow"}
    return named.get(days) or (f"{days} d ago" if days > 0 else f"in {-days} d")


def day(text: str | None, now: datetime) -> str | None:
    """A date as `29 Jan`, with the year when it is not this year's; the text itself where it holds no date."""
    instant = parse_instant(text) if text else None
    if instant is None:
        return text
    on: date = instant.at.date() if instant.date_only else instant.at.astimezone(now.tzinfo).date()
    return f"{on.day} {on:%b}" if on.year == now.year else f"{on.day} {on:%b %Y}"


def lasting_age(text: str | None, now: datetime) -> str | None:
    """As `age`, in words that stay true while they stand on the screen for a minute: no seconds."""
    instant = parse_instant(text) if text else None
    if instant is not None and not instant.date_only and 0 <= (now - instant.at).total_seconds() < 60:
        return "just now"
    return age(text, now)


def moment(text: str | None, now: datetime) -> str | None:
    """An instant in the zone of `now`, and how long ago: `29 Jan, 14:31 (2 h ago)`, `28 Jan (yesterday)`.

    The text itself where it holds no instant.
    """
    when = lasting_age(text, now)
    if when is None:
        return text
    return f"{', '.join(filter(None, (day(text, now), clock(text, now.tzinfo))))} ({when})"


def until_when(text: str | None, now: datetime) -> str | None:
    """Until when: `17:30` today, else with its day, `07:05 on 30 Jan`; None where the text holds no time."""
    time, instant = clock(text, now.tzinfo), parse_instant(text) if text else None
    if time is None or instant is None or instant.at.astimezone(now.tzinfo).date() == now.date():
        return time
    return f"{time} on {day(text, now)}"


def clock(text: str | None, zone: tzinfo | None = UTC) -> str | None:
    """The time of day of an instant, `14:30`; None where the text holds no time."""
    instant = parse_instant(text) if text else None
    return None if instant is None or instant.date_only else f"{instant.at.astimezone(zone):%H:%M}"


def with_moments(text: str, now: datetime) -> str:
    """A text with every instant in it as a person reads it."""
    return _INSTANT.sub(lambda found: moment(found[0], now) or found[0], text)
