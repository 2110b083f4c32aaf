"""`cockpit snooze METRIC 30m|TIME|off`."""

import argparse
import re
from datetime import UTC, datetime, timedelta

from cockpit.actions.notes import snooze
from cockpit.cli.changing import carry_out, metric
from cockpit.cli.clocks import local_now
from cockpit.cli.main import Refused
from cockpit.rules.instants import parse_instant

_SPAN = re.compile(r"(\d{1,6})\s*(m|min|h|d)")
_UNITS = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days"}


def run(arguments: argparse.Namespace) -> int:
    """Keep the metric quiet on this person's screen."""
    until = None if arguments.until == "off" else until_of(arguments.until, local_now())
    return carry_out(lambda writer: snooze(writer, arguments.track, metric(arguments.metric), until), arguments)


def until_of(text: str, now: datetime) -> datetime:
    """The instant a person means: `30m`, `2h`, `1d`, `17:30` (the next one), or an ISO time. Raises Refused."""
    span = _SPAN.fullmatch(text.strip())
    if span is not None:
        return (now + timedelta(**{_UNITS[span[2]]: int(span[1])})).astimezone(UTC)
    clock = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text.strip())
    if clock is not None:
        at = now.replace(hour=int(clock[1]), minute=int(clock[2]), second=0, microsecond=0)
        return (at if at > now else at + timedelta(days=1)).astimezone(UTC)
    instant = parse_instant(text)
    if instant is None:
        raise Refused(f"{text!r} is no time; say 30m, 2h, 1d, 17:30 or an ISO time such as 2026-01-29T17:30.")
    return instant.at.replace(tzinfo=now.tzinfo).astimezone(UTC) if instant.zoneless else instant.at
