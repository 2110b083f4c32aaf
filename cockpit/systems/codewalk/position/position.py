"""Where the initiative stands, and how far it is: what the file claims and what its counters say."""

from cockpit.model import Counted, Position, Step
from cockpit.rules.progress import bar_agrees, filled_cells, percent_in, stated_percent
from cockpit.rules.work import gravity
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.state_file import Entry
from cockpit.systems.codewalk.vocabulary import meaning_of, status_of
from cockpit.systems.shared.stated_values import text_of
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

COUNTERS = ("phases_total", "phases_completed", "current_phase_tasks", "current_phase_completed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The counters and the bar. `claimed` is the percentage the bar states."""

    phases: int | None = None
    phases_done: int | None = None
    tasks: int | None = None
    tasks_done: int | None = None
    bar: str | None = None
    claimed: float | None = None

    @property
    def by_phases(self) -> float | None:
        """Percent by the phases that are completed."""
        return _share(self.phases_done, self.phases)

    @property
    def by_tasks(self) -> float | None:
        """Percent of the present phase by its tasks."""
        return _share(self.tasks_done, self.tasks)

    @property
    def together(self) -> float | None:
        """Percent by the phases, the present one counted by its tasks."""
        if self.phases is None or self.phases_done is None or not self.phases:
            return None
        part = (self.by_tasks or 0) / 100 if self.phases_done < self.phases else 0
        return 100 * (self.phases_done + part) / self.phases


def read_progress(entry: Entry, report: Report) -> Progress:
    """The counters and the bar. What is no number is reported, and kept as it stands."""
    numbers = {key: _number(entry, key, report) for key in COUNTERS}
    bar = entry.text("bar")
    return Progress(
        phases=numbers["phases_total"],
        phases_done=numbers["phases_completed"],
        tasks=numbers["current_phase_tasks"],
        tasks_done=numbers["current_phase_completed"],
        bar=bar,
        claimed=stated_percent(bar) if bar is not None else None,
    )


def read_position(entry: Entry, progress: Progress) -> Position:
    """The position; the counters of the present phase's tasks are what was counted, else the phases."""
    stated = entry.status(gravity=lambda each: gravity(status_of(each)))
    status = status_of(stated)
    phase, plan = (entry.text("phase"), entry.text("phase_name")), (entry.text("plan"), entry.text("plan_name"))
    task, wave = entry.text("task"), entry.text("wave")
    return Position(
        phase=Step(id=phase[0], name=phase[1], total=progress.phases) if any(phase) else None,
        plan=Step(id=plan[0], name=plan[1]) if any(plan) else None,
        task=Step(name=task) if task is not None else None,
        wave=wave,
        status=status,
        status_text=stated,
        status_means=meaning_of(status),
        percent=progress.claimed,
        counted=_counted(progress),
    )


def check_position(entry: Entry, progress: Progress, position: Position, report: Report) -> None:
    """The place against the counters, and what it lacks."""
    if position.status == "unknown":
        line, stated = entry.line("status"), position.status_text
        if stated is not None:
            report.add("unknown-status", entry.path, line, Message("codewalk.unknown-status", status=stated))
        else:
            report.add("status-missing", entry.path, line, Message("systems.status-missing"))
    number = whole_number(position.phase.id) if position.phase is not None else None
    if position.phase is None or position.phase.id is None:
        report.add("position-missing", entry.path, entry.line(), Message("codewalk.position-missing"))
    elif number is not None and progress.phases is not None and number > progress.phases:
        beyond = Message("codewalk.phase-beyond-total", phase=number, total=progress.phases)
        report.add("phase-beyond-total", entry.path, entry.line("phase"), beyond)
    elif number is not None and number <= (progress.phases_done or 0) and position.status != "completed":
        behind = Message("codewalk.phase-completed-already", done=progress.phases_done, phase=number)
        report.add("phase-completed-already", entry.path, entry.line("phase"), behind)


def check_progress(entry: Entry, progress: Progress, report: Report) -> None:
    """The bar against its number, and the number against both counters (docs/systems/codewalk.md)."""
    for done, total, key, code in (
        (progress.phases_done, progress.phases, "phases_completed", "codewalk.phases-beyond-total"),
        (progress.tasks_done, progress.tasks, "current_phase_completed", "codewalk.tasks-beyond-total"),
    ):
        if done is not None and total is not None and done > total > 0:  # none is counted yet where the total is 0
            report.add("count-beyond-total", entry.path, entry.line(key), Message(code, done=done, total=total))
    if progress.bar is None:
        return
    cells, line = filled_cells(progress.bar), entry.line("bar")
    if cells is not None and progress.claimed is not None and not bar_agrees(*cells, progress.claimed):
        mismatch = Message("systems.bar-mismatch", filled=cells[0], cells=cells[1], percent=progress.claimed)
        report.add("bar-mismatch", entry.path, line, mismatch)
    if progress.claimed is None and percent_in(progress.bar) is not None:
        report.unreadable(entry.path, line, "`bar`", progress.bar, "percentage from 0 to 100")
    counted = [share for share in (progress.by_phases, progress.by_tasks, progress.together) if share is not None]
    if progress.claimed is not None and counted and not any(abs(progress.claimed - each) < 1 for each in counted):
        report.add("progress-mismatch", entry.path, line, _mismatch(progress))


def _mismatch(progress: Progress) -> Message:
    """What the bar says, and what the counters say that are there."""
    phases = Message(
        "codewalk.phases-done", done=progress.phases_done, total=progress.phases, percent=progress.by_phases
    )
    tasks = Message("codewalk.tasks-done", done=progress.tasks_done, total=progress.tasks, percent=progress.by_tasks)
    counts = ((phases, progress.by_phases), (tasks, progress.by_tasks))
    counted = [count for count, share in counts if share is not None]
    return Message("codewalk.progress-mismatch", percent=progress.claimed, counted=counted)


def _counted(progress: Progress) -> Counted | None:
    if progress.tasks and progress.tasks_done is not None:
        return Counted(done=progress.tasks_done, total=progress.tasks, unit="tasks")
    if progress.phases is not None and progress.phases_done is not None:
        return Counted(done=progress.phases_done, total=progress.phases, unit="phases")
    return None


def _number(entry: Entry, key: str, report: Report) -> int | None:
    stated = text_of(entry.values.raw(*entry.at, key))
    number = whole_number(stated)
    if stated is not None and (number is None or number < 0):
        report.unreadable(entry.path, entry.line(key), f"`{key}`", stated, "number")
        return None
    return entry.values.number(*entry.at, key)


def _share(done: int | None, total: int | None) -> float | None:
    return 100 * done / total if done is not None and total else None
