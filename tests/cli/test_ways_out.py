"""What is printed as a way out leads somewhere: it names its track, can be typed, and is legal as things stand."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cases import case_project
from tests.cli.conftest import TRANSPONDER, Run, reading, write_project

COMMAND = re.compile(r"`(cockpit [^`]+)`")
STATE = ".planning/STATE.md"
CODEWALK = """\
initiative: init-abc123
title: User Authentication
position:
  phase: 2
  task: Weld
  status: {status}
progress:
  phases_total: 4
  phases_completed: 1
blockers: {blockers}
"""
AUTODEV = """\
# Autopilot State

## Current Step
flow: greenfield
step: {step}
name: {name}
status: {status}
retry_count: {count}

## Key Decisions
- Python
"""


def blocker(status: str, affects: str = "Phase 2: JWT") -> str:
    return f'\n  - id: block-001\n    status: {status}\n    description: Need keys\n    affects: ["{affects}"]'


def codewalk(folder: Path, *, status: str = "in_progress", blockers: str = "[]") -> Path:
    (folder / ".planning").mkdir(parents=True)
    (folder / STATE).write_text(CODEWALK.format(status=status, blockers=blockers))
    return folder


def autodev(folder: Path, *, step: str = "3", name: str = "Plan", status: str = "failed", count: int = 3) -> Path:
    (folder / "_docs").mkdir(parents=True)
    text = AUTODEV.format(step=step, name=name, status=status, count=count)
    (folder / "_docs/_autopilot_state.md").write_text(text)
    return folder


def checks(run: Run, *place: object) -> dict[str, list[str]]:
    """The lines that hold the resume, and the ways out of each."""
    told = json.loads(run("resume", "--json", *map(str, place)).out)["checks"]
    return {each["check"]: each["ways"] for each in told if each["result"] == "failed"}


@pytest.mark.parametrize("status", ["blocked", "failed"])
def test_a_status_that_says_so_holds_the_resume_and_has_a_way_on(run: Run, tmp_path: Path, status: str) -> None:
    codewalk(tmp_path, status=status)
    held = checks(run, "-C", tmp_path)
    assert [*held] == ["status:"]
    assert run(*shlex.split(held["status:"][0])[1:]).code == 0
    assert run("resume", "-C", tmp_path).code == 0


def test_a_blocker_of_a_later_phase_alone_does_not_say_why_the_status_is_blocked(run: Run, tmp_path: Path) -> None:
    codewalk(tmp_path, status="blocked", blockers=blocker("active", "Phase 3: OAuth"))
    assert [*checks(run, "-C", tmp_path)] == ["status:"]


def test_a_blocked_status_without_a_blocker_holds_who_asks_for_blockers(run: Run, tmp_path: Path) -> None:
    write_project(tmp_path, TRANSPONDER.replace("In progress", "Blocked"), "{}")
    assert run("resume", "-C", tmp_path).code == 1
    assert run("check", "--blockers", "-C", tmp_path).code == 20
    assert run("check", "-C", tmp_path).code == 0


def test_a_reported_blocker_is_identified_before_it_is_resolved(run: Run, tmp_path: Path) -> None:
    codewalk(tmp_path, blockers=blocker("new"))
    for verb in ("confirm", "resolve"):
        way = shlex.split(checks(run, "-C", tmp_path)["blocker:block-001"][0])
        assert verb in way
        assert run(*way[1:]).code == 0
    assert checks(run, "-C", tmp_path) == {}


def test_the_refusal_of_a_reported_blocker_names_what_comes_first(run: Run, tmp_path: Path) -> None:
    codewalk(tmp_path, blockers=blocker("new"))
    refused = run("blocker", "resolve", "block-001", "-C", tmp_path)
    (command,) = COMMAND.findall(refused.err)
    assert run(*shlex.split(command)[1:]).code == 0


def test_no_waiver_is_offered_for_a_mark_that_the_system_has_not(run: Run, root: Path) -> None:
    state = root / ".autopilot/TRANSPONDER.md"
    state.write_text(TRANSPONDER.replace("- None", "- Phase 3: need keys"))
    refused = run("resume", "start", "-C", root)
    assert (refused.code, "resume waive" in refused.err) == (1, False)
    assert run("resume", "waive", "blocker", "--reason", "known", "-C", root).code == 0
    assert run("resume", "start", "-C", root).code == 1, "the waiver does not help"


@pytest.mark.parametrize(
    ("at", "to", "offered"),
    [
        (("2", "Research", "completed"), "failed", "cockpit set status=in_progress"),
        (("2", "Research", "in_progress"), "failed", "cockpit phase fail"),
        (("29", "Paint", "in_progress"), "failed", "cockpit phase fail"),
        (("29", "Paint", "in_progress"), "skipped", "cockpit set phase=STEP"),
        (("2", "Research", "in_progress"), "skipped", "cockpit phase skip STEP"),
    ],
)
def test_a_status_that_is_no_move_names_what_can_be_done_from_here(
    run: Run, tmp_path: Path, at: tuple[str, str, str], to: str, offered: str
) -> None:
    step, name, status = at
    autodev(tmp_path, step=step, name=name, status=status, count=0)
    refused = run("set", f"status={to}", "-C", tmp_path)
    (command,) = COMMAND.findall(refused.err.replace(f" -C {tmp_path}", ""))
    assert (refused.code, command) == (1, offered)
    done = run(*shlex.split(command.replace("STEP", "2" if "skip" in command else "3"))[1:], "-C", tmp_path)
    assert done.code == 0


def test_no_waiver_is_offered_for_a_mark_that_a_damaged_file_cannot_take(run: Run, tmp_path: Path) -> None:
    shutil.copytree(case_project("maestro/cut"), tmp_path, dirs_exist_ok=True)
    refused = run("resume", "start", "-C", tmp_path)
    assert (refused.code, COMMAND.findall(refused.err)) == (1, [])
    assert (
        "docs/maestro/state/active-session.md:18 cannot be parsed (part of the frontmatter is missing from the file "
        "here. The rest was read). Fix the file first." in refused.err
    )
    waived = run("resume", "waive", "readable", "--reason", "known", "-C", tmp_path)
    assert waived.code == 0
    again = run("resume", "start", "-C", tmp_path)
    assert (again.code, again.out, again.err) == (1, "", refused.err)
    assert "readable:" in checks(run, "-C", tmp_path), "no waiver was given"


def test_the_handoff_of_a_flow_that_is_done_lacks_nothing(run: Run, tmp_path: Path) -> None:
    autodev(tmp_path, step="done", name="done", status="completed", count=0)
    assert run("handoff", "--next", "Look at it", "-C", tmp_path).code == 0
    assert "handoff-incomplete" not in run("lint", "-C", tmp_path).out


def beside_each_other(root: Path) -> str:
    """Two tracks; the key of the one whose retries are used up."""
    write_project(root)
    autodev(root)
    return "autodev:_docs/_autopilot_state.md"


@pytest.mark.parametrize("line", [["lint"], ["status"]], ids=" ".join)
def test_of_several_tracks_each_command_names_its_own(
    run: Run, tmp_path: Path, line: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = beside_each_other(tmp_path)
    monkeypatch.chdir(tmp_path)
    told = [each for each in COMMAND.findall(run(*line).out) if "cockpit lint" not in each]
    assert told
    assert all(shlex.split(each)[1:3] == ["--track", key] for each in told)


def test_what_a_refusal_names_can_be_typed_where_the_person_is(run: Run, tmp_path: Path) -> None:
    key = beside_each_other(tmp_path)
    refused = run("phase", "retry", "-C", tmp_path, "--track", key)
    first, *_ = COMMAND.findall(refused.err)
    assert refused.code == 1
    assert run(*shlex.split(first)[1:]).code == 0
    assert run("check", "-C", tmp_path, "--track", key).code == 0


def test_a_resume_that_found_its_track_names_it_in_its_ways(run: Run, tmp_path: Path) -> None:
    """Another verb may not find the same one."""
    write_project(tmp_path, TRANSPONDER.replace("In progress", "Project complete"), "{}")
    autodev(tmp_path)
    ways = [way for each in checks(run, "-C", tmp_path).values() for way in each]
    assert ways
    assert all("--track autodev:_docs/_autopilot_state.md" in way for way in ways)


def test_two_rows_of_one_metric_are_a_finding_whose_command_settles_it(run: Run, root: Path) -> None:
    rows = "".join(f"| Cost | ${value} | $10 | $25 | $50 | OK |\n" for value in (6, 12))
    table = (
        f"## Thresholds\n\n| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|\n{rows}\n"
    )
    state = root / ".autopilot/TRANSPONDER.md"
    state.write_text(TRANSPONDER.replace("## Session", f"{table}## Session"))
    (root / ".autopilot/state/thresholds.json").unlink()
    (found,) = [each for each in json.loads(run("lint", "--json", "-C", root).out) if each["code"] == "values-disagree"]
    (command,) = COMMAND.findall(found["hint"])
    assert run(*shlex.split(command.replace("VALUE", "12"))[1:]).code == 0
    assert "values-disagree" not in run("lint", "-C", root).out


def test_a_handoff_of_a_time_to_come_proves_no_age(run: Run, root: Path) -> None:
    made = run("handoff", "--next", "Go", "-C", root)
    assert made.code == 0
    handoff = root / ".autopilot/holding-pattern.md"
    handoff.write_text(re.sub(r"created: .*", "created: 2999-01-01T00:00:00Z", handoff.read_text()))
    told = json.loads(run("resume", "--json", "-C", root).out)["checks"]
    assert [each["result"] for each in told if each["check"] == "age:"] == ["unknown"]


TIME = """\
## Thresholds

| Metric | Current | Warning | Alert | Stop | Status |
|--------|---------|---------|-------|------|--------|
| Cost | $5 | $10 | $25 | $50 | OK |
| Time | 65 min | 30 min | 60 min | 65 min | Alert |

## Accumulated Context
"""


def test_a_metric_that_no_rule_knows_is_ended_in_its_line(run: Run, tmp_path: Path) -> None:
    text = TRANSPONDER.replace("## Accumulated Context\n", TIME)
    root = write_project(tmp_path / "p", text, thresholds=reading(cost=5, context=12))
    state = root / ".autopilot/TRANSPONDER.md"
    row = "| Time | 65 min | 30 min | 60 min | 65 min | Alert |"
    place = f"TRANSPONDER.md:{text.splitlines().index(row) + 1}"
    assert run("check", "-C", root).code == 20
    status = run("status", "-C", root).out
    assert (row in status, place in status, "until you acknowledge" in status) == (True, True, False)
    for words in (("ack", "thresholds"), ("set", "thresholds=10"), ("limit", "thresholds.stop=9000")):
        refused = run(*words, "-C", root)
        assert (refused.code, place in refused.err) == (1, True), words
    assert place in run("resume", "-C", root).out
    state.write_text(text.replace(f"{row}\n", ""))
    assert run("check", "-C", root).code == 0


@pytest.mark.parametrize(
    ("first", "second", "status"),
    [
        ("In progress", "Blocked", "blocked"),
        ("Blocked", "In progress", "blocked"),
        ("Project complete", "In progress", "in_progress"),
        ("In progress", "Gliding", "unknown"),
        ("In progress", "Ready to plan", "in_progress"),
    ],
)
def test_of_two_statuses_the_worse_one_counts_until_one_is_given(
    run: Run, tmp_path: Path, first: str, second: str, status: str
) -> None:
    text = TRANSPONDER.replace("| Status | In progress |", f"| Status | {first} |\n| Status | {second} |")
    root = write_project(tmp_path / "p", text, thresholds=reading(cost=5, context=12))

    def stands() -> str:
        told: str = json.loads(run("status", "--json", "-C", root).out)["tracks"][0]["position"]["status"]
        return told

    code = 20 if status in ("blocked", "unknown") else 0
    assert (stands(), run("check", "--blockers", "-C", root).code) == (status, code)
    if status == "blocked":
        assert "  blocked  " in run("status", "-C", root).out
        assert run("set", "status=in_progress", "-C", root).code == 0
        assert (stands(), run("check", "--blockers", "-C", root).code) == ("in_progress", 0)


def test_of_two_statuses_of_a_step_the_worse_one_counts(run: Run, tmp_path: Path) -> None:
    root = autodev(tmp_path, status="in_progress\nstatus: failed", count=1)
    assert json.loads(run("status", "--json", "-C", root).out)["tracks"][0]["position"]["status"] == "failed"
    assert run("set", "status=in_progress", "-C", root).code == 0
    assert json.loads(run("status", "--json", "-C", root).out)["tracks"][0]["position"]["status"] == "in_progress"
