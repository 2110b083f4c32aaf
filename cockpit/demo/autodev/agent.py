"""The agent of autodev, scripted: it asks before it implements; a step that failed three times waits for a person."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from cockpit.demo.autodev.project import STATE, TABLE, TASKS, dependencies, write
from cockpit.demo.autodev.state_text import StateText
from cockpit.demo.clock import Clock, Deadline
from cockpit.demo.files import Files
from cockpit.demo.moment import day, stamp
from cockpit.demo.patience import Patience
from cockpit.demo.repository import commit

log = logging.getLogger("cockpit.demo.agent")
DECOMPOSE, IMPLEMENT, TESTS, SECURITY, PERFORMANCE, DEPLOY = "5", "6", "7", "8", "9", "10"
_NAMES = {
    DECOMPOSE: "Decompose", IMPLEMENT: "Implement", TESTS: "Run Tests", SECURITY: "Security Audit",
    PERFORMANCE: "Performance Test", DEPLOY: "Deploy",
}  # fmt: skip
_BATCHES = (("CAN-11",), ("CAN-12", "CAN-13", "CAN-15"), ("CAN-14",))
_TEST = "test_swap_at_midnight"
_FAILURES = (
    f"{_TEST}: the swap is a day late",
    f"{_TEST}: the clock of the lock house is an hour ahead",
    f"{_TEST}: which clock counts is not said anywhere",
)
_REPORT = "tests/failed_runs.md"
"""What is left of the runs that failed; with it the story knows that they are behind."""


class Autopilot:
    """Plays what is left of the story on one project."""

    def __init__(
        self, root: Path, clock: Clock, patience: Patience, *, timeout: float | None, resumed: Path | None = None
    ) -> None:
        self.files, self.clock, self.patience = Files(root), clock, patience
        self.timeout, self.resumed = timeout, resumed

    def run(self) -> None:
        """Play it. Raises NotWantedError."""
        acts = {DECOMPOSE: self._decompose, IMPLEMENT: self._implement, TESTS: self._test, SECURITY: self._end}
        for step, act in acts.items():
            if self._now.get("step") == step and not act():
                return
        if self._now.get("step") in (PERFORMANCE, DEPLOY):
            self._end()
        log.info("all steps are done")

    @property
    def _now(self) -> StateText:
        return StateText(self.files.text(STATE) or "")

    def _decompose(self) -> bool:
        """Task after task, then the table; the next step is not begun before a person has answered."""
        for number, (task, name, points, _) in enumerate(TASKS, start=1):
            self._work(1.5)
            file = f"_docs/02_tasks/{task}_{name.lower().replace(' ', '_')}.md"
            write(self.files.root, {file: f"# {task}: {name}\n\nComplexity: {points}\n"})
            if number in (2, 4):
                sub = "2 — Module Layout" if number == 2 else "3 — Task Specs"
                self._tell(lambda text, sub=sub: text.sub_step(sub))  # type: ignore[misc]  # bound at once
        self._tell(lambda text: text.sub_step("4 — Cross-Verification"))
        self._work(2)
        write(self.files.root, {TABLE: dependencies(self.clock.now())})
        self._tell(self._at_boundary)
        self._commit(["_docs"], "Decompose: five tasks in three batches")
        log.info("asks before it implements")
        return self._answered()

    def _at_boundary(self, text: StateText) -> None:
        at = day(self.clock.now())
        text.completed(DECOMPOSE, _NAMES[DECOMPOSE], at, f"{len(TASKS)} tasks in {len(_BATCHES)} batches")
        text.step(IMPLEMENT, _NAMES[IMPLEMENT], "not_started")
        text.session(at, "Step 5 Decompose — SubStep 4 Cross-Verification", "session boundary",
                     "Decompose complete, implementation ready")  # fmt: skip

    def _answered(self) -> bool:
        """Whether a person has answered: here it goes on, or in a conversation that begins anew."""
        return self.patience.until(self._goes_on, Deadline(self.timeout))

    def _goes_on(self) -> bool:
        now = self._now
        handed_on = self.resumed is not None and self.resumed.exists()
        return handed_on or now.get("status") == "in_progress" or "answered A" in now.get("notes")

    def _implement(self) -> bool:
        """Batch after batch; one has to be tried again."""
        if self._now.get("status") == "not_started" and not self._answered():
            return False
        self._work(2)
        for number, batch in enumerate(_BATCHES, start=1):
            self._tell(partial(self._in_batch, number))
            self._work(3)
            if number == 2 and not self._now.retries:
                self._fail("The roster page does not find the shift table")
                self._work(3)
            self._make(number, batch)
        report = "_docs/03_implementation/FINAL_implementation_report.md"
        write(self.files.root, {report: f"# Implementation\n\n{len(_BATCHES)} batches, {len(TASKS)} tasks.\n"})
        self._complete(IMPLEMENT, f"All {len(TASKS)} tasks, 61 tests", TESTS)
        return True

    def _in_batch(self, number: int, text: StateText) -> None:
        text.put("status", "in_progress")
        text.sub_step(f"{number} — Batch {number} of {len(_BATCHES)}")

    def _make(self, number: int, batch: tuple[str, ...]) -> None:
        paths = {f"src/{task.lower().replace('-', '_')}.py": f'"""{task}."""\n' for task in batch}
        report = f"_docs/03_implementation/batch_{number:02}_report.md"
        write(self.files.root, {**paths, report: f"# Batch {number}\n\n{', '.join(batch)}\n"})
        self._commit([*paths, report, STATE], f"Implement batch {number}: {', '.join(batch)}")

    def _test(self) -> bool:
        """Three tries, each failing; the step goes on only once a person has reset its retries."""
        if self.files.text(_REPORT) is not None:
            return self._tested()
        self._tell(partial(self._in_sub_step, "1 — Run"))
        self._work(3)
        for failure in _FAILURES[self._now.retries :]:
            self._fail(failure)
            self._work(3)
        write(self.files.root, {_REPORT: "\n".join(f"- {each}" for each in _FAILURES) + "\n"})
        self._commit([_REPORT, STATE], "Three test runs, all of them failed")
        return self._tested()

    def _tested(self) -> bool:
        """Once its retries were reset it passes: a person has said which clock counts."""
        log.info("failed three times, waiting for a person")
        if not self.patience.until(lambda: not self._stuck(), Deadline(self.timeout)):
            return False
        if self._now.get("step") != TESTS:
            return True
        self._tell(partial(self._in_sub_step, "2 — Run and triage"))
        self._work(3)
        self._complete(TESTS, "61 tests pass", SECURITY)
        return True

    def _stuck(self) -> bool:
        now = self._now
        return now.get("step") == TESTS and (now.get("status") == "failed" or now.retries > 2)

    def _in_sub_step(self, sub: str, text: StateText) -> None:
        text.put("status", "in_progress")
        text.sub_step(sub)

    def _end(self) -> bool:
        """What is left needs nobody."""
        outcomes = {
            SECURITY: ("Skipped: no network, no secrets", PERFORMANCE),
            PERFORMANCE: ("A year of shifts in 40 ms", DEPLOY),
            DEPLOY: ("It runs in the lock house", "done"),
        }
        for step, (outcome, following) in outcomes.items():
            if self._now.get("step") == step:
                self._tell(lambda text: text.put("status", "in_progress"))
                self._work(3)
                if step == DEPLOY:
                    write(self.files.root, {"_docs/04_deploy/report.md": "# Deployed\n"})
                self._complete(step, outcome, following)
        return True

    def _complete(self, step: str, outcome: str, following: str) -> None:
        def completed(text: StateText) -> None:
            at = day(self.clock.now())
            text.completed(step, _NAMES[step], at, outcome)
            text.session(at, f"Step {step} {_NAMES[step]}", "completed step", "—")
            done = following == "done"
            name = _NAMES[step] if done else _NAMES[following]
            text.step(following, name, "completed" if done else "not_started")

        self._tell(completed)
        self._commit(["_docs"], f"{_NAMES[step]}: {outcome[0].lower()}{outcome[1:]}")
        self._work(2)

    def _fail(self, why: str) -> None:
        def failed(text: StateText) -> None:
            step, name = text.get("step"), text.get("name")
            number, sub = text.retries + 1, text.get("sub_step")
            text.failed(f"| {number} | {step} | {name} | {sub} | {why} | {stamp(self.clock.now())} |")
            if number > 2:
                text.put("status", "failed")
                text.block(f"Step {step} {name} failed after 3 retries: {why}")

        self._tell(failed)

    def _work(self, seconds: float) -> None:
        self.patience.work(seconds)
        self.clock.worked(seconds)

    def _commit(self, paths: list[str], message: str) -> None:
        commit(self.files.root, paths, message, at=self.clock.now())

    def _tell(self, edit: Callable[[StateText], None]) -> None:
        """Change the newest state; nothing where there is none."""

        def changed(newest: str) -> str:
            text = StateText(newest)
            edit(text)
            return text.text

        self.files.change(STATE, changed)
