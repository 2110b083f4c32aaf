"""The scripted agent as a process of its own: `python -m cockpit.demo.agent FOLDER`.

It plays its script, and ends on SIGTERM or SIGINT, when the project is deleted, and when the process that started it
is gone. Where its script names processes, these live on after its end until then.
"""

import argparse
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from cockpit.demo import script
from cockpit.demo.player import Player
from cockpit.demo.sample import ENDED, STORIES, script_of

PACES = {"normal": 1.0, "fast": 0.0, "slow": 2.5}
"""How much longer than its script says each step takes."""
_POLL = 0.2
"""Seconds between two looks at what the agent waits for, and at whether it is still wanted."""
log = logging.getLogger("cockpit.demo.agent")


class _NotWantedError(Exception):
    """The agent was told to end, its project is gone, or nobody is left who started it."""


class _Patience:
    """Lets time pass, and notices within a poll that the agent is not wanted any more."""

    def __init__(self, root: Path, parent: int) -> None:
        self._root, self._parent = root, parent
        self._told = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._told.set())

    def pass_(self, seconds: float) -> None:
        """Let seconds pass. Raises _NotWantedError."""
        end = time.monotonic() + seconds
        while True:
            if self._told.is_set() or os.getppid() != self._parent or not self._root.is_dir():
                raise _NotWantedError
            if (left := end - time.monotonic()) <= 0:
                return
            self._told.wait(min(_POLL, left))

    def pass_all(self, pauses: Iterable[float | str], pace: float) -> None:
        """Let the pauses of a player pass. Raises _NotWantedError."""
        has_waited = False
        for pause in pauses:
            if isinstance(pause, str):
                self.pass_(_POLL)
            else:
                # A person's tool writes an answer into several files: let it finish.
                self.pass_(max(pause * pace, _POLL if has_waited else 0))
            has_waited = isinstance(pause, str)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the agent and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m cockpit.demo.agent", description=__doc__)
    parser.add_argument("folder", type=Path, help="a project made by cockpit.demo.sample")
    parser.add_argument("--system", choices=STORIES, default=next(iter(STORIES)), help="whose script is played")
    parser.add_argument("--script", choices=PACES, default="normal", help="how fast the agent works")
    parser.add_argument(
        "--parent", type=int, default=os.getppid(), metavar="PID", help="end when this is not the parent"
    )
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    patience = _Patience(options.folder, options.parent)
    player = Player(
        options.folder, script.read(script_of(options.system)), now=lambda: datetime.now(UTC), tell=log.info
    )
    try:
        patience.pass_all(player.play(), PACES[options.script])
        (options.folder.parent / ENDED).touch()
        while player.processes:
            patience.pass_all(player.heed(), PACES[options.script])
            patience.pass_(_POLL)
    except _NotWantedError:
        log.info("ended")
    finally:
        player.processes.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
