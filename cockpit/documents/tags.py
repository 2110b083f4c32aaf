"""Tag sections: `<objective> … </objective>` blocks, the pseudo-XML in which handoffs are written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cockpit.documents.lines import Lines
from cockpit.documents.regions import Region
from cockpit.documents.text import Problem

_HTML = re.compile(
    r"(?:a|b|blockquote|br|center|code|d[dlt]|details|div|em|h[1-6r]|i|img|input|kbd|li|ol|p|picture|pre|s|small|source"
    r"|span|strong|style|su[bp]|summary|table|t[bdhr]|tbody|thead|u|ul|video)",
    re.IGNORECASE,
)
_TAG = re.compile(r"^[ \t]*<(?P<open>[A-Za-z][\w.-]*)(?:\s[^<>]*)?(?<!/)>|</(?P<close>[A-Za-z][\w.-]*)\s*>")


@dataclass(frozen=True)
class TagSection:
    """A tag section. `text` is its stripped content; `start` and `end` span the content as written.

    One that is not closed runs to the next opening tag or the end of the text; `problems` then says so. `body` reads
    fields, tables and lists from the content's whole lines.
    """

    name: str
    text: str
    line: int
    start: int
    end: int
    body: Region
    closed: bool = True

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """`tag-unclosed`, where the section has no closing tag."""
        if self.closed:
            return ()
        return (Problem("tag-unclosed", self.line, f"<{self.name}> is opened here and not closed"),)


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    opens: bool
    start: int
    end: int


def tag_sections(lines: Lines) -> tuple[TagSection, ...]:
    """The tag sections of a text in file order, one inside another too. HTML elements and code fences are not read."""
    tags = list(_tags(lines))
    openings = [tag for tag in tags if tag.opens]
    closings = _closings(tags)
    following = {tag: after.start for tag, after in pairwise(openings)}
    return tuple(
        _section(lines, tag, closing.start if closing else following.get(tag, len(lines.text)), closing is not None)
        for tag in openings
        for closing in (closings.get(tag),)
    )


def _tags(lines: Lines) -> Iterator[_Tag]:
    for number, line in lines.numbered(lines.first, lines.count):
        if "<" not in line:
            continue
        offset = lines.starts[number]
        for match in _TAG.finditer(line):
            name = match["open"] or match["close"]
            if not _HTML.fullmatch(name):
                start = offset + match.start() + len(match[0]) - len(match[0].lstrip())
                yield _Tag(name, bool(match["open"]), start, offset + match.end())


def _closings(tags: list[_Tag]) -> dict[_Tag, _Tag]:
    """Which closing tag ends which opening one. Those left open inside a closed one stay unclosed."""
    closed: dict[_Tag, _Tag] = {}
    waiting: list[_Tag] = []
    depth: dict[str, int] = {}
    for tag in tags:
        if tag.opens:
            waiting.append(tag)
            depth[tag.name] = depth.get(tag.name, 0) + 1
        elif depth.get(tag.name):
            while (opened := waiting.pop()).name != tag.name:
                depth[opened.name] -= 1
            depth[tag.name] -= 1
            closed[opened] = tag
    return closed


def _section(lines: Lines, tag: _Tag, end: int, closed: bool) -> TagSection:
    first = lines.index.line_of(tag.start) - 1
    last = lines.index.line_of(end) - (0 if end == len(lines.text) and not closed else 1)
    body = Region(lines, min(first + 1, lines.count), last)
    content = lines.text[tag.end : end].replace("\r\n", "\n").replace("\r", "\n").strip()
    return TagSection(tag.name, content, first + 1, tag.end, end, body, closed)
