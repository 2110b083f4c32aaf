"""The runs of text in a file, whatever system it belongs to: each cell, entry, value, heading and key."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cockpit.text.decoding import LineIndex
from cockpit.text.edits import Place, Set
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.keyed_edits import _splices
from cockpit.text.lines import Document, Span, cells_of, entries_of, labels_of
from cockpit.text.splice import Splice
from cockpit.text.tree import Node, parse
from cockpit.text.words import in_cell, on_one_line

Write = Callable[[str], Sequence[Splice]]
SUFFIXES = (".md", ".json", ".yaml", ".yml")


@dataclass(frozen=True)
class Run:
    """A run of text from `start` to `end`; `value` is what it says, `write` the edit that lets it say something else.

    `write` is None where no edit is about such a run. `line` is 1-based.
    """

    kind: str
    start: int
    end: int
    line: int
    value: str
    write: Write | None = None


def runs(path: str, text: str) -> list[Run]:
    """All runs of a file, by the kind of file that its name says."""
    if path.endswith(".json"):
        return list(_json(text))
    return list(_yaml(text) if path.endswith((".yaml", ".yml")) else _markdown(text))


def _markdown(text: str) -> Iterator[Run]:
    file = read_keyed(text)
    yield from _scalars(file)
    yield from (run for run in _body(text) if file.form == "none" or run.start >= file.after)


def _body(text: str) -> Iterator[Run]:
    for section in Document(text).sections:
        if section.heading is not None and section.title:
            at = text.find(section.title, section.heading.start)
            if 0 <= at < section.heading.after:
                yield Run("heading", at, at + len(section.title), section.line, section.title)
        for label in labels_of(section.lines):
            if label.value.text:
                yield _spanned("field", label.line, label.value)
        in_tables = (line for line in section.lines if line.kind in ("head", "row"))
        for number, cell in ((line.number, cell) for line in in_tables for cell in cells_of(line)):
            if cell.text.strip("-: "):  # dashes say that there is nothing
                yield _spanned("cell", number, cell)
        for entry in entries_of(section.lines):
            if entry.text and entry.lines[0].kind == "item":
                found = _spanned("entry", entry.lines[0].number, Span(entry.text, entry.start, entry.end))
                yield found if len(entry.lines) == 1 else replace(found, write=None)


def _spanned(kind: str, line: int, span: Span) -> Run:
    in_place = in_cell if kind == "cell" else on_one_line
    write = lambda value: (Splice(span.start, span.end, in_place(value)),)  # noqa: E731
    return Run(kind, span.start, span.end, line, span.text, write)


def _yaml(text: str) -> Iterator[Run]:
    lines = LineIndex(text)
    root, damage = parse(text, 0, len(text), lines)
    yield from _scalars(KeyedText(text, "bare", 0, len(text), len(text), None, root, damage, lines))


def _scalars(file: KeyedText) -> Iterator[Run]:
    waiting: list[tuple[Place, Node]] = [((), file.root)]
    while waiting:
        at, node = waiting.pop()
        waiting += [((*at, step), each) for step, each in node.children()]
        written = file.text[node.start : node.end]
        if isinstance(node.value, str) and written:
            own = node.style in ("'", '"') or (node.style == "plain" and not file.is_json)
            write = partial(_written, file, at) if own else None
            value = node.value if own else written
            yield Run("scalar", node.start, node.end, file.lines.line_of(node.start), value, write)


def _written(file: KeyedText, at: Place, value: str) -> Sequence[Splice]:
    return _splices(file, Set(at, value))


_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


def _json(text: str) -> Iterator[Run]:
    file = read_keyed(text, may_be_bare=True)
    waiting: list[tuple[Place, Node]] = [((), file.root)]
    while waiting:
        at, node = waiting.pop()
        waiting += [((*at, step), each) for step, each in node.children()]
        if at and isinstance(at[-1], str) and (key := _QUOTED.match(text, node.key)) is not None:
            yield Run("key", *key.span(1), file.lines.line_of(node.key), key[1])
        if isinstance(node.value, str) and node.style == '"':
            write = partial(_written, file, at) if at else None
            yield Run("string", node.start + 1, node.end - 1, file.lines.line_of(node.start), node.value, write)
