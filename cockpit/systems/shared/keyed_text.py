"""A file of keys and values as text: the values with their lines, where its body begins, and what cannot be read."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from cockpit.regex import regex
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.report import Report, as_json
from cockpit.systems.shared.stated_values import text_of
from cockpit.systems.shared.taken_lines import Passage, passage
from cockpit.text.decoding import LineIndex, Problem, split_lines
from cockpit.text.frontmatter import FrontMatter, split
from cockpit.text.json_text import parse as parse_json
from cockpit.text.yaml_text import Mark
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

# The values of a frontmatter: what a rule asks for is taken; what nobody asked for is left, to be kept as it is

Path = tuple[str | int, ...]
_NOTHING: tuple[object, ...] = (None, "", [], {})


class Values:
    """A tree of mappings, lists and scalars, read by paths."""

    def __init__(
        self,
        data: Mapping[str, Any],
        line_of: Callable[[Path], int | None],
        earlier: Callable[[Path], Sequence[tuple[int, Any]]] = lambda _: (),
    ) -> None:
        """`earlier` tells the lines and values that stand under the key of a path which comes again."""
        self._data = data
        self._taken: set[Path] = set()
        self.line_of, self.earlier = line_of, earlier

    def raw(self, *path: str | int) -> object:
        """What stands at a path, which is not taken; None where nothing does."""
        return _value_at(self._data, path)

    def text(self, *path: str | int) -> str | None:
        """A scalar as text; None for nothing, and for a mapping or a list, which stays."""
        value = self.raw(*path)
        if not isinstance(value, dict | list):
            self._taken.add(path)
        return text_of(value)

    def status(self, *path: str | int, gravity: Callable[[str], int]) -> str | None:
        """A scalar as text. Where its key comes again, or that of a mapping around it, the value of the least `gravity`
        of all. A list that comes again tells nothing: nobody knows which entry is which.
        """
        stated = [self.text(*path)]
        for length in range(1, len(path) + 1):
            below = path[length:]
            if all(isinstance(step, str) for step in below):
                stated += [text_of(_value_at(value, below)) for _, value in self.earlier(path[:length])]
        return min((each for each in stated if each is not None), key=gravity, default=None)

    def number(self, *path: str | int) -> int | None:
        """A whole number; None for anything else, which stays."""
        text = text_of(self.raw(*path))
        number = whole_number(text)
        if text is None or number is not None:
            self.text(*path)
        return number

    def flag(self, *path: str | int) -> bool | None:
        """A truth value; None for anything else, which stays."""
        flag = {"true": True, "false": False}.get((text_of(self.raw(*path)) or "").casefold())
        if flag is not None or text_of(self.raw(*path)) is None:
            self.text(*path)
        return flag

    def texts(self, *path: str | int) -> tuple[str, ...]:
        """The scalars of a list; one alone counts as such a list. What is none of them stays."""
        value = self.raw(*path)
        if not value:
            self._taken.add(path)
        if not isinstance(value, list):
            text = self.text(*path)
            return (text,) if text is not None else ()
        found = (self.text(*path, number) for number in range(len(value)))
        return tuple(each for each in found if each is not None)

    def entries(self, *path: str | int) -> Iterator[Path]:
        """The paths of the members of a list or of a mapping."""
        value = self.raw(*path)
        if not value:
            self._taken.add(path)
        steps = range(len(value)) if isinstance(value, list) else [*value] if isinstance(value, dict) else ()
        for step in steps:
            yield (*path, step)

    def whole(self, *path: str | int) -> object:
        """Everything at a path."""
        self._taken.add(path)
        return self.raw(*path)

    def unread_passages(self, file: str) -> Iterator[Passage]:
        """What nobody took, as passages; a part of which nothing was taken is one passage."""
        for path in self._unread():
            yield passage(file, self.line_of(path), _entry_text(path, self.raw(*path)), ".".join(map(str, path[:-1])))

    def report_unread_keys(self, file: str, report: Report) -> None:
        """Report the keys that nobody took though somebody asked for them: those that are spelled another way, but for
        case and marks only (`Blockers`, `current-phase`), and those of a list or mapping that stand below another key,
        as by too much indentation. An agent that reads the file sees no difference.
        """
        mappings = ((path, self.raw(*path)) for path in self._taken)
        whole = [(*path, key) for path, value in mappings if isinstance(value, dict) for key in value]
        unread = {path: self.raw(*path) for path in (*self._unread(), *whole)}
        unread = {path: value for path, value in unread.items() if value not in _NOTHING}
        asked = {path[:length] for path in self._taken for length in range(1, len(path) + 1)} if unread else set()
        spelled = {_spelling(path): path[-1] for path in asked}
        for path, value in unread.items():
            if path in asked:
                continue
            outer = [(*path[:length], path[-1]) for length in range(len(path) - 1)]
            if (known := spelled.get(_spelling(path))) is not None:
                message = Message("systems.key-misspelled", key=path[-1], known=known)
                report.add("key-misspelled", file, self.line_of(path), message)
            elif isinstance(value, dict | list) and any(at in asked and self.raw(*at) in _NOTHING for at in outer):
                message = Message("systems.key-misplaced", key=path[-1], below=path[-2])
                report.add("key-misplaced", file, self.line_of(path), message)

    def _unread(self) -> Iterator[Path]:
        """The paths of what nobody took; of a part of which nothing was taken, its own."""
        touched = {path[:length] for path in self._taken for length in range(len(path))} | {()}
        waiting: list[Path] = [()]
        while waiting:
            path = waiting.pop()
            if path in self._taken:
                continue
            if path in touched:
                waiting += [*self.entries(*path)][::-1]
            elif not isinstance(path[-1], int) or self.raw(*path) not in _NOTHING:
                yield path


def _spelling(path: Path) -> Path:
    """The path with only the letters and digits of its last key, without regard to case."""
    key = path[-1]
    return (*path[:-1], "".join(filter(str.isalnum, key)).casefold() if isinstance(key, str) else key)


def _value_at(value: object, path: Path) -> object:
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step] if step < len(value) else None
        else:
            return None
    return value


def _entry_text(path: Path, value: object) -> str:
    shown = value if isinstance(value, str) else as_json(value)
    return f"{path[-1]}: {shown}" if isinstance(path[-1], str) else str(shown)


_WRAPPED = regex(r'\\"(?P<inside>.*)\\"', re.DOTALL)
_ESCAPED = regex(r'\\([\\"])')
_ELLIPSIS = regex(r"\s*(?:\.{3}|…)\s*$")
_COMMENT = regex(r"[ \t]*#+[ \t]*(?P<text>.*)$")
_WORD = regex(r"\w")
_KEY = regex(r"(?P<lead>[ \-]*+)(?P<key>[^\s:#][^:]*+):")
_LOST = frozenset(
    {"yaml-invalid", "yaml-depth", "yaml-size", "yaml-alias", "yaml-documents", "frontmatter-not-mapping"}
)


@dataclass(frozen=True, slots=True)
class KeyedText:
    """One file. `cut` says that something was left out of its keys and values, `whole` that all of it was read;
    `unread` is what nobody can read of it. `first_line` to `body_line` are the lines with keys and values.
    """

    path: str
    values: Values
    notation: Literal["yaml", "json", "none"]
    body_line: int
    first_line: int = 1
    cut: bool = False
    whole: bool = False
    unread: tuple[Passage, ...] = ()


def read_text(page: Page, report: Report, find: Callable[[str], FrontMatter | None] = split) -> KeyedText:
    """The values of a page and the line at which its body begins; what is wrong is reported.

    `find` says where in the text the keys and values stand.
    """
    front = find(page.text)
    if front is None or not (front.raw.strip() or front.data):
        values = Values({}, lambda _: 1)
        return KeyedText(page.path, values, "none", 1)
    lines = split_lines(page.text)
    first = LineIndex(page.text).line_of(front.start)
    last = first + len(split_lines(front.raw)) - 1
    cut = _report(page.path, front, lines, report)
    unread = tuple(_unread(page.path, front, lines, range(first, last + 1)))
    data = _unescaped(front.data, page.path, _Lines(front, first), report)
    closed = last < len(lines) and lines[last].startswith(("---", "```", "~~~"))
    values = Values(data, _Lines(front, first), lambda path: _earlier_values(front, first, path))
    whole = not (cut or front.problems)
    return KeyedText(page.path, values, front.notation, last + 1 + closed, first, cut, whole, unread)


class _Lines:
    """The lines of the values of a frontmatter."""

    def __init__(self, front: FrontMatter, first: int) -> None:
        self._front, self._first = front, first
        self._lines = split_lines(front.text)

    def __call__(self, path: Path) -> int | None:
        if self._front.notation == "json":
            line = parse_json(self._front.raw).line_of(path)
            return line + self._first - 1 if line is not None else None
        marks = self._front.marks
        known = (tuple(path[:length]) for length in range(len(path), 0, -1))
        return next((self._line(each, marks[each]) for each in known if each in marks), self._first)

    def _line(self, path: Path, mark: Mark) -> int:
        """The line of a value; of a list or mapping below its key, that of the key."""
        above = self._lines[mark.line - 2] if mark.line > 1 and mark.style == "collection" and not mark.flow else ""
        return mark.line - 1 if above.strip(" -\r\n") == f"{path[-1]}:" else mark.line


def _earlier_values(front: FrontMatter, first: int, path: Path) -> Sequence[tuple[int, Any]]:
    """The lines and values that stand under a key which comes again."""
    if front.notation == "yaml" or not front.problems:
        return front.earlier.get(path, ())
    node = parse_json(front.raw).at(*path)
    return [(each.line + first - 1, each.value) for each in (node.earlier or ())] if node is not None else ()


def _report(path: str, front: FrontMatter, lines: Sequence[str], report: Report) -> bool:
    """Report what is wrong with the frontmatter; whether something was left out of it."""
    cuts = [each for each in front.problems if each.code == "yaml-invalid" and _ELLIPSIS.match(_line(lines, each))]
    twice = ((key[-1], value) for key, values in front.earlier.items() for _, value in values)
    hidden = {key for key, value in twice if value and isinstance(value, list | dict)}  # nobody reads what they say
    left_out = next((each for each in front.problems if _leaves_out(each) and each not in cuts), None)
    for each in front.problems:
        is_hidden = each.key in hidden
        if is_hidden or each is left_out:  # the first of them is damage: the others have the same cause as a rule
            report.add(each.code, path, each.line, Message("systems.problem", problem=each.message), severity="error")
        elif each not in cuts:
            report.problems(path, [_of_status(each)])
    if cuts:
        message = Message("systems.frontmatter-cut")
        if others := [str(each.line) for each in cuts[1:]]:
            message = Message("systems.frontmatter-cut-often", count=len(others), lines=others)
        report.add("frontmatter-cut", path, cuts[0].line, message)
    return bool(cuts)


def _leaves_out(problem: Problem) -> bool:
    """Whether something is not read because of it: nobody knows what that would say."""
    return problem.ends_reading or (problem.code in _LOST and not problem.as_text)


def _of_status(problem: Problem) -> Problem:
    """The problem; of a status under a key that comes again the worse counts, not the last."""
    return replace(problem, message=str(Message("systems.status-repeated"))) if problem.key == "status" else problem


def _line(lines: Sequence[str], problem: Problem) -> str:
    number = problem.line or 0
    return lines[number - 1] if 1 <= number <= len(lines) else ""


def _unread(path: str, front: FrontMatter, lines: Sequence[str], inside: range) -> Iterator[Passage]:
    """Lines that broke the reading, values under keys that came again, and comments."""
    numbers: set[int] = set()
    keys = _key_lines(lines, inside)
    for problem in front.problems:
        first = problem.line or inside.start
        if problem.code == "yaml-duplicate-key":
            numbers.update(_earlier(lines, first, keys))
        elif problem.ends_reading or problem.code in _LOST:
            numbers.update(range(first, inside.stop if problem.ends_reading else first + 1))
    yield from (
        passage(path, number, lines[number - 1].strip())
        for number in sorted(numbers)
        if number in inside and _WORD.search(lines[number - 1])
    )
    if front.notation == "yaml":
        yield from _comments(path, front, lines, inside)


def _key_lines(lines: Sequence[str], inside: range) -> dict[tuple[int, str], list[int]]:
    """The lines on which a key stands, in order, by its indentation and name."""
    found: dict[tuple[int, str], list[int]] = {}
    for number in inside:
        key = _KEY.match(lines[number - 1]) if number <= len(lines) else None
        if key is not None:
            found.setdefault((len(key["lead"]), key["key"]), []).append(number)
    return found


def _earlier(lines: Sequence[str], second: int, keys: Mapping[tuple[int, str], Sequence[int]]) -> Iterator[int]:
    """The lines of the first of two values under one key."""
    again = _KEY.match(lines[second - 1])
    if again is None:
        return
    lead = len(again["lead"])
    same = keys.get((lead, again["key"]), ())
    place = bisect_left(same, second) - 1
    if place < 0:
        return
    yield same[place]
    for below in range(same[place] + 1, second):
        line = lines[below - 1]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= lead and not line.startswith("-"):
            return
        yield below


def _comments(path: str, front: FrontMatter, lines: Sequence[str], inside: range) -> Iterator[Passage]:
    blocks = [
        range(mark.line, mark.line + front.text.count("\n", mark.start, mark.end) + 1)
        for mark in front.marks.values()
        if mark.style == "block"
    ]
    ends = {mark.line: max(mark.end, 0) for mark in front.marks.values() if mark.style in ("plain", "quoted")}
    for number in inside:
        found = _COMMENT.match(lines[number - 1].rstrip(" \t\r\n"))
        if found is None and number in ends:
            end = front.text.find("\n", ends[number])
            found = _COMMENT.match(front.text[ends[number] : end if end >= 0 else None].rstrip(" \t\r\n"))
        if found and found["text"] and not any(number in block for block in blocks):
            yield passage(path, number, found["text"])


def _unescaped(data: Mapping[str, Any], path: str, line_of: _Lines, report: Report) -> dict[str, Any]:
    """The data with values like `\\"in_progress\\"` as they were meant."""
    changed: list[Path] = []
    clean = _clean(data, (), changed)
    if changed:
        line = min(line_of(each) or 1 for each in changed)
        report.add("backslash-quotes", path, line, Message("systems.backslash-quotes"))
    return clean if isinstance(clean, dict) else {}


def _clean(value: object, path: Path, changed: list[Path]) -> object:
    if isinstance(value, dict):
        return {key: _clean(inner, (*path, key), changed) for key, inner in value.items()}
    if isinstance(value, list):
        return [_clean(inner, (*path, at), changed) for at, inner in enumerate(value)]
    wrapped = _WRAPPED.fullmatch(value) if isinstance(value, str) else None
    if wrapped is None:
        return value
    changed.append(path)
    return _ESCAPED.sub(r"\1", wrapped["inside"])
