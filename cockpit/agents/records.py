"""The lines of an agent's files, read without trust: what has another type than expected is not known, and is noted."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Literal, get_args
from unicodedata import normalize

from cockpit.agents.interface import TITLE
from cockpit.model.agents import AgentQuestion, AgentRequest, AgentTodo, RequestKind
from cockpit.regex import regex
from cockpit.wording.times import parse_instant, write_instant

LONGEST_TEXT = 1000
"""The most characters of a question, or of a provider's sentence, that are kept."""
_MOST = 2**53
"""Numbers from here on count nothing: no session has so many tokens."""
_BOM = b"\xef\xbb\xbf"
_LONGEST_INSTANT = 40
_LONGEST_NAME = 255
_Status = Literal["pending", "in_progress", "completed", "cancelled", "blocked"]
STATUSES: dict[object, _Status] = {status: status for status in get_args(_Status)}
_WINDOWS = regex(r"[A-Za-z]:[\\/]|\\\\[^\\]")
"""How an absolute path of Windows begins."""
LONGEST_REQUEST = 4096
"""The most characters of a call that are kept."""
_LONGEST_ARGUMENT = 500
_ID = regex(r"[0-9A-Za-z][0-9A-Za-z._-]{0,127}")


class Fields:
    """The members of a JSON object. A member that is missing or null is None; so is one of another type than asked for,
    but its name is added to `wrong`, which inner objects share."""

    def __init__(self, members: dict[str, object], wrong: list[str] | None = None) -> None:
        self._members = members
        self.wrong: list[str] = [] if wrong is None else wrong

    def __contains__(self, key: str) -> bool:
        return key in self._members

    def value(self, key: str) -> object:
        """The member as it is, where several types are right."""
        return self._members.get(key)

    def text(self, key: str) -> str | None:
        """A text; None for an empty one. Half of a surrogate pair, which nothing can encode, becomes a "?"."""
        value = self._members.get(key)
        if isinstance(value, str):
            return (value if value.isascii() else value.encode("utf-8", "replace").decode()) or None
        self._note(key)
        return None

    def number(self, key: str) -> int | None:
        """A whole number that is not negative."""
        value = self._members.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST:
            return value
        self._note(key)
        return None

    def instant(self, key: str) -> str | None:
        """A time with its zone, as the model writes it."""
        value = self._members.get(key)
        instant = parse_instant(value) if isinstance(value, str) and len(value) <= _LONGEST_INSTANT else None
        if instant is not None and not instant.date_only and not instant.zoneless:
            return write_instant(instant.at)
        self._note(key)
        return None

    def identifier(self, key: str) -> str | None:
        """A name that may stand in a command: letters, digits, dots and dashes, and no option."""
        value = self._members.get(key)
        if isinstance(value, str) and _ID.fullmatch(value):
            return value
        self._note(key)
        return None

    def folder(self, key: str) -> str | None:
        """An absolute path without `..`, and without the slash at its end; one of Windows stays as it is."""
        value = self.text(key)
        if value is not None and _WINDOWS.match(value):
            return value
        if value is not None and is_absolute(value) and ".." not in value.split("/"):
            return value.rstrip("/") or "/"
        self._note(key)
        return None

    def inner(self, key: str) -> "Fields | None":
        """An object."""
        value = self._members.get(key)
        if isinstance(value, dict):
            return Fields(value, self.wrong)
        self._note(key)
        return None

    def objects(self, key: str) -> list["Fields"] | None:
        """An array of nothing but objects."""
        values = self._members.get(key)
        if isinstance(values, list) and all(isinstance(value, dict) for value in values):
            return [Fields(value, self.wrong) for value in values]
        self._note(key)
        return None

    def parsed(self, key: str) -> "Fields | None":
        """A text that is a JSON object itself, as the arguments of a call often are."""
        value = self._members.get(key)
        inside = read_object(value, self.wrong) if isinstance(value, str) else None
        if inside is None:
            self._note(key)
        return inside

    def items_but(self, keys: Iterable[str]) -> Iterator[tuple[str, object]]:
        """The members as they are, in order, but for these."""
        return ((key, value) for key, value in self._members.items() if key not in keys)

    def states(self, key: str) -> bool:
        """Whether there is any value."""
        return self._members.get(key) is not None

    def word(self, key: str) -> str | None:
        """A name that counts as a whole, such as a branch's: never cut, so not known where it is longer than any."""
        value = self.text(key)
        if value is not None and len(value) > _LONGEST_NAME:
            self.wrong.append(key)
            return None
        return value or None

    def flag(self, key: str) -> bool | None:
        """A flag, which is off where it is not stated; None where nobody knows."""
        value = self._members.get(key)
        if value is None or isinstance(value, bool):
            return bool(value)
        self._note(key)
        return None

    def items(self, key: str) -> tuple["Fields", ...]:
        """The objects in a list."""
        value = self._members.get(key)
        if not isinstance(value, list):
            self._note(key)
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

    def instant_of_ms(self, key: str) -> str | None:
        """An instant that is written as milliseconds since 1970."""
        ms = self.number(key)
        try:
            return None if ms is None else write_instant(datetime.fromtimestamp(ms / 1000, UTC))
        except (ValueError, OverflowError, OSError):  # after the year 9999
            self.wrong.append(key)
            return None

    def _note(self, key: str) -> None:
        if self._members.get(key) is not None:
            self.wrong.append(key)


def read_object(line: bytes | str | None, wrong: list[str] | None = None) -> Fields | None:
    """The JSON object that a line is; None where it is none."""
    if line is None:
        return None
    try:
        value = json.loads(line if isinstance(line, str) else line.removeprefix(_BOM).decode("utf-8", "replace"))
    except (ValueError, RecursionError):  # a number of thousands of digits is a ValueError, too
        return None
    return Fields(value, wrong) if isinstance(value, dict) else None


def instant_of(seconds: float) -> str | None:
    """Seconds since 1970 as the model writes an instant; None for one of no calendar."""
    try:
        return write_instant(datetime.fromtimestamp(int(seconds), UTC))
    except (ValueError, OverflowError, OSError):
        return None


def texts(blocks: Iterable[Fields]) -> Iterator[str]:
    """The texts of a message, in order."""
    for block in blocks:
        if block.text("type") == "text" and (text := block.text("text")) is not None:
            yield text


def one_line(text: str | None, most: int = TITLE) -> str | None:
    """A text on one line, cut; None where nothing is left of it."""
    return " ".join((text or "").lstrip()[: 4 * most].split())[:most].rstrip() or None


def is_absolute(path: str) -> bool:
    """Whether it is a path of a disk, from its root."""
    return path.startswith("/") and "\0" not in path


def lies_in(path: str, folders: Iterable[str]) -> bool:
    """Whether a folder is one of these, or below one. Disks and agents may compose an accent differently."""
    ended = f"{normalize('NFC', path).rstrip('/')}/"
    inside = (ended.startswith(f"{normalize('NFC', folder).rstrip('/')}/") for folder in folders)
    return ".." not in ended.split("/") and any(inside)


def request_of(tool: str, kind: RequestKind, text: str, given: Fields, at: str | None, *told: str) -> AgentRequest:
    """A call with what is shown of it; `told` are the arguments that `text` tells already, the last of them, where it
    is `description` or `justification`, the reason for it."""
    reason = next((one_line(given.text(key), LONGEST_TEXT) for key in told if key in _REASONS), None)
    more = tuple(f"{key}: {_argument(value)}" for key, value in given.items_but(told) if value not in (None, "", []))
    return AgentRequest(tool=tool, kind=kind, text=text[:LONGEST_REQUEST], reason=reason, more=more[:MOST_ARGUMENTS],
                        at=at, cut=max(0, len(text) - LONGEST_REQUEST))  # fmt: skip


MOST_ARGUMENTS = MOST_OPTIONS = 20
_REASONS = ("description", "justification")


def _argument(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text.encode("utf-8", "replace").decode()
    return f"{text[:_LONGEST_ARGUMENT]}… +{len(text) - _LONGEST_ARGUMENT}" if len(text) > _LONGEST_ARGUMENT else text


def without_cd(command: str, cwd: str | None) -> str:
    """A command without the `cd` into the folder that the session works in anyway."""
    found = _CD.match(command)
    return command[found.end() :] if found is not None and cwd is not None and found[1].strip("'\"") == cwd else command


_CD = regex(r"\s*cd\s+('[^']*'|\"[^\"]*\"|[^\s;&|]+)\s*&&\s*")


def without_query(address: str) -> str:
    """Host and path of an address: without a person's name and password, and without the query."""
    scheme, separator, rest = address.partition("://")
    rest = (rest if separator else scheme).partition("#")[0].partition("?")[0]
    host, slash, path = rest.partition("/")
    return f"{host.rpartition('@')[2]}{slash}{path}".rstrip("/")


LAST_WORDS = 1024
"""The most characters of a last message that are kept, from its end."""


def last_words(message: str | None) -> str | None:
    """The end of the last message; None where there is none."""
    text = (message or "").rstrip()[-LAST_WORDS:].strip()
    return text or None


def read_list(arguments: Fields | None, entries: str, text: str) -> tuple[AgentTodo, ...] | None:
    """An agent's list, such as `{"plan": [{"step": "Write it", "status": "pending"}]}`.

    None where one entry cannot be read, since then nothing can be counted.
    """
    members = arguments.objects(entries) if arguments is not None else None
    todos = [
        AgentTodo(text=line, status=STATUSES.get(member.text("status")))
        for member in members or ()
        if (line := one_line(member.text(text))) is not None
    ]
    return tuple(todos) if members is not None and len(todos) == len(members) else None


def read_question(arguments: Fields | None) -> AgentQuestion | None:
    """The first of `{"questions": [{"question": "Which?", "options": [{"label": "This"}]}]}`."""
    questions = arguments.items("questions") if arguments is not None else ()
    text = one_line(questions[0].text("question"), LONGEST_TEXT) if questions else None
    if text is None:
        return None
    labels = [one_line(option.text("label")) for option in questions[0].items("options")[:MOST_OPTIONS]]
    return AgentQuestion(text=text, options=tuple(filter(None, labels)), others=len(questions) - 1)
