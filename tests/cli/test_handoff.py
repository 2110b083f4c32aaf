"""`cockpit handoff` and `cockpit resume`: from options, from JSON, against a repository that has changed meanwhile."""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from cockpit.wording.messages import clause
from cockpit.wording.phrases import listed
from tests.cases import case_project
from tests.cli.conftest import Run
from tests.support.handoff_projects import ROUTE, STATE, TICKED, rewrite
from tests.support.permissions import biting
from tests.support.repositories import run as git

HANDOFF = ".autopilot/holding-pattern.md"
BLOCKER = "Phase 3: the payment provider's test account is not open yet"


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


def hand_off(run: Run, root: Path, *more: str) -> None:
    assert run("handoff", "--next", "Write render_pdf()", *more, "-C", root).code == 0


def test_what_is_not_given_is_proposed(run: Run, project: Path) -> None:
    done = run(
        "handoff", "--next", "Write render_pdf()", "--context", "fonts first", "--reason", "error", "-C", project
    )
    assert (done.code, done.out) == (
        0,
        f"Handed off at plan 2.1, task 3 of 4: {HANDOFF}.\n",
    )
    text = (project / HANDOFF).read_text()
    assert "\nreason: error\n" in text
    assert "\n| 2 | Number sequence | " in text
    assert "\n- Task 4: Mail the PDF (not started)\n" in text
    assert text.endswith("## Context\nfonts first\n\n## Next Action\nWrite render_pdf()\n")
    assert git(project, "rev-parse", "HEAD") in text


HEADINGS = "# Route\n\n" + "".join(f"### Task 003.{number}: Part {number}\nWork.\n\n" for number in range(1, 6))
BOXES = "# Route\n\n## Tasks\n" + "".join(f"- [ ] 003.{number} Part {number}\n" for number in range(1, 6))
TICKED_ONE = BOXES.replace("[ ] 003.1", "[x] 003.1")


@pytest.mark.parametrize(
    ("route", "rows"),
    [
        (
            HEADINGS,
            [("1", "done", "state"), ("2", "done", "state"), ("3", "in_progress", "plan"), ("4", "done", "git")],
        ),
        (BOXES, [("1", "done", "state"), ("2", "done", "state"), ("3", "in_progress", "plan"), ("4", "done", "git")]),
        (TICKED_ONE, [("1", "done", "plan"), ("2", "done", "git"), ("3", "in_progress", "plan"), ("4", "done", "git")]),
        (None, [("1", "done", "state"), ("2", "done", "state"), ("3", "in_progress", "state"), ("4", "done", "git")]),
    ],
)
def test_commits_position_and_plan_are_weighed_together(
    run: Run, tmp_path: Path, route: str | None, rows: list[tuple[str, str, str]]
) -> None:
    """The position is task 3 of 5, in plan 2 of 4."""
    root = tmp_path / "taskflow"
    (root / ".autopilot" / "phases" / "003").mkdir(parents=True)
    (root / STATE).write_bytes((case_project("autopilot/seed-example") / STATE).read_bytes())
    if route is not None:
        (root / ".autopilot" / "phases" / "003" / "ROUTE.md").write_text(route)
    git(root, "init", "-q", "-b", "main")
    for number, subject in enumerate(("feat(003.1): Part 1", "feat(003.2): Part 2", "Task 4: Part 4", "chore: aside")):
        (root / f"{number}.py").write_text("1\n")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", subject)
    fields = json.loads(run("handoff", "propose", "-C", root).out)
    found = [(row["id"], row["state"], row["origin"]) for row in fields["completed"]]
    assert found == rows
    assert [row["name"] for row in fields["completed"] if row["commit"]] == ["Part 1", "Part 2", "Part 4"]
    assert [entry[:6] for entry in fields["remaining"]] == ["Task 3", "Task 5"]
    assert run("handoff", "--next", "go", "-C", root).code == 0
    checks = json.loads(run("resume", "--json", "-C", root).out)["checks"]
    contradicted = [each["check"] for each in checks if each["result"] == "failed"]
    assert contradicted == (["done:"] if route == TICKED_ONE else [])  # the plan keeps count


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


def test_the_proposal_can_be_edited_and_handed_back(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = json.loads(run("handoff", "propose", "-C", project).out)
    assert fields["task"] == "3"
    assert not (project / HANDOFF).exists()
    fields["next_action"] = "Write it"
    fields["completed"].append({"id": "9", "name": "Extra", "state": "done"})
    fields["total_tasks"] = "58"
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(fields)))
    said = run("handoff", "-C", project)
    assert (said.code, said.err) == (0, "")
    assert "The plan has 4 tasks, not 58." in said.out.splitlines()
    assert "| 9 | Extra | — | ✅ |" in (project / HANDOFF).read_text()


def test_a_row_of_a_number_alone_has_the_name_and_commit_that_are_proposed(run: Run, project: Path) -> None:
    proposed = json.loads(run("handoff", "propose", "-C", project).out)["completed"]
    one, two, three = ({**row, "commit": (row["commit"] or "—")[:7]} for row in proposed)
    done = run("handoff", "--next", "go", "--task", "2|||done", "-C", project)
    assert f"| 2 | {two['name']} | {two['commit']} | ✅ |" in (project / HANDOFF).read_text()
    assert f"| {one['name']} |" not in (project / HANDOFF).read_text()
    left_out = [f"task {row['id']}" for row in (one, three)]
    assert f"The handoff lacks these proposed rows: {listed(map(clause, left_out))}." in done.out.splitlines()


def test_rows_that_say_all_of_it_are_taken_as_they_are(run: Run, project: Path) -> None:
    rows = [f"{number}|Mine {number}||done" for number in (1, 2, 3)]
    done = run("handoff", "--next", "go", *(word for row in rows for word in ("--task", row)), "-C", project)
    assert "| 2 | Mine 2 | — | ✅ |" in (project / HANDOFF).read_text()
    assert "Proposed rows" not in done.out


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            "",
            (
                'The handoff has no content. Run `cockpit handoff --next "WHAT TO DO FIRST"`, or '
                "pass JSON on standard input; `cockpit handoff propose` prints a proposal."
            ),
        ),
        ("{", "Standard input is not valid JSON: "),
        ("[]", "Standard input must be a JSON object with the fields of the handoff."),
        (
            '{"reason": "boredom"}',
            "reason must be context, interrupted, error or session-ended, not 'boredom'.",
        ),
        ('{"next": "x"}', "A handoff has no field 'next'. Fields: "),
        ('{"next_action": ""}', 'The handoff needs a next action. Run `cockpit handoff --next "WHAT TO DO FIRST"`.'),
    ],
)
def test_bad_input_is_one_sentence(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, given: str, sentence: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    said = run("handoff", "-C", project)
    assert (said.code, said.bare.out) == (1, "")
    assert said.bare.err.startswith(f"cockpit: {sentence}")
    assert len(said.bare.err.splitlines()) == 1
    assert not (project / HANDOFF).exists()


def test_one_that_waits_is_archived_only_when_asked(run: Run, project: Path) -> None:
    hand_off(run, project)
    said = run("handoff", "--next", "again", "-C", project)
    waits = (
        f"cockpit: A handoff already exists at plan 2.1, task 3 of 4: {HANDOFF}. Archive it and "
        "write a new one: `cockpit handoff --existing archive --next TEXT`.\n"
    )
    assert (said.code, said.bare.err) == (1, waits)
    before = (project / HANDOFF).read_bytes()
    said = run("handoff", "--next", "again", "--existing", "merge", "-C", project)
    assert (said.code, "invalid choice: 'merge'" in said.err) == (2, True)
    told = json.loads(
        run("handoff", "--next", "again", "--existing", "archive", "--dry-run", "--json", "-C", project).out
    )
    assert [each.partition(" ")[0] for each in (told["done"], *told["remarks"][:1])] == ["Would", "After"]
    assert (project / HANDOFF).read_bytes() == before
    hand_off(run, project, "--existing", "archive")
    assert len(list((project / ".autopilot/archive").iterdir())) == 1


TABLE = """# Route

| # | Task | Status |
|---|---|---|
| 2.1.1 | Invoice table | ✅ Done |
| 2.1.2 | Number sequence | ✅ |
| 2.1.3 | Render the PDF | 🔄 |
| 2.1.4 | Mail it | ⏳ |
"""


def test_tasks_with_their_number_in_a_column_of_its_own(run: Run, project: Path) -> None:
    route = project / ROUTE
    route.write_text(TABLE)
    told = json.loads(run("handoff", "propose", "-C", project).out)
    assert [(each["id"], each["name"]) for each in told["completed"]] == [
        ("1", "Invoice table"), ("2", "Number sequence"), ("3", "Render the PDF"),
    ]  # fmt: skip
    assert told["remaining"] == ["Task 3: Render the PDF (in progress)", "Task 4: Mail it (not started)"]
    assert run("done", "task", "-C", project).code == 0
    assert "| 2.1.3 | Render the PDF | ✅ Done |" in route.read_text()


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


def test_what_is_wrong_with_it_is_reported_and_nothing_of_it_vanishes(run: Run, project: Path) -> None:
    rows = ("--task", "2|Evil|--output=evil|done", "--task", "9|Later|—|open")
    said = run("handoff", "--next", "Go on", *rows, "-C", project)
    assert said.code == 0
    assert said.out.splitlines()[-2:] == [
        'The commit of task 2 is not a commit id: "--output=evil".',
        "Task 9 is out of range: the last task of the plan is 4.",
    ]
    assert "| 2 | Evil | --output=evil | ✅ |" in (project / HANDOFF).read_text()
    assert not list(project.rglob("*evil*"))


def test_a_phase_that_is_complete_is_handed_off_as_complete(run: Run, project: Path) -> None:
    """Whatever rows were given; what still remains says otherwise."""
    rewrite(project, STATE, "| Status | In progress |", "| Status | Phase complete |")
    rewrite(project, ROUTE, "- [ ]", "- [x]")
    given = ("handoff", "--next", "x", "--task", "1|Invoice table||done", "--dry-run", "-C", project)
    assert "+status: complete" in run(*given).out
    assert "+status: in_progress" in run(*given, "--remaining", "the mails").out


def test_it_is_undone_like_any_change(run: Run, project: Path) -> None:
    before = (project / ".autopilot/TRANSPONDER.md").read_bytes()
    hand_off(run, project)
    assert (project / ".autopilot/TRANSPONDER.md").read_bytes() != before
    assert run("undo", "-C", project).code == 0
    assert (project / ".autopilot/TRANSPONDER.md").read_bytes() == before
    assert not (project / HANDOFF).exists()


# resuming


def checks(run: Run, root: Path) -> dict[str, tuple[str, str | None]]:
    told = json.loads(run("resume", "--json", "-C", root).out)
    return {each["check"]: (each["result"], each["gate"]) for each in told["checks"]}


def resolve_blocker(run: Run, root: Path) -> None:
    assert run("blocker", "resolve", "the payment provider's test account is not open yet", "-C", root).code == 0


def test_lint_says_that_git_was_not_asked_while_a_handoff_waits(run: Run, project: Path) -> None:
    asked = "Only files were checked. `cockpit resume` checks the waiting handoff against git."
    assert asked not in run("lint", "-C", project).bare.out
    assert "cockpit resume" not in run("status", "-C", project).bare.out
    assert run("handoff", "--next", "Write render_pdf()", "-C", project).code == 0
    assert run("lint", "-C", project).bare.out.splitlines()[-1] == asked
    assert "handoff   waits; `cockpit resume` checks it" in run("status", "-C", project).bare.out


def test_a_true_handoff_is_clear_and_gives_the_prompt(run: Run, project: Path) -> None:
    resolve_blocker(run, project)
    head = git(project, "rev-parse", "HEAD")
    hand_off(run, project, "--task", f"2|Number sequence|{head[:7]}|done")
    assert run("resume", "-C", project).code == 0
    said = run("resume", "prompt", "-C", project)
    assert said.code == 0
    assert said.out.startswith("<objective>\nContinue phase 2, plan 1 from task 3 of 4\nProject: Lighthouse Billing\n")
    assert f"| 2 | Number sequence | {head[:7]} | " in said.out
    assert "<next_action>\nWrite render_pdf()\n</next_action>\n" in said.out


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
        assert run(*shlex.split(way)[1:], "--dry-run").code == 0
        assert run("resume", "prompt", "-C", project).err == said.err, "nothing was waived"
    for way in ways:
        assert run(*shlex.split(way)[1:]).code == 0
    assert run("resume", "prompt", "-C", project).out.count("Waived by the person: TEXT") == len(ways) == 3
    for reason in ("", " "):
        refused = run("resume", "waive", "commit", "--reason", reason, "-C", project)
        assert (refused.code, refused.out, refused.err) == (1, "", "cockpit: A waiver needs a reason.\n")
    held = [key for key, (result, gate) in found.items() if result == "failed" and gate == "ask"]
    for key in held:
        done = run("resume", "waive", key.rstrip(":"), "--reason", "meant so", "-C", project)
        assert (done.code, done.out.startswith("Waived “"), "meant so" in done.out) == (0, True, True)
    target = tmp_path / "prompt.md"
    assert run("resume", "prompt", "--save", str(target), "-C", project).code == 0
    assert target.read_text().count("Waived by the person: meant so") == len(held)
    assert target.stat().st_mode & 0o777 == 0o600
    assert run("resume", "prompt", "--save", str(target), "-C", project).code == 1
    assert "meant so" in run("log", "-C", project).out


def test_the_ways_out_stand_below_each_line_that_holds_the_resume(
    run: Run, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_off(run, project)
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "state")
    (project / "src" / "sequence.py").unlink()
    assert run("set", "task=4", "-C", project).code == 0
    monkeypatch.chdir(tmp_path)
    there = f"cockpit -C {project} --track autopilot:.autopilot/TRANSPONDER.md"
    options = ("-C", project, "--track", "autopilot:.autopilot/TRANSPONDER.md")
    told = json.loads(run("resume", "--json", *options).out)["checks"]
    ways = {each["check"].partition(":")[0]: each["ways"] for each in told if each["result"] == "failed"}
    assert ways == {
        "position": [f"{there} set task=3", f'{there} resume waive position --reason "REASON"'],
        "file": [f"git -C {project} checkout HEAD -- src/sequence.py", f'{there} resume waive file --reason "REASON"'],
        "blocker": [
            f"{there} blocker resolve {shlex.quote(BLOCKER)}", f'{there} resume waive blocker --reason "REASON"',
        ],
    }  # fmt: skip
    assert all(each["ways"] == [] for each in told if each["result"] != "failed")
    lines = run("resume", *options).out.splitlines()
    for code, claim in (
        ("position", "The state does not match the handoff"),
        ("file", "sequence.py"),
        ("blocker", "A blocker is open"),
    ):
        first = next(number for number, line in enumerate(lines) if claim in line) + 1
        assert [line.strip() for line in lines[first : first + len(ways[code])]] == ways[code]
    done = subprocess.run(ways["file"][0], shell=True, check=False, cwd=tmp_path)
    assert (done.returncode, (project / "src" / "sequence.py").exists()) == (0, True)
    assert (
        "No check 'nosuch' to waive. These can be waived: position; blocker."
        in run("resume", "waive", "nosuch", "--reason", "x", *options).err
    )


def test_times_are_printed_as_on_the_screen(run: Run, project: Path) -> None:
    hand_off(run, project)
    (project / ".git").rename(project / "git")  # so that the plan cannot be compared
    (project / ".autopilot" / "flightplan.md").write_text("# Flight plan\nanother\n")
    os.utime(project / ".autopilot" / "flightplan.md", (4_000_000_000, 4_000_000_000))
    said = run("resume", "-C", project)
    assert "Handoff dated " in said.out
    assert ".autopilot/flightplan.md was written 2 Oct 2096, " in said.out
    assert re.findall(r"\d{4}-\d\d-\d\dT", said.out + said.err) == []


def test_a_stop_refuses_and_cannot_be_waived(run: Run, project: Path) -> None:
    resolve_blocker(run, project)
    hand_off(run, project)
    assert run("set", "cost=60", "-C", project).code == 0
    assert checks(run, project)["stop:cost"] == ("failed", "refuse")
    said = run("resume", "waive", "stop:cost", "--reason", "because", "-C", project)
    assert (said.code, said.err) == (
        1,
        ("cockpit: “cost is at stop” cannot be waived. Fix the cause.\n"),
    )


def test_waiving_is_a_persons(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_off(run, project)
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("resume", "waive", "blocker", "--reason", "because", "-C", project).code == 1
    assert run("resume", "done", "-C", project).code == 1
    assert (project / HANDOFF).exists()


def test_the_beginning_of_a_line_is_enough_where_it_is_the_only_one(run: Run, project: Path) -> None:
    hand_off(run, project)
    way = next(line for line in run("resume", "-C", project).out.splitlines() if " resume waive " in line)
    assert shlex.split(way) == ["cockpit", "-C", str(project), "resume", "waive", "blocker", "--reason", "REASON"]
    assert run("blocker", "add", "no printer", "-C", project).code == 0
    said = run("resume", "waive", "blocker", "--reason", "x", "-C", project)
    lines = "blocker:Phase 3:; blocker:Phase 2:"
    assert said.err == f"cockpit: 2 checks begin with 'blocker': {lines}. Type more of the name.\n"
    assert "Waived" in run("resume", "waive", "blocker:Phase 3", "--reason", "x", "-C", project).out


def test_in_a_terminal_with_nothing_asked_the_checklist_opens(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    monkeypatch.setattr("cockpit.cli.opening.in_terminal", lambda: True)
    monkeypatch.setattr("cockpit.cli.opening._open", lambda _path, _line, screen: opened.append(screen) or 0)
    hand_off(run, project)
    run("resume", "-C", project)
    assert opened == ["resume.check"]
    for more in ("--json", "--dry-run", "prompt", "start", "done"):
        run("resume", more, "-C", project)
        assert opened == ["resume.check"], more


def test_a_reset_before_resuming_shows_the_thresholds(run: Run, project: Path) -> None:
    """As the seed's handleResetAlertsFlag does; but nothing of it gets into a prompt or JSON."""
    assert run("set", "cost=26", "-C", project).code == 0
    hand_off(run, project)
    assert run("set", "task=4", "-C", project).code == 0
    told = [
        "Withdrew all acknowledgments (cost).",
        "All alerts will fire again when a limit is reached.",
    ]
    assert run("ack", "cost", "-C", project).code == 0
    json.loads(run("resume", "--json", "--reset-alerts", "-C", project).out)
    assert run("ack", "cost", "-C", project).code == 0
    assert "acknowledgments" not in run("resume", "prompt", "--reset-alerts", "-C", project).out
    assert run("ack", "cost", "-C", project).code == 0
    lines = run("resume", "--reset-alerts", "-C", project).out.splitlines()
    assert lines[:2] == told
    assert lines[2].split() == ["cost", "$26", "$10", "/", "$25", "/", "$50", "alert,", "the", "agent", "waits"]
    assert any(re.match(r"  failed +An alert is not acknowledged", line) for line in lines)


def test_alerts_are_reset_before_it_opens(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cockpit.cli.opening.in_terminal", lambda: True)
    monkeypatch.setattr("cockpit.cli.opening._open", lambda *_: 0)
    assert run("set", "cost=26", "-C", project).code == 0
    assert run("ack", "cost", "-C", project).code == 0
    assert run("resume", "--reset-alerts", "-C", project).code == 0
    assert checks(run, project)["alert:cost"] == ("failed", "ask")


def test_no_such_line_and_no_reason(run: Run, project: Path) -> None:
    hand_off(run, project)
    assert (
        run("resume", "waive", "nonsense", "--reason", "x", "-C", project).err
        == "cockpit: No check 'nonsense' to waive. These can be waived: blocker.\n"
    )
    assert (
        run("resume", "waive", "blocker", "--reason", " ", "-C", project).err == "cockpit: A waiver needs a reason.\n"
    )


def test_what_is_not_waived_cannot_be_taken_back(run: Run, project: Path) -> None:
    hand_off(run, project)
    run("resume", "waive", "blocker", "--reason", "later", "-C", project)
    first, second = (run("resume", "unwaive", "blocker", "-C", project).out.splitlines()[0] for _ in range(2))
    assert first == "Withdrew the waiver of “A blocker is open”."
    assert second == "Nothing to change: “A blocker is open” is not waived."


def test_it_is_archived_when_the_work_went_on(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_off(run, project)
    assert run("set", "task=4", "-C", project).code == 0
    assert (
        "The state is at task 4, but task 2.1.3 of plan 1 is open in the plan file." in run("resume", "-C", project).out
    )
    rewrite(project, ROUTE, *TICKED)
    said = run("resume", "-C", project)
    assert (
        "The work has moved past this handoff: from task 3 to 4. Archive the handoff: `cockpit resume done`."
    ) in said.bare.out
    monkeypatch.setenv("CLAUDECODE", "1")  # with evidence, an agent may too
    assert run("resume", "done", "-C", project).code == 0
    assert not (project / HANDOFF).exists()
    assert run("resume", "done", "-C", project).err == "cockpit: No handoff waits.\n"


def test_a_plan_file_that_is_gone_is_reported(run: Run, project: Path) -> None:
    """Deleted, its line has the command that brings it back; removed by a commit, that may be meant."""
    hand_off(run, project)
    run("resume", "waive", "blocker", "--reason", "later", "-C", project)
    assert run("resume", "-C", project).code == 0
    (project / ROUTE).unlink()
    said = run("resume", "-C", project)
    assert (said.code, f"restore -- {ROUTE}" in said.out) == (1, True)
    assert f"{ROUTE} was deleted. Its phases and tasks are no longer counted." in said.out
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "chore: away with it")
    said = run("resume", "-C", project)
    assert (said.code, "unknown  The plan is unchanged" in said.out) == (0, True)
    assert f"{ROUTE} was removed by " in said.out


def test_a_waiver_of_the_plan_outlives_a_tick(run: Run, project: Path) -> None:
    hand_off(run, project)
    rewrite(project, ROUTE, "## ", "## A word more: ")
    run("resume", "waive", "blocker", "--reason", "later", "-C", project)
    assert run("resume", "waive", "plan", "--reason", "fine", "-C", project).code == 0
    rewrite(project, ROUTE, *TICKED)
    told = run("resume", "-C", project).out
    assert "The plan has changed" in told
    assert "It was waived as" not in told


def test_whether_a_commit_since_holds_the_work_of_then_is_not_known(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = project / "src" / "sequence.py"
    first = table.read_text()
    table.write_text(f"{first}# one\n")
    git(project, "commit", "-q", "-a", "-m", "feat: one")
    tip = git(project, "rev-parse", "HEAD").strip()
    table.write_text(f"{first}# one\n# half\n")
    hand_off(run, project)
    git(project, "reset", "-q", "HEAD~1")
    git(project, "checkout", "-q", tip, "--", "src/sequence.py")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2040-01-29T12:00:00Z")
    git(project, "commit", "-q", "-m", "feat: one, again", "--", "src/sequence.py")
    assert (
        "src/sequence.py was changed by a later commit. Check that it contains the work."
        in run("resume", "-C", project).out
    )


def test_a_handoff_put_away_on_a_persons_word_alone_says_so(run: Run, project: Path) -> None:
    hand_off(run, project)
    run("resume", "waive", "blocker", "--reason", "later", "-C", project)
    said = run("resume", "done", "-C", project)
    unseen = "Nothing shows that the work has moved past the handoff."
    assert (said.code, said.bare.out.splitlines()[1:]) == (0, [unseen, "`cockpit undo` restores it."])
    assert run("undo", "-C", project).code == 0
    assert (project / HANDOFF).exists()


def test_a_line_that_holds_the_resume_is_named_before_the_handoff_is_archived(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_off(run, project, "--state", "see src/none.py")
    held = "; ".join(("src/none.py does not exist", "A blocker is open"))
    told = f"2 checks block resuming: {held}."
    way = f"`cockpit -C {project} resume done --force` archives the handoff anyway."
    for option in ((), ("--json",), ("--dry-run",)):
        said = run("resume", "done", *option, "-C", project)
        assert (said.code, said.out, said.err) == (1, "", f"cockpit: {told} {way}\n")
    assert (project / HANDOFF).exists()
    (project / "src" / "pdf.py").write_text("1\n")
    git(project, "add", "src/pdf.py")
    git(project, "commit", "-q", "-m", "feat: pdf")  # a commit alone does not show that it has served
    with monkeypatch.context() as patch:
        patch.setenv("CLAUDECODE", "1")
        for options in ((), ("--force",)):
            assert (
                "Only a person may do this, and cockpit runs in Claude Code. To permit it, set "
                "allow_agents = true in settings.toml."
            ) in run("resume", "done", *options, "-C", project).err
    waivers = [("file", "--reason", "never made"), ("blocker", "--reason", "not ours")]
    for waiver in waivers:
        told = run("resume", "waive", *waiver, "--dry-run", "-C", project).out.splitlines()
        assert told[-1].startswith("After that: Waived")
    assert run("resume", "done", "--dry-run", "-C", project).code == 1  # the waivers were not given
    assert json.loads(run("resume", "done", "--force", "--json", "-C", project).out)["done"].startswith("Archived")
    assert run("undo", "-C", project).code == 0
    for waiver in waivers:
        assert "Waived" in run("resume", "waive", *waiver, "-C", project).out
    assert run("resume", "-C", project).out.splitlines()[-1].startswith("No check blocks resuming")
    assert "Archived the handoff: " in run("resume", "done", "-C", project).out


def test_a_commit_that_the_handoff_names_did_not_come_after_it(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the machine that committed it was ahead."""
    resolve_blocker(run, project)
    (project / "src" / "pdf.py").write_text("1\n")
    git(project, "add", "src/pdf.py")
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_DATE", "2096-01-29T09:00:00Z")
    git(project, "commit", "-q", "-m", "feat: pdf")
    made = git(project, "rev-parse", "HEAD")[:7]
    hand_off(run, project, "--task", f"3|Render the PDF|{made}|in_progress")
    said = run("resume", "-C", project)
    assert (said.code, "came after it" in said.out, "work is past" in said.out) == (0, False, False)


def test_without_a_handoff_the_state_is_the_prompt(run: Run, project: Path) -> None:
    resolve_blocker(run, project)
    said = run("resume", "prompt", "-C", project)
    assert said.code == 0
    assert said.out.startswith("<objective>\nContinue phase 2, plan 1 from task 3")
    assert "No handoff waits. Next: Continue or checkpoint: /autopilot:cockpit." in run("resume", "-C", project).out


BAD = {
    "no frontmatter": b"## Current State\nhere\n\n## Next Action\ngo\n",
    "wrong types": b"---\nphase: [1, 2]\ntask: {a: 1}\ncreated: yes\n---\n\n## Next Action\ngo\n",
    "the agent's form": b"<objective>\nContinue phase 2, plan 1 from task 3 of 4\n</objective>\n\n"
    b"<completed_tasks>\n| Task | Name | Commit | Files |\n| --- | --- | --- | --- |\n| 1 | a | HEAD~1 | ../x |\n"
    b"</completed_tasks>\n\n<next_action>\ngo\n</next_action>\n",
    "half-written": b"---\nphase: 2\nplan: 1\ntas",
    "a task beyond the plan": b"---\nphase: 2\nplan: 1\ntask: 9\ntotal_tasks: 4\n---\n\n## Next Action\ngo\n",
    "no next action": b"---\nphase: 2\nplan: 1\ntask: 3\ntotal_tasks: 4\n---\n\n## Current State\nhere\n",
    "an option as commit": b"---\nphase: 2\n---\n\n## Completed Work\n| Task | Name | Commit | Status |\n"
    b"|---|---|---|---|\n| 1 | a | --output=x | done |\n| 2 | b | -1 | done |\n\n## Next Action\ngo\n",
    "controls": b"---\nphase: 2\n---\n\n## Next Action\n\x1b]0;title\x07 [@click=app.quit]x\n",
}


def test_what_lies_before_a_shallow_clone_is_unknown(run: Run, project: Path, tmp_path: Path) -> None:
    first = git(project, "rev-parse", "HEAD")[:7]
    (project / "src" / "pdf.py").write_text("1\n")
    hand_off(run, project, "--task", f"2|Number sequence|{first}|done")
    git(project, "add", "-A")
    git(project, "commit", "-q", "-m", "all")
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "-q", "--depth", "1", project.as_uri(), str(shallow))
    told = json.loads(run("resume", "--json", "-C", shallow).out)
    found = next(each for each in told["checks"] if each["check"] == f"commit:{first}")
    assert (found["result"], found["gate"]) == ("unknown", None)
    assert found["evidence"] == ["The clone is shallow; its history may not reach back to the commit."]


def test_without_git_on_the_machine(run: Run, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_off(run, project)
    monkeypatch.setenv("PATH", str(tmp_path))
    told = json.loads(run("resume", "--json", "-C", project).out)
    assert ["Git is not installed."] in [each["evidence"] for each in told["checks"] if each["result"] == "unknown"]


NAMING_COMMITS = ("the agent's form", "an option as commit", "half-written")
"""Those of which a repository is asked more than of any, and one that says hardly anything."""


@pytest.mark.parametrize("repository", ["main", "none", "detached", "unborn"])
def test_any_handoff_on_any_repository_is_checked(run: Run, project: Path, repository: str) -> None:
    if repository in ("none", "unborn"):
        subprocess.run(["rm", "-rf", ".git"], cwd=project, check=True)
    if repository == "unborn":
        git(project, "init", "-q", "-b", "main")
    if repository == "detached":
        git(project, "checkout", "-q", "--detach")
    for bad in BAD if repository == "main" else NAMING_COMMITS:
        (project / HANDOFF).write_bytes(BAD[bad])
        said = run("resume", "-C", project)
        assert (said.code in (0, 1), said.err, "\x1b" in said.out) == (True, "", False), bad
        assert not (project / "x").exists(), bad
        found = checks(run, project)
        if repository == "none":
            assert found["tree:"][0] == "unknown", bad
        if bad == "a task beyond the plan":
            assert found["task:"][0] == "failed"
        if bad == "no next action":
            assert found["next-action:"][0] == "failed"
        if bad == "the agent's form" and repository == "main":
            assert found["commit:HEAD~1"] == ("failed", "ask")
            assert found["file:../x"] == ("unknown", None)


def test_a_handoff_over_one_of_an_older_layout_causes_no_finding(run: Run, tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/flight-waypoint"), tmp_path / "project"))
    assert run("track", "convert", "-C", root).code == 0
    for step in ("Go on", "Then this"):
        assert run("handoff", "--next", step, "--existing", "archive", "-C", root).code == 0
    assert "continuity-position" not in run("lint", "-C", root).out
