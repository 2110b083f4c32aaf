"""Adding and removing lines of Markdown: list entries, table rows, whole lines. The neighbours' form is taken over.

Every function gives the splice; a text without a line end at its end keeps having none.
"""

import re
from collections.abc import Sequence

from cockpit.documents.inline import in_cell, on_one_line
from cockpit.documents.lists import Item, is_rule
from cockpit.documents.regions import Region
from cockpit.documents.splice import Splice
from cockpit.documents.tables import Table
from cockpit.documents.text import line_end_before

_NUMBER = re.compile(r"(\d{1,9})([.)])")
"""Markdown's own limit (CommonMark 5.2)."""


def insert_lines(text: str, offset: int, lines: Sequence[str], newline: str) -> Splice:
    """Put whole lines where a line begins, or at the end of the text. They end as the line above them does; as
    `newline` says where none tells.
    """
    newline = line_end_before(text, offset, newline)
    added = "".join(f"{line}{newline}" for line in lines)
    if offset == len(text) and text and not text.endswith(("\n", "\r")):
        return Splice(offset, offset, newline + added.removesuffix(newline))
    return Splice(offset, offset, added)


def remove_lines(text: str, start: int, end: int) -> Splice:
    """Take whole lines away; the last one of a text that ends without a line end takes the end before it along."""
    if end == len(text) and start > 0 and not text.endswith(("\n", "\r")):
        start -= 2 if text[:start].endswith("\r\n") else 1
    return Splice(start, end, "")


def remove_item(text: str, item: Item) -> Splice:
    """Take a list entry away, with what stands below it."""
    return remove_lines(text, item.start, item.end)


def insert_item(
    text: str, region: Region, entry: str, newline: str, *, checked: bool | None = None, first: bool = False
) -> Splice:
    """Add an entry to the list of a region: behind its last one, or before its first; with a check box on demand.

    Marker, indentation and blank lines between entries are those of the neighbour. Where there is no list yet, one
    begins below what the region holds.
    """
    items = region.items()
    box = "" if checked is None else "[x] " if checked else "[ ] "
    if not items:
        return _begin_list(text, region, f"- {box}{on_one_line(entry)}", newline)
    line = _lead(text, items[0] if first else items[-1], count=not first) + box + on_one_line(entry)
    gap = [""] if len(items) > 1 and _is_apart(text, items[-2], items[-1]) else []
    if first:
        return insert_lines(text, items[0].start, [line, *gap], newline)
    return insert_lines(text, items[-1].end, [*gap, line], newline)


def insert_row(text: str, table: Table, cells: Sequence[str], newline: str) -> Splice:
    """Add a row at the end of a table."""
    start = table.rows[-1].start if table.rows else table.start
    indent = text[start : start + len(text[start:]) - len(text[start:].lstrip(" \t"))]
    return insert_lines(text, table.end, [f"{indent}| {' | '.join(map(in_cell, cells))} |"], newline)


def _is_apart(text: str, one: Item, other: Item) -> bool:
    """Whether a blank line stands between two entries."""
    return one.end < other.start and not text[one.end : other.start].strip()


def _lead(text: str, item: Item, *, count: bool) -> str:
    """Indentation and marker of the entry beside the new one; a numbered list is counted on."""
    lead = text[item.start : item.begins].rstrip("\r\n") + ("" if item.marker else "- ")
    number = _NUMBER.fullmatch(item.marker)
    if number and count:
        lead = lead.replace(item.marker, f"{int(number[1]) + 1}{number[2]}", 1)
    return lead if lead.endswith((" ", "\t")) else f"{lead} "


def _begin_list(text: str, region: Region, line: str, newline: str) -> Splice:
    """Below the last line of the region that says something; a table or paragraph is set apart by a blank line."""
    lines = region.lines
    told = [number for number in range(region.first, region.last) if _tells(lines.raw[number])]
    if not told:
        tight = region.first < region.last and bool(lines.raw[region.first].strip())
        return insert_lines(text, region.body_start, [line, ""] if tight else [line], newline)
    labels = {field.line - 1 for field in region.fields()}
    gap = [] if told[-1] in labels else [""]
    return insert_lines(text, lines.starts[told[-1] + 1], [*gap, line], newline)


def _tells(line: str) -> bool:
    return bool(line.strip()) and not is_rule(line.rstrip("\r\n"))
