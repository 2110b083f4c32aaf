"""A JSON scanner that keeps positions and does not give up at the first fault."""

import json
import math
import re
from dataclasses import field
from typing import Literal, NoReturn

from cockpit.documents.text import LineIndex, Problem
from cockpit.values import dataclass

MAX_DEPTH = 200
"""Levels of nesting. Deeper text is not read: what walks the value would run out of stack."""

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
NodeKind = Literal["object", "array", "string", "number", "literal"]

_SPACE = re.compile(r"[ \t\r\n]*")
_COMMENT = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r'"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"', re.DOTALL)
_STRING_OVER_LINES = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"(?=[ \t]*(?:[,}\]:\r\n]|$))', re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])")
_WORD = re.compile(r"[+-]?\w+")
_LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_CONSTANTS = frozenset({"NaN", "Infinity", "-Infinity"})


@dataclass(slots=True)
class JsonNode:
    """A value with its position: offsets of its text, 1-based line; `key_*` are those of the member's key, if any."""

    kind: NodeKind
    value: JsonValue
    line: int
    start: int
    end: int
    members: dict[str, "JsonNode"] = field(default_factory=dict)
    elements: list["JsonNode"] = field(default_factory=list)
    key_line: int | None = None
    key_start: int | None = None
    key_end: int | None = None

    def child(self, step: str | int) -> "JsonNode | None":
        """The member of a key or the element at a position, or None."""
        if isinstance(step, str):
            return self.members.get(step)
        return self.elements[step] if 0 <= step < len(self.elements) else None


@dataclass(frozen=True, slots=True)
class Scan:
    """What the scanner read."""

    root: JsonNode | None
    problems: tuple[Problem, ...]
    complete: bool


class _StopError(Exception):
    """Reading cannot go on; what was read until here stays."""


@dataclass(slots=True)
class _Open:
    """A container that is being read."""

    node: JsonNode
    depth: int
    closing: str
    values: dict[str, JsonValue] = field(default_factory=dict)
    elements: list[JsonValue] = field(default_factory=list)
    needs_comma: bool = False
    comma_at: int | None = None


@dataclass(frozen=True, slots=True)
class _Key:
    """The key of the member whose value comes next."""

    name: str
    line: int
    start: int
    end: int


def scan(text: str, index: LineIndex) -> Scan:
    """Read a text as far as it goes. Never raises."""
    scanner = _Scanner(text, index)
    complete = True
    try:
        scanner.document()
    except _StopError:
        complete = False
        for container in scanner.open:
            container.node.end = scanner.at
    return Scan(scanner.root, tuple(scanner.problems), complete)


class _Scanner:
    """Reads entry by entry, without recursion. Containers are attached before they are filled, so a part is kept."""

    def __init__(self, text: str, index: LineIndex) -> None:
        self.text = text
        self.index = index
        self.at = 1 if text.startswith("\ufeff") else 0
        self.problems: list[Problem] = []
        self.root: JsonNode | None = None
        self.open: list[_Open] = []

    def document(self) -> None:
        self._skip()
        if self.at >= len(self.text):
            self._stop("the file is empty")
        self._value(None, None)
        while self.open:
            self._step(self.open[-1])
        self._skip()
        if self.at < len(self.text):
            self._stop("expected the end of the file; more stands after the value")

    def _step(self, container: _Open) -> None:
        """Read the next entry of the innermost container, the comma after one, or the container's end."""
        character = self._after_space()
        if character == container.closing:
            self._close(container)
        elif container.needs_comma:
            if character != ",":
                self._expected(f"a comma or `{container.closing}`")
            container.needs_comma, container.comma_at = False, self.at
            self.at += 1
        else:
            key = self._key() if container.closing == "}" else None
            self._value(container, key)
            container.needs_comma = True

    def _close(self, container: _Open) -> None:
        if container.comma_at is not None and not container.needs_comma:
            message = f"a comma stands before the closing `{container.closing}`"
            self._report("json-trailing-comma", container.comma_at, message)
        self.at += 1
        container.node.end = self.at
        self.open.pop()

    def _key(self) -> _Key:
        if self._peek() != '"':
            self._expected("a key in double quotes or `}`")
        start = self.at
        name = self._string()
        end = self.at
        if self._after_space() != ":":
            self._expected(f"a colon after the key {_shown(name)}")
        self.at += 1
        self._skip()
        return _Key(name, self.index.line_of(start), start, end)

    def _value(self, parent: _Open | None, key: _Key | None) -> None:
        character, start = self._peek(), self.at
        if character in ("{", "["):
            self._begin(character, parent, key)
        elif character == '"':
            self._attach(self._node("string", self._string(), start), parent, key)
        else:
            self._attach(self._bare(parent is not None), parent, key)

    def _begin(self, opening: str, parent: _Open | None, key: _Key | None) -> None:
        depth = parent.depth + 1 if parent else 1
        if depth > MAX_DEPTH:
            self._report("json-depth", self.at, f"nested deeper than {MAX_DEPTH} levels; not read on")
            raise _StopError
        node = self._node("object" if opening == "{" else "array", None, self.at)
        container = _Open(node, depth, "}" if opening == "{" else "]")
        node.value = container.values if opening == "{" else container.elements
        self._attach(node, parent, key)
        self.open.append(container)
        self.at += 1

    def _attach(self, node: JsonNode, parent: _Open | None, key: _Key | None) -> None:
        if parent is None:
            self.root = node
        elif key is None:
            parent.node.elements.append(node)
            parent.elements.append(node.value)
        else:
            if key.name in parent.values:
                message = f"the key {_shown(key.name)} stands here a second time; the last counts"
                self._report("json-duplicate-key", key.start, message)
            node.key_line, node.key_start, node.key_end = key.line, key.start, key.end
            parent.node.members[key.name] = node
            parent.values[key.name] = node.value

    def _string(self) -> str:
        match = _STRING.match(self.text, self.at)
        if match is None:
            match = _STRING_OVER_LINES.match(self.text, self.at)
            if match is None:
                self._stop("the text in quotes that begins here is not closed")
            self._report("json-invalid", self.at, "the text in quotes that begins here runs over several lines")
        try:
            value = str(json.loads(match[0], strict=False))
        except ValueError:
            self._report("json-invalid", self.at, "a backslash in this text is followed by nothing it can escape")
            value = match[0][1:-1]
        self.at = match.end()
        return value

    def _bare(self, inside: bool) -> JsonNode:
        """A number, a literal or a constant. One at the very end of an open container may be cut off: not taken."""
        start = self.at
        match = _NUMBER.match(self.text, start) or _WORD.match(self.text, start)
        if match is None:
            self._expected("a value")
        word = match[0]
        if inside and match.end() == len(self.text):
            self._stop("the file ends in the middle of a value")
        if match.re is not _NUMBER and word not in _LITERALS and word not in _CONSTANTS:
            self._expected("a value")
        self.at = match.end()
        if match.re is _NUMBER:
            return self._node("number", self._number(word, start), start)
        if word in _CONSTANTS:
            self._report("json-constant", start, f"{word} is no JSON value; it is read as null")
        return self._node("literal", _LITERALS.get(word), start)

    def _number(self, word: str, start: int) -> int | float | None:
        try:
            value: int | float = float(word) if set(word) & set(".eE") else int(word)
            if math.isfinite(value):
                return value
        except (ValueError, OverflowError):  # more than 4,300 digits, or more than a float holds
            pass
        self._report("json-number", start, "the number is too large; it is read as null")
        return None

    def _node(self, kind: NodeKind, value: JsonValue, start: int) -> JsonNode:
        return JsonNode(kind, value, self.index.line_of(start), start, self.at)

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _after_space(self) -> str:
        self._skip()
        return self._peek()

    def _skip(self) -> None:
        """Pass blanks, and comments, which are reported."""
        while True:
            space = _SPACE.match(self.text, self.at)
            self.at = space.end() if space else self.at
            comment = _COMMENT.match(self.text, self.at)
            if comment is None:
                return
            self._report("json-comment", self.at, "JSON has no comments; this one is passed over")
            self.at = comment.end()

    def _expected(self, what: str) -> NoReturn:
        found = self._peek()
        self._stop(f"expected {what}" + ("" if found else "; the file ends here"))

    def _stop(self, message: str) -> NoReturn:
        line = self.index.line_of(min(self.at, max(0, len(self.text) - 1)))
        self.problems.append(Problem("json-invalid", line, message))
        raise _StopError

    def _report(self, code: str, offset: int, message: str) -> None:
        self.problems.append(Problem(code, self.index.line_of(offset), message))


def _shown(key: str) -> str:
    return json.dumps(key[:40], ensure_ascii=False)
