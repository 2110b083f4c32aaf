"""The file as it would be written, as lines for a detail view: headings stand out, the present section most."""

from collections.abc import Iterator

from rich.cells import cell_len

from cockpit.actions.handing_off import MISSING
from cockpit.rules.printable import printable_lines
from widgets.facts import Fact
from widgets.line import wrap

_EDGE = "---"


def file_facts(text: str, width: int, section: str = "") -> tuple[list[Fact], int]:
    """The lines of a handoff in a detail view of that width, and the place of the line with the heading `section`."""
    facts: list[Fact] = []
    at, frontmatter = 0, False
    for place, line in enumerate(printable_lines(text.rstrip("\n"))):
        style = "text"
        if line == _EDGE and (place == 0 or frontmatter):
            frontmatter, style = place == 0, "muted"
        elif frontmatter:
            style = "muted"
        elif line.startswith("## "):
            here = bool(section) and line[3:].strip() == section
            at = len(facts) if here else at
            style = "accent" if here else "strong"
        elif line == MISSING:
            style = "stop"
        facts += [Fact("", piece, style, as_is=True) for piece in _pieces(line, max(8, width - 2))]
    return facts, at


def _pieces(line: str, width: int) -> Iterator[str]:
    """A line in pieces of that many cells, broken at blanks; what goes on stands below its own beginning."""
    text = line.lstrip(" ")
    indent = " " * (len(line) - len(text))
    if cell_len(line) <= width:
        yield line
        return
    first, *more = wrap(text, max(8, width - len(indent)))
    yield indent + first
    hanging = indent + ("  " if text.startswith(("- ", "| ")) else "")
    for piece in wrap(" ".join(more), max(8, width - len(hanging))) if more else ():
        yield hanging + piece
