"""Which package may import which, no cycle among modules, and what must not be imported at all."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from screenshots import commands, packages
from tests.cli.conftest import write_project

ROOT = Path(__file__).resolve().parent.parent
SHARED = {"cockpit.values", "cockpit.regex", "cockpit.actions"}
"""What every package may import: how dataclasses and patterns are made, and the actions, which are plain data."""
ALLOWED: dict[str, set[str]] = {
    "cockpit.values": set(),
    "cockpit.regex": set(),
    "cockpit.actions": set(),
    "cockpit.demo": {"cockpit.regex"},
    "cockpit.wording": {"cockpit.values", "cockpit.regex"},
    "cockpit.model": SHARED | {"cockpit.wording"},
    "cockpit.text": SHARED | {"cockpit.wording"},
    "cockpit.agents": SHARED | {"cockpit.model", "cockpit.wording"},
    "cockpit.themes": SHARED,
    "cockpit.rules": SHARED | {"cockpit.model", "cockpit.wording"},
    "cockpit.systems": SHARED | {"cockpit.model", "cockpit.text", "cockpit.wording", "cockpit.rules"},
    "cockpit.storage": SHARED | {"cockpit.model", "cockpit.text", "cockpit.wording", "cockpit.rules", "cockpit.agents",
                                 "cockpit.systems"},
    "cockpit.project": SHARED | {"cockpit.model", "cockpit.text", "cockpit.wording", "cockpit.rules", "cockpit.agents",
                                 "cockpit.systems", "cockpit.storage", "cockpit.demo"},
    "cockpit.widgets": SHARED | {"cockpit.actions", "cockpit.model", "cockpit.wording", "cockpit.rules"},
    "cockpit.screens": SHARED | {"cockpit.actions", "cockpit.model", "cockpit.wording", "cockpit.rules",
                                 "cockpit.project", "cockpit.widgets", "cockpit.themes"},
    "cockpit.app": SHARED | {"cockpit.model", "cockpit.wording", "cockpit.rules", "cockpit.project",
                             "cockpit.widgets", "cockpit.themes", "cockpit.screens"},
    "cockpit.cli": SHARED | {"cockpit.actions", "cockpit.model", "cockpit.wording", "cockpit.rules", "cockpit.project",
                             "cockpit.themes", "cockpit.app"},
}  # fmt: skip


def package_of(module: str) -> str | None:
    return max(
        (package for package in ALLOWED if module == package or module.startswith(package + ".")), key=len, default=None
    )


def sources() -> list[Path]:
    folders = [ROOT / top for top in ("cockpit", "widgets", "themes")]
    assert all((folder / "__init__.py").is_file() for folder in folders)
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return name if name.split(".")[0] == "cockpit" else f"cockpit.{name}"


class Import(NamedTuple):
    """One name that a file imports."""

    line: int
    column: int
    name: str
    module: str | None = None
    """The one that a name is taken from."""


@cache
def imports(path: Path) -> list[Import]:
    found = []
    for node in packages.import_statements(path):
        if isinstance(node, ast.Import):
            found += [Import(node.lineno, node.col_offset, alias.name) for alias in node.names]
            continue
        assert node.level == 0, f"{path}:{node.lineno} imports relatively"
        found += [
            Import(node.lineno, node.col_offset, f"{node.module}.{alias.name}", node.module) for alias in node.names
        ]
    return found


def test_imports_point_one_way() -> None:
    wrong = []
    for path in sources():
        package = package_of(module_of(path))
        if package is None:
            assert module_of(path) in ("cockpit", "cockpit.__main__"), f"{path} stands in no package"
            continue
        wrong += [
            f"{path.relative_to(ROOT)}:{each.line} imports {each.name}"
            for each in imports(path)
            if (target := package_of(each.name)) not in (None, package) and target not in ALLOWED[package]
        ]
    assert wrong == []


def test_no_package_beside_cockpit_is_imported() -> None:
    """`widgets` and `themes` lie at the top of the repository, and are imported as `cockpit.widgets`,
    `cockpit.themes`."""
    folders = [ROOT / top for top in ("cockpit", "widgets", "themes", "tests", "benchmarks", "screenshots")]
    named = re.compile(r"^ *(from|import) .*\b(widgets|themes)\b", re.MULTILINE)
    every = (path for folder in folders for path in folder.rglob("*.py"))
    speaking = [path for path in every if named.search(path.read_text("utf-8"))]
    assert len(speaking) > 50
    assert [
        path for path in speaking for each in imports(path) if each.name.split(".")[0] in ("widgets", "themes")
    ] == []


MOST_ANCESTORS = 3


def test_no_class_is_a_chain_of_our_own() -> None:
    """What a class does is to be read in it and in few others."""
    found = {}
    for path in sources():
        if path.name == "__main__.py":
            continue
        for each in vars(import_module(module_of(path))).values():
            if isinstance(each, type) and each.__module__ == module_of(path):
                ours = [base.__name__ for base in each.__mro__[1:] if base.__module__.split(".")[0] == "cockpit"]
                found[f"{each.__module__}.{each.__qualname__}"] = ours
    assert len(found) > 400
    assert {name: ours for name, ours in found.items() if len(ours) > MOST_ANCESTORS} == {}


def test_dataclasses_are_those_that_cost_little() -> None:
    """They are taken from cockpit.values."""
    free = [path for path in sources() if package_of(module_of(path)) in ("cockpit.values", "cockpit.demo")]
    asked = [path for path in sources() if path not in free]
    assert [path for path in asked if "dataclasses.dataclass" in [each.name for each in imports(path)]] == []


def test_patterns_are_compiled_when_first_used() -> None:
    """Those of modules and classes are taken from cockpit.regex; all of them can be compiled."""
    at_import = [
        f"{path}:{node.lineno}"
        for path in sources()
        if "re.compile" in (text := path.read_text("utf-8"))
        for node in outside_functions(ast.parse(text))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "re.compile"
    ]
    assert at_import == []
    modules = [module_of(path) for path in sources() if path.name != "__main__.py"]
    compile_all = (
        "import re, importlib, cockpit.regex\n"
        "made = []\n"
        "cockpit.regex.regex = lambda *arguments: made.append(arguments) or re.compile(*arguments)\n"
        f"for name in {modules!r}: importlib.import_module(name)\n"
        "print(len(made))"
    )
    done = subprocess.run([sys.executable, "-c", compile_all], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr == ""
    assert int(done.stdout) > 300


def outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes that are evaluated when the module is imported."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from outside_functions(node)


HEAVY = {"pydantic", "textual", "rich", "yaml", "watchdog"}
LIGHT = {
    "cockpit.rules.thresholds.metrics": HEAVY,
    "cockpit.rules.thresholds.acknowledgments": HEAVY,
    "cockpit.model": HEAVY,
    "cockpit.cli.main": HEAVY,
    "cockpit.app": {"pydantic", "yaml", "tomli_w", "textual.widgets._markdown", "cockpit.text",
                    "cockpit.systems.registry", "cockpit.storage.reading.disk_files"},
}  # fmt: skip
"""What is not there once each of these is imported, one after the other."""


def test_importing_stays_light() -> None:
    code = f"import sys, importlib\nfor each in {[*LIGHT]}: importlib.import_module(each); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = [{*line.split()} for line in done.stdout.splitlines()]
    assert [there & forbidden for there, forbidden in zip(loaded, LIGHT.values(), strict=True)] == [set()] * len(LIGHT)


def test_only_opening_imports_the_app() -> None:
    found = []
    for path in sorted((ROOT / "cockpit" / "cli").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        inside = {id(node): function.name for function in ast.walk(tree) if isinstance(function, ast.FunctionDef)
                  for node in ast.walk(function)}  # fmt: skip
        checking = {id(node) for test in ast.walk(tree)
                    if isinstance(test, ast.If) and ast.unparse(test.test) == "TYPE_CHECKING"
                    for node in ast.walk(test)}  # fmt: skip
        found += [
            (path.name, inside.get(id(node)))
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("cockpit.app", "cockpit.screens"))
            and id(node) not in checking
        ]  # fmt: skip
    assert found == [("opening.py", "_app")]


CHECK = "import sys; from cockpit.cli.main import main; code = main(['check']); print(code, *sys.modules)"


def test_a_hook_loads_little(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    done = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=True, cwd=project,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip
    code, *modules = done.stdout.splitlines()[-1].split()
    assert code == "20"
    heavy = {"textual", "pydantic", "rich", "yaml", "frontmatter", "watchdog", "tomli_w", "sqlite3", "subprocess",
             "hashlib"}  # fmt: skip
    writing = {"cockpit.storage.transactions.commit", "cockpit.storage.transactions.undo",
               "cockpit.project.change", "cockpit.project.outcome", "cockpit.project.history",
               "cockpit.systems.shared.working_copy",
               "cockpit.widgets", "cockpit.themes"}  # fmt: skip
    others = {f"cockpit.systems.{name}.system" for name in ("maestro", "autodev", "codewalk")}
    assert "cockpit.systems.autopilot.system" in modules
    assert (heavy | writing | others) & set(modules) == set()


KEPT = ("import sys; from cockpit.cli.main import main; from cockpit.project import kept_answers\n"
        "kept_answers.STEP_SECONDS = 10**9; find = kept_answers.find\n"
        "sys.exit(f'{main([\"check\"], find([\"check\"]))} ' + ' '.join(sorted(sys.modules)))")  # fmt: skip
BEFORE = "import sys; print(*sys.modules)"
KEEPING = "from cockpit.project import recording; recording.RACY_SECONDS = -60\n"
"""Before the call whose answer is kept: what was written just now is trusted, so that nothing is waited for."""
FOR_A_KEPT_ANSWER = {"__future__", "_locale", "binascii", "cockpit", "cockpit.cli", "cockpit.cli.main",
                     "cockpit.project", "cockpit.project.kept_answers", "gc"}  # fmt: skip


def test_a_kept_answer_waits_for_no_more_than_these(tmp_path: Path) -> None:
    """Hooks and status lines ask before every step of an agent."""
    project = write_project(tmp_path / "project")

    def said(code: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=project,
                              env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip

    read, kept, before = said(KEEPING + KEPT), said(KEPT), set(said(BEFORE).stdout.split())
    code, *modules = kept.stderr.split()
    assert (code, kept.stdout) == ("20", read.stdout)
    assert set(modules) - before <= FOR_A_KEPT_ANSWER


HOOK = ("import sys; from cockpit.cli.main import main; from cockpit.project import kept_answers\n"
        "kept_answers.STEP_SECONDS = 10**9; code = main(['check', '--hook', 'claude'])\n"
        "sys.exit(f'{code} ' + ' '.join(sorted(sys.modules)))")  # fmt: skip
FOR_A_HOOK = FOR_A_KEPT_ANSWER | {
    "cockpit.agents", "cockpit.agents.hooks", "cockpit.agents.status_line", "cockpit.cli.hook", "cockpit.cli.output",
    "cockpit.project.calls", "cockpit.regex", "cockpit.storage", "cockpit.storage.disk", "cockpit.storage.git_folders",
    "cockpit.storage.user_files", "cockpit.storage.user_files.folder_names", "cockpit.values", "cockpit.wording",
    "cockpit.wording.messages", "cockpit.wording.phrases", "cockpit.wording.printable"}  # fmt: skip


@pytest.mark.parametrize(("tool", "before"), [("Read", ()), ("Bash", (KEEPING + HOOK,))])
def test_a_hook_that_reads_no_project_imports_no_more_than_these(
    tmp_path: Path, tool: str, before: tuple[str, ...]
) -> None:
    """It runs before every tool: of one that reads, or where what was kept tells that nothing holds."""
    project, state = tmp_path / "project", tmp_path / "state"
    project.mkdir()
    (state / "hooks").mkdir(parents=True)
    call = json.dumps({"session_id": "one", "cwd": str(project), "tool_name": tool, "tool_input": {"command": "make"}})
    environment = os.environ | {"PYTHONPATH": str(ROOT), "COCKPIT_STATE_DIR": str(state)}
    for code in (*before, HOOK):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=project,
                              input=call, env=environment)  # fmt: skip
    code, *modules = done.stderr.split()
    assert (code, done.stdout) == ("0", "")
    assert {each for each in modules if each.partition(".")[0] == "cockpit"} <= FOR_A_HOOK
    assert {"subprocess", "shutil", "datetime", "hashlib", "tempfile"} & set(modules) == set()


STATUS = "import sys; from cockpit.cli.main import main; main(['status', '--json']); print('pydantic' in sys.modules)"


def test_json_is_written_without_pydantic(tmp_path: Path) -> None:
    project = write_project(tmp_path / "project")
    done = subprocess.run([sys.executable, "-c", STATUS], capture_output=True, text=True, check=True, cwd=project,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip
    text, _, imported = done.stdout.rstrip().rpartition("\n")
    assert json.loads(text)["tracks"]
    assert imported == "False"


LINE = "import sys; from cockpit.cli.main import main; main(['agents', '--all', '--line']); print('', *sys.modules)"


def test_a_status_line_loads_less(tmp_path: Path) -> None:
    """It is drawn every few seconds, for as long as the person's terminal is open."""
    (tmp_path / ".gemini").mkdir()
    done = subprocess.run([sys.executable, "-c", LINE], capture_output=True, text=True, check=True, cwd=tmp_path,
                          env=os.environ | {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)})  # fmt: skip
    heavy = {"subprocess", "tempfile", "shutil", "hashlib", "difflib", "zoneinfo", "locale", "pydantic", "tomllib"}
    projects = {"cockpit.project.load", "cockpit.systems.registry", "cockpit.model.intents", "cockpit.rules.work"}
    assert (heavy | projects) & set(done.stdout.split()) == set()


def test_starting_imports_no_compiler() -> None:
    """`inspect` brings it along for `dataclasses`; it is there once somebody asks it, as other helpers are."""
    code = ("import sys; from cockpit.cli.main import import_without_helpers; import_without_helpers()\n"
            "import cockpit.model, cockpit.text.lines; print('ast' in sys.modules)\n"
            "import dataclasses; plain = dataclasses.make_dataclass('plain', ['x']); print(plain.__doc__)\n"
            "import argparse, pathlib; print(pathlib.Path('/a b').as_uri(), argparse.ngettext('1', '', 1))"
            )  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "False\nplain(x: 'typing.Any')\nfile:///a%20b 1\n"


def test_no_module_imports_itself_by_way_of_others() -> None:
    """What is imported inside a function or for annotations alone is no cycle."""
    modules = {module_of(path): path for path in sources()}
    graph = {module: {target for target in _at_import(path, modules) if target != module}
             for module, path in modules.items()}  # fmt: skip
    done: set[str] = set()

    def follow(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " -> ".join((*way[way.index(module) :], module))
        if module not in done:
            for target in sorted(graph[module]):
                follow(target, (*way, module))
            done.add(module)

    for module in sorted(modules):
        follow(module, ())


def _at_import(path: Path, modules: Collection[str]) -> set[str]:
    """The modules that importing a file imports."""
    at_import = [each for each in imports(path) if each.column == 0 and each.module is not None]
    return {each.name if each.name in modules else str(each.module) for each in at_import} & set(modules)


def test_the_picture_of_the_packages_is_theirs() -> None:
    """`python -m screenshots.packages` draws it."""
    assert packages.PICTURE.read_text("utf-8") == packages.drawn()


def test_the_page_of_all_commands_is_theirs() -> None:
    """`python -m screenshots.commands` writes it again."""
    assert commands.PAGE.read_text("utf-8") == commands.page()


def test_the_page_names_files_that_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = {name for name in re.findall(r"`([\w/]+\.(?:py|md|json))`", page) if "NAME" not in name}
    parts = {path.as_posix() for path in (*sources(), *(ROOT / "docs").rglob("*"), *(ROOT / "tests").rglob("*.py"))}
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in parts)} == set()
    assert len(page.splitlines()) < 150
