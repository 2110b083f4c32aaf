"""Why a threshold stands where it stands: what `cockpit status` prints and the detail view shows."""

from datetime import datetime

from cockpit.model import Acknowledgment, Statement, Threshold, Track
from cockpit.rules.thresholds.alert_state import agent_behaviour
from cockpit.rules.thresholds.metrics import COMMAND_LINE, LIMITS_FILE, format_amount, source_names
from cockpit.wording.messages import Message, Words
from cockpit.wording.times import lasting_age, moment

REASONS = {
    "escalated": Message("rules.lapsed-as-escalated"),
    "expired": Message("rules.lapsed-as-expired"),
    "reset": Message("rules.lapsed-as-reset"),
    "limits": Message("rules.lapsed-as-limit-lowered"),
    "new session": Message("rules.lapsed-as-new-session"),
    "value": Message("rules.lapsed-as-half-way"),
}
"""Why an acknowledgment is no longer effective, in words."""


CONDITIONS = {
    "reset": Message("rules.ends-with-reset"),
    "escalated": Message("rules.ends-with-escalation"),
    "limits": Message("rules.ends-with-lowered-limit"),
    "expired": Message("rules.ends-with-time"),
    "new session": Message("rules.ends-with-session"),
    "value": Message("rules.ends-half-way"),
}
"""What ends an acknowledgment, in words."""
UNTIL = Message("rules.acknowledgment-holds-until")
"""What stands before them."""


_LABELS = {"not_told": "not read"}
"""The labels that are not the key itself."""


def explain_conditions(threshold: Threshold) -> list[tuple[Words, str]]:
    """What ends the acknowledgment, and whether that has happened; nothing where there is none."""
    acknowledgment = threshold.acknowledgment
    answers = {True: "not so far", False: "yes", None: "unknown"}
    conditions = acknowledgment.conditions if acknowledgment is not None else ()
    return [(CONDITIONS.get(each.name, each.name), answers[each.holds]) for each in conditions]


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
        *_unread(threshold),
    ]
    if threshold.source:
        lines.append(("read_from", threshold.source))
    lines += [
        (_key(each.what, "unread"), Message("rules.quoted-at", stated=each.text, place=_place(each)))
        for each in threshold.unreadable
    ]
    lines += [
        (_key(each.what, "stated"), Message("rules.stated-at", stated=each.text, place=_place(each)))
        for each in threshold.disagreeing
    ]
    lines += _acknowledgment(threshold, now)
    if threshold.seen_at:
        lines.append(("seen", Message("rules.seen-at", at=moment(threshold.seen_at, now))))
    if threshold.snoozed_until:
        lines.append(("snoozed", Message("rules.quiet-until", end=moment(threshold.snoozed_until, now))))
    lines.append(("the_agent", agent_behaviour(threshold, track).whole))
    if threshold.refire_at:
        lines.append(("fires_again", threshold.refire_at))
    return lines


def _value(threshold: Threshold, now: datetime) -> Words:
    if threshold.value is None:
        return Message("rules.value-unrecorded")
    value, when = format_amount(threshold.value, threshold.unit), lasting_age(threshold.read_at, now)
    match threshold.stale, when:
        case True, None:
            return Message("rules.value-stale", value=value)
        case True, _:
            return Message("rules.value-stale-checked", value=value, age=when)
        case False, None:
            return value
    return Message("rules.value-checked", value=value, age=when)


def _place(stated: Statement) -> str:
    return f"{stated.path}:{stated.line}" if stated.line else stated.path


def _key(what: str, state: str) -> str:
    return state if (what, state) == ("value", "stated") else f"{what}_{state}".replace(" ", "_")


def _level(threshold: Threshold) -> Words:
    level = threshold.level
    if level is None:
        known = threshold.value is not None and not threshold.unreadable
        return Message("rules.no-level" if known else "rules.level-unknown")
    if threshold.unreadable:
        return level if level == "stop" else Message("rules.level-or-worse", level=level)
    return level if threshold.value is not None else Message("rules.level-as-recorded", level=level)


def _limits(threshold: Threshold) -> Message:
    limits = [
        Message("rules.limit-at", level=level, limit=format_amount(value, threshold.unit))
        for level, value in threshold.limits.items()
    ]
    source = threshold.limits.source
    if not limits:
        return Message("rules.no-limits-from", source=source)
    return Message("rules.limits-from", limits=limits, source=source)


def _unread(threshold: Threshold) -> list[tuple[str, Words]]:
    """That the agent does not read these limits, and how it is told them."""
    ours = [name for name in source_names(threshold.limits) if name in (COMMAND_LINE, LIMITS_FILE)]
    if not ours:
        return []
    if not threshold.untold:
        return [("not_told", Message("rules.limits-not-read", sources=ours))]
    commands = " and ".join(f"`{command}`" for command in threshold.untold)
    return [("not_told", Message("rules.limits-to-tell", sources=ours, commands=commands))]


def _acknowledgment(threshold: Threshold, now: datetime) -> list[tuple[str, Words]]:
    acknowledgment = threshold.acknowledgment
    if acknowledgment is None:
        file = threshold.acknowledgment_unread
        unknown = Message("rules.unknown-acknowledgment", file=file)
        return [("acknowledged", unknown if file else Message("rules.never-acknowledged"))]
    lines: list[tuple[str, Words]] = [("acknowledged", _acknowledgment_text(acknowledgment, threshold, now))]
    if acknowledgment.note:
        lines.append(("note", acknowledgment.note))
    if acknowledgment.session_id:
        lines.append(("session", acknowledgment.session_id))
    if not acknowledgment.effective:
        reason = acknowledgment.reason or Message("rules.has-lapsed")
        lines.append(("not_effective", REASONS.get(acknowledgment.reason or "", reason)))
    if acknowledgment.lapses_above is not None:
        amount = format_amount(acknowledgment.lapses_above, threshold.unit)
        lines.append(("lapses_above", Message("rules.lapses-half-way", value=amount)))
    return lines


def _acknowledgment_text(acknowledgment: Acknowledgment, threshold: Threshold, now: datetime) -> Message:
    parts: list[Words] = [lasting_age(acknowledgment.at, now) or acknowledgment.at or Message("rules.at-unknown-time")]
    if acknowledgment.value is not None:
        parts.append(Message("rules.at-value", value=format_amount(acknowledgment.value, threshold.unit)))
    if acknowledgment.level:
        parts.append(Message("rules.at-level", level=acknowledgment.level))
    return Message("rules.acknowledgment", parts=parts)
