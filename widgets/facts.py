"""Labels and texts for the detail view: the form in which all that is known about a value is shown."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, fields, is_dataclass
from datetime import datetime

from cockpit.model import Track
from cockpit.rules.times import moment
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what it says. A text that stands `as_is` keeps its blanks and is cut instead of wrapped."""

    label: str
    text: str
    style: str = "text"
    label_style: str = "muted"
    as_is: bool = False


DOT = "· "
"""What stands before each of several texts."""
GAP = Fact("", "")
"""A blank line."""


@dataclass(slots=True)
class Sheet:
    """A heading, and facts below it; what is empty is left out. `now` is in the person's own zone.

    `track` is the one that what is told belongs to, where that is known; `keys` gives the key of an action.
    """

    now: datetime
    heading: str = ""
    rows: list[Fact] = field(default_factory=list)
    track: Track | None = None
    keys: Mapping[str, str] = field(default_factory=dict)

    def say(self, label: str, text: object, style: str = "text") -> None:
        """A text, a number, yes or no."""
        words = ("yes" if text else "no") if isinstance(text, bool) else "" if text is None else str(text).strip()
        if words:
            self.rows.append(Fact(label, words, style))

    def when(self, label: str, text: str | None) -> None:
        """An instant or a day: when it was, and how long ago."""
        self.say(label, moment(text, self.now))

    def listed(self, label: str, items: Iterable[str | None]) -> None:
        """Several texts below each other, each with a dot; one alone without."""
        texts = [item.strip() for item in items if item and item.strip()]
        if len(texts) == 1:
            self.say(label, texts[0])
            return
        self.rows += [Fact(label if place == 0 else " ", f"{DOT}{text}") for place, text in enumerate(texts)]

    def part(self, title: str, texts: Iterable[str]) -> None:
        """A title of its own, and texts below it."""
        told = [Fact("", text) for text in texts if text]
        if told:
            self.gap()
            self.rows += [Fact("", title, "strong"), *told, GAP]

    def gap(self) -> None:
        """A blank line before what follows."""
        if self.rows and self.rows[-1] is not GAP:
            self.rows.append(GAP)

    def facts(self) -> list[Fact]:
        """The heading, set apart, and the rows."""
        rows = self.rows[:-1] if self.rows and self.rows[-1] is GAP else self.rows
        if not self.heading.strip():
            return rows
        return [Fact("", self.heading.strip(), "strong"), *([GAP] if rows else []), *rows]


def plain(sheet: Sheet, value: object) -> None:
    """A value of any dataclass or mapping, field by field, under its own names."""
    for name, each in named(value):
        label = name.replace("_", " ").capitalize()
        if isinstance(each, tuple | list):
            sheet.listed(label, (in_words(item) for item in each))
        else:
            sheet.say(label, in_words(each))


def named(value: object) -> Iterator[tuple[str, object]]:
    """The parts of a dataclass or mapping by name."""
    if isinstance(value, Mapping):
        yield from ((str(name), each) for name, each in value.items())
    elif is_dataclass(value) and not isinstance(value, type):
        yield from ((each.name, getattr(value, each.name)) for each in fields(value))


def in_words(value: object) -> str:
    """A value in one line, as a person would write it; empty where it says nothing."""
    if value is None or value in ((), {}):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(filter(None, map(in_words, value)))
    if isinstance(value, float) and value.is_integer():
        return f"{int(value)}"
    pairs = [(name, in_words(each)) for name, each in named(value)]
    if pairs:
        return ", ".join(f"{name.replace('_', ' ')} {words}" for name, words in pairs if words)
    return str(value)
