"""How a JSON text is laid out, so that what is added to it looks like the rest."""

import json
import re

from cockpit.documents.json_nodes import JsonNode
from cockpit.values import dataclass

_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A JSON scalar that is to be written exactly as it stands elsewhere: `26.50` stays `26.50`."""

    text: str

    @property
    def value(self) -> object:
        """What the text means."""
        return json.loads(self.text, strict=False)  # as it is read: with tabs and the like in its texts


def plain_value(value: object) -> object:
    """A value as it is read back."""
    if isinstance(value, Verbatim):
        return value.value
    if isinstance(value, dict):
        return {key: plain_value(inner) for key, inner in value.items()}
    return [plain_value(inner) for inner in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Style:
    """The layout of one text: line end, one step of indentation, what stands after colons and commas within a line.

    `ascii` says that the text writes other characters as `\\u` escapes.
    """

    newline: str = "\n"
    unit: str = "  "
    colon: str = ": "
    comma: str = ", "
    ascii: bool = False

    def write(self, value: object, indent: str | None) -> str:
        """A value as text. `indent` is that of the line it begins on; None writes it on one line."""
        if isinstance(value, Verbatim):
            return value.text
        if isinstance(value, dict):
            members = [f"{self._scalar(key)}{self.colon}{self.write(inner, self._inner(indent))}"
                       for key, inner in value.items()]  # fmt: skip
            return self._container("{", members, "}", indent)
        if isinstance(value, list):
            return self._container("[", [self.write(inner, self._inner(indent)) for inner in value], "]", indent)
        return self._scalar(value)

    def _inner(self, indent: str | None) -> str | None:
        return None if indent is None else indent + self.unit

    def _container(self, opening: str, parts: list[str], closing: str, indent: str | None) -> str:
        if not parts or indent is None:
            return opening + self.comma.join(parts) + closing
        between = self.newline + indent + self.unit
        return opening + between + f",{between}".join(parts) + self.newline + indent + closing

    def _scalar(self, value: object) -> str:
        if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
            value = int(value)
        return json.dumps(value, ensure_ascii=self.ascii, allow_nan=False)


NEW = Style()
"""How new files are written: as the seed's examples are."""


def style_of(text: str, root: JsonNode) -> Style:
    """The layout of a text that was read; where it shows none, that of new files."""
    pairs = text.count("\r\n")
    nodes = list(_with_children(root))
    colon = next((colon for node in nodes if (colon := _colon(text, node))), NEW.colon)
    return Style(
        newline="\r\n" if pairs > text.count("\n") - pairs else "\n",
        unit=next((unit for node in nodes if (unit := _unit(text, node))), NEW.unit),
        colon=colon,
        comma=next((comma for node in nodes if (comma := _comma(text, node))), "," if colon == ":" else NEW.comma),
        ascii=text.isascii() and "\\u" in text,
    )


def indent_at(text: str, offset: int) -> str:
    """The blanks with which the line of an offset begins."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    found = _INDENT.match(text, start)
    return found[0] if found else ""


def is_spread(text: str, node: JsonNode) -> bool:
    """Whether the parts of a container stand on lines of their own."""
    spans = part_spans(node)
    return bool(spans) and _breaks(text[node.start : spans[0][0]])


def part_spans(node: JsonNode) -> list[tuple[int, int]]:
    """Where the members (with their keys) or the elements of a container stand, in file order."""
    if node.kind == "array":
        return [(part.start, part.end) for part in node.elements]
    return sorted((part.start if part.key_start is None else part.key_start, part.end)
                  for part in node.members.values())  # fmt: skip


def _with_children(root: JsonNode) -> list[JsonNode]:
    nodes, waiting = [], [root]
    while waiting:
        node = waiting.pop(0)
        nodes.append(node)
        waiting += [*node.members.values(), *node.elements]
    return nodes


def _unit(text: str, node: JsonNode) -> str | None:
    if not is_spread(text, node):
        return None
    outer, inner = indent_at(text, node.start), indent_at(text, part_spans(node)[0][0])
    return inner.removeprefix(outer) if inner.startswith(outer) else None


def _colon(text: str, node: JsonNode) -> str | None:
    between = text[node.key_end : node.start] if node.key_end is not None else ""
    return between if between and not _breaks(between) and not between.strip(" \t:") else None


def _comma(text: str, node: JsonNode) -> str | None:
    spans = part_spans(node)
    between = text[spans[0][1] : spans[1][0]] if len(spans) > 1 else ""
    return between if between and not _breaks(between) and not between.strip(" \t,") else None


def _breaks(text: str) -> bool:
    return "\n" in text or "\r" in text
