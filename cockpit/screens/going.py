"""The key that goes to the terminal of a session of an agent, on every screen that shows sessions."""

import asyncio
from collections.abc import Callable
from functools import partial

from textual.app import SuspendNotSupported

from cockpit.model.agents import AgentSession, Trip
from cockpit.rules.agent_state import is_quiet
from cockpit.rules.agent_words import way_back, where_words
from cockpit.screens.editor import lend_terminal
from cockpit.screens.project_app import ProjectApp
from cockpit.widgets.footer import GLANCE
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Message, Words, as_message


def go_to(app: ProjectApp, session: AgentSession | None, view: View) -> None:
    """Go to the terminal of a session; one that ended is resumed here, if the person wants that, and one in the
    background is joined here."""
    sessions = app.sessions
    if session is None or sessions is None:
        return
    if is_quiet(session):
        from cockpit.screens.dialogs import QuestionDialog  # the first frame does not wait for dialogs
        from cockpit.widgets.choice import Choice

        def chosen(answer: str | None) -> None:
            if answer == "resume":
                _in_this_terminal(app, partial(sessions.resume, session))

        choices = [Choice("no", "Cancel", letter="c"), Choice("resume", "Resume", letter="r")]
        about = [Fact("", way_back(session) or "", "strong")]
        app.push_screen(QuestionDialog("Resume here?", about, choices, view), chosen)
    elif session.is_joined:
        _in_this_terminal(app, partial(sessions.go, session))
    else:
        app.run_worker(_go(app, partial(sessions.go, session)), group="going", exclusive=True, exit_on_error=False)


def _in_this_terminal(app: ProjectApp, use: Callable[[], Trip]) -> None:
    try:
        _arrived(app, lend_terminal(app, use))
    except SuspendNotSupported:
        say(app, "This terminal cannot be lent to another program.", warning=True)


async def _go(app: ProjectApp, use: Callable[[], Trip]) -> None:
    _arrived(app, await asyncio.to_thread(use))


def _arrived(app: ProjectApp, trip: Trip) -> None:
    """Say where that is; the program ends with it where it was opened for one trip."""
    if trip.reason is not None:
        say(app, trip.reason, warning=True)
    elif app.ends_after_going:
        app.exit()
    else:
        say(app, f"{trip.sentence}{f' {trip.back} comes back.' if trip.back else ''}")


def say(app: ProjectApp, text: str, *, warning: bool = False) -> None:
    """Tell a person something in the line for messages."""
    app.notify(text, severity="warning" if warning else "information", timeout=GLANCE if warning else None,
               markup=False)  # fmt: skip


def go_word(app: ProjectApp, session: AgentSession | None) -> str:
    """What the key that goes to a session does; empty where it cannot."""
    if session is None or why_not_go(app, session) is not None:
        return ""
    return "resume" if is_quiet(session) else "go there"


def why_not_go(app: ProjectApp, session: AgentSession | None) -> Words | None:
    """Why nobody can be brought to a session."""
    if session is None:
        return "Only a session of an agent has a terminal to go to."
    if app.sessions is None:
        return Message("screens.not-now", "Not available now.")
    if is_quiet(session):
        return None if session.resume else as_message("It has ended, and no command resumes it.")
    where, reachable = where_words(session)
    if reachable:
        return None
    process = f"; pid {session.pid}" if session.pid else ""
    known = f"It runs in {where}, which nobody can bring to the front"
    return as_message(f"{known if where != '–' else 'Nobody knows where it runs'}{process}.")
