"""The agent of Codewalkers, scripted: a blocker pauses its phase, and it ends when its context is half used."""

import logging
from collections.abc import Callable
from pathlib import Path

from cockpit.demo.autodev.project import write
from cockpit.demo.clock import Clock, Deadline
from cockpit.demo.codewalk.project import PLANS, SECTORS, STATE, WATCH, plan
from cockpit.demo.codewalk.state_text import StateText
from cockpit.demo.files import Files
from cockpit.demo.moment import day, stamp
from cockpit.demo.patience import Patience
from cockpit.demo.repository import commit

log = logging.getLogger("cockpit.demo.agent")
BLOCKER = "block-001"
_CELLS = 16
_DEGRADED = '"Context exceeded 50%, quality may have degraded"'


class Worker:
    """Plays what is left of the story on one project."""

    def __init__(
        self, root: Path, clock: Clock, patience: Patience, *, timeout: float | None, resumed: Path | None = None
    ) -> None:
        self.files, self.clock, self.patience = Files(root), clock, patience
        self.timeout, self.resumed = timeout, resumed

    def run(self) -> None:
        """Play it. Raises NotWantedError."""
        if self._phase == 2 and not self._sectors():
            return
        if self._phase == 3 and self._now.get("status") != "completed":
            self._watch()
        log.info("all phases are done")

    @property
    def _now(self) -> StateText:
        return StateText(self.files.text(STATE) or "")

    @property
    def _phase(self) -> int:
        return self._now.number("phase")

    @property
    def _done(self) -> int:
        return self._now.number("current_phase_completed")

    def _sectors(self) -> bool:
        """Task after task, until the chart is missing; on once a person has it, and to the end of the session."""
        while self._done < 2:
            self._task(SECTORS)
        if not self._now.blocker(BLOCKER):
            self._work(2)
            self._tell(self._block)
            self._commit("Two sectors; the rest waits for the chart")
        log.info("waits for the chart")
        if not self.patience.until(lambda: self._now.blocker(BLOCKER) in ("resolved", "bypassed"), self._deadline):
            return False
        self._tell(lambda text: text.put("status", "in_progress"))
        self._task(SECTORS)
        if "session-002" in self._now.active():
            self._work(2)
            self._tell(self._hand_on)
            self._commit("Three sectors; the context is more than half used")
        log.info("its context is more than half used; a fresh agent goes on")
        if not self.patience.until(self._goes_on, self._deadline):
            return False
        self._begin("worker-rock", "Phase 2, Task 4: Print the card")
        self._task(SECTORS)
        self._tell(self._next_phase)
        self._commit("The card for the pilots")
        return True

    @property
    def _deadline(self) -> Deadline:
        return Deadline(self.timeout)

    def _goes_on(self) -> bool:
        """Whether a person has sent a fresh agent, or begun a session."""
        return (self.resumed is not None and self.resumed.exists()) or bool(self._now.active())

    def _begin(self, agent: str, work: str) -> None:
        def begun(text: StateText) -> None:
            if not text.active():
                text.add("sessions", ("id: session-003", f"agent: {agent}", f"started: {self._stamp}", "status: active",
                                      f'working_on: "{work}"'))  # fmt: skip

        self._tell(begun)

    def _block(self, text: StateText) -> None:
        text.add("blockers", (
            f"id: {BLOCKER}", "status: active", 'description: "The new chart is not here"',
            f"identified_at: {self._stamp}", "affects:", '  - "Phase 2: Sectors"', "blocked_tasks:",
            '  - task-23: "Green sector"', '  - task-24: "Print the card"', "workaround: null", "resolution: null",
        ))  # fmt: skip
        text.put("status", "blocked")
        text.next_action("Get the new chart from the harbour office.", "Then draw the green sector.")

    def _hand_on(self, text: StateText) -> None:
        text.end_session((
            f"ended: {self._stamp}", 'context_usage: "62%"', "completed:", '  - "Phase 2, Plan 1: Tasks 1 to 3"',
            "issues:", f"  - {_DEGRADED}", 'handoff_reason: "Context limit reached"',
        ))  # fmt: skip
        text.next_action("Print the card for the pilots.", "Then begin phase 3.")

    def _next_phase(self, text: StateText) -> None:
        text.put("phase", "3")
        text.put("phase_name", '"Watch"')
        text.put("phases_completed", "2")
        text.put("current_phase_tasks", "2")
        text.put("current_phase_completed", "0")
        text.put("task", f'"{PLANS[WATCH][1][0]}"')
        text.put("bar", _bar(200 / 3))
        text.next_action("Notice when a lamp is dark.")

    def _watch(self) -> None:
        """The last phase needs nobody; what its verification flags is left as a question."""
        while self._done < 2:
            self._task(WATCH)
        self._work(2)
        self._tell(self._end)
        self._commit("A dark lamp is noticed within a minute")

    def _end(self, text: StateText) -> None:
        text.put("phases_completed", "3")
        text.put("bar", _bar(100))
        text.put("status", "completed")
        text.put("task", "null")
        text.list_under("open_questions", '"Who is called when the keeper sleeps?"')
        text.end_session((f"ended: {self._stamp}", 'context_usage: "31%"', "completed:", '  - "Phase 3: Watch"'))
        text.next_action("Nothing; all lamps burn.")

    def _task(self, name: str) -> None:
        """One task: its file, its box, the counters, and the next task."""
        number = self._done
        tasks = PLANS[name][1]
        if number >= len(tasks):
            return
        self._tell(lambda text: text.put("task", f'"{tasks[number]}"'))
        self._work(4)
        path = f"lights/{tasks[number].lower().replace(' ', '_')}.py"
        write(self.files.root, {path: f'"""{tasks[number]}."""\n'})
        self.files.change(f".planning/{name}-PLAN.md", lambda _: plan(name, done=number + 1))

        def done(text: StateText) -> None:
            text.put("current_phase_completed", str(number + 1))
            text.put("bar", _bar(100 * (text.number("phases_completed") + (number + 1) / len(tasks)) / 3))
            text.list_under("files_modified_this_session", path)
            if number + 1 < len(tasks):
                text.put("task", f'"{tasks[number + 1]}"')
            if number == 0 and name == SECTORS:
                text.add("decisions", (f"date: {day(self.clock.now())}", 'context: "How a sector is given"',
                                       'decision: "By bearings from seaward"', 'reason: "Pilots read it so"',
                                       "reversible: false"))  # fmt: skip
                text.list_under("key_implementations", '"White sector drawn by bearings"')

        self._tell(done)

    @property
    def _stamp(self) -> str:
        return stamp(self.clock.now())

    def _work(self, seconds: float) -> None:
        self.patience.work(seconds)
        self.clock.worked(seconds)

    def _commit(self, message: str) -> None:
        commit(self.files.root, ["lights", ".planning"], message, at=self.clock.now())

    def _tell(self, edit: Callable[[StateText], None]) -> None:
        """Change the newest state; nothing where there is none."""

        def changed(newest: str) -> str:
            text = StateText(newest)
            edit(text)
            return text.text

        self.files.change(STATE, changed)


def _bar(share: float) -> str:
    filled = int(share * _CELLS / 100 + 1e-9)
    return f'"{"█" * filled}{"░" * (_CELLS - filled)} {int(share + 0.5)}%"'
