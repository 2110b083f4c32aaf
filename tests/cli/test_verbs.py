"""What each verb that writes comes to through the command line: its exit code, its sentence, the files it changes."""

import json
import shlex
from pathlib import Path

import pytest

from cockpit.storage.user_files.places import state_dir
from cockpit.wording.messages import intended
from tests.cli.conftest import TRANSPONDER, Run, write_project

STATE, VALUES, GIVEN, TRIGGERS, LIMITS = (
    ".autopilot/TRANSPONDER.md", ".autopilot/state/thresholds.json", ".autopilot/state/acknowledgments.json",
    ".autopilot/state/triggers.json", ".cockpit/limits.toml",
)  # fmt: skip
FREE = "Nothing to wait for. Looked at 2 metrics of TaskFlow App.\n"
NO_METRIC = 'There is no metric "mood"; there are cost, context, variance, errors, tokens.'

DONE = [
    ("ack cost", "Acknowledged cost at $26.50.", [GIVEN]),
    ("ack cost --note 'go on'", "Acknowledged cost at $26.50: go on", [GIVEN]),
    ("ack context --if-level alert", "Acknowledged context at 42 %.", [GIVEN]),
    ("limit cost alert 30", "Set the alert limit of cost to $30.", [LIMITS]),
    ("limit tokens stop 3M", "Set the stop limit of tokens to 3 M.", [LIMITS]),
    ("set cost 27", "Set cost to $27, at alert.", [VALUES, TRIGGERS]),
    ("set cost 51", "Set cost to $51, at stop.", [VALUES, TRIGGERS]),
    ("decide 'Cursor paging' --outcome 'in use'", "Recorded the decision: Cursor paging", [STATE]),
    ("block 'No API key'", "Recorded the blocker: Phase 3: No API key", [STATE]),
    ("todo add Changelog", "Added the todo: Changelog", [STATE]),
    ("todo Changelog", "Added the todo: Changelog", [STATE]),
    ("todo done 'Add error boundary'", "Ticked: Add error boundary", [STATE]),
    ("move status blocked", "The status is Blocked.", [STATE]),
    ("done session", "Ended the session.", [STATE]),
    ("trigger user_interrupt", "Recorded that the trigger user_interrupt fired.", [TRIGGERS]),
    ("session start", "Began a session.", [STATE, TRIGGERS]),
]
NOTHING = [
    ("unack cost", "cost is not acknowledged."),
    ("reset-alerts cost context", "cost and context are not acknowledged."),
    ("todo undone 'Add error boundary'", "Took the tick back: Add error boundary"),
    ("purge --yes", "Cockpit keeps nothing about this project."),
]
REFUSED = [
    ("ack cost --if-level warning", "cost was at warning when you looked, now it is at alert ($26.50)."),
    ("ack variance", "variance is at no level: there is nothing to acknowledge (warning begins at 20 %)."),
    ("ack mood", NO_METRIC),
    ("set mood 3", NO_METRIC),
    ("limit cost alert 5", "The alert limit of cost cannot be $5: that is below its warning limit, $10. "
                           "Change that one first."),
    ("unblock 'No API key'", 'There is no blocker "No API key". There is none at all.'),
    ("bypass 'No API key' --note 'a mock'", 'There is no blocker "No API key". There is none at all.'),
    ("todo done 'nothing such'", 'There is no todo "nothing such". There is "Add error boundary".'),
    ("migrate", "There is nothing to migrate: the state file has the present layout."),
    ("retry reset", "TaskFlow App counts no retries."),
    ("answer 1", "TaskFlow App asks nothing; `cockpit status` shows what needs you."),
    ("init autopilot", "There is a track already: .autopilot/TRANSPONDER.md."),
    ("undo", "There is nothing to undo."),
    ("redo", "There is nothing to do again."),
]  # fmt: skip


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    return sorted((path for path in {*before, *after} if before.get(path) != after.get(path)), key=str.casefold)


@pytest.mark.parametrize(("line", "sentence", "files"), DONE, ids=[line for line, *_ in DONE])
def test_what_is_done(run: Run, root: Path, line: str, sentence: str, files: list[str]) -> None:
    before = contents(root)
    dry = run(*shlex.split(line), "--dry-run", "-C", root)
    assert (dry.code, dry.err, contents(root)) == (0, "", before)
    told = json.loads(run(*shlex.split(line), "--dry-run", "--json", "-C", root).out)
    assert (told["done"], told["dry_run"]) == (str(intended(sentence)), True)
    assert str(intended(sentence)) in dry.out.splitlines()
    assert sentence not in dry.out.splitlines()
    assert not state_dir().exists()
    done = run(*shlex.split(line), "-C", root)
    assert (done.code, done.err, done.out.splitlines()[0]) == (0, "", sentence)
    assert changed(before, contents(root)) == sorted(files, key=str.casefold)
    (record,) = json.loads(run("ledger", "--json", "-C", root).out)
    assert (record["sentence"], record["actor"], record["entry"]) == (sentence, "person", 1)
    assert sorted(record["paths"], key=str.casefold) == sorted(files, key=str.casefold)
    undone = run("undo", "-C", root)
    assert (undone.code, undone.out) == (0, f"Undone: {sentence}\n")
    assert contents(root) == before


@pytest.mark.parametrize(("line", "sentence"), NOTHING, ids=[line for line, _ in NOTHING])
def test_where_nothing_is_to_be_changed(run: Run, root: Path, line: str, sentence: str) -> None:
    before = contents(root)
    done = run(*shlex.split(line), "-C", root)
    assert (done.code, done.err, done.out.splitlines()[0]) == (0, "", f"Nothing to change: {sentence}")
    assert contents(root) == before
    assert run("ledger", "-C", root).out == "Nothing was changed with cockpit yet.\n"


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_what_is_refused(run: Run, root: Path, line: str, sentence: str) -> None:
    before = contents(root)
    for arguments in (shlex.split(line), [*shlex.split(line), "--dry-run"]):
        done = run(*arguments, "-C", root)
        assert (done.code, done.bare.out, done.bare.err) == (1, "", f"cockpit: {sentence}\n")
    assert contents(root) == before
    assert run("ledger", "-C", root).bare.out == "Nothing was changed with cockpit yet.\n"


def test_todos_are_added_up_to_99_lines_and_then_refused(run: Run, root: Path) -> None:
    state = root / ".autopilot" / "TRANSPONDER.md"
    for number in range(100 - 1 - len(TRANSPONDER.splitlines())):
        assert run("todo", "add", f"Task {number}", "-C", root).code == 0
    full = state.read_bytes()
    assert full.count(b"\n") == 99
    refused = run("todo", "add", "One more", "-C", root)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "cockpit: .autopilot/TRANSPONDER.md would have 100 lines, its limit is fewer than 100. Tick todos that are "
        "done, resolve blockers, or shorten it in an editor; then add it again.\n"
    )
    assert state.read_bytes() == full
    assert run("todo", "done", "Task 1", "-C", root).code == 0
    assert run("todo", "add", "One more", "-C", root).code == 0
    assert b"- [ ] One more\n" in state.read_bytes()
    assert state.read_bytes().count(b"\n") == 99


@pytest.mark.parametrize(
    ("values", "code", "out"),
    [
        ({"cost": 9.99, "context_percent": 29}, 0, FREE),
        ({"cost": 10, "context_percent": 30}, 0, FREE),
        ({"cost": 25}, 20, "cost $25, alert at $25: not acknowledged.\n"),
        ({"cost": 49.99}, 20, "cost $49.99, alert at $25: not acknowledged.\n"),
        ({"cost": 50}, 30, "cost $50, stop at $50: the agent must halt.\n"),
        ({"cost": 60, "context_percent": 41}, 30, "cost $60, stop at $50: the agent must halt.\n"
                                                  "context 41 %, alert at 40 %: not acknowledged.\n"),
    ],
)  # fmt: skip
def test_the_contract_of_the_hook(run: Run, tmp_path: Path, values: dict[str, float], code: int, out: str) -> None:
    root = write_project(tmp_path / "p", thresholds=json.dumps({"current_values": values}))
    done = run("check", "-C", root)
    assert (done.code, done.out, done.err) == (code, out, "")
    found = json.loads(run("check", "--json", "-C", root).out)
    assert found == {"code": code, "reasons": [] if code == 0 else out.splitlines()}
    assert run("check", "--track", "autopilot:.autopilot/TRANSPONDER.md", "-C", root).code == code


def test_what_answers_an_alert_and_what_does_not(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds='{"current_values": {"cost": 26.5}}')
    for line, code in (("snooze cost 1h", 20), ("ack cost", 0), ("set cost 27", 0), ("unack cost", 20),
                       ("ack cost", 0), ("reset-alerts", 20), ("set cost 12", 0), ("ack cost", 0), ("set cost 26", 20),
                       ("set cost 55", 30)):  # fmt: skip
        assert run(*line.split(), "-C", root).code == 0, line
        assert run("check", "-C", root).code == code, line


def test_of_a_snoozed_alert_status_says_that_the_agent_is_still_held(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds='{"current_values": {"cost": 26.5, "context_percent": 3}}')
    run("snooze", "cost", "1h", "-C", root)
    (told,) = [line for line in run("status", "-C", root).out.splitlines() if line.startswith("Needs you")]
    assert told.startswith("Needs you: You snoozed cost until ")
    assert run("check", "-C", root).code == 20


def test_a_reason_names_its_track_where_there_are_several(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 70}}')
    assert run("check", "-C", root).out.splitlines()[:2] == [
        "TaskFlow App (packages/api): cost $70, stop at $50: the agent must halt.",
        "TaskFlow App (root): cost $26.50, alert at $25: not acknowledged.",
    ]


def test_a_free_way_is_said_with_what_was_looked_at(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds='{"current_values": {"cost": 26}}')
    assert run("ack", "cost", "-C", root).code == 0
    assert run("check", "-C", root).out == "Nothing to wait for. Looked at 1 metric of TaskFlow App.\n"
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 2, "error_count": 0}}')
    assert run("check", "-C", root).out == "Nothing to wait for. Looked at 3 metrics of 2 tracks.\n"
    assert run("block", "No API key", "--track", "autopilot:.autopilot/TRANSPONDER.md", "-C", root).code == 0
    told = "Nothing to wait for. Looked at 3 metrics of 2 tracks, not at 1 open blocker.\n"
    assert (run("check", "-C", root).code, run("check", "-C", root).out) == (0, told)


def test_check_takes_the_worst_of_the_tracks(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 70}}')
    assert run("check", "-C", root).code == 30
    keys = [f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "packages/api/")]
    assert [run("check", "--track", key, "-C", root).code for key in keys] == [20, 30]
    missing = run("check", "--track", "other", "-C", root)
    assert (missing.code, missing.err) == (
        1, f"cockpit: There is no track 'other' here; there are: {', '.join(keys)}.\n",
    )  # fmt: skip


def test_check_where_there_is_nothing_and_where_it_cannot_be_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    empty = run("check", "-C", tmp_path / "empty")
    assert (empty.code, empty.err) == (0, "")
    assert empty.out == f"Nothing to wait for: no agent state was found in {tmp_path / 'empty'}.\n"
    broken = run("check", "-C", write_project(tmp_path / "broken", thresholds="{"))
    assert (broken.code, broken.out, broken.err.count("\n")) == (1, "", 1)
    assert broken.err.startswith("cockpit: thresholds.json:1: ")
    (tmp_path / "strange" / ".autopilot").mkdir(parents=True)
    (tmp_path / "strange" / ".autopilot" / "TRANSPONDER.md").write_bytes("We are doing fine.".encode("utf-16"))
    strange = run("check", "-C", tmp_path / "strange")
    assert (strange.code, strange.out) == (1, "")
    assert "has none of the parts that are read" in strange.err
