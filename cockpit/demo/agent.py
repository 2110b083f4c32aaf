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
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from cockpit.demo import holding_pattern, plot, progress
from cockpit.demo.autodev import project as canal_locks
from cockpit.demo.autodev.agent import Autopilot
from cockpit.demo.clock import Clock, Deadline, RealClock, ScriptedClock
from cockpit.demo.codewalk import project as harbour_lights
from cockpit.demo.codewalk.agent import Worker
from cockpit.demo.files import Files
from cockpit.demo.gauges import TRANSPONDER
from cockpit.demo.layers import layer
from cockpit.demo.levels import amount, limit_text
from cockpit.demo.maestro.agent import Orchestrator
from cockpit.demo.maestro.project import STATE
from cockpit.demo.patience import POLL, NotWantedError, Patience
from cockpit.demo.session import Session

PACES = {"normal": 1.0, "fast": 0.0, "slow": 2.5}
"""How much longer than in the normal script each step takes."""
GATED = "cost"
"""The metric whose alert the agent waits on; at its context alert it hands off instead."""
ASKS = {"alert": "paused until acknowledged", "stop": "halted until the limit is raised"}
log = logging.getLogger("cockpit.demo.agent")


class UnansweredError(Exception):
    """The time given by `--timeout` passed while waiting for an acknowledgment."""


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


PLAYERS: Mapping[str, type[Agent] | type[Orchestrator] | type[Autopilot] | type[Worker]] = {
    TRANSPONDER: Agent,
    STATE: Orchestrator,
    canal_locks.STATE: Autopilot,
    harbour_lights.STATE: Worker,
}
"""By the main file of a sample project the agent that works on it."""


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
    player = next((each for state, each in PLAYERS.items() if (options.folder / state).is_file()), None)
    if player is None:
        sys.stderr.write(f"{options.folder} is not a demo project: it has no {' and no '.join(PLAYERS)}\n")
        return 2
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parent = os.getppid() if options.parent is None else options.parent
    top = options.folder / next(state for state, each in PLAYERS.items() if each is player).partition("/")[0]
    patience = Patience(top, pace=PACES[options.script], parent=parent)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, patience.end)
    clock = ScriptedClock(options.clock) if options.clock else RealClock()
    return _ran(player(options.folder, clock, patience, timeout=options.timeout, resumed=options.resumed), top)


def _ran(agent: Agent | Orchestrator | Autopilot | Worker, state: Path) -> int:
    try:
        agent.run()
    except NotWantedError:
        log.info("ended")
    except UnansweredError:
        log.info("nobody answered")
        return 3
    except FileNotFoundError:
        if state.is_dir():
            raise
    return 0


if __name__ == "__main__":
    sys.exit(main())
