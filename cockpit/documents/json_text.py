"""JSON with positions, read as far as it goes.

The standard library reads what is valid. Only a damaged text, or a reader that asks for positions, pays for our own
scanner (`json_nodes`), which keeps everything up to the damage and says where it is.
"""

import json
import math
import re
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from cockpit.documents.json_nodes import MAX_DEPTH, JsonNode, Scan, scan
from cockpit.documents.text import LineIndex, Problem

__all__ = ["JsonDocument", "JsonNode", "parse"]

JsonPath = tuple[str | int, ...]

_BRACKETS = re.compile(r'"(?>[^"\\]+|\\.)*+"?|[\[\]{}]', re.DOTALL)
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
