"""Screens, widgets, commands and actions know no system: neither its name nor where its files lie. Nor do they, or the
rules, know a coding agent."""

import ast
import re
from collections.abc import Collection, Iterator

import pytest

from cockpit.agents.registry import AGENTS
from cockpit.systems.registry import SYSTEMS
from tests.test_architecture import ROOT

ROOMS = ("widgets", "cockpit/screens", "cockpit/cli", "cockpit/project", "cockpit/app.py")
WORDS = ("autopilot", "maestro", "autodev", "azaion", "codewalk", "gsd", "get-shit-done", "spec.?kit",
         "plain.repository")  # fmt: skip
PATHS = ("TRANSPONDER", "thresholds.json", ".planning", "active-session", ".gemini", "_docs/", "STATE.md", ".specify",
         ".cockpit/")  # fmt: skip
SPECIFIC = re.compile("|".join([*(rf"\b{word}" for word in WORDS), *map(re.escape, PATHS)]), re.IGNORECASE)


def texts(tree: ast.AST, allowed: Collection[int] = ()) -> Iterator[tuple[int, str]]:
    """What is imported, and every text, with its line; not what stands in docstrings, nor texts with these ids."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {id(node.body[0].value) for node in ast.walk(tree)
                  if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)}  # fmt: skip
    docstrings |= set(allowed)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def trees(room: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, ast.Module]]:
    """The files in which such a word stands anywhere, each with its statements."""
    files = sorted((ROOT / room).rglob("*.py")) or [ROOT / room]
    assert files
    for path in files:
        if pattern.search(text := path.read_text("utf-8")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(text)


def test_every_system_is_looked_for() -> None:
    for system in SYSTEMS:
        assert SPECIFIC.search(system.id)
        assert SPECIFIC.search(system.name)
        assert all(SPECIFIC.search(f"{folder}/") for folder in system.state_folders)


@pytest.mark.parametrize("room", ROOMS)
def test_no_system_is_named(room: str) -> None:
    found = [f"{name}:{line} {text}" for name, tree in trees(room, SPECIFIC)
             for line, text in texts(tree) if SPECIFIC.search(text)]  # fmt: skip
    assert found == []


AGENT = re.compile("|".join(("claude", "codex", "gemini")), re.IGNORECASE)
KNOWN = {"cockpit/project/settings.py": "KNOWN_AGENTS"}
"""By module the table that does name agents: how a program is begun that a person chose."""


def test_every_agent_is_looked_for() -> None:
    for agent in AGENTS:
        assert AGENT.search(agent.id)
        assert AGENT.search(agent.name)


@pytest.mark.parametrize("room", (*ROOMS, "cockpit/rules", "cockpit/model", "cockpit/wording", "cockpit/actions.py"))
def test_no_agent_is_named(room: str) -> None:
    """Attributes are described in texts below them, which the page of settings quotes: these may give examples."""
    found = []
    for name, tree in trees(room, AGENT):
        free = [node for node in ast.walk(tree) if _is_description(node) or _assigned(node) == KNOWN.get(name, "")]
        allowed = {id(part) for node in free for part in ast.walk(node)}
        found += [f"{name}:{line} {text}" for line, text in texts(tree, allowed) if AGENT.search(text)]
    assert found == []


def _is_description(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _assigned(node: ast.AST) -> str | None:
    is_named = isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    return node.target.id if is_named else None  # type: ignore[union-attr]
