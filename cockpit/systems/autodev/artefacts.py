"""What lies below `_docs/`: the artefacts by which the flow's steps are told to be done (formats/autodev.md C.4)."""

import fnmatch
import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from cockpit.systems.interface import Files
from cockpit.systems.reading.folder import Folder
from cockpit.values import dataclass

DOCS = "_docs"
PROBLEM, SOLUTION, DOCUMENT, TASKS = "00_problem", "01_solution", "02_document", "02_tasks"
IMPLEMENTATION = "03_implementation"
LOOPS = "loops"
FOLDERS = (
    PROBLEM, SOLUTION, DOCUMENT, TASKS, IMPLEMENTATION, "02_plans", "04_refactoring", "04_deploy", "05_security",
    "06_metrics", "_process_leftovers", LOOPS,
)  # fmt: skip
_A_LOOP = re.compile(r"loop\d{1,6}/")
_OURS = FOLDERS[:6]
_SOURCES = ("*.py", "*.cs", "*.rs", "*.ts", "*.csproj", "src/", "Cargo.toml", "package.json")
"""What shows that source files exist (formats/autodev.md C.4)."""
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

    def find(self, folder: str, *patterns: str) -> str | None:
        """The path of the first file in a folder below `_docs/` that fits a pattern."""
        names = self._folder.names(folder)
        fitting = (name for pattern in patterns for name in names if fnmatch.fnmatchcase(name, pattern))
        found = next(fitting, None)
        return self._folder.path(f"{folder}/{found}") if found is not None else None

    def count(self, folder: str, pattern: str) -> int:
        """How many files in a folder below `_docs/` fit a pattern."""
        return sum(fnmatch.fnmatchcase(name, pattern) for name in self._folder.names(folder))

    def holds(self, folder: str) -> str | None:
        """The path of a folder below `_docs/` that holds something."""
        return f"{self._folder.path(folder)}/" if self._folder.names(folder) else None

    def latest_loop(self) -> str | None:
        """The folder, below `_docs/`, of the loop with the highest number (G8); None without loops."""
        loops = [name for name in self._folder.names(LOOPS) if _A_LOOP.fullmatch(name)]
        last = max(loops, key=lambda name: int(name[4:-1]), default=None)
        return f"{LOOPS}/{last.rstrip('/')}" if last is not None else None

    def missing_problem(self) -> str | None:
        """What the problem still lacks (formats/autodev.md C.4); None where it is complete."""
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


def _problem(docs: Artefacts) -> str | None:
    return docs.holds(PROBLEM) if docs.missing_problem() is None else None


def _tasks(docs: Artefacts) -> str | None:
    return docs.find(TASKS, "_dependencies_table.md")


def _reports(docs: Artefacts) -> str | None:
    return docs.find(IMPLEMENTATION, "FINAL_implementation_report.md", "implementation_report_features.md",
                     "implementation_report_*.md")  # fmt: skip


def _test_spec(docs: Artefacts) -> str | None:
    return docs.find(f"{DOCUMENT}/tests", "traceability-matrix.md")


_Look = Callable[[Artefacts], str | None]
_SHOWS: Mapping[str, tuple[tuple[str, _Look, bool], ...]] = {
    "greenfield": (
        ("problem", _problem, False),
        ("research", lambda docs: docs.find(SOLUTION, "solution.md"), True),
        ("plan", lambda docs: docs.find(DOCUMENT, "architecture.md"), False),
        ("decompose", _tasks, True),
        ("implement", _reports, True),
        ("security audit", lambda docs: docs.find("05_security", "security_report.md"), True),
        ("deploy", lambda docs: docs.holds("04_deploy"), True),
        ("retrospective", lambda docs: docs.find("06_metrics", "retro_*.md"), True),
    ),
    "existing-code": (
        ("document", lambda docs: docs.find(DOCUMENT, "FINAL_report.md"), False),
        ("test spec", _test_spec, False),
        ("refactor", lambda docs: docs.holds("04_refactoring"), True),
        ("security audit", lambda docs: docs.find("05_security", "security_report.md"), True),
        ("deploy", lambda docs: docs.holds("04_deploy"), True),
        ("retrospective", lambda docs: docs.find("06_metrics", "retro_*.md"), True),
    ),
}
"""By flow the steps that leave an artefact, what shows that they are done, and whether that is only inferred. That an
architecture shows the plan to be done is the seed's own example (rule 4)."""


def shown_done(docs: Artefacts, flow: str | None) -> Iterator[tuple[str, Evidence]]:
    """The steps of a flow that the folders show to be done, by their folded names, in the flow's order."""
    for name, look, inferred in _SHOWS.get(flow or "", ()):
        path = look(docs)
        if path is not None:
            yield name, Evidence(path, inferred)


def leaves_artefact(flow: str | None, name: str) -> bool:
    """Whether a step of that folded name leaves something by a rule that is not only inferred."""
    return any(each == name and not inferred for each, _, inferred in _SHOWS.get(flow or "", ()))
