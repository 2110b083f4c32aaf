"""`cockpit snooze METRIC 30m|TIME|off`."""

import argparse
import re
from datetime import UTC, datetime, timedelta

from cockpit.cli.changing import carry_out, metric
from cockpit.cli.context import local_now
from cockpit.model.errors import CommandError
from cockpit.project.notes import snooze
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant

_SPAN = re.compile(r"([0-9]{1,6})\s*(m|min|h|d)")
_CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_UNITS = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days"}


def run(arguments: argparse.Namespace) -> int:
    """Keep the metric quiet on this person's screen."""
    until = None if arguments.until == "off" else until_of(arguments.until, local_now())
    return carry_out(lambda writer: snooze(writer, arguments.track, metric(arguments.metric), until), arguments)


def until_of(text: str, now: datetime) -> datetime:
    """The instant a person means: `30m`, `2h`, `1d`, `17:30` (the next one), or an ISO time. Raises CommandError.

    `now` is in the person's zone, and so is what is said without one.
    """
    try:
        found = _until(text.strip(), now)
        if found is not None:
            found.astimezone()
    except (OverflowError, ValueError):  # the first and the last day of the calendar lie outside of it in some zones
        found = None
    if found is None:
        raise CommandError(Message("cli.no-time", text=text))
    return found


def _until(text: str, now: datetime) -> datetime | None:
    span = _SPAN.fullmatch(text)
    if span is not None:
        return now.astimezone(UTC) + timedelta(**{_UNITS[span[2]]: int(span[1])})
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        today = now.replace(tzinfo=None, hour=int(clock[1]), minute=int(clock[2]), second=0, microsecond=0)
        at = _on_the_wall(today)
        return at if at > now else _on_the_wall(today + timedelta(days=1))
    instant = parse_instant(text)
    if instant is not None and (instant.zoneless or instant.date_only):
        return _on_the_wall(instant.at.replace(tzinfo=None))
    return instant.at if instant is not None else None


def _on_the_wall(time: datetime) -> datetime:
    """A time without a zone in the person's, by the offset of its own day."""
    return time.astimezone().astimezone(UTC)
