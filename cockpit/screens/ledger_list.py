"""The list of deeds: when, what, whether it is undone, in which track, by whom."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.content import Content

from cockpit.model import Track
from cockpit.rules.printable import printable
from cockpit.rules.times import clock, lasting_age
from widgets.painting import Line, wrap
from widgets.pane import Density, Pane, Row, View

if TYPE_CHECKING:
    from cockpit.actions.history import Past

SHOWN = 500
"""Deeds in the list; `cockpit ledger` prints all."""
_WHEN, _WHERE, _WHO = 10, 18, 20
"""Cells of the columns, at most."""
_GONE = {"undone": "undone", "taken": "taken back", "dismissed": "dismissed"}
"""What is said of a deed that no longer stands, by its state."""
_ROOMY, _WIDE = 60, 90
"""Cells from which there is room for who did it, and for columns."""


class LedgerList(Pane):
    """One line a deed, the newest first. An undone one is dimmed and says so; one of another track names it."""

    NUMBER: ClassVar[int] = 0
    HEADING: ClassVar[str] = "Ledger"
    ONE: ClassVar[str] = "What it wrote"
    HELP: ClassVar[str] = (
        "Everything that was changed with cockpit, by key or by command, in every track of this project. It is never "
        "rewritten: an undo is an entry of its own."
    )

    EMPTY: ClassVar[str] = "Nothing was changed with cockpit yet."
    ABOUT: ClassVar[Sequence[str]] = (
        "What you answer, by key or by command, is written down here: when, by whom, and what it changed.",
        "Each change can be looked at again from here, and undone, an old one too.",
    )

    def __init__(self, view: View, here: Track | None) -> None:
        super().__init__(view)
        self._here = here.path if here is not None else None
        self._names: Mapping[str, str] = {}
        self._empty = "Reading …"
        self._who = self._where = 0

    @property
    def past(self) -> "Past | None":
        """The selected deed."""
        return self.row.value if self.row is not None else None

    def take(self, deeds: Sequence["Past"], names: Mapping[str, str], empty: str) -> None:
        """Show these deeds. `names` are those of the tracks by path; `empty` stands where there are none."""
        selected = self.row
        self._names, self._empty = names, empty
        self._who = min(_WHO, max((cell_len(each.record.actor) for each in deeds), default=0))
        self._where = min(_WHERE, max((cell_len(self.track_of(each) or "") for each in deeds), default=0))
        rows = [self._row(len(deeds) - place, each) for place, each in enumerate(deeds[:SHOWN])]
        if len(deeds) > SHOWN:
            older = f"{len(deeds) - SHOWN} older ones: `cockpit ledger` prints all."
            rows.append(Row("older", search=older, selectable=False))
        self.rows.replace(rows, mark_at=None)
        self._rows_changed(selected)

    def _row(self, number: int, past: "Past") -> Row:
        record = past.record
        where, note = self.track_of(past) or "", record.subject.note or ""
        state = _GONE.get(past.state, past.state)
        return Row(str(number), past, " ".join((record.sentence, record.actor, where, note, record.at, state)))

    def track_of(self, past: "Past") -> str | None:
        """The name of the track a deed was about, where it is not the one on screen."""
        path = past.record.subject.track
        return None if path is None or path == self._here else self._names.get(path, path)

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """The sentence gets what the age and the words at the right end leave."""
        past: Past | None = row.value
        if past is None:
            return [Line().add(row.search, "muted").cut(width)]
        line = self._when(past, width).add(past.record.sentence, "muted" if _gone(past) or past.reverses else "text")
        right = self._right(past, width)
        return [line.cut(width - right.width).to(width - right.width).join(right)]

    def _when(self, past: "Past", width: int) -> Line:
        when = lasting_age(past.record.at, self.view.now()) or past.record.at
        if width < _ROOMY:
            return Line().add(when.removesuffix(" ago").removeprefix("just "), "muted", width=_WHEN - 4).gap(2)
        return Line().add(when, "muted", width=_WHEN).gap(2)

    def _right(self, past: "Past", width: int) -> Line:
        """Whether it is undone, where, who: in columns where they leave the sentence enough."""
        columns, right = width >= _WIDE, Line()
        if _gone(past):
            right.gap(2).add(self._gone_how(past), "warning")
        where, who = self.track_of(past), past.record.actor
        if where or (columns and self._where):
            right.gap(2).add(
                where or "", "accent", width=self._where if columns else min(_WHERE, cell_len(where or ""))
            )
        if width >= _ROOMY:
            right.gap(2).add(who, "muted", width=self._who if columns else min(_WHO, cell_len(who)))
        return right

    def _gone_how(self, past: "Past") -> str:
        """What became of it; when, where it was taken back."""
        taken = past.taken
        at = clock(taken.taken_at, self.view.now().tzinfo) if taken and taken.taken_at else None
        return f"{_GONE[past.state]}{taken.when(at) if taken else ''}"

    def filter(self, needle: str) -> None:
        """Another row may be selected then, though the focus is where the person types."""
        super().filter(needle)
        self.post_message(self.Moved(self))

    def empty_lines(self, width: int) -> Sequence[Line]:
        """Why there is nothing."""
        lines = [Line().gap(1).add(text, "muted") for text in wrap(self._empty, max(8, width - 2))]
        about = [wrap(sentence, max(8, width - 2)) for sentence in self.ABOUT] if self._empty == self.EMPTY else []
        for sentence in about:
            lines += [Line(), *(Line().gap(1).add(text) for text in sentence)]
        return lines

    def _title(self) -> None:
        found = f"/{printable(self.rows.needle)} {len(self.rows.shown)}" if self.rows.needle else ""
        self.border_title = Content.assemble(self.HEADING, (f"  {found}" if found else "", "not bold $accent"))


def _gone(past: "Past") -> bool:
    """Whether what was done then no longer stands."""
    return past.state in _GONE and not past.reverses


class TakenBackList(LedgerList):
    """What another program took back."""

    HEADING: ClassVar[str] = "Taken back"
    HELP: ClassVar[str] = (
        "Changes made with cockpit that another program took back: it wrote an older copy of the file over them, or "
        "git did. Write them again, or dismiss what nobody misses; until then each is told."
    )
    EMPTY: ClassVar[str] = "Nothing is missing: no other program took a change back."
    ABOUT: ClassVar[Sequence[str]] = ()
