"""How often a phase was tried again, as its entry states it: under Maestro's own key, another one, or in its status."""

import re
from collections.abc import Iterator

from cockpit.systems.maestro.stated_counts import read_stated_count
from cockpit.systems.maestro.vocabulary import status_of
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import flag_of, text_of
from cockpit.systems.reading.value_tree import Path, Values
from cockpit.values import dataclass

_COUNTS = frozenset({"retrycount", "retries", "retrycounts", "retriescount", "retriesused", "retryattempts"})
"""The keys of a count, as folded; Maestro's own is `retry_count`."""
_LEFT = re.compile(r"retr.*(?:remain|left)|(?:remain|left).*retr")
_REACHED = re.compile(r"retr.*(?:reached|exhaust|exceed|usedup)|exhaust.*retr")
_IN_STATUS = re.compile(r"(\d{1,9})\s*(?:(?:/|of|out\s+of)\s*\d+\s*)?retr|retr\w*[\s#:]*(\d{1,9})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What one place says: a number, or a text that nobody can read. `anew` is what stands there once the count begins
    anew; None is as many as there may be.
    """

    at: Path
    number: int | None = None
    unread: str | None = None
    anew: str | int | bool | None = 0


@dataclass(frozen=True, slots=True)
class RetryCount:
    """What all places of a phase say, those left out that say nothing."""

    places: tuple[Stated, ...]

    @property
    def number(self) -> int | None:
        """The count, which only grows: the highest; None where none can be read."""
        return max((each.number for each in self.places if each.number is not None), default=None)

    @property
    def unread(self) -> Stated | None:
        """The first place that nobody can read."""
        return next((each for each in self.places if each.unread is not None), None)

    @property
    def unlike(self) -> tuple[Stated, ...]:
        """The places that state numbers, where those are not the same."""
        numbers = [each for each in self.places if each.number is not None]
        return tuple(numbers) if len({each.number for each in numbers}) > 1 else ()

    @property
    def holding(self) -> tuple[Stated, ...]:
        """The places that state more than nothing."""
        return tuple(each for each in self.places if each.number != 0)


def read_retry_count(values: Values, at: Path, path: str, report: Report) -> RetryCount:
    """Everything that the entry of a phase says of its retries."""
    return RetryCount(tuple(_places(values, at, path, report)))


def _places(values: Values, at: Path, path: str, report: Report) -> Iterator[Stated]:
    for place in values.entries(*at):
        key = re.sub(r"[^a-z]", "", str(place[-1]).casefold())
        if key in _COUNTS or _LEFT.search(key):
            count = read_stated_count(values, place, path, report)
            if key in _COUNTS and (count.number is not None or count.unread is not None):
                yield Stated(at=place, number=count.number, unread=count.unread)
            elif key not in _COUNTS and (count.number == 0 or count.unread is not None):
                yield Stated(at=place, unread=count.unread or f"{place[-1]}: {count.number}", anew=None)
        elif _REACHED.search(key) and flag_of(values.raw(*place)) is True:
            yield Stated(at=place, unread=f"{place[-1]}: {text_of(values.raw(*place))}", anew=False)
    yield from _in_status(values, (*at, "status"))


def _in_status(values: Values, at: Path) -> Iterator[Stated]:
    """What the status of a failed phase says beside that it failed."""
    status = text_of(values.raw(*at)) or ""
    if status_of(status) == "failed" and "retr" in status.casefold():
        found = _IN_STATUS.search(status)
        number = int(found[1] or found[2]) if found else None
        yield Stated(at=at, number=number, unread=None if found else status, anew="failed")
