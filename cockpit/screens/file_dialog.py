"""A file of the project, to read it where its content is in no row: an archived handoff."""

import asyncio
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from cockpit.model.errors import Refused
from cockpit.rules.printable import printable_lines
from cockpit.screens.dialogs import ReadingDialog
from cockpit.screens.faults import Faults
from widgets.pane import MOST, View
from widgets.sheets import Fact

READING = "Reading…"
LONGEST = 2_000
"""Characters of a line that are shown: whoever needs more opens the file."""
_EDGE = "---"


class FileDialog(Faults, ReadingDialog[None]):
    """One file, read when it opens, away from the event loop."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", "Close", show=False)]

    def __init__(self, title: str, root: Path, path: str, view: View) -> None:
        super().__init__(view)
        self._title, self._root, self._path = title, root, path
        self._lines = [Fact("", READING, "muted")]

    def on_mount(self) -> None:
        """Read it."""
        self._read()

    def show(self) -> tuple[str, list[Fact]]:
        """Where it lies, and its text."""
        return self._title, [Fact("", self._path, "muted"), Fact("", ""), *self._lines]

    @work(exit_on_error=False)
    async def _read(self) -> None:
        try:
            self._lines = await asyncio.to_thread(_lines, self._root, self._path)
        except Refused as refusal:
            self._lines = [Fact("", str(refusal), "alert")]
        if self.is_mounted:
            self.fit()


def _lines(root: Path, path: str) -> list[Fact]:
    from cockpit.actions.whereabouts import text_of  # the reading of files: the first frame does not wait for it

    return list(_shown(text_of(root, path)))


def _shown(text: str) -> Iterator[Fact]:
    """Its lines; headings stand out, frontmatter stands back. Of a very long one, the first."""
    lines = printable_lines(text.rstrip("\n"))
    frontmatter = False
    for place, line in enumerate(islice(lines, MOST)):
        edge = line == _EDGE and (place == 0 or frontmatter)
        style = "muted" if edge or frontmatter else "strong" if line.startswith("#") else "text"
        frontmatter = edge and place == 0 if edge else frontmatter
        yield Fact("", line if len(line) <= LONGEST else f"{line[:LONGEST]}…", style)
    if len(lines) > MOST:
        yield Fact("", f"{len(lines) - MOST:,} more lines", "muted")
