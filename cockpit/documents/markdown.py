"""Markdown, read losslessly: headings, sections, fields, tables, lists, fences and tags, all with their positions.

`parse` makes one cheap pass over the lines; each section reads its own parts at first use. Offsets are into the text
that was parsed; lines count from 1.
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import cached_property, lru_cache

from cockpit.documents.entries import Entry
from cockpit.documents.fields import Field, FieldStyle, find_field
from cockpit.documents.frontmatter_blocks import body_start
from cockpit.documents.labels import fold_label
from cockpit.documents.lines import Heading, Lines
from cockpit.documents.lists import Item
from cockpit.documents.regions import Fence, Paragraph, Region
from cockpit.documents.sections import Section, read_groups, read_sections
from cockpit.documents.tables import Cell, Row, Table
from cockpit.documents.tags import TagSection, tag_sections
from cockpit.documents.text import Problem

__all__ = [
    "Cell",
    "Entry",
    "Fence",
    "Field",
    "FieldStyle",
    "Heading",
    "Item",
    "Markdown",
    "Paragraph",
    "Region",
    "Row",
    "Section",
    "Table",
    "TagSection",
    "find_field",
    "fold_label",
    "parse",
]


_OPEN_LABEL = re.compile(r":(?:\*\*|__)?[ \t]*$", re.MULTILINE)


class Markdown:
    """A parsed Markdown text. Frontmatter at its beginning is no part of the body; `frontmatter.split` reads it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text, body_start(text))
        self.preamble, self.sections = read_sections(self.lines)
        """What stands before the first heading, and the sections in file order, flat."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """`conflict-marker`, `fence-unclosed` and the like, in file order; last `too-many-lines`."""
        return tuple(self.lines.problems)

    @property
    def title(self) -> Heading | None:
        """The first heading of level 1."""
        return next((heading for heading in self.lines.headings if heading.level == 1), None)

    @cached_property
    def body(self) -> Region:
        """The whole body as one region, for what may stand in any section."""
        return Region(self.lines, self.lines.first, self.lines.count)

    @cached_property
    def tags(self) -> tuple[TagSection, ...]:
        """The pseudo-XML tag sections."""
        return tag_sections(self.lines)

    def section(self, *names: str, level: int | None = None, within: Section | None = None) -> Section | None:
        """The first section in file order whose title equals one of the names; see `fold_label` for what is equal.

        Where no heading has one of them, a line `**Name:**` without a value begins the section.
        """
        found = self._matching(names, level, within)
        return found[0] if found else None

    def all_sections(self, *names: str) -> tuple[Section, ...]:
        """All sections whose title equals one of the names, in file order."""
        return tuple(self._matching(names, None, None))

    def children(self, section: Section) -> tuple[Section, ...]:
        """All sections inside a section's extent, in file order."""
        first, end = bisect_right(self._starts, section.start), bisect_left(self._starts, section.end)
        return tuple(self.sections[first:end])

    def field(self, *labels: str) -> Field | None:
        """The first field of the body with one of the labels."""
        return self.body.field(*labels)

    @cached_property
    def _starts(self) -> list[int]:
        return [section.start for section in self.sections]

    @cached_property
    def _by_title(self) -> dict[str, list[Section]]:
        by_title: dict[str, list[Section]] = defaultdict(list)
        for section in self.sections:
            by_title[fold_label(section.title)].append(section)
        return dict(by_title)

    @cached_property
    def _groups(self) -> tuple[Section, ...]:
        if _OPEN_LABEL.search(self.text) is None:
            return ()
        return tuple(group for part in (self.preamble, *self.sections) for group in read_groups(part))

    def _matching(self, names: tuple[str, ...], level: int | None, within: Section | None) -> list[Section]:
        titles = {fold_label(name) for name in names}
        found = [section for title in titles for section in self._by_title.get(title, ())]
        if not found:
            found = [group for group in self._groups if fold_label(group.title) in titles]
        if level is not None:
            found = [section for section in found if section.level == level]
        if within is not None:
            found = [section for section in found if within.start < section.start < within.end]
        return sorted(found, key=lambda section: section.start)


@lru_cache(maxsize=4)
def parse(text: str) -> Markdown:
    """Read a Markdown text. Never raises; linear in the length of the text.

    The last few are kept: an edit asks for the same text many times.
    """
    return Markdown(text)
