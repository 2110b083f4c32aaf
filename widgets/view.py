"""What all panes share: how they draw, and how much room there is."""

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from enum import IntEnum

from cockpit.values import dataclass
from widgets.glyphs import UNICODE, Glyphs


@dataclass(frozen=True, slots=True)
class View:
    """The present instant, the signs to draw with, the shape of a pane.

    `compact` panes do without headings and tell the position on one line. `framed` ones have a border all around,
    others only a line above. `keys` gives the key of an action, for hints in rows.
    """

    now: Callable[[], datetime]
    glyphs: Glyphs = UNICODE
    compact: bool = False
    framed: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)


class Density(IntEnum):
    """How generously rows are drawn. Each pane takes the highest one that fits it whole."""

    BRIEF = 0
    """One line a row, cut where it is too long."""
    WHOLE = 1
    """What is too long goes on below."""
    FULL = 2
    """Reasons, notes and limits have a line of their own."""
    AIRY = 3
    """They go on below as well, and rows of several lines stand apart."""

    @property
    def aside(self) -> int:
        """How many lines a reason or note may take."""
        return (0, 0, 1, 3)[self]
