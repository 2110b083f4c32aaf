"""What `y` copies of a row: the sentence a person would paste elsewhere."""

from collections.abc import Callable, Iterator
from typing import Any

from cockpit.model import Finding, NextAction, Position, Retries, Step, Threshold
from cockpit.rules.alert_state import reached
from cockpit.rules.attention import Need
from widgets.facts import in_words


def copied(value: object) -> str:
    """A value as one sentence; empty where there is nothing to say."""
    say = _SENTENCES.get(type(value))
    if say is not None:
        return say(value)
    if isinstance(value, tuple):
        pairs = (item for item in value if isinstance(item, tuple) and len(item) == 2)
        return "; ".join(f"{name} {text}" for name, text in pairs)
    return next(_sentences(value), "") or in_words(value)


def _sentences(value: object) -> Iterator[str]:
    for name in ("text", "message", "question", "next_action", "stopped_at", "name", "id"):
        text = getattr(value, name, None)
        if isinstance(text, str) and text:
            yield text


def _position(at: Position) -> str:
    """`phase 3 of 6 Dashboard, plan 2 of 4: In progress`."""
    steps = (("phase", at.phase), ("plan", at.plan), ("task", at.task))
    where = ", ".join(f"{name} {_step(step)}" for name, step in steps if step is not None)
    return ": ".join(filter(None, (where, at.status_text or at.status.replace("_", " "))))


def _step(step: Step) -> str:
    of = f" of {step.total}" if step.total is not None else ""
    return f"{step.id or '?'}{of}{f' {step.name}' if step.name else ''}"


def _finding(finding: Finding) -> str:
    return f"{finding.path}{f':{finding.line}' if finding.line else ''}: {finding.message}"


def _threshold(threshold: Threshold) -> str:
    """What it has reached, and the commands that the agent is still to be given."""
    return "; ".join((reached(threshold), *threshold.untold))


_SENTENCES: dict[type, Callable[[Any], str]] = {
    Need: lambda need: need.text,
    NextAction: lambda action: action.command or action.text,
    Finding: _finding,
    Threshold: _threshold,
    Position: _position,
    Retries: lambda retries: f"{retries.used} retries",
}
"""Where the sentence is not simply the value's own text."""
