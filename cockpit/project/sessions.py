"""What can be done about a session of an agent from the screen, without writing to it."""

import shlex
import subprocess
from collections.abc import Mapping
from datetime import datetime

from cockpit.model.agents import AgentSession, Dismissal
from cockpit.project.agents import Trip, go_to
from cockpit.storage.user_files import dismissals
from cockpit.wording.times import write_instant


class Sessions:
    """Goes to sessions, resumes them, puts them away; `environ` is that of cockpit."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._titles: dict[str, str] = {}
        """Of what was dismissed from here: titles are not kept on the disk."""

    def go(self, session: AgentSession) -> Trip:
        """Bring its terminal to the front; one in the background is joined in this terminal."""
        return go_to(session, self._environ)

    def resume(self, session: AgentSession) -> Trip:
        """Run the command that resumes it, in its folder and in this terminal, until that ends."""
        command = shlex.split(session.resume or "")
        try:
            subprocess.run(command, cwd=session.cwd, check=False)
        except (OSError, ValueError, IndexError):
            return Trip(reason=f"{session.resume} cannot be run in {session.cwd}.")
        return Trip(sentence=f"Back from {session.resume}.")

    def describe(self, session: AgentSession) -> str:
        """Where `go` lands, and how one comes back."""
        from cockpit.storage.agents.terminals import describe

        return describe(session.place, self._environ, session.pid) if session.place is not None else ""

    def dismiss(self, session: AgentSession, until: datetime | None) -> None:
        """Hide it until then; None: until it speaks again. Raises CommandError where that cannot be kept."""
        at = write_instant(until.replace(microsecond=0)) if until is not None else None
        new = Dismissal(agent=session.agent, id=session.id, state=session.state, since=session.since, until=at)
        others = (each for each in dismissals.read() if (each.agent, each.id) != (session.agent, session.id))
        dismissals.write([*others, new])
        self._titles[session.id] = session.title or session.id

    def undo_dismissal(self) -> str | None:
        """Show the session again that was hidden last: its title, or its id; None where none is hidden. Raises
        CommandError as `dismiss` does."""
        kept = dismissals.read()
        if not kept:
            return None
        dismissals.write(kept[:-1])
        return self._titles.get(kept[-1].id, kept[-1].id)
