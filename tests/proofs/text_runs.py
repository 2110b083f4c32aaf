"""The runs of text in a file, whatever system it belongs to: each cell, entry, value, heading and key."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from cockpit.text import markdown
from cockpit.text.decoding import LineIndex
from cockpit.text.edits import Place, Set
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.keyed_edits import _splices
from cockpit.text.splice import Splice
from cockpit.text.tree import Node, parse

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


def _one(rewrite: Callable[[str], Splice]) -> Write:
    return lambda value: (rewrite(value),)


def _markdown(text: str) -> Iterator[Run]:
    document = markdown.parse(text)
    yield from _scalars(read_keyed(text))
    yield from _headings(text, document)
    yield from _body(document)
    for tag in document.tags:
        inner = text[tag.start : tag.end].strip()
        if inner:
            at = text.index(inner, tag.start)
            yield Run("tag", at, at + len(inner), tag.line, inner)


def _headings(text: str, document: markdown.Markdown) -> Iterator[Run]:
    for section in document.sections:
        if section.heading and section.level <= 6 and section.title:
            at = text.find(section.title, section.start)
            if 0 <= at < section.body_start:
                yield Run("heading", at, at + len(section.title), section.line, section.title)


def _body(document: markdown.Markdown) -> Iterator[Run]:
    for field in document.body.fields():
        if field.value:
            start, end = field.value_start, field.value_end
            yield Run("field", start, end, field.line, field.value, _one(field.rewrite))
    for table in document.body.tables():
        for cell in (*table.header, *(cell for row in table.rows for cell in row.cells)):
            if cell.text.strip("-: "):  # dashes say that there is nothing
                yield Run("cell", cell.start, cell.end, cell.line, cell.text, _one(cell.rewrite))
    for item in document.body.all_items():
        if item.text:
            write = _one(item.rewrite) if len(item.lines) == 1 else None
            yield Run("entry", item.text_start, item.text_end, item.line, item.text, write)


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
