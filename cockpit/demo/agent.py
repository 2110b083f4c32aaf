"""The scripted agent as a process of its own: `python -m cockpit.demo.agent FOLDER`.

It plays its script, and ends on SIGTERM or SIGINT, when the project is deleted, and when the process that started it
is gone. Where its script names processes, these live on after its end until then.
"""

import argparse
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from cockpit.demo import script
from cockpit.demo.player import Player
from cockpit.demo.processes import started_of
from cockpit.demo.sample import ENDED, HOME, STORIES, script_of

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


class _Claude:
    """The agent as a session of Claude Code: what says in the home beside the project that it runs, and the hook."""

    def __init__(self, root: Path) -> None:
        self._session, self._root = str(uuid4()), str(root)
        self._lives = root.parent / HOME / ".claude" / "sessions" / f"{os.getpid()}.json"
        self._hook: subprocess.Popen[bytes] | None = None

    def act(self, what: str) -> Iterator[str]:
        """Be `busy` or `idle`; or one that `asks` cockpit's hook before a tool, as long as that holds it."""
        if what != "asks":
            since = int(time.time() * 1000)
            self._lives.parent.mkdir(parents=True, exist_ok=True)
            told = {"pid": os.getpid(), "procStart": started_of(os.getpid()), "cwd": self._root, "kind": "interactive",
                    "entrypoint": "cli", "sessionId": self._session, "name": "Task cards", "nameSource": "user",
                    "version": "2.1.332", "status": what, "statusUpdatedAt": since, "updatedAt": since}  # fmt: skip
            self._lives.write_text(json.dumps(told), "utf-8")
            return
        call = {"session_id": self._session, "cwd": self._root, "tool_name": "Edit", "tool_input": {}}
        command = [sys.executable, "-m", "cockpit", "-C", self._root, "check", "--hook", "claude", "--wait", "540"]
        while self._hook is None or self._hook.returncode != 0:
            self._hook = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self._hook.stdin.write(json.dumps(call).encode())  # type: ignore[union-attr]
            self._hook.stdin.close()  # type: ignore[union-attr]
            while self._hook.poll() is None:
                yield "the hook lets it"
        self._hook = None

    def end(self) -> None:
        """End, as when a person quits it."""
        if self._hook is not None:
            self._hook.kill()
            self._hook.wait()
        self._lives.unlink(missing_ok=True)


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
    claude = _Claude(options.folder)
    patience = _Patience(options.folder, options.parent)
    player = Player(
        options.folder, script.read(script_of(options.system)), now=lambda: datetime.now(UTC), tell=log.info
    )
    player.claude = claude.act
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
        claude.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
