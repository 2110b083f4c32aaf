"""The house: which room may import which, and what must not be imported at all."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ALLOWED: dict[str, set[str]] = {
    "cockpit.model": set(),
    "cockpit.documents": set(),
    "themes": set(),
    "cockpit.demo": set(),
    "cockpit.rules": {"cockpit.model"},
    "cockpit.systems": {"cockpit.model", "cockpit.documents", "cockpit.rules"},
    "cockpit.storage": {"cockpit.model", "cockpit.documents", "cockpit.rules", "cockpit.systems"},
    "cockpit.actions": {
        "cockpit.model", "cockpit.documents", "cockpit.rules", "cockpit.systems", "cockpit.storage",
        "cockpit.demo",
    },
    "widgets": {"cockpit.model", "cockpit.rules"},
    "cockpit.screens": {"cockpit.actions", "widgets", "themes", "cockpit.model", "cockpit.rules"},
    "cockpit.app": {"cockpit.actions", "cockpit.screens", "widgets", "themes", "cockpit.model", "cockpit.rules"},
    "cockpit.cli": {"cockpit.actions", "cockpit.model", "cockpit.rules", "cockpit.app", "themes"},
}  # fmt: skip


def room_of(module: str) -> str | None:
    return max((room for room in ALLOWED if module == room or module.startswith(room + ".")), key=len, default=None)


def sources() -> list[Path]:
    return sorted(path for top in ("cockpit", "widgets", "themes") for path in (ROOT / top).rglob("*.py"))


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


@pytest.mark.parametrize("path", sources(), ids=module_of)
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(module_of(path))
    if room is None:
        assert module_of(path) in ("cockpit", "cockpit.__main__"), f"{path} stands in no room"
        return
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for line, name in imports(path)
        if (target := room_of(name)) not in (None, room) and target not in ALLOWED[room]
    ]
    assert wrong == []


@pytest.mark.parametrize("path", sources(), ids=module_of)
def test_no_file_grows_past_400_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize(
    ("module", "forbidden"),
    [
        ("cockpit.rules.levels", {"pydantic", "textual", "rich", "yaml", "watchfiles"}),
        ("cockpit.rules.acknowledgments", {"pydantic", "textual", "rich", "yaml", "watchfiles"}),
        ("cockpit.model", {"pydantic", "textual", "rich", "yaml"}),
        ("cockpit.cli.main", {"pydantic", "textual", "rich", "yaml", "watchfiles"}),
        ("cockpit.app", {"pydantic", "yaml", "tomli_w", "textual.widgets._markdown"}),
    ],
)
def test_importing_stays_light(module: str, forbidden: set[str]) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert forbidden & set(done.stdout.split()) == set()
