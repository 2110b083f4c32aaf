"""What is asked of git, and that asking disturbs and runs nothing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.model.checklist import Questions
from cockpit.storage import git
from cockpit.storage.git_folders import common_folder
from cockpit.storage.reading.git_history import gather
from tests.support.permissions import biting
from tests.support.repositories import run


def commit(folder: Path) -> str:
    run(folder, "commit", "-q", "--allow-empty", "-m", "A change")
    return run(folder, "rev-parse", "HEAD")


def test_head_and_branch(repository: Path) -> None:
    assert (git.head(repository), git.branch(repository)) == (None, "trunk")
    identifier = commit(repository)
    assert (git.head(repository), git.branch(repository)) == (identifier, "trunk")
    run(repository, "checkout", "-q", "--detach")
    assert (git.head(repository), git.branch(repository)) == (identifier, None)


def test_how_many_commits_came_since(repository: Path) -> None:
    assert git.commits_since(repository, "a" * 40) is None
    run(repository, "commit", "-q", "--allow-empty", "-m", "one")
    before = git.head(repository)
    assert before is not None
    assert git.commits_since(repository, before) == 0
    for _ in range(2):
        run(repository, "commit", "-q", "--allow-empty", "-m", "more")
    assert git.commits_since(repository, before) == 2


def test_what_is_checked_out_is_read_from_the_files(repository: Path, tmp_path: Path) -> None:
    inner = repository / "src" / "app"
    inner.mkdir(parents=True)
    assert (git.checked_out(inner), git.checked_out(tmp_path)) == ("trunk", None)
    identifier = commit(repository)
    run(repository, "checkout", "-q", "-b", "feature/a")
    assert git.checked_out(inner) == "feature/a"
    run(repository, "worktree", "add", "-q", "-b", "beside", str(tmp_path / "beside"))
    assert git.checked_out(tmp_path / "beside") == "beside"
    run(repository, "checkout", "-q", "--detach")
    assert git.checked_out(repository) == identifier[:7]
    for unreadable in ("", "rubbish", "ref: refs/heads/.invalid"):
        (repository / ".git" / "HEAD").write_text(unreadable)
        assert git.checked_out(repository) is None


def test_outside_a_repository_there_is_no_answer(tmp_path: Path) -> None:
    assert (git.git_root(tmp_path), git.head(tmp_path), git.branch(tmp_path)) == (None, None, None)
    assert common_folder(str(tmp_path)) is None


def test_without_git_there_is_no_answer(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(repository)
    monkeypatch.setenv("PATH", "/nowhere")
    assert git.head(repository) is None
    assert git.ignored(repository, ["a"]) == frozenset()


def test_a_git_that_hangs_is_given_up(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(git, "TIMEOUT_SECONDS", 0.1)
    assert git.head(repository) is None


def test_the_variables_of_a_hook_do_not_misdirect(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    identifier = commit(repository)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert git.head(repository) == identifier


def test_no_question_runs_a_program_of_the_repository(repository: Path, tmp_path: Path) -> None:
    commit(repository)
    trap = tmp_path / "trap"
    mark = tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch {mark}\n")
    trap.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "core.editor"):
        run(repository, "config", key, str(trap))
    run(repository, "config", "core.hooksPath", str(tmp_path))
    git.head(repository)
    git.branch(repository)
    git.ignored(repository, ["a", "b"])
    assert not mark.exists()


def test_the_root_is_the_nearest_folder_with_a_git_entry(repository: Path) -> None:
    inner = repository / "a" / "b"
    inner.mkdir(parents=True)
    assert git.git_root(inner) == repository
    (repository / "a" / ".git").write_text("gitdir: ../.git/modules/a\n")
    assert git.git_root(inner) == repository / "a"


def test_worktrees_share_a_folder(repository: Path, tmp_path: Path) -> None:
    commit(repository)
    other = tmp_path / "other"
    run(repository, "worktree", "add", "-q", str(other), "-b", "side")
    assert common_folder(str(other)) == common_folder(str(repository)) == str(repository / ".git")
    assert (git.is_linked_worktree(other), git.is_linked_worktree(repository)) == (True, False)


def test_a_folder_that_may_not_be_entered_is_in_no_repository(repository: Path) -> None:
    inner = repository / "a"
    inner.mkdir()
    repository.chmod(0)
    with biting():
        answers = (git.git_root(inner), common_folder(str(repository)), git.is_linked_worktree(repository))
    assert answers == (None, None, False)


@pytest.mark.parametrize("closed", [".git", ".git/HEAD", ".git/refs"])
def test_a_repository_that_may_not_be_read_is_asked_without_a_fault(repository: Path, closed: str) -> None:
    commit(repository)
    (repository / closed).chmod(0)
    with biting():
        git.head(repository), git.branch(repository), git.operation(repository), git.head_signs(repository)
        told = gather(repository, Questions(commits=("deadbeef",), files=("a",))).repository
    assert told.problem is None or told.commits == {}


def make_a_loop(marker: Path) -> None:
    marker.symlink_to(marker.name)


def make_a_fifo(marker: Path) -> None:
    os.mkfifo(marker)


def point_to_a_null(marker: Path) -> None:
    marker.write_text("gitdir: a\0b\n")


def point_to_a_loop(marker: Path) -> None:
    (marker.parent / "loop").symlink_to("loop")
    marker.write_text("gitdir: loop\n")


@pytest.mark.parametrize("make", [make_a_loop, make_a_fifo, point_to_a_null])
def test_a_marker_that_points_nowhere_is_no_repository(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / ".git")
    assert (common_folder(str(tmp_path)), git.is_linked_worktree(tmp_path)) == (None, False)


def test_a_marker_that_points_to_a_loop_names_it(tmp_path: Path) -> None:
    point_to_a_loop(tmp_path / ".git")
    assert common_folder(str(tmp_path)) == str(tmp_path / "loop")


def test_which_files_say_what_is_ignored(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that configurations name, and those that are not there yet."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".gitconfig").write_text("[core]\nexcludesFile = ~/mine\n[include]\npath = more\n")
    files = set(git.ignoring_files(repository, ["src/deep"]) or ())
    told = ("HEAD", "index", "config", "config.worktree", "info/exclude")
    assert files >= {str(repository / ".git" / name) for name in told}
    assert files >= {str(tmp_path / name) for name in (".gitconfig", "mine", "more", ".config/git/ignore")}
    assert files >= {str(repository / ".gitignore"), str(repository / "src" / ".gitignore")}
    assert git.ignoring_files(tmp_path, ["src"]) is None


def test_ignored_folders_are_named_as_they_were_asked_for(repository: Path) -> None:
    (repository / ".gitignore").write_text("out/\n*.tmp\n")
    for name in ("out", "in", "a b.tmp", "*", "ünï"):
        (repository / name).mkdir()
    assert git.ignored(repository, ["out", "in", "a b.tmp", "*", ":(glob)x", "ünï"]) == {"out", "a b.tmp"}
    assert git.ignored(repository, []) == frozenset()
