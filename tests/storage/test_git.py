"""What is asked of git, and that asking disturbs and runs nothing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.storage import git
from cockpit.storage.git_folders import common_folder, repository_around
from tests.support.permissions import biting
from tests.support.repositories import run


def commit(folder: Path) -> str:
    run(folder, "commit", "-q", "--allow-empty", "-m", "A change")
    return run(folder, "rev-parse", "HEAD")


def test_the_variables_of_a_hook_do_not_misdirect(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    identifier = commit(repository)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert git.head(repository) == identifier


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


def make_a_loop(marker: Path) -> None:
    marker.symlink_to(marker.name)


def make_a_fifo(marker: Path) -> None:
    os.mkfifo(marker)


def point_to_a_null(marker: Path) -> None:
    marker.write_text("gitdir: a\0b\n")


def close(marker: Path) -> None:
    marker.parent.chmod(0)


@pytest.mark.parametrize("make", [make_a_loop, make_a_fifo, point_to_a_null, close])
def test_a_marker_that_points_nowhere_or_cannot_be_seen_is_no_repository(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    make(folder / ".git")
    with biting():
        assert (common_folder(str(folder)), git.is_linked_worktree(folder)) == (None, False)


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


def around(folder: Path) -> Path:
    return Path(repository_around(str(folder)))


def test_all_worktrees_of_a_repository_have_its_main_one_in_common(repository: Path, tmp_path: Path) -> None:
    commit(repository)
    run(repository, "worktree", "add", "-q", str(tmp_path / "linked"))
    run(repository, "worktree", "add", "-q", str(repository / "inside"))
    (tmp_path / "linked" / "sub").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "linked" / "sub")
    for folder in (repository, tmp_path / "linked", tmp_path / "link", repository / "inside"):
        assert around(folder) == repository


def test_one_that_the_repository_does_not_know_is_its_own(repository: Path, tmp_path: Path) -> None:
    commit(repository)
    run(repository, "worktree", "add", "-q", str(tmp_path / "linked"))
    for name, pointer in (
        ("main", f"gitdir: {repository}/.git"), ("linked", (tmp_path / "linked" / ".git").read_text()),
        ("nowhere", "gitdir: /nowhere"), ("empty", ""), ("nul", "gitdir: a\0b"),
    ):  # fmt: skip
        stranger = tmp_path / "strangers" / name
        stranger.mkdir(parents=True)
        (stranger / ".git").write_text(pointer)
        assert around(stranger) == stranger, name
