"""What an agent may not bring about, by whatever verb, option, variable or undo: every case is refused to an agent,
with no byte changed, and done for a person."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run, contents, write_project

MAESTRO = "docs/maestro/state/active-session.md"
SESSION = """\
---
session_id: tides
task: Show the tides
status: {status}
created: "2026-03-20T08:00:00Z"
updated: "2026-03-20T10:00:00Z"
current_phase: 2
total_phases: 4
phases:
  - id: 1
    name: Model
    status: completed
    blocked_by: []
    retry_count: 0
    errors: []
  - id: 2
    name: Import
    status: {two}
    blocked_by: [1]
    retry_count: {count}
    errors:
      - agent: coder
        type: runtime
        message: Boom
        resolution: pending
        resolved: false
        timestamp: "2026-03-20T09:00:00Z"
  - id: 3
    name: Page
    status: pending
    blocked_by: {waits}
    retry_count: 0
    errors: []
  - id: 4
    name: Tests
    status: pending
    blocked_by: [3]
    retry_count: 0
    errors: []
---

# Log
"""


def session(status: str = "in_progress", two: str = "failed", count: int = 1, waits: str = "[]") -> dict[str, str]:
    return {MAESTRO: SESSION.format(status=status, two=two, count=count, waits=waits)}


USED_UP = session(count=2)
FORCED = "Leave out --force, or have a person run the command."
CASES: dict[str, tuple[dict[str, str] | None, tuple[tuple[str, ...], ...], str]] = {
    "a value that lifts a stop": (None, (("set", "cost=60"), ("set", "cost=1")), "cost stops the agent"),
    "a value that lifts an alert": (None, (("set", "cost=1", "context=1"),), "cost waits for an acknowledgment"),
    "an undo that lifts a stop": (None, (("set", "cost=60"), ("undo",)), "cost stops the agent"),
    "a forced try": (USED_UP, (("phase", "retry", "2", "--force"),), FORCED),
    "a phase past used-up retries": (USED_UP, (("phase", "start", "3"),), "The retries of a phase are used up"),
    "the same by its position": (USED_UP, (("set", "phase=3"),), "The retries of a phase are used up"),
    "a phase that waits for an unknown one": (
        session(two="completed", waits="[1, 9]"), (("phase", "start", "3", "--force"),), FORCED
    ),
    "a forced phase that waits for an open one": (
        session(two="completed"), (("phase", "start", "4", "--force"),), FORCED
    ),
    "a failure that is said to be over": (
        session(), (("phase", "resolve", "Boom", "--note", "Skipped"),), "Phase 2 has failed and is not tried again"
    ),
    "a failed session taken up": (
        session(status="failed"), (("set", "status=in_progress"),), "a person decides how to continue"
    ),
    "an undone failure": (
        session(two="in_progress"), (("phase", "fail", "2"), ("phase", "retry", "2"), ("undo",)), "another try"
    ),
    "open work put away": (session(), (("track", "archive", "--force"),), FORCED),
    "a forced phase, where none waits for another": (None, (("phase", "start", "5", "--force"),), FORCED),
    "a forced limit": (None, (("limit", "cost.stop=900", "--force"),), FORCED),
    "an unfinished project put away": (None, (("track", "archive", "--force"),), FORCED),
}  # fmt: skip
"""Files (none: the usual project), command lines of which the last is refused to an agent, and why."""


def begin(root: Path, files: dict[str, str] | None) -> dict[str, bytes]:
    if files is None:
        write_project(root)
    for path, text in (files or {}).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return contents(root)


@pytest.mark.parametrize("case", CASES)
def test_it_is_refused_to_an_agent_and_done_for_a_person(run: Run, tmp_path: Path, by_agent: Run, case: str) -> None:
    files, (*first, last), why = CASES[case]
    begin(tmp_path, files)
    for words in first:
        assert by_agent(*words, "-C", tmp_path).code == 0, words
    before = contents(tmp_path)
    refused = by_agent(*last, "-C", tmp_path)
    assert (refused.code, why in refused.err, "Only a person may do this" in refused.err) == (1, True, True), refused
    assert contents(tmp_path) == before
    assert by_agent(*last, "--dry-run", "-C", tmp_path).code == 1
    assert run(*last, "-C", tmp_path).code == 0
    assert contents(tmp_path) != before


def test_an_agents_environment_changes_no_limit(
    run: Run, tmp_path: Path, by_agent: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = begin(tmp_path, USED_UP)
    monkeypatch.setenv("MAESTRO_MAX_RETRIES", "99")
    assert by_agent("phase", "retry", "2", "-C", tmp_path).code == 1
    assert by_agent("check", "-C", tmp_path).code == 30
    assert contents(tmp_path) == before
    assert run("phase", "retry", "2", "-C", tmp_path).code == 0


def test_a_waiver_is_offered_to_a_person_alone(run: Run, tmp_path: Path, by_agent: Run) -> None:
    begin(tmp_path, None)
    for words in (("resume",), ("resume", "--json"), ("resume", "prompt")):
        assert "resume waive" in str(run(*words, "-C", tmp_path))
        assert "resume waive" not in str(by_agent(*words, "-C", tmp_path))


def test_a_redo_that_lifts_an_alert_is_a_persons(run: Run, tmp_path: Path, by_agent: Run) -> None:
    write_project(tmp_path, thresholds='{"current_values": {"cost": 12}}')
    assert by_agent("set", "cost=3", "-C", tmp_path).code == 0
    assert by_agent("undo", "-C", tmp_path).code == 0
    assert run("limit", "cost.warning=2", "cost.alert=8", "-C", tmp_path).code == 0
    assert run("check", "-C", tmp_path).code == 20
    before = contents(tmp_path)
    entry = (
        next(each for each in by_agent("log", "-C", tmp_path).out.splitlines() if "Undone" in each)
        .split()[0]
        .lstrip("#")
    )
    for words in (("redo",), ("redo", str(int(entry) - 1))):
        refused = by_agent(*words, "-C", tmp_path)
        assert refused.code == 1, (words, refused)
        assert contents(tmp_path) == before
    assert run("check", "-C", tmp_path).code == 20
