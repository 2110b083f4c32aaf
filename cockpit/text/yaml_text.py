"""YAML with positions, read so that scalars keep their text: `03`, `2.10`, dates and `PR #642` mean what they say.

Where YAML sees a comment without a blank behind its `#`, the text goes on: cutting `PR #642` would lose what was meant.
Only the null forms (`null`, `~`, nothing) become None; what is a number or a truth value, the reader of a format
decides. The text itself is changed by splicing at the marks.

What real files have is free text with `: ` in an unquoted value, a progress bar between the keys, conflict markers, a
`...` where phases were left out, quotes never closed. Where reading breaks, the value on that line is read as plain
text, or else the line is left out, and the text is read again, a few times; each such line is a problem. Both are
blanked in a copy: blanks keep every offset, so marks hold in the real text.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cockpit.regex import regex
from cockpit.text.decoding import LineIndex, Problem
from cockpit.text.splice import Splice
from cockpit.values import dataclass

if TYPE_CHECKING:
    from yaml import MarkedYAMLError
    from yaml.events import AliasEvent, CollectionStartEvent, Event, ScalarEvent


# Writing one YAML scalar in the notation of the one it replaces

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_UNSAFE_START = regex(r"[\[\]{}#&*!|>'\"%@`,]|[-?:](?:\s|$)|(?:---|\.\.\.)(?:\s|$)")
_UNSAFE_INSIDE = regex(r":(?:\s|$)|\s#|[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_FLOW_MARKS = regex(r"[\[\]{},]|^[-?:]")
_NO_BLOCK = regex(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]|\A[ \t\n]|[ \t]$|\n\Z", re.MULTILINE)
"""What a block would lose, or what would need a number in its head."""
_BLOCK = regex(r"[|>](?P<chomp>[-+]?)(?P<rest>[ \t]*(?:#[^\r\n]*)?)(?P<newline>\r\n|\n|\r)(?P<blanks>[ \t]*)(?=\S)")
_CONTROL = regex(r"[\x7f-\x9f\u2028\u2029\ufeff]")


def is_null(text: str) -> bool:
    """Whether an untagged plain scalar stands for nothing."""
    return text in _NULLS


def write_scalar(value: str | None, before: str = "", flow: bool = False) -> str:
    """A scalar as YAML text.

    The quoting of `before` (the scalar as written until now) is kept where it can hold the value; a plain value is
    quoted only where it would mean something else. `flow` says that it stands inside `[...]` or `{...}`.
    """
    if value is None:
        return "null"
    if before.startswith("'") and not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]", value):
        return "'" + value.replace("'", "''") + "'"
    if before.startswith('"') or not _is_safe_plain(value, flow):
        return _double_quoted(value)
    return value


def _is_safe_plain(value: str, flow: bool) -> bool:
    if is_null(value) or value != value.strip() or _UNSAFE_START.match(value) or _UNSAFE_INSIDE.search(value):
        return False
    return not (flow and _FLOW_MARKS.search(value))


def _double_quoted(value: str) -> str:
    """JSON's escapes are YAML's, but for a few characters that JSON leaves bare."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(value, ensure_ascii=False))


def can_be_block(value: str) -> bool:
    """Whether a text of several lines can stand as a block as it is."""
    return "\n" in value.strip("\n") and not _NO_BLOCK.search(value.removesuffix("\n"))


def block_lines(value: str, column: int) -> list[str]:
    """A text of several lines as a block: its sign, then its lines, each with the blanks before it."""
    *lines, last = value.split("\n")
    all_lines = lines if not last else [*lines, last]
    return ["|" if not last else "|-", *(f"{' ' * column}{line}" if line else "" for line in all_lines)]


def rewrite_block(value: str, before: str) -> str | None:
    """A text in the place of a block, as one too; None where it is none, or cannot hold it."""
    head = _BLOCK.match(before)
    text = value.removesuffix("\n")
    if head is None or not text or _NO_BLOCK.search(text):
        return None
    ends = value.endswith("\n")
    chomp = "" if ends and head["chomp"] != "+" else "-" if not ends else "+"
    lines = (f"{head['blanks']}{line}" if line else "" for line in text.split("\n"))
    return f"|{chomp}{head['rest']}{head['newline']}{head['newline'].join(lines)}"


# From YAML events to data and marks, without recursion and with limits, so that no text can do harm

Path = tuple[str | int, ...]
YamlValue = str | None | list["YamlValue"] | dict[str, "YamlValue"]

MAX_DEPTH = 100
"""Levels of nesting; real files have fewer than ten."""
MAX_VALUES = 20_000
"""Keys and values of a text that are read; real files have a few hundred."""
MAX_EXPANDED = 100_000
"""Nodes that all aliases of a text may stand for together, against `billion laughs`."""


_HASH_TEXT = regex(r"(?P<gap>[ \t]+)#(?=\w)[^\r\n]*?(?=[ \t]*(?:[ \t]#[ \t][^\r\n]*)?(?:[\r\n]|\Z))")
"""What follows a plain scalar in `PR #642`. YAML calls it a comment, but those who write such lines mean it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a value stands: 1-based `line`, offsets of its text with quotes, what it is.

    `style` is "plain", "quoted", "block" (`|`, `>`), "collection" or "alias"; `flow` says that it stands inside
    brackets. For a value that is not written (`key:`), `start` and `end` are where it would begin.
    """

    line: int
    start: int
    end: int
    style: str
    flow: bool = False

    def moved(self, offset: int, lines: int) -> "Mark":
        """The same mark in a text in which the YAML begins `offset` characters and `lines` lines later."""
        return Mark(self.line + lines, self.start + offset, self.end + offset, self.style, self.flow)

    def rewrite(self, text: str, value: str | None) -> Splice:
        """The change that writes another scalar here. Raises ValueError where no scalar of its own stands here."""
        before = text[self.start : self.end]
        if self.style in ("collection", "alias") or before.startswith(("&", "!")):
            raise ValueError(f"line {self.line} holds no plain value that could be replaced")
        block = rewrite_block(value, before) if self.style == "block" and value is not None else None
        if block is not None:
            return Splice(self.start, self.end, block)
        gap = " " if self.start == self.end and text[self.start - 1 : self.start] in (":", "-") else ""
        return Splice(self.start, self.end, gap + write_scalar(value, before, self.flow))


def rewrite(text: str, data: object, marks: Mapping[Path, Mark], path: Path, value: str | None) -> Splice:
    """The change that writes another scalar at `path`; what says so already stays as it is written.

    Raises KeyError where there is no such value, ValueError where no scalar of its own stands there.
    """
    mark = marks[path]
    splice = mark.rewrite(text, value)
    for step in path:
        data = data[step] if isinstance(data, dict | list) else _ABSENT  # type: ignore[index]  # the path leads there
    return Splice(mark.end, mark.end, "") if data == value else splice


_ABSENT = object()


@dataclass(slots=True)
class _Frame:
    """A collection that is being filled. `path` is None inside a key that is itself a collection."""

    value: dict[str, YamlValue] | list[YamlValue]
    path: Path | None
    mark: Mark
    anchor: str | None
    flow: bool
    is_key: bool
    key: str | None = None
    last_end: int = 0
    size: int = 1


@dataclass(slots=True)
class Builder:
    """Takes events and builds data. What was built before an error or a limit is kept.

    `replaced` maps the offset of an empty value to the span of the text that stands for it, `restore` turns back the
    stand-ins in a scalar (see `yaml_text`).
    """

    text: str
    index: LineIndex
    replaced: Mapping[int, tuple[int, int]]
    restore: Callable[[str], str]
    data: YamlValue = None
    marks: dict[Path, Mark] = field(default_factory=dict)
    earlier: dict[Path, list[tuple[int, YamlValue]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    taken: int = 0
    """How many events were taken."""
    _stack: list[_Frame] = field(default_factory=list)
    _anchors: dict[str, tuple[YamlValue, int]] = field(default_factory=dict)
    _expanded: int = 0

    def take(self, events: Iterator["Event"]) -> None:
        """Build from the events of one document. Raises what the events raise."""
        from yaml.events import AliasEvent, CollectionEndEvent, CollectionStartEvent, MappingStartEvent, ScalarEvent

        for event in events:
            self.taken += 1
            if self.taken > MAX_VALUES:
                line = self.index.line_of(_start(event))
                message = f"more than {MAX_VALUES:,} keys and values; the rest is not read"
                self.problems.append(Problem("yaml-size", line, message, ends_reading=True))
                return
            if isinstance(event, ScalarEvent):
                self._scalar(event)
            elif isinstance(event, CollectionStartEvent):
                if not self._begin(event, {} if isinstance(event, MappingStartEvent) else []):
                    return
            elif isinstance(event, CollectionEndEvent):
                self._finish(_end(event))
            elif isinstance(event, AliasEvent):
                self._alias(event)

    def _begin(self, event: "CollectionStartEvent", value: dict[str, YamlValue] | list[YamlValue]) -> bool:
        if len(self._stack) >= MAX_DEPTH:
            self._report("yaml-depth", _start(event), f"nested more than {MAX_DEPTH} levels deep; the rest is not read")
            return False
        is_key = self._expects_key()
        path = None if is_key else self._next_path()
        mark = self._mark(_start(event), _start(event), "collection")
        if not is_key:
            self._attach(value)
        self._stack.append(_Frame(value, path, mark, event.anchor, bool(event.flow_style), is_key))
        return True

    def _finish(self, closed_at: int) -> None:
        frame = self._stack.pop()
        end = closed_at if frame.flow else max(frame.last_end, frame.mark.start)
        if frame.is_key:
            self._complex_key(frame, closed_at)
            return
        if frame.path is not None:
            self.marks[frame.path] = Mark(frame.mark.line, frame.mark.start, end, "collection", frame.mark.flow)
        if frame.anchor:
            self._anchors[frame.anchor] = (frame.value, frame.size)
        self._advance(end, frame.size)

    def _complex_key(self, frame: _Frame, end: int) -> None:
        key = self.text[frame.mark.start : end].strip()
        self._report("yaml-invalid", frame.mark.start, f"the key {key:.40} is a collection; read as text")
        self._stack[-1].key = key

    def _scalar(self, event: "ScalarEvent") -> None:
        start, end = _start(event), _end(event)
        value: str | None = self.restore(event.value)
        style = "plain" if not event.style else "block" if event.style in "|>" else "quoted"
        if start == end and start in self.replaced:
            start, end = self.replaced[start]
            value = _unquoted(" ".join(self.text[start:end].split()))
        elif style == "plain" and not self._in_flow() and (more := _HASH_TEXT.match(self.text, end)):
            start, end = (start if end > start else more.end("gap")), more.end()
            value = (event.value and event.value + more["gap"]) + self.text[more.end("gap") : end]
        elif style == "plain" and event.tag is None and is_null(event.value):
            value = None
        if style == "block":
            end = start + len(self.text[start:end].rstrip())
        if self._expects_key():
            self._take_key(self._stack[-1], value or event.value, start)
            return
        self._value(value, self._mark(start, end, style))
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)

    def _alias(self, event: "AliasEvent") -> None:
        start = _start(event)
        value, size = self._anchors.get(event.anchor or "", (None, 1))
        self._expanded += size
        if event.anchor not in self._anchors:
            self._report("yaml-alias", start, f"the alias *{event.anchor} has no complete anchor before it")
        elif self._expanded > MAX_EXPANDED:
            value, size = None, 1
            self._report("yaml-alias", start, f"the aliases expand to more than {MAX_EXPANDED} values; not expanded")
        if self._expects_key():
            self._stack[-1].key = self.text[start : _end(event)]
            return
        self._value(value, self._mark(start, _end(event), "alias"), size)

    def _value(self, value: YamlValue, mark: Mark, size: int = 1) -> None:
        path = self._next_path()
        if path is not None:
            self.marks[path] = mark
        self._attach(value)
        self._advance(mark.end, size)

    def _attach(self, value: YamlValue) -> None:
        if not self._stack:
            self.data = value
            return
        frame = self._stack[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
        else:
            frame.value[frame.key or ""] = value
            frame.key = None

    def _advance(self, end: int, size: int) -> None:
        if self._stack:
            self._stack[-1].last_end = end
            self._stack[-1].size += size

    def _expects_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1].value, dict) and self._stack[-1].key is None

    def _next_path(self) -> Path | None:
        if not self._stack:
            return ()
        frame = self._stack[-1]
        if frame.path is None:
            return None
        return (*frame.path, len(frame.value) if isinstance(frame.value, list) else frame.key or "")

    def _take_key(self, frame: _Frame, key: str, start: int) -> None:
        frame.key = key
        if key in frame.value:
            self._report("yaml-duplicate-key", start, f"duplicate key {key[:40]}; the last value is used", key)
            path = self._next_path()
            if path is not None and path in self.marks:
                value = frame.value[key]  # type: ignore[call-overload]  # what has keys is a mapping
                self.earlier.setdefault(path, []).append((self.marks[path].line, value))

    def _mark(self, start: int, end: int, style: str) -> Mark:
        return Mark(self.index.line_of(start), start, end, style, self._in_flow())

    def _in_flow(self) -> bool:
        return bool(self._stack) and self._stack[-1].flow

    def _report(self, code: str, offset: int, message: str, key: str | None = None) -> None:
        self.problems.append(Problem(code, self.index.line_of(offset), message, key=key))


def _unquoted(value: str) -> str:
    """A value that is no YAML, without the quotes around it or the one that was never closed."""
    quote = value[:1]
    if quote not in ("'", '"'):
        return value
    inner = value[1:-1] if value.endswith(quote) and len(value) > 1 else value[1:]
    return value if quote in inner else inner


def _start(event: "Event") -> int:
    return event.start_mark.index if event.start_mark else 0


def _end(event: "Event") -> int:
    return event.end_mark.index if event.end_mark else 0


__all__ = ["Mark", "Path", "YamlDocument", "parse", "write_scalar"]

MAX_LINES = 50_000
"""Lines that are read; more than a text of as many keys and values as are read has."""
MAX_REPAIRS = 8
"""Lines on which a text may be broken; what follows the next one is not read."""
MAX_REREAD = 150_000
"""Characters read again for repairs, all readings of one text together."""

_ENTRY = regex(
    r"(?P<lead>[ ]*(?:-[ ]+)*(?:-(?=$))?)"
    r"(?P<key>(?:\"[^\"]*\"[ \t]*|'[^']*'[ \t]*|[^\s:#\-\[\]{},&*!|>'\"%@`<=][^:]*):(?=[ \t]|$))?[ \t]*(?P<value>.*)$"
)
_CONFLICT = regex(r"(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_NOT_YAML = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_PRIVATE_PLANE = 0x100000
_STAND_INS = regex("[\U00100000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A YAML text that was read.

    `data` holds dict, list, str and None. `marks` gives the position of every value by its path (`("phases", 0,
    "id")`; the root's is empty), `earlier` the lines and values under a key that comes again. Problem codes:
    `yaml-invalid`, `yaml-duplicate-key`, `yaml-alias`, `yaml-depth`, `yaml-size`, `yaml-documents`, `conflict-marker`.
    """

    text: str
    data: Any
    problems: tuple[Problem, ...]
    marks: Mapping[Path, Mark]
    earlier: Mapping[Path, Sequence[tuple[int, YamlValue]]]

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
    return _simple(text) or _whole(text)


_SIMPLE = regex(
    r"(?P<key>[A-Za-z_][\w-]{0,99}):"
    r"(?:[ ]+(?P<value>[\w./(+$<=;^](?:[\w .,/()+$<>=;^~@!%&*'\"\[\]{}?|`-]|:(?=\S))*?))?[ ]*\r?", re.ASCII
)  # fmt: skip
_SIMPLE_LENGTH = 10_000


def _simple(text: str) -> YamlDocument | None:
    """A text in which each line is a key and a plain value on that line, as nearly all handoffs have; None of any
    other. It says the same as YAML's own reader, which takes longer to import than a hook has for all it does."""
    data: dict[str, YamlValue] = {}
    marks: dict[Path, Mark] = {}
    offset = 0
    for number, line in enumerate(text[:_SIMPLE_LENGTH].split("\n"), start=1):
        found = _SIMPLE.fullmatch(line)
        if found is not None and found["key"] not in data:
            key, value = found["key"], found["value"]
            start, end = found.span("value") if value else (found.end("key") + 1,) * 2
            data[key] = None if value is None or is_null(value) else value
            marks[key,] = Mark(number, offset + start, offset + end, "plain")
            first = marks.get((), Mark(number, offset, 0, "collection"))
            marks[()] = replace(first, end=offset + end)
        elif line not in ("", "\r"):
            return None
        offset += len(line) + 1
    if not data or len(text) > _SIMPLE_LENGTH:
        return None
    return YamlDocument(text, data, (), marks, {})


def _whole(text: str) -> YamlDocument:
    reading = _Reading(text)
    reading.blank_conflict_markers()
    broken = reading.read()
    for _ in range(max(1, min(MAX_REPAIRS, MAX_REREAD // max(1, len(reading.source))))):
        if broken is None or not reading.repair(*broken):
            break
        broken = reading.read()
    if broken is not None:
        number, reason = broken
        message = f"not valid YAML ({reason}); the rest is not read"
        reading.problems.append(Problem("yaml-invalid", number + 1, message, ends_reading=True))
        del reading.lines[number:]
        reading.read()
    if len(reading.source) < len(text):
        message = f"more than {MAX_LINES:,} lines; the rest is not read"
        reading.problems.append(Problem("yaml-size", MAX_LINES, message, ends_reading=True))
    builder = reading.builder
    return YamlDocument(text, builder.data, (*reading.problems, *builder.problems), builder.marks, builder.earlier)


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
            return self._ended or 0, "`...` ends the document"
        except yaml.MarkedYAMLError as error:
            at = self._culprit(error) if self._ended is None else self._ended
            return at, error.problem or "syntax error"
        except yaml.YAMLError as error:
            return 0, str(error).splitlines()[0]
        return None

    def blank_conflict_markers(self) -> None:
        """Blank the lines that git left in a conflict."""
        for number, line in enumerate(self.lines):
            if not _CONFLICT.match(line.rstrip("\r\n")):
                continue
            if line.startswith("<"):
                self.problems.append(
                    Problem("conflict-marker", number + 1, "unresolved git conflict markers; both sides are read")
                )
            self._blank(number, 0)

    def repair(self, number: int, reason: str) -> bool:
        """Blank what broke a reading on a line or above it; False where nothing is left there."""
        while number >= 0 and not self._has_content(number):
            number -= 1
        if number < 0:
            return False
        line = self.lines[number].strip()
        match = _ENTRY.match(self.lines[number].rstrip("\r\n"))
        as_text = match is not None and match["value"].strip() and (match["key"] or match["lead"].strip())
        if match and as_text:
            self._take_value(number, match)
            what = "the value is read as plain text"
        else:
            self._blank(number, 0)
            what = f"the line is skipped: {line:.60}"
        self.problems.append(
            Problem("yaml-invalid", number + 1, f"not valid YAML ({reason}); {what}", as_text=bool(as_text))
        )
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
                self.builder.problems.append(Problem("yaml-documents", line, message, ends_reading=True))
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


# Writing values in lines

_TYPED = regex(
    r"[-+]?(?:[\d.][\d_.,]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.inf|\.nan)|true|false|yes|no|on|off|y|n", re.IGNORECASE
)
_DATE = regex(r"\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?|\d+(?::[0-5]?\d)+")
_WORD = regex(r"[\w.-]+")
"""An id or a status: many files write those without the quotes that stand around their texts."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a text is written: the quote around texts, around single words and around dates (empty: none), the blanks
    before the dashes of a list, and whether lists of texts stand in brackets."""

    text_quote: str
    word_quote: str
    date_quote: str
    dash_indent: int
    brackets: bool

    def scalar(self, value: str | int | bool | None, *, flow: bool = False) -> str:
        """A scalar that replaces none."""
        if value is None:
            return "null"
        if isinstance(value, bool | int):
            return str(value).lower()
        if _DATE.fullmatch(value):
            return write_scalar(value, self.date_quote, flow)
        if _TYPED.fullmatch(value):
            return write_scalar(value, self.text_quote or self.date_quote or "'", flow)
        return write_scalar(value, self.word_quote if _WORD.fullmatch(value) else self.text_quote, flow)

    def inside(self, value: object) -> str:
        """A value on one line, as it stands in brackets."""
        if isinstance(value, dict):
            parts = (f"{self.key(key)}: {self.inside(inner)}" for key, inner in value.items())
            return f"{{{', '.join(parts)}}}"
        if isinstance(value, list):
            return f"[{', '.join(map(self.inside, value))}]"
        return self.scalar(value, flow=True)  # type: ignore[arg-type]  # the rest are scalars

    def key(self, key: str) -> str:
        """The key of a mapping."""
        return write_scalar(key, "'" if _TYPED.fullmatch(key) or _DATE.fullmatch(key) else "", flow=True)

    def lines(self, value: object, column: int) -> list[str]:
        """A value in lines, the first without the blanks before it; the others begin at that column."""
        blanks = " " * column
        if isinstance(value, dict) and value:
            result = [line for key, inner in value.items() for line in self.member(key, inner, column)]
        elif isinstance(value, list) and value and not (self.brackets and _are_scalars(value)):
            result = [line for each in value for line in self.item(each, column)]
        else:
            return [self.inside(value) if isinstance(value, dict | list) else self.scalar(value)]  # type: ignore[arg-type]
        return [result[0].removeprefix(blanks), *result[1:]]

    def member(self, key: str, value: object, column: int) -> list[str]:
        """A key with its value, each line with the blanks before it."""
        lead = f"{' ' * column}{self.key(key)}:"
        if isinstance(value, str) and can_be_block(value):
            sign, *lines = block_lines(value, column + 2)
            return [f"{lead} {sign}", *lines]
        below = column + (self.dash_indent if isinstance(value, list) else 2)
        below_key = self.lines(value, below)
        if self._stands_below(value):
            return [lead, f"{' ' * below}{below_key[0]}", *below_key[1:]]
        return [f"{lead} {below_key[0]}", *below_key[1:]]

    def item(self, value: object, column: int) -> list[str]:
        """An element of a list, behind its dash."""
        first, *more = self.lines(value, column + 2)
        return [f"{' ' * column}- {first}", *more]

    def _stands_below(self, value: object) -> bool:
        return bool(value) and (
            isinstance(value, dict) or (isinstance(value, list) and not (self.brackets and _are_scalars(value)))
        )


def _are_scalars(values: list[Any]) -> bool:
    return not any(isinstance(each, dict | list) for each in values)
