"""The phases of a project, from `.autopilot/phases/` in all its namings and from the flight plan.

Seen (formats/autopilot.md A.3): `003/`, `03-user-dashboard/`, `phase-3/`, `phase-003.md`, `phase-3.md`, other `*.md`.
"""

import re
from dataclasses import dataclass

from cockpit.documents.markdown import Section
from cockpit.model import Counted, Phase
from cockpit.systems.autopilot.folder import Folder, Page
from cockpit.systems.autopilot.steps import number_of
from cockpit.systems.autopilot.tasks import Task, tasks_in
from cockpit.systems.autopilot.values import is_nothing, placeholder_in, plain
from cockpit.systems.autopilot.vocabulary import is_done

FOLDER = "phases"
_MOST = 500
_ENTRY = re.compile(r"(?:phase[-_ ]?)?(?P<id>\d+(?:\.\d+)*[A-Za-z]?)(?:[-_ ]+(?P<slug>.+))?", re.IGNORECASE)
_TITLE = re.compile(
    r"\W*phase\s+(?P<id>[\w.-]*\d[\w.-]*)\b\s*[:—–-]?\s*(?P<name>.*?)\s*(?:[✅🔄⏳❌🚧].*)?", re.IGNORECASE
)
PLAN_FILE = re.compile(r"(?:.*[-_])?(?:ROUTE|PLAN)(?:[-_].*)?\.md", re.IGNORECASE)
_LOG_FILE = re.compile(r"(?:.*[-_])?(?:LOGBOOK|SUMMARY)(?:[-_].*)?\.md", re.IGNORECASE)
TALK_FILE = re.compile(r"(?:.*[-_])?(?:BRIEFING|CONTEXT)\.md", re.IGNORECASE)
PHASE_FILE = re.compile(r"PHASE\.md", re.IGNORECASE)
_PLANS = ("flightplan.md", "roadmap.md")


@dataclass(frozen=True, slots=True)
class PhaseCount:
    """A phase with its plans and tasks, as far as its files list them."""

    phase: Phase
    plans: tuple[Task, ...] = ()
    tasks: tuple[Task, ...] = ()


def read_phases(folder: Folder) -> tuple[PhaseCount, ...]:
    """All phases, in the order of their ids; those that only the flight plan lists come with its words."""
    found = [_from_name(folder, name) for name in folder.names(FOLDER)[:_MOST]]
    counts = [count for count in found if count is not None]
    known = {_key(count.phase.id) for count in counts}
    counts += [PhaseCount(phase) for phase in _planned(folder) if _key(phase.id) not in known]
    return tuple(sorted(counts, key=lambda count: _order(count.phase.id)))


def count_progress(counts: tuple[PhaseCount, ...]) -> Counted | None:
    """Progress over all phases, counted from tasks; where no phase lists any, from plans, else from phases."""
    tasks = [(c.phase.counted_done or 0, c.phase.counted_total) for c in counts if c.phase.counted_total]
    plans = [_tally(count.plans) for count in counts if count.plans]
    if tasks:
        return Counted(done=sum(done for done, _ in tasks), total=sum(total for _, total in tasks), unit="tasks")
    if plans:
        return Counted(done=sum(done for done, _ in plans), total=sum(total for _, total in plans), unit="plans")
    if counts:
        done = sum(is_done(count.phase.status or "") for count in counts)
        return Counted(done=done, total=len(counts), unit="phases")
    return None


def counts_every_phase(counts: tuple[PhaseCount, ...], total: int | None) -> bool:
    """Whether tasks were counted in every phase there is, so that the share of finished ones is the progress."""
    return bool(counts) and len(counts) >= (total or 0) and all(count.phase.counted_total for count in counts)


def _from_name(folder: Folder, name: str) -> PhaseCount | None:
    if name.endswith("/"):
        return _from_folder(folder, name.removesuffix("/"))
    return _from_file(folder, name) if name.lower().endswith(".md") and name.lower() != "readme.md" else None


def _from_file(folder: Folder, name: str) -> PhaseCount | None:
    page = folder.markdown(f"{FOLDER}/{name}")
    stem = name[: -len(".md")]
    entry = _ENTRY.fullmatch(stem)
    heading = _heading(page)
    if page is None or (entry is None and heading is None):
        return None
    identifier = entry["id"] if entry else heading[0] if heading else stem
    tasks = tasks_in(page.markdown)
    done, total = _tally(tasks)
    return PhaseCount(
        Phase(
            id=identifier,
            name=(heading[1] if heading else None) or _unslug(entry["slug"] if entry else None),
            status=_status(page) or _derived(True, True, done, total),
            started=_field(page, "Started"),
            completed=_field(page, "Completed"),
            counted_done=done if total else None,
            counted_total=total or None,
            path=page.path,
        ),
        tasks_in(page.markdown, "plan"),
        tasks,
    )


def _from_folder(folder: Folder, name: str) -> PhaseCount | None:
    inside = folder.names(f"{FOLDER}/{name}")[:_MOST]
    entry = _ENTRY.fullmatch(name)
    if entry is None and not any(PLAN_FILE.fullmatch(file) or PHASE_FILE.fullmatch(file) for file in inside):
        return None
    pages = _Pages(folder, name, inside)
    done, total = pages.tally()
    heading = next((found for page in pages.all() if (found := _heading(page))), None)
    status = next((told for page in (*pages.phase, *pages.routes) if (told := _status(page))), None)
    return PhaseCount(
        Phase(
            id=entry["id"] if entry else name,
            name=(heading[1] if heading else None) or _unslug(entry["slug"] if entry else None),
            status=status or _derived(bool(pages.talks), bool(pages.routes), done, total),
            started=pages.field("Started"),
            completed=pages.field("Completed"),
            counted_done=done if total else None,
            counted_total=total or None,
            path=folder.path(f"{FOLDER}/{name}"),
        ),
        pages.plans(),
        pages.tasks(),
    )


class _Pages:
    """The files of one phase folder by their kind."""

    def __init__(self, folder: Folder, name: str, inside: tuple[str, ...]) -> None:
        def matching(pattern: re.Pattern[str]) -> tuple[Page, ...]:
            pages = (folder.markdown(f"{FOLDER}/{name}/{file}") for file in inside if pattern.fullmatch(file))
            return tuple(page for page in pages if page is not None)

        self.phase, self.routes = matching(PHASE_FILE), matching(PLAN_FILE)
        self.logs, self.talks = matching(_LOG_FILE), matching(TALK_FILE)

    def all(self) -> tuple[Page, ...]:
        return (*self.phase, *self.routes, *self.talks, *self.logs)

    def field(self, label: str) -> str | None:
        return next((value for page in (*self.phase, *self.routes) if (value := _field(page, label))), None)

    def tasks(self) -> tuple[Task, ...]:
        """The tasks that the plans list, or the phase file, whichever are more."""
        routes = tuple(task for page in self.routes for task in tasks_in(page.markdown))
        phase = tuple(task for page in self.phase for task in tasks_in(page.markdown))
        return max(routes, phase, key=lambda tasks: (len(tasks), _tally(tasks)))

    def tally(self) -> tuple[int, int]:
        """Done and total tasks. Where the list has no statuses, the finished ones are those of the logbook."""
        tasks = self.tasks()
        done, total = _tally(tasks)
        if any(task.done is not None for task in tasks):
            return done, total
        logged = sum(task.done is not False for page in self.logs for task in tasks_in(page.markdown))
        return min(logged, total), total

    def plans(self) -> tuple[Task, ...]:
        """The plans that the phase file lists, or the plan files' headings; else the plan files themselves, each
        finished when all its tasks are."""
        for pages in (self.phase, self.routes):
            listed = tuple(plan for page in pages for plan in tasks_in(page.markdown, "plan"))
            if listed:
                return listed
        return tuple(_plan_of(page) for page in self.routes) if len(self.routes) > 1 else ()


def _planned(folder: Folder) -> list[Phase]:
    """The phases the flight plan (formerly roadmap) lists: as headings, else as rows of a table."""
    page = next((page for name in _PLANS if (page := folder.markdown(name)) is not None), None)
    if page is None:
        return []
    headings = [phase for section in page.markdown.sections if (phase := _planned_heading(section))]
    return _unique(headings or _planned_rows(page))


def _planned_heading(section: Section) -> Phase | None:
    found = _TITLE.fullmatch(plain(section.title)) if section.level > 1 else None
    if found is None:
        return None
    status = section.field("Status")
    return Phase(id=found["id"], name=_named(found["name"]), status=plain(status.value) if status else None)


def _planned_rows(page: Page) -> list[Phase]:
    rows = (row for section in page.markdown.sections for table in section.tables() for row in table.rows)
    phases = []
    for row in rows:
        cell = plain(row.get("Phase", "#", "Phase #") or "")
        found = _ENTRY.fullmatch(cell.replace("Phase ", "", 1)) or _TITLE.fullmatch(cell)
        if found is not None and not row.filler:
            slug = found.groupdict().get("slug") or found.groupdict().get("name")
            name = _named(plain(row.get("Name", "Title", "Goal") or slug or ""))
            phases.append(Phase(id=found["id"], name=name, status=plain(row.get("Status") or "") or None))
    return phases


def _unique(phases: list[Phase]) -> list[Phase]:
    return list({_key(phase.id): phase for phase in reversed(phases)}.values())[::-1]


def _plan_of(page: Page) -> Task:
    done, total = _tally(tasks_in(page.markdown))
    number = page.markdown.title.text if page.markdown.title else ""
    found = re.search(r"\bplan\s+([\w.]+)", number, re.IGNORECASE)
    return Task(found[1] if found else None, plain(number), total > 0 and done == total)


def _tally(tasks: tuple[Task, ...]) -> tuple[int, int]:
    return sum(task.done is True for task in tasks), len(tasks)


def _derived(talked: bool, planned: bool, done: int, total: int) -> str:
    """The status that follows from the files that are there (seed, "Status Values")."""
    if total and done == total:
        return "Phase complete"
    if done:
        return "In progress"
    if planned:
        return "Ready to execute"
    return "Ready to plan" if talked else "Ready to discuss"


def _heading(page: Page | None) -> tuple[str, str | None] | None:
    title = page.markdown.title if page else None
    found = _TITLE.fullmatch(plain(title.text)) if title else None
    return (found["id"], _named(found["name"])) if found else None


def _status(page: Page) -> str | None:
    """The Status line under the title, unless it is still the template's list of choices."""
    section = next((section for section in page.markdown.sections if section.level == 1), page.markdown.preamble)
    field = section.field("Status") or page.markdown.preamble.field("Status")
    value = plain(field.value) if field else ""
    return None if is_nothing(value) or "|" in value or placeholder_in(value) else value


def _field(page: Page, label: str) -> str | None:
    field = page.markdown.field(label)
    value = plain(field.value) if field else ""
    return None if is_nothing(value) or placeholder_in(value) else value


def _named(name: str) -> str | None:
    return None if is_nothing(name) or placeholder_in(name) else name


def _unslug(slug: str | None) -> str | None:
    return slug.replace("-", " ").replace("_", " ").strip() or None if slug else None


def _key(identifier: str | None) -> str:
    number = number_of(identifier)
    return f"{number:g}" if number is not None else (identifier or "").casefold()


def _order(identifier: str | None) -> tuple[float, str]:
    parts = re.findall(r"\d{1,9}", identifier or "")
    return (float(parts[0]) if parts else float("inf")), ".".join(part.zfill(9) for part in parts) or (identifier or "")
