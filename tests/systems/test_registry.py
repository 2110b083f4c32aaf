"""Systems are imported once something of theirs is there: what they find is the same as if they always were."""

from pathlib import Path
from typing import Any

import pytest

from cockpit.storage.reading.loader import Loader
from cockpit.systems.registry import SYSTEMS
from tests.cases import case_project
from tests.cli.conftest import write_project

REAL: dict[str, Any] = {each.id: getattr(each, "_system", each) for each in SYSTEMS}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_what_is_known_before_it_is_imported(system: Any) -> None:
    for name in ("id", "name", "state_folders", "statuses", "beginnings"):
        assert getattr(system, name) == getattr(REAL[system.id], name)


@pytest.mark.parametrize("case", ["codewalk/healthy", "maestro/healthy", "autodev/healthy"])
def test_state_that_comes_later_is_noticed(case: str, tmp_path: Path) -> None:
    """Also of a system of which nothing was there."""
    root = write_project(tmp_path / "root")
    loader = Loader(root)
    loader.load()
    for file in sorted(case_project(case).rglob("*")):
        if file.is_file():
            target = root / file.relative_to(case_project(case))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    assert [track.system for track in loader.load().tracks] == [track.system for track in Loader(root).load().tracks]
    assert len(loader.load().tracks) > 1


FEATURES = {f"specs/{name}/tasks.md": "# Tasks: A\n\n- [ ] T001 Go\n" for name in ("001-quay", "010-buoy")}
FEATURES |= {".specify/memory/constitution.md": "# Principles\n"}


@pytest.mark.parametrize("linked", [False, True])
def test_that_another_branch_has_another_feature_is_noticed(tmp_path: Path, linked: bool) -> None:
    root, git = tmp_path / "work", tmp_path / ("shared" if linked else "work/.git")
    for path, text in FEATURES.items():
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
