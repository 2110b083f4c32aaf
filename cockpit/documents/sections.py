"""Sections: the tree of headings, kept flat in file order."""

from bisect import bisect_right
from functools import cached_property

from cockpit.documents.fields import Field, read_field
from cockpit.documents.labels import fold_label
from cockpit.documents.lines import Heading, Lines
from cockpit.documents.lists import is_rule
from cockpit.documents.regions import Region

LOWEST = 7
"""The level of a section that only a label line begins."""


class Section(Region):
    """A heading with what stands below it.

    `start` and `end` span the whole extent, up to the next heading of the same or a higher level. What is read from
    a section (`fields()`, `text` ...) is its own body, up to the next heading of any level; `whole` is a region over
    the sub-sections too. The preamble has no heading, level 0 and an empty title.
    """

    def __init__(self, lines: Lines, heading: Heading | None, first: int, last: int, extent: int) -> None:
        super().__init__(lines, first, last)
        self.heading = heading
        self._extent = max(extent, self.last)

    def __repr__(self) -> str:
        return f"<Section {self.title!r} level {self.level} line {self.line}>"

    @property
    def title(self) -> str:
        """The heading's text."""
        return self.heading.text if self.heading else ""

    @property
    def level(self) -> int:
        """1 to 6; 0 for the preamble, 7 below a label line."""
        return self.heading.level if self.heading else 0

    @property
    def line(self) -> int:
        """The 1-based line of the heading, or of the preamble's first line."""
        return self.heading.line if self.heading else self.first + 1

    @property
    def start(self) -> int:
        """The offset of the heading."""
        return self.heading.start if self.heading else self.body_start

    @property
    def end(self) -> int:
        """The offset after the whole section, its sub-sections included."""
        return self.lines.starts[self._extent]

    @cached_property
    def whole(self) -> Region:
        """The section with its sub-sections, without their headings."""
        return Region(self.lines, self.first, self._extent)

    def is_named(self, *names: str) -> bool:
        """Whether the title equals one of the names, without case and decoration."""
        return fold_label(self.title) in {fold_label(name) for name in names}

    def find(self, *labels: str) -> Field | None:
        """The first field with one of these labels in the section or its sub-sections."""
        return self.field(*labels) or self.whole.field(*labels)


def read_sections(lines: Lines) -> tuple[Section, tuple[Section, ...]]:
    """The preamble and all sections in file order."""
    headings = lines.headings
    first_heading = headings[0].line - 1 if headings else lines.count
    preamble = Section(lines, None, lines.first, first_heading, first_heading)
    bounds = [heading.line - 1 for heading in headings] + [lines.count]
    bodies = [heading.line - 1 + heading.height for heading in headings]
    extents = _extents(headings, lines.count)
    sections = (
        Section(lines, heading, bodies[position], bounds[position + 1], extents[position])
        for position, heading in enumerate(headings)
    )
    return preamble, tuple(sections)


def read_groups(section: Section) -> tuple[Section, ...]:
    """The groups of a section's own body: a label line without a value, and what stands below it.

    Agents write `**Blockers:**` in place of a heading. A group ends at the next bold label or thematic break.
    """
    lines = section.lines
    ends = [n for n, line in lines.numbered(section.first, section.last) if _parts(line)]
    openings = [n for n in ends if lines.visible(n).rstrip().endswith((":", ":**", "**:"))]
    groups = []
    for number in openings:
        field = read_field(lines.visible(number), number + 1, lines.starts[number])
        if field is not None and not field.value and field.style in ("plain", "bold"):
            heading = Heading(field.label, LOWEST, number + 1, lines.starts[number], lines.starts[number + 1])
            place = bisect_right(ends, number)
            end = ends[place] if place < len(ends) else section.last
            groups.append(Section(lines, heading, number + 1, end, end))
    return tuple(groups)


def _parts(line: str) -> bool:
    """Whether a line ends what stands above it: a bold label, one without a value, a thematic break."""
    return line != "" and (line.startswith(("**", "__")) or line.rstrip().endswith(":") or is_rule(line))


def _extents(headings: list[Heading], count: int) -> list[int]:
    """For each heading, the line of the next heading of the same or a higher level."""
    extents = [count] * len(headings)
    waiting: list[int] = []
    for position, heading in enumerate(headings):
        while waiting and headings[waiting[-1]].level >= heading.level:
            extents[waiting.pop()] = heading.line - 1
        waiting.append(position)
    return extents
