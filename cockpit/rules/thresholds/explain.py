"""Why a threshold stands where it stands: what `cockpit why` prints and the detail view shows."""

from datetime import datetime

from cockpit.model import Acknowledgment, Statement, Threshold, Track
from cockpit.rules.thresholds.alert_state import agent_behaviour
from cockpit.rules.thresholds.metrics import COMMAND_LINE, LIMITS_FILE, format_amount
from cockpit.wording.phrases import listed
from cockpit.wording.times import lasting_age, moment

REASONS = {
    "escalated": "the level has risen above the one that was acknowledged",
    "expired": "the time it was given for is over",
    "reset": "the alerts were reset after it was given",
    "limits": "a limit was lowered since",
    "new session": "it was given in an earlier session of the agent",
    "value": "the value has passed half way to the next limit",
}
"""Why an acknowledgment is no longer effective, in words."""


CONDITIONS = {
    "reset": "the alerts are reset",
    "escalated": "the level rises above the acknowledged one",
    "limits": "a limit is lowered",
    "expired": "its time is over",
    "new session": "the agent begins a new session",
    "value": "the value passes half way to the next limit",
}
"""What ends an acknowledgment, in words."""


def explain_conditions(threshold: Threshold) -> list[tuple[str, str]]:
    """What ends the acknowledgment, and whether that has happened; nothing where there is none."""
    given = threshold.acknowledgment
    answers = {True: "not so far", False: "yes", None: "unknown"}
    return [(CONDITIONS.get(each.name, each.name), answers[each.holds]) for each in (given.conditions if given else ())]


def explain(threshold: Threshold, track: Track, now: datetime) -> list[tuple[str, str]]:
    """Label and sentence pairs about a metric of a track: the value, the limits and their source, the acknowledgment,
    what the agent will do.
    """
    lines = [("value", _value(threshold, now)), ("level", _level(threshold)), ("limits", _limits(threshold))]
    lines += _unread(threshold)
    if threshold.source:
        lines.append(("read from", threshold.source))
    lines += [(f"{each.what} unread", f"“{each.text}” ({_place(each)})") for each in threshold.unreadable]
    lines += [(_says(each), f"{each.text} ({_place(each)})") for each in threshold.disagreeing]
    lines += _acknowledgment(threshold, now)
    if threshold.seen_at:
        lines.append(("seen", f"{moment(threshold.seen_at, now)}; the agent is not told"))
    if threshold.snoozed_until:
        until = moment(threshold.snoozed_until, now)
        lines.append(("snoozed", f"quiet on your screen until {until}; the agent is not told"))
    lines.append(("the agent", agent_behaviour(threshold, track).whole))
    if threshold.refire_at:
        lines.append(("fires again", threshold.refire_at))
    return lines


def _value(threshold: Threshold, now: datetime) -> str:
    if threshold.value is None:
        return "not recorded"
    text = format_amount(threshold.value, threshold.unit)
    if threshold.stale:
        text += ", the last one that could be read"
    when = lasting_age(threshold.read_at, now)
    return f"{text}, checked {when}" if when else text


def _place(stated: Statement) -> str:
    return f"{stated.path}:{stated.line}" if stated.line else stated.path


def _says(stated: Statement) -> str:
    return "stated" if stated.what == "value" else f"{stated.what} stated"


def _level(threshold: Threshold) -> str:
    if threshold.unreadable:
        worse = "" if threshold.level == "stop" else ", or worse"
        return f"{threshold.level}{worse}" if threshold.level else "unknown"
    if threshold.value is None:
        return f"{threshold.level}, as recorded" if threshold.level else "unknown"
    return threshold.level or "none"


def _limits(threshold: Threshold) -> str:
    named = [f"{level} {format_amount(value, threshold.unit)}" for level, value in threshold.limits.items()]
    return f"{', '.join(named) or 'none'} (from {threshold.limits.source})"


def _unread(threshold: Threshold) -> list[tuple[str, str]]:
    """That the agent does not read these limits, and how it is told them."""
    used = threshold.limits.source.partition(";")[0].split(", ")
    ours = [name for name in used if name in (COMMAND_LINE, LIMITS_FILE)]
    if not ours:
        return []
    commands = " and ".join(f"`{command}`" for command in threshold.untold)
    return [("not told", f"the agent does not read {listed(ours)}{f'; tell it: {commands}' if commands else ''}")]


def _acknowledgment(threshold: Threshold, now: datetime) -> list[tuple[str, str]]:
    given = threshold.acknowledgment
    if given is None:
        file = threshold.acknowledgment_unread
        return [("acknowledged", f"unknown: {file} cannot be read" if file else "no")]
    lines = [("acknowledged", _given(given, threshold, now))]
    if given.note:
        lines.append(("note", given.note))
    if given.session_id:
        lines.append(("session", given.session_id))
    if not given.effective:
        lines.append(("not effective", REASONS.get(given.reason or "", given.reason or "it has lapsed")))
    if given.lapses_above is not None:
        amount = format_amount(given.lapses_above, threshold.unit)
        lines.append(("lapses above", f"{amount}, half way to the next limit"))
    return lines


def _given(given: Acknowledgment, threshold: Threshold, now: datetime) -> str:
    parts = [lasting_age(given.at, now) or given.at or "at an unknown time"]
    if given.value is not None:
        parts.append(f"at {format_amount(given.value, threshold.unit)}")
    if given.level:
        parts.append(f"at level {given.level}")
    return ", ".join(parts)
