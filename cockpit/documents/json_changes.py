"""Changing a JSON text member by member; everything else stays byte for byte.

What is added takes the line end of the text, and stands on a line of its own, with the indentation of its neighbours,
where they do.
"""

import json
import re
from collections.abc import Mapping

from cockpit.documents.json_nodes import JsonNode
from cockpit.documents.json_text import JsonDocument, JsonPath
from cockpit.documents.splice import Splice
from cockpit.documents.text import line_end_at

COMMA = re.compile(r"(?>[ \t\r\n]|//[^\r\n]*+|/\*.*?\*/)*+,", re.DOTALL)
"""The comma behind a value, over blanks and comments."""
_LINE_END = re.compile(r"\r\n|\n|\r")
_UNIT = "  "
"""One step of indentation in a new file, and where a text shows none."""
_DECIMALS = re.compile(r"-?\d+\.(\d+)")
_BLANKS = re.compile(r"[ \t]*")
_HALVES = re.compile("[\ud800-\udfff]")
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
    newline = line_end_at(text, beside, _newline(text))
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
    return _written(value, indent, _unit(document), line_end_at(document.text, offset, _newline(document.text)))


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


def _newline(text: str) -> str:
    """The line end that most lines have."""
    pairs = text.count("\r\n")
    return "\r\n" if pairs > text.count("\n") - pairs else "\n"


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
