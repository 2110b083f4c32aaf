"""The agent's hands: it performs one step of the plot on the files, updating TRANSPONDER.md last."""

import logging
from functools import partial

from cockpit.demo import fields, holding_pattern, position, progress, repository
from cockpit.demo.choices import Choice
from cockpit.demo.clock import Clock
from cockpit.demo.files import Files
from cockpit.demo.gauges import TRANSPONDER, Gauges
from cockpit.demo.layers import appended, layer
from cockpit.demo.levels import amount
from cockpit.demo.moment import day, stamp
from cockpit.demo.plan_files import decision_entry, log_line
from cockpit.demo.plot import Begin, Block, Decide, Finish, HandOff, Note, Resume, Step, Unblock
from cockpit.demo.position import Edit

log = logging.getLogger("cockpit.demo.agent")
DECISIONS = ".autopilot/DECISIONS.md"
TOKENS = ".autopilot/token-usage.md"
KEPT = 5
"""How many recent decisions stay in TRANSPONDER.md (seed, Update Rules)."""
TOKENS_PER_USD = {"Input tokens": 5_400, "Output tokens": 900, "Cached tokens": 2_600}


class Session:
    """Performs steps on the files of one project."""

    def __init__(self, files: Files, clock: Clock) -> None:
        self.files = files
        self.clock = clock
        self.gauges = Gauges(files)

    def perform(self, step: Step) -> None:
        """Do what a step says, add what it costs, and tell it in TRANSPONDER.md."""
        edits = self._act(step)
        self.tell(*edits, self.gauges.shown)
        match step.act:
            case HandOff(task=task):
                self._save(f"docs(autopilot): holding pattern for plan {task.rpartition('.')[0]}")
            case Finish(task=task) if position.ends_plan(self.files, task):
                self._save(f"docs(autopilot): complete plan {task.rpartition('.')[0]}")

    def tell(self, *edits: Edit) -> None:
        """Change the newest TRANSPONDER.md in one write; it gets a new Updated time if anything changes."""

        def edit(text: str) -> str:
            before = text
            for change in edits:
                text = change(text)
            return text if text == before else fields.with_line(text, "Updated", stamp(self.clock.now()))

        self.files.change(TRANSPONDER, edit)

    def activity(self, text: str) -> Edit:
        """The edit that says what happened last; the log hears of it too."""
        log.info("%s", text)
        return partial(fields.with_line, label="Last Activity", value=f"{day(self.clock.now())} — {text}")

    def _act(self, step: Step) -> list[Edit]:
        match step.act:
            case Note(text):
                edits = [self.activity(text)]
            case Begin(text, name):
                self._add_layer(name)
                edits = [self.activity(text)]
            case Finish():
                edits = self._finish(step.act)
            case Decide(choice):
                edits = self._decide(choice)
            case Block(blocker):
                edits = [partial(fields.with_bullet, title="Blockers", item=blocker)]
                edits += [self.activity(f"Blocked: {blocker.partition(': ')[2]}")]
            case Unblock(blocker, text):
                edits = [partial(fields.without_bullet, title="Blockers", item=blocker), self.activity(text)]
            case HandOff():
                edits = self._hand_off(step.act)
            case Resume():
                edits = self._resume(step.act)
        self._spend(step)
        return edits

    def _spend(self, step: Step) -> None:
        self.gauges.read()
        values = self.gauges.values
        context = float(step.act.context) if isinstance(step.act, Resume) else values["context"] + step.context
        spent = {"cost": values["cost"] + step.cost, "context": context, "errors": values["errors"] + step.errors}
        self.gauges.record(spent, self.clock.now())
        self.files.change(TOKENS, partial(self._usage, step=step))

    def _usage(self, text: str, step: Step) -> str:
        total = self.gauges.values["cost"]
        for name, rate in TOKENS_PER_USD.items():
            known = fields.row(text, "Session Totals", name).get("Value", "").replace(",", "")
            if known.isdigit():
                text = fields.with_value(text, "Session Totals", name, f"{int(known) + round(rate * step.cost):,}")
        text = fields.with_value(text, "Session Totals", "Total cost", amount("cost", total))
        if isinstance(step.act, Finish):
            line = log_line(self.clock.now(), step.act.task, total)
            text = fields.with_bullet(text, "Task Log", line.removeprefix("- "))
        return text

    def _add_layer(self, name: str) -> list[str]:
        files = layer(name)
        for path, addition in files.items():
            (self.files.root / path).parent.mkdir(exist_ok=True)
            self.files.write(path, appended(self.files.text(path), addition))
        return list(files)

    def _finish(self, act: Finish) -> list[Edit]:
        paths = self._add_layer(act.task)
        commit = repository.commit(self.files.root, paths, act.message, at=self.clock.now())
        phase = int(act.task.split(".")[0])
        folder = progress.folder(phase)
        self.files.change(f"{folder}/ROUTE.md", partial(fields.ticked, start=act.task))
        boxes = progress.route(self.files, phase)
        name = next((box.name for box in boxes if box.task == act.task), act.message)
        line = f"{stamp(self.clock.now())} {act.task} {name} (commit {commit or '—'})"
        self.files.change(f"{folder}/LOGBOOK.md", lambda text: f"{text.rstrip()}\n- {line}\n")
        self.gauges.fire(["task_complete"], self.clock.now())
        return [
            *position.after_task(self.files, phase, act.task, boxes),
            self.activity(f"Completed task {act.task}: {name}"),
        ]

    def _decide(self, choice: Choice) -> list[Edit]:
        today = day(self.clock.now())

        def record(text: str) -> str:
            title = "Decisions"
            number = f"D{sum(line.startswith('## D') for line in text.splitlines()) + 1:03}"
            row = f"| {number} | {choice.title} | {today} | Final | {choice.phase} |"
            text = fields.with_last_row(text, title, row)
            return f"{text.rstrip()}\n\n{decision_entry(number, today, choice)}".rstrip() + "\n"

        def recent(text: str) -> str:
            text = fields.with_bullet(text, "Recent Decisions", f"{choice.title} — {choice.outcome}")
            for item in fields.bullets(text, "Recent Decisions")[:-KEPT]:
                text = fields.without_bullet(text, "Recent Decisions", item)
            return text

        self.files.change(DECISIONS, record)
        return [recent, self.activity(f"Decided: {choice.title}")]

    def _hand_off(self, act: HandOff) -> list[Edit]:
        now = self.clock.now()
        text = holding_pattern.holding_pattern(self.files, act, self.files.text(TRANSPONDER) or "", now)
        self.files.write(holding_pattern.PATH, text)
        context = amount("context", self.gauges.values["context"])
        return [
            *self._continuity(holding_pattern.PATH, "/autopilot:cockpit"),
            self.activity(f"Context at {context}: left a holding pattern in the middle of task {act.task}"),
        ]

    def _resume(self, act: Resume) -> list[Edit]:
        self.gauges.begin_session(self.clock.now())
        return [*self._continuity("None", "/autopilot:takeoff"), self.activity(act.text)]

    def _continuity(self, resume_file: str, next_action: str) -> list[Edit]:
        values = {
            "Last session": day(self.clock.now()),
            "Resume file": resume_file,
            "Next action": next_action,
        }
        return [
            partial(fields.with_value, title="Session Continuity", label=label, value=value)
            for label, value in values.items()
        ]

    def _save(self, message: str) -> None:
        repository.commit(self.files.root, [".autopilot"], message, at=self.clock.now())
