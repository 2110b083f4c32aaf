"""What a change writes, shown before it is written."""

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import chop_cells
from textual.binding import Binding, BindingType

from cockpit.rules.printable import printable
from cockpit.screens.dialogs import ReadingDialog
from cockpit.values import dataclass
from widgets.pane import View
from widgets.sheets import Fact

_STYLES = {"+": "ok", "-": "stop"}
_HUNK = re.compile(r"@@ -\d+(?:,(?P<old>\d+))? \+(?P<line>\d+)(?:,(?P<new>\d+))? @@")
_NO_FILE = "/dev/null"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How a diff is put before the person: over it, and what the key that agrees does."""

    title: str
    does: str


WRITE = Wording(title="Write this?", does="writes it")
UNDO = Wording(title="Undo this?", does="undoes it")
REDO = Wording(title="Do this again?", does="does it again")


class DiffDialog(ReadingDialog[bool]):
    """What a change would write. Enter writes it, Escape does not. `about` says in words what it is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "write", "Write", show=False, id="diff.write")]
    WIDEST: ClassVar[int] = 140

    def __init__(self, wording: Wording, about: Sequence[Fact], diff: Sequence[str], view: View) -> None:
        super().__init__(view)
        self._wording = wording
        self._about = about
        self._diff = diff

    @property
    def hint(self) -> str:
        """Which key writes, and which does not."""
        return f"{self.key_of('diff.write')} {self._wording.does}, {self.key_of('dialog.close')} does not"

    def show(self) -> tuple[str, list[Fact]]:
        """What it is about and the diff."""
        diff = diff_facts(self._diff, self.room.width)
        return self._wording.title, [*self._about, *diff]

    def action_write(self) -> None:
        """Go ahead."""
        self.dismiss(True)


def diff_facts(diff: Sequence[str], width: int) -> list[Fact]:
    """The lines of a diff for a detail of that width: a heading for each file, long lines broken instead of cut."""
    return [
        Fact("", piece, style, as_is=True)
        for text, style in _styled(diff)
        for piece in _broken(printable(text), max(8, width - 2))
    ]


def changed_lines(diff: Sequence[str]) -> list[str]:
    """What a diff takes away and puts in, in which files; an agent that writes beside it changes only the rest."""
    return [line for line in diff if line[:1] in ("-", "+")]


def _broken(text: str, width: int) -> list[str]:
    """A line in pieces of that many cells; what goes on below leaves the column of the marks free."""
    first, *more = chop_cells(text, width) or [""]
    return [first, *(f" {piece}" for piece in more)]


def _styled(diff: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each line with its style. The two lines that name a file become one, and a hunk's says its first line."""
    before, left = "", 0
    for line in diff:
        text, hunk = line.rstrip("\n"), _HUNK.match(line)
        if text.startswith("\\"):
            yield text, "muted"
        elif left > 0:
            left -= 2 if text.startswith(" ") else 1  # a line of both sides counts twice
            yield text, _STYLES.get(text[:1], "text")
        elif hunk is not None:
            left = int(hunk["old"] or 1) + int(hunk["new"] or 1)
            yield f"line {hunk['line']}", "muted"
        elif text.startswith("--- "):
            before = text.removeprefix("--- ")
        elif text.startswith("+++ "):
            yield "", "text"
            yield _named(before, text.removeprefix("+++ ")), "accent"


def _named(before: str, after: str) -> str:
    if before == _NO_FILE:
        return f"{after.removeprefix('b/')} (new)"
    old, new = before.removeprefix("a/"), after.removeprefix("b/")
    if after == _NO_FILE:
        return f"{old} (removed)"
    return new if old == new else f"{new} (moved from {old})"
