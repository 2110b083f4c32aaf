"""What is known about a value of the model, as labels and texts for the detail view and for copying."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime

from cockpit.model import Finding, NextAction, Threshold
from cockpit.rules.ages import age
from cockpit.rules.attention import Need, reached
from cockpit.rules.explain import explain

_INSTANTS = ("at", "since", "created", "started", "ended", "completed", "last_session", "date")


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what it says. A text that stands `as_is` keeps its blanks and is cut instead of wrapped."""

    label: str
    text: str
    style: str = "text"
    label_style: str = "muted"
    as_is: bool = False


def facts(value: object, now: datetime) -> list[Fact]:
    """Everything the model knows about a value; what is empty is left out."""
    match value:
        case Need():
            return [Fact(value.word, value.text, "strong"), *facts(value.value, now)]
        case Threshold():
            return [Fact(label, text, "strong" if label == "the agent" else "text") for label, text in
                    explain(value, now)]  # fmt: skip
        case Finding():
            return _finding(value)
        case tuple():
            return [fact for item in value for fact in _pair(item)]
    return _fields(value, now)


def copied(value: object) -> str:
    """What `y` copies: the sentence a person would paste elsewhere."""
    match value:
        case Need():
            return value.text
        case NextAction():
            return value.command or value.text
        case Finding():
            return f"{value.path}{f':{value.line}' if value.line else ''}: {value.message}"
        case Threshold():
            return reached(value)
        case tuple():
            return "; ".join(f"{fact.label} {fact.text}" for item in value for fact in _pair(item))
    return next(_sentences(value), "") or _numbers(value)


def _sentences(value: object) -> Iterator[str]:
    for name in ("text", "message", "question", "next_action", "stopped_at", "status_text", "name", "id"):
        text = getattr(value, name, None)
        if isinstance(text, str) and text:
            yield text


def _numbers(value: object) -> str:
    """`input 10000, output 2000`: what is left to say of a value without a sentence of its own."""
    if not is_dataclass(value) or isinstance(value, type):
        return ""
    named = ((each.name, getattr(value, each.name)) for each in fields(value))
    return ", ".join(f"{name} {number}" for name, number in named if isinstance(number, int | float | str))


def _finding(finding: Finding) -> list[Fact]:
    place = finding.path + (f", line {finding.line}" if finding.line else "")
    rows = [Fact("finding", finding.message, "strong"), Fact("where", place), Fact("rule", finding.code)]
    return [*rows, *([Fact("what to do", finding.hint)] if finding.hint else [])]


def _pair(item: object) -> list[Fact]:
    return [Fact(str(item[0]), str(item[1]))] if isinstance(item, tuple) and len(item) == 2 else []


def _fields(value: object, now: datetime) -> list[Fact]:
    if not is_dataclass(value) or isinstance(value, type):
        return [Fact("", str(value))] if value else []
    found = []
    for each in fields(value):
        text = _text(getattr(value, each.name), now, instant=each.name in _INSTANTS)
        if text:
            found.append(Fact(each.name.replace("_", " "), text))
    return found


def _text(value: object, now: datetime, *, instant: bool = False) -> str:
    if value is None or value in ((), {}):
        return ""
    if instant and isinstance(value, str):
        when = age(value, now)
        return f"{value} ({when})" if when else value
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return "; ".join(filter(None, (_text(item, now) for item in value)))
        case Mapping():
            return "; ".join(f"{key} {_text(item, now)}" for key, item in value.items())
    parts = [f"{fact.label} {fact.text}" for fact in _fields(value, now)] if is_dataclass(value) else [str(value)]
    return ", ".join(parts)
