"""The `key: value` lines of a section, or the rows of its table: values in place, missing ones where the seed's order
has them. Readers and editors find them by the same rule (`live_fields`).
"""

from collections.abc import Iterable, Mapping, Sequence

from cockpit.documents.markdown import Field, Section, in_cell, insert_lines, remove_lines
from cockpit.documents.splice import Splice
from cockpit.systems.autodev.current_step import SUB_STEP, live_fields, nested_fields, parted
from cockpit.systems.autodev.stated import key_of
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

BELOW = ("phase", "name", "detail")
"""The keys that stand deeper, below `sub_step:`."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line that is data: its key, its field, and what it spans with the lines below that belong to it."""

    key: str
    field: Field
    start: int
    end: int


def lines_in(section: Section, keys: Iterable[str]) -> list[Line]:
    """The first line of each key. What stands below `sub_step:` belongs to it, and is no line of its own."""
    live = live_fields(section)
    below = nested_fields(live)
    wanted, starts = {fold(key) for key in keys}, section.lines.starts
    found: dict[str, Line] = {}
    for field in live:
        key = key_of(field.label)
        if field in below:
            continue
        if key in wanted and key not in found:
            last = max(each.line for each in (field, *(below if key == SUB_STEP else ())))
            found[key] = Line(key, field, starts[field.line - 1], starts[last])
    return list(found.values())


def put_lines(sheet: MarkdownSheet, titles: Sequence[str], order: Sequence[str], values: Mapping[str, str]) -> None:
    """Give keys of a section their values; a missing line comes behind the one before it in the order."""
    for key, value in values.items():
        section = sheet.markdown.section(*titles)
        if section is None:
            return
        lines = lines_in(section, order)
        known = next((line for line in lines if line.key == fold(key)), None)
        if known is None:
            section = _parted(sheet, titles) or section
            sheet.change([_added(sheet, section, order, key, value)])
        elif known.field.value != value:
            sheet.change([known.field.rewrite(value)])


def drop_line(sheet: MarkdownSheet, titles: Sequence[str], order: Sequence[str], key: str) -> None:
    """Take the line of a key away, where there is one."""
    section = _parted(sheet, titles)
    known = [line for line in lines_in(section, order) if line.key == fold(key)] if section is not None else []
    if known:
        sheet.change([remove_lines(sheet.text, known[0].start, known[0].end)])


def put_in_order(sheet: MarkdownSheet, titles: Sequence[str], order: Sequence[str]) -> None:
    """Bring the lines of a section into the order, each with what stands below it; other lines stay where they are, and
    all of them where some are rows of a table and others are not.
    """
    section = sheet.markdown.section(*titles)
    lines = lines_in(section, order) if section is not None else []
    if len({line.field.style == "table" for line in lines}) > 1 or lines == _ordered(lines, order):
        return
    section = _parted(sheet, titles)
    lines = lines_in(section, order) if section is not None else []
    wanted = _ordered(lines, order)
    text = sheet.text
    splices = []
    for slot, line in zip(lines, wanted, strict=True):
        old, new = text[slot.start : slot.end], text[line.start : line.end]
        end = old[len(old.rstrip("\r\n")) :]
        splices.append(Splice(slot.start, slot.end, new.rstrip("\r\n") + end))
    sheet.change(splices)


def _ordered(lines: Sequence[Line], order: Sequence[str]) -> list[Line]:
    places = {fold(key): place for place, key in enumerate(order)}
    return sorted(lines, key=lambda line: places[line.key])


def _parted(sheet: MarkdownSheet, titles: Sequence[str]) -> Section | None:
    """The section, each of its fields on a line of its own: a line that comes or goes takes no other with it."""
    section = sheet.markdown.section(*titles)
    if section is None or not (splices := parted(section, sheet.newline)):
        return section
    sheet.change(splices)
    return sheet.markdown.section(*titles)


def _added(sheet: MarkdownSheet, section: Section, order: Sequence[str], key: str, value: str) -> Splice:
    """A new line in the form of its neighbour: behind the one before it in the order, else before the first."""
    lines = lines_in(section, order)
    places = {fold(name): place for place, name in enumerate(order)}
    before = [line for line in lines if places[line.key] < places[fold(key)]]
    neighbour = before[-1] if before else lines[0] if lines else None
    if neighbour is None:
        at = section.lines.starts[min(section.line, section.lines.count)]
        return insert_lines(sheet.text, at, [f"{key}: {value}"], sheet.newline)
    field = neighbour.field
    lead = sheet.text[neighbour.start : field.value_start]
    in_table = field.style == "table"
    told = lead.replace(field.label, key, 1) if field.label in lead else f"| {key} | " if in_table else f"{key}: "
    told = told if told.endswith((" ", "\t")) else f"{told} "
    at = neighbour.end if before else neighbour.start
    line = f"{told}{in_cell(value)} |" if in_table else f"{told}{value}".rstrip()
    return insert_lines(sheet.text, at, [line], sheet.newline)
