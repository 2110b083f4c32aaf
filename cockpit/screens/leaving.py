"""Quitting the program where a sample project would be deleted with that."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from cockpit.actions.demo import Sample
from cockpit.screens.project_app import ProjectApp
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice, ChoiceList
from widgets.header import from_home
from widgets.pane import View
from widgets.sheets import Fact


class QuitDialog(QuestionDialog):
    """The key that asked to quit quits: by the answer under the cursor, at first the one that deletes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "quit_so", "Quit", show=False)]

    @property
    def hint(self) -> str:
        """What the keys do."""
        return f"1-{len(self._choices)}, Enter or q quits, {self.key_of('dialog.close')} stays"

    def action_quit_so(self) -> None:
        """Quit as the selected answer says."""
        self.query_one(ChoiceList).action_choose()


def ask_to_leave(app: ProjectApp, view: View, sample: Sample, stay: Callable[[], None]) -> None:
    """Ask what becomes of the sample project, then quit; `stay` follows where the person stays."""
    where = f"The sample project lies in {from_home(app.project.root, app.home)}." if app.project is not None else ""
    log = f"What its agent does is logged in {sample.log}."
    keeping = Fact("", "`cockpit demo --keep` keeps it without a question.", "muted")
    about = [*(Fact("", told) for told in (where, log) if told), Fact("", ""), keeping]
    choices = [Choice("keep", "Quit, and keep the sample project"), Choice("delete", "Quit, and delete it")]

    def chosen(way: str | None) -> None:
        if way is None:
            stay()
            return
        if way == "keep":
            sample.keep()
        app.exit()

    app.push_screen(QuitDialog("Quit the demo", about, choices, view), chosen)
