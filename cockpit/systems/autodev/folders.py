"""`_docs/`: which steps left their artefact, the step that the folders show, and the decomposed tasks.

The scan is the fallback where no state file can be used (seed, "Folder Scan Rules"). Only its first rules are known in
full; the later ones are inferred from the artefacts, and say so.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import cached_property

from cockpit.regex import regex
from cockpit.systems.autodev.flow import (
    EXISTING,
    GREENFIELD,
    TABLES,
    State,
    Step,
    StepTable,
    names_of,
)
from cockpit.systems.interface import Files
from cockpit.systems.shared.folder import Folder
from cockpit.text.described import Field, Fields, File, Table, read
from cockpit.text.lines import Document
from cockpit.text.words import plain
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import counted
from cockpit.wording.printable import printable

DOCS = "_docs"
FINAL_REPORT, MATRIX = "02_document/FINAL_report.md", "02_document/tests/traceability-matrix.md"
DRAFTS, SOLUTION = "01_solution/solution_draft*.md", "01_solution/solution.md"
ARCHITECTURE, TASK_TABLE = "02_document/architecture.md", "02_tasks/_dependencies_table.md"
BATCHES, RETROSPECTIVES = "03_implementation/batch_*report.md", "06_metrics/retro_*.md"
_SECURITY = "05_security/security_report.md"
_FINISHED = (
    "03_implementation/FINAL_implementation_report.md",
    "03_implementation/implementation_report_features.md",
    "03_implementation/implementation_report_*.md",
)
FOLDERS = (
    "00_problem", "01_solution", "02_document", "02_tasks", "03_implementation", "02_plans", "04_refactoring",
    "04_deploy", "05_security", "06_metrics", "_process_leftovers", "loops",
)  # fmt: skip
_OWN_FOLDERS = frozenset(FOLDERS[:6])
_SOURCES = ("*.py", "*.cs", "*.rs", "*.ts", "*.csproj", "src/", "Cargo.toml", "package.json")
_NO_SOURCES = frozenset(("node_modules/", "vendor/", "venv/", "dist/", "build/", "target/"))
_MOST_FOLDERS = 50
"""The number of folders searched for a file."""
_LATER = (
    ("security audit", (_SECURITY,), True),
    ("deploy", ("04_deploy/",), True),
    ("retrospective", (RETROSPECTIVES,), True),
)
_ARTEFACTS: Mapping[str, tuple[tuple[str, tuple[str, ...], bool], ...]] = {
    GREENFIELD: (
        ("problem", (), False),  # `missing_problem` tells
        ("research", (SOLUTION,), True),
        ("plan", (ARCHITECTURE,), False),
        ("decompose", (TASK_TABLE,), True),
        ("implement", _FINISHED, True),
        *_LATER,
    ),
    EXISTING: (
        ("document", (FINAL_REPORT,), False),
        ("test spec", (MATRIX,), False),
        ("refactor", ("04_refactoring/",), True),
        *_LATER,
    ),
}
"""By flow: the folded names of the steps that leave an artefact, its globs, and whether that is only inferred. Rule 4
of the seed itself tells by the architecture that the plan is done."""
_DOCUMENTS = {
    "problem": ("00_problem/problem.md",),
    "restrictions": ("00_problem/restrictions.md",),
    "acceptance criteria": ("00_problem/acceptance_criteria.md",),
    "solution": (SOLUTION, DRAFTS),
    "architecture": (ARCHITECTURE,),
    "report": (FINAL_REPORT,),
    "traceability": (MATRIX,),
    "dependencies": (TASK_TABLE,),
    "implementation": (_FINISHED[0], _FINISHED[2]),
    "security report": (_SECURITY,),
}
"""Globs below `_docs/` by label; the first that matches counts."""
_LOOP = regex(r"loop\d{1,6}/")
_LOOP_DOCUMENTS = ("plan", "record", "assessment", "review", "handoff")
_PROBLEM_TITLE = regex(r"(?i)^(?:the\s+)?problem(?:\s+(?:statement|description))?\s*[:—–-]*\s*")


@dataclass(frozen=True, slots=True)
class Artefact:
    """What shows a step as done: its path, and whether that is only inferred."""

    path: str
    inferred: bool


class Docs:
    """The folder `_docs/` of one project; what is there is looked up when asked for."""

    def __init__(self, files: Files, base: str, folder: Folder) -> None:
        self._files, self._base, self.folder = files, base, folder

    def all(self, glob: str) -> list[str]:
        """The paths that match a glob below `_docs/`; of `04_deploy/` the folder itself, where it has content."""
        name, _, pattern = glob.rpartition("/")
        names = self.folder.names(name)
        if not pattern:
            return [f"{self.folder.path(name)}/"] if names else []
        return [self.folder.path(f"{name}/{each}") for each in names if fnmatchcase(each, pattern)]

    def find(self, *globs: str) -> str | None:
        """The first path that matches one of the globs."""
        return next((path for glob in globs for path in self.all(glob)), None)

    @property
    def has_content(self) -> bool:
        """Whether it holds anything."""
        return bool(self.folder.names(""))

    @property
    def is_work(self) -> bool:
        """Whether it looks like autodev's: it has the problem, two other known folders, or the documentation report."""
        names = {each.rstrip("/") for each in self.folder.names("") if each.endswith("/")}
        return "00_problem" in names or len(names & _OWN_FOLDERS) > 1 or self.find(FINAL_REPORT) is not None

    @cached_property
    def source(self) -> str | None:
        """A name that shows source files, here or one folder down."""
        names = self._files.names(self._base)
        below = [each for each in names if each.endswith("/") and each not in _NO_SOURCES and each[0] not in "._"]
        for folder in ("", *below[:_MOST_FOLDERS]):
            found = self._files.names(f"{self._base}/{folder}".strip("/")) if folder else names
            if (name := _source_among(found)) is not None:
                return f"{folder}{name}"
        return None

    @cached_property
    def missing_problem(self) -> str | None:
        """The first path that the problem lacks; None where it is complete."""
        for name in ("problem.md", "restrictions.md", "acceptance_criteria.md"):
            content = self._files.read(self.folder.path(f"00_problem/{name}"))
            if content is None or (content.data is not None and not content.data.strip()):
                return self.folder.path(f"00_problem/{name}")
        data = "00_problem/input_data"
        return None if self._has_file(data) else f"{self.folder.path(data)}/"

    def _has_file(self, folder: str, depth: int = 3) -> bool:
        """Whether a folder holds a file, at most `depth` levels down."""
        names = self.folder.names(folder)
        if any(not each.endswith("/") for each in names):
            return True
        below = (each.rstrip("/") for each in names[:_MOST_FOLDERS]) if depth else ()
        return any(self._has_file(f"{folder}/{each}", depth - 1) for each in below)

    def done(self, flow: str | None) -> dict[str, Artefact]:
        """The steps of a flow that left their artefact, by folded name, in its order."""
        found = {}
        for name, globs, inferred in _ARTEFACTS.get(flow or "", ()):
            path = self.find(*(globs or ("00_problem/",))) if globs or self.missing_problem is None else None
            if path is not None:
                found[name] = Artefact(path, inferred)
        return found

    def documents(self) -> dict[str, str]:
        """The documents below it, by label."""
        found = {name: self.find(*globs) for name, globs in _DOCUMENTS.items()}
        loops = [each for each in self.folder.names("loops") if _LOOP.fullmatch(each)]
        if loops:
            last = max(loops, key=lambda each: int(each[4:-1]))
            found |= {f"loop {part}": self.find(f"loops/{last}{part}*.md") for part in _LOOP_DOCUMENTS}
        return {name: path for name, path in found.items() if path}

    def title(self) -> str | None:
        """The title of the problem; None where it says only `Problem statement`."""
        page = self.folder.page("00_problem/problem.md")
        sections = Document(page.text).sections if page is not None and not page.bad else ()
        heading = next((each.title for each in sections if each.level == 1), "")
        return _PROBLEM_TITLE.sub("", plain(heading)).strip() or None


def _source_among(names: Iterable[str]) -> str | None:
    names = tuple(names)
    return next((name for glob in _SOURCES for name in names if fnmatchcase(name, glob)), None)


# The step that the folders show


@dataclass(frozen=True, slots=True)
class Shown:
    """The step that the folders show, and by what. `inferred`: the rule is. `undecided`: the step left something that
    may be enough to complete it."""

    table: StepTable
    step: Step
    why: str
    inferred: bool = False
    undecided: bool = False

    @property
    def flow(self) -> str:
        """The flow of the step."""
        return self.table.flow

    def __str__(self) -> str:
        by = "inferred from the artefacts" if self.inferred else "by the folder scan"
        return f"{self.flow} step {self.step.label} ({by}): {self.why}"


def detect(docs: Docs, state: State | None = None, table: StepTable | None = None) -> Shown | None:
    """The step by the first rule that matches and does not contradict other artefacts: existing-code first, then
    greenfield; with a table, its flow only. None where no rule matches."""
    if table is not None:
        return first_missing(docs, state, table) or _after_last(docs, table)
    existing = detect(docs, state, TABLES["seed", EXISTING]) if _is_existing(docs, state) else None
    return existing or detect(docs, state, TABLES["seed", GREENFIELD])


def _is_existing(docs: Docs, state: State | None) -> bool:
    """Whether there is source without `_docs/`, or the code was documented, by the state or by its report; a greenfield
    plan leaves that report too."""
    if docs.source is None or not docs.has_content:
        return docs.source is not None
    reported = docs.find(FINAL_REPORT) is not None and not docs.done(GREENFIELD)
    return reported or (state is not None and _is_documented(state))


def _is_documented(state: State) -> bool:
    """Whether the state has a row for Document, or keeps no rows at all."""
    return not state.keeps("completed") or any("document" in names_of(row.get("name")) for row in state.completed)


def first_missing(docs: Docs, state: State | None, table: StepTable) -> Shown | None:
    """The first step whose artefact is missing; not one before another that left its own."""
    done = docs.done(table.flow)
    last = max((at for at, step in enumerate(table.steps) if step.folded in done), default=-1)
    rules = {EXISTING: _existing, GREENFIELD: _greenfield}.get(table.flow)
    found = rules(docs, state, table) if rules else ()
    return next((each for each in found if table.steps.index(each.step) > last), None)


def _shown(table: StepTable, name: str, why: str, *, inferred: bool = False) -> Shown:
    return Shown(table, table.named(name)[0], why, inferred)


def _existing(docs: Docs, state: State | None, table: StepTable) -> Iterator[Shown]:
    final = docs.find(FINAL_REPORT)
    if docs.source is not None and not docs.has_content:
        yield _shown(table, "Document", f"{docs.source} exists, but _docs does not")
    if docs.source is not None and final is not None and (state is None or _is_documented(state)):
        yield _shown(table, "Test Spec", f"{final} exists, but no traceability matrix", inferred=state is None)


def _greenfield(docs: Docs, _state: State | None, table: StepTable) -> Iterator[Shown]:
    if docs.missing_problem is not None:
        yield _shown(table, "Problem", f"{docs.missing_problem} is missing or empty")
    drafts, solution = docs.find(DRAFTS), docs.find(SOLUTION)
    if drafts is None:
        yield _shown(table, "Research", "00_problem is complete, but the solution draft is missing")
    elif solution is None:
        why = f"{drafts} exists, but no decision says that it is sufficient"
        yield replace(_shown(table, "Research", why), undecided=True)
    why = f"{solution} exists" if solution is not None else "the architecture is missing"
    yield _shown(table, "Plan", why, inferred=True)


def _after_last(docs: Docs, table: StepTable) -> Shown | None:
    """The step after the last one that left its artefact. These later rules are inferred."""
    done = docs.done(table.flow)
    batch = docs.find(BATCHES) if table.flow == GREENFIELD else None
    if batch is not None and "implement" not in done:
        return _shown(table, "Implement", f"{batch} exists, but no final report", inferred=True)
    last = next((step for step in reversed(table.steps) if step.folded in done), None)
    if last is None:
        return None
    path = done[last.folded].path
    tasks = last.folded == "plan" and docs.find("02_tasks/") is not None
    why = f"{path} and tasks exist, but no dependencies table" if tasks else f"{path} exists"
    return Shown(table, _following(table, last, docs) or last, why, inferred=True)


def _following(table: StepTable, last: Step, docs: Docs) -> Step | None:
    """The step after a completed one. Those between Plan and Decompose leave nothing: where there are tasks, they are
    over."""
    decompose = table.named("Decompose")
    if decompose and last.folded == "plan" and docs.find("02_tasks/") is not None:
        return decompose[0]
    return table.after(last)


def starting_step() -> Shown:
    """The first step, for an empty folder (seed, rule 1)."""
    return _shown(TABLES["seed", GREENFIELD], "Problem", "the project has neither source nor _docs")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where the folders show another step than the file, of which the `label` is. `missing` are steps before it that
    the file has no row for, each with the artefact that it left."""

    label: str
    shown: Shown
    folders_win: bool
    missing: tuple[tuple[Step, str], ...] = ()

    @property
    def fact(self) -> str:
        """Both steps and the reason."""
        by = " (inferred from the artefacts)" if self.shown.inferred else ""
        shown = self.shown.step.label
        return f"The file says step {self.label}, but the folders show step {shown}{by}: {self.shown.why}."

    @property
    def explanation(self) -> Message:
        """The fact, and which of the two counts."""
        if self.folders_win:
            rule = "In this format the folders take precedence; update the file (state.md, rule 4)."
            return Message("autodev.folders-count", f"{self.fact} {rule}")
        rule = "In this format the file takes precedence; the agent does not check the folders."
        return Message("autodev.file-counts", f"{self.fact} {rule}")

    @property
    def note(self) -> str:
        """What is noted once a person chose the step of the file."""
        return printable(f"step {self.label} is kept, not step {self.shown.step.label} as the folders show")


def disagreement(state: State, docs: Docs) -> Disagreement | None:
    """Where a step that is not completed left its artefact, or a completed one did not (seed, rule 4). That includes
    the present one; in progress, it may have left an artefact that only by inference ends it."""
    table, step = state.table, state.step
    if table is None or step is None or state.done:
        return None
    done, place = docs.done(state.flow), table.steps.index(step)
    found = done.get(step.folded) if len(table.named(step.name)) == 1 else None
    has_ended = state.status in ("phase_complete", "skipped")
    is_done = found is not None and not has_ended and (state.status == "not_started" or not found.inferred)
    later = () if state.is_in_cycle() else table.steps[place + 1 :]  # an earlier cycle left its own
    left = [each for each in later if each.folded in done and len(table.named(each.name)) == 1]
    if left or (is_done and table.after(step) is not None):
        last = left[-1] if left else step
        artefact = done[last.folded]
        why = f"{artefact.path} shows that {last.name} is done"
        shown = Shown(table, _following(table, last, docs) or last, why, artefact.inferred)
        steps = (*((step,) if is_done else ()), *left)
        missing = tuple((each, done[each.folded].path) for each in steps)
        return Disagreement(state.label, shown, state.folders_win, missing)
    first = first_missing(docs, state, table)
    if first is None or place - table.steps.index(first.step) < (2 if first.undecided else 1):
        return None
    is_skipped = any(
        row.get("name") == first.step.name and "skip" in (row.get("outcome") or "").casefold()
        for row in state.completed
    )
    return None if is_skipped else Disagreement(state.label, first, state.folders_win)


# The tasks that were decomposed

_TASKS = File(
    titles=(),
    parts=(
        Fields("totals", (), (
            Field("tasks", whole_number, also=("total tasks",)),
            Field("points", whole_number, also=("total complexity points", "complexity points")),
        )),
        Table("tasks", (), {
            "task": ("Task",),
            "points": ("Complexity", "Points", "Complexity Points"),
            "after": ("Dependencies", "Depends on"),
        }),
    ),
)  # fmt: skip
_IDS = regex(r"[A-Za-z]{1,10}-\d{1,6}|\d{1,4}(?:\.\d{1,4})?[a-z]?")
_MOST_ROWS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """The decomposed tasks: their number, complexity points, estimated batches, files by folder, and reported batches;
    `wrong` are totals of the table that differ from its rows."""

    count: int | None
    points: int | None
    batches: int | None
    files: Mapping[str, int]
    reports: int
    wrong: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """As a part of a sentence; empty where nothing is known."""
        told = [
            counted(self.count, "task") if self.count else "",
            f"about {counted(self.batches, 'batch', 'batches')}" if self.batches else "",
            counted(self.points, "complexity point") if self.points else "",
        ]
        return ", ".join(filter(None, told))


def read_tasks(docs: Docs) -> Tasks:
    """The tasks below `_docs/02_tasks/`."""
    names = {
        each or "tasks": docs.folder.names(f"02_tasks/{each}".rstrip("/")) for each in ("", "todo", "backlog", "done")
    }
    files = {each: sum(name.endswith(".md") and name[0] != "_" for name in found) for each, found in names.items()}
    files, page = {each: count for each, count in files.items() if count}, docs.folder.page(TASK_TABLE)
    reading = read(_TASKS, page.text if page is not None and not page.bad else "")
    rows = {row["task"]: row for row in reading.said["tasks"][:_MOST_ROWS] if "task" in row}
    total, stated = (found.value if (found := reading.get("totals", name)) else None for name in ("tasks", "points"))
    points = [whole_number(plain(row.get("points", "")).split(" ")[0]) for row in rows.values()]
    known, wrong = [each for each in points if each is not None], list[str]()
    if total is not None and rows and total != len(rows):
        wrong.append(f"The table states {counted(total, 'task')}, but has {counted(len(rows), 'row')}.")
    if stated is not None and rows and len(known) == len(points) and stated != sum(known):
        stands = f"The table states {counted(stated, 'complexity point')}"
        wrong.append(f"{stands}, but its rows add up to {sum(known)}.")
    after = {name: [each for each in _IDS.findall(row.get("after", "")) if each in rows] for name, row in rows.items()}
    return Tasks(
        count=len(rows) or total or sum(files.values()) or None,
        points=sum(known) if known else stated,
        batches=_depth(after) or None,
        files=files,
        reports=len(docs.all(BATCHES)),
        wrong=tuple(wrong),
    )


def _depth(after: Mapping[str, list[str]]) -> int:
    """The length of the longest chain of dependent tasks; tasks in a cycle count once."""
    depth: dict[str, int] = {}
    while left := [each for each in after if each not in depth]:
        ready = [each for each in left if all(one in depth for one in after[each])]
        for each in ready or left:
            depth[each] = 1 + max((depth.get(one, 0) for one in after[each]), default=0)
    return max(depth.values(), default=0)
