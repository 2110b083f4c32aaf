"""The folders of a project, from git's files, believed only where both sides say the same."""

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cockpit.storage import git
from cockpit.storage.agents.worktrees import project_folders
from tests.support.repositories import run


@pytest.fixture(autouse=True)
def no_git_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git, "ask", None)


@pytest.fixture
def linked(repository: Path) -> Path:
    """A linked worktree inside the main one, as agents make them."""
    run(repository, "commit", "-q", "--allow-empty", "-m", "one")
    folder = repository / ".trees" / "csv"
    run(repository, "worktree", "add", "-q", str(folder))
    return folder


def test_the_innermost_worktree_counts_and_of_each_the_same_folder(repository: Path, linked: Path) -> None:
    found = project_folders(repository)
    assert found.linked_around(f"{linked}/src") == str(linked)
    assert found.linked_around(f"{linked}-2") is None
    assert found.linked_around(f"{repository}/src") is None
    assert found.linked_around(f"{linked}/../..") is None
    assert found.holds(f"{repository}/src")
    assert not found.holds(f"{repository}-2")
    assert not found.holds(f"{repository}/../other")
    (repository / "packages" / "a").mkdir(parents=True)
    below = project_folders(repository / "packages" / "a")
    assert below.folders == (f"{repository}/packages/a", f"{linked}/packages/a")


def test_a_path_through_a_link_is_known_by_both_names(repository: Path, linked: Path, tmp_path: Path) -> None:
    (tmp_path / "short").symlink_to(repository)
    assert project_folders(tmp_path / "short").folders == (str(repository), f"{tmp_path}/short", str(linked))


def test_paths_may_be_relative_to_gits_folder(repository: Path, linked: Path) -> None:
    """As `worktree.useRelativePaths` writes them."""
    kept = repository / ".git" / "worktrees" / "csv"
    (kept / "gitdir").write_text(f"{os.path.relpath(linked / '.git', kept)}\n")
    (linked / ".git").write_text(f"gitdir: {os.path.relpath(kept, linked)}\n")
    assert project_folders(repository).folders == (str(repository), str(linked))
    assert project_folders(linked).folders == (str(linked), str(repository))


def test_a_repository_cannot_name_a_folder_that_does_not_name_it(repository: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    kept = repository / ".git" / "worktrees" / "x"
    kept.mkdir(parents=True)
    (kept / "gitdir").write_text(f"{victim}/.git\n")
    assert project_folders(repository).folders == (str(repository),)
    run(tmp_path, "init", "-q", "victim")
    assert project_folders(repository).folders == (str(repository),)


def test_a_folder_cannot_name_a_repository_that_does_not_name_it(linked: Path, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    shutil.copy(linked / ".git", hostile / ".git")
    assert project_folders(hostile).folders == (str(hostile),)
    (hostile / ".git").write_text(f"gitdir: {linked.parent.parent}/.git\n")
    assert project_folders(hostile).folders == (str(hostile),)


CONTENTS = (b"", b"\n", b"\0", b"gitdir:", b"gitdir: \xff\n", b"/" * 9000, b"..", b"/dev/zero")


@pytest.mark.parametrize("name", [".git", "gitdir", "commondir"])
def test_whatever_stands_in_the_files_or_in_their_place(repository: Path, linked: Path, name: str) -> None:
    path = (linked if name == ".git" else repository / ".git" / "worktrees" / "csv") / name
    puts: list[Callable[[], object]] = [partial(path.write_bytes, content) for content in CONTENTS]
    for put in (*puts, partial(os.mkfifo, path), path.mkdir, partial(path.symlink_to, "/dev/zero")):
        path.rmdir() if path.is_dir() else path.unlink()
        put()
        assert set(project_folders(repository).folders) <= {str(repository), str(linked)}
        assert str(linked) in project_folders(linked).folders
