"""Whether what a person acts on is still what they saw, and what is there now where it is not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from cockpit.model import Level, Track
from cockpit.model.intents import Answer, Complete, Fail, Intent, Move, SetLimit, Withdraw
from cockpit.rules.thresholds.metrics import format_amount

NOT_GIVEN = "unknown"


class _Subject(NamedTuple):
    """What an intent acts on: what it is called, what it is now, how such a value is told, also where there is none."""

    name: str
    now: object
    words: Callable[[Any], str] = str
    none: str = NOT_GIVEN


def conflict(intent: Intent, track: Track) -> str | None:
    """What is there now instead of what the person saw, as one sentence; None where it is the same, or not said.

    An acknowledgment is compared by the system itself, which knows the level that the agent reads.
    """
    seen = getattr(intent, "seen", None)
    subject = _subject(intent, track) if seen is not None else None
    if subject is None or subject.now == seen:
        return None
    now = subject.words(subject.now) if subject.now is not None else subject.none
    return _told(subject.name, subject.words(seen), now)


def as_carried_out(intent: Intent, track: Track) -> Intent:
    """An intent as it is kept: what it acted on is named where it meant the present one, so that doing it again acts
    on nothing else."""
    match intent:
        case Complete(whole="task" | "plan" | "phase" as part, seen=None, step=None):
            return replace(intent, seen=part_of(track, part))
        case Fail(phase=None) if track.position.phase is not None:
            return replace(intent, phase=track.position.phase.id)
    return intent


def part_of(track: Track, part: str) -> str | None:
    """A part of the position as it is compared: the status, the id of the phase, plan or task (its name,
    where it has none), the next action."""
    at = track.position
    step = {"phase": at.phase, "plan": at.plan, "task": at.task}.get(part)
    named = (step.id or step.name) if step is not None else None
    return {"status": at.status, "next": track.continuity.next_action}.get(part, named)


def level_moved(metric: str, seen: Level | None, level: Level | None, value: str) -> str | None:
    """That a metric is at another level than the person saw; `value` is what it stands at, in words."""
    return None if seen == level else _told(metric, f"at {seen or 'no level'}", f"at {level or 'no level'} ({value})")


def _told(name: str, seen: str, now: str) -> str:
    return f"{name} was {seen} when you looked, now it is {now}."


def _subject(intent: Intent, track: Track) -> _Subject | None:
    match intent:
        case Move(part=part) | Complete(whole=part):
            name = "next action" if part == "next" else part
            spaced = part == "status"
            return _Subject(f"The {name}", part_of(track, part), lambda it: it.replace("_", " ") if spaced else it)
        case Withdraw(metric=metric) if (threshold := track.threshold(metric)) and threshold.acknowledgment:
            return _Subject(f"The acknowledgment of {metric}", threshold.acknowledgment.at, "of {}".format)
        case SetLimit(metric=metric, level=level) if threshold := track.threshold(metric):
            unit = threshold.unit
            return _Subject(
                f"The {level} limit of {metric}", threshold.limits.at(level), lambda it: format_amount(it, unit)
            )
        case Answer():
            asked = track.waiting.question if track.waiting is not None else None
            return _Subject("The question", asked, "“{}”".format, none="no longer asked")
    return None
