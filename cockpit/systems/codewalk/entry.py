"""An entry of the state, in whichever file it stands: its values, their lines, and the text below them."""

from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.times import check_time, instant_text
from cockpit.systems.reading.value_tree import Path, Values
from cockpit.systems.reading.values import Value
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One mapping at a place of a file. `body` is the free text below it, where it has a file of its own."""

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
            Entry(self.path, self.values, at) for at in places if self.values.raw(*at) not in (None, "", {}, [])
        )

    @property
    def alone(self) -> str | None:
        """The text that stands there instead of keys and values; None for anything else."""
        return None if isinstance(self.values.raw(*self.at), dict) else self.values.text(*self.at)

    @property
    def is_mapping(self) -> bool:
        """Whether keys and values stand there."""
        return isinstance(self.values.raw(*self.at), dict)
