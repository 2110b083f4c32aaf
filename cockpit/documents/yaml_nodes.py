"""From YAML events to data and marks, without recursion and with limits, so that no text can do harm."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from cockpit.documents.splice import Splice
from cockpit.documents.text import LineIndex, Problem
from cockpit.documents.yaml_scalars import is_null, rewrite_block, write_scalar
from cockpit.values import dataclass

if TYPE_CHECKING:
    from yaml.events import AliasEvent, CollectionStartEvent, Event, ScalarEvent

Path = tuple[str | int, ...]
YamlValue = str | None | list["YamlValue"] | dict[str, "YamlValue"]

MAX_DEPTH = 100
"""Levels of nesting; real files have fewer than ten."""
MAX_VALUES = 20_000
"""Keys and values of a text that are read; real files have a few hundred."""
MAX_EXPANDED = 100_000
"""Nodes that all aliases of a text may stand for together, against `billion laughs`."""


_HASH_TEXT = re.compile(r"(?P<gap>[ \t]+)#(?=\w)[^\r\n]*?(?=[ \t]*(?:[ \t]#[ \t][^\r\n]*)?(?:[\r\n]|\Z))")
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
                self._report("yaml-size", _start(event), f"more than {MAX_VALUES:,} keys and values; not read on")
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
            self._report("yaml-depth", _start(event), f"nested deeper than {MAX_DEPTH} levels; not read on")
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
        self._report("yaml-invalid", frame.mark.start, f"the key {key[:40]} is a collection; it is read as text")
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
            self._report("yaml-alias", start, f"*{event.anchor} refers to nothing that is complete before it")
        elif self._expanded > MAX_EXPANDED:
            value, size = None, 1
            self._report("yaml-alias", start, f"the aliases stand for more than {MAX_EXPANDED} values; not expanded")
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
            self._report("yaml-duplicate-key", start, f"the key {key[:40]} stands here a second time; the last counts")

    def _mark(self, start: int, end: int, style: str) -> Mark:
        return Mark(self.index.line_of(start), start, end, style, self._in_flow())

    def _in_flow(self) -> bool:
        return bool(self._stack) and self._stack[-1].flow

    def _report(self, code: str, offset: int, message: str) -> None:
        self.problems.append(Problem(code, self.index.line_of(offset), message))


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
