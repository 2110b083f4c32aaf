"""YAML with positions, read so that scalars keep their text: `03`, `2.10`, dates and `PR #642` mean what they say.

Where YAML sees a comment without a blank behind its `#`, the text goes on: cutting `PR #642` would lose what was meant.
Only the null forms (`null`, `~`, nothing) become None; what is a number or a truth value, the reader of a format
decides. The text itself is changed by splicing at the marks.

What real files have is free text with `: ` in an unquoted value, a progress bar between the keys, conflict markers, a
`...` where phases were left out, quotes never closed. Where reading breaks, the value on that line is read as plain
text, or else the line is left out, and the text is read again, a few times; each such line is a problem. Both are
blanked in a copy: blanks keep every offset, so marks hold in the real text.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cockpit.documents.splice import Splice
from cockpit.documents.text import LineIndex, Problem
from cockpit.documents.yaml_nodes import Builder, Mark, Path, rewrite
from cockpit.documents.yaml_scalars import write_scalar
from cockpit.values import dataclass

if TYPE_CHECKING:
    from yaml import MarkedYAMLError
    from yaml.events import Event

__all__ = ["Mark", "Path", "YamlDocument", "parse", "write_scalar"]

MAX_LINES = 50_000
"""Lines that are read; more than a text of as many keys and values as are read has."""
MAX_REPAIRS = 8
"""Lines on which a text may be broken; what follows the next one is not read."""
MAX_REREAD = 150_000
"""Characters read again for repairs, all readings of one text together."""

_ENTRY = re.compile(
    r"(?P<lead>[ ]*(?:-[ ]+)*(?:-(?=$))?)"
    r"(?P<key>(?:\"[^\"]*\"[ \t]*|'[^']*'[ \t]*|[^\s:#\-\[\]{},&*!|>'\"%@`<=][^:]*):(?=[ \t]|$))?[ \t]*(?P<value>.*)$"
)
_CONFLICT = re.compile(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_NOT_YAML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_PRIVATE_PLANE = 0x100000
_STAND_INS = re.compile("[\U00100000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A YAML text that was read.

    `data` holds dict, list, str and None. `marks` gives the position of every value by its path (`("phases", 0,
    "id")`; the root's is empty). Problem codes: `yaml-invalid`, `yaml-duplicate-key`, `yaml-alias`, `yaml-depth`,
    `yaml-size`, `yaml-documents`, `conflict-marker`.
    """

    text: str
    data: Any
    problems: tuple[Problem, ...]
    marks: Mapping[Path, Mark]

    def line_of(self, path: Path) -> int | None:
        """The 1-based line of a value, or of its nearest ancestor that has one."""
        for length in range(len(path), -1, -1):
            if mark := self.marks.get(tuple(path[:length])):
                return mark.line
        return None

    def rewrite(self, path: Path, value: str | None) -> Splice:
        """The change that gives the scalar at `path` another value, in the notation it has now.

        Raises KeyError where there is no such value, ValueError where it is a collection, an alias or has an anchor.
        """
        return rewrite(self.text, self.data, self.marks, tuple(path), value)


@lru_cache(maxsize=8)
def parse(text: str) -> YamlDocument:
    """Read a whole YAML text. Never raises.

    The last few are kept: an edit asks for the same text many times, and nobody changes what was read.
    """
    reading = _Reading(text)
    reading.blank_conflict_markers()
    broken = reading.read()
    for _ in range(max(1, min(MAX_REPAIRS, MAX_REREAD // max(1, len(reading.source))))):
        if broken is None or not reading.repair(*broken):
            break
        broken = reading.read()
    if broken is not None:
        number, reason = broken
        reading.problems.append(Problem("yaml-invalid", number + 1, f"not read from here on: {reason}"))
        del reading.lines[number:]
        reading.read()
    if len(reading.source) < len(text):
        reading.problems.append(Problem("yaml-size", MAX_LINES, f"more than {MAX_LINES:,} lines; not read on"))
    builder = reading.builder
    return YamlDocument(text, builder.data, (*reading.problems, *builder.problems), builder.marks)


class _Reading:
    """One text, the copy of it in which lines are blanked, and what the last reading of that copy gave."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.index = LineIndex(text, MAX_LINES)
        starts = self.index.starts
        self.source, self.restore = _readable(text[: starts[: MAX_LINES + 1][-1]])
        self.lines = [self.source[start:end] for start, end in pairwise(starts)]
        self.replaced: dict[int, tuple[int, int]] = {}
        self.problems: list[Problem] = []
        self.builder: Builder
        self._ended: int | None = None
        """The 0-based line of a `...` that ended the first document."""

    def read(self) -> tuple[int, str] | None:
        """Read the copy: None, or the 0-based line that broke the reading and why."""
        import yaml

        self._ended = None
        self.builder = Builder(self.text, self.index, self.replaced, self.restore)
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        try:
            self.builder.take(self._first_document(yaml.parse("".join(self.lines), Loader=loader)))
        except _EndedError:
            return self._ended or 0, "`...` ends a document"
        except yaml.MarkedYAMLError as error:
            at = self._culprit(error) if self._ended is None else self._ended
            return at, error.problem or "it cannot be read"
        except yaml.YAMLError as error:
            return 0, str(error).splitlines()[0]
        return None

    def blank_conflict_markers(self) -> None:
        """Blank the lines that git left in a conflict."""
        for number, line in enumerate(self.lines):
            if not _CONFLICT.match(line.rstrip("\r\n")):
                continue
            if line.startswith("<"):
                message = "a git conflict was committed or is unresolved here; both sides are read"
                self.problems.append(Problem("conflict-marker", number + 1, message))
            self._blank(number, 0)

    def repair(self, number: int, reason: str) -> bool:
        """Blank what broke a reading on a line or above it; False where nothing is left there."""
        while number >= 0 and not self._has_content(number):
            number -= 1
        if number < 0:
            return False
        line = self.lines[number].strip()
        match = _ENTRY.match(self.lines[number].rstrip("\r\n"))
        if match and match["value"].strip() and (match["key"] or match["lead"].strip()):
            self._take_value(number, match)
            message = f"not valid YAML ({reason}); the value is read as plain text"
        else:
            self._blank(number, 0)
            message = f"not valid YAML ({reason}); the line is left out: {line[:60]}"
        self.problems.append(Problem("yaml-invalid", number + 1, message))
        return True

    def _take_value(self, number: int, match: re.Match[str]) -> None:
        """Blank the value of an entry, with the lines on which it goes on, to be read as plain text."""
        start = self.index.starts[number]
        anchor = match.end("key") if match["key"] else len(match["lead"].rstrip())
        end = start + len(match[0].rstrip())
        self._blank(number, match.start("value"))
        for following in range(number + 1, len(self.lines)):
            if not self._goes_on(following, len(match["lead"])):
                break
            end = self.index.starts[following] + len(self.lines[following].rstrip())
            self._blank(following, 0)
        self.replaced[start + anchor] = (start + match.start("value"), end)

    def _goes_on(self, number: int, indent: int) -> bool:
        """Whether a line is the further text of a value above it: deeper, and neither a key nor a list entry."""
        line = self.lines[number].rstrip("\r\n")
        match = _ENTRY.match(line)
        deeper = len(line) - len(line.lstrip(" ")) > indent and bool(line.strip())
        return deeper and match is not None and not match["key"] and not match["lead"].strip()

    def _has_content(self, number: int) -> bool:
        content = self.lines[number].strip()
        return bool(content) and not content.startswith("#")

    def _blank(self, number: int, column: int) -> None:
        line = self.lines[number]
        content = line.rstrip("\r\n")
        self.lines[number] = content[:column] + " " * (len(content) - column) + line[len(content) :]

    def _culprit(self, error: "MarkedYAMLError") -> int:
        """The line with the mistake: where an unfinished token or bracket begins, else where reading stopped."""
        unfinished = ("while scanning a quoted", "while scanning a simple key", "while parsing a flow")
        begins_there = (error.context or "").startswith(unfinished)
        mark = (error.context_mark if begins_there else error.problem_mark) or error.problem_mark
        return self.index.line_of(mark.index) - 1 if mark else 0

    def _first_document(self, events: Iterator["Event"]) -> Iterator["Event"]:
        """The first document's events. Raises _EndedError at a `...` in the middle, where something was left out."""
        from yaml.events import DocumentEndEvent, DocumentStartEvent

        for event in events:
            line = self.index.line_of(event.start_mark.index if event.start_mark else 0)
            if isinstance(event, DocumentEndEvent) and event.explicit:
                self._ended = line - 1
            elif isinstance(event, DocumentStartEvent) and self._ended is not None and not event.explicit:
                raise _EndedError
            elif isinstance(event, DocumentStartEvent) and self.builder.marks:
                message = "a second YAML document begins here; only the first is read"
                self.builder.problems.append(Problem("yaml-documents", line, message))
                return
            elif not isinstance(event, DocumentEndEvent | DocumentStartEvent):
                yield event


class _EndedError(Exception):
    """A `...` is followed by more of the same document."""


def _readable(text: str) -> tuple[str, Callable[[str], str]]:
    """The text with stand-ins for the characters that YAML refuses, one for one, and what turns them back."""
    if text.startswith("\ufeff"):
        text = "\n" + text[1:]
    if not _NOT_YAML.search(text):
        return text, str
    if _STAND_INS.search(text):
        return _NOT_YAML.sub("\ufffd", text), str
    return text.translate(_stand_ins()), _restored


@cache
def _stand_ins() -> Mapping[int, int]:
    return {code: _PRIVATE_PLANE + code for code in range(0x10000) if _NOT_YAML.match(chr(code))}


def _restored(scalar: str) -> str:
    return _STAND_INS.sub(lambda found: chr(ord(found[0]) - _PRIVATE_PLANE), scalar)
