"""The preview: what would be written, found out a moment after each change and away from the event loop."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.screen import Screen
from textual.timer import Timer

from cockpit.actions.handing_off import MISSING, Look, look
from cockpit.model.errors import HandoffWaits, Refused
from cockpit.rules.printable import printable_lines
from cockpit.screens.diffs import diff_facts
from cockpit.screens.handoff.filling import Filling
from widgets.detail import Detail
from widgets.painting import wrap
from widgets.sheets import GAP, Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Writer

SOON = 0.15
"""Seconds from a change to a look at what it comes to."""
_EDGE = "---"


class Looking:
    """The newest look at the files to be, and when the next one is due. `again` takes it."""

    def __init__(self, screen: Screen[None], again: Callable[[], object]) -> None:
        self._screen = screen
        self._again = again
        self._timer: Timer | None = None
        self.look: Look | None = None
        self.refused = ""
        self.another = False
        """Whether a handoff appeared that the wizard knows nothing of."""

    @property
    def waits(self) -> bool:
        """Whether a look is due."""
        return self._timer is not None

    def soon(self) -> None:
        """Look again, a moment from now."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(SOON, self.now)

    def now(self) -> None:
        """Look again."""
        self._timer = None
        self._again()

    def look_at(self, writer: "Writer", filling: Filling) -> None:
        """Find out what would be written. Reads the files: not for the event loop."""
        self.another = False
        try:
            self.look, self.refused = look(writer, filling.proposal.track, filling.draft), ""
        except HandoffWaits:
            self.look, self.refused, self.another = None, "", True
        except Refused as refusal:
            self.look, self.refused = None, str(refusal)


class FileView:
    """Shows a look in a detail view: the file, the rest of what is written, or both."""

    def __init__(self, detail: Detail, *, file: bool, rest: bool) -> None:
        self._detail = detail
        self._file, self._rest = file, rest

    def show(self, looking: Looking, section: str = "") -> None:
        """Show the newest look, with that section in view."""
        width = self._detail.size.width
        found = looking.look
        if found is None:
            told = looking.refused or "Looking at what would be written…"
            self._detail.show("", [Fact("", told, "stop" if looking.refused else "muted")])
            return
        facts, at = file_facts(found.text, width, section) if self._file else ([], 0)
        if self._rest:
            facts += [*([GAP] if facts else []), *_rest(found, width)]
        self._detail.show(found.path if self._file else "What else is written", facts)
        if section:
            # once the lines are laid out: a detail that just became visible cannot scroll yet
            self._detail.call_after_refresh(self._detail.scroll_to, y=max(0, at - 1), animate=False)


def _rest(found: Look, width: int) -> Sequence[Fact]:
    """What is said beside the handoff, and the diff of the other files."""
    told, changed = [Fact("", remark) for remark in found.remarks], diff_facts(found.diff, width)
    return [*told, *(changed if told else changed[1:])] or [Fact("", "No other file changes.", "muted")]


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
