"""What each verb that writes comes to through the command line: its exit code, its sentence, the files it changes."""

import json
import shlex
from pathlib import Path

import pytest

from cockpit.storage.user_files.places import state_dir
from tests.cli.conftest import Done, Run, contents, snoozed, write_project

STATE, GIVEN, TRIGGERS, LIMITS, IGNORE = (
    ".autopilot/TRANSPONDER.md", ".autopilot/state/acknowledgments.json", ".autopilot/state/triggers.json",
    ".cockpit/limits.toml", ".cockpit/.gitignore",
)  # fmt: skip
FREE = "The agent may continue. Checked 2 metrics of TaskFlow App.\n"

DONE = [
    ("ack cost --note 'go on'", "Acknowledged cost at $26.50: go on", [GIVEN]),
    ("limit tokens.stop=3M", "Set the stop limit of tokens to 3 M.", [IGNORE, LIMITS]),
    ("session start", "Started a session.", [STATE, TRIGGERS]),
]


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


def test_of_a_snoozed_alert_status_says_that_the_agent_is_still_held(run: Run, tmp_path: Path) -> None:
    root = write_project(tmp_path / "p", thresholds='{"current_values": {"cost": 26.5, "context_percent": 3}}')
    snoozed(root, "cost", 1)
    (told,) = [line for line in run("status", "-C", root).out.splitlines() if line.startswith("Needs you")]
    assert told.startswith("Needs you: cost is snoozed until ")
    assert told.endswith(": the agent waits until it is acknowledged.")
    assert run("check", "-C", root).code == 20


def test_check_takes_the_worst_of_the_tracks_and_names_each(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api", thresholds='{"current_values": {"cost": 70}}')
    done = run("check", "-C", root)
    assert done.out.splitlines()[:2] == [
        "TaskFlow App (packages/api): cost $70, stop at $50: the agent ends; raise the limit or fix the cause.",
        "TaskFlow App (root): cost $26.50, alert at $25: the agent waits until it is acknowledged.",
    ]
    assert done.code == 30
    keys = [f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "packages/api/")]
    assert [run("check", "--track", key, "-C", root).code for key in keys] == [20, 30]
    missing = run("check", "--track", "other", "-C", root)
    told = f"cockpit: No track 'other'. Tracks: {', '.join(keys)}.\n"
    assert (missing.code, missing.err) == (1, told)


def test_with_the_last_blocker_goes_a_status_blocked_that_cockpit_set(run: Run, root: Path) -> None:
    state = root / STATE
    state.write_text(state.read_text().replace("| Status | In progress |", "| Status | executing |"))
    for line in ("blocker add 'No key'", "set status=blocked"):
        assert run(*shlex.split(line), "-C", root).code == 0
    assert "| Status | Blocked |" in state.read_text()
    told = "Resolved the blocker: Phase 3: No key\nThe status is executing again.\n"
    assert run("blocker", "resolve", "No key", "-C", root) == Done(0, told, "")
    assert "| Status | executing |" in state.read_text()


def test_taking_all_acknowledgments_back_lists_the_limits_where_it_is_done(run: Run, root: Path) -> None:
    for more, lists in (((), True), (("--dry-run",), False), (("--json",), False)):
        done = run("unack", "--all", *more, "-C", root)
        assert (done.code, "All alerts will fire again when a limit is reached.\n  cost " in done.out) == (0, lists)
