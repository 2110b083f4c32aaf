"""The phases of a project, from `.autopilot/phases/` in all its namings and from the flight plan.

Seen (docs/systems/autopilot.md): `003/`, `03-user-dashboard/`, `phase-3/`, `phase-003.md`, `phase-3.md`, other `*.md`;
`.autopilot/phase-003.md` too.
"""

import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from cockpit.model import Counted, Phase, Position, Step
from cockpit.regex import regex
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.steps import number_of, phase_key, plan_in, same_step, task_in
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.tasks import Task, tasks_in
from cockpit.text.keyed import find_blocks
from cockpit.text.lines import Document, Label, Section, labelled, labels_of, outermost, rows_of
from cockpit.text.words import fold, is_stated, plain, says_nothing
from cockpit.values import dataclass
from cockpit.wording.times import to_utc_text

# What one file of a phase says: its heading, its label lines and frontmatter, the tasks and plans it lists

TITLE = regex(r"\W*phase\s+(?P<id>[\w.-]*\d[\w.-]*)\b\s*[:—–-]?\s*(?P<name>.*?)\s*(?:[✅🔄⏳❌🚧].*)?", re.IGNORECASE)
"""A heading or cell that names a phase."""

ENTRY = regex(r"(?:phase[-_ ]?)?(?P<id>\d+(?:\.\d+)*[A-Za-z]?)(?:[-_ ]+(?P<slug>.+))?", re.IGNORECASE)
"""The name of a phase's file or folder."""

_ID = regex(r"(?:phases?\s+)?(?P<id>\d[\w.-]*)", re.IGNORECASE)
_REMARK = regex(r"\s+[(—–-]|[,;:]")
_LISTED = regex(r"[^\[\],;]+")
_CHECKPOINTS = ("human-verify", "decision", "human-action")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """Where a plan waits for a person: after which task, for what, and the answers that let it go on."""

    type: str
    after_task: str
    what: str | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseFile:
    """A phase's file, read. `heading` is the id and the name in a title that names a phase, `title` any title.

    `plan`, `name`, `wave`, `after` (what it depends on) and `checkpoint` are those of a plan's frontmatter.
    """

    path: str
    title: str
    heading: tuple[str, str | None] | None
    status: str | None
    status_line: int | None
    started: str | None
    completed: str | None
    tasks: tuple[Task, ...]
    plans: tuple[Task, ...]
    agents: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    plan: str | None = None
    name: str | None = None
    wave: str | None = None
    checkpoint: Checkpoint | None = None


def phase_file(page: Page) -> PhaseFile:
    """What the page of a phase says; worked out once for each content."""
    return page.once(_read_phase_file)


def _read_phase_file(page: Page) -> PhaseFile:
    heading = page.document.title
    title = plain(heading.title) if heading else ""
    found = TITLE.fullmatch(title) if heading else None
    status = _status(page)
    head = _Head(page)
    after = steps_named(_field(page, "Prerequisites", "Depends on", "Dependencies", "Blocked by") or "")
    return PhaseFile(
        path=page.path,
        title=title,
        heading=(found["id"], name_or_none(found["name"])) if found else None,
        status=plain(status.value.text) if status else None,
        status_line=status.line if status else None,
        started=_time(page, "Started"),
        completed=_time(page, "Completed"),
        tasks=tasks_in(page.document),
        plans=tasks_in(page.document, "plan"),
        agents=_listed_texts(_field(page, "Agent", "Agents")) or head.several("agent", "agents"),
        after=head.several("depends_on") or after,
        plan=head.one("plan"),
        name=head.one("name"),
        wave=head.one("wave"),
        checkpoint=_checkpoint(head),
    )


class _Head:
    """The frontmatter, line by line: its keys are label lines, at any depth. Nothing waits for YAML."""

    def __init__(self, page: Page) -> None:
        block = next(iter(find_blocks(page.text)), None)
        lines = Document(page.text[block.start : block.end]).lines if block is not None else []
        self._fields: dict[str, Label] = {}
        for field in labels_of(lines):
            self._fields.setdefault(fold(field.name), field)
        self._items = [*outermost(lines)]

    def one(self, key: str) -> str | None:
        """A key's scalar."""
        field = self._fields.get(fold(key))
        value = field.value.text.partition(" #")[0].strip().strip("\"'") if field else ""
        return value if is_stated(value) and not value.startswith(("{", "[")) else None

    def several(self, *keys: str) -> tuple[str, ...]:
        """A key's list, in either notation, or its scalar as the only entry."""
        field = next((self._fields[key] for key in map(fold, keys) if key in self._fields), None)
        if field is None:
            return ()
        if field.value.text:
            return _listed_texts(field.value.text)
        following = min((f.line for f in self._fields.values() if f.line > field.line), default=None)
        lines = range(field.line + 1, following or sys.maxsize)
        return tuple(item.text.strip("\"'") for item in self._items if item.lines[0].number in lines)


def _checkpoint(head: _Head) -> Checkpoint | None:
    kind, after = head.one("type"), head.one("after_task")
    if kind not in _CHECKPOINTS or after is None:
        return None
    known = {"human-verify": ("approved",), "human-action": ("done",)}.get(kind, ())
    return Checkpoint(type=kind, after_task=after, what=head.one("what"), options=known or head.several("options"))


def steps_named(text: str) -> tuple[str, ...]:
    """The phases or plans that a text names, none in `None — first phase`; as it is written where it names none by
    number."""
    shown = plain(text)
    if says_nothing(_REMARK.split(shown, maxsplit=1)[0]):
        return ()
    return tuple(found["id"].rstrip(".-") for found in _ID.finditer(shown)) or _listed_texts(shown)


def _listed_texts(text: str | None) -> tuple[str, ...]:
    parts = (part.strip().strip("\"'`") for part in _LISTED.findall(text or ""))
    return tuple(part for part in parts if is_stated(part))


def name_or_none(name: str) -> str | None:
    """A name, unless it is left open."""
    return name if is_stated(name) else None


def _status(page: Page) -> Label | None:
    """The Status line under the title, unless it is still the template's list of choices."""
    preamble = page.document.sections[0]
    field = labelled([*(page.document.title or preamble).lines, *preamble.lines], "Status")
    value = plain(field.value.text) if field else ""
    return field if is_stated(value) and "|" not in value else None


def _time(page: Page, label: str) -> str | None:
    """A time in UTC; words that are none, such as `last week`, as they are written."""
    stated = _field(page, label)
    return to_utc_text(stated) if stated else None


def _field(page: Page, *labels: str) -> str | None:
    field = labelled(page.document.lines, *labels)
    value = plain(field.value.text) if field else ""
    return value if is_stated(value) else None


# The phases that the flight plan (formerly the roadmap) lists: as headings, else as rows of a table

_NAMES = ("flightplan.md", "roadmap.md")
AFTER = ("Depends on", "Dependencies", "Prerequisites", "Blocked by", "After")
"""What the line or column is called that names what a phase waits for."""


def planned_phases(folder: Folder) -> tuple[Phase, ...]:
    """The listed phases in file order, each once; empty where there is no flight plan."""
    page = next((page for name in _NAMES if (page := folder.markdown(name)) is not None), None)
    return page.once(_read) if page is not None else ()


def _read(page: Page) -> tuple[Phase, ...]:
    headings = [phase for section in page.document.sections if (phase := _of_heading(section))]
    phases = headings or _of_rows(page)
    return tuple({phase_key(phase.id): phase for phase in reversed(phases)}.values())[::-1]


def _of_heading(section: Section) -> Phase | None:
    found = TITLE.fullmatch(plain(section.title)) if section.level > 1 else None
    if found is None:
        return None
    status, after = labelled(section.lines, "Status"), labelled(section.lines, *AFTER)
    return Phase(
        id=found["id"],
        name=name_or_none(found["name"]),
        status=plain(status.value.text) if status else None,
        blocked_by=steps_named(after.value.text) if after else (),
    )


def _of_rows(page: Page) -> list[Phase]:
    phases = []
    for row in (row for section in page.document.sections for row in rows_of(section.lines)):
        cell = plain(row.get("Phase", "#", "Phase #") or "")
        found = ENTRY.fullmatch(cell.replace("Phase ", "", 1)) or TITLE.fullmatch(cell)
        if found is not None:
            slug = found.groupdict().get("slug") or found.groupdict().get("name")
            name = name_or_none(plain(row.get("Name", "Title", "Goal") or slug or ""))
            status = plain(row.get("Status") or "") or None
            phases.append(
                Phase(id=found["id"], name=name, status=status, blocked_by=steps_named(row.get(*AFTER) or ""))
            )
    return phases


FOLDER = "phases"
_MOST = 500
_BESIDE = regex(r"phase[-_ ]\d.*\.md", re.IGNORECASE)
PLAN_FILE = regex(r"(?:.*[-_])?(?:ROUTE|PLAN)(?:[-_].*)?\.md", re.IGNORECASE)
_LOG_FILE = regex(r"(?:.*[-_])?(?:LOGBOOK|SUMMARY)(?:[-_].*)?\.md", re.IGNORECASE)
TALK_FILE = regex(r"(?:.*[-_])?(?:BRIEFING|CONTEXT)\.md", re.IGNORECASE)
PHASE_FILE = regex(r"PHASE\.md", re.IGNORECASE)


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
    counts = {key: _merged(list(group)) for key, group in groups}
    for phase in planned_phases(folder):
        count = counts.get(phase_key(phase.id), PhaseCount(phase))
        after = count.phase.blocked_by or phase.blocked_by
        counts[phase_key(phase.id)] = replace(count, listed=True, phase=replace(count.phase, blocked_by=after))
    return tuple(sorted(counts.values(), key=lambda count: _order(count.phase.id)))


def count_progress(counts: tuple[PhaseCount, ...]) -> Counted | None:
    """Progress over all phases, counted from tasks; where no phase lists any, from plans, else from phases.

    Where all listed tasks are done and phases without tasks remain, the phases are counted.
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


def _merged(same: list[PhaseCount]) -> PhaseCount:
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
            agents=_each_once(file.agents for file in files.planning()),
            blocked_by=_each_once(file.after for file in files.planning()),
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


def _each_once(several: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """What several files say, each once."""
    return tuple(dict.fromkeys(text for texts in several for text in texts))


def _unslug(slug: str | None) -> str | None:
    return slug.replace("-", " ").replace("_", " ").strip() or None if slug else None


def _order(identifier: str | None) -> tuple[float, str]:
    parts = re.findall(r"\d{1,9}", identifier or "")
    return (float(parts[0]) if parts else float("inf")), ".".join(part.zfill(9) for part in parts) or (identifier or "")


# Names of phases, plans and tasks, from the phase files, where the state file gives only their numbers


def name_phase(phase: Step | None, phases: tuple[PhaseCount, ...]) -> Step | None:
    """A phase with its name."""
    found = _find(phase, phases)
    return replace(phase, name=found.phase.name) if phase and found and phase.name is None else phase


def name_plan(plan: Step | None, phase: Step | None, phases: tuple[PhaseCount, ...]) -> Step | None:
    """A plan with its name; phase files write its id alone or after that of the phase."""
    found = _find(phase, phases)
    if plan is None or plan.name or found is None:
        return plan
    return replace(plan, name=_name(found.plans, (digits_of(plan),), (digits_of(phase), digits_of(plan))))


def name_task(task: Step | None, plan: Step | None, phase: Step | None, phases: tuple[PhaseCount, ...]) -> Step | None:
    """A task with its name. Its id may follow those of the phase and the plan; where there are several plans, by the
    files or by the position, a number without them could mean any."""
    found = _find(phase, phases)
    if task is None or task.name or found is None:
        return task
    whole = (digits_of(phase), digits_of(plan), digits_of(task))
    several = len(found.plans) > 1 or (plan is not None and (plan.total or 1, digits_of(plan)) > (1, "1"))
    alone = () if several else ((digits_of(phase), digits_of(task)), (digits_of(task),))
    return replace(task, name=_name(found.tasks, whole, *alone, parts_of(task.id or "")))


def find_phase(identifier: str | None, phases: tuple[PhaseCount, ...]) -> PhaseCount | None:
    """The phase of that id, whatever the padding; None where it is not known."""
    if identifier is None:
        return None
    return next((count for count in phases if count.phase.id and same_step(count.phase.id, identifier)), None)


def present_route(phase: Step | None, plan: Step | None, phases: tuple[PhaseCount, ...]) -> PhaseFile | None:
    """The plan file of the present plan; None where the phase has several and none says that it is this one."""
    found = _find(phase, phases)
    routes = found.routes if found else ()
    if len(routes) == 1:
        return routes[0]
    number = digits_of(plan)
    mine = (route for route in routes if number and route.plan and parts_of(route.plan)[-1:] == (number,))
    return next(mine, None)


def parts_of(identifier: str) -> tuple[str, ...]:
    """The numbers an id consists of, without padding: `003.2-1` is 3, 2, 1."""
    return tuple(part.lstrip("0") or "0" for part in identifier.replace("-", ".").split("."))


def digits_of(step: Step | None) -> str:
    """The bare number of a step's id; empty where it has none."""
    number = number_of(step.id) if step else None
    return f"{number:g}" if number is not None else ""


def _find(phase: Step | None, phases: tuple[PhaseCount, ...]) -> PhaseCount | None:
    return find_phase(phase.id if phase else None, phases)


def _name(tasks: Iterable[Task], *ids: tuple[str, ...]) -> str | None:
    names = {parts_of(task.id): task.name for task in tasks if task.id}
    return next((names[identifier] for identifier in ids if identifier in names), None)


# The tasks of one plan, by the phase files


@dataclass(frozen=True, slots=True)
class Place:
    """A phase, plan and task by their bare numbers; empty where the file does not say."""

    phase: str
    plan: str
    task: str

    def ids(self, plans: int) -> tuple[tuple[str, ...], ...]:
        """The ids that can mean this task. Without its plan, one is sure only where the phase has a single plan."""
        whole = (self.phase, self.plan, self.task)
        return (whole,) if plans > 1 else (whole, (self.phase, self.task), (self.task,))


def place_at(position: Position) -> Place:
    """Where a position is, as far as it is numbered: `3.2` in phase 3 is plan 2, and `003.3` task 3."""
    phase, plan, task = (step.id if step else None for step in (position.phase, position.plan, position.task))
    own = (phase, plan_in(plan, phase), task_in(task, plan, phase))
    return Place(*(digits_of(Step(id=each)) for each in own))


@dataclass(frozen=True, slots=True)
class PlanTask:
    """A task of a plan: its number within it, its name, whether it is finished."""

    number: str
    name: str
    done: bool


def plan_tasks(phases: tuple[PhaseCount, ...], place: Place) -> tuple[PlanTask, ...]:
    """The tasks of the place's plan in file order; empty where the phase files do not list them."""
    count = find_phase(place.phase, phases)
    if count is None:
        return ()
    single = plan_count(count) <= 1
    tasks = []
    for task in count.tasks:
        parts = parts_of(task.id) if task.id else ()
        mine = parts[:2] == (place.phase, place.plan) and len(parts) == 3
        if mine or (single and len(parts) in (1, 2)):
            tasks.append(PlanTask(parts[-1], task.name, task.done is True))
    return tuple(tasks)


def lags_behind(tasks: tuple[PlanTask, ...], current: str) -> tuple[PlanTask, ...]:
    """The tasks that are done from the `current` one on, where it is done itself and so is a later one; else none."""
    at = next((place for place, task in enumerate(tasks) if task.number == current), len(tasks))
    done = tuple(task for task in tasks[at:] if task.done)
    return done if len(done) > 1 and tasks[at].done else ()


def plan_count(count: PhaseCount) -> int:
    """How many plans a phase has, as its files list them."""
    numbers = {parts[1] for task in count.tasks if task.id and len(parts := parts_of(task.id)) == 3}
    return max(len(count.plans), len(numbers))
