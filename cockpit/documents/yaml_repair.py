"""Reading YAML that does not parse: the lines that break it are blanked in a copy and read as plain text.

Blanks keep every offset, so marks hold in the real text. What real files have: free text with `: ` in an unquoted
value, a progress bar between the keys, conflict markers, a `...` where phases were left out, quotes never closed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from cockpit.documents.text import LineIndex, Problem
from cockpit.documents.yaml_nodes import Builder, Mark, Path, YamlValue
from cockpit.values import dataclass

if TYPE_CHECKING:
    from yaml import MarkedYAMLError
    from yaml.events import Event

MAX_LINES = 50_000
"""Lines that are read; more than a text of as many keys and values as are read has."""
MAX_REPAIRS = 64
"""Lines blanked one by one, each at the cost of one more reading, before all values below are read as plain text."""
MAX_REREAD = 500_000
"""Characters read again for repairs, all readings of one text together."""
MAX_TAKEN = 30_000
"""Keys and values taken before the last repair, all readings of one text together; a few hundred are one reading."""

_ENTRY = re.compile(
    r"(?P<lead>[ ]*(?:-[ ]+)*(?:-(?=$))?)"
    r"(?P<key>(?:\"[^\"]*\"[ \t]*|'[^']*'[ \t]*|[^\s:#\-\[\]{},&*!|>'\"%@`<=][^:]*):(?=[ \t]|$))?[ \t]*(?P<value>.*)$"
)
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_NOT_YAML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_PRIVATE_PLANE = 0x100000
_STAND_INS = re.compile("[\U00100000-\U0010ffff]")
_BASIC_PLANE = 0x10000


@dataclass(slots=True)
class _Attempt:
    """One reading: its data so far, and where it broke (None: it did not)."""

    builder: Builder
    broken_at: int | None = None
    reason: str = ""
    ended_at: int | None = None
    """The line of a `...` that ended the first document."""


def read_repairing(text: str) -> tuple[YamlValue, tuple[Problem, ...], Mapping[Path, Mark]]:
    """Data, problems and marks of a YAML text, whatever state it is in."""
    reading = _Reading(text)
    repair = _Repair(reading.source, reading.index)
    attempt = reading.attempt(reading.source, {})
    if attempt.broken_at is not None and repair.blank_conflict_markers():
        attempt = reading.attempt(repair.text(), {})
    while attempt.broken_at is not None and repair.blank(attempt):
        attempt = reading.attempt(repair.text(), repair.replaced)
    if attempt.broken_at is not None and repair.blank_rest(attempt.broken_at):
        attempt = reading.attempt(repair.text(), repair.replaced)
    if attempt.broken_at is not None:
        message = f"not read from here on: {attempt.reason}"
        repair.problems.append(Problem("yaml-invalid", attempt.broken_at + 1, message))
    builder = attempt.builder
    if len(reading.source) < len(text):
        repair.problems.append(Problem("yaml-size", MAX_LINES, f"more than {MAX_LINES:,} lines; not read on"))
    return builder.data, (*repair.problems, *builder.problems), builder.marks


class _Repair:
    """The copy in which lines are blanked, and what was blanked."""

    def __init__(self, source: str, index: LineIndex) -> None:
        self.source = source
        self.lines = [source[a:b] for a, b in zip(index.starts, index.starts[1:], strict=False)]
        self.starts = index.starts
        self.replaced: dict[int, tuple[int, int]] = {}
        self.problems: list[Problem] = []
        self.taken = 0
        self.allowed = max(2, min(MAX_REPAIRS, MAX_REREAD // max(1, len(source))))

    def text(self) -> str:
        return "".join(self.lines)

    def blank_conflict_markers(self) -> bool:
        """Blank the lines that git left in a conflict; False where there are none."""
        numbers = [number for number, line in enumerate(self.lines) if _CONFLICT.match(line.rstrip("\r\n"))]
        for number in numbers:
            if self.lines[number].startswith("<"):
                message = "a git conflict was committed or is unresolved here; both sides are read"
                self.problems.append(Problem("conflict-marker", number + 1, message))
            self._blank_from(number, 0)
        return bool(numbers)

    def blank(self, attempt: _Attempt) -> bool:
        """Blank what broke a reading; False where nothing can be or the limit is reached."""
        number, reason = attempt.broken_at or 0, attempt.reason
        self.taken += attempt.builder.taken
        while number >= 0 and not self._has_content(number):
            number -= 1
        if number < 0 or self.allowed <= 0 or self.taken > MAX_TAKEN:
            return False
        self.allowed -= 1
        line = self.lines[number].strip()
        if self._take_value(number):
            message = f"not valid YAML ({reason}); the value is read as plain text"
        else:
            self._blank_from(number, 0)
            message = f"not valid YAML ({reason}); the line is left out: {line[:60]}"
        self.problems.append(Problem("yaml-invalid", number + 1, message))
        return True

    def blank_rest(self, first: int) -> bool:
        """Blank all values from a line on, and what is no entry; False where nothing stands there."""
        numbers = [number for number in range(first, len(self.lines)) if self._has_content(number)]
        for number in numbers:
            if not self._take_value(number) and not self._is_bare_entry(number):
                self._blank_from(number, 0)
        message = "too much here is not valid YAML; from here on, every value is read as plain text"
        self.problems += [Problem("yaml-invalid", number + 1, message) for number in numbers[:1]]
        return bool(numbers)

    def _take_value(self, number: int) -> bool:
        """Blank the value on a line, to be read as plain text; False where the line is no entry with a value."""
        match = _ENTRY.match(self.lines[number].rstrip("\r\n"))
        if match is None or not match["value"].strip() or not (match["key"] or match["lead"].strip()):
            return False
        self._blank_value(number, match)
        return True

    def _is_bare_entry(self, number: int) -> bool:
        """Whether a line is a key or a dash without a value."""
        match = _ENTRY.match(self.lines[number].rstrip("\r\n"))
        return match is not None and not match["value"].strip() and bool(match["key"] or match["lead"].strip())

    def _has_content(self, number: int) -> bool:
        content = self.lines[number].strip()
        return bool(content) and not content.startswith("#")

    def _blank_value(self, number: int, match: re.Match[str]) -> None:
        column = match.start("value")
        start = self.starts[number]
        end = start + len(match[0].rstrip())
        anchor = match.end("key") if match["key"] else len(match["lead"].rstrip())
        self._blank_from(number, column)
        indent = len(match["lead"])
        for following in range(number + 1, len(self.lines)):
            if not self._continues(following, indent):
                break
            end = self.starts[following] + len(self.lines[following].rstrip())
            self._blank_from(following, 0)
        self.replaced[start + anchor] = (start + column, end)

    def _continues(self, number: int, indent: int) -> bool:
        """Whether a line is the further text of a value above it: deeper, and neither a key nor a list entry."""
        line = self.lines[number].rstrip("\r\n")
        match = _ENTRY.match(line)
        deeper = len(line) - len(line.lstrip(" ")) > indent and bool(line.strip())
        return deeper and match is not None and not match["key"] and not match["lead"].strip()

    def _blank_from(self, number: int, column: int) -> None:
        line = self.lines[number]
        content = line.rstrip("\r\n")
        self.lines[number] = content[:column] + " " * (len(content) - column) + line[len(content) :]


class _Reading:
    """One text, read as often as its repair takes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.index = LineIndex(text, MAX_LINES)
        self.source, self.restore = _readable(text[: self.index.starts[: MAX_LINES + 1][-1]])

    def attempt(self, source: str, replaced: Mapping[int, tuple[int, int]]) -> _Attempt:
        """Read `source`, the text or a copy with blanks in it."""
        import yaml

        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        attempt = _Attempt(Builder(self.text, self.index, replaced, self.restore))
        try:
            attempt.builder.take(self._first_document(yaml.parse(source, Loader=loader), attempt))
        except yaml.MarkedYAMLError as error:
            attempt.broken_at = self._culprit(error) if attempt.ended_at is None else attempt.ended_at
            attempt.reason = error.problem or "it cannot be read"
        except yaml.YAMLError as error:
            attempt.broken_at, attempt.reason = 0, str(error).splitlines()[0]
        return attempt

    def _culprit(self, error: "MarkedYAMLError") -> int:
        """The line with the mistake: where an unfinished token or bracket begins, else where reading stopped."""
        unfinished = ("while scanning a quoted", "while scanning a simple key", "while parsing a flow")
        begins_there = (error.context or "").startswith(unfinished)
        mark = (error.context_mark if begins_there else error.problem_mark) or error.problem_mark
        return self.index.line_of(mark.index) - 1 if mark else 0

    def _first_document(self, events: Iterator["Event"], attempt: _Attempt) -> Iterator["Event"]:
        """The first document's events. A `...` in the middle, where something was left out, breaks the reading."""
        from yaml.events import DocumentEndEvent, DocumentStartEvent

        for event in events:
            if not isinstance(event, DocumentEndEvent | DocumentStartEvent):
                yield event
                continue
            line = self.index.line_of(event.start_mark.index if event.start_mark else 0)
            if isinstance(event, DocumentEndEvent) and event.explicit:
                attempt.ended_at = line - 1
            elif isinstance(event, DocumentStartEvent) and attempt.ended_at is not None and not event.explicit:
                attempt.broken_at, attempt.reason = attempt.ended_at, "`...` ends a document"
                return
            elif isinstance(event, DocumentStartEvent) and attempt.builder.marks:
                message = "a second YAML document begins here; only the first is read"
                attempt.builder.problems.append(Problem("yaml-documents", line, message))
                return
            else:
                yield event


def _readable(text: str) -> tuple[str, Callable[[str], str]]:
    """The text with stand-ins for the characters that YAML refuses, one for one, and what turns them back."""
    if text.startswith("\ufeff"):
        text = "\n" + text[1:]
    if not _NOT_YAML.search(text):
        return text, str
    if _STAND_INS.search(text):
        return _NOT_YAML.sub("\ufffd", text), str
    return text.translate(_Letters(_stand_in)), _restored


def _restored(scalar: str) -> str:
    return scalar.translate(_Letters(_stood_for)) if _STAND_INS.search(scalar) else scalar


def _stand_in(code: int) -> int:
    return _PRIVATE_PLANE + code if code < _BASIC_PLANE and _NOT_YAML.match(chr(code)) else code


def _stood_for(code: int) -> int:
    return code - _PRIVATE_PLANE if code >= _PRIVATE_PLANE else code


class _Letters(dict[int, int]):
    """What becomes of each letter, for `str.translate`; asked once for each that a text may hold a million times."""

    def __init__(self, becomes: Callable[[int], int]) -> None:
        super().__init__()
        self.becomes = becomes

    def __missing__(self, code: int) -> int:
        other = self.becomes(code)
        if code < _BASIC_PLANE or other != code:
            self[code] = other
        return other
