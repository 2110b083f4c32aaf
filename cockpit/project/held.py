"""The record that an agent is held before its next tool, and whether it still waits for the answer."""

import os
from collections.abc import Callable
from datetime import UTC, datetime

from cockpit.project.calls import HOOKS, Call
from cockpit.storage.agents.processes import is_running, start_of
from cockpit.storage.user_files.holds import Hold
from cockpit.storage.user_files.holds import remove as remove_hold
from cockpit.storage.user_files.holds import write as write_hold
from cockpit.wording.times import write_instant

__all__ = ["hold_of", "listening", "remove_hold", "write_hold"]


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
