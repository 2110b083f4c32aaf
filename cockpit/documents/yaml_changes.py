"""Changing a YAML text value by value; everything else stays byte for byte, and what is added keeps its layout.

Values to write are text, numbers, truth values, None, and lists and mappings of them. They are read back as text.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cockpit.documents.splice import Splice
from cockpit.documents.text import line_end_at
from cockpit.documents.yaml_nodes import Mark, Path, rewrite
from cockpit.documents.yaml_scalars import block_lines, can_be_block, is_null, write_scalar
from cockpit.values import dataclass

_TYPED = re.compile(
    r"[-+]?(?:[\d.][\d_.,]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.inf|\.nan)|true|false|yes|no|on|off|y|n", re.IGNORECASE
)
_DATE = re.compile(r"\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?|\d+(?::[0-5]?\d)+")
_WORD = re.compile(r"[\w.-]+")
"""An id or a status: many files write those without the quotes that stand around their texts."""
_LINE_END = re.compile(r"[\r\n]|\Z")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a text is written: the quote around texts, around single words and around dates (empty: none), the blanks
    before the dashes of a list, and whether lists of texts stand in brackets."""

    text_quote: str
    word_quote: str
    date_quote: str
    dash_indent: int
    brackets: bool

    def scalar(self, value: str | int | bool | None, *, flow: bool = False) -> str:
        """A scalar that replaces none."""
        if value is None:
            return "null"
        if isinstance(value, bool | int):
            return str(value).lower()
        if _DATE.fullmatch(value):
            return write_scalar(value, self.date_quote, flow)
        if _TYPED.fullmatch(value):
            return write_scalar(value, self.text_quote or self.date_quote or "'", flow)
        return write_scalar(value, self.word_quote if _WORD.fullmatch(value) else self.text_quote, flow)

    def inside(self, value: object) -> str:
        """A value on one line, as it stands in brackets."""
        if isinstance(value, dict):
            parts = (f"{self.key(key)}: {self.inside(inner)}" for key, inner in value.items())
            return f"{{{', '.join(parts)}}}"
        if isinstance(value, list):
            return f"[{', '.join(map(self.inside, value))}]"
        return self.scalar(value, flow=True)  # type: ignore[arg-type]  # the rest are scalars

    def key(self, key: str) -> str:
        """The key of a mapping."""
        return write_scalar(key, "'" if _TYPED.fullmatch(key) or _DATE.fullmatch(key) else "", flow=True)

    def lines(self, value: object, column: int) -> list[str]:
        """A value in lines, the first without the blanks before it; the others begin at that column."""
        blanks = " " * column
        if isinstance(value, dict) and value:
            told = [line for key, inner in value.items() for line in self.member(key, inner, column)]
        elif isinstance(value, list) and value and not (self.brackets and _are_scalars(value)):
            told = [line for each in value for line in self.item(each, column)]
        else:
            return [self.inside(value) if isinstance(value, dict | list) else self.scalar(value)]  # type: ignore[arg-type]
        return [told[0].removeprefix(blanks), *told[1:]]

    def member(self, key: str, value: object, column: int) -> list[str]:
        """A key with its value, each line with the blanks before it."""
        lead = f"{' ' * column}{self.key(key)}:"
        if isinstance(value, str) and can_be_block(value):
            sign, *lines = block_lines(value, column + 2)
            return [f"{lead} {sign}", *lines]
        below = column + (self.dash_indent if isinstance(value, list) else 2)
        told = self.lines(value, below)
        if self._stands_below(value):
            return [lead, f"{' ' * below}{told[0]}", *told[1:]]
        return [f"{lead} {told[0]}", *told[1:]]

    def item(self, value: object, column: int) -> list[str]:
        """An element of a list, behind its dash."""
        first, *more = self.lines(value, column + 2)
        return [f"{' ' * column}- {first}", *more]

    def _stands_below(self, value: object) -> bool:
        return bool(value) and (
            isinstance(value, dict) or (isinstance(value, list) and not (self.brackets and _are_scalars(value)))
        )


def layout_of(text: str, data: object, marks: Mapping[Path, Mark]) -> Layout:
    """How a text that was read is written; where it does not show it, as most files are."""
    quotes: dict[str, list[str]] = {"text": [], "word": [], "date": []}
    dashes, brackets = 2, False
    for path, value in _all(data):
        mark = marks.get(path)
        if mark is None:
            continue
        if isinstance(value, str) and mark.style in ("plain", "quoted") and not _TYPED.fullmatch(value):
            first = text[mark.start : mark.start + 1]
            kind = "date" if _DATE.fullmatch(value) else "word" if _WORD.fullmatch(value) else "text"
            quotes[kind].append(first if mark.style == "quoted" else "")
        if isinstance(value, list) and value:
            brackets = brackets or mark.flow or text[mark.start : mark.start + 1] == "["
            if len(path) == 1 and (item := marks.get((*path, 0))) and not item.flow:
                dash = _dash(text, item)
                dashes = _column(text, dash) if dash is not None else dashes
    text, word = (_usual(quotes[each] or [*quotes["text"], *quotes["word"]]) for each in ("text", "word"))
    return Layout(text, word, _usual(quotes["date"]), dashes, brackets)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changing:
    """A YAML text, or the part of one that the marks are about, as it was read. Its changes touch nothing else."""

    text: str
    data: object
    marks: Mapping[Path, Mark]
    newline: str

    @property
    def layout(self) -> Layout:
        """How it is written."""
        return layout_of(self.text, self.data, self.marks)

    def put(self, path: Path, value: object) -> tuple[Splice, ...]:
        """The change that gives a key this value, or adds it to its mapping; mappings on the way come with it.

        Raises KeyError where something else is in the way, ValueError where what stands there cannot be replaced.
        """
        for length in range(len(path)):
            inner = at(self.data, path[: length + 1])
            if path[: length + 1] not in self.marks:
                for key in reversed(path[length + 1 :]):
                    value = {key: value}
                return (self._add(path[:length], str(path[length]), value),)
            if inner is None and length + 1 < len(path):
                for key in reversed(path[length + 1 :]):
                    value = {key: value}
                path = path[: length + 1]
                break
        there, mark = at(self.data, path), self.marks[path]
        if isinstance(value, dict | list):
            if there:
                raise ValueError(f"line {mark.line} holds something already")
            return self._fill(path, value)
        before = self.text[mark.start : mark.end]
        if isinstance(there, dict | list):
            return (self._in_place_of(mark, value),)
        if isinstance(value, str) and (there is None or is_null(before)):
            gap = " " if mark.start == mark.end and self.text[mark.start - 1 : mark.start] in (":", "-") else ""
            mark.rewrite(self.text, value)
            return (Splice(mark.start, mark.end, gap + self.layout.scalar(value, flow=mark.flow)),)
        told = value if isinstance(value, str) or value is None else self.layout.scalar(value)  # type: ignore[arg-type]
        return (rewrite(self.text, self.data, self.marks, path, told),)

    def _in_place_of(self, mark: Mark, value: object) -> Splice:
        """A scalar in place of a collection, in the line of its key where the collection stands below it."""
        if mark.style == "alias" or self.text[mark.start : mark.start + 1] in ("&", "!"):
            raise ValueError(f"line {mark.line} holds no plain value that could be replaced")
        before, there = self.text[: mark.start].rstrip(), self.text[mark.start : mark.end].rstrip()
        written = self.layout.scalar(value, flow=mark.flow)  # type: ignore[arg-type]  # collections are put elsewhere
        return Splice(len(before), mark.start + len(there), f" {written}")

    def append(self, path: Path, value: object) -> tuple[Splice, ...]:
        """The change that adds an element at the end of a list, which is added too where it is missing or empty.

        Raises KeyError or ValueError where something else stands there.
        """
        there = at(self.data, path)
        if not there:
            return self.put(path, [value])
        if not isinstance(there, list):
            raise ValueError(f"line {self.marks[path].line} holds no list")
        last, mark = self.marks[(*path, len(there) - 1)], self.marks[path]
        if self.text[mark.start : mark.start + 1] == "[":
            return (Splice(last.end, last.end, f", {self.layout.inside(value)}"),)
        dash = _dash(self.text, last)
        if dash is None:
            raise ValueError(f"line {last.line} is no entry that another could follow")
        return (_below(self.text, mark.end, self.layout.item(value, _column(self.text, dash)), self.newline),)

    def _add(self, path: Path, key: str, value: object) -> Splice:
        mapping, mark = at(self.data, path), self.marks[path]
        if not isinstance(mapping, dict):
            raise KeyError((*path, key))
        if self.text[mark.start : mark.start + 1] == "{":
            if not mapping:
                return self._fill(path, {key: value})[-1]
            end = max(self.marks[(*path, each)].end for each in mapping)
            return Splice(end, end, f", {self.layout.key(key)}: {self.layout.inside(value)}")
        return _below(self.text, mark.end, self.layout.member(key, value, _column(self.text, mark.start)), self.newline)

    def _fill(self, path: Path, value: object) -> tuple[Splice, ...]:
        """Put a collection where nothing or an empty one stands; below its key, if it does not stand in brackets."""
        mark = self.marks[path]
        if mark.style == "alias" or self.text[mark.start : mark.start + 1] in ("&", "!"):
            raise ValueError(f"line {mark.line} holds no plain value that could be replaced")
        above = self.marks[path[:-1]]
        if self.text[above.start : above.start + 1] in ("{", "[") or isinstance(path[-1], int):
            gap = " " if mark.start == mark.end else ""
            return (Splice(mark.start, mark.end, gap + self.layout.inside(value)),)
        column = _column(self.text, above.start)
        first, *more = self.layout.member("", value, column)
        behind = first.strip().partition(":")[2].strip()
        start = mark.start - len(self.text[: mark.start]) + len(self.text[: mark.start].rstrip(" "))
        if behind or not more:
            return (Splice(start, mark.end, f" {behind}"),)
        line_end = _end_of_line(self.text, mark.end)
        rest = self.text[mark.end : line_end].strip()
        newline = line_end_at(self.text, line_end, self.newline)
        lines = "".join(f"{newline}{line}" for line in more)
        return (Splice(start, line_end, (f" {rest}" if rest else "") + lines),)


def at(data: object, path: Path) -> Any:  # noqa: ANN401 -- whatever a file holds
    """What stands at a path; None where nothing does."""
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _below(text: str, end: int, lines: list[str], newline: str) -> Splice:
    offset = _end_of_line(text, end)
    newline = line_end_at(text, offset, newline)
    return Splice(offset, offset, "".join(f"{newline}{line}" for line in lines))


def _end_of_line(text: str, offset: int) -> int:
    found = _LINE_END.search(text, offset)
    return found.start() if found else len(text)


def _column(text: str, offset: int) -> int:
    return offset - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) - 1


def _dash(text: str, mark: Mark) -> int | None:
    """Where the dash before an element stands."""
    before = text[: mark.start].rstrip(" \t\r\n")
    return len(before) - 1 if before.endswith("-") else None


def _all(data: object) -> Iterator[tuple[Path, object]]:
    waiting: list[tuple[Path, object]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        yield path, value
        if isinstance(value, dict):
            waiting += [((*path, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, number), inner) for number, inner in enumerate(value)]


def _usual(quotes: list[str]) -> str:
    """The quote that most have."""
    return max(dict.fromkeys(quotes), key=quotes.count, default="")


def _are_scalars(values: list[Any]) -> bool:
    return not any(isinstance(each, dict | list) for each in values)
