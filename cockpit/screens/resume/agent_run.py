"""Handing the terminal over to the person's agent, and taking it back."""

import errno
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from time import monotonic

from textual.app import SuspendNotSupported

from cockpit.actions.settings import agent_name
from cockpit.model.errors import Refused
from cockpit.rules.printable import printable
from cockpit.rules.wording import AgentRan
from cockpit.screens.lending import lend_terminal
from cockpit.screens.project_app import ProjectApp

_OURS = (signal.SIGINT, signal.SIGQUIT)
"""What the person types at the agent must not end cockpit, which stands in the same group of the terminal."""


def run_agent(app: ProjectApp, command: Sequence[str], folder: Path) -> AgentRan:
    """Run a command in a folder with the terminal its own, until the person goes back. How it ended.

    Raises Refused where it cannot be started.
    """
    name = printable(agent_name(app.settings.agent))

    def run() -> AgentRan:
        with _unmoved():
            _say(f"cockpit: {name} begins in {printable(str(folder))}")
            began = monotonic()
            done = subprocess.run(command, cwd=folder, check=False)
            ran = AgentRan(name=name, code=done.returncode, seconds=monotonic() - began)
            _say(f"\ncockpit: {ran.sentence} Enter goes back to cockpit.")
            sys.stdin.readline()
            return ran

    try:
        return lend_terminal(app, run)
    except SuspendNotSupported:
        raise Refused("This terminal cannot be handed over to an agent.") from None
    except OSError as error:
        longer = "; {file} in the setting hands over a file instead" if error.errno == errno.E2BIG else ""
        if isinstance(error, FileNotFoundError) and folder.is_dir():
            if which(command[0]):
                raise Refused(f"{name} cannot be started: what its first line runs was not found.") from None
            raise Refused(f"{printable(command[0])} was not found; the agent of your settings names it.") from None
        raise Refused(f"{name} cannot be started: {error.strerror}{longer}.") from None


@contextmanager
def _unmoved() -> Iterator[None]:
    before = [(each, signal.signal(each, lambda *_: None)) for each in _OURS]
    try:
        yield
    finally:
        for each, handler in before:
            signal.signal(each, handler)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
