"""Quitting the program where a sample project would be deleted with that."""

from collections.abc import Callable

from cockpit.actions.demo import Sample
from cockpit.screens.project_app import ProjectApp
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.facts import Fact
from widgets.pane import View
from widgets.place import from_home


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

    app.push_screen(QuestionDialog("Quit the demo", about, choices, view), chosen)
