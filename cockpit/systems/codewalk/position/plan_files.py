"""The plan files, `{phase}-{plan}-PLAN.md`, and their summaries: which tasks a phase has, and which are done."""

import re
from collections.abc import Iterator, Sequence

from cockpit.regex import regex
from cockpit.systems.codewalk.vocabulary import number_of, phase_named
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.stated_values import plain
from cockpit.systems.shared.tasks import Task, tasks_in
from cockpit.values import dataclass

PLAN, SUMMARY = "PLAN", "SUMMARY"
PLACES = (".planning", "phases", ".planning/phases", "")
"""The folders they may lie in, with one folder more for each phase below `phases`."""

_FILE = regex(r"(?P<phase>\d[\d.]{0,8})-(?P<plan>\d[\d.]{0,8})-(?P<kind>PLAN|SUMMARY)\.md", re.IGNORECASE)
_MOST = 500
"""Plan files that are looked at."""


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan or its summary: its path, its ids as written, its title, the phase's name where it says it, its tasks."""

    path: str
    phase: str
    plan: str
    title: str | None
    phase_name: str | None
    tasks: tuple[Task, ...]

    @property
    def name(self) -> str | None:
        """What the plan is called: its title, unless that only names its phase."""
        if self.title is None or phase_named(self.title) is not None:
            return None
        return self.title.partition(":")[2].strip() or None


@dataclass(frozen=True, slots=True)
class PlanFiles:
    """All plans and summaries, by the order of their names."""

    plans: tuple[PlanFile, ...] = ()
    summaries: tuple[PlanFile, ...] = ()

    def plan(self, phase: str | None, plan: str | None) -> PlanFile | None:
        """The plan of these ids; zeros in front of them do not count."""
        return next((each for each in self.plans if _ids(each) == (number_of(phase), number_of(plan))), None)

    def of_phase(self, phase: str | None) -> tuple[PlanFile, ...]:
        """The plans of a phase."""
        return tuple(each for each in self.plans if number_of(each.phase) == number_of(phase))

    def summaries_of(self, phase: str | None) -> tuple[PlanFile, ...]:
        """The summaries of a phase."""
        return tuple(each for each in self.summaries if number_of(each.phase) == number_of(phase))


def read_plan_files(folder: Folder) -> PlanFiles:
    """All plan files below the base of the project; `folder` is one whose state folder is the base itself."""
    found = sorted(_all_plan_files(folder), key=lambda each: each[1])[:_MOST]
    plans: list[PlanFile] = []
    summaries: list[PlanFile] = []
    for name, (phase, plan), kind in found:
        page = folder.page(name)
        if page is None or page.bad:
            continue
        title, phase_name = page.once(_titles_of)
        tasks = page.once(_tasks_of)
        (plans if kind == PLAN else summaries).append(PlanFile(page.path, phase, plan, title, phase_name, tasks))
    return PlanFiles(tuple(plans), tuple(summaries))


def _all_plan_files(folder: Folder) -> Iterator[tuple[str, tuple[str, str], str]]:
    for place in PLACES:
        names = folder.names(place)
        prefix = f"{place}/" if place else ""
        yield from _plan_files_in(prefix, names)
        if place.endswith("phases"):
            for inner in names[:_MOST]:
                if inner.endswith("/"):
                    yield from _plan_files_in(f"{prefix}{inner}", folder.names(f"{prefix}{inner.rstrip('/')}"))


def _plan_files_in(prefix: str, names: Sequence[str]) -> Iterator[tuple[str, tuple[str, str], str]]:
    for name in names:
        if found := _FILE.fullmatch(name):
            yield f"{prefix}{name}", (found["phase"].rstrip("."), found["plan"].rstrip(".")), found["kind"].upper()


def _tasks_of(page: Page) -> tuple[Task, ...]:
    return tasks_in(page.markdown)


def _titles_of(page: Page) -> tuple[str | None, str | None]:
    """The plan's title, and the name of its phase where a heading says it."""
    heading = page.markdown.title
    title = plain(heading.text) if heading is not None else None
    named = phase_named(title) if title is not None else None
    return title, named[1] if named is not None else None


def _ids(file: PlanFile) -> tuple[str, str]:
    return number_of(file.phase), number_of(file.plan)
