"""The parts of a state file by name: which were read, which stand twice, and which lines no rule took."""

from collections.abc import Iterable

from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import (
    BLOCKERS,
    Labels,
    Value,
    accept,
    fields_of,
    is_bare,
    is_nothing,
    pair_tables,
    placeholder_in,
    plain,
    report_placeholder,
)
from cockpit.systems.shared.taken_lines import Passage, Taken
from cockpit.text.markdown import ListEntry, Region, Row, Section, TagSection, fold_label
from cockpit.wording.messages import Message

_MOST = 20
"""Passages of a page that have a note each."""
_NAMED = 3
"""Values of a doubled section that are named."""


class Outline:
    """One page and what was taken from it. Asking for a section takes its heading."""

    def __init__(self, page: Page, report: Report) -> None:
        self.page, self.report = page, report
        self.taken = Taken(page)
        self._compared: set[int] = set()

    @property
    def path(self) -> str:
        """The page's path."""
        return self.page.path

    def section(self, *names: str) -> Section | None:
        """The first section with one of the names; a second one at the same level is reported, and left unread."""
        found = self.page.markdown.section(*names)
        if found is not None and found.start not in self._compared:
            self._compared.add(found.start)
            self.take_heading(found)
            self._report_twins(found)
        return found

    def sections(self, *names: str) -> tuple[Section, ...]:
        """All sections with one of the names that lie in none of the others: each is read, and several are reported."""
        found = outermost(self.page.markdown.all_sections(*names))
        for section in found:
            self.take_heading(section)
        for twin in found[1:]:
            self.report.add("duplicate-section", self.path, twin.line, _section_twice(found[0], twin),
                            hint=Message("systems.merge-both-read"))  # fmt: skip
        return found

    def labels(self, *sections: Section | None) -> Labels:
        """The labelled values of these sections' own bodies; the first section's come first."""
        fields = [field for section in sections for field in fields_of(section)]
        for table in (table for section in sections if section for table in pair_tables(section)):
            self.taken.take_pairs(table)
        return Labels(fields, self.path, self.report, self.taken)

    def head(self) -> tuple[Section | None, ...]:
        """Where the lines under the title stand: before the first heading, and in the body of the first one."""
        markdown = self.page.markdown
        return markdown.preamble, next((section for section in markdown.sections if section.level == 1), None)

    def entries(self, region: Region | None, *columns: str, boxes: bool = False) -> list[tuple[ListEntry, Value]]:
        """What a region lists and states; placeholders are reported. A row is taken by who reads its cells."""
        found = []
        for entry in region.entries(*columns, boxes=boxes) if region else ():
            shown = plain(entry.text)
            nothing, placeholder = is_nothing(shown), placeholder_in(shown)
            if not nothing and placeholder:
                report_placeholder(self.report, self.path, entry.line, placeholder)
            if entry.row is None:
                whole = is_bare(shown) if nothing or placeholder else True
                self.taken.take_if(whole, *entry.lines)
            if not nothing and not placeholder:
                found.append((entry, Value(shown, entry.line)))
        return found

    def cells(self, row: Row, **columns: tuple[str, ...]) -> dict[str, str | None]:
        """The cells of a row by what they mean, None where one states nothing; taken where no other says anything."""
        found = {part: row.cell(*names) for part, names in columns.items()}
        known = {cell.start for cell in found.values() if cell is not None}
        others = [cell for cell in row.cells if cell.start not in known and not is_nothing(cell.text)]
        self.taken.take_if(not any(any(map(str.isalnum, cell.text)) for cell in others), row.line)
        shown = {part: plain(cell.text) if cell else "" for part, cell in found.items()}
        return {part: None if is_nothing(text) or placeholder_in(text) else text for part, text in shown.items()}

    def accept(self, text: str, line: int) -> Value | None:
        """The value a line states; None for nothing and for a placeholder, which is reported."""
        return accept(text, line, self.path, self.report, self.taken)

    def take_heading(self, section: Section) -> None:
        """A section's title says what is in it."""
        height = section.heading.height if section.heading else 1
        self.taken.take(section.line, section.line + height - 1)

    def take_tag(self, tag: TagSection) -> None:
        """All of a tag section is in the track."""
        self.taken.take(tag.line, self.page.markdown.lines.index.line_of(max(tag.end, tag.start)))

    def unread(self) -> tuple[Passage, ...]:
        """What no rule took, by section."""
        return self.taken.passages()

    def _report_twins(self, first: Section) -> None:
        for twin in self.page.markdown.all_sections(first.title):
            if twin.start > first.start and twin.level == first.level:
                message, differing = _section_twice(first, twin), _differing(first, twin)
                for label, above, below in differing[:_NAMED]:
                    message = Message("systems.section-twice-differing", of=message, label=label, above=above,
                                      below=below)  # fmt: skip
                holds = any(fold_label(label) == "status" for label, _, _ in differing) or _hides_blockers(first, twin)
                self.report.add("duplicate-section", self.path, twin.line, message,
                                severity="error" if holds else None)  # fmt: skip


def outermost(sections: Iterable[Section]) -> tuple[Section, ...]:
    """The sections, given in file order, that are not inside another of them."""
    found: list[Section] = []
    for section in sections:
        if not found or section.start >= found[-1].end:
            found.append(section)
    return tuple(found)


def _section_twice(first: Section, twin: Section) -> Message:
    return Message("systems.section-twice", title=twin.title, first=first.line, second=twin.line)


def _hides_blockers(first: Section, twin: Section) -> bool:
    """Whether the second of two lists of blockers, which is not read, names one that the first does not."""
    if not twin.is_named(*BLOCKERS):
        return False
    more = {plain(each.text) for each in twin.entries()} - {plain(each.text) for each in first.entries()}
    return not all(map(is_nothing, more))


def _differing(first: Section, twin: Section) -> list[tuple[str, str, str]]:
    """The labels that two sections give different values, and these."""
    values = {fold_label(each.label): plain(each.value) for each in reversed(fields_of(first))}
    pairs = ((each, values.get(fold_label(each.label))) for each in fields_of(twin))
    return [
        (plain(each.label), before, plain(each.value))
        for each, before in pairs
        if before is not None and before != plain(each.value)
    ]
