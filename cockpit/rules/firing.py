"""Which metrics fire, by the present limits or by those that the agent reads, and which are acknowledged."""

from cockpit.model import Threshold
from cockpit.rules.levels import RETRIES, format_amount, rank
from cockpit.rules.printable import printable

_SHOWN = 60
"""Characters of a text that cannot be read."""


def firing(thresholds: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    """The thresholds that stop, or that alert without an acknowledgment; those snoozed are left out."""
    return tuple(each for each in thresholds if each.snoozed_until is None and (stops(each) or alerts(each)))


def is_retried(threshold: Threshold) -> bool:
    """Whether it counts retries: the agent tries again by itself until it stops, and only a reset lifts that. Nobody
    acknowledges the levels below."""
    return threshold.metric == RETRIES.name


def stops(threshold: Threshold) -> bool:
    """Whether the metric is at a stop, by the present limits or by those that the agent reads, or the files say so."""
    return threshold.level == "stop" or threshold.agent_will == "halt"


def alerts(threshold: Threshold) -> bool:
    """Whether the metric is at an alert that nobody acknowledged, by the present limits or by those the agent reads, or
    something is stated about it that nobody can read: then it is unknown whether it is at one."""
    unanswered = threshold.level == "alert" and not is_retried(threshold) and not acknowledged(threshold)
    held = unanswered or threshold.agent_will == "pause" or bool(threshold.unreadable)
    return not stops(threshold) and held


def acknowledged(threshold: Threshold) -> bool:
    """Whether an effective acknowledgment covers the present alert; one the agent knows nothing of needs no more than
    that the person has seen it."""
    given = threshold.acknowledgment
    if threshold.level != "alert" or threshold.agent_will != "continue" or threshold.unreadable:
        return False
    return (given is not None and given.effective) or (unknown_to_agent(threshold) and threshold.seen_at is not None)


def unknown_to_agent(threshold: Threshold) -> bool:
    """Whether an alert or a stop begins at a limit that the agent does not read, so that it goes on."""
    return rank(threshold.level) > max(rank(threshold.agent_level), rank("warning"))


def is_private(threshold: Threshold) -> bool:
    """Whether an acknowledgment concerns the person only: a warning, or an alert that the agent knows nothing of."""
    private = threshold.level == "warning" or (threshold.level == "alert" and unknown_to_agent(threshold))
    return private and threshold.agent_will == "continue" and not is_retried(threshold)


def lapsed(threshold: Threshold) -> bool:
    """Whether the acknowledgment of an alert no longer holds, while the agent, which does not know, goes on."""
    given = threshold.acknowledgment
    gone = given is not None and not given.effective
    return gone and threshold.level == "alert" and threshold.agent_will == "continue"


def unanswered(threshold: Threshold) -> str:
    """What is known of an acknowledgment that no alert has: that there is none, or that nobody can read it."""
    file = threshold.acknowledgment_unread
    return f"{file.rpartition('/')[2]} cannot be read" if file else "not acknowledged"


def reached(threshold: Threshold) -> str:
    """`context 42 %, alert at 40 %`: the value and the limit it has reached; or what cannot be read, and where."""
    if threshold.unreadable and not stops(threshold):
        first = threshold.unreadable[0]
        name = first.path.rpartition("/")[2]
        place = f"{name}:{first.line}" if first.line else name
        return f"{threshold.metric} {first.what} “{printable(first.text[:_SHOWN])}” ({place})"
    value = "no value" if threshold.value is None else format_amount(threshold.value, threshold.unit)
    limit = threshold.limits.at(threshold.level) if threshold.level else None
    if limit is None:
        return f"{threshold.metric} {value}"
    return f"{threshold.metric} {value}, {threshold.level} at {format_amount(limit, threshold.unit)}"
