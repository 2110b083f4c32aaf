"""Times without a zone: they are compared as UTC, and that is said."""

from cockpit.rules.instants import parse_instant
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.values import Value


def check_zone(label: str, value: Value | None, path: str, report: Report) -> None:
    """Note a time that has no zone."""
    instant = parse_instant(value.text) if value else None
    if value is not None and instant is not None and instant.zoneless:
        message = f"{label} {value.text} has no time zone; it is read as UTC."
        report.add("zoneless-time", path, value.line or None, message)
