"""What can be done about a session of an agent from the screen, without writing to it."""

import shlex
import subprocess
from collections.abc import Mapping, Sequence
from datetime import datetime

from cockpit.model.agents import AgentSession, Dismissal, Trip
from cockpit.storage.user_files import dismissals
from cockpit.wording.times import write_instant


class Sessions:
    """Goes to sessions, resumes them, puts them away; `environ` is that of cockpit."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._titles: dict[str, str] = {}
        """Of what was dismissed from here: titles are not kept on the disk."""

    def go(self, session: AgentSession) -> Trip:
        """Bring its terminal to the front; one in the background is joined in this terminal. No key is sent to a
        session, and none that runs is resumed."""
        from cockpit.storage.agents.terminals import go

        if session.place is None or session.alive is not True:
            pid = f"; pid {session.pid}" if session.pid and session.alive else ""
            where = "where nobody can see it" if session.alive else "nowhere: its process has ended"
            return Trip(reason=f"{session.title or session.id} runs {where}{pid}.")
        if session.is_joined and session.go is not None:
            return _run_here(session.go, None)
        return go(session.place, self._environ, session.pid)

    def resume(self, session: AgentSession) -> Trip:
        """Run the command that resumes it, in its folder and in this terminal, until that ends."""
        return _run_here(shlex.split(session.resume or ""), session.cwd)

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

    def undo_dismissal(self, session: AgentSession | None = None) -> str | None:
        """Show a session again, without one that which was hidden last: its title, or its id; None where none is
        hidden. Raises CommandError as `dismiss` does."""
        kept = dismissals.read()
        hidden = [each for each in kept if session is None or (each.agent, each.id) == (session.agent, session.id)]
        if not hidden:
            return None
        dismissals.write([each for each in kept if each is not hidden[-1]])
        title = session.title if session is not None else None
        return title or self._titles.get(hidden[-1].id, hidden[-1].id)


def _run_here(command: Sequence[str], folder: str | None) -> Trip:
    try:
        subprocess.run(command, cwd=folder, check=False)
    except (OSError, ValueError, IndexError):
        return Trip(reason=f"{shlex.join(command)} cannot be run in {folder or 'this folder'}.")
    return Trip(sentence=f"Back from {shlex.join(command)}.")
