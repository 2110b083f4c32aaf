"""Times as the model has them: instants in UTC. What is no time is said, and a time without a zone is."""

from cockpit.rules.times import parse_instant, to_utc_text
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.values import Value


def instant_text(text: str | None) -> str | None:
    """A time in UTC, a day as a day; as written where no zone is known. None for what is no time."""
    return to_utc_text(text) if text is not None and parse_instant(text) is not None else None


def check_time(label: str, value: Value | None, path: str, report: Report) -> None:
    """Report what stands where a time must be; note a time that has no zone."""
    if value is None:
        return
    instant = parse_instant(value.text)
    if instant is None:
        report.add("time-unreadable", path, value.line or None, f"{label} is no time: {value.text}.")
    elif instant.zoneless:
        message = f"{label} {value.text} has no time zone; it is read as UTC."
        report.add("zoneless-time", path, value.line or None, message)
