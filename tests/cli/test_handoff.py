"""`cockpit handoff` and `cockpit resume`: from options, from JSON, against a repository that has changed meanwhile."""

import io
import json
import os
import re
import shlex
import shutil
import time
from pathlib import Path

import pytest

from cockpit.wording.phrases import listed
from tests.cases import case_project
from tests.cli.conftest import Run
from tests.support.handoff_projects import ROUTE, TICKED, rewrite
from tests.support.permissions import biting
from tests.support.repositories import run as git

HANDOFF = ".autopilot/holding-pattern.md"


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git project with a plan, whose second task is committed, and no handoff. Not to be changed."""
    root = tmp_path_factory.mktemp("committed") / "lighthouse"
    for path in sorted(case_project("autopilot/healthy").rglob("*")):
        target = root / path.relative_to(case_project("autopilot/healthy"))
        if path.is_file() and path.name != "holding-pattern.md":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    git(root, "init", "-q", "--template=", "-b", "main")
    (root / "src").mkdir()
    (root / "src" / "sequence.py").write_text("1\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "feat: number sequence")
    return root


@pytest.fixture
def project(committed: Path, tmp_path: Path) -> Path:
    """A copy of that project."""
    return Path(shutil.copytree(committed, tmp_path / "lighthouse"))


@pytest.fixture
def plain(committed: Path, tmp_path: Path) -> Path:
    """The same without git, of which nothing is asked then."""
    return Path(shutil.copytree(committed, tmp_path / "lighthouse", ignore=shutil.ignore_patterns(".git")))


def hand_off(run: Run, root: Path, *more: str) -> None:
    assert run("handoff", "--next", "Write render_pdf()", *more, "-C", root).code == 0


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_with_a_git_that_cannot_be_read_it_works_as_without_git(run: Run, project: Path, kind: str) -> None:
    def results() -> dict[str, str]:
        resumed = run("resume", "--json", "-C", project)
        assert (resumed.code, resumed.err) == (1, "")  # a blocker is open
        return {each["check"]: each["result"] for each in json.loads(resumed.out)["checks"]}

    shutil.rmtree(project / ".git")
    for path in filter(Path.is_file, project.rglob("*")):  # both handoffs are surely later
        os.utime(path, (time.time() - 3600,) * 2)
    hand_off(run, project)
    without = results()
    marker = project / ".git"
    marker.mkdir() if kind == "folder" else marker.write_text("gitdir: /nowhere\n")
    marker.chmod(0)
    with biting():
        hand_off(run, project, "--existing", "archive")
        assert results() == without


def test_the_proposal_can_be_edited_and_handed_back(run: Run, plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = json.loads(run("handoff", "propose", "-C", plain).out)
    assert fields["task"] == "3"
    assert not (plain / HANDOFF).exists()
    fields["next_action"] = "Write it"
    fields["completed"].append({"id": "9", "name": "Extra", "state": "done"})
    fields["total_tasks"] = "58"
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(fields)))
    said = run("handoff", "-C", plain)
    assert (said.code, said.err) == (0, "")
    assert "The plan has 4 tasks, not 58." in said.out.splitlines()
    assert "| 9 | Extra | — | ✅ |" in (plain / HANDOFF).read_text()


def test_one_that_waits_is_archived_only_when_asked(run: Run, plain: Path) -> None:
    hand_off(run, plain)
    before = (plain / HANDOFF).read_bytes()
    said = run("handoff", "--next", "again", "-C", plain)
    waits = (
        f"cockpit: A handoff already exists at plan 2.1, task 3 of 4: {HANDOFF}. Archive it and "
        "write a new one: `cockpit handoff --existing archive --next TEXT`.\n"
    )
    assert (said.code, said.bare.err) == (1, waits)
    told = json.loads(
        run("handoff", "--next", "again", "--existing", "archive", "--dry-run", "--json", "-C", plain).out
    )
    assert [each.partition(" ")[0] for each in (told["done"], *told["remarks"][:1])] == ["Would", "After"]
    assert (plain / HANDOFF).read_bytes() == before
    hand_off(run, plain, "--existing", "archive")
    assert [each.read_bytes() for each in (plain / ".autopilot/archive").iterdir()] == [before]


WAYPOINT = """# Flight Waypoint

## Current State
- **Phase:** 4 of 7 - Public API
- **Last Task Completed:** 004.2
- **Next Task:** 004.3
"""
AGENTS = """---
phase: 4
plan: 1
task: 3
total_tasks: 4
---
## Current State
The limiter interface is decided.
## Completed Work
| Task | Name | Commit | Status |
|---|---|---|---|
| 1 | Router | 3a96ddf | ✅ |
| 2 | Middleware | 693543e | ✅ |
| 3 | Limiter | — | 🔄 In progress |
## Remaining Work
- Task 3: token bucket in src/limit.go
- Task 4: metrics
## Decisions Made
Token bucket: one counter per key.
## Context
Redis is not available in CI.
## Next Action
Write src/limit.go.
"""


def test_what_a_waiting_one_alone_knows_is_kept(run: Run, tmp_path: Path) -> None:
    state, handoff = tmp_path / ".autopilot/TRANSPONDER.md", tmp_path / HANDOFF
    handoff.parent.mkdir()
    state.write_text(WAYPOINT)
    handoff.write_text(AGENTS)
    once = None
    for _ in range(3):
        done = run("handoff", "--next", "Write it", "--existing", "archive", "-C", tmp_path)
        assert done.out.startswith("Handed off at plan 4.1, task 3 of 4: ")
        text = handoff.read_text()
        body = text.partition("\n---\n")[2]
        assert body == (once or body)
        once = body
    for words in ("The limiter interface is decided.", "- Task 3: token bucket in src/limit.go", "- Task 4: metrics",
                  "- Token bucket: one counter per key.", "\nRedis is not available in CI.\n"):  # fmt: skip
        assert once is not None
        assert once.count(words) == 1


# resuming


def checks(run: Run, root: Path) -> dict[str, tuple[str, str | None]]:
    told = json.loads(run("resume", "--json", "-C", root).out)
    return {each["check"]: (each["result"], each["gate"]) for each in told["checks"]}


def resolve_blocker(run: Run, root: Path) -> None:
    assert run("blocker", "resolve", "the payment provider's test account is not open yet", "-C", root).code == 0


def test_what_changed_unnoticed_is_named_waived_and_reported(run: Run, project: Path, tmp_path: Path) -> None:
    resolve_blocker(run, project)
    (project / "src" / "pdf.py").write_text("1\n")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "wip: pdf")
    dropped = git(project, "rev-parse", "HEAD")
    hand_off(run, project, "--task", f"3|Render the PDF|{dropped[:7]}|in_progress", "--state", "see `src/sequence.py`")
    git(project, "reset", "-q", "--hard", "HEAD~1")
    (project / "src" / "sequence.py").unlink()
    found = checks(run, project)
    assert found[f"commit:{dropped[:7]}"] == ("failed", "ask")
    assert found["file:src/sequence.py"] == ("failed", "ask")
    said = run("resume", "prompt", "-C", project)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"cockpit: Task 3: commit {dropped[:7]} is not in HEAD: ")
    ways = [each for each in said.err.split("`") if " resume waive " in each]
    assert said.err.endswith(
        f". 2 more checks block resuming. `cockpit -C {project} resume` lists the remedies; to resume anyway: "
        f"{listed([f'`{way}`' for way in ways])}.\n"
    )
    for way in ways:
        assert run(*shlex.split(way.replace("TEXT", "'meant so'"))[1:]).code == 0
    target = tmp_path / "prompt.md"
    assert run("resume", "prompt", "--save", str(target), "-C", project).code == 0
    assert target.read_text().count("Waived by the person: meant so") == len(ways) == 3
    assert target.stat().st_mode & 0o777 == 0o600
    assert run("resume", "prompt", "--save", str(target), "-C", project).code == 1
    assert "meant so" in run("log", "-C", project).out


def test_the_beginning_of_a_line_is_enough_where_it_is_the_only_one(run: Run, plain: Path) -> None:
    hand_off(run, plain)
    way = next(line for line in run("resume", "-C", plain).out.splitlines() if " resume waive " in line)
    assert shlex.split(way) == ["cockpit", "-C", str(plain), "resume", "waive", "blocker", "--reason", "REASON"]
    assert run("blocker", "add", "no printer", "-C", plain).code == 0
    said = run("resume", "waive", "blocker", "--reason", "x", "-C", plain)
    lines = "blocker:Phase 3:; blocker:Phase 2:"
    assert said.err == f"cockpit: 2 checks begin with 'blocker': {lines}. Type more of the name.\n"
    assert "Waived" in run("resume", "waive", "blocker:Phase 3", "--reason", "x", "-C", plain).out
    told = "Withdrew the waiver of “A blocker is open”."
    assert run("resume", "unwaive", "blocker:Phase 3", "-C", plain).out.splitlines()[0] == told
    named = "These can be waived: blocker:Phase 3:; blocker:Phase 2:"
    for name, reason, told in (("nonsense", "x", f"No check 'nonsense' to waive. {named}."),
                               ("blocker:Phase 3", " ", "A waiver needs a reason.")):  # fmt: skip
        assert run("resume", "waive", name, "--reason", reason, "-C", plain).err == f"cockpit: {told}\n"
    assert run("set", "cost=60", "-C", plain).code == 0
    assert checks(run, plain)["stop:cost"] == ("failed", "refuse")
    said = run("resume", "waive", "stop:cost", "--reason", "because", "-C", plain)
    assert (said.code, said.err) == (1, "cockpit: “cost is at stop” cannot be waived. Fix the cause.\n")


def test_in_a_terminal_with_nothing_asked_the_checklist_opens(
    run: Run, plain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr("cockpit.cli.opening.in_terminal", lambda: True)
    monkeypatch.setattr("cockpit.cli.opening._open", lambda _path, _line, screen: opened.append(screen) or 0)
    hand_off(run, plain)
    run("resume", "-C", plain)
    assert opened == ["resume.check"]
    for more in ("--json", "prompt"):
        run("resume", more, "-C", plain)
        assert opened == ["resume.check"], more


def test_a_reset_before_resuming_shows_the_thresholds(run: Run, plain: Path) -> None:
    """As the seed's handleResetAlertsFlag does; but nothing of it gets into a prompt."""
    assert run("set", "cost=26", "-C", plain).code == 0
    hand_off(run, plain)
    assert run("set", "task=4", "-C", plain).code == 0
    told = ["Withdrew all acknowledgments (cost).", "All alerts will fire again when a limit is reached."]
    assert run("ack", "cost", "-C", plain).code == 0
    assert "acknowledgments" not in run("resume", "prompt", "--reset-alerts", "-C", plain).out
    assert run("ack", "cost", "-C", plain).code == 0
    lines = run("resume", "--reset-alerts", "-C", plain).out.splitlines()
    assert lines[:2] == told
    assert lines[2].split() == ["cost", "$26", "$10", "/", "$25", "/", "$50", "alert,", "the", "agent", "waits"]
    assert any(re.match(r"  failed +An alert is not acknowledged", line) for line in lines)


def test_it_is_archived_when_the_work_went_on(run: Run, plain: Path, by_agent: Run) -> None:
    hand_off(run, plain)
    assert run("set", "task=4", "-C", plain).code == 0
    rewrite(plain, ROUTE, *TICKED)
    said = run("resume", "-C", plain)
    assert (
        "The work has moved past this handoff: from task 3 to 4. Archive the handoff: `cockpit resume done`."
    ) in said.bare.out
    assert by_agent("resume", "done", "-C", plain).code == 0, "with evidence, an agent may too"
    assert not (plain / HANDOFF).exists()
    assert run("resume", "done", "-C", plain).err == "cockpit: No handoff waits.\n"


def test_a_line_that_holds_the_resume_is_named_before_the_handoff_is_archived(
    run: Run, plain: Path, by_agent: Run
) -> None:
    hand_off(run, plain, "--state", "see src/none.py")
    told = "2 checks block resuming: src/none.py does not exist; A blocker is open."
    way = f"`cockpit -C {plain} resume done --force` archives the handoff anyway."
    for option in ((), ("--dry-run",)):
        said = run("resume", "done", *option, "-C", plain)
        assert (said.code, said.out, said.err) == (1, "", f"cockpit: {told} {way}\n")
    for options in ((), ("--force",)):
        assert "Only a person may do this" in by_agent("resume", "done", *options, "-C", plain).err
    assert (plain / HANDOFF).exists()
    assert json.loads(run("resume", "done", "--force", "--json", "-C", plain).out)["done"].startswith("Archived")
    assert run("undo", "-C", plain).code == 0
    for waiver in (("file", "--reason", "never made"), ("blocker", "--reason", "not ours")):
        assert "Waived" in run("resume", "waive", *waiver, "-C", plain).out
    assert run("resume", "-C", plain).out.splitlines()[-1].startswith("No check blocks resuming")
    said = run("resume", "done", "-C", plain).bare.out.splitlines()
    unseen = "Nothing shows that the work has moved past the handoff."
    assert said[1:] == [unseen, "`cockpit undo` restores it."], "on a person's word alone"


def test_an_agents_own_form_is_checked_and_no_commit_in_it_is_an_option(run: Run, project: Path) -> None:
    rows = "".join(
        f"| {number} | a | {commit} | ../x |\n" for number, commit in enumerate(("HEAD~1", "--output=x", "-1"))
    )
    (project / HANDOFF).write_text(
        "<objective>\nContinue phase 2, plan 1 from task 3 of 4\n</objective>\n\n<completed_tasks>\n"
        f"| Task | Name | Commit | Files |\n| --- | --- | --- | --- |\n{rows}</completed_tasks>\n\n"
        "<next_action>\ngo\n</next_action>\n"
    )
    found = checks(run, project)
    assert (found["commit:HEAD~1"], found["file:../x"]) == (("failed", "ask"), ("unknown", None))
    assert not (project / "x").exists()


def test_a_handoff_over_one_of_an_older_layout_causes_no_finding(run: Run, tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/flight-waypoint"), tmp_path / "project"))
    assert run("track", "convert", "-C", root).code == 0
    for step in ("Go on", "Then this"):
        assert run("handoff", "--next", step, "--existing", "archive", "-C", root).code == 0
    assert "continuity-position" not in run("lint", "-C", root).out
