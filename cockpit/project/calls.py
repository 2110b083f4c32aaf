"""An agent before its next tool: what the call does, and whether no agent may do it.

It is asked before every tool of an agent: nothing that reads a project is imported for it.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cockpit.agents.hooks import HOOKS
from cockpit.storage import disk
from cockpit.storage.user_files import folder_names
from cockpit.values import dataclass

__all__ = ["HOOKS", "Call", "call_in", "note_run"]

_OWN = ".cockpit"
_PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
"""What stands before the name of a file in a patch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a tool that an agent is about to make. `cwd` is where its session works, `at` the time of the call in
    seconds since 1970."""

    agent: str
    session: str
    tool: str
    input: Mapping[str, Any]
    cwd: str
    at: float

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


def call_in(agent: str, data: bytes, at: float) -> Call:
    """The call that an agent tells its hook of at a time. Raises CommandError where it is none."""
    try:
        told = json.loads(data)
        session, tool, given = told["session_id"], told["tool_name"], told.get("tool_input")
        cwd = told.get("cwd") or str(Path.cwd())
        if not (isinstance(session, str) and isinstance(tool, str) and isinstance(cwd, str)) or "\0" in cwd:
            raise TypeError(told)
    except (ValueError, TypeError, KeyError, RecursionError):
        from cockpit.model.errors import CommandError

        raise CommandError("project.no-call", "Standard input is not the JSON of a hook.") from None
    stated = given if isinstance(given, dict) else {}
    return Call(agent=agent, session=session, tool=tool, input=stated, cwd=cwd, at=at)


def _is_forbidden(path: Path) -> bool:
    """Whether a file is cockpit's own, or says which hooks run, also where links lead to it."""
    real = Path(os.path.realpath(path))
    from cockpit.agents.registry import AGENTS  # only what is to be written asks for it
    from cockpit.model.errors import CommandError
    from cockpit.storage.user_files.places import config_dir, home_dir, state_dir

    with suppress(CommandError):  # nobody's home: then there is nothing of cockpit's in it
        if any(real.is_relative_to(os.path.realpath(each)) for each in (config_dir(), state_dir())):
            return True
    homes = {
        os.path.realpath(at): f".{each.id}" for each in AGENTS for at in each.homes(os.environ, str(home_dir() or "/"))
    }
    protected = {f".{agent.id}": agent.protected for agent in HOOKS.values()}
    for each in (Path(os.path.normpath(path)), real):
        folder = homes.get(str(each.parent), each.parent.name.casefold())
        if each.name.casefold() in protected.get(folder, ()) or _OWN in map(str.casefold, each.parts):
            return True
    return False


def note_run(agent: str) -> None:
    """Keep that the hook of an agent runs now, as the time of a file, as far as that can be kept."""
    with suppress(Exception):
        folder = Path(folder_names.folder("state"), "hooks")
        if not folder.is_dir():
            from cockpit.storage.user_files import private

            private.make_folder(folder)
        disk.touch(folder / agent, folder_names.FILE_MODE)
