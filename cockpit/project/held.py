"""An agent before its next tool: what the call does, whether no agent may do it, and the record that it is held."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cockpit.agents.hooks import HOOKS
from cockpit.model.errors import CommandError
from cockpit.storage.agents.processes import is_running, start_of
from cockpit.storage.user_files.holds import Hold, note_run
from cockpit.storage.user_files.holds import remove as remove_hold
from cockpit.storage.user_files.holds import write as write_hold
from cockpit.storage.user_files.places import config_dir, home_dir, state_dir
from cockpit.values import dataclass
from cockpit.wording.times import write_instant

__all__ = ["HOOKS", "Call", "call_in", "hold_of", "listening", "note_run", "remove_hold", "write_hold"]

_OWN = ".cockpit"
_PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
"""What stands before the name of a file in a patch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a tool that an agent is about to make. `cwd` is where its session works."""

    agent: str
    session: str
    tool: str
    input: Mapping[str, Any]
    cwd: str

    @property
    def reads(self) -> bool:
        """Whether the tool changes nothing."""
        return self.tool in HOOKS[self.agent].read

    @property
    def command(self) -> str | None:
        """The command that a shell is to run; None for any other tool."""
        command = self.input.get("command") if self.tool == HOOKS[self.agent].shell_tool else None
        return command if isinstance(command, str) else None

    @property
    def folders(self) -> tuple[str, ...]:
        """Where it works, and where its session began, if the agent tells: what holds in either holds it."""
        return tuple(dict.fromkeys(filter(None, (os.environ.get(HOOKS[self.agent].folder), self.cwd))))

    @property
    def forbidden(self) -> str | None:
        """A file that no agent may write, by a tool that would."""
        return next((path for path in self._written() if _is_forbidden(Path(self.cwd, path))), None)

    def _written(self) -> Iterator[str]:
        agent, stated = HOOKS[self.agent], self.input
        if self.tool in agent.write and isinstance(path := stated.get(agent.write[self.tool]), str):
            yield path
        patch = stated.get("command") if agent.patch and self.tool in (agent.patch, agent.shell_tool) else None
        for line in map(str.strip, patch.splitlines() if isinstance(patch, str) else ()):
            yield from (line.removeprefix(each).strip() for each in _PATCHED if line.startswith(each))


def call_in(agent: str, data: bytes) -> Call:
    """The call that an agent tells its hook of. Raises CommandError where it is none."""
    try:
        told = json.loads(data)
        session, tool, given = told["session_id"], told["tool_name"], told.get("tool_input")
        cwd = told.get("cwd") or str(Path.cwd())
        if not (isinstance(session, str) and isinstance(tool, str) and isinstance(cwd, str)) or "\0" in cwd:
            raise TypeError(told)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise CommandError("project.no-call", "Standard input is not the JSON of a hook.") from None
    return Call(agent=agent, session=session, tool=tool, input=given if isinstance(given, dict) else {}, cwd=cwd)


def _is_forbidden(path: Path) -> bool:
    """Whether a file is cockpit's own, or says which hooks run, also where links lead to it."""
    real = Path(os.path.realpath(path))
    with suppress(CommandError):  # nobody's home: then there is nothing of cockpit's in it
        if any(real.is_relative_to(os.path.realpath(each)) for each in (config_dir(), state_dir())):
            return True
    from cockpit.agents.registry import AGENTS  # only what is to be written asks for it

    homes = {
        os.path.realpath(at): f".{each.id}" for each in AGENTS for at in each.homes(os.environ, str(home_dir() or "/"))
    }
    protected = {f".{agent.id}": agent.protected for agent in HOOKS.values()}
    for each in (Path(os.path.normpath(path)), real):
        folder = homes.get(str(each.parent), each.parent.name.casefold())
        if each.name.casefold() in protected.get(folder, ()) or _OWN in map(str.casefold, each.parts):
            return True
    return False


def listening(call: Call) -> Callable[[], bool]:
    """What tells whether the agent of a call is still there to hear the answer."""
    parent, named = os.getppid(), os.environ.get(HOOKS[call.agent].process, "")
    agent = int(named) if named.isdecimal() else parent
    started = start_of(agent)
    if is_running(agent, started) is False:  # the variable came from elsewhere
        return lambda: os.getppid() == parent
    return lambda: os.getppid() == parent and is_running(agent, started) is not False


def hold_of(call: Call) -> Hold:
    """What lets the screens show that the session of a call is held from now on, as long as this process runs."""
    return Hold(
        agent=call.agent,
        session=call.session,
        tool=call.tool,
        what="",
        since=write_instant(datetime.now(UTC).replace(microsecond=0)),
        pid=os.getpid(),
        started=start_of(os.getpid()),
    )
