"""Why a threshold stands where it stands: what `cockpit status` prints and the detail view shows."""

from datetime import datetime

from cockpit.model import Acknowledgment, Statement, Threshold, Track
from cockpit.rules.thresholds.acknowledgments import LAPSES
from cockpit.rules.thresholds.alert_state import agent_behaviour, amount, held_words
from cockpit.rules.thresholds.metrics import COMMAND_LINE, LIMITS_FILE, format_amount
from cockpit.wording.messages import Words, clause
from cockpit.wording.phrases import listed
from cockpit.wording.times import lasting_age, moment, until_when

UNTIL = "The acknowledgment holds until one of these happens"
"""What stands before what ends it."""


_LABELS = {"not_told": "not read"}
"""The labels that are not the key itself."""


def explain_conditions(threshold: Threshold) -> list[tuple[Words, str]]:
    """What ends the acknowledgment, and whether that has happened; nothing where there is none."""
    acknowledgment = threshold.acknowledgment
    answers = {True: "not so far", False: "yes", None: "unknown"}
    conditions = acknowledgment.conditions if acknowledgment is not None else ()
    return [(LAPSES[each.name].ends, answers[each.holds]) for each in conditions]


def label_of(key: str) -> str:
    """What a person reads for the key of a line."""
    return _LABELS.get(key, key.replace("_", " "))


def explain(threshold: Threshold, track: Track, now: datetime) -> list[tuple[str, Words]]:
    """What is known about a metric of a track: the value, the limits and their source, the acknowledgment, what the
    agent will do. Each line is a key, as the JSON has it, and a text; `label_of` gives what a person reads for the key.
    """
    lines: list[tuple[str, Words]] = [
        ("value", _value(threshold, now)),
        ("level", _level(threshold)),
        ("limits", _limits(threshold)),
        *(() if track.counts_use else _unread(threshold)),
    ]
    if threshold.source:
        lines.append(("read_from", threshold.source))
    if threshold.stated is not None:
        lines.append(("stated", f"{format_amount(threshold.stated, threshold.unit)} in the files"))
    lines += [(_key(each.what, "unread"), f"“{each.text}” ({_place(each)})") for each in threshold.unreadable]
    lines += [(_key(each.what, "stated"), f"{each.text} ({_place(each)})") for each in threshold.disagreeing]
    lines += _acknowledgment(threshold, now)
    if threshold.seen_at:
        lines.append(("seen", f"{moment(threshold.seen_at, now)}; for you only"))
    if threshold.snoozed_until:
        lines.append(("snoozed", f"for you only, until {moment(threshold.snoozed_until, now)}"))
    held, since = held_words(threshold, track)
    hook = f"{held}{f' since {when}' if (when := until_when(since, now)) else ''}, by cockpit's hook"
    lines.append(("the_agent", hook if held else agent_behaviour(threshold, track).whole))
    if threshold.refire_at:
        lines.append(("fires_again", threshold.refire_at))
    return lines


def _value(threshold: Threshold, now: datetime) -> Words:
    if threshold.value is None:
        return "not recorded"
    value, when = amount(threshold), lasting_age(threshold.read_at, now)
    stale = ", the last readable value" if threshold.stale else ""
    return f"{value}{stale}{f', checked {when}' if when is not None else ''}"


def _place(stated: Statement) -> str:
    return f"{stated.path}:{stated.line}" if stated.line else stated.path


def _key(what: str, state: str) -> str:
    return state if (what, state) == ("value", "stated") else f"{what}_{state}".replace(" ", "_")


def _level(threshold: Threshold) -> Words:
    level = threshold.level
    if level is None:
        known = threshold.value is not None and not threshold.unreadable
        return "ok" if known else "unknown"
    if threshold.unreadable:
        return level if level == "stop" else f"{level}, or worse"
    return level if threshold.value is not None else f"{level}, as recorded"


def _limits(threshold: Threshold) -> Words:
    return f"{limits_in_words(threshold) or 'none'} (from {threshold.limits.source})"


def limits_in_words(threshold: Threshold) -> str:
    """The limits, each with its level: `warning $5, alert $10`."""
    return ", ".join(f"{level} {format_amount(limit, threshold.unit)}" for level, limit in threshold.limits.items())


def _unread(threshold: Threshold) -> list[tuple[str, Words]]:
    """That the agent does not read these limits, and how it is told them."""
    used = threshold.limits.source.partition(";")[0].split(", ")
    ours = [name for name in used if name in (COMMAND_LINE, LIMITS_FILE)]
    if not ours:
        return []
    commands = " and ".join(f"`{command}`" for command in threshold.untold)
    way = f"; give it the limits with {commands}" if commands else ""
    return [("not_told", f"the agent does not read {listed(ours)}{way}")]


def _acknowledgment(threshold: Threshold, now: datetime) -> list[tuple[str, Words]]:
    acknowledgment = threshold.acknowledgment
    if acknowledgment is None:
        file = threshold.acknowledgment_unread
        return [("acknowledged", f"unknown: {file} cannot be read" if file else "no")]
    lines: list[tuple[str, Words]] = [("acknowledged", _acknowledgment_text(acknowledgment, threshold, now))]
    if acknowledgment.note:
        lines.append(("note", acknowledgment.note))
    if acknowledgment.session_id:
        lines.append(("session", acknowledgment.session_id))
    if acknowledgment.reason is not None:
        lines.append(("not_effective", LAPSES[acknowledgment.reason].ended))
    if acknowledgment.lapses_above is not None:
        amount = format_amount(acknowledgment.lapses_above, threshold.unit)
        lines.append(("lapses_above", f"{amount}, halfway to the next limit"))
    return lines


def _acknowledgment_text(acknowledgment: Acknowledgment, threshold: Threshold, now: datetime) -> Words:
    parts: list[Words] = [lasting_age(acknowledgment.at, now) or acknowledgment.at or "at an unknown time"]
    if acknowledgment.value is not None:
        parts.append(f"at {format_amount(acknowledgment.value, threshold.unit)}")
    if acknowledgment.level:
        parts.append(f"at level {acknowledgment.level}")
    return ", ".join(map(clause, parts))
