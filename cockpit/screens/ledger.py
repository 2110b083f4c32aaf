"""The ledger on screen: what was done with cockpit, when and by whom, the newest first."""

from typing import TYPE_CHECKING

from textual.app import ComposeResult

from cockpit.rules.ages import age
from cockpit.screens.dialogs import DialogScreen, fit
from widgets.detail import Detail
from widgets.facts import Fact
from widgets.pane import View

if TYPE_CHECKING:
    from cockpit.actions.change import Writer

SHOWN = 200
"""Records shown; `cockpit ledger` prints all."""


class LedgerDialog(DialogScreen[None]):
    """The records of the project."""

    def __init__(self, writer: "Writer", view: View) -> None:
        super().__init__()
        self._writer = writer
        self._view = view

    def compose(self) -> ComposeResult:
        """The one widget."""
        yield Detail(self._view, focusable=True)

    def on_mount(self) -> None:
        """Read the records, away from the event loop."""
        fit(self.query_one(Detail), "Ledger", [Fact("", "Reading …", "muted")])
        self.query_one(Detail).border_subtitle = "Esc closes"
        self.run_worker(self._read, thread=True)

    def _read(self) -> None:
        from cockpit.actions.history import ledger

        records = ledger(self._writer)
        now = self._view.now()
        facts = [
            Fact(age(each.at, now) or each.at, f"{each.sentence}  ({each.actor})") for each in records[-SHOWN:][::-1]
        ]
        self.app.call_from_thread(self._show, facts or [Fact("", "Nothing was changed with cockpit yet.", "muted")])

    def _show(self, facts: list[Fact]) -> None:
        fit(self.query_one(Detail), "Ledger", facts)
