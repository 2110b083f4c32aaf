"""Closing the program where a sample project would be deleted with that."""

from collections.abc import Callable

from cockpit.screens.project_app import ProjectApp
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.facts import Fact
from widgets.pane import View


def ask_to_leave(app: ProjectApp, view: View, keep: Callable[[], None], stay: Callable[[], None]) -> None:
    """Ask what becomes of the sample project, then close; `keep` keeps it, `stay` follows where the person stays."""
    where = f"The sample project lies in {app.project.root}." if app.project is not None else ""
    about = [Fact("", where), Fact("", ""), Fact("", "`cockpit demo --keep` keeps it without a question.", "muted")]
    choices = [Choice("keep", "Close, and keep the sample project"), Choice("delete", "Close, and delete it")]

    def chosen(way: str | None) -> None:
        if way is None:
            stay()
            return
        if way == "keep":
            keep()
        app.exit()

    app.push_screen(QuestionDialog("Close the demo", about, choices, view), chosen)
