"""Commits that HEAD does not contain: whether it has their change under another id, and how they come back."""

import subprocess
from pathlib import Path

import pytest

from cockpit.model.checklist import CommitFact
from cockpit.rules.checklist.remedies import regaining
from tests.storage.reading.test_git_history import commit, facts
from tests.support.repositories import run

LATER = "2026-01-29T14:00:00Z"


def fact(folder: Path, claimed: str) -> CommitFact:
    return facts(folder, claimed).commits[claimed]


def again(folder: Path, claimed: str) -> str | None:
    found = fact(folder, claimed)
    assert found.ancestor is False
    return found.again.id if found.again is not None else None


@pytest.fixture
def begun(repository: Path) -> Path:
    commit(repository, "begin", at="2026-01-29T10:00:00Z", a_txt="1")
    return repository


def test_a_picked_rebased_or_amended_commit_is_known_by_what_stays(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = commit(begun, "feat: table", at=LATER, table_py="1")
    run(begun, "reset", "-q", "--hard", "HEAD~1")
    assert again(begun, lost) is None
    other = commit(begun, "chore: other", other_txt="1")
    run(begun, "cherry-pick", lost)
    picked = run(begun, "rev-parse", "HEAD")
    found = fact(begun, lost)
    assert found.again is not None
    assert (found.again.id, found.again.files, found.in_head) == (picked, ("table.py",), found.again)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2030-01-29T14:00:00Z")
    (begun / "table.py").write_text("1, better")
    run(begun, "commit", "-qa", "--amend", "--no-edit")
    amended = run(begun, "rev-parse", "HEAD")
    assert amended != picked
    assert (again(begun, lost), again(begun, picked)) == (amended, amended)
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2030-01-29T15:00:00Z")
    run(begun, "reset", "-q", "--hard", "HEAD~2")
    run(begun, "checkout", "-q", "-b", "more")
    commit(begun, "feat: base", base_txt="1")
    run(begun, "cherry-pick", other, amended)
    assert again(begun, amended) == run(begun, "rev-parse", "HEAD")


@pytest.mark.parametrize("more", [(), ("index_py",)], ids=["reworded", "with a file more"])
def test_a_commit_that_was_amended_with_other_words_is_known_by_its_files(
    begun: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    lost = commit(begun, "feat: table", at=LATER, table_py="1")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2030-01-29T14:00:00Z")
    for name in more:
        (begun / name).write_text("1")
    run(begun, "add", "-A")
    run(begun, "commit", "-q", "--amend", "-m", "feat: table, with index")
    assert again(begun, lost) == run(begun, "rev-parse", "HEAD")


def test_another_commit_of_the_same_second_or_words_is_another_change(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(begun, "wip", one_txt="1")
    lost = commit(begun, "wip", two_txt="1")  # in the same second, and on top of the first one
    run(begun, "reset", "-q", "--hard", "HEAD~1")
    assert again(begun, lost) is None
    commit(begun, "wip", at=LATER, two_txt="1")
    assert again(begun, lost) is None
    lost = commit(begun, "feat: table", at=LATER, table_py="1")
    run(begun, "reset", "-q", "--hard", "HEAD~1")
    commit(begun, "feat: other", at=LATER, other_py="1")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2030-01-29T14:00:00Z")
    run(begun, "commit", "-q", "--amend", "-m", "feat: other, better")
    assert again(begun, lost) is None


def test_the_work_of_a_lost_commit_comes_back_without_its_state(begun: Path) -> None:
    """The commands that are offered where the state's files were written on since, typed as they stand there."""
    (begun / ".autopilot").mkdir()
    state = begun / ".autopilot/T.md"
    state.write_text("one")
    run(begun, "add", "-A")
    commit(begun, "state", x_txt="1")
    state.write_text("two")
    run(begun, "add", "-A")
    lost = commit(begun, "feat: table", at=LATER, table_py="1")
    run(begun, "reset", "-q", "--hard", "HEAD~1")
    state.write_text("three")
    found = facts(begun, lost)
    known = found.commits[lost]
    assert known.commit is not None
    way, _ = regaining(known.commit, found.changed, ".autopilot/")
    assert way is not None
    for _, *words in way.steps:
        run(begun, *words)
    assert (again(begun, lost), state.read_text()) == (run(begun, "rev-parse", "HEAD"), "three")
    assert facts(begun, lost).changed == (".autopilot/T.md",)


def test_what_git_is_in_the_middle_of(begun: Path) -> None:
    assert facts(begun).operation is None
    run(begun, "checkout", "-q", "-b", "other")
    theirs = commit(begun, "theirs", a_txt="theirs")
    run(begun, "checkout", "-q", "-")
    for text in ("ours", "later"):
        commit(begun, text, a_txt=text)
    for command, *words in (("merge", theirs), ("cherry-pick", theirs), ("revert", "--no-edit", "HEAD~1"),
                            ("rebase", theirs)):  # fmt: skip
        with pytest.raises(subprocess.CalledProcessError):  # a conflict
            run(begun, command, *words)
        found = facts(begun)
        assert (found.operation, found.differences) == (command, {"a.txt": "in conflict"})
        run(begun, command, "--abort")
        assert (facts(begun).operation, facts(begun).changed) == (None, ())
