"""The last activity: `2026-01-29 — Completed dashboard layout plan` (seed)."""

import re

from cockpit.model import LastActivity
from cockpit.rules.times import parse_instant
from cockpit.systems.reading.values import Value

_DATED = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2})(?P<time>[T ]\d[\d:.]*(?:Z|\s?UTC|[+-]\d\d:?\d\d)?)?\s*(?:[—–:-]+\s*(?P<text>.*))?",
    re.DOTALL,
)


def read_activity(value: Value | None) -> LastActivity | None:
    """The day and what was done; any other text as it stands."""
    if value is None:
        return None
    found = _DATED.fullmatch(value.text)
    if found is None or parse_instant(found["date"]) is None:
        return LastActivity(text=value.text)
    return LastActivity(date=found["date"], text=found["text"] or None)


def tells_time(activity: str) -> bool:
    """Whether a dated activity names a time of the day too, for which the model has no place."""
    found = _DATED.fullmatch(activity)
    return found is not None and found["time"] is not None
