"""The lists of a state file: decisions, todos, blockers. Entries are found by their exact text, never by a part."""

from collections.abc import Callable
from dataclasses import dataclass

from cockpit.documents.insertions import insert_item, insert_lines, remove_lines
from cockpit.documents.lists import is_rule
from cockpit.documents.markdown import Item, Section
from cockpit.documents.splice import Splice
from cockpit.documents.text import repair_mojibake
from cockpit.systems.autopilot.editing.draft import unsafe
from cockpit.systems.autopilot.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.autopilot.transponder import CONTEXT
from cockpit.systems.autopilot.values import is_nothing, placeholder_in, plain

Names = tuple[str, ...]
Reading = Callable[["Entry"], str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a list item, or a paragraph where the section has no list. `text` is as the reader shows it."""

    text: str
    line: int
    start: int
    end: int
    text_start: int
    text_end: int
    item: Item | None = None

    @property
    def checked(self) -> bool:
        """Whether the entry is ticked."""
        return self.item is not None and bool(self.item.checked)


def entries_in(section: Section | None) -> tuple[Entry, ...]:
    """The entries of a section that say something."""
    if section is None:
        return ()
    found = tuple(_of_item(item) for item in section.items()) or _paragraphs(section)
    return tuple(entry for entry in found if not is_nothing(entry.text) and not placeholder_in(entry.text))


def find_entry(section: Section | None, wanted: str, reading: Reading) -> Entry | None:
    """The first entry that reads exactly so, white space apart."""
    key = " ".join(wanted.split())
    return next((entry for entry in entries_in(section) if key in (reading(entry), entry.text)), None)


def add_entry(
    sheet: MarkdownSheet, names: Names, text: str, *, checked: bool | None = None, first: bool = False
) -> None:
    """Add an entry at the end of its section, or at its beginning. A `None` gives way; a missing section is added."""
    section = sheet.markdown.section(*names) or add_section(sheet, names[0])
    splice = _in_place_of_none(section, text, checked)
    sheet.change([splice or insert_item(sheet.text, section, text, sheet.newline, checked=checked, first=first)])


def remove_entry(sheet: MarkdownSheet, section: Section, entry: Entry) -> None:
    """Remove an entry with what stands below it. The last one leaves `None`."""
    if len(entries_in(section)) > 1 or len(section.items()) > 1:
        sheet.change([remove_lines(sheet.text, entry.start, entry.end)])
        return
    lead = f"{entry.item.marker} " if entry.item else ""
    tail = sheet.text[entry.start : entry.end]
    end = tail[len(tail.rstrip("\r\n")) :]
    sheet.change([Splice(entry.start, entry.end, f"{lead}None{end}")])


def add_section(sheet: MarkdownSheet, title: str) -> Section:
    """Add a section: below "Accumulated Context" where there is one and the section is a list's, else at the end."""
    parent = None if title in ("Session Continuity", "Current Position") else sheet.markdown.section(*CONTEXT)
    lines = sheet.markdown.lines
    first, last = (parent.line, lines.index.line_of(parent.end - 1)) if parent else (0, lines.count)
    told = [number for number in range(first, last) if _tells(lines.raw[number])]
    at = lines.starts[told[-1] + 1] if told else lines.starts[first]
    heading = f"{'#' * (parent.level + 1 if parent else 2)} {title}"
    sheet.change([insert_lines(sheet.text, at, ["", heading] if at else [heading], sheet.newline)])
    section = sheet.markdown.section(title)
    if section is None:
        raise unsafe(sheet.path, f'the section "{title}" cannot be added')
    return section


def _in_place_of_none(section: Section, text: str, checked: bool | None) -> Splice | None:
    if entries_in(section):
        return None
    box = "" if checked is None else "[x] " if checked else "[ ] "
    for item in section.items():
        if is_nothing(item.text):
            start = item.text_start if item.box_at is None else item.box_at - 1
            return Splice(start, item.text_end, box + text)
    for paragraph in section.paragraphs():
        if is_nothing(paragraph.text):
            return Splice(paragraph.start, paragraph.end, f"- {box}{text}")
    return None


def _of_item(item: Item) -> Entry:
    text = plain(repair_mojibake(item.text))
    return Entry(text, item.line, item.start, item.end, item.text_start, item.text_end, item)


def _paragraphs(section: Section) -> tuple[Entry, ...]:
    starts, index = section.lines.starts, section.lines.index
    return tuple(
        Entry(
            plain(repair_mojibake(part.text)),
            part.line,
            starts[part.line - 1],
            starts[index.line_of(max(part.end - 1, part.start))],
            part.start,
            part.end,
        )
        for part in section.paragraphs()
    )


def _tells(line: str) -> bool:
    return bool(line.strip()) and not is_rule(line.rstrip("\r\n"))
