"""What of a package only tests of its inside notice: `python -m tests.proofs.mutants cockpit/rules/thresholds`.

The package's code is changed at random places, each kind of change as often, one at a time, in copies of the
repository. Each change is run against the tests that go through a door of the program (`DOORS`) and execute the changed
line, until one fails: at most `FIRST` of them, then the tests of insides, and where one of these notices it, the other
door tests. Which test executes which line is found by one run of them all, and kept in the person's cache until code or
tests change.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Literal, TypeVar

import platformdirs

REPOSITORY = Path(__file__).resolve().parents[2]
PLUGIN = Path(__file__).with_name("executed_lines.py")
DOORS = ("cli", "cases", "conformance", "screens", "project")
INSIDES = ("agents", "demo", "model", "rules", "storage", "systems", "text", "themes", "widgets", "wording")
"""Folders of tests. `e2e`, `wheel` and `proofs` are neither: what they start is another process, or takes minutes."""
JOBS = 2
FIRST = 60
"""Door tests that are asked of a change before those of insides."""
Noticed = Literal["at the door", "inside only", "by none", "never executed"]
T = TypeVar("T")
SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
DROPPED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Change:
    """One change of a file: the bytes from `start` to `end` become `new`."""

    path: str
    kind: str
    start: int
    end: int
    old: str
    new: str
    line: int
    lines: range | None
    """Those of the statement, any of which is executed with the place; None where that is when the module is read."""


@dataclass(frozen=True)
class Traced:
    """A test that passes, the time that it takes, and what it executes of the package."""

    id: str
    seconds: float
    lines: Mapping[str, Sequence[int]]

    @property
    def folder(self) -> str:
        return self.id.split("/")[1]

    def executes(self, change: Change) -> bool:
        lines = self.lines.get(change.path, ())
        return bool(lines) if change.lines is None else any(line in change.lines for line in lines)


@dataclass(frozen=True)
class Result:
    """What became of a change, and the first test that noticed it."""

    change: Change
    noticed: Noticed
    test: str = ""


def changes(root: Path, package: str) -> list[Change]:
    """Every change that could be made."""
    files = sorted((root / package).rglob("*.py")) if (root / package).is_dir() else [root / package]
    return [each for path in files for each in _of_file(path.relative_to(root).as_posix(), path.read_bytes())]


def _of_file(path: str, data: bytes) -> Iterator[Change]:
    begins = [0]
    for text in data.splitlines(keepends=True):
        begins.append(begins[-1] + len(text))

    def visit(node: ast.AST, lines: range | None) -> Iterator[Change]:
        if _is_kept(node):
            return
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno
            lines = range(node.lineno, max(last or 0, node.lineno) + 1) if lines is not None else None
        for part, kind, new in _told(node):
            start = begins[part.lineno - 1] + part.col_offset
            end = begins[(part.end_lineno or 0) - 1] + (part.end_col_offset or 0)
            yield Change(path, kind, start, end, data[start:end].decode(), new, part.lineno, lines)
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns", "decorator_list"):
                of_function = name == "body" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.AST):
                        yield from visit(each, range(0) if of_function else lines)

    yield from visit(ast.parse(data), None)


def _is_kept(node: ast.AST) -> bool:
    """Docstrings, types, and f-strings, of whose parts Python 3.11 does not know the places."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.JoinedStr() | ast.Subscript(value=ast.Name(id="Literal")):
            return True
    return False


def _told(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """The ways to change a node: what of it is replaced, the kind of change, and by what."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
            swapped = ast.Compare(node.left, [SWAPPED[type(operator)]()], node.comparators)
            yield node, "comparison swapped", f"({ast.unparse(swapped)})"
        case ast.BoolOp():
            yield node, "and/or swapped", f"({ast.unparse(ast.BoolOp(SWAPPED[type(node.op)](), node.values))})"
        case ast.Constant(value=bool()):
            yield node, "constant changed", repr(not node.value)
        case ast.Constant(value=int() | float()):
            yield node, "constant changed", repr(node.value + 1)
        case ast.Constant(value=str()) if node.value:
            yield node, "constant changed", repr(node.value + "~")
        case ast.Return(value=ast.expr()) if ast.unparse(node.value) != "None":
            yield node, "None returned", "return None"
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test, "condition negated", f"(not ({ast.unparse(node.test)}))"
    if isinstance(node, DROPPED):
        yield node, "statement dropped", "pass"


class Copy:
    """A copy of the repository in which tests run."""

    def __init__(self, repository: Path, folder: Path) -> None:
        left_out = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
        self.root = Path(shutil.copytree(repository, folder / "repository", symlinks=True, ignore=left_out))
        self.plugins = folder / "plugins"
        self.plugins.mkdir()
        shutil.copy(PLUGIN, self.plugins)

    def pytest(self, *arguments: str, timeout: float | None = None, **environment: str) -> tuple[int, str]:
        """Its exit code and output; 1 where it does not end in time."""
        path = os.pathsep.join((str(self.root), str(self.plugins)))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
        ours = os.environ | {"PYTHONPATH": path} | environment
        try:
            done = subprocess.run(
                command, cwd=self.root, env=ours, timeout=timeout, capture_output=True, text=True, check=False
            )
        except subprocess.TimeoutExpired:
            return 1, "FAILED took too long - "
        return done.returncode, done.stdout + done.stderr

    def executed(self, package: str, folders: Sequence[str], out: Path) -> list[Traced]:
        """Of every test in these folders that passes, what it executes."""
        out.mkdir()
        asked = [f"tests/{name}" for name in folders]
        places = {"MUTANTS_ROOT": str(self.root), "MUTANTS_PACKAGE": package, "MUTANTS_OUT": str(out)}
        _, told = self.pytest("-p", "executed_lines", *asked, **places)
        found = [json.loads(line) for file in out.iterdir() for line in file.read_text("utf-8").splitlines()]
        if not found:
            raise SystemExit(told)
        return [Traced(**each) for each in found]

    def refuse_unknown(self, tests: Sequence[Traced]) -> None:
        """Ends the program where one of these tests is not found: every change would seem to be noticed."""
        code, told = self.pytest("-n0", "--collect-only", self._listed(tests))
        if code:
            raise SystemExit(told)

    def failing(self, tests: Sequence[Traced]) -> str | None:
        """The first of these tests that fails; None where all pass."""
        limit = 60 + 10 * sum(test.seconds for test in tests)
        code, told = self.pytest("-n0", "-x", self._listed(tests), timeout=limit)
        failed = (line.split(" ", 1)[1].split(" - ")[0] for line in told.splitlines() if line.startswith("FAILED "))
        return None if code == 0 else next(failed, "does not begin")

    def _listed(self, tests: Sequence[Traced]) -> str:
        asked = self.plugins / "asked"
        asked.write_text("".join(f"{test.id}\n" for test in tests), "utf-8")
        return f"@{asked}"

    def tried(self, change: Change, tests: Sequence[Traced]) -> Result:
        """Make the change, ask the tests, take it back."""
        file = self.root / change.path
        before = file.read_bytes()
        file.write_bytes(before[: change.start] + change.new.encode() + before[change.end :])
        try:
            asked = sorted((test for test in tests if test.executes(change)), key=lambda test: test.seconds)
            return self._asked(change, in_turn(asked, lambda test: test.id.partition("::")[0]))
        finally:
            file.write_bytes(before)
            for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
                compiled.unlink()

    def _asked(self, change: Change, tests: Sequence[Traced]) -> Result:
        doors, insides = ([test for test in tests if test.folder in names] for names in (DOORS, INSIDES))
        if not tests:
            return Result(change, "never executed")
        if doors and (test := self.failing(doors[:FIRST])):
            return Result(change, "at the door", test)
        inside = self.failing(insides) if insides else None
        if inside is None:
            return Result(change, "by none")
        if doors[FIRST:] and (test := self.failing(doors[FIRST:])):
            return Result(change, "at the door", test)
        return Result(change, "inside only", inside)


def in_turn(each: Sequence[T], group: Callable[[T], str]) -> list[T]:
    """The first of each group, then the second of each, and so on."""
    seen: Counter[str] = Counter()
    turns: dict[int, list[T]] = {}
    for one in each:
        turns.setdefault(seen[group(one)], []).append(one)
        seen[group(one)] += 1
    return [one for turn in sorted(turns) for one in turns[turn]]


def known(repository: Path, package: str, folders: Sequence[str], copy: Copy, out: Path) -> list[Traced]:
    """What each test executes, from before where neither code nor tests have changed since."""
    digest = sha256(repr((package, *folders)).encode())
    for path in sorted(each for name in ("cockpit", "tests") for each in (repository / name).rglob("*.py")):
        digest.update(path.relative_to(repository).as_posix().encode() + path.read_bytes())
    kept = platformdirs.user_cache_path("cockpit-mutants") / f"{digest.hexdigest()[:16]}.json"
    if not kept.exists():
        tests = [vars(test) for test in copy.executed(package, folders, out)]
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(tests), "utf-8")
    return [Traced(**fields) for fields in json.loads(kept.read_text("utf-8"))]


def run(repository: Path, package: str, folders: Sequence[str], *, count: int, seed: int = 1) -> Iterator[Result]:
    """What became of so many random changes, as each is done."""
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(JOBS):
            (Path(folder) / str(number)).mkdir()
            copies.put(first := Copy(repository, Path(folder) / str(number)))
        tests = known(repository, package, folders, first, Path(folder) / "executed")
        first.refuse_unknown(tests)
        possible = changes(repository, package)
        random.Random(seed).shuffle(possible)

        def one(change: Change) -> Result:
            copy = copies.get()
            try:
                return copy.tried(change, tests)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(JOBS) as pool:
            yield from pool.map(one, in_turn(possible, lambda change: change.kind)[:count])


def main() -> None:
    """Print what is found, and a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="a folder or a file of the program")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", default=[*DOORS, *INSIDES], help="the folders of tests (default: all)")
    arguments = parser.parse_args()
    results = []
    for each in run(REPOSITORY, arguments.package, arguments.tests, count=arguments.count, seed=arguments.seed):
        results.append(each)
        if each.noticed != "at the door":
            old, new = (" ".join(text.split())[:60] for text in (each.change.old, each.change.new))
            print(f"{each.noticed}: {each.change.path}:{each.change.line}: {old} -> {new}  {each.test}", flush=True)  # noqa: T201 - what is found
    columns = ("at the door", "inside only", "by none", "never executed")
    print(f"\n{'':20}" + "".join(f"{name:>16}" for name in columns))  # noqa: T201
    for kind in [*sorted({each.change.kind for each in results}), ""]:
        counted = Counter(each.noticed for each in results if kind in ("", each.change.kind))
        print(f"{kind or 'all':20}" + "".join(f"{counted[name]:16}" for name in columns))  # noqa: T201


if __name__ == "__main__":
    main()
