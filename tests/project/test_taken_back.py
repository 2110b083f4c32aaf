"""What another program took back: told as one; written again or dismissed by a person."""

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from cockpit.model.checklist import Check
from cockpit.model.errors import CommandError
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Intent,
    Move,
    Retry,
    SetLimit,
    Several,
)
from cockpit.project.change import change, repeat_intent
from cockpit.project.handing_off import hand_off, propose_handoff
from cockpit.project.history import history_items, ledger
from cockpit.project.resuming import look
from cockpit.project.taken_back import dismiss, finding, removed_by_others
from cockpit.project.turning import redo_change, undo_change, write_again
from cockpit.project.workspace import Workspace
from cockpit.wording.messages import Message, clause, plain
from tests.cases import case_project
from tests.support.keyboard import copy, firing, rewrite
from tests.support.repositories import run
from tests.support.said import Said
from tests.support.static_app import NOW

HINT = plain("Write it again.")
COMMAND = re.compile(r"`([^`]+)`")
HANDOFF, STATE = ".autopilot/holding-pattern.md", ".autopilot/TRANSPONDER.md"


def handed_off(root: Path, existing: str | None) -> Workspace:
    """A handoff with a commit that there is not, written a minute ago."""
    writer = Workspace(root=root, now=NOW - timedelta(minutes=1))
    proposal = propose_handoff(writer, None)
    tasks = [replace(each, commit="deadbee") if each.id == "2" else each for each in proposal.draft.completed]
    draft = replace(proposal.draft, completed=tuple(tasks), next_action="Go on", context="All of it")
    hand_off(writer, proposal.track, draft, existing)  # type: ignore[arg-type]
    return replace(writer, now=NOW)


def set_time(root: Path, at: datetime) -> None:
    """The files were written then."""
    for path in (path for path in root.rglob("*") if path.is_file()):
        os.utime(path, (at.timestamp(), at.timestamp()))


def gone(writer: Workspace) -> list[tuple[int, tuple[str, ...]]]:
    return [(each.entry.number, each.paths) for each in removed_by_others(writer)]


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return Workspace(root=copy(tmp_path / "project", "healthy"), now=NOW)


@pytest.fixture
def checked_out(tmp_path: Path) -> Workspace:
    """Three todos and an acknowledgment, and `git checkout .`."""
    root = firing(tmp_path / "app")
    run(root, "init", "-q")
    run(root, "add", "-A")
    run(root, "commit", "-q", "-m", "Began")
    writer = Workspace(root=root, now=NOW)
    for text in ("One", "Two", "Three"):
        change(writer, None, AddTodo(text=text))
    change(writer, None, Acknowledge(metric="context"))
    run(root, "checkout", "-q", ".")
    set_time(root / ".autopilot", NOW - timedelta(minutes=2))
    return writer


def test_all_of_them_are_reported_together_with_the_time_and_no_agent_dismisses_them(
    checked_out: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = removed_by_others(checked_out)
    assert [(each.entry.number, each.entry.sentence) for each in found] == [
        (1, "Added the todo: One"),
        (2, "Added the todo: Two"),
        (3, "Added the todo: Three"),
        (4, "Acknowledged context at 44 %."),
    ]
    told = finding(found, NOW, HINT)
    assert told.message == Said("project.changes-lost-to-program", 4, " at 16:28 by ")
    assert (told.code, told.severity, told.path) == ("taken-back", "warning", STATE)
    assert [record.verb for record in ledger(checked_out)] == ["addtodo", "addtodo", "addtodo", "acknowledge"]
    next_day = finding(found, NOW + timedelta(days=1), HINT)
    assert next_day.message == Said("project.changes-lost-to-program", 4, " at 16:28 on 29 Jan by ")
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(CommandError):
        dismiss(checked_out)
    assert dismiss(replace(checked_out, allow_agents=True)).changed


def test_a_dry_run_refuses_what_the_run_refuses(writer: Workspace) -> None:
    """No change can be written where the file is gone that all of them are in."""
    for text in ("One", "Two"):
        change(writer, None, AddTodo(text=text))
    (writer.root / STATE).unlink()
    refusals = []
    for each in (replace(writer, dry_run=True), writer):
        with pytest.raises(CommandError) as refused:
            write_again(each)
        refusals.append(refused.value.message)
    assert refusals[0] == refusals[1]
    assert str(refusals[0]).startswith(f"“{clause('Added the todo: One')}”")


# What holds in other words

THRESHOLDS, ACKNOWLEDGMENTS = ".autopilot/state/thresholds.json", ".autopilot/state/acknowledgments.json"
COST, CONTEXT = "| Cost | $26.50 | $10 ⚠️ | $30 | $50 | Warning |", "| Context | 44% | 30% ⚠️ | 40% 🔶 ACK | 50% | Alert"
Texts = dict[str, tuple[tuple[str, str], ...]]
"""By path what an agent writes there in place of what."""
AT_ALERT: Texts = {THRESHOLDS: (("26.5", "30.09"), ('"cost": "warning"', '"cost": "alert"'))}
RAISED = "| Cost | $30.09 | $10 ⚠️ | $30 🔶 | $50 | Alert |"
RESUMED = ("| Next action | Resolve blocker |", "| Next action | /autopilot:cockpit |")
HEALTHY = partial(copy, fixture="healthy")
LISTED = ("- Context @ 44% — acknowledged 2026-01-29T16:30\n", "")


@pytest.mark.parametrize(
    ("project", "intent", "stands", "gone_by"),
    [
        (
            firing,
            Several(intents=(SetLimit(metric="cost", level="alert", value=30, seen=25),
                             SetLimit(metric="cost", level="stop", value=75, seen=50))),
            AT_ALERT | {STATE: ((COST.replace("$50", "$75"), RAISED.replace("$50", "$75.00")),)},
            AT_ALERT | {STATE: ((COST.replace("$50", "$75"), RAISED),)},
        ),
        (
            firing,
            Acknowledge(metric="context"),
            {ACKNOWLEDGMENTS: (('"value_at_acknowledgment": 44', '"value_at_acknowledgment": 44.0'),),
             STATE: ((CONTEXT, CONTEXT.replace("44%", "44.0%").replace("🔶", "⚠️")),)},
            {STATE: ((CONTEXT, "| Context | 44% | 30% ⚠️ | 40% | 50% | Warning"), LISTED)},
        ),
        (
            HEALTHY,
            AddTodo(text="Write the docs"),
            {STATE: (("- [ ] Write the docs", "- [ ] **Write** the docs"),)},
            {STATE: (("- [ ] Write the docs\n", ""),)},
        ),
        (
            firing,
            Move(part="status", value="blocked", seen="in_progress"),
            {STATE: (("| Status | Blocked |", "| Status | **BLOCKED** (no keys) |"), RESUMED)},
            {STATE: (("| Status | Blocked |", "| Status | In progress |"), RESUMED)},
        ),
    ],
    ids=["limits", "acknowledgment", "todo", "position"],
)  # fmt: skip
def test_what_an_agent_writes_in_other_words_is_not_missed_and_what_it_sets_back_is(
    tmp_path: Path, project: Callable[[Path], Path], intent: Intent, stands: Texts, gone_by: Texts
) -> None:
    for name, texts, missed in (("stands", stands, []), ("gone", gone_by, [1])):
        writer = Workspace(root=project(tmp_path / name), now=NOW)
        change(writer, None, intent)
        for path, pairs in texts.items():
            for old, new in pairs:
                rewrite(writer.root / path, old, new)
        later = replace(writer, now=NOW + timedelta(hours=1))
        assert [number for number, _ in gone(later)] == missed, name
        assert history_items(later)[0].state == ("taken" if missed else "stands"), name


def test_the_command_that_helps_names_the_track_where_the_project_has_several(tmp_path: Path) -> None:
    root = copy(tmp_path / "project", "healthy")
    shutil.copytree(case_project("maestro/healthy"), root, dirs_exist_ok=True)
    writer = Workspace(root=root, now=NOW)
    key = next(track.key for track in writer.loader().load().tracks if track.system == "maestro")
    path = next(track.path for track in writer.loader().load().tracks if track.key == key)
    with pytest.raises(CommandError) as refusal:
        repeat_intent(writer, path, Retry(phase="3"), 1)
    ways = [f"cockpit --track {key} {move} 3" for move in ("done phase", "phase fail")]
    assert COMMAND.findall(str(refusal.value)) == ways


def words_line(writer: Workspace) -> Check | None:
    """Whether the handoff is as it was written."""
    return next((each for each in look(writer, None).checks if each.code == "words"), None)


def test_a_handoff_that_somebody_changed_is_reported_and_put_back(tmp_path: Path) -> None:
    writer = handed_off(firing(tmp_path / "app"), "archive")
    ours = (writer.root / HANDOFF).read_bytes()
    before = words_line(writer)
    assert before is not None
    assert before.result == "passed"
    (writer.root / HANDOFF).write_bytes(ours.replace(b"\nGo on\n", b"\nDelete it all\n"))
    check = words_line(writer)
    assert check is not None
    assert (check.statement, check.gate) == ("The handoff was changed after it was written", "ask")
    assert check.evidence[1:] == (plain("-Go on"), plain("+Delete it all"))
    assert [way.typed() for way in check.brings_back] == ["cockpit redo 1"]
    done = redo_change(writer, 1).done
    assert isinstance(done, Message)
    assert (done.code, str(done)) == ("storage.brought-back", f"Restored: {ledger(writer)[-2].sentence}")
    assert (writer.root / HANDOFF).read_bytes() == ours
    undo_change(writer)
    assert b"Delete it all" in (writer.root / HANDOFF).read_bytes(), "an undo takes that back, too"
