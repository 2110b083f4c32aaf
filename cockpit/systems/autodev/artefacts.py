"""The artefacts below `_docs/`, which show the completed steps, and the folder scan that finds the present step by
them.

The scan is the fallback where no state file can be used (seed, "Folder Scan Rules"). Only its first rules are known
in full; the later ones are inferred from the artefacts, and say so.
"""

import fnmatch
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from cockpit.regex import regex
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.state_file import COMPLETED, StateFile
from cockpit.systems.autodev.vocabulary import EXISTING, GREENFIELD, TABLES, StepTable, TableStep, names_of
from cockpit.systems.interface import Files
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.stated_values import is_nothing, plain
from cockpit.text.markdown import Row
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

DOCS = "_docs"
PROBLEM, TASKS, LOOPS = "00_problem", "02_tasks", "loops"
FOLDERS = (
    PROBLEM, "01_solution", "02_document", TASKS, "03_implementation", "02_plans", "04_refactoring", "04_deploy",
    "05_security", "06_metrics", "_process_leftovers", LOOPS,
)  # fmt: skip
FINAL_REPORT, MATRIX = "02_document/FINAL_report.md", "02_document/tests/traceability-matrix.md"
DRAFTS, SOLUTION = "01_solution/solution_draft*.md", "01_solution/solution.md"
ARCHITECTURE = "02_document/architecture.md"
BATCHES, RETROSPECTIVES = "03_implementation/batch_*report.md", "06_metrics/retro_*.md"

_DONE_ARTEFACTS: Mapping[str, tuple[tuple[str, tuple[str, ...], bool], ...]] = {
    GREENFIELD: (
        ("problem", (), False),  # `missing_problem` tells
        ("research", (SOLUTION,), True),
        ("plan", (ARCHITECTURE,), False),
        ("decompose", ("02_tasks/_dependencies_table.md",), True),
        (
            "implement",
            (
                "03_implementation/FINAL_implementation_report.md",
                "03_implementation/implementation_report_features.md",
                "03_implementation/implementation_report_*.md",
            ),
            True,
        ),
        ("security audit", ("05_security/security_report.md",), True),
        ("deploy", ("04_deploy/",), True),
        ("retrospective", (RETROSPECTIVES,), True),
    ),
    EXISTING: (
        ("document", (FINAL_REPORT,), False),
        ("test spec", (MATRIX,), False),
        ("refactor", ("04_refactoring/",), True),
        ("security audit", ("05_security/security_report.md",), True),
        ("deploy", ("04_deploy/",), True),
        ("retrospective", (RETROSPECTIVES,), True),
    ),
}
"""By flow, in its order: the steps that leave an artefact, the globs below `_docs/` of which one shows that the step is
done, and whether that is only inferred. Rule 4 of the seed itself tells by the architecture that the plan is done.
"""
_LOOP_NAME = regex(r"loop\d{1,6}/")
_OWN_FOLDERS = FOLDERS[:6]
_SOURCES = ("*.py", "*.cs", "*.rs", "*.ts", "*.csproj", "src/", "Cargo.toml", "package.json")
"""Names that show source files."""
_NO_SOURCES = frozenset(("node_modules/", "vendor/", "venv/", "dist/", "build/", "target/"))
_MOST_FOLDERS = 50
"""The number of folders searched for a file."""
_PROBLEM_FILES = ("problem.md", "restrictions.md", "acceptance_criteria.md")


@dataclass(frozen=True, slots=True)
class Evidence:
    """An artefact that shows a step as done: its path, and whether that rule is only inferred."""

    path: str
    inferred: bool = False


def _source_among(names: Iterable[str]) -> str | None:
    names = tuple(names)
    return next((name for pattern in _SOURCES for name in names if fnmatch.fnmatchcase(name, pattern)), None)


class Artefacts:
    """The artefacts below the `_docs/` of one folder, looked up when asked for."""

    def __init__(self, files: Files, base: str, folder: Folder) -> None:
        self._files, self._base, self._folder = files, base, folder

    @property
    def has_content(self) -> bool:
        """Whether `_docs/` holds anything."""
        return bool(self._folder.names(""))

    @property
    def is_work(self) -> bool:
        """Whether `_docs/` looks like autodev's work: it has the problem folder, two other known folders, or the
        documentation report.
        """
        names = {name.rstrip("/") for name in self._folder.names("") if name.endswith("/")}
        return PROBLEM in names or len(names.intersection(_OWN_FOLDERS)) > 1 or self.find(FINAL_REPORT) is not None

    @property
    def source(self) -> str | None:
        """A name that shows source files, in this folder or one below it; None without any."""
        names = self._files.names(self._base)
        if (source_name := _source_among(names)) is not None:
            return source_name
        folders = [name for name in names if name.endswith("/") and name not in _NO_SOURCES and name[0] not in "._"]
        in_folders = ((name, self._files.names(f"{self._base}/{name}".strip("/"))) for name in folders[:_MOST_FOLDERS])
        return next(
            (
                f"{name}{source_name}"
                for name, folder_names in in_folders
                if (source_name := _source_among(folder_names)) is not None
            ),
            None,
        )

    def find(self, *globs: str) -> str | None:
        """The first path that matches a glob below `_docs/`: `01_solution/solution_draft*.md` is a file, `04_deploy/` a
        folder with content.
        """
        return next((found for glob in globs for found in self._fitting(glob)), None)

    def count(self, glob: str) -> int:
        """The number of files below `_docs/` that match a glob."""
        return sum(1 for _ in self._fitting(glob))

    def _fitting(self, glob: str) -> Iterator[str]:
        folder, _, pattern = glob.rpartition("/")
        names = self._folder.names(folder)
        if not pattern:
            yield from [f"{self._folder.path(folder)}/"][: len(names)]
            return
        yield from (self._folder.path(f"{folder}/{name}") for name in names if fnmatch.fnmatchcase(name, pattern))

    def latest_loop(self) -> str | None:
        """The path, below `_docs/`, of the loop with the highest number; None without loops."""
        loops = [name for name in self._folder.names(LOOPS) if _LOOP_NAME.fullmatch(name)]
        last = max(loops, key=lambda name: int(name[4:-1]), default=None)
        return f"{LOOPS}/{last.rstrip('/')}" if last is not None else None

    def missing_problem(self) -> str | None:
        """The first path that the problem lacks; None where it is complete."""
        for name in _PROBLEM_FILES:
            content = self._files.read(self._folder.path(f"{PROBLEM}/{name}"))
            if content is None or (content.data is not None and not content.data.strip()):
                return self._folder.path(f"{PROBLEM}/{name}")
        data = f"{PROBLEM}/input_data"
        return None if self._has_file(data) else f"{self._folder.path(data)}/"

    def _has_file(self, folder: str, depth: int = 3) -> bool:
        """Whether a folder holds a file, at most `depth` levels down."""
        names = self._folder.names(folder)
        if any(not name.endswith("/") for name in names):
            return True
        sub_folders = (name.rstrip("/") for name in names[:_MOST_FOLDERS]) if depth else ()
        return any(self._has_file(f"{folder}/{name}", depth - 1) for name in sub_folders)


def done_steps(docs: Artefacts, flow: str | None) -> Iterator[tuple[str, Evidence]]:
    """The steps of a flow that left their artefact, by folded name, in the order of the flow."""
    for name, globs, inferred in _DONE_ARTEFACTS.get(flow or "", ()):
        path = docs.find(*globs) if globs else docs.find(f"{PROBLEM}/") if docs.missing_problem() is None else None
        if path is not None:
            yield name, Evidence(path, inferred)


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectedStep:
    """The step that a rule of the scan finds, with the reason. `inferred`: the rule itself is only inferred.
    `undecided`: the step left something that may be enough to complete it.
    """

    flow: str
    table: StepTable
    step: TableStep
    why: Message
    inferred: bool = False
    undecided: bool = False

    @property
    def explanation(self) -> Message:
        """The step and the reason, as a sentence."""
        if self.inferred:
            return Message("autodev.step-inferred", flow=self.flow, step=self.step.label, why=self.why)
        return Message("autodev.step-by-scan", flow=self.flow, step=self.step.label, why=self.why)


def detect_step(docs: Artefacts, state: StateFile | None = None, table: StepTable | None = None) -> DetectedStep | None:
    """The step by the first rule that matches and does not contradict other artefacts: existing-code first, then
    greenfield; with a `table`, its flow only. None where no rule matches.
    """
    if table is not None:
        return _detect(docs, state, table)
    existing = _detect(docs, state, TABLES["seed", EXISTING]) if _is_existing(docs, state) else None
    return existing or _detect(docs, state, TABLES["seed", GREENFIELD])


def first_missing_step(docs: Artefacts, state: StateFile | None, table: StepTable) -> DetectedStep | None:
    """The first step whose artefact is missing, by the rules of its flow. A step before one that left its artefact does
    not count.
    """
    done = dict(done_steps(docs, table.flow))
    last_done = max((table.index_of(step) for step in table.steps if step.folded in done), default=-1)
    rules = {EXISTING: _existing_rules, GREENFIELD: _greenfield_rules}.get(table.flow)
    candidates = rules(docs, state, table) if rules is not None else ()
    return next((each for each in candidates if table.index_of(each.step) > last_done), None)


def _is_existing(docs: Artefacts, state: StateFile | None) -> bool:
    """Whether the existing-code flow applies: there is source without `_docs/`, or the code was documented, by the
    state or by its report. A greenfield plan leaves that report too.
    """
    if docs.source is None or not docs.has_content:
        return docs.source is not None
    reported = docs.find(FINAL_REPORT) is not None and not any(done_steps(docs, GREENFIELD))
    return reported or (state is not None and _has_document_row(state))


def _has_document_row(state: StateFile) -> bool:
    """Whether the state has a row for Document, or keeps no rows at all."""
    return not state.keeps(COMPLETED) or any("document" in names_of(row.name) for row in state.completed)


def _detect(docs: Artefacts, state: StateFile | None, table: StepTable) -> DetectedStep | None:
    return first_missing_step(docs, state, table) or _after_last_done(docs, table)


def _existing_rules(docs: Artefacts, state: StateFile | None, table: StepTable) -> Iterator[DetectedStep]:
    source, final = docs.source, docs.find(FINAL_REPORT)
    if source is not None and not docs.has_content:
        yield _detected_step(table, "Document", Message("autodev.source-without-docs", path=source))
    if source is not None and final is not None and (state is None or _has_document_row(state)):
        why = Message("autodev.report-without-matrix", path=final)
        yield _detected_step(table, "Test Spec", why, inferred=state is None)


def _greenfield_rules(docs: Artefacts, _state: StateFile | None, table: StepTable) -> Iterator[DetectedStep]:
    if (missing := docs.missing_problem()) is not None:
        yield _detected_step(table, "Problem", Message("autodev.problem-incomplete", path=missing))
    drafts, solution = docs.find(DRAFTS), docs.find(SOLUTION)
    if drafts is None:
        yield _detected_step(table, "Research", Message("autodev.no-solution-draft", folder=PROBLEM))
    elif solution is None:
        research = _detected_step(table, "Research", Message("autodev.draft-undecided", path=drafts))
        yield replace(research, undecided=True)
    if solution is not None:
        yield _detected_step(table, "Plan", Message("autodev.artefact-exists", path=solution), inferred=True)
    else:
        yield _detected_step(table, "Plan", Message("autodev.no-architecture"), inferred=True)


def _after_last_done(docs: Artefacts, table: StepTable) -> DetectedStep | None:
    """The step after the last one that left its artefact. These later rules are inferred."""
    done = dict(done_steps(docs, table.flow))
    batch = docs.find(BATCHES) if table.flow == GREENFIELD else None
    if batch is not None and "implement" not in done:
        return _detected_step(table, "Implement", Message("autodev.batches-without-report", path=batch), inferred=True)
    last = next((step for step in reversed(table.steps) if step.folded in done), None)
    if last is None:
        return None
    path = done[last.folded].path
    why = Message("autodev.artefact-exists", path=path)
    if last.folded == "plan" and docs.find(f"{TASKS}/"):
        why = Message("autodev.tasks-without-table", path=path)
    following = following_step(table, last, docs) or last
    return DetectedStep(flow=table.flow, table=table, step=following, why=why, inferred=True)


def following_step(table: StepTable, last: TableStep, docs: Artefacts) -> TableStep | None:
    """The step after a completed one. The steps between Plan and Decompose leave no artefact of their own: where there
    are tasks, they are over.
    """
    decompose = table.steps_named("Decompose")
    if decompose and last.folded == "plan" and docs.find(f"{TASKS}/"):
        return decompose[0]
    return table.step_after(last)


def _detected_step(table: StepTable, name: str, why: Message, *, inferred: bool = False) -> DetectedStep:
    return DetectedStep(flow=table.flow, table=table, step=table.steps_named(name)[0], why=why, inferred=inferred)


def starting_step() -> DetectedStep:
    """The first step, for an empty folder (seed, rule 1)."""
    return _detected_step(TABLES["seed", GREENFIELD], "Problem", Message("autodev.neither-source-nor-docs"))


# The tasks that were decomposed: `_docs/02_tasks/` and its dependencies table

DEPENDENCIES_TABLE = "_dependencies_table.md"
_DONE, _OPEN = "done", ("todo", "backlog")
_IDS = regex(r"[A-Za-z]{1,10}-\d{1,6}|\d{1,4}(?:\.\d{1,4})?[a-z]?")
_MOST_ROWS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One task of the table."""

    id: str
    points: int | None
    depends_on: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """The decomposed tasks. `rows`, `total` and `points` are those of the table, `files` counts task files by folder,
    `reports` counts reported batches.
    """

    rows: tuple[TaskRow, ...] = ()
    total: int | None = None
    points: int | None = None
    files: Mapping[str, int]
    reports: int = 0

    @property
    def count(self) -> int | None:
        """The number of tasks: the table's rows, else its stated total, else the task files."""
        return len(self.rows) or self.total or sum(self.files.values()) or None

    @property
    def complexity(self) -> int | None:
        """The complexity points: the sum of the rows, else as stated."""
        points = [row.points for row in self.rows if row.points is not None]
        return sum(points) if points else self.points

    @property
    def batches(self) -> int | None:
        """The estimated number of batches: the longest chain of dependent tasks."""
        return _depth(self.rows) if self.rows else None


def read_tasks(folder: Folder, report: Report) -> Tasks:
    """The tasks below `_docs/`. Totals of the table that differ from its rows are reported."""
    files = {name: _task_files(folder, name) for name in ("", *_OPEN, _DONE)}
    file_counts = {name or "tasks": count for name, count in files.items() if count}
    reports = len(fnmatch.filter(folder.names("03_implementation"), "batch_*report.md"))
    page = folder.page(f"{TASKS}/{DEPENDENCIES_TABLE}")
    if page is None or page.bad:
        return Tasks(files=file_counts, reports=reports)
    rows = page.once(_rows)
    total, points = (
        _stated_number(page, "Total Tasks", "Tasks"),
        _stated_number(page, "Total Complexity Points", "Complexity Points"),
    )
    if total is not None and rows and total != len(rows):
        message = Message("autodev.task-total-wrong", stated=total, rows=len(rows))
        report.add("tasks-mismatch", page.path, None, message)
    summed = sum(row.points or 0 for row in rows)
    if points is not None and rows and all(row.points is not None for row in rows) and points != summed:
        message = Message("autodev.complexity-total-wrong", stated=points, summed=summed)
        report.add("tasks-mismatch", page.path, None, message)
    return Tasks(rows=rows, total=total, points=points, files=file_counts, reports=reports)


def _task_files(folder: Folder, name: str) -> int:
    names = folder.names(f"{TASKS}/{name}" if name else TASKS)
    return sum(each.endswith(".md") and not each.startswith("_") for each in names)


def _stated_number(page: Page, *labels: str) -> int | None:
    field = page.markdown.field(*labels)
    return whole_number(plain(field.value)) if field is not None else None


def _rows(page: Page) -> tuple[TaskRow, ...]:
    tables = (table for part in (page.markdown.preamble, *page.markdown.sections) for table in part.tables())
    table = next((table for table in tables if table.column("Task") is not None), None)
    rows = (_row(row) for row in (table.rows if table is not None else ()) if not row.filler)
    return tuple(row for row in rows if row is not None)[:_MOST_ROWS]


def _row(row: Row) -> TaskRow | None:
    identifier = plain(row.get("Task") or "")
    if is_nothing(identifier):
        return None
    return TaskRow(
        id=identifier,
        points=whole_number(plain(row.get("Complexity", "Points", "Complexity Points") or "").split(" ")[0]),
        depends_on=tuple(_IDS.findall(row.get("Dependencies", "Depends on") or "")),
    )


def _depth(rows: Iterable[TaskRow]) -> int:
    """The length of the longest chain of dependent tasks; tasks in a cycle count once."""
    by_id = {row.id: row for row in rows}
    depth: dict[str, int] = {}
    remaining = list(by_id)
    while remaining:
        ready = [each for each in remaining if all(name in depth for name in by_id[each].depends_on if name in by_id)]
        for each in ready or remaining:
            depth[each] = 1 + max((depth.get(name, 0) for name in by_id[each].depends_on), default=0)
        remaining = [each for each in remaining if each not in depth]
    return max(depth.values(), default=0)
