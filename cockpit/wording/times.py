"""Times as files write them, made comparable; how long ago, how far ahead."""

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache

from cockpit.regex import regex
from cockpit.values import dataclass

# Instants: times as files write them, made comparable

_SHAPE = regex(
    r"(?P<date>\d{4}-\d{2}-\d{2})"
    r"(?:[T ](?P<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s?(?P<zone>Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Instant:
    """A point in time in UTC; `date_only` where the file gave a day, `zoneless` where it gave a time without a zone."""

    at: datetime
    date_only: bool = False
    zoneless: bool = False

    @property
    def latest(self) -> datetime:
        """The last moment this instant may mean: the end of the day where only a day was given."""
        return self.at + timedelta(days=1, microseconds=-1) if self.date_only else self.at

    def before(self, other: "Instant") -> bool:
        """Whether this certainly lies before `other`; a day and a time on the same day are not ordered."""
        return self.latest < other.at


@lru_cache(maxsize=4096)
def parse_instant(text: str | None) -> Instant | None:
    """The instant a text consists of: ISO 8601 with `Z`, an offset or no zone, to the second, the minute or the day.

    None for anything else; a text that merely contains a time is no instant.
    """
    shape = _SHAPE.fullmatch(text.strip()) if text else None
    if shape is None:
        return None
    try:
        return _instant(shape["date"], shape["time"], shape["zone"])
    except (ValueError, OverflowError):  # the 31st of February, hour 25, an offset that leaves the calendar
        return None


def to_utc_text(text: str) -> str:
    """A time as the model gives it: `2026-01-29T14:30:00Z` where the zone is known, else as written."""
    instant = parse_instant(text)
    if instant is None or instant.date_only or instant.zoneless:
        return text.strip()
    return write_instant(instant.at)


def write_instant(at: datetime) -> str:
    """An aware datetime as `2026-01-29T14:30:00Z`, fractions of a second only where there are any."""
    return at.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


def certainly_before(earlier: str | None, later: str | None) -> bool:
    """Whether the first text is an instant that certainly lies before the second; False where one is not a time."""
    first, second = parse_instant(earlier), parse_instant(later)
    return first is not None and second is not None and first.before(second)


def not_after(first: str | None, second: str | None) -> bool:
    """Whether the first text is an instant that lies before the second, or in the same second, which nothing tells
    apart; False where one is not a time.
    """
    one, other = parse_instant(first), parse_instant(second)
    if one is None or other is None or one.date_only or other.date_only:
        return certainly_before(first, second)
    return one.at.replace(microsecond=0) <= other.at.replace(microsecond=0)


def _instant(date: str, time: str | None, zone: str | None) -> Instant:
    if time is None:
        return Instant(datetime.fromisoformat(date).replace(tzinfo=UTC), date_only=True)
    clock = _clock(time)
    at = datetime.fromisoformat(f"{date}T{clock}")
    if zone is None:
        return Instant(at.replace(tzinfo=UTC), zoneless=True)
    return Instant(at.replace(tzinfo=_zone(zone)).astimezone(UTC))


def _clock(time: str) -> str:
    """The time as `datetime.fromisoformat` takes it: two digits of hours, six of fractions."""
    clock, _, fraction = time.replace(",", ".").partition(".")
    hours, _, rest = clock.partition(":")
    clock = f"{hours:0>2}:{rest}"
    return f"{clock}.{fraction[:6].ljust(6, '0')}" if fraction else clock


def _zone(text: str) -> timezone:
    if text[0] not in "+-":
        return UTC
    digits = text[1:].replace(":", "").ljust(4, "0")
    offset = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-offset if text[0] == "-" else offset)


# How long ago, how far ahead: short words a person reads at a glance

_INSTANT = regex(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")
_YEAR = 365
"""Days."""
_UNITS = ((_YEAR * 86_400, "y"), (86_400, "d"), (3_600, "h"), (60, "min"))


def span(seconds: float) -> str:
    """A length of time in its largest unit: `45 s`, `12 min`, `3 h`, `2 d`, `1 y`."""
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
        days = (now.date() - instant.at.date()).days
        named = {0: "today", 1: "yesterday", -1: "tomorrow"}
        length = span(abs(days) * 86_400)
        return named.get(days) or (f"{length} ago" if days > 0 else f"in {length}")
    seconds = (now - instant.at).total_seconds()
    if seconds < -5:
        return f"in {span(-seconds)}"
    return "just now" if seconds < 5 else f"{span(seconds)} ago"


def day(text: str | None, now: datetime) -> str | None:
    """A date as `29 Jan`, with the year when it is not this year's; the text itself where it holds no date."""
    instant = parse_instant(text) if text else None
    if instant is None:
        return text
    on: date = instant.at.date() if instant.date_only else instant.at.astimezone(now.tzinfo).date()
    return f"{on.day} {on:%b}" if on.year == now.year else f"{on.day} {on:%b %Y}"


def lasting_age(text: str | None, now: datetime) -> str | None:
    """As `age`, of what has happened, in words that stay true while they stand on the screen for a minute: no seconds.
    By another clock, or a date that is wrong, it may have happened `16 h ahead`."""
    when = _for_a_minute(text, now)
    if when is None or not when.startswith(("in ", "tomorrow")):
        return when
    return f"{when.removeprefix('in ').replace('tomorrow', '1 d')} ahead"


def _for_a_minute(text: str | None, now: datetime) -> str | None:
    when = age(text, now)
    return "just now" if when is not None and when.endswith(" s ago") else when


def moment(text: str | None, now: datetime) -> str | None:
    """An instant in the zone of `now`, and how long ago: `29 Jan, 14:31 (2 h ago)`, `28 Jan (yesterday)`.

    The text itself where it holds no instant.
    """
    when = _for_a_minute(text, now)
    if when is None:
        return text
    return f"{', '.join(filter(None, (day(text, now), clock(text, now.tzinfo))))} ({when})"


def until_when(text: str | None, now: datetime) -> str | None:
    """Until when: `17:30` today, else with its day, `07:05 on 30 Jan`; None where the text holds no time."""
    time, instant = clock(text, now.tzinfo), parse_instant(text) if text else None
    if time is None or instant is None or instant.at.astimezone(now.tzinfo).date() == now.date():
        return time
    return f"{time} on {day(text, now)}"


def clock(text: str | None, zone: tzinfo | None = UTC, *, seconds: bool = False) -> str | None:
    """The time of day of an instant, `14:30` or `14:30:09`; None where the text holds no time."""
    instant = parse_instant(text) if text else None
    if instant is None or instant.date_only:
        return None
    return format(instant.at.astimezone(zone), "%H:%M:%S" if seconds else "%H:%M")


def with_moments(text: str, now: datetime) -> str:
    """A text with every instant in it as a person reads it."""
    return _INSTANT.sub(lambda found: moment(found[0], now) or found[0], text)
