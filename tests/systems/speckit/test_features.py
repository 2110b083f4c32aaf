"""That another branch has another feature is noticed."""

from pathlib import Path

import pytest

from cockpit.storage.reading.loader import Loader

FILES = {f"specs/{name}/tasks.md": "# Tasks: A\n\n- [ ] T001 Go\n" for name in ("001-quay", "010-buoy")}
FILES |= {".specify/memory/constitution.md": "# Principles\n"}


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
