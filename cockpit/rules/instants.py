"""Instants: times as files write them, made comparable.

Times are instants in UTC; a date without a time stays a date; a time without a zone stays as written
and is compared as UTC.
"""

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from cockpit.values import dataclass

_SHAPE = re.compile(
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


def find_instant(text: str | None) -> Instant | None:
    """The first instant that stands anywhere in a text: `acknowledged 2026-01-29T14:30`, `29 done, 2026-01-29`."""
    shape = _SHAPE.search(text) if text else None
    return parse_instant(shape.group()) if shape else None


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
