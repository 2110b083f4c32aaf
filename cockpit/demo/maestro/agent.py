"""Maestro's orchestrator, scripted: one of two phases side by side fails; what follows waits for a person."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cockpit.demo.clock import Clock, Deadline
from cockpit.demo.files import Files
from cockpit.demo.maestro.project import STATE
from cockpit.demo.maestro.session_text import SessionText
from cockpit.demo.moment import stamp
from cockpit.demo.patience import Patience
from cockpit.demo.repository import commit

log = logging.getLogger("cockpit.demo.agent")
FEED, BOARD, TESTS = 2, 3, 4
_WORK = {
    FEED: ("api_designer", "src/delays.js", "export const delay = (pier) => feed.get(pier) ?? 0;\n", "Delay feed"),
    BOARD: ("ux_designer", "src/screen.js", "export const screen = (rows) => rows.join('\\n');\n", "Departures board"),
    TESTS: ("tester", "tests/board.test.js", "import { rows } from '../src/board.js';\n", "Tests"),
}
_LOST = "The harbour's delay feed did not answer within 30 seconds"


class Orchestrator:
    """Plays what is left of the story on one project."""

    def __init__(
        self, root: Path, clock: Clock, patience: Patience, *, timeout: float | None, resumed: Path | None = None
    ) -> None:
        self.files, self.clock, self.patience = Files(root), clock, patience
        self.timeout, self.resumed = timeout, resumed

    def run(self) -> None:
        """Play it. Raises NotWantedError."""
        if self._status(BOARD) == "in_progress":
            self._work(4)
            self._tell(lambda text: self._tokens(text, 3100, 900))
            self._work(4)
            self._complete(BOARD)
        if self._status(FEED) == "in_progress" and not self._tried():
            self._work(4)
            self._tell(self._fail)
            log.info("session broken off, waiting to be resumed")
        if not self.patience.until(self._goes_on, Deadline(self.timeout)):
            return
        if self._status(FEED) == "failed":
            self._tell(self._retry)
        for phase in (FEED, TESTS):
            if self._status(phase) == "pending":
                self._work(2)
                self._tell(partial(self._start, phase))
            if self._status(phase) == "in_progress":
                self._work(5)
                self._complete(phase)
        log.info("all phases are done")

    def _status(self, phase: int) -> str | None:
        return SessionText(self.files.text(STATE) or "").status(phase)

    def _tried(self) -> bool:
        return SessionText(self.files.text(STATE) or "").number(FEED, "retry_count") > 0

    def _goes_on(self) -> bool:
        """Whether the prompt went to a fresh agent, or a person had the failed phase tried again or left it out."""
        return (self.resumed is not None and self.resumed.exists()) or self._status(FEED) != "failed"

    def _work(self, seconds: float) -> None:
        self.patience.work(seconds)
        self.clock.worked(seconds)

    def _tell(self, edit: Callable[[SessionText], None]) -> None:
        """Change the newest session; nothing where a person put it away."""

        def changed(newest: str) -> str:
            text = SessionText(newest)
            edit(text)
            text.put("updated", stamp(self.clock.now()))
            return text.text

        self.files.change(STATE, changed)

    def _tokens(self, text: SessionText, given: int, made: int) -> None:
        for key, more in (("total_input", given), ("total_output", made), ("input", given), ("output", made)):
            text.put(key, text.number(None, key) + more)

    def _start(self, phase: int, text: SessionText) -> None:
        text.put("status", "in_progress", phase)
        text.put("started", stamp(self.clock.now()), phase)
        text.put("current_phase", phase)

    def _fail(self, text: SessionText) -> None:
        text.put("status", "failed", FEED)
        text.add_error(FEED, stamp(self.clock.now()), _WORK[FEED][0], _LOST)
        text.put("current_phase", FEED)
        text.log(f"## Phase {FEED}: {_WORK[FEED][3]} ❌", "", "### Validation Result", f"Fail: {_LOST}")

    def _retry(self, text: SessionText) -> None:
        text.put("status", "in_progress", FEED)
        text.put("retry_count", text.number(FEED, "retry_count") + 1, FEED)
        text.resolve(FEED, "The feed is asked again after a minute")

    def _complete(self, phase: int) -> None:
        agent, path, code, name = _WORK[phase]
        (self.files.root / path).parent.mkdir(exist_ok=True)
        self.files.write(path, code)
        commit(self.files.root, [path], name, at=self.clock.now())

        def completed(text: SessionText) -> None:
            text.put("status", "completed", phase)
            text.put("completed", stamp(self.clock.now()), phase)
            text.put("files_created", [path], phase)
            text.resolve(phase, "It works by now")
            text.log(f"## Phase {phase}: {name} ✅", "", f"### {agent} Output", f"{name} works.", "",
                     "### Files Changed", f"- Created: {path}", "", "### Validation Result", "Pass")  # fmt: skip

        self._tell(completed)
