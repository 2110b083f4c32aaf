"""Screens, widgets, commands and actions know no system: neither its name nor where its files lie."""

import ast
import re
from collections.abc import Iterator

import pytest

from cockpit.systems.registry import SYSTEMS
from tests.test_architecture import ROOT

ROOMS = ("widgets", "cockpit/screens", "cockpit/cli", "cockpit/project", "cockpit/app.py")
WORDS = ("autopilot", "maestro", "autodev", "azaion", "codewalk", "gsd", "get-shit-done")
PATHS = ("TRANSPONDER", "thresholds.json", ".planning", "active-session", ".gemini", "_docs/", "STATE.md")
SPECIFIC = re.compile("|".join([*(rf"\b{word}" for word in WORDS), *map(re.escape, PATHS)]), re.IGNORECASE)


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """What is imported, and every text, with its line; not what stands in docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(node.body[0].value) for node in ast.walk(tree)
                  if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def test_every_system_is_looked_for() -> None:
    for system in SYSTEMS:
        assert SPECIFIC.search(system.id)
        assert SPECIFIC.search(system.name)
        assert all(SPECIFIC.search(f"{folder}/") for folder in system.state_folders)


@pytest.mark.parametrize("room", ROOMS)
def test_no_system_is_named(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py")) or [ROOT / room]
    found = [f"{path.relative_to(ROOT)}:{line} {text}" for path in files
             for line, text in texts(ast.parse(path.read_text("utf-8"))) if SPECIFIC.search(text)]  # fmt: skip
    assert files
    assert found == []
