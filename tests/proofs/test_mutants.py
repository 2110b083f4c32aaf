"""Changes of a small program are noticed at its door, inside only, or by no test: the short form."""

import ast
from pathlib import Path

import pytest

from tests.proofs import mutants

PROGRAM = """\
def level(cost):
    if cost > 5:
        return "stop"
    return None


def unused(cost):
    return cost


def inner(cost):
    return cost and level(cost)


def said(cost):
    print("never looked at")
    return level(cost) or "ok"
"""
DOOR = """\
from cockpit.program import said


def test_it_stops():
    assert said(6) == "stop"
    assert said(5) == "ok"
"""
INSIDE = """\
from cockpit.program import inner


def test_nothing_costs_nothing():
    assert inner(0) == 0
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants.platformdirs, "user_cache_path", lambda name: tmp_path / name)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")
    root = tmp_path / "repository"
    for path, text in (
        ("cockpit/__init__.py", ""),
        ("cockpit/program.py", PROGRAM),
        ("tests/cli/test_door.py", DOOR),
        ("tests/rules/test_inside.py", INSIDE),
        ("pytest.ini", "[pytest]\n"),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return root


def test_who_notices_what(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        ("cost > 5", "(cost >= 5)"): ("at the door", "tests/cli/test_door.py::test_it_stops"),
        ("cost and level(cost)", "(cost or level(cost))"): (
            "inside only",
            "tests/rules/test_inside.py::test_nothing_costs_nothing",
        ),
        ('print("never looked at")', "pass"): ("by none", ""),
        ("return cost", "return None"): ("never executed", ""),
    }
    chosen = [each for each in mutants.changes(repository, "cockpit") if (each.old, each.new) in known]
    monkeypatch.setattr(mutants, "changes", lambda *_: chosen)
    found = list(mutants.run(repository, "cockpit", ["cli", "rules"], count=100))
    assert {(each.change.old, each.change.new): (each.noticed, each.test) for each in found} == known
    assert (repository / "cockpit/program.py").read_text("utf-8") == PROGRAM


def test_every_change_leaves_python_and_is_another(repository: Path) -> None:
    data = PROGRAM.encode()
    changed = [data[: c.start] + c.new.encode() + data[c.end :] for c in mutants.changes(repository, "cockpit")]
    assert len({ast.dump(ast.parse(each)) for each in (data, *changed)}) == 1 + len(changed) > 10
