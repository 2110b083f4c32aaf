"""What the program offers is carried out when it is typed: completions, ways out, commands in sentences."""

import json
import re
import shutil
from pathlib import Path
from shlex import split

import pytest

from cockpit.cli.resume import short_name
from cockpit.model.checklist import Check
from cockpit.storage.reading import disk_files
from cockpit.wording.messages import plain
from tests.cases import case_project
from tests.cli.conftest import TRANSPONDER, Offered, Run, copied, reading, write_project
from tests.support.repositories import begin
from tests.support.repositories import run as git

TICKED = re.compile(r"`cockpit ([^`]+)`")


def fixture(tmp_path: Path, name: str, **changes: str) -> Path:
    """A fixture; each change is in one of its files."""
    root = copied(name, tmp_path)
    for old, new in changes.items():
        path = next(each for each in sorted(root.rglob("*.*")) if each.is_file() and old in each.read_text("utf-8"))
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    return root


def varied(tmp_path: Path, name: str, old: str, new: str) -> Path:
    return fixture(tmp_path, name, **{old: new})


@pytest.mark.parametrize("name", ["maestro/contradictory", "codewalk/damaged"])
def test_the_shell_completes_what_would_be_carried_out(
    run: Run, offered: Offered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Also where a file is damaged, or phases share an id, or wait for others."""
    monkeypatch.setattr(disk_files, "SETTLING_SECONDS", 0.0)  # no file is being written
    root = fixture(tmp_path, name)
    begun = [("set", "status="), *(("phase", move, "") for move in ("start", "fail", "retry", "skip"))]
    for words in begun:
        for word in offered("-C", root, *words):
            told = run(*words[:-1], word, "-C", root, "--dry-run")
            assert told.code == 0, (words, word, told.err)


def test_a_new_blocker_is_identified_first(run: Run, tmp_path: Path) -> None:
    root = varied(tmp_path, "codewalk/blocked", "status: active", "status: new")
    checks = json.loads(run("resume", "--json", "-C", root).out)["checks"]
    ways = next(check["ways"] for check in checks if check["check"] == "blocker:block-001")
    assert ways[0].endswith("blocker confirm block-001")
    refused = run("blocker", "resolve", "block-001", "-C", root)
    (named,) = TICKED.findall(refused.err)
    assert run(*split(named), "-C", root).code == 0
    assert run("blocker", "resolve", "block-001", "-C", root).code == 0


@pytest.mark.parametrize("name", ["codewalk/sparse", "autopilot/seed-thresholds"])
def test_work_that_is_blocked_or_failed_without_a_word_why_is_not_resumed(run: Run, tmp_path: Path, name: str) -> None:
    old, new = {"codewalk/sparse": ("pending", "blocked"), "autopilot/seed-thresholds": ("In progress", "Blocked")}[
        name
    ]
    root = varied(tmp_path, name, old, new)
    told = json.loads(run("resume", "--json", "-C", root).out)
    (line,) = [check for check in told["checks"] if check["check"] == "status:"]
    assert not told["clear"]
    assert line["result"] == "failed"
    way, *_ = line["ways"]
    assert run(*split(way)[1:]).code == 0
    after = json.loads(run("resume", "--json", "-C", root).out)
    assert not [check for check in after["checks"] if check["check"] == "status:"]


def test_the_tasks_of_a_phase_that_is_entered_are_counted(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "codewalk/healthy")
    before = {each["code"] for each in json.loads(run("lint", "--json", "-C", root).out)}
    assert run("phase", "start", "3", "-C", root).code == 0
    after = {each["code"] for each in json.loads(run("lint", "--json", "-C", root).out)}
    assert after - {"phase-left-open"} <= before


def test_the_first_task_of_a_project_without_a_count_is_no_contradiction(run: Run, tmp_path: Path) -> None:
    assert run("init", "codewalk", "--title", "Harbour", "-C", tmp_path).code == 0
    assert run("done", "task", "-C", tmp_path).code == 0
    assert json.loads(run("lint", "--json", "-C", tmp_path).out) == []


def test_a_dry_run_refuses_an_agent_what_the_run_does(run: Run, tmp_path: Path, by_agent: Run) -> None:
    root = fixture(tmp_path, "codewalk/healthy")
    assert run("decision", "add", "Two decks", "-C", root).code == 0
    for verb in ("undo", "redo"):
        assert by_agent(verb, "-C", root, "--dry-run").err == by_agent(verb, "-C", root).err != ""
        assert run(verb, "-C", root).code == 0


@pytest.mark.parametrize(
    ("first", "then"),
    [("block-001", "in_progress"), ("block-002", "blocked"), ("block-001 bypassed", "blocked")],
)
def test_the_status_is_blocked_no_longer_once_nothing_holds_the_present_work(
    run: Run, tmp_path: Path, first: str, then: str
) -> None:
    """block-002 is about phase 2, the work is at phase 1; a bypassed one held nothing."""
    identity, _, bypassed = first.partition(" ")
    change = ("status: active", "status: bypassed") if bypassed else ("None", "None")
    root = fixture(tmp_path, "codewalk/blocked")
    state = root / "STATE.md"
    state.write_text(state.read_text("utf-8").replace(*change, 1), "utf-8")
    assert run("blocker", "resolve", identity, "-C", root).code == 0
    (now,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert now["position"]["status"] == then
    held = [each["check"] for each in json.loads(run("resume", "--json", "-C", root).out)["checks"] if each["ways"]]
    assert held == ([] if then == "in_progress" else ["status:"] if bypassed else ["blocker:block-001"])


def test_what_cannot_be_written_again_is_not_offered_to_be(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "autopilot/seed-thresholds")
    handoff = root / ".autopilot/holding-pattern.md"
    handoff.unlink()
    begin(root)
    for words in (("add", "-A"), ("commit", "-qm", "x")):
        git(root, *words)
    assert run("handoff", "--next", "Go on", "-C", root).code == 0
    handoff.write_text(handoff.read_text() + "- The agent looked at it\n")
    git(root, "checkout", "-q", ".")
    (found,) = [each for each in json.loads(run("lint", "--json", "-C", root).out) if each["code"] == "taken-back"]
    assert "redo 1`" not in found["hint"]
    assert "redo dismiss 1`" in found["hint"]
    assert run("redo", "1", "-C", root).out.startswith("Restored: ")
    (found,) = [each for each in json.loads(run("lint", "--json", "-C", root).out) if each["code"] == "taken-back"]
    assert run(*split(TICKED.findall(found["hint"])[0]), "-C", root).code == 0
    assert "taken-back" not in run("lint", "-C", root).out


def test_an_agent_does_not_take_back_a_failure_that_it_recorded(run: Run, tmp_path: Path, by_agent: Run) -> None:
    root = fixture(tmp_path, "autodev/nested")
    assert by_agent("phase", "fail", "--note", "No data", "-C", root).code == 0
    assert by_agent("check", "-C", root).code == 30
    for words in (("undo",), ("undo", "--dry-run")):
        assert by_agent(*words, "-C", root).code == 1
    assert by_agent("check", "-C", root).code == 30


def test_a_way_that_would_only_bring_up_another_question_is_none(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "autodev/failed")
    state = root / "_docs/_autopilot_state.md"
    lines = state.read_text().split("\n")
    lines[4], lines[8] = lines[4].replace("2", "6"), lines[8].replace("3", "1")
    state.write_text("\n".join(lines))
    for words in (("phase", "start", "5"), ("handoff", "--next", "Go on"), ("answer", "1")):
        assert run(*words, "-C", root).code == 0, words
    told = json.loads(run("resume", "--json", "-C", root).out)
    (line,) = [check for check in told["checks"] if check["check"].startswith("position")]
    assert line["result"] == "failed"
    assert not [way for way in line["ways"] if "set phase" in way]


@pytest.mark.parametrize(
    ("changed", "words", "ways"),
    [
        (("autodev/fraction", "not_started", "in_progress"), "done plan", ["done phase"]),
        (("autodev/fraction", "not_started", "not_started"), "done plan", ["set status=in_progress"]),
        (("autodev/failed", "failed", "failed"), "done plan", ["phase reset", "phase skip 2"]),
        (("autodev/done", "done", "done"), "set plan=2", ["set phase=STEP"]),
        (("codewalk/blocked", "plan: 1", "plan: 1"), "done plan", ["done phase"]),
        (("codewalk/blocked", "phases_completed: 0", "phases_completed: 2"), "done plan", []),
        (("codewalk/blocked", "phase_completed: 1", "phase_completed: 2"), "done task", ["done phase"]),
    ],
)
def test_a_refusal_names_ways_that_are_carried_out(
    run: Run, tmp_path: Path, changed: tuple[str, str, str], words: str, ways: list[str]
) -> None:
    root = varied(tmp_path, *changed)
    refused = run(*words.split(), "-C", root)
    assert refused.code == 1
    assert [each.removeprefix(f"-C {root} ") for each in TICKED.findall(refused.err)] == ways
    for way in (each for each in ways if "STEP" not in each):
        assert run(*way.split(), "--dry-run", "-C", root).code == 0, way


def test_a_phase_that_cannot_be_completed_is_not_named_as_what_follows_its_last_task(run: Run, tmp_path: Path) -> None:
    """Its tasks are done, but it is the last one, and others before it are not completed."""
    changes = {"  phase: 2": "  phase: 3", "phase_completed: 2": "phase_completed: 3"}
    root = fixture(tmp_path, "codewalk/healthy", **changes)
    told = run("done", "-C", root)
    assert told.code == 0
    assert "All tasks are done. No phase follows phase 3, but only 1 of 3 is completed." in told.out
    assert TICKED.findall(told.out) == [f"-C {root} set phase=N"]


def test_a_handoff_from_a_state_that_names_no_place_says_what_it_lacks(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "autopilot/template")
    lacks = "The handoff names no phase, plan or task."
    assert lacks in run("handoff", "--existing", "archive", "--next", "Go on", "-C", root).out
    assert lacks in run("lint", "-C", root).out
    there = fixture(tmp_path, "autopilot/seed-thresholds")
    assert lacks not in run("handoff", "--next", "Go on", "-C", there).out


@pytest.mark.parametrize(
    ("name", "words", "told"),
    [
        ("codewalk/healthy", "set task=Painting", "2-1-PLAN.md has no task “Painting”."),
        (
            "maestro/healthy",
            "phase start 6 --force",
            "3 phases are in progress at once, but not all are parallel: 3, 4 and 6.",
        ),
    ],
)
def test_a_verb_tells_what_it_makes_the_files_contradict(
    run: Run, tmp_path: Path, name: str, words: str, told: str
) -> None:
    root = fixture(tmp_path, name)
    assert told not in run("lint", "-C", root).out
    assert told in run(*words.split(), "-C", root).out
    assert told in run("lint", "-C", root).out


@pytest.mark.parametrize("given", ["1", "1 — Anchors"])
def test_a_position_is_not_left_with_the_name_of_another_phase(run: Run, tmp_path: Path, given: str) -> None:
    root = fixture(tmp_path, "codewalk/blocked")
    assert run("set", "phase=2", "-C", root).code == 0
    assert run("set", f"phase={given}", "-C", root).code == 0
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert track["position"]["phase"] == {**track["position"]["phase"], "id": "1", "name": "Anchors"}
    refused = run("set", "phase=9", "-C", root)
    assert "`cockpit -C" in refused.err
    assert "set phases=9 phase=9`" in refused.err
    assert run("set", "phases=9", "phase=9", "-C", root).code == 0
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert (track["position"]["phase"]["id"], track["position"]["phase"]["total"]) == ("9", 9)


def test_an_alert_names_the_places_that_disagree(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "autopilot/seed-thresholds")
    run("set", "cost=27.40", "-C", root)
    path = root / ".autopilot/state/thresholds.json"
    path.write_text(path.read_text("utf-8").replace('"cost": 27.40', '"cost": 3'), "utf-8")
    run("unack", "cost", "-C", root)
    assert "the files say $3 (thresholds.json) and $27.40 (TRANSPONDER.md)" in run("status", "-C", root).out
    assert "Set the same value in every place with `cockpit set cost=VALUE`." in run("lint", "-C", root).bare.out


def test_a_hint_names_the_track_among_several_also_in_the_json(run: Run, tmp_path: Path) -> None:
    shutil.copytree(case_project("autopilot/seed-thresholds"), tmp_path, dirs_exist_ok=True)
    shutil.copytree(case_project("maestro/healthy"), tmp_path, dirs_exist_ok=True)
    path = tmp_path / ".autopilot/state/thresholds.json"
    path.write_text(path.read_text("utf-8").replace("26.50", "9.00"), "utf-8")
    tracks = json.loads(run("status", "--json", "-C", tmp_path).out)["tracks"]
    hints = [each["hint"] for track in tracks for each in track["findings"] if each["code"] == "values-disagree"]
    assert hints == [each["hint"] for each in json.loads(run("lint", "--json", "-C", tmp_path).out)
                     if each["code"] == "values-disagree"]  # fmt: skip
    assert [TICKED.findall(each) for each in hints] == [
        [f"-C {tmp_path} --track autopilot:.autopilot/TRANSPONDER.md set cost=VALUE"]
    ]


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


def autodev(folder: Path, *, step: str = "3", name: str = "Plan", status: str = "failed", count: int = 3) -> Path:
    (folder / "_docs").mkdir(parents=True)
    text = AUTODEV.format(step=step, name=name, status=status, count=count)
    (folder / "_docs/_autopilot_state.md").write_text(text)
    return folder


def checks(run: Run, *place: object) -> dict[str, list[str]]:
    """The lines that hold the resume, and the ways out of each."""
    told = json.loads(run("resume", "--json", *map(str, place)).out)["checks"]
    return {each["check"]: each["ways"] for each in told if each["result"] == "failed"}


@pytest.mark.parametrize(
    ("at", "to", "offered"),
    [
        (("2", "Research", "completed"), "failed", "set status=in_progress"),
        (("2", "Research", "in_progress"), "failed", "phase fail"),
        (("29", "Paint", "in_progress"), "skipped", "set phase=STEP"),
        (("2", "Research", "in_progress"), "skipped", "phase skip STEP"),
    ],
)
def test_a_status_that_is_no_move_names_what_can_be_done_from_here(
    run: Run, tmp_path: Path, at: tuple[str, str, str], to: str, offered: str
) -> None:
    step, name, status = at
    autodev(tmp_path, step=step, name=name, status=status, count=0)
    refused = run("set", f"status={to}", "-C", tmp_path)
    (command,) = TICKED.findall(refused.err.replace(f" -C {tmp_path}", ""))
    assert (refused.code, command) == (1, offered)
    done = run(*split(command.replace("STEP", "2" if "skip" in command else "3")), "-C", tmp_path)
    assert done.code == 0


def test_no_waiver_is_offered_for_a_mark_that_a_damaged_file_cannot_take(run: Run, tmp_path: Path) -> None:
    root = fixture(tmp_path, "maestro/cut")
    refused = run("resume", "start", "-C", root)
    assert (refused.code, TICKED.findall(refused.err)) == (1, [])
    assert (
        "docs/maestro/state/active-session.md:18 cannot be parsed (part of the frontmatter is missing from the file "
        "here. The rest was read). Fix the file first." in refused.err
    )
    waived = run("resume", "waive", "readable", "--reason", "known", "-C", root)
    assert waived.code == 0
    again = run("resume", "start", "-C", root)
    assert (again.code, again.out, again.err) == (1, "", refused.err)
    assert "readable:" in checks(run, "-C", root), "no waiver was given"


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
        ("Blocked", "In progress", "blocked"),
        ("In progress", "Gliding", "unknown"),
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


# The name of a line of the checklist, as a person types it

ONE, OTHER = "abc1234" + "0" * 33, "abc1234" + "0" * 32 + "1"


def check(code: str, subject: str = "") -> Check:
    return Check(code=code, subject=subject, claim=plain("so"), result="failed")


@pytest.mark.parametrize(
    ("subjects", "names"),
    [
        (("commit:" + ONE,), ["commit"]),
        (("commit:" + ONE, "commit:" + OTHER), ["commit:" + ONE, "commit:" + OTHER]),
        (("plan:", "plan:a b.md"), ["plan", "plan:a"]),
        (("file:a", "file:b c", "file:b d"), ["file:a", "file:b c", "file:b d"]),
    ],
)
def test_as_few_words_as_tell_it_from_the_others(subjects: tuple[str, ...], names: list[str]) -> None:
    known = [check(*each.split(":", 1)) for each in subjects]
    assert [short_name(each, known) for each in known] == names
