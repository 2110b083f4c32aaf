"""JSON with positions, read as far as it goes.

The standard library reads what is valid. Only a damaged text, or a reader that asks for positions, pays for our own
scanner (`json_nodes`), which keeps everything up to the damage and says where it is.
"""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Any, Literal, NoReturn

from cockpit.regex import regex
from cockpit.text.decoding import LineIndex, Problem, line_end_at, newline_of
from cockpit.text.splice import Splice
from cockpit.values import dataclass

# A JSON scanner that keeps positions and does not give up at the first fault

MAX_DEPTH = 200
"""Levels of nesting. Deeper text is not read: what walks the value would run out of stack."""

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]
NodeKind = Literal["object", "array", "string", "number", "literal"]

_SPACE = regex(r"[ \t\r\n]*")
_COMMENT = regex(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_STRING = regex(r'"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"', re.DOTALL)
_STRING_OVER_LINES = regex(r'"[^"\\]*(?:\\.[^"\\]*)*"(?=[ \t]*(?:[,}\]:\r\n]|$))', re.DOTALL)
_NUMBER = regex(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])")
_WORD = regex(r"[+-]?\w+")
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
    earlier: list["JsonNode"] | None = None
    """What stands under the same key before it."""

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
            self._stop("expected the end of the file, found more text after the value")

    def _step(self, container: _Open) -> None:
        """Read the next entry of the innermost container, the comma after one, or the container's end."""
        character = self._after_space()
        if character == container.closing:
            self._close(container)
        elif container.needs_comma:
            if character != ",":
                self._expected(f"expected a comma or `{container.closing}`")
            container.needs_comma, container.comma_at = False, self.at
            self.at += 1
        else:
            key = self._key() if container.closing == "}" else None
            self._value(container, key)
            container.needs_comma = True

    def _close(self, container: _Open) -> None:
        if container.comma_at is not None and not container.needs_comma:
            message = f"trailing comma before the closing `{container.closing}`"
            self._report("json-trailing-comma", container.comma_at, message)
        self.at += 1
        container.node.end = self.at
        self.open.pop()

    def _key(self) -> _Key:
        if self._peek() != '"':
            self._expected("expected a key in double quotes or `}`")
        start = self.at
        name = self._string()
        end = self.at
        if self._after_space() != ":":
            self._expected(f"expected a colon after the key {_shown(name)}")
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
            self._report("json-depth", self.at, f"nested more than {MAX_DEPTH} levels deep; the rest is not read")
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
                message = f"duplicate key {_shown(key.name)}; the last value is used"
                self._report("json-duplicate-key", key.start, message)
                before = parent.node.members[key.name]
                node.earlier = before.earlier if before.earlier is not None else []
                node.earlier.append(before)
            node.key_line, node.key_start, node.key_end = key.line, key.start, key.end
            parent.node.members[key.name] = node
            parent.values[key.name] = node.value

    def _string(self) -> str:
        match = _STRING.match(self.text, self.at)
        if match is None:
            match = _STRING_OVER_LINES.match(self.text, self.at)
            if match is None:
                self._stop("the string that begins here is not closed")
            self._report("json-invalid", self.at, "the string that begins here spans several lines")
        try:
            value = str(json.loads(match[0], strict=False))
        except ValueError:
            self._report("json-invalid", self.at, "invalid backslash escape in this string")
            value = match[0][1:-1]
        self.at = match.end()
        return value

    def _bare(self, inside: bool) -> JsonNode:
        """A number, a literal or a constant. One at the very end of an open container may be cut off: not taken."""
        start = self.at
        number = _NUMBER.match(self.text, start)
        match = number or _WORD.match(self.text, start)
        if match is None:
            self._expected("expected a value")
        word = match[0]
        if inside and match.end() == len(self.text):
            self._stop("the file ends in the middle of a value")
        if number is None and word not in _LITERALS and word not in _CONSTANTS:
            self._expected("expected a value")
        self.at = match.end()
        if number is not None:
            return self._node("number", self._number(word, start), start)
        if word in _CONSTANTS:
            self._report("json-constant", start, f"{word} is not a JSON value; read as text")
        return self._node("literal", word if word in _CONSTANTS else _LITERALS[word], start)

    def _number(self, word: str, start: int) -> int | float | str:
        try:
            value: int | float = float(word) if set(word) & set(".eE") else int(word)
            if math.isfinite(value):
                return value
        except (ValueError, OverflowError):  # more than 4,300 digits, or more than a float holds
            pass
        self._report("json-number", start, "the number is too large; read as text")
        return word

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
            self._report("json-comment", self.at, "JSON has no comments; this comment is ignored")
            self.at = comment.end()

    def _expected(self, expected: str) -> NoReturn:
        self._stop(expected if self._peek() else f"{expected}, found the end of the file")

    def _stop(self, message: str) -> NoReturn:
        line = self.index.line_of(min(self.at, max(0, len(self.text) - 1)))
        self.problems.append(Problem("json-invalid", line, message))
        raise _StopError

    def _report(self, code: str, offset: int, message: str) -> None:
        self.problems.append(Problem(code, self.index.line_of(offset), message))


def _shown(key: str) -> str:
    return json.dumps(key[:40], ensure_ascii=False)


__all__ = ["JsonDocument", "JsonNode", "parse"]

JsonPath = tuple[str | int, ...]

_BRACKETS = regex(r'"(?>[^"\\]+|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""An open quote holds all that follows: tried again at each escaped quote in it, it would cost the square of that."""


class _NotPlainError(ValueError):
    """The text is valid for the standard library, but holds something to report."""


class JsonDocument:
    """A JSON text that was read.

    `value` is plain Python (the last of two equal keys counts); `complete` is False where reading stopped before the
    end. Problem codes: `json-invalid`, `json-duplicate-key`, `json-trailing-comma`, `json-comment`, `json-constant`,
    `json-number`, `json-depth`.
    """

    def __init__(self, text: str, value: object, scanned: Scan | None) -> None:
        self.text = text
        self.value: Any = value
        self._scanned = scanned

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong, in file order."""
        return self._scanned.problems if self._scanned else ()

    @property
    def complete(self) -> bool:
        """Whether the text was read to its end."""
        return self._scanned.complete if self._scanned else True

    @cached_property
    def node(self) -> JsonNode | None:
        """The value with positions; None where there is none at all."""
        return (self._scanned or scan(self.text, LineIndex(self.text))).root

    def at(self, *path: str | int) -> JsonNode | None:
        """The node at a path of keys and positions, or None."""
        node = self.node
        for step in path:
            node = node.child(step) if node else None
        return node

    def line_of(self, path: JsonPath) -> int | None:
        """The 1-based line of a value (of its key, for a member), or of its nearest ancestor that has one."""
        node, line = self.node, None
        for step in (None, *path):
            node = node.child(step) if node and step is not None else node
            if node is None:
                break
            line = node.key_line or node.line
        return line


@lru_cache(maxsize=4)
def parse(text: str) -> JsonDocument:
    """Read a JSON text. Never raises; linear in the length of the text.

    The last few are kept: an edit asks for the same text many times, and nobody changes what was read.
    """
    try:
        if not _is_deep(text):
            return JsonDocument(text, _plain(text), None)
    except (ValueError, RecursionError):
        pass
    scanned = scan(text, LineIndex(text))
    return JsonDocument(text, scanned.root.value if scanned.root else None, scanned)


def _plain(text: str) -> object:
    """The value of a valid text with nothing to report. Raises ValueError for any other."""
    return json.loads(text, object_pairs_hook=_distinct, parse_constant=_refuse, parse_float=_finite)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _NotPlainError("duplicate key")
    return members


def _refuse(constant: str) -> NoReturn:
    raise _NotPlainError(constant)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise _NotPlainError(number)
    return value


def _is_deep(text: str) -> bool:
    """Whether brackets nest deeper than the limit, found without reading the text."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for match in _BRACKETS.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return True
        elif match[0] in "]}":
            depth -= 1
    return False


# Changing a JSON text member by member; everything else stays byte for byte

COMMA = regex(r"(?>[ \t\r\n]|//[^\r\n]*+|/\*.*?\*/)*+,", re.DOTALL)
"""The comma behind a value, over blanks and comments."""
_LINE_END = regex(r"\r\n|\n|\r")
_UNIT = "  "
"""One step of indentation in a new file, and where a text shows none."""
_DECIMALS = regex(r"-?\d+\.(\d+)")
_BLANKS = regex(r"[ \t]*")
_HALVES = regex("[\ud800-\udfff]")
"""Halves of a character, and the stand-ins for bytes that are not UTF-8: only an escape says them in a valid file."""


def write_new(value: Mapping[str, object], newline: str = "\n") -> str:
    """A new file: two blanks of indentation, a line end at the end."""
    return _written(value, "", _UNIT, newline) + newline


def put(document: JsonDocument, path: JsonPath, value: object) -> tuple[Splice, ...]:
    """The change that gives a member this value, or adds it at the end of its object; nothing where it has it.

    Objects that are missing on the way are added. Raises KeyError where something else than an object is in the way.
    """
    parent = _node(document, ())
    for position, key in enumerate(path):
        child = parent.child(key)
        if child is None:
            if parent.kind != "object" or not isinstance(key, str):
                raise KeyError(path)
            return (_add(document, path[:position], _nested(path[position + 1 :], value), key),)
        parent = child
    if parent.value == value and type(parent.value) is type(value):
        return ()
    indent = _indent_at(document.text, parent.start if parent.key_start is None else parent.key_start)
    written = _with_decimals(value, document.text[parent.start : parent.end])
    written = written or _laid_out(document, value, indent if _is_spread(document, path) else None, parent.start)
    return (Splice(parent.start, parent.end, written),)


def append(document: JsonDocument, path: JsonPath, value: object) -> tuple[Splice, ...]:
    """The change that adds an element at the end of an array. Raises KeyError where there is no array."""
    if _node(document, path).kind != "array":
        raise KeyError(path)
    return (_add(document, path, value),)


def drop(document: JsonDocument, path: JsonPath) -> tuple[Splice, ...]:
    """The change that removes a member or element; nothing where there is none."""
    parent, node = document.at(*path[:-1]), document.at(*path)
    if parent is None or node is None:
        return ()
    spans = _part_spans(parent)
    start = node.start if node.key_start is None else node.key_start
    at = [begin for begin, _ in spans].index(start)
    if at + 1 < len(spans):
        return (Splice(start, spans[at + 1][0], ""),)
    if at > 0:
        return (_without(document.text, spans[at - 1][1], node.end),)
    return (Splice(parent.start + 1, parent.end - 1, ""),)


def _without(text: str, start: int, end: int) -> Splice:
    """The change that takes a span away; where it goes on from the end of a line to the end of another, the line that
    stays keeps its own end.
    """
    own, behind = _LINE_END.search(text, start, end), _LINE_END.match(text, end)
    return Splice(start, behind.end(), own[0]) if own and behind else Splice(start, end, "")


def _add(document: JsonDocument, path: JsonPath, value: object, key: str | None = None) -> Splice:
    """The change that adds an element, or a member with this key, at the end of a container."""
    text, node = document.text, _node(document, path)
    spans, spread = _part_spans(node), _is_spread(document, path)
    beside = spans[-1][1] if spans else node.start
    newline = line_end_at(text, beside, newline_of(text))
    outer = _indent_at(text, node.start)
    indent = _indent_at(text, spans[0][0]) if spans and spread else outer + _unit(document)
    part = "" if key is None else f"{_written(key)}: "
    part += _laid_out(document, value, indent if spread and not _holds_one_liners(document, path) else None, beside)
    if not spans:
        inside = f"{newline}{indent}{part}{newline}{outer}" if spread else part
        return Splice(node.start + 1, node.end - 1, inside)
    comma = COMMA.match(text, spans[-1][1])
    after = comma.end() if comma else spans[-1][1]
    return Splice(after, after, ("" if comma else ",") + (f"{newline}{indent}" if spread else " ") + part)


def _with_decimals(value: object, old: str) -> str | None:
    """A number with as many decimals as the one before it where that loses nothing: `30.00` after `26.50`."""
    decimals = _DECIMALS.fullmatch(old)
    if decimals is None or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    written = f"{value:.{len(decimals[1])}f}"
    return written if float(written) == value else None


def _laid_out(document: JsonDocument, value: object, indent: str | None, offset: int) -> str:
    """A value as text, with the line end of the line at an offset."""
    return _written(value, indent, _unit(document), line_end_at(document.text, offset, newline_of(document.text)))


def _written(value: object, indent: str | None = None, unit: str = _UNIT, newline: str = "\n") -> str:
    """A value as text. `indent` is that of the line it begins on; None writes it on one line."""
    text = json.dumps(_whole(value), ensure_ascii=False, allow_nan=False, indent=None if indent is None else unit)
    text = _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)
    return text if indent is None else text.replace("\n", newline + indent)


def _whole(value: object) -> object:
    """A value with its whole numbers as such: `36`, not `36.0`."""
    if isinstance(value, Mapping):
        return {key: _whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value


def _unit(document: JsonDocument) -> str:
    """One step of indentation: how deep the outermost parts stand."""
    spans = _part_spans(_node(document, ()))
    return (_indent_at(document.text, spans[0][0]) if spans and _is_spread(document, ()) else "") or _UNIT


def _indent_at(text: str, offset: int) -> str:
    """The blanks with which the line of an offset begins."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    found = _BLANKS.match(text, start)
    return found[0] if found else ""


def _is_spread(document: JsonDocument, path: JsonPath) -> bool:
    """Whether the parts of a value stand on lines of their own; of one without parts, whether it does itself."""
    node = _node(document, path)
    spans = _part_spans(node)
    if not spans:
        return not path or _is_spread(document, path[:-1])
    between = document.text[node.start : spans[0][0]]
    return "\n" in between or "\r" in between


def _holds_one_liners(document: JsonDocument, path: JsonPath) -> bool:
    """Whether the last of the containers in a container is written on one line."""
    node = _node(document, path)
    steps = [*node.members, *range(len(node.elements))]
    filled = [step for step in steps if (part := node.child(step)) and _part_spans(part)]
    return bool(filled) and not _is_spread(document, (*path, filled[-1]))


def _part_spans(node: JsonNode) -> list[tuple[int, int]]:
    """Where the members (with their keys) or the elements of a container stand, in file order."""
    if node.kind == "array":
        return [(part.start, part.end) for part in node.elements]
    return sorted((part.start if part.key_start is None else part.key_start, part.end)
                  for part in node.members.values())  # fmt: skip


def _nested(path: JsonPath, value: object) -> object:
    for key in reversed(path):
        value = {key: value}
    return value


def _node(document: JsonDocument, path: JsonPath) -> JsonNode:
    node = document.at(*path)
    if node is None:
        raise KeyError(path)
    return node
