"""What does the opposite of a change where the lines that it wrote are others by now: the command a person can give."""

from cockpit.actions import BY_ID
from cockpit.model import Track
from cockpit.model.intents import Acknowledge, Intent, Move, SetLimit, TickTodo, Withdraw, parts_of, together
from cockpit.rules.preconditions import part_of
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Opposite:
    """An intent, the action of its command, and what the command takes."""

    intent: Intent
    action: str
    arguments: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command."""
        return (*BY_ID[self.action].words, *self.arguments)


def opposite(intent: Intent, before: Track) -> Opposite | None:
    """What gives back what was there `before` an intent was carried out; None where no one command does."""
    each = [found for part in parts_of(intent) if (found := _of_part(part, before)) is not None]
    if len(each) != len(parts_of(intent)) or len({found.action for found in each}) != 1:
        return None
    first, *others = reversed(each)
    whole = together(first.intent, *(found.intent for found in others))
    return Opposite(whole, first.action, tuple(word for found in (first, *others) for word in found.arguments))


def _of_part(intent: Intent, before: Track) -> Opposite | None:
    match intent:
        case SetLimit(metric=metric, level=level):
            threshold = before.threshold(metric)
            limit = threshold.limits.at(level) if threshold is not None else None
            stated = "" if limit is None else f"{limit:.15g}"
            back = SetLimit(metric=metric, level=level, value=limit)
            return Opposite(back, "threshold.limit", (f"{metric}.{level}={stated}",))
        case Move(part=part):
            was = part_of(before, part)
            return Opposite(Move(part=part, value=was), "position.set", (f"{part}={was}",)) if was else None
        case TickTodo(text=text, done=done):
            return Opposite(TickTodo(text=text, done=not done), "todo.reopen" if done else "todo.done", (text,))
        case Withdraw(metric=metric):
            return Opposite(Acknowledge(metric=metric), "alert.acknowledge", (metric,))
        case Acknowledge(metric=metric):
            return Opposite(Withdraw(metric=metric), "alert.withdraw", (metric,))
    return None
