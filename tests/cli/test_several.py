"""Several values in one command: one change, one entry of the log and one undo, all of them or none."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, contents, copied


def entries(run: Run, root: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run("log", "--json", "-C", root).out)
    return found


SETS = [
    ("autopilot/seed-thresholds", ["cost=27.40", "errors=2", "status=blocked", "next=Call the bank"]),
    ("maestro/healthy", ["phase=6", "status=completed"]),
    ("autodev/healthy", ["plan=3", "status=blocked"]),
    ("codewalk/healthy", ["phase=1", "plan=1", "task=Anchor", "wave=2", "status=in_progress"]),
]


@pytest.mark.parametrize(("name", "values"), SETS, ids=[f"{name} {' '.join(values)}" for name, values in SETS])
def test_set_is_one_change(run: Run, tmp_path: Path, name: str, values: list[str]) -> None:
    root = copied(name, tmp_path)
    before = contents(root)
    dry = run("set", *values, "--dry-run", "-C", root)
    if dry.code:  # what one of them refuses alone, all of them together refuse
        assert any(run("set", value, "--dry-run", "-C", root).code for value in values), dry.err
        assert run("set", *values, "-C", root).code == dry.code
        assert contents(root) == before
        return
    assert contents(root) == before
    done = run("set", *values, "-C", root)
    assert (done.code, done.err) == (0, "")
    (entry,) = entries(run, root)
    assert entry["entry"] == 1
    assert contents(root) != before
    assert run("undo", "-C", root).code == 0
    assert contents(root) == before
    assert run("redo", "-C", root).code == 0
    assert contents(root) != before


def test_none_is_set_where_one_is_refused(run: Run, root: Path) -> None:
    before = contents(root)
    for values in (["cost=3", "mood=4"], ["status=blocked", "cost=-1"], ["cost=3", "phase=99"]):
        done = run("set", *values, "-C", root)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        assert contents(root) == before
    assert entries(run, root) == []


def test_a_key_is_given_once(run: Run, root: Path) -> None:
    done = run("set", "cost=3", "Cost=4", "-C", root)
    assert (done.code, done.err) == (2, "cockpit: A key is given twice. Give each key once.\n")


def test_what_another_program_took_back_is_written_again_whole(run: Run, root: Path) -> None:
    before = contents(root)
    assert run("set", "cost=3", "context=10", "task=3", "-C", root).code == 0
    for path, data in before.items():
        (root / path).write_bytes(data)
    assert run("todo", "add", "Later", "-C", root).code == 0
    assert run("redo", "taken-back", "-C", root).code == 0
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    values = {each["metric"]: each["value"] for each in track["thresholds"]}
    assert (values["cost"], values["context"], track["position"]["task"]["id"]) == (3, 10, "3")


def test_several_limits_and_kinds_of_files_are_one_change_too(run: Run, root: Path, tmp_path: Path) -> None:
    before = contents(root)
    assert run("limit", "cost.alert=30", "cost.stop=60", "-C", root).code == 0
    assert len(entries(run, root)) == 1
    assert run("undo", "-C", root).code == 0
    assert contents(root) == before
    refused = run("limit", "cost.alert=30", "cost.stop=20", "-C", root)
    assert (refused.code, contents(root)) == (1, before)
    session = copied("maestro/healthy", tmp_path)
    before = contents(session)
    told = run("phase", "files", "--created", "a.py", "--deleted", "b.py", "--phase", "3", "-C", session)
    assert (told.code, ": a.py. Recorded 1 file as deleted" in told.out) == (0, True)
    assert run("undo", "-C", session).code == 0
    assert contents(session) == before
    none = run("phase", "files", "-C", session)
    assert (none.code, none.err) == (2, "cockpit: Name a file that was created, modified or deleted.\n")


# A limit that is more than ten times the one before


def test_a_limit_over_ten_times_the_one_before_needs_force(run: Run, root: Path) -> None:
    before = contents(root)
    for more in ((), ("--dry-run",), ("cost.alert=30",)):
        refused = run("limit", "cost.stop=500.01", *more, "-C", root)
        assert (refused.code, contents(root)) == (1, before), more
    assert run("limit", "cost.stop=500.01", "-C", root).bare.err == (
        "cockpit: The stop limit of cost would rise from $50 to $500.01, more than 10 times as high. "
        "`cockpit limit cost.stop=500.01 --force` sets it.\n"
    )
    order = "cockpit: The warning limit of cost ($200) would be above its alert limit ($25). Change the alert limit "
    assert run("limit", "cost.warning=200", "-C", root).bare.err == f"{order}first.\n", "before force is asked for"
    assert run("limit", "cost.stop=500", "-C", root).code == 0
    assert run("limit", "cost.alert=30", "cost.stop=5000.01", "--force", "-C", root).code == 0
    (track,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert next(each["limits"]["stop"] for each in track["thresholds"] if each["metric"] == "cost") == 5000.01


def test_the_limit_that_is_offered_for_a_value_far_beyond_its_stop_is_set(run: Run, tmp_path: Path) -> None:
    root = copied("autopilot/healthy", tmp_path)
    assert run("set", "errors=60", "-C", root).code == 0
    assert "Raise the limit (`cockpit limit errors.stop=61`)" in run("ack", "errors", "-C", root).bare.err
    assert run("limit", "errors.stop=61", "-C", root).code == 0
    assert run("limit", "errors.stop=620", "-C", root).code == 1


# The smallest step of each system, and lists that go by another name


@pytest.mark.parametrize(
    ("name", "alone", "named"),
    [
        ("autopilot/healthy", "Completed task 3: Render the PDF.", "task"),
        ("maestro/healthy", "Completed phase 4 (Departure board).", "phase"),
        ("autodev/healthy", "Completed sub-step 2 Run and triage. Sub-step 3 is next.", "task"),
        ("codewalk/healthy", "Completed “Draw the lower deck”: 3 of 4 tasks of the phase done.", "task"),
    ],
)
def test_done_alone_completes_the_smallest_step(run: Run, tmp_path: Path, name: str, alone: str, named: str) -> None:
    root = copied(name, tmp_path)
    before = contents(root)
    assert run("done", "-C", root).out.splitlines()[0] == alone
    assert run("undo", "-C", root).code == 0
    assert contents(root) == before
    assert run("done", named, "-C", root).out.splitlines()[0] == alone


def test_in_codewalkers_the_todos_are_the_open_questions(run: Run, tmp_path: Path) -> None:
    root = copied("codewalk/healthy", tmp_path)
    assert run("todo", "add", "Which cursor?", "-C", root).code == 0
    assert run("todo", "-C", root).out == "[ ]  May dogs have a seat?\n[ ]  Which cursor?\n"
    assert run("todo", "done", "cursor", "-C", root).code == 0
    assert run("todo", "-C", root).out == "[ ]  May dogs have a seat?\n"
    again = run("todo", "reopen", "cursor", "-C", root)
    assert (again.code, again.bare.err) == (
        1,
        "cockpit: A closed question cannot be reopened. Add it again: `cockpit todo add TEXT`.\n",
    )
