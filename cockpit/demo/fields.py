"""Changing single fields of a Markdown text that a person may have edited meanwhile.

Every function locates its field by name in the newest text and gives the text back unchanged where the field is gone:
the agent neither repairs nor objects. Lines keep their endings.
"""

import re
from collections.abc import Mapping

NOTHING = re.compile(r"^\s*[-*]\s+\(?none\.?\)?\s*$", re.IGNORECASE)
BULLET = re.compile(r"^\s*[-*]\s+(?P<text>.*?)\s*$")
HEADING = re.compile(r"^(?P<marks>#{1,6})\s+(?P<title>.*?)\s*$")
BOX = re.compile(r"^(?P<before>\s*[-*]\s+\[)(?P<mark>[ xX])(?P<after>\]\s+)(?P<text>.*?)\s*$")


def ending(line: str) -> str:
    """The carriage return at the end of a line of a file with CRLF line endings."""
    return "\r" if line.endswith("\r") else ""


def section(lines: list[str], title: str) -> range:
    """The lines below a heading, up to the next heading of its rank or a rule; empty where there is none."""
    for start, line in enumerate(lines):
        found = HEADING.match(line)
        if found and found["title"].casefold() == title.casefold():
            return range(start + 1, _end(lines, start + 1, len(found["marks"])))
    return range(0)


def _end(lines: list[str], start: int, rank: int) -> int:
    for index in range(start, len(lines)):
        found = HEADING.match(lines[index])
        if lines[index].strip() == "---" or (found and len(found["marks"]) <= rank):
            return index
    return len(lines)


def row_cells(line: str) -> list[str]:
    """The trimmed cells of a table row; empty for any other line."""
    text = line.strip()
    return [cell.strip() for cell in text.strip("|").split("|")] if text.startswith("|") else []


def row(text: str, title: str, label: str) -> dict[str, str]:
    """The cells of the row with this label in a section's table, by column name; empty where there is none."""
    lines = text.split("\n")
    rows = [cells for index in section(lines, title) if (cells := row_cells(lines[index]))]
    for cells in rows[1:]:
        if cells[0].casefold() == label.casefold():
            return dict(zip(rows[0], cells, strict=False))
    return {}


def with_row(text: str, title: str, label: str, values: Mapping[str, str]) -> str:
    """Set cells of one row, by column name; columns that the table does not have are left out."""
    lines = text.split("\n")
    header: list[str] = []
    for index in section(lines, title):
        cells = row_cells(lines[index])
        header = header or cells
        if cells and cells[0].casefold() == label.casefold():
            changed = [values.get(name, cell) for name, cell in zip(header, cells, strict=False)]
            lines[index] = f"| {' | '.join([*changed, *cells[len(changed) :]])} |{ending(lines[index])}"
            break
    return "\n".join(lines)


def with_last_row(text: str, title: str, line: str) -> str:
    """Append a row to the first table of a section."""
    lines = text.split("\n")
    where = section(lines, title)
    start = next((index for index in where if row_cells(lines[index])), None)
    if start is None:
        return text
    stop = start
    while stop < len(lines) and row_cells(lines[stop]):
        stop += 1
    lines.insert(stop, f"{line}{ending(lines[stop - 1])}")
    return "\n".join(lines)


def with_value(text: str, title: str, label: str, value: str) -> str:
    """Set the second cell of one row of a two-column table."""
    return with_row(text, title, label, {"Value": value})


def with_line(text: str, label: str, value: str) -> str:
    """Set what stands after `**label:**`."""
    pattern = re.compile(rf"^(\*\*{re.escape(label)}:\*\*)[^\r\n]*", re.MULTILINE)
    return pattern.sub(lambda found: f"{found[1]} {value}", text, count=1)


def bullets(text: str, title: str) -> list[str]:
    """The items of a section's list, without `None`."""
    lines = text.split("\n")
    found = [BULLET.match(lines[index]) for index in section(lines, title) if not NOTHING.match(lines[index])]
    return [match["text"] for match in found if match]


def with_bullet(text: str, title: str, item: str) -> str:
    """Append an item to a section's list, unless it is there; it takes the place of `None`."""
    if item in bullets(text, title):
        return text
    lines = text.split("\n")
    return _with_item(lines, section(lines, title), item)


def with_bullet_below(text: str, label: str, item: str) -> str:
    """Append an item to the list below a line that reads `**label:**`."""
    lines = text.split("\n")
    start = next((index for index, line in enumerate(lines) if line.strip() == f"**{label}:**"), len(lines))
    stop = start + 1
    while stop < len(lines) and BULLET.match(lines[stop]):
        stop += 1
    return _with_item(lines, range(min(start + 1, len(lines)), min(stop, len(lines))), item, empty_list=True)


def _with_item(lines: list[str], where: range, item: str, *, empty_list: bool = False) -> str:
    items = [index for index in where if BULLET.match(lines[index])]
    if items:
        replaces = NOTHING.match(lines[items[-1]])
        lines[items[-1] : items[-1] + 1] = [
            *([] if replaces else [lines[items[-1]]]),
            f"- {item}{ending(lines[items[-1]])}",
        ]
    elif where or (empty_list and where.start < len(lines)):
        lines.insert(where.start, f"- {item}{ending(lines[where.start - 1])}")
    return "\n".join(lines)


def without_bullet(text: str, title: str, item: str) -> str:
    """Remove one item, found by its exact text, from a section's list; an empty list reads `None`."""
    lines = text.split("\n")
    where = section(lines, title)
    for index in where:
        found = BULLET.match(lines[index])
        if found and found["text"] == item:
            last = len(bullets(text, title)) == 1
            lines[index : index + 1] = [f"- None{ending(lines[index])}"] if last else []
            break
    return "\n".join(lines)


def ticked(text: str, start: str) -> str:
    """Tick the first checkbox whose text begins with the word `start`."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        found = BOX.match(line)
        if found and found["text"].split(" ", 1)[0] == start:
            lines[index] = f"{found['before']}x{found['after']}{found['text']}{ending(line)}"
            break
    return "\n".join(lines)
