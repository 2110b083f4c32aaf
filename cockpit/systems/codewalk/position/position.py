"""Where the initiative stands, and how far it is: what the file claims and what its counters say."""

from collections.abc import Sequence

from cockpit.model import Counted, Position, Step
from cockpit.rules.work import bar_agrees, filled_cells, percent_in, stated_percent
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.state_file import Entry
from cockpit.systems.codewalk.vocabulary import meaning_of, status_of
from cockpit.systems.shared.values import text_of
from cockpit.values import dataclass
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
    stated = entry.text("status")
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
        code, told = (
            ("unknown-status", f"The status is {position.status_text}, which Codewalkers does not name.")
            if position.status_text is not None
            else ("status-missing", "The position has no status.")
        )
        report.add(code, entry.path, entry.line("status"), told)
    number = whole_number(position.phase.id) if position.phase is not None else None
    if position.phase is None or position.phase.id is None:
        report.add("position-missing", entry.path, entry.line(), "The file does not say which phase is under way.")
    elif number is not None and progress.phases is not None and number > progress.phases:
        told = f"The position is phase {number} of {progress.phases}."
        report.add("phase-beyond-total", entry.path, entry.line("phase"), told)
    elif number is not None and number <= (progress.phases_done or 0) and position.status != "completed":
        told = f"{progress.phases_done} phases are completed, and the position is phase {number}."
        report.add("phase-completed-already", entry.path, entry.line("phase"), told)


def check_progress(entry: Entry, progress: Progress, report: Report) -> None:
    """The bar against its number, and the number against both counters (docs/systems/codewalk.md)."""
    for done, total, what in (
        (progress.phases_done, progress.phases, "phases"),
        (progress.tasks_done, progress.tasks, "tasks"),
    ):
        if done is not None and total is not None and done > total > 0:  # none is counted yet where the total is 0
            key = "phases_completed" if what == "phases" else "current_phase_completed"
            report.add("count-beyond-total", entry.path, entry.line(key), f"{done} of {total} {what} are done.")
    if progress.bar is None:
        return
    cells, line = filled_cells(progress.bar), entry.line("bar")
    if cells is not None and progress.claimed is not None and not bar_agrees(*cells, progress.claimed):
        told = f"{cells[0]} of {cells[1]} cells of the bar are filled, and it says {progress.claimed:g} %."
        report.add("bar-mismatch", entry.path, line, told)
    if progress.claimed is None and percent_in(progress.bar) is not None:
        report.unreadable(entry.path, line, "`bar`", progress.bar, "percentage from 0 to 100")
    counted = [share for share in (progress.by_phases, progress.by_tasks, progress.together) if share is not None]
    if progress.claimed is not None and counted and not any(abs(progress.claimed - each) < 1 for each in counted):
        report.add("progress-mismatch", entry.path, line, f"The bar says {progress.claimed:g} %; {_told(progress)}.")


def _told(progress: Progress) -> str:
    parts: Sequence[tuple[int | None, int | None, float | None, str]] = (
        (progress.phases_done, progress.phases, progress.by_phases, "phases"),
        (progress.tasks_done, progress.tasks, progress.by_tasks, "tasks of this phase"),
    )
    return " and ".join(
        f"{done} of {total} {what} are done ({share:g} %)" for done, total, share, what in parts if share is not None
    )


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
