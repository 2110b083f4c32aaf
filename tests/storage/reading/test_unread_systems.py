"""State of a system that is not read yet is said to be there, and goes by itself."""

import shutil
from pathlib import Path

from cockpit.storage.reading.loader import Loader
from cockpit.systems.registry import SYSTEMS, UNREAD


def write(root: Path, name: str) -> Path:
    (root / name).parent.mkdir(parents=True)
    (root / name).write_text("text")
    return root


def test_other_folders_of_these_names_are_nothing(tmp_path: Path) -> None:
    for name in ("_docs/notes.md", "docs/maestro.md", ".gemini/settings.json", ".planning/1-1-PLAN.md"):
        write(tmp_path, name)
    assert [each.code for each in Loader(tmp_path, home=None).load().findings if each.code == "system-unread"] == []
    shutil.rmtree(tmp_path / ".planning")
    (tmp_path / ".planning").write_text("a file")
    assert [each.code for each in Loader(tmp_path, home=None).load().findings if each.code == "system-unread"] == []


def test_a_system_that_is_read_is_not_among_those_that_are_not() -> None:
    assert {each.name for each in UNREAD}.isdisjoint({system.name for system in SYSTEMS})
