"""That another branch has another feature is noticed, and limits alone are no feature."""

from pathlib import Path

import pytest

from cockpit.storage.reading.discovery import detect
from cockpit.storage.reading.loader import Loader
from cockpit.systems.registry import SYSTEMS
from tests.support.memory_files import MemoryFiles

FILES = {f"specs/{name}/tasks.md": "# Tasks: A\n\n- [ ] T001 Go\n" for name in ("001-quay", "010-buoy")}
FILES |= {".specify/memory/constitution.md": "# Principles\n"}
LIMITS = {".cockpit/limits.toml": "[limits.cost]\nstop = 5\n"}


def test_limits_that_a_person_set_are_no_track_of_their_own() -> None:
    for files, system in ((FILES | LIMITS, "speckit"), (LIMITS, "plain-repository")):
        assert [each.system for each in detect(MemoryFiles(files), SYSTEMS).candidates] == [system]


@pytest.mark.parametrize("linked", [False, True])
def test_another_branch_is_noticed(tmp_path: Path, linked: bool) -> None:
    root, git = tmp_path / "work", tmp_path / ("shared" if linked else "work/.git")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git.mkdir(parents=True)
    if linked:
        (root / ".git").write_text(f"gitdir: {git}\n")
    (git / "HEAD").write_text("ref: refs/heads/001-quay\n")
    loader = Loader(root, home=None)
    assert [each.id for each in loader.load().tracks] == ["001-quay"]
    (git / "HEAD").write_text("ref: refs/heads/010-buoy-again\n")
    assert [each.id for each in loader.load().tracks] == ["010-buoy"]
