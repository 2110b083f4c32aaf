"""What git and disk answer to the claims of a handoff, in every state a repository can be in."""

import os
import subprocess
from pathlib import Path

import pytest

from cockpit.model.checklist import CommitFact, PlanFact, Questions, RepositoryFacts
from cockpit.rules.checklist.remedies import restoring
from cockpit.storage.reading.git_history import gather
from cockpit.wording.messages import Words
from tests.support.repositories import run
from tests.support.said import Said

SINCE = "2026-01-29T12:00:00Z"


def commit(folder: Path, message: str, at: str = "2026-01-29T13:00:00Z", **files: str | None) -> str:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink() if text is None else path.write_text(text)
    run(folder, "add", "-A")
    clock = {"GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at, "GIT_CONFIG_COUNT": "2"}
    identity = {"GIT_CONFIG_KEY_0": "user.name", "GIT_CONFIG_VALUE_0": "A", "GIT_CONFIG_KEY_1": "user.email",
                "GIT_CONFIG_VALUE_1": "a@example.org"}  # fmt: skip
    command = ["git", "commit", "-q", "--allow-empty", "-m", message]
    subprocess.run(command, cwd=folder, env={**os.environ, **clock, **identity}, check=True)
    return run(folder, "rev-parse", "HEAD")


def facts(folder: Path, *claimed: str, since: str | None = SINCE) -> RepositoryFacts:
    return gather(folder, Questions(commits=claimed, since=since)).repository


def test_what_is_no_commit(repository: Path) -> None:
    commit(repository, "one", a_txt="1")
    problems = {run(repository, "rev-parse", "HEAD^{tree}"): Said("", "not a commit", "tree")}
    for claimed in ("--output=x", "HEAD", "abc", "—", "deadbeef\nHEAD", "\ud800"):
        problems[claimed] = Said("", "Not a commit id")
    for claimed in ("deadbeef", "d" * 40):
        problems[claimed] = Said("", "has no such commit")
    assert facts(repository, *problems).commits == {
        claimed: CommitFact(claimed=claimed, problem=problem) for claimed, problem in problems.items()
    }
    assert not (repository / "x").exists()


def test_a_shallow_clone(repository: Path, tmp_path: Path) -> None:
    """What its first commit changed is not known."""
    old, _, new = (commit(repository, f"change {number}", **{f"f{number}_txt": "1"}) for number in range(3))
    clone = tmp_path / "clone"
    run(tmp_path, "clone", "-q", "--depth=2", repository.as_uri(), str(clone))
    found = facts(clone, old, new)
    assert found.shallow
    assert (found.commits[old].commit, found.commits[new].ancestor) == (None, True)
    assert [(each.subject, each.files, each.cut) for each in found.recent] == [
        ("change 2", ("f2.txt",), False), ("change 1", (), True),
    ]  # fmt: skip
    assert [each.cut for each in facts(repository).recent] == [False] * 3


def test_what_became_of_files_and_what_brings_them_back(repository: Path) -> None:
    names = ("gone.ts", "out.ts", "I.ts", "[I].ts", "taken", "kept.ts", "linked/in.ts")
    (repository / "linked").mkdir()
    for name in names:
        (repository / name).write_text("1")
    commit(repository, "one")
    for name in names[:5]:
        (repository / name).unlink()
    run(repository, "rm", "-q", "--cached", "kept.ts", "out.ts")
    (repository / "I.ts").write_text("mine")
    (repository / "taken").mkdir()
    (repository / "taken" / "by.ts").write_text("mine")
    (repository / "linked" / "in.ts").unlink()
    (repository / "linked").rmdir()
    (repository / "linked").symlink_to("taken")
    (repository / "added.ts").write_text("1")
    run(repository, "add", "added.ts")
    found = facts(repository)
    assert found.changed == tuple(found.differences)
    assert found.differences == {
        "gone.ts": "deleted", "[I].ts": "deleted", "out.ts": "removed", "I.ts": "changed", "kept.ts": "changed",
        "taken": "changed", "taken/by.ts": "new", "linked/in.ts": "changed", "linked": "new", "added.ts": "new",
    }  # fmt: skip
    (way,) = restoring(found.differences, found.differences)
    subprocess.run(["sh", "-c", way.typed({"git": ("-C", str(repository))})], check=True)
    assert not {"gone.ts", "[I].ts", "out.ts"} & {*facts(repository).differences}
    assert [(repository / name).read_text() for name in ("I.ts", "taken/by.ts")] == ["mine", "mine"]


def test_no_repository_and_no_git(tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert facts(tmp_path).problem == Said("", "not in a git repository")
    (repository / ".git" / "HEAD").write_text("broken")
    assert facts(repository).problem == Said("", "could not read")
    monkeypatch.setenv("PATH", "/nowhere")
    assert facts(repository).problem == Said("", "not installed")


def test_a_project_in_a_folder_of_the_repository(repository: Path) -> None:
    one = commit(repository, "one", app__src__a_ts="1", other__b_ts="1")
    (repository / "app" / "new.ts").write_text("1")
    (repository / "other" / "new.ts").write_text("1")
    found = gather(repository / "app", Questions(commits=(one,), since=SINCE))
    told = found.repository.commits[one].commit
    assert told is not None
    assert set(told.files) == {"src/a.ts", ":/other/b.ts"}
    assert found.repository.changed == ("new.ts",)
    assert (found.files["src/a.ts"].exists, found.files[":/other/b.ts"].exists) == (True, None)


def test_files_inside_and_outside(repository: Path, tmp_path: Path) -> None:
    (repository / "there.txt").write_text("1")
    os.utime(repository / "there.txt", (1769688000, 1769688000))
    (tmp_path / "secret").write_text("1")
    (repository / "link").symlink_to(tmp_path / "secret")
    (repository / "loop").symlink_to("loop")
    asked = ("there.txt", "gone.txt", "../secret", "/etc/passwd", "link", "loop", "a\0b", "there.txt/below")
    found = gather(repository, Questions(files=asked)).files
    assert {path: fact.exists for path, fact in found.items()} == {
        "there.txt": True, "gone.txt": False, "../secret": None, "/etc/passwd": None, "link": None, "loop": None,
        "a\0b": None, "there.txt/below": False,
    }  # fmt: skip
    assert found["there.txt"].modified == "2026-01-29T12:00:00Z"


@pytest.mark.parametrize("folder", ["", "app"])
def test_a_plan_is_found_as_it_was_at_the_handoff(repository: Path, folder: str) -> None:
    root = repository / folder
    at = commit(root, "plan", plan_md="- [ ] 1 größer\n", other_md="x")
    commit(root, "tick", plan_md="- [x] 1 größer\n")
    (root / "new.md").write_text("new")
    (root / "other.md").unlink()
    asked = Questions(plans=("plan.md", "new.md", "other.md", "../x.md", "a\nb.md"), since=SINCE, base=at)
    found = gather(root, asked).plans
    assert found["plan.md"] == PlanFact(path="plan.md", base=at, before="- [ ] 1 größer\n", now="- [x] 1 größer\n")
    told = {path: (fact.before, fact.now, fact.problem) for path, fact in found.items()}
    not_there = (None, None, Said("", "not in git then"))
    assert told["new.md"] == told["../x.md"] == told["a\nb.md"] == not_there
    assert told["other.md"] == ("x", None, Said("", "cannot be read"))


def test_the_commit_a_plan_is_held_against(repository: Path, tmp_path: Path) -> None:
    def base(named: str | None, since: str | None, root: Path = repository) -> tuple[str | None, Words | None]:
        (fact,) = gather(root, Questions(plans=("plan.md",), base=named, since=since)).plans.values()
        return fact.base, fact.problem

    no_base = Said("", "No commit to compare")
    assert base(None, None) == (None, no_base)
    first = commit(repository, "plan", at="2026-01-29T11:00:00Z", plan_md="a")
    second = commit(repository, "more", at="2026-01-29T13:00:00Z", plan_md="b")
    assert base(second, SINCE) == (second, None)
    assert base(None, SINCE) == (first, None)  # an agent's handoff: the last commit before it
    assert base(None, "2025-01-01T00:00:00Z") == (None, no_base)
    assert base("--output=x", None) == (None, no_base)
    gone = Said("", "is not in the repository", " dddddddd ")
    assert base("d" * 40, SINCE) == (None, gone)
    (tmp_path / "bare").mkdir()
    assert base(second, SINCE, tmp_path / "bare") == (None, Said("", "not in a git repository"))


def test_where_a_file_is_that_head_does_not_lead_to(repository: Path) -> None:
    commit(repository, "one", a_txt="1")
    run(repository, "checkout", "-q", "-b", "feature/x")
    branched = commit(repository, "two", b_txt="1")
    run(repository, "checkout", "-q", "trunk")
    commit(repository, "three", src__c_ts="1")
    dropped = commit(repository, "four", src__c_ts="2")
    commit(repository, "five", src__c_ts=None)
    run(repository, "reset", "-q", "--hard", "HEAD~3")
    asked = ("a.txt", "b.txt", "src/c.ts", "src/never.ts", "[a].txt")
    found = gather(repository, Questions(files=asked)).files
    assert [found[path].kept_in for path in asked] == [None, branched, dropped, None, None]
    (repository / "src").mkdir(exist_ok=True)
    assert gather(repository / "src", Questions(files=("c.ts", "b.txt"))).files["c.ts"].kept_in == dropped


def test_where_a_commit_is_that_head_does_not_contain(repository: Path) -> None:
    commit(repository, "one", a_txt="1")
    run(repository, "checkout", "-q", "-b", "feature/x")
    branched = commit(repository, "two", b_txt="1")
    commit(repository, "three", b_txt="2")
    run(repository, "checkout", "-q", "trunk")
    tagged = commit(repository, "four", c_txt="1")
    run(repository, "tag", "v1")
    run(repository, "reset", "-q", "--hard", "HEAD~1")
    dropped = commit(repository, "five", d_txt="1")
    run(repository, "reset", "-q", "--hard", "HEAD~1")
    tree = run(repository, "rev-parse", "HEAD^{tree}")
    loose = run(repository, "commit-tree", tree, "-m", "six")
    found = facts(repository, branched[:9], tagged, dropped, loose).commits
    assert [(fact.ancestor, fact.branch) for fact in found.values()] == [
        (False, "branch feature/x"), (False, "tag v1"), (False, None), (False, None),
    ]  # fmt: skip
