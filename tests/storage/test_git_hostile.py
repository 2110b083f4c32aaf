"""A repository whose configuration, attributes, hooks and submodules try to run something runs nothing."""

import os
import subprocess
import time
from pathlib import Path

import pytest

from cockpit.model.checklist import Questions
from cockpit.storage import git
from cockpit.storage.reading.git_history import gather
from tests.support.hostile_repositories import hostile, sprung
from tests.support.patience import PATIENCE
from tests.support.repositories import run
from tests.support.said import Said

UNKNOWN = "d" * 40
SINCE = "2020-01-29T12:00:00Z"


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    return tmp_path / "marks"


def test_the_traps_are_sprung_by_plain_questions(tmp_path: Path, marks: Path) -> None:
    """What the next test holds against: without care, these are run."""
    _, root = hostile(tmp_path, marks)
    for question in (["status"], ["log", "-p"], ["cat-file", "-e", UNKNOWN]):
        with subprocess.Popen(
            ["git", *question], cwd=root, stdin=-3, stdout=-3, stderr=-3, start_new_session=True
        ) as asked:
            until = time.monotonic() + PATIENCE
            while asked.poll() is None and "remote.origin.uploadpack" not in sprung(marks) and time.monotonic() < until:
                time.sleep(0.01)
            git._end(asked.pid)
    assert {"core.fsmonitor", "diff.trap.textconv", "filter.a=b.clean", "filter.long.process", "filter.trap.clean",
            "gpg.program", "remote.origin.uploadpack"} <= set(sprung(marks))  # fmt: skip


def test_no_question_springs_one(tmp_path: Path, marks: Path) -> None:
    commit, root = hostile(tmp_path, marks)
    assert git.head(root) == commit
    assert git.branch(root) == "trunk"
    git.ignored(root, ["a", "b.md"])
    facts = gather(root, Questions(commits=(commit[:9], "deadbeef", UNKNOWN), since=SINCE)).repository
    assert facts.head == commit
    assert [told.problem for told in facts.commits.values()][1:] == [Said("", "has no such commit")] * 2
    assert facts.changed is None, "a filter whose name cannot be an option cannot be switched off"
    assert sprung(marks) == []


def test_other_filters_are_switched_off_and_what_changed_is_reported(tmp_path: Path, marks: Path) -> None:
    _, root = hostile(tmp_path, marks)
    for file in (root / ".git" / "config", root / ".git" / "more"):
        file.write_text(file.read_text().replace("a=b", "a b"))
    changed = gather(root, Questions()).repository.changed
    assert changed is not None
    assert set(changed) == {".gitattributes", "a.one", "a.two", "a.three", "a.four"}
    assert sprung(marks) == []


def test_another_folder_in_place_of_the_repository_s_is_not_looked_at(repository: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "secret.md").write_text("x")
    (repository / "own.md").write_text("x")
    run(repository, "config", "core.worktree", str(elsewhere))
    assert gather(repository, Questions()).repository.changed == ("own.md",)


def test_what_git_reads_besides_is_not_waited_for(repository: Path, tmp_path: Path) -> None:
    run(repository, "commit", "-q", "--allow-empty", "-m", "one")
    os.mkfifo(repository / ".mailmap")
    os.mkfifo(tmp_path / "order")
    run(repository, "config", "diff.orderFile", str(tmp_path / "order"))
    before = time.monotonic()
    assert len(gather(repository, Questions(since=SINCE)).repository.recent) == 1
    assert time.monotonic() - before < git.TIMEOUT_SECONDS


def test_what_a_git_that_is_given_up_has_begun_ends_too(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nsleep 3600 &\nwait\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(git, "TIMEOUT_SECONDS", 0.1)
    before = time.monotonic()
    assert git.head(repository) is None
    assert time.monotonic() - before < PATIENCE


@pytest.mark.parametrize(
    "name", [".git/HEAD", ".git/index", ".git/packed-refs", ".git/config", ".git/refs/heads/trunk", ".gitattributes"]
)
def test_a_fifo_in_place_of_a_file_of_git_is_not_waited_for(
    repository: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(repository, "commit", "-q", "--allow-empty", "-m", "A change")
    assert git.ask(repository, "status", "--porcelain") == ""
    (repository / name).unlink(missing_ok=True)
    os.mkfifo(repository / name)
    monkeypatch.setattr("subprocess.Popen", None)  # nothing is run
    assert git.ask(repository, "status", "--porcelain") is None


def test_a_device_that_git_may_read_is_no_fifo(repository: Path) -> None:
    (repository / ".gitignore").symlink_to("/dev/null")
    assert git.ask(repository, "status", "--porcelain") == "?? .gitignore\n"
