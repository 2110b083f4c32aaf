"""Frontmatter: the YAML or JSON between `---` lines at the beginning of a Markdown file.

The conventions are those of python-frontmatter; the reading is ours, because scalars must keep their text and damage
must not cost the whole file (see `yaml_text`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cockpit.regex import regex
from cockpit.text.decoding import LineIndex, Problem
from cockpit.text.markdown import Block, begins_like_mapping, body_start, find_blocks
from cockpit.text.splice import Splice
from cockpit.text.yaml_text import Mark, Path, rewrite
from cockpit.values import dataclass

if TYPE_CHECKING:
    from cockpit.text.json_text import JsonDocument


__all__ = ["FrontMatter", "KeyPosition", "body_start", "read_block", "split"]


class KeyPosition(NamedTuple):
    """Where the value of a top-level key stands: 1-based line, offsets into the whole text."""

    line: int
    value_start: int
    value_end: int


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The frontmatter of a text.

    `raw` is what stands between the fences, at `start` to `end`; the body begins at `body_start`, behind further
    blocks if some are stacked. `data` is empty where the block is no mapping. `marks` gives the positions of all
    values of YAML by path, `positions` those of top-level keys in either notation; all are offsets into the text.
    `earlier` has the lines and values that stand in YAML under a key which comes again.
    """

    text: str
    raw: str
    start: int
    end: int
    body_start: int
    data: dict[str, Any]
    problems: tuple[Problem, ...]
    positions: Mapping[str, KeyPosition]
    notation: Literal["yaml", "json"]
    marks: Mapping[Path, Mark]
    earlier: Mapping[Path, Sequence[tuple[int, Any]]] = field(default_factory=dict)

    def rewrite(self, path: Path | str, value: str | None) -> Splice:
        """The change that gives a YAML scalar another value, in its notation. `path` may be a top-level key.

        Raises KeyError where there is no such value, ValueError where it is no scalar.
        """
        key: Path = (path,) if isinstance(path, str) else path
        return rewrite(self.text, self.data or None, self.marks, key, value)


@lru_cache(maxsize=8)
def split(text: str) -> FrontMatter | None:
    """The frontmatter of a text, or None. Never raises. The last few are kept, as those of `yaml_text.parse` are.

    Problem codes beside those of YAML and JSON: `frontmatter-unclosed`, `frontmatter-doubled` (only the first block
    counts), `frontmatter-not-mapping`.
    """
    blocks = find_blocks(text)
    if not blocks:
        return None
    front = read_block(text, blocks[0])
    extra = _block_problems(blocks, LineIndex(text))
    return replace(front, body_start=blocks[-1].after, problems=(*front.problems, *extra))


@lru_cache(maxsize=8)
def read_block(text: str, block: Block) -> FrontMatter:
    """The keys and values of one part of a text, in JSON or YAML. Never raises."""
    index = LineIndex(text)
    raw = text[block.start : block.end]
    found = _read_json(text, block, index) if raw.lstrip().startswith("{") else None
    front = found or _read_yaml(text, block, index)
    return replace(front, problems=(*front.problems, *_shape_problems(front, index)))


def _read_yaml(text: str, block: Block, index: LineIndex) -> FrontMatter:
    from cockpit.text.yaml_text import parse

    raw = text[block.start : block.end]
    document = parse(raw)
    before = _lines_before(block, index)
    marks = {path: mark.moved(block.start, before) for path, mark in document.marks.items()}
    positions = {
        str(path[0]): KeyPosition(mark.line, mark.start, mark.end) for path, mark in marks.items() if len(path) == 1
    }
    problems = _moved(document.problems, before)
    is_mapping = isinstance(document.data, dict)
    return FrontMatter(
        text=text,
        raw=raw,
        start=block.start,
        end=block.end,
        body_start=block.after,
        data=document.data if is_mapping else {},
        problems=problems,
        positions=positions if is_mapping else {},
        notation="yaml",
        marks=marks,
        earlier={path: [(line + before, value) for line, value in values] for path, values in document.earlier.items()},
    )


def _read_json(text: str, block: Block, index: LineIndex) -> FrontMatter | None:
    """The block as JSON; None where it only looks like it and YAML's `{...}` may be meant."""
    from cockpit.text.json_text import parse

    raw = text[block.start : block.end]
    document = parse(raw)
    if not document.complete or not isinstance(document.value, dict):
        return None
    before = _lines_before(block, index)
    positions = _JsonPositions(document, before, block.start)
    problems = _moved(document.problems, before)
    start, end = block.start, block.end
    return FrontMatter(text, raw, start, end, block.after, document.value, problems, positions, "json", {})


class _JsonPositions(Mapping[str, KeyPosition]):
    """The positions of the top-level keys of JSON, scanned for when one is asked for: reading takes a tenth of that."""

    def __init__(self, document: "JsonDocument", lines: int, offset: int) -> None:
        self._document, self._lines, self._offset = document, lines, offset

    @cached_property
    def _found(self) -> dict[str, KeyPosition]:
        node = self._document.node
        return {
            key: KeyPosition(each.line + self._lines, each.start + self._offset, each.end + self._offset)
            for key, each in (node.members if node is not None else {}).items()
        }

    def __getitem__(self, key: str) -> KeyPosition:
        return self._found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def _lines_before(block: Block, index: LineIndex) -> int:
    return index.starts.index(block.start) if block.start in index.starts else index.line_of(block.start) - 1


def _moved(problems: tuple[Problem, ...], lines: int) -> tuple[Problem, ...]:
    return tuple(replace(problem, line=None if problem.line is None else problem.line + lines) for problem in problems)


def _block_problems(blocks: tuple[Block, ...], index: LineIndex) -> tuple[Problem, ...]:
    if not blocks[0].closed:
        message = "the frontmatter opens with `---` and is not closed"
        return (Problem("frontmatter-unclosed", _lines_before(blocks[0], index), message),)
    if len(blocks) > 1:
        message = f"{len(blocks)} frontmatter blocks in a row; only the first is read"
        return (Problem("frontmatter-doubled", _lines_before(blocks[1], index), message),)
    return ()


def _shape_problems(front: FrontMatter, index: LineIndex) -> tuple[Problem, ...]:
    if front.data or not front.raw.strip() or front.notation == "json" or front.positions:
        return ()
    line = index.line_of(front.start)
    return (Problem("frontmatter-not-mapping", line, "the frontmatter has no readable keys"),)


# Keys and values in a code fence

_FENCED = regex(r"^(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?:ya?ml|json)?[^\r\n`]*(?:\r\n|\n|\r)", re.MULTILINE | re.IGNORECASE)


def fences(text: str) -> Iterator[Block]:
    """The code fences that hold a mapping."""
    position = 0
    while found := _FENCED.search(text, position):
        closing = re.compile(rf"^{found['fence']}[`~]*[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE).search(text, found.end())
        end, position = (closing.start(), closing.end()) if closing is not None else (len(text), len(text))
        if text[found.end() : end].strip() and begins_like_mapping(text[found.end() : end]):
            yield Block(found.end(), end, position, closed=closing is not None)
