"""Undo, redo and the ledger as commands."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Done, Run
from tests.support.keyboard import alerted, everything, put_back
from tests.support.messages import words as says


def todos(root: Path) -> list[str]:
    lines = (root / ".autopilot" / "TRANSPONDER.md").read_text("utf-8").splitlines()
    return [line.removeprefix("- [ ] ") for line in lines if line.startswith("- [ ] ")]


@pytest.fixture
def three(run: Run, root: Path) -> Path:
    """A project after three changes, entries 1 to 3."""
    for text in ("one", "two", "three"):
        assert run("todo", "add", text, "-C", root).code == 0
    return root


def test_undo_and_redo_go_back_and_forth_and_name_an_entry(run: Run, three: Path) -> None:
    walk: list[tuple[list[str], list[str]]] = [
        (["undo"], ["one", "two"]), (["redo"], ["one", "two", "three"]), (["undo", "3"], ["one", "two"]),
        (["undo"], ["one"]), (["redo"], ["one", "two"]), (["undo"], ["one"]), (["redo", "2"], ["one", "two"]),
        (["redo"], ["one", "two", "three"]),
    ]  # fmt: skip
    for line, left in walk:
        done = run(*line, "-C", three)
        assert (done.code, done.err) == (0, ""), line
        assert todos(three) == ["Add error boundary", *left], line
    run("undo", "-C", three)
    would = run("redo", "--dry-run", "-C", three).out.splitlines()
    assert ("+- [ ] three" in would, would[-1]) == (True, f"After that: Redone: {says('Added the todo: three')}")


def test_what_is_no_entry(run: Run, three: Path) -> None:
    for line, sentence in (
        (["redo"], "Nothing to redo."),
        (["redo", "2"], "No undone change 2."),
        (["undo", "99"], "No change 99 to undo."),
        (["undo", "²"], "Not an entry of the log: '²'. `cockpit log` lists the entries."),
    ):
        assert run("-C", three, *line).bare == Done(1, "", f"cockpit: {sentence}\n")


def test_an_agent_takes_back_nothing_that_a_person_did(run: Run, three: Path, by_agent: Run) -> None:
    run("undo", "-C", three)
    for verb in ("undo", "redo"):
        done = by_agent(verb, "-C", three)
        assert (done.code, done.out, "Only a person may do this" in done.err) == (1, "", True)
    by_agent("todo", "add", "by the agent", "-C", three)
    assert by_agent("undo", "-C", three).code == 0


def test_undo_redo_and_the_ledger_of_one_track(run: Run, root: Path) -> None:
    other = root / "packages" / "api"
    other.mkdir(parents=True)
    shutil.copytree(root / ".autopilot", other / ".autopilot")
    here, there = (f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "packages/api/"))
    for key, text in ((here, "one"), (there, "two"), (there, "three")):
        assert run("todo", "add", text, "--track", key, "-C", root).code == 0
    assert run("undo", "--track", here, "-C", root).out == f"Undone: {says('Added the todo: one')}\n"
    again = run("undo", "--track", here, "-C", root)
    assert (again.code, again.err) == (1, f"cockpit: Nothing to undo in {here}.\n")
    wrong = run("undo", "2", "--track", here, "-C", root)
    assert (wrong.code, wrong.err) == (1, f"cockpit: {here} has no change 2 to undo.\n")
    assert run("redo", "--track", there, "-C", root).err == f"cockpit: Nothing to redo in {there}.\n"
    assert run("undo", "--track", there, "-C", root).out == f"Undone: {says('Added the todo: three')}\n"
    assert run("redo", "1", "--track", here, "-C", root).out == f"Redone: {says('Added the todo: one')}\n"
    assert (todos(root), todos(other)) == (["Add error boundary", "one"], ["Add error boundary", "two"])
    told = json.loads(run("log", "--json", "--track", there, "-C", root).out)
    assert [record["verb"] for record in told] == ["undo", "addtodo", "addtodo"]
    rows = run("log", "-C", root).out.splitlines()
    assert [row.split()[0] for row in rows] == ["6", "5", "4", "3", "2", "1"]
    assert run("undo", "--track", "nothing", "-C", root).err.startswith("cockpit: No track 'nothing'.")


@pytest.mark.parametrize(
    ("line", "stream"),
    [(["status", "cost"], "err"), (["resume"], "out")],
)
def test_what_was_taken_back_is_reported_with_what_answers_it(
    run: Run, root: Path, line: list[str], stream: str
) -> None:
    state = root / ".autopilot" / "TRANSPONDER.md"
    before = state.read_text()
    run("todo", "add", "one", "-C", root)
    assert "taken back" not in getattr(run(*line, "-C", root), stream)
    state.write_text(before)
    [told] = [each for each in getattr(run(*line, "-C", root), stream).splitlines() if "taken back" in each]
    assert re.fullmatch(
        r"(cockpit: )?1 change was taken back at [0-9:]+ by another program: Added the todo: one\. "
        rf"`cockpit -C {root} redo 1` writes the change again; `cockpit -C {root} redo dismiss 1` dismisses it\.",
        told,
    )
    assert "taken back" not in run("log", "-C", root).out
    assert run("redo", "1", "-C", root).out.startswith(f"Wrote again: {says('Added the todo: one')}")
    assert todos(root) == ["Add error boundary", "one"]
    assert "taken back" not in getattr(run(*line, "-C", root), stream)


def test_values_that_were_deleted_are_told_by_check(run: Run, root: Path) -> None:
    run("set", "cost=12", "-C", root)
    shutil.rmtree(root / ".autopilot" / "state")
    checked = run("check", "-C", root)
    assert checked.code == 0
    assert re.match(
        r"The agent may continue\. No metric of TaskFlow App has a value\. "
        r"1 change was taken back by another program: Set cost to \$12, at warning\. `cockpit ",
        checked.out,
    )


@pytest.fixture
def lost(run: Run, root: Path) -> Path:
    """A stale copy took AAA back, and BBB was added after that."""
    state = root / ".autopilot" / "TRANSPONDER.md"
    before = state.read_text()
    run("todo", "add", "AAA", "-C", root)
    state.write_text(before)
    run("todo", "add", "BBB", "-C", root)
    return root


def test_a_loss_before_a_later_write_is_reported_until_it_is_written_again(run: Run, lost: Path) -> None:
    needs = [line.split() for line in run("status", "-C", lost).bare.out.splitlines() if "taken back" in line]
    assert [line[:6] for line in needs] == [["lost", "1", "change", "was", "taken", "back"]]
    [found] = json.loads(run("status", "--json", "-C", lost).bare.out)["findings"]
    assert (found["code"], found["severity"]) == ("taken-back", "warning")
    lint = run("lint", "-C", lost).bare.out
    ways = "`cockpit redo 1` writes the change again; `cockpit redo dismiss 1` dismisses it."
    assert ("warning: 1 change was taken back" in lint, f"    {ways}" in lint.splitlines()) == (True, True)
    assert run("check", "-C", lost).bare.err == "", "a hook reads it"
    refused = run("redo", "-C", lost)
    told = f"cockpit: Nothing to redo, but another program took a change back. {ways}\n"
    assert (refused.code, refused.bare.err) == (1, told)
    done = run("redo", "taken-back", "-C", lost)
    assert done.bare.out.splitlines()[0].startswith("Added the todo: AAA")
    assert todos(lost) == ["Add error boundary", "BBB", "AAA"]
    assert "taken back" not in run("status", "-C", lost).bare.out + run("lint", "-C", lost).bare.out


def test_it_is_dismissed_by_command(run: Run, lost: Path) -> None:
    would = run("redo", "dismiss", "--dry-run", "-C", lost)
    dismissed = "Dismissed “Added the todo: AAA”, which another program took back."
    assert would.out.splitlines()[-1] == f"After that: {dismissed}"
    assert run("redo", "dismiss", "1", "-C", lost).out == f"{dismissed}\n"
    assert "taken back" not in run("status", "-C", lost).out
    again = run("redo", "dismiss", "-C", lost)
    none = "cockpit: No change was taken back by another program, or all were dismissed.\n"
    assert (again.code, again.err) == (1, none)
    assert dismissed in run("log", "-C", lost).out
    run("undo", "-C", lost)
    assert "taken back" in run("status", "-C", lost).out


@pytest.fixture
def unacknowledged(run: Run, tmp_path: Path) -> Path:
    """A person acknowledged an alert and stopped at a cost, and older copies of all files came in their place."""
    folder = alerted(tmp_path / "p")
    before = everything(folder)
    for words in (("ack", "context"), ("limit", "cost.stop=75")):
        assert run(*words, "-C", folder).code == 0
    put_back(before)
    return folder


def test_where_no_state_is_left_what_was_taken_back_is_still_reported(run: Run, unacknowledged: Path) -> None:
    root = unacknowledged
    shutil.rmtree(root / ".autopilot")
    told = json.loads(run("status", "--json", "-C", root).out)
    assert (told["tracks"], [each["code"] for each in told["findings"]]) == ([], ["taken-back"])
    lint = run("lint", "--json", "-C", root)
    assert (lint.code, [each["code"] for each in json.loads(lint.out)]) == (0, ["taken-back"])
    assert f"`cockpit -C {root} redo dismiss`" in run("status", "-C", root).out
    run("redo", "dismiss", "-C", root)
    assert run("lint", "--json", "-C", root).code == 1


def test_an_agent_does_not_write_again_what_only_a_person_may_do(run: Run, unacknowledged: Path, by_agent: Run) -> None:
    root, before = unacknowledged, everything(unacknowledged)
    for words in (("taken-back",), ("taken-back", "1"), ("1",), ("taken-back", "--dry-run")):
        done = by_agent("redo", *words, "-C", root)
        assert (done.code, everything(root)) == (1, before)
    assert "redo taken-back`" not in by_agent("redo", "-C", root).bare.err
    assert [run("redo", "taken-back", *dry, "-C", root).code for dry in (("--dry-run",), ())] == [0, 0]


def test_only_a_change_that_was_taken_back_is_answered(run: Run, lost: Path) -> None:
    told = "cockpit: These changes were not taken back, or are already dismissed: 2.\n"
    for verb in ("taken-back", "dismiss"):
        assert run("redo", verb, "2", "-C", lost) == Done(1, "", told)


def test_an_entry_of_the_log_is_shown_with_its_diff(run: Run, root: Path) -> None:
    would = run("todo", "add", "one", "--dry-run", "-C", root).out.splitlines()
    run("todo", "add", "one", "-C", root)
    run("undo", "-C", root)
    shown = run("log", "1", "-C", root)
    assert (shown.code, shown.err) == (0, "")
    sentence, *diff = shown.out.splitlines()
    assert sentence == "Added the todo: one"
    assert "+- [ ] one" in diff
    assert [line for line in diff if "Updated" not in line] == [line for line in would[:-2] if "Updated" not in line]
    assert "-- [ ] one" in run("log", "2", "-C", root).out.splitlines()
    told = json.loads(run("log", "1", "--json", "-C", root).out)
    assert (told["entry"], told["sentence"], told["diff"][-len(diff) :]) == (1, sentence, diff)
    missing = run("log", "9", "-C", root)
    told = "cockpit: Not an entry of the log: '9'. `cockpit log` lists the entries.\n"
    assert (missing.code, missing.out, missing.bare.err) == (1, "", told)


def test_the_log_has_the_commits_between_its_entries_and_the_newest_before(run: Run, root: Path) -> None:
    git = ["git", "-C", str(root), "-c", "user.name=Agent", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for subject, at in (("Old", "2001-01-01T00:00:00Z"), ("New \x1b[31m", "2090-01-01T00:00:00Z")):
        dates = {**os.environ, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", subject], check=True, env=dates)
    lines = run("log", "-C", root).out.splitlines()
    assert ["Old" in lines[1], lines[-1]] == [True, "No changes have been made with cockpit yet."]
    for text in ("one", "two"):
        assert run("todo", "add", text, "-C", root).code == 0
    lines = run("log", "-C", root).out.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == ["2", "1"]
    assert lines[-1].endswith("Old")
    assert lines[0].endswith("New \\x1b[31m")
    assert " Agent " in lines[0]
    told = json.loads(run("log", "--json", "-C", root).out)
    assert [(each["verb"], each["entry"]) for each in told] == [
        ("commit", None), ("addtodo", 2), ("addtodo", 1), ("commit", None),
    ]  # fmt: skip
    (path,) = [each["path"] for each in json.loads(run("status", "--json", "-C", root).out)["tracks"]]
    assert "Commit" not in run("log", "--track", path, "-C", root).out


def test_a_waiver_since_the_change_that_is_undone_is_told(run: Run, root: Path) -> None:
    for words in (("todo", "add", "one"), ("resume", "waive", "alert:cost", "--reason", "Tonight only")):
        assert run(*words, "-C", root).code == 0
    still = "This waiver was made after the change that was undone, and is still in effect; "
    for words, told in ((("undo",), True), (("redo",), False), (("undo", "1"), False)):
        done = run(*words, "-C", root)
        assert (done.code, still in done.out) == (0, told), done
