"""The records of Claude Code: JSON objects, of which each member is asked for by the type it must have."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from cockpit.agents.interface import TITLE
from cockpit.wording.times import parse_instant, write_instant

MOST = 2**53
"""Counts and times are JavaScript's whole numbers, which end here."""
LONGEST_NAME = 255
LONGEST_READ = 4_096
"""Of a text to be cut to one line, so many characters are looked at."""


class Fields:
    """The members of a JSON object. One that is absent or null is not stated; one of another type than asked for is
    not known, and its key stands in `wrong`, which the objects inside share."""

    __slots__ = ("_members", "wrong")

    def __init__(self, members: Mapping[str, object], wrong: list[str] | None = None) -> None:
        self._members = members
        self.wrong: list[str] = [] if wrong is None else wrong

    def states(self, key: str) -> bool:
        """Whether there is any value."""
        return self._members.get(key) is not None

    def text(self, key: str) -> str | None:
        """A text, without what cannot be encoded: half of a surrogate pair becomes a question mark."""
        value = self._members.get(key)
        if not isinstance(value, str):
            self._note(key, value)
            return None
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")

    def word(self, key: str) -> str | None:
        """A name that counts as a whole, such as a branch's: never cut, so not known where it is longer than any."""
        value = self.text(key)
        if value is not None and len(value) > LONGEST_NAME:
            self.wrong.append(key)
            return None
        return value or None

    def number(self, key: str) -> int | None:
        """A whole number from 0 on."""
        value = self._members.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST:
            return value
        self._note(key, value)
        return None

    def flag(self, key: str) -> bool | None:
        """A flag, which is off where it is not stated; None where nobody knows."""
        value = self._members.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self._note(key, value)
        return None

    def inner(self, key: str) -> "Fields | None":
        """The object under a key."""
        value = self._members.get(key)
        if isinstance(value, dict):
            return Fields(value, self.wrong)
        self._note(key, value)
        return None

    def items(self, key: str) -> tuple["Fields", ...]:
        """The objects in a list."""
        value = self._members.get(key)
        if not isinstance(value, list):
            self._note(key, value)
            return ()
        if not all(isinstance(each, dict) for each in value):
            self.wrong.append(key)
        return tuple(Fields(each, self.wrong) for each in value if isinstance(each, dict))

    def blocks(self) -> tuple["Fields", ...]:
        """The blocks of a message's `content`, which is a text alone where a person typed it."""
        value = self._members.get("content")
        return (Fields({"type": "text", "text": value}),) if isinstance(value, str) else self.items("content")

    def sum(self, first: str, others: Iterable[str]) -> int | None:
        """The sum of counts; None where the first is not stated, or any is not known."""
        counts = [self.number(first), *(self.number(key) for key in others if self.states(key))]
        known = [each for each in counts if each is not None]
        return sum(known) if len(known) == len(counts) else None

    def folder(self, key: str) -> str | None:
        """An absolute path without `..`, and without the slash at its end."""
        path = self.text(key)
        if path is not None and path.startswith("/") and "\0" not in path and ".." not in path.split("/"):
            return path.rstrip("/") or "/"
        self._note(key, path)
        return None

    def instant(self, key: str) -> str | None:
        """An instant that is written as ISO 8601 with a zone."""
        text = self.text(key)
        found = parse_instant(text) if text is not None and len(text) <= 40 else None
        if found is not None and not found.date_only and not found.zoneless:
            return write_instant(found.at)
        self._note(key, text)
        return None

    def instant_of_ms(self, key: str) -> str | None:
        """An instant that is written as milliseconds since 1970."""
        ms = self.number(key)
        try:
            return None if ms is None else write_instant(datetime.fromtimestamp(ms / 1000, UTC))
        except (ValueError, OverflowError, OSError):  # after the year 9999
            self.wrong.append(key)
            return None

    def _note(self, key: str, value: object) -> None:
        if value is not None:
            self.wrong.append(key)


def read_object(text: bytes | None) -> Fields | None:
    """The object a text consists of; None where it is anything else."""
    if text is None:
        return None
    try:
        value = json.loads(text.decode("utf-8", "replace"))
    except (ValueError, RecursionError):  # a number of thousands of digits is a ValueError, too
        return None
    return Fields(value) if isinstance(value, dict) else None


def texts(blocks: Iterable[Fields]) -> Iterator[str]:
    """The texts of a message, in order."""
    for block in blocks:
        if block.text("type") == "text" and (text := block.text("text")) is not None:
            yield text


def one_line(text: str | None, most: int = TITLE) -> str | None:
    """A text with its blanks and line ends as single spaces, cut; None where nothing is left of it."""
    return (" ".join(text[:LONGEST_READ].split())[:most].rstrip() or None) if text is not None else None
