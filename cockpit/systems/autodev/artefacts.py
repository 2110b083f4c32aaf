"""What lies below `_docs/`: the artefacts that show which steps are done, and the scan that finds the step by them.

The scan is the fallback where no state file can be used (seed, "Folder Scan Rules"). Only its first rules are known in
full; what follows them is inferred from the artefacts, and says so.
"""

import fnmatch
import re
from collections.abc import Iterable, Iterator, Mapping

from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.step_tables import EXISTING, GREENFIELD, StepTable, TableStep, names_of, table_of
from cockpit.systems.interface import Files
from cockpit.systems.reading.folder import Folder
from cockpit.values import dataclass

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

_SHOWS: Mapping[str, tuple[tuple[str, tuple[str, ...], bool], ...]] = {
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
_A_LOOP = re.compile(r"loop\d{1,6}/")
_OURS = FOLDERS[:6]
_SOURCES = ("*.py", "*.cs", "*.rs", "*.ts", "*.csproj", "src/", "Cargo.toml", "package.json")
"""What shows that source files exist."""
_NO_SOURCES = frozenset(("node_modules/", "vendor/", "venv/", "dist/", "build/", "target/"))
_LOOKED_INTO = 50
"""How many folders are looked into for a file."""
_PROBLEM_FILES = ("problem.md", "restrictions.md", "acceptance_criteria.md")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that a step is done: its path, and whether the rule is only inferred from the artefacts."""

    path: str
    inferred: bool = False


def _source_among(names: Iterable[str]) -> str | None:
    names = tuple(names)
    return next((name for pattern in _SOURCES for name in names if fnmatch.fnmatchcase(name, pattern)), None)


class Artefacts:
    """The folders below `_docs/` of one folder, asked for as they are needed."""

    def __init__(self, files: Files, base: str, folder: Folder) -> None:
        self._files, self._base, self._folder = files, base, folder

    @property
    def there(self) -> bool:
        """Whether `_docs/` holds anything."""
        return bool(self._folder.names(""))

    @property
    def is_work(self) -> bool:
        """Whether `_docs/` looks like the work of this system: its first folder, or two of the others."""
        names = {name.rstrip("/") for name in self._folder.names("") if name.endswith("/")}
        return PROBLEM in names or len(names.intersection(_OURS)) > 1

    @property
    def source(self) -> str | None:
        """What shows that source files exist, here or in a folder of this one; None where none do."""
        names = self._files.names(self._base)
        if (found := _source_among(names)) is not None:
            return found
        folders = [name for name in names if name.endswith("/") and name not in _NO_SOURCES and name[0] not in "._"]
        below = ((name, self._files.names(f"{self._base}/{name}".strip("/"))) for name in folders[:_LOOKED_INTO])
        return next((f"{name}{found}" for name, inside in below if (found := _source_among(inside)) is not None), None)

    def find(self, *globs: str) -> str | None:
        """The path of the first that fits one of the globs below `_docs/`: `01_solution/solution_draft*.md` is a file,
        `04_deploy/` a folder that holds something.
        """
        return next((found for glob in globs for found in self._fitting(glob)), None)

    def count(self, glob: str) -> int:
        """How many files below `_docs/` fit a glob."""
        return sum(1 for _ in self._fitting(glob))

    def _fitting(self, glob: str) -> Iterator[str]:
        folder, _, pattern = glob.rpartition("/")
        names = self._folder.names(folder)
        if not pattern:
            yield from [f"{self._folder.path(folder)}/"][: len(names)]
            return
        yield from (self._folder.path(f"{folder}/{name}") for name in names if fnmatch.fnmatchcase(name, pattern))

    def latest_loop(self) -> str | None:
        """The folder, below `_docs/`, of the loop with the highest number; None without loops."""
        loops = [name for name in self._folder.names(LOOPS) if _A_LOOP.fullmatch(name)]
        last = max(loops, key=lambda name: int(name[4:-1]), default=None)
        return f"{LOOPS}/{last.rstrip('/')}" if last is not None else None

    def missing_problem(self) -> str | None:
        """What the problem still lacks; None where it is complete."""
        for name in _PROBLEM_FILES:
            content = self._files.read(self._folder.path(f"{PROBLEM}/{name}"))
            if content is None or (content.data is not None and not content.data.strip()):
                return self._folder.path(f"{PROBLEM}/{name}")
        data = f"{PROBLEM}/input_data"
        return None if self._has_file(data) else f"{self._folder.path(data)}/"

    def _has_file(self, folder: str, deeper: int = 3) -> bool:
        """Whether a file lies in a folder or a little below it."""
        names = self._folder.names(folder)
        if any(not name.endswith("/") for name in names):
            return True
        below = (name.rstrip("/") for name in names[:_LOOKED_INTO]) if deeper else ()
        return any(self._has_file(f"{folder}/{name}", deeper - 1) for name in below)


def shown_done(docs: Artefacts, flow: str | None) -> Iterator[tuple[str, Evidence]]:
    """The steps of a flow that the folders show to be done, by their folded names, in the flow's order."""
    for name, globs, inferred in _SHOWS.get(flow or "", ()):
        path = docs.find(*globs) if globs else docs.find(f"{PROBLEM}/") if docs.missing_problem() is None else None
        if path is not None:
            yield name, Evidence(path, inferred)


def leaves_artefact(flow: str | None, name: str) -> bool:
    """Whether a step of that folded name leaves something by a rule that is not only inferred."""
    return any(each == name and not inferred for each, _, inferred in _SHOWS.get(flow or "", ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """The step that a rule finds: by which evidence, and whether the rule is only inferred from the artefacts."""

    flow: str
    table: StepTable
    step: TableStep
    why: str
    inferred: bool = False

    @property
    def told(self) -> str:
        """The rule and what it found, in a sentence."""
        how = "inferred from the artefacts" if self.inferred else "by the folder scan"
        return f"{self.flow} step {self.step.id} {self.step.name} ({how}): {self.why}."


def detect_step(docs: Artefacts, state: StateFile | None = None) -> Detected | None:
    """The first rule that matches: existing-code step 1, then what follows it, then greenfield. None without source
    and without `_docs/`: then a flow begins, greenfield, at its first step.
    """
    return next(_rules(docs, state), None)


def _rules(docs: Artefacts, state: StateFile | None) -> Iterator[Detected]:
    source = docs.source
    if not docs.there and source is not None:
        yield _found(EXISTING, "Document", f"{source} exists, and _docs does not")
    final = docs.find(FINAL_REPORT)
    documented = any("document" in names_of(row.name) for row in state.completed) if state is not None else False
    if final is not None and source is not None and docs.find(MATRIX) is None and documented:
        yield _found(EXISTING, "Test Spec", f"{final} exists, and no traceability matrix")
    lacks = docs.missing_problem()
    if lacks is not None:
        yield _found(GREENFIELD, "Problem", f"{lacks} is missing or empty")
    drafts = docs.find(DRAFTS)
    if drafts is None:
        yield _found(GREENFIELD, "Research", f"{PROBLEM} is complete, and there is no solution draft")
    elif docs.find(SOLUTION, ARCHITECTURE) is None:
        yield _found(GREENFIELD, "Research", f"{drafts} exists, and whether it is enough is not decided")
    yield from _inferred(docs)


def _inferred(docs: Artefacts) -> Iterator[Detected]:
    """The later rules, which are not known word for word: the first step behind the last one that is shown done."""
    table = table_of("seed", GREENFIELD)
    if table is None:
        return
    shown = dict(shown_done(docs, GREENFIELD))
    batch = docs.find(BATCHES)
    done = [step for step in table.steps if step.folded in shown]
    if batch is not None and "implement" not in shown:
        yield _found(GREENFIELD, "Implement", f"{batch} exists, and no final report", inferred=True)
    if not done:
        yield _found(GREENFIELD, "Plan", "there is no architecture", inferred=True)
        return
    last = done[-1]
    following = step_behind(table, last, docs)
    why = f"{shown[last.folded].path} exists"
    if following is None:
        yield Detected(flow=GREENFIELD, table=table, step=last, why=why, inferred=True)
        return
    if last.folded == "plan" and docs.find(f"{TASKS}/"):
        why += ", and tasks without a dependencies table"
    yield Detected(flow=GREENFIELD, table=table, step=following, why=why, inferred=True)


def step_behind(table: StepTable, last: TableStep, docs: Artefacts) -> TableStep | None:
    """The step behind one that is done. What lies between Plan and Decompose leaves nothing that tells, and UI Design
    is only for a flow with a UI: where tasks lie there, both are past.
    """
    decompose = table.named("Decompose")
    if decompose and last.folded == "plan" and docs.find(f"{TASKS}/"):
        return decompose[0]
    return table.after(last)


def _found(flow: str, name: str, why: str, *, inferred: bool = False) -> Detected:
    table = table_of("seed", flow)
    if table is None:
        raise LookupError(flow)
    return Detected(flow=flow, table=table, step=table.named(name)[0], why=why, inferred=inferred)


def beginning() -> Detected:
    """Where a flow begins in an empty folder (seed, rule 1: state detection determines step 1)."""
    return _found(GREENFIELD, "Problem", "there is neither source nor _docs")
