"""What all worktrees of a repository have in common, from the files alone."""

from pathlib import Path

import pytest

from cockpit.storage.git_folders import repository_around
from tests.support.repositories import run


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    run(root, "init", "-q")
    run(root, "commit", "-q", "--allow-empty", "-m", "first")
    return root


def around(folder: Path) -> Path:
    return Path(repository_around(str(folder)))


def test_all_worktrees_of_a_repository_have_its_main_one_in_common(repository: Path, tmp_path: Path) -> None:
    run(repository, "worktree", "add", "-q", str(tmp_path / "linked"))
    run(repository, "worktree", "add", "-q", str(repository / "inside"))
    (tmp_path / "linked" / "sub").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "linked" / "sub")
    for folder in (repository, tmp_path / "linked", tmp_path / "link", repository / "inside"):
        assert around(folder) == repository


def test_those_of_a_bare_one_have_its_folder_in_common(repository: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    run(tmp_path, "clone", "-q", "--bare", str(repository), str(bare))
    for name in ("one", "two"):
        run(bare, "worktree", "add", "-q", str(tmp_path / name), "-b", name)
        assert around(tmp_path / name) == bare


def test_a_submodule_is_a_repository_of_its_own(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    run(outer, "init", "-q")
    run(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(repository), "inner")
    run(outer / "inner", "worktree", "add", "-q", str(tmp_path / "linked"))
    assert around(outer) == outer
    assert around(outer / "inner") == around(tmp_path / "linked") == outer / ".git" / "modules" / "inner"


def test_outside_of_any_it_is_the_folder(tmp_path: Path) -> None:
    assert around(tmp_path) == tmp_path
    assert around(tmp_path / "not" / "there") == tmp_path / "not" / "there"
    assert around(Path("/")) == Path("/")


def test_one_that_the_repository_does_not_know_is_its_own(repository: Path, tmp_path: Path) -> None:
    run(repository, "worktree", "add", "-q", str(tmp_path / "linked"))
    for name, pointer in (
        ("main", f"gitdir: {repository}/.git"), ("linked", (tmp_path / "linked" / ".git").read_text()),
        ("nowhere", "gitdir: /nowhere"), ("empty", ""), ("nul", "gitdir: a\0b"),
    ):  # fmt: skip
        stranger = tmp_path / "strangers" / name
        stranger.mkdir(parents=True)
        (stranger / ".git").write_text(pointer)
        assert around(stranger) == stranger, name
