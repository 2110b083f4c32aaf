"""The sections of a state file by name: which were read, which stand twice, and what no rule reads."""

from cockpit.documents.labels import fold_label
from cockpit.documents.markdown import Field, Section
from cockpit.systems.autopilot.folder import Page
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.values import Labels, fields_of, is_nothing

_SECTIONS_KEPT = 40
_TEXT_KEPT = 2_000


class Outline:
    """The sections of one page. Asking for a section marks it as read."""

    def __init__(self, page: Page, report: Report) -> None:
        self.page, self._report = page, report
        self._read: set[int] = set()

    def section(self, *names: str) -> Section | None:
        """The first section with one of the names; a second one at the same level is reported."""
        found = self.page.markdown.section(*names)
        if found is not None and found.start not in self._read:
            self._read.add(found.start)
            self._report_twins(found)
        return found

    def labels(self, *sections: Section | None) -> Labels:
        """The labelled values of these sections' own bodies; the first section's come first."""
        fields = [field for section in sections for field in fields_of(section)]
        return Labels(fields, self.page.path, self._report)

    def head(self) -> tuple[Section | None, ...]:
        """Where the lines under the title stand: before the first heading, and in the body of the first one."""
        markdown = self.page.markdown
        first = next((section for section in markdown.sections if section.level == 1), None)
        if first is not None:
            self._read.add(first.start)
        return markdown.preamble, first

    def fenced(self, section: Section | None) -> tuple[Field, ...]:
        """Label lines inside the section's code fences: some agents draw their position as a box."""
        if section is None:
            return ()
        return tuple(field for fence in section.fences() for field in fence.inside.fields())

    def unread(self) -> dict[str, str]:
        """The text of the sections that no rule read, by title; the number and the length are capped."""
        texts = {
            section.title: section.text[:_TEXT_KEPT]
            for section in self.page.markdown.sections
            if section.start not in self._read and not is_nothing(section.text.replace("---", ""))
        }
        return dict(list(texts.items())[:_SECTIONS_KEPT])

    def _report_twins(self, first: Section) -> None:
        for twin in self.page.markdown.all_sections(first.title):
            self._read.add(twin.start)
            if twin.start > first.start and twin.level == first.level:
                message = f'The section "{twin.title}" stands on lines {first.line} and {twin.line}.'
                self._report.add("duplicate-section", self.page.path, twin.line, message)


def title_of(section: Section) -> str:
    """A section's title in the form in which titles are compared."""
    return fold_label(section.title)
