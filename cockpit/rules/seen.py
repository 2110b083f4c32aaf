"""Whether what a person acts on is still what they saw, and what is there now where it is not."""

from cockpit.model import Level, Threshold, Track
from cockpit.model.intents import Answer, Complete, Intent, Move, SetLimit, Withdraw
from cockpit.rules.levels import format_amount

NOT_GIVEN = "unknown"


def changed(intent: Intent, track: Track) -> str | None:
    """What is there now instead of what the person saw, as one sentence; None where it is the same, or not said.

    An acknowledgment is compared by the system itself, which knows the level that the agent reads.
    """
    match intent:
        case Move(part=part, seen=str(seen)):
            return _another(part, seen, part_of(track, part))
        case Complete(whole=whole, seen=str(seen)):
            return _another(whole, seen, part_of(track, whole))
        case Withdraw(metric=metric, seen=str(seen)):
            return _acknowledged_anew(metric, seen, track.threshold(metric))
        case SetLimit(metric=metric, level=level, seen=float() | int() as seen):
            return _limit_moved(level, seen, track.threshold(metric))
        case Answer(seen=str(seen)):
            return _another_question(seen, track)
    return None


def part_of(track: Track, part: str) -> str | None:
    """A part of the position as it is compared: the status, the id of the phase, plan or task, the next action."""
    at = track.position
    step = {"phase": at.phase, "plan": at.plan, "task": at.task}.get(part)
    return {"status": at.status, "next": track.continuity.next_action}.get(part, step.id if step else None)


def level_moved(metric: str, seen: Level | None, level: Level | None, value: str) -> str | None:
    """That a metric is at another level than the person saw; `value` is what it stands at, in words."""
    if seen == level:
        return None
    return f"{metric} was at {seen or 'no level'} when you looked, now it is at {level or 'no level'} ({value})."


def _another(part: str, seen: str, now: str | None) -> str | None:
    if seen == now:
        return None
    name = "next action" if part == "next" else part
    then, is_now = (value.replace("_", " ") if part == "status" else value for value in (seen, now or NOT_GIVEN))
    return f"The {name} was {then} when you looked, now it is {is_now}."


def _another_question(seen: str, track: Track) -> str | None:
    now = track.waiting.question if track.waiting is not None else None
    if seen == now:
        return None
    return f"The question was “{seen}” when you looked, now {f'it is “{now}”' if now else 'nothing is asked'}."


def _acknowledged_anew(metric: str, seen: str, threshold: Threshold | None) -> str | None:
    given = threshold.acknowledgment if threshold is not None else None
    if given is None or given.at == seen:
        return None
    return f"{metric} was acknowledged anew since you looked; look again before you withdraw it."


def _limit_moved(level: Level, seen: float, threshold: Threshold | None) -> str | None:
    now = threshold.limits.at(level) if threshold is not None else None
    if threshold is None or now == seen:
        return None
    was = format_amount(seen, threshold.unit)
    is_now = format_amount(now, threshold.unit) if now is not None else NOT_GIVEN
    return f"The {level} limit of {threshold.metric} was {was} when you looked, now it is {is_now}."
