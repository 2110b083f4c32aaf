"""An entry of the state, in whichever file it stands: its values, their lines, and the text below them."""

import re

from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.times import check_time, instant_text
from cockpit.systems.reading.value_tree import Path, Values
from cockpit.systems.reading.values import Value
from cockpit.values import dataclass

BODY = "text"
"""The key of an entry's free text, where it has no file of its own to stand in."""
_TITLE = re.compile(r"\A\s*#[ \t]+(?P<title>[^\r\n]*)\s*")


def split_title(body: str) -> tuple[str | None, str]:
    """The title above a text, where it has one, and the rest."""
    title = _TITLE.match(body)
    return (title["title"], body[title.end() :]) if title is not None else (None, body)


@dataclass(frozen=True, slots=True)
class Entry:
    """One mapping at a place of a file. `body` is the free text that belongs to it."""

    path: str
    values: Values
    at: Path = ()
    body: str = ""

    def text(self, *keys: str) -> str | None:
        """The value of the first of these keys that says something."""
        return next((text for key in keys if (text := self.values.text(*self.at, key)) is not None), None)

    def texts(self, *keys: str) -> tuple[str, ...]:
        """The values of a list, under any of these keys."""
        return tuple(text for key in keys for text in self.values.texts(*self.at, key))

    def line(self, *keys: str) -> int | None:
        """The line of a key's value, or of the entry."""
        return self.values.line_of((*self.at, *keys))

    def time(self, report: Report, *keys: str) -> str | None:
        """An instant in UTC, a day as a day; what is no time is reported, and None."""
        key = next((key for key in keys if text_of(self.values.raw(*self.at, key)) is not None), None)
        stated = self.text(key) if key is not None else None
        if key is None or stated is None:
            return None
        check_time(f"`{key}`", Value(stated, self.line(key) or 0), self.path, report)
        return instant_text(stated)

    def under(self, key: str) -> "Entry":
        """The mapping below a key."""
        return Entry(self.path, self.values, (*self.at, key))

    def entries(self, key: str) -> tuple["Entry", ...]:
        """The members of a list below a key that say something: mappings, and texts alone."""
        places = self.values.entries(*self.at, key)
        return tuple(
            Entry(self.path, self.values, at, self._text_of(at))
            for at in places
            if self.values.raw(*at) not in (None, "", {}, [])
        )

    def _text_of(self, at: Path) -> str:
        """The free text of an entry that has no file of its own: where another store kept it, it is under a key."""
        if not isinstance(self.values.raw(*at), dict):
            return ""
        _, said = split_title(self.values.text(*at, BODY) or "")
        return " ".join(said.split())

    @property
    def alone(self) -> str | None:
        """The text that stands there instead of keys and values; None for anything else."""
        return None if isinstance(self.values.raw(*self.at), dict) else self.values.text(*self.at)

    @property
    def is_mapping(self) -> bool:
        """Whether keys and values stand there."""
        return isinstance(self.values.raw(*self.at), dict)
