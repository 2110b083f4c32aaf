"""The phases of a project, from `.autopilot/phases/` in all its namings and from the flight plan.

Seen (docs/systems/autopilot.md): `003/`, `03-user-dashboard/`, `phase-3/`, `phase-003.md`, `phase-3.md`, other `*.md`;
`.autopilot/phase-003.md` too.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from cockpit.model import Counted, Phase
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.flight_plan import planned_phases
from cockpit.systems.autopilot.phase_file import ENTRY, PhaseFile, phase_file
from cockpit.systems.autopilot.steps import phase_key
from cockpit.systems.reading.folder import Folder
from cockpit.systems.reading.tasks import Task
from cockpit.values import dataclass

FOLDER = "phases"
_MOST = 500
_BESIDE = re.compile(r"phase[-_ ]?\d.*\.md", re.IGNORECASE)
PLAN_FILE = re.compile(r"(?:.*[-_])?(?:ROUTE|PLAN)(?:[-_].*)?\.md", re.IGNORECASE)
_LOG_FILE = re.compile(r"(?:.*[-_])?(?:LOGBOOK|SUMMARY)(?:[-_].*)?\.md", re.IGNORECASE)
TALK_FILE = re.compile(r"(?:.*[-_])?(?:BRIEFING|CONTEXT)\.md", re.IGNORECASE)
PHASE_FILE = re.compile(r"PHASE\.md", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PhaseCount:
    """A phase with its plans and tasks, as far as its files list them.

    `stated` is the file that states its status, `routes` are its plan files; `listed` says that the flight plan has
    it, `discussed` that it has a briefing. `others` are further places where it stands, which are not read.
    """

    phase: Phase
    plans: tuple[Task, ...] = ()
    tasks: tuple[Task, ...] = ()
    stated: PhaseFile | None = None
    routes: tuple[PhaseFile, ...] = ()
    listed: bool = False
    discussed: bool = False
    others: tuple[str, ...] = ()


def read_phases(folder: Folder) -> tuple[PhaseCount, ...]:
    """All phases, in the order of their ids; those that only the flight plan lists come with its words.

    Of one that stands in several places, a folder counts before a file, and what lists more tasks.
    """
    beside = [name for name in folder.names("") if _BESIDE.fullmatch(name)]
    names = [*(f"{FOLDER}/{name}" for name in folder.names(FOLDER)), *beside][:_MOST]
    found = [count for name in names if (count := _from_name(folder, name)) is not None]
    found.sort(key=lambda count: (_order(count.phase.id), phase_key(count.phase.id), *_rank(count)))
    groups = groupby(found, key=lambda count: phase_key(count.phase.id))
    counts = {key: _one_of(list(group)) for key, group in groups}
    for phase in planned_phases(folder):
        count = counts.get(phase_key(phase.id), PhaseCount(phase))
        after = count.phase.blocked_by or phase.blocked_by
        counts[phase_key(phase.id)] = replace(count, listed=True, phase=replace(count.phase, blocked_by=after))
    return tuple(sorted(counts.values(), key=lambda count: _order(count.phase.id)))


def count_progress(counts: tuple[PhaseCount, ...]) -> Counted | None:
    """Progress over all phases, counted from tasks; where no phase lists any, from plans, else from phases.

    Where all listed tasks are done and phases remain that list none, the phases tell more.
    """
    tasks = [(c.phase.counted_done or 0, c.phase.counted_total) for c in counts if c.phase.counted_total]
    plans = [_tally(count.plans) for count in counts if count.plans]
    remains = any(not c.phase.counted_total and not is_done(c.phase.status or "") for c in counts)
    if tasks and not (remains and all(done == total for done, total in tasks)):
        return Counted(done=sum(done for done, _ in tasks), total=sum(total for _, total in tasks), unit="tasks")
    if plans and not tasks:
        return Counted(done=sum(done for done, _ in plans), total=sum(total for _, total in plans), unit="plans")
    if counts:
        done = sum(is_done(count.phase.status or "") for count in counts)
        return Counted(done=done, total=len(counts), unit="phases")
    return None


def counts_every_phase(counts: tuple[PhaseCount, ...], total: int | None) -> bool:
    """Whether tasks were counted in every phase there is, so that the share of finished ones is the progress."""
    return bool(counts) and len(counts) >= (total or 0) and all(count.phase.counted_total for count in counts)


def _rank(count: PhaseCount) -> tuple[bool, int]:
    is_file = (count.phase.path or "").endswith(".md")
    return is_file, -(count.phase.counted_total or 0)


def _one_of(same: list[PhaseCount]) -> PhaseCount:
    first, *others = same
    return replace(first, others=tuple(count.phase.path or "" for count in others)) if others else first


def _from_name(folder: Folder, name: str) -> PhaseCount | None:
    if name.endswith("/"):
        return _from_folder(folder, name.removesuffix("/"))
    bare = name.rpartition("/")[2].lower()
    return _from_file(folder, name) if bare.endswith(".md") and bare != "readme.md" else None


def _from_file(folder: Folder, name: str) -> PhaseCount | None:
    page = folder.markdown(name)
    stem = name.rpartition("/")[2][: -len(".md")]
    entry = ENTRY.fullmatch(stem)
    file = phase_file(page) if page is not None else None
    if file is None or (entry is None and file.heading is None):
        return None
    identifier = entry["id"] if entry else file.heading[0] if file.heading else stem
    done, total = _tally(file.tasks)
    return PhaseCount(
        Phase(
            id=identifier,
            name=(file.heading[1] if file.heading else None) or _unslug(entry["slug"] if entry else None),
            status=file.status or _derived(True, True, done, total),
            started=file.started,
            completed=file.completed,
            agents=file.agents,
            blocked_by=file.after,
            counted_done=done if total else None,
            counted_total=total or None,
            open_tasks=_open(file.tasks),
            path=file.path,
        ),
        plans=file.plans,
        tasks=file.tasks,
        stated=file if file.status else None,
    )


def _from_folder(folder: Folder, name: str) -> PhaseCount | None:
    inside = folder.names(name)[:_MOST]
    entry = ENTRY.fullmatch(name.rpartition("/")[2])
    if entry is None and not any(PLAN_FILE.fullmatch(file) or PHASE_FILE.fullmatch(file) for file in inside):
        return None
    files = _Files(folder, name, inside)
    done, total = files.tally()
    heading = next((file.heading for file in files.all() if file.heading), None)
    stated = next((file for file in files.planning() if file.status), None)
    named = next((file.name for file in files.routes if file.name and len(files.routes) == 1), None)
    slug = _unslug(entry["slug"] if entry else None)
    return PhaseCount(
        Phase(
            id=entry["id"] if entry else name.rpartition("/")[2],
            name=(heading[1] if heading else None) or slug or named,
            status=(stated.status if stated else None) or _derived(bool(files.talks), bool(files.routes), done, total),
            started=next((file.started for file in files.planning() if file.started), None),
            completed=next((file.completed for file in files.planning() if file.completed), None),
            agents=_each(file.agents for file in files.planning()),
            blocked_by=_each(file.after for file in files.planning()),
            counted_done=done if total else None,
            counted_total=total or None,
            open_tasks=_open(files.tasks()),
            path=folder.path(name),
        ),
        plans=files.plans(),
        tasks=files.tasks(),
        stated=stated,
        routes=files.routes,
        discussed=bool(files.talks),
    )


class _Files:
    """The files of one phase folder by their kind."""

    def __init__(self, folder: Folder, name: str, inside: tuple[str, ...]) -> None:
        def matching(pattern: re.Pattern[str]) -> tuple[PhaseFile, ...]:
            pages = (folder.markdown(f"{name}/{file}") for file in inside if pattern.fullmatch(file))
            return tuple(phase_file(page) for page in pages if page is not None)

        self.phase, self.routes = matching(PHASE_FILE), matching(PLAN_FILE)
        self.logs, self.talks = matching(_LOG_FILE), matching(TALK_FILE)

    def planning(self) -> tuple[PhaseFile, ...]:
        return (*self.phase, *self.routes)

    def all(self) -> tuple[PhaseFile, ...]:
        return (*self.phase, *self.routes, *self.talks, *self.logs)

    def tasks(self) -> tuple[Task, ...]:
        """The tasks that the plans list, or the phase file, whichever are more."""
        routes = tuple(task for file in self.routes for task in file.tasks)
        phase = tuple(task for file in self.phase for task in file.tasks)
        return max(routes, phase, key=lambda tasks: (len(tasks), _tally(tasks)))

    def tally(self) -> tuple[int, int]:
        """Done and total tasks. Where the list has no statuses, the finished ones are those of the logbook."""
        tasks = self.tasks()
        done, total = _tally(tasks)
        if any(task.done is not None for task in tasks):
            return done, total
        logged = sum(task.done is not False for file in self.logs for task in file.tasks)
        return min(logged, total), total

    def plans(self) -> tuple[Task, ...]:
        """The plans that the phase file lists, or the plan files' headings; else the plan files themselves, each
        finished when all its tasks are."""
        for files in (self.phase, self.routes):
            listed = tuple(plan for file in files for plan in file.plans)
            if listed:
                return listed
        return tuple(_plan_of(file) for file in self.routes) if len(self.routes) > 1 else ()


def _plan_of(file: PhaseFile) -> Task:
    done, total = _tally(file.tasks)
    found = re.search(r"\bplan\s+([\w.]+)", file.title, re.IGNORECASE)
    return Task(found[1] if found else file.plan, file.title or file.name or "", total > 0 and done == total)


def _tally(tasks: tuple[Task, ...]) -> tuple[int, int]:
    return sum(task.done is True for task in tasks), len(tasks)


def _open(tasks: tuple[Task, ...]) -> tuple[str, ...]:
    return tuple(task.id for task in tasks if task.id and task.done is False)


def _derived(talked: bool, planned: bool, done: int, total: int) -> str:
    """The status that follows from the files that are there (seed, "Status Values")."""
    if total and done == total:
        return "Phase complete"
    if done:
        return "In progress"
    if planned:
        return "Ready to execute"
    return "Ready to plan" if talked else "Ready to discuss"


def _each(told: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """What several files say, each once."""
    return tuple(dict.fromkeys(text for texts in told for text in texts))


def _unslug(slug: str | None) -> str | None:
    return slug.replace("-", " ").replace("_", " ").strip() or None if slug else None


def _order(identifier: str | None) -> tuple[float, str]:
    parts = re.findall(r"\d{1,9}", identifier or "")
    return (float(parts[0]) if parts else float("inf")), ".".join(part.zfill(9) for part in parts) or (identifier or "")
