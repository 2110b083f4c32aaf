"""What is printed as a way out leads somewhere: it names its track, can be typed, and is legal as things stand."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

from cockpit.cli.resume import short_name
from cockpit.model.checklist import Check
from cockpit.wording.messages import plain
from tests.cases import case_project
from tests.cli.conftest import TRANSPONDER, Run, reading, write_project

COMMAND = re.compile(r"`(cockpit [^`]+)`")
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
