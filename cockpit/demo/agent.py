"""The scripted agent as a process of its own: `python -m cockpit.demo.agent FOLDER --script normal|fast|slow`.

It works through the plot, waits where a person is needed, and ends on SIGTERM or SIGINT, when the project is deleted,
and when the process that started it is gone. Exit status: 0 at the end of its work or on request, 2 for wrong usage,
3 when `--timeout` passed while it waited for an acknowledgment.
"""

import argparse
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import FrameType

from cockpit.demo import holding_pattern, plot, progress
from cockpit.demo.clock import Clock, Deadline, RealClock, ScriptedClock
from cockpit.demo.files import Files
from cockpit.demo.gauges import TRANSPONDER
from cockpit.demo.layers import layer
from cockpit.demo.levels import amount, limit_text
from cockpit.demo.session import Session

PACES = {"normal": 1.0, "fast": 0.0, "slow": 2.5}
"""How much longer than in the normal script each step takes."""
POLL = 0.2
"""Seconds between two looks at a file while waiting, and at whether the agent is still wanted."""
GATED = "cost"
"""The metric whose alert the agent waits on; at its context alert it hands off instead."""
ASKS = {"alert": "paused until acknowledged", "stop": "halted until the limit is raised"}
log = logging.getLogger("cockpit.demo.agent")


class NotWantedError(Exception):
    """The agent was told to end, its project is gone, or nobody is left who started it."""


class UnansweredError(Exception):
    """The time given by `--timeout` passed while waiting for an acknowledgment."""


class Patience:
    """Lets time pass, and notices within a poll that the agent is not wanted any more."""

    def __init__(self, root: Path, *, pace: float, parent: int) -> None:
        self.root = root
        self.pace = pace
        self.parent = parent
        self._told = threading.Event()

    def end(self, signum: int = 0, frame: FrameType | None = None) -> None:
        """Handle a signal: the write at hand is finished, then the agent ends."""
        self._told.set()

    def check(self) -> None:
        """Raise NotWantedError if the agent should end."""
        if self._told.is_set() or os.getppid() != self.parent or not (self.root / ".autopilot").is_dir():
            raise NotWantedError

    def work(self, seconds: float) -> None:
        """Let the scripted seconds pass at this script's pace. Raises NotWantedError."""
        end = time.monotonic() + seconds * self.pace
        self.check()
        while (left := end - time.monotonic()) > 0:
            self._told.wait(min(POLL, left))
            self.check()

    def until(self, condition: Callable[[], bool], deadline: Deadline) -> bool:
        """Wait in real time until a condition holds; False when the deadline passed. Raises NotWantedError."""
        while not condition():
            if deadline.passed:
                return False
            self._told.wait(POLL)
            self.check()
        return True


class Agent:
    """Plays the two acts of the plot on one project."""

    def __init__(
        self, root: Path, clock: Clock, patience: Patience, *, timeout: float | None, resumed: Path | None = None
    ) -> None:
        self.files = Files(root)
        self.resumed = resumed
        self.clock = clock
        self.patience = patience
        self.timeout = timeout
        self.session = Session(self.files, clock)

    def run(self) -> None:
        """Play what is left of the plot. Raises NotWantedError and UnansweredError."""
        second = plot.remaining(plot.SECOND_ACT, progress.done_ids(self.files))
        if not self._interrupted():
            self.play(plot.remaining(plot.FIRST_ACT, progress.done_ids(self.files)))
        log.info("session ended, waiting to be resumed")
        if self.patience.until(self._is_resumed, Deadline(self.timeout)):
            self.play(second)
            log.info("phase complete")

    def play(self, steps: Sequence[plot.Step]) -> None:
        """Perform steps, waiting before each one that an alert forbids."""
        for step in steps:
            self.gate()
            self.patience.work(step.seconds)
            self.clock.worked(step.seconds)
            self.session.perform(step)

    def gate(self) -> None:
        """Pause until a person acknowledges the alert, or until a raised limit removes it.

        Raises UnansweredError when that takes longer than the timeout.
        """
        gauges = self.session.gauges
        if not gauges.must_wait(GATED):
            return
        self.patience.work(1.0)
        value = amount(GATED, gauges.values[GATED])
        level = gauges.level(GATED) or "alert"
        limit = limit_text(GATED, getattr(gauges.limits(GATED), level))
        self.session.tell(self.session.activity(f"{GATED.title()} {value} reached the {limit} {level}: {ASKS[level]}"))
        if not self.patience.until(lambda: not gauges.must_wait(GATED), Deadline(self.timeout)):
            raise UnansweredError
        self._released(value)

    def _released(self, value: str) -> None:
        # A person's tool writes an acknowledgment into several files, the JSON first: let it finish.
        self.patience.until(lambda: False, Deadline(POLL))
        gauges = self.session.gauges
        honoured = gauges.acknowledged(GATED)
        if honoured:
            gauges.honour(GATED)
        reason = (
            f"{GATED.title()} acknowledged at {value}" if honoured else f"{GATED.title()} is no longer at its alert"
        )
        self.session.tell(gauges.shown, self.session.activity(f"{reason}, going on"))

    def _interrupted(self) -> bool:
        begun = [path for name in plot.BEGUN for path in layer(name)]
        return any((self.files.root / path).exists() for path in begun)

    def _is_resumed(self) -> bool:
        """Whether a person handed the prompt to a fresh agent, or put the holding pattern away."""
        handed_on = self.resumed is not None and self.resumed.exists()
        return handed_on or self.files.text(holding_pattern.PATH) is None


def parser() -> argparse.ArgumentParser:
    """The command line of the agent."""
    made = argparse.ArgumentParser(prog="python -m cockpit.demo.agent", description=__doc__)
    made.add_argument("folder", type=Path, help="a project made by cockpit.demo.sample")
    made.add_argument("--script", choices=PACES, default="normal", help="how fast the agent works")
    made.add_argument("--timeout", type=float, metavar="SECONDS", help="how long it waits for a person at most")
    made.add_argument("--clock", type=datetime.fromisoformat, metavar="INSTANT", help="write scripted times from here")
    made.add_argument("--resumed", type=Path, metavar="FILE", help="go on after the interruption once this is there")
    made.add_argument("--parent", type=int, default=None, metavar="PID", help="end when this is not the parent")
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the agent and return its exit status."""
    options = parser().parse_args(arguments)
    if not (options.folder / TRANSPONDER).is_file():
        sys.stderr.write(f"{options.folder} is not a demo project: it has no {TRANSPONDER}\n")
        return 2
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parent = os.getppid() if options.parent is None else options.parent
    patience = Patience(options.folder, pace=PACES[options.script], parent=parent)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, patience.end)
    clock = ScriptedClock(options.clock) if options.clock else RealClock()
    return _ran(Agent(options.folder, clock, patience, timeout=options.timeout, resumed=options.resumed))


def _ran(agent: Agent) -> int:
    try:
        agent.run()
    except NotWantedError:
        log.info("ended")
    except UnansweredError:
        log.info("nobody answered")
        return 3
    except FileNotFoundError:
        if (agent.files.root / ".autopilot").is_dir():
            raise
    return 0


if __name__ == "__main__":
    sys.exit(main())
