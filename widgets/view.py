"""What all panes share: how they draw, and how much room there is."""

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from cockpit.values import dataclass

# The signs of the screen, each with a plain ASCII form for terminals and fonts without them (`--ascii`)


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs, in Unicode. Every level and state differs by shape, never by colour alone."""

    stop: str = "■"
    alert: str = "▲"
    warning: str = "◆"
    quiet: str = "·"
    acknowledged: str = "✓"
    question: str = "?"
    blocked: str = "⊘"
    bypassed: str = "↷"
    open: str = "○"
    done: str = "✓"
    active: str = "●"
    failed: str = "✗"
    pending: str = "○"
    handoff: str = "↪"
    note: str = "·"
    error: str = "✗"
    changed: str = "▎"
    cursor: str = "▌"
    filled: str = "━"
    empty: str = "─"
    partial: str = " ╸"
    line: str = "─"
    line_filled: str = "━"
    limit: str = "┿"
    value: str = "●"
    dot: str = "·"
    dash: str = "—"
    leave: str = "!"
    turn: str = "○"
    may: str = "~"
    works: str = "▸"
    limited: str = "◷"
    over: str = "·"

    def of_session(self, mark: str) -> str:
        """The sign of a session by what `cockpit.rules.agent_words.mark_of` calls it."""
        return str(getattr(self, "question" if mark == "asks" else mark))


UNICODE = Glyphs()
ASCII = Glyphs(
    stop="#", alert="!", warning="^", quiet=".", acknowledged="+", blocked="%", bypassed=">", open="o", done="+",
    active="*", failed="x", pending="o", handoff=">", note=".", error="x", changed="|", cursor=">", filled="#",
    empty="-", partial=" ", line="-", line_filled="=", limit="|", value="O", dot="-", dash="-", turn="o",
    works="*", limited="@", over=".",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """The present instant, the signs to draw with, the shape of a pane.

    `compact` panes do without headings and tell the position on one line. `framed` ones have a border all around,
    others only a line above. `keys` gives the key of an action, for hints in rows; `home` is
    the person's home folder, which is written `~`.
    """

    now: Callable[[], datetime]
    glyphs: Glyphs = UNICODE
    compact: bool = False
    framed: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)
    home: str = ""


class Looks(NamedTuple):
    """How a person wants the lists: grouped by repository, without what the sessions want and say, with unfinished
    turns not counted among what may need them, with those that were hidden."""

    by_repository: bool = False
    hides_requests: bool = False
    ignores_unfinished: bool = False
    lists_hidden: bool = False


AS_THEY_ARE = Looks()


class Density(IntEnum):
    """How generously rows are drawn. Each pane takes the highest one that fits it whole."""

    BRIEF = 0
    """One line a row, cut where it is too long."""
    WHOLE = 1
    """What is too long goes on below."""
    FULL = 2
    """Reasons, notes and limits have a line of their own."""
    ALL = 3
    """Nothing is cut."""

    @property
    def most(self) -> int:
        """How many lines a text may take."""
        return (1, 4, 4, 1000)[self]

    @property
    def aside(self) -> int:
        """How many lines a reason or note may take."""
        return (0, 0, 1, 1000)[self]
