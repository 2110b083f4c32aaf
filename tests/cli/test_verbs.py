"""What each verb that writes comes to through the command line: its exit code, its sentence, the files it changes."""

import json
import shlex
from pathlib import Path

import pytest

from cockpit.storage.reading import disk_files
from cockpit.storage.user_files.places import state_dir
from cockpit.wording.messages import plain
from tests.cli.conftest import TRANSPONDER, Run, snoozed, write_project
from tests.support.keyboard import rewrite

STATE, VALUES, GIVEN, TRIGGERS, LIMITS, IGNORE = (
    ".autopilot/TRANSPONDER.md", ".autopilot/state/thresholds.json", ".autopilot/state/acknowledgments.json",
    ".autopilot/state/triggers.json", ".cockpit/limits.toml", ".cockpit/.gitignore",
)  # fmt: skip
FREE = "The agent may continue. Checked 2 metrics of TaskFlow App.\n"
NO_METRIC = 'No metric "mood". Metrics: cost, context, variance, errors, tokens.'

DONE = [
    ("ack cost", "Acknowledged cost at $26.50.", [GIVEN]),
    (
        "ack cost --note 'go on'",
        "Acknowledged cost at $26.50: go on",
        [GIVEN],
    ),
    ("ack context --if-level alert", "Acknowledged context at 42 %.", [GIVEN]),
    ("limit cost.alert=30", "Set the alert limit of cost to $30.", [IGNORE, LIMITS]),
    ("limit tokens.stop=3M", "Set the stop limit of tokens to 3 M.", [IGNORE, LIMITS]),
    (
        "set cost=27",
        "Set cost to $27, at alert.",
        [VALUES, TRIGGERS],
    ),
    (
        "set cost=51",
        "Set cost to $51, at stop.",
        [VALUES, TRIGGERS],
    ),
    (
        "decision add 'Cursor paging' --outcome 'in use'",
        "Recorded the decision: Cursor paging",
        [STATE],
    ),
    ("blocker add 'No API key'", "Recorded the blocker: Phase 3: No API key", [STATE]),
    ("todo add Changelog", "Added the todo: Changelog", [STATE]),
    ("todo add Changelog", "Added the todo: Changelog", [STATE]),
    ("todo done 'Add error boundary'", "Ticked the todo: Add error boundary", [STATE]),
    ("set status=blocked", "Set the status to Blocked.", [STATE]),
    ("done session", "Ended the session.", [STATE]),
    ("session trigger user_interrupt", "Recorded that the trigger user_interrupt fired.", [TRIGGERS]),
    ("session start", "Started a session.", [STATE, TRIGGERS]),
]
NOTHING = [
    ("unack cost", "cost is not acknowledged."),
    ("unack cost context", "cost and context are not acknowledged."),
    ("todo reopen 'Add error boundary'", "Unticked the todo: Add error boundary"),
    ("config purge --yes", "Cockpit has no data about this project."),
]
REFUSED = [
    ("ack cost --if-level warning", "cost has changed since you looked: warning → alert ($26.50)."),
    ("ack variance", 'variance is ok (warning at 20 %). Nothing to acknowledge.'),
    ("ack mood", NO_METRIC),
    ("set mood=3", NO_METRIC),
    ("limit cost.alert=5", (
        "The alert limit of cost ($5) would be below its warning limit ($10). "
        "Change the warning limit first."
    )),
    ("blocker resolve 'No API key'", 'No blocker "No API key". The list is empty.'),
    ("blocker bypass 'No API key' --note 'a mock'", 'No blocker "No API key". The list is empty.'),
    ("todo done 'nothing such'", 'No todo "nothing such". Found: "Add error boundary".'),
    ("track convert", 'Nothing to convert: the state file already has the current layout.'),
    ("phase reset", "TaskFlow App does not count retries."),
    ("answer 1", "TaskFlow App has no question to answer. `cockpit status` shows what needs you."),
    ("init autopilot", 'A track already exists: .autopilot/TRANSPONDER.md.'),
    ("undo", "Nothing to undo."),
    ("redo", "Nothing to redo."),
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
    assert (told["done"].startswith("Would write"), told["dry_run"]) == (True, True)
    assert told["remarks"][0] == f"After that: {sentence}"
    assert f"After that: {sentence}" in dry.out.splitlines()
    assert sentence not in dry.out.splitlines()
    assert all(path in told["done"] for path in files)
    assert not state_dir().exists()
    done = run(*shlex.split(line), "-C", root)
    assert (done.code, done.err, done.out.splitlines()[0]) == (0, "", sentence)
    assert changed(before, contents(root)) == sorted(files, key=str.casefold)
    (record,) = json.loads(run("log", "--json", "-C", root).out)
    assert (record["sentence"], record["actor"], record["entry"]) == (sentence, "person", 1)
    assert sorted(record["paths"], key=str.casefold) == sorted(files, key=str.casefold)
    undone = run("undo", "-C", root)
    assert (undone.code, undone.out) == (0, f"Undone: {sentence}\n")
    assert contents(root) == before


@pytest.mark.parametrize(("line", "sentence"), NOTHING, ids=[line for line, _ in NOTHING])
def test_where_nothing_is_to_be_changed(run: Run, root: Path, line: str, sentence: str) -> None:
    before = contents(root)
    done = run(*shlex.split(line), "-C", root)
    assert (done.code, done.err, done.out.splitlines()[0]) == (
        0,
        "",
        f"Nothing to change: {plain(sentence)}",
    )
    assert contents(root) == before
    assert run("log", "-C", root).out == "No changes have been made with cockpit yet.\n"


@pytest.mark.parametrize(("line", "sentence"), REFUSED, ids=[line for line, _ in REFUSED])
def test_what_is_refused(run: Run, root: Path, line: str, sentence: str) -> None:
    before = contents(root)
    for arguments in (shlex.split(line), [*shlex.split(line), "--dry-run"]):
        done = run(*arguments, "-C", root)
        assert (done.code, done.bare.out, done.bare.err) == (1, "", f"cockpit: {sentence}\n")
    assert contents(root) == before
    assert run("log", "-C", root).bare.out == "No changes have been made with cockpit yet.\n"


def test_todos_are_added_up_to_99_lines_and_then_refused(run: Run, root: Path) -> None:
    state = root / ".autopilot" / "TRANSPONDER.md"
    tasks = "".join(f"- [ ] Task {number}\n" for number in range(98 - len(TRANSPONDER.splitlines())))
    rewrite(state, "- [ ] Add error boundary\n", f"- [ ] Add error boundary\n{tasks}")
    assert state.read_bytes().count(b"\n") == 98
    assert run("todo", "add", "The last one", "-C", root).code == 0
    full = state.read_bytes()
    assert full.count(b"\n") == 99
    refused = run("todo", "add", "One more", "-C", root)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        "cockpit: .autopilot/TRANSPONDER.md would have 100 lines; it must have fewer than 100. Tick "
        "finished todos, resolve blockers, or shorten the file, then try again.\n"
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
        ({"cost": 10, "context_percent": 30}, 0, f"{FREE}cost $10, warning at $10: a warning does not hold the agent.\n"
                                                 "context 30 %, warning at 30 %: a warning does not hold the agent.\n"),
        ({"cost": 25}, 20, "cost $25, alert at $25: the agent waits until it is acknowledged.\n"),
        ({"cost": 49.99}, 20, "cost $49.99, alert at $25: the agent waits until it is acknowledged.\n"),
        ({"cost": 50}, 30, "cost $50, stop at $50: the agent ends; raise the limit or fix the cause.\n"),
        ({"cost": 60, "context_percent": 41}, 30,
         "cost $60, stop at $50: the agent ends; raise the limit or fix the cause.\n"
         "context 41 %, alert at 40 %: the agent waits until it is acknowledged.\n"),
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
    snoozed(root, "cost", 1)
    assert run("check", "-C", root).code == 20
    for line, code in (("ack cost", 0), ("set cost=27", 0), ("unack cost", 20),
                       ("ack cost", 0), ("unack --all", 20), ("set cost=12", 0), ("ack cost", 0), ("set cost=26", 20),
                       ("set cost=55", 30)):  # fmt: skip
        assert run(*line.split(), "-C", root).code == 0, line
        assert run("check", "-C", root).code == code, line


def test_of_a_snoozed_alert_status_says_that_the_agent_is_still_held(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds='{"current_values": {"cost": 26.5, "context_percent": 3}}')
    snoozed(root, "cost", 1)
    (told,) = [line for line in run("status", "-C", root).out.splitlines() if line.startswith("Needs you")]
    assert told.startswith("Needs you: cost is snoozed until ")
    assert told.endswith(": the agent waits until it is acknowledged.")
    assert run("check", "-C", root).code == 20


def test_a_reason_names_its_track_where_there_are_several(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 70}}')
    assert run("check", "-C", root).out.splitlines()[:2] == [
        "TaskFlow App (packages/api): cost $70, stop at $50: the agent ends; raise the limit or fix the cause.",
        "TaskFlow App (root): cost $26.50, alert at $25: the agent waits until it is acknowledged.",
    ]


def test_a_free_way_is_printed_with_what_was_looked_at(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds='{"current_values": {"cost": 26}}')
    assert run("ack", "cost", "-C", root).code == 0
    assert run("check", "-C", root).out == "The agent may continue. Checked 1 metric of TaskFlow App.\n"
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 2, "error_count": 0}}')
    assert run("check", "-C", root).out == "The agent may continue. Checked 3 metrics of 2 tracks.\n"
    assert run("blocker", "add", "No API key", "--track", "autopilot:.autopilot/TRANSPONDER.md", "-C", root).code == 0
    told = "The agent may continue. Checked 3 metrics of 2 tracks. Not checked: 1 open blocker.\n"
    assert (run("check", "-C", root).code, run("check", "-C", root).out) == (0, told)
    unsaid = write_project(tmp_path / "unsaid", thresholds="{}")
    assert run("set", "status=blocked", "-C", unsaid).code == 0
    assert run("check", "-C", unsaid).out.endswith(" Not checked: the blocked status.\n")


def test_check_takes_the_worst_of_the_tracks(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 70}}')
    assert run("check", "-C", root).code == 30
    keys = [f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "packages/api/")]
    assert [run("check", "--track", key, "-C", root).code for key in keys] == [20, 30]
    missing = run("check", "--track", "other", "-C", root)
    told = f"cockpit: No track 'other'. Tracks: {', '.join(keys)}.\n"
    assert (missing.code, missing.err) == (1, told)


def test_check_where_there_is_nothing_and_where_it_cannot_be_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_files, "SETTLING_SECONDS", 0.0)  # no file is being written
    (tmp_path / "empty").mkdir()
    empty = run("check", "-C", tmp_path / "empty")
    assert (empty.code, empty.err) == (0, "")
    assert empty.out == f"Nothing was checked: no limits are set in {tmp_path / 'empty'}.\n"
    broken = run("check", "-C", write_project(tmp_path / "broken", thresholds="{"))
    assert (broken.code, broken.out, broken.err.count("\n")) == (1, "", 1)
    assert broken.err.startswith("cockpit: thresholds.json:1: ")
    (tmp_path / "strange" / ".autopilot").mkdir(parents=True)
    (tmp_path / "strange" / ".autopilot" / "TRANSPONDER.md").write_bytes("We are doing fine.".encode("utf-16"))
    strange = run("check", "-C", tmp_path / "strange")
    assert (strange.code, strange.out) == (1, "")
    assert "TRANSPONDER.md has no known section. Its text is listed as unread." in strange.err
