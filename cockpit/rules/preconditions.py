"""Whether what a person acts on is still what they saw, and what is there now where it is not."""

from dataclasses import replace

from cockpit.model import Level, Track
from cockpit.model.intents import Answer, Complete, Fail, Intent, Move, SetLimit, SetValue, Withdraw
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.wording.messages import Words


def conflict(intent: Intent, track: Track) -> Words | None:
    """What is there now instead of what the person saw, as one sentence; None where it is the same, or not said.

    An acknowledgment is compared by the system itself, which knows the level that the agent reads.
    """
    match intent:
        case Move(part=part, seen=str(seen)) | Complete(whole=part, seen=str(seen)):
            name, before, now = "next action" if part == "next" else str(part), seen, part_of(track, part)
            if part == "status":
                before, now = seen.replace("_", " "), (now or "").replace("_", " ")
            return _changed(f"The {name}", before, now)
        case Withdraw(metric=metric, seen=str(seen)):
            threshold = track.threshold(metric)
            if threshold is not None and threshold.acknowledgment is not None:
                return _changed(f"The acknowledgment of {metric}", seen, threshold.acknowledgment.at)
        case SetLimit(metric=metric, level=level, seen=float() | int() as seen_limit):
            threshold = track.threshold(metric)
            if threshold is not None and (limit := threshold.limits.at(level)) != seen_limit:
                after = format_amount(limit, threshold.unit) if limit is not None else None
                return _changed(f"The {level} limit of {metric}", format_amount(seen_limit, threshold.unit), after)
        case Answer(seen=str(seen)):
            question = f"“{track.waiting.question}”" if track.waiting is not None else None
            gone = f"The question “{seen}” is no longer asked."
            return gone if question is None else _changed("The question", f"“{seen}”", question)
    return None


def _changed(what: str, before: str, now: str | None) -> str | None:
    return None if before == now else f"{what} has changed since you looked: {before} → {now or 'unknown'}."


def as_carried_out(intent: Intent, track: Track) -> Intent:
    """An intent as it is kept: what it acted on is named where it meant the present one, so that doing it again acts
    on nothing else."""
    match intent:
        case Complete(whole="task" | "plan" | "phase" as part, seen=None, step=None):
            return replace(intent, seen=part_of(track, part))
        case Fail(phase=None) if track.position.phase is not None:
            return replace(intent, phase=track.position.phase.id)
    return intent


def whatever_was(intent: Intent) -> Intent:
    """An intent that sets a value, whatever value it is to take the place of."""
    return replace(intent, seen=None) if isinstance(intent, Move | SetLimit) else intent


def target_of(intent: Intent) -> tuple[str, ...] | None:
    """What an intent sets to a value, in whose place another one stands once a later intent sets it; None where it sets
    nothing."""
    match intent:
        case SetLimit(metric=metric, level=level):
            return metric, level
        case SetValue(metric=metric):
            return (metric,)
        case Move(part=part):
            return "position", part
    return None


def part_of(track: Track, part: str) -> str | None:
    """A part of the position as it is compared: the status, the id of the phase, plan or task (its name,
    where it has none), the next action."""
    at = track.position
    step = {"phase": at.phase, "plan": at.plan, "task": at.task}.get(part)
    named = (step.id or step.name) if step is not None else None
    return {"status": at.status, "next": track.continuity.next_action}.get(part, named)


def level_moved(metric: str, seen: Level | None, level: Level | None, value: str) -> Words | None:
    """That a metric is at another level than the person saw; `value` is what it stands at, in words."""
    if seen == level:
        return None
    return f"{metric} has changed since you looked: {seen or 'no level'} → {level or 'no level'} ({value})."
