"""Changing a JSON text member by member; everything else stays byte for byte, and what is added keeps its layout."""

import re
from collections.abc import Callable, Mapping

from cockpit.documents.json_nodes import JsonNode
from cockpit.documents.json_style import Style, Verbatim, indent_at, is_spread, part_spans, plain_value, style_of
from cockpit.documents.json_text import JsonDocument, JsonPath
from cockpit.documents.splice import Splice

__all__ = ["Verbatim", "append", "drop", "plain_value", "put", "write_new"]

_Write = Callable[[Style, str | None], str]

COMMA = re.compile(r"(?>[ \t\r\n]|//[^\r\n]*+|/\*.*?\*/)*+,", re.DOTALL)
"""The comma behind a value, over blanks and comments."""
_DECIMALS = re.compile(r"-?\d+\.(\d+)")


def write_new(value: Mapping[str, object], newline: str = "\n") -> str:
    """A new file: two blanks of indentation, a line end at the end."""
    return Style(newline=newline).write(dict(value), "") + newline


def put(document: JsonDocument, path: JsonPath, value: object) -> tuple[Splice, ...]:
    """The change that gives a member this value, or adds it at the end of its object; nothing where it has it.

    Objects that are missing on the way are added. Raises KeyError where something else than an object is in the way.
    """
    parent = _node(document, ())
    for position, key in enumerate(path):
        child = parent.child(key)
        if child is None:
            return (_insert(document, path[:position], key, _nested(path[position + 1 :], value)),)
        parent = child
    if parent.value == plain_value(value) and type(parent.value) is type(plain_value(value)):
        return ()
    return (_replace(document, path, parent, value),)


def append(document: JsonDocument, path: JsonPath, value: object) -> tuple[Splice, ...]:
    """The change that adds an element at the end of an array. Raises KeyError where there is no array."""
    node = _node(document, path)
    if node.kind != "array":
        raise KeyError(path)
    return (_add(document, path, node, lambda style, indent: style.write(value, indent)),)


def drop(document: JsonDocument, path: JsonPath) -> tuple[Splice, ...]:
    """The change that removes a member or element; nothing where there is none."""
    parent, node = document.at(*path[:-1]), document.at(*path)
    if parent is None or node is None:
        return ()
    spans = part_spans(parent)
    start = node.start if node.key_start is None else node.key_start
    at = [begin for begin, _ in spans].index(start)
    if at > 0:
        return (Splice(spans[at - 1][1], node.end, ""),)
    if len(spans) > 1:
        return (Splice(start, spans[1][0], ""),)
    return (Splice(parent.start + 1, parent.end - 1, ""),)


def _insert(document: JsonDocument, path: JsonPath, key: str | int, value: object) -> Splice:
    node = _node(document, path)
    if node.kind != "object" or not isinstance(key, str):
        raise KeyError((*path, key))
    return _add(
        document, path, node, lambda style, indent: f"{style.write(key, None)}{style.colon}{style.write(value, indent)}"
    )


class _Layout:
    """How a part that is added to a container is to be laid out."""

    def __init__(self, document: JsonDocument, path: JsonPath, node: JsonNode) -> None:
        text = document.text
        self.style = style_of(text, _node(document, ()))
        self.spans = part_spans(node)
        self.spread = is_spread(text, node) if self.spans else _may_spread(document, path)
        outer = indent_at(text, node.start)
        self.outer = outer
        self.indent = indent_at(text, self.spans[0][0]) if self.spans and self.spread else outer + self.style.unit
        self.inner: str | None = self.indent if self.spread and not _are_flat(text, node) else None


def _add(document: JsonDocument, path: JsonPath, node: JsonNode, write: _Write) -> Splice:
    layout = _Layout(document, path, node)
    part = write(layout.style, layout.inner)
    newline = layout.style.newline
    if not layout.spans:
        inside = f"{newline}{layout.indent}{part}{newline}{layout.outer}" if layout.spread else part
        return Splice(node.start + 1, node.end - 1, inside)
    end = layout.spans[-1][1]
    comma = COMMA.match(document.text, end)
    after = comma.end() if comma else end
    before, _, behind = layout.style.comma.partition(",")
    lead = "" if comma else "," if layout.spread else f"{before},"
    return Splice(after, after, lead + (f"{newline}{layout.indent}" if layout.spread else behind) + part)


def _replace(document: JsonDocument, path: JsonPath, node: JsonNode, value: object) -> Splice:
    style = style_of(document.text, _node(document, ()))
    if not isinstance(value, dict | list):
        return Splice(node.start, node.end, _like(document.text[node.start : node.end], value, style))
    spread = is_spread(document.text, node) if part_spans(node) else _may_spread(document, path)
    indent = indent_at(document.text, node.start if node.key_start is None else node.key_start)
    return Splice(node.start, node.end, style.write(value, indent if spread else None))


def _like(old: str, value: object, style: Style) -> str:
    """A scalar, with as many decimals as the number before it where that loses nothing: `30.00` after `26.50`."""
    decimals = _DECIMALS.fullmatch(old)
    if decimals and isinstance(value, int | float) and not isinstance(value, bool):
        written = f"{value:.{len(decimals[1])}f}"
        if float(written) == value:
            return written
    return style.write(value, None)


def _may_spread(document: JsonDocument, path: JsonPath) -> bool:
    """Whether an empty container may be opened over several lines: where its parent is, or where it is the whole."""
    return not path or is_spread(document.text, _node(document, path[:-1]))


def _are_flat(text: str, node: JsonNode) -> bool:
    """Whether the containers inside this one are all written on one line."""
    parts = [part for part in (*node.members.values(), *node.elements) if part.kind in ("object", "array")]
    filled = [part for part in parts if part_spans(part)]
    return bool(filled) and not any(is_spread(text, part) for part in filled)


def _nested(path: JsonPath, value: object) -> object:
    for key in reversed(path):
        value = {key: value}
    return value


def _node(document: JsonDocument, path: JsonPath) -> JsonNode:
    node = document.at(*path)
    if node is None:
        raise KeyError(path)
    return node
