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

from cockpit.demo.sample import create
from cockpit.model.checklist import Check
from cockpit.model.errors import CommandError
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Complete,
    Decide,
    Intent,
    Move,
    Retry,
    SetLimit,
    Several,
    TickTodo,
    Withdraw,
)
from cockpit.project.change import change, repeat_intent
from cockpit.project.handing_off import hand_off, propose_handoff
from cockpit.project.history import history_items, ledger, reversal_refusal
from cockpit.project.resuming import look
from cockpit.project.taken_back import dismiss, finding, removed_by_others
from cockpit.project.turning import apply_again, redo_change, taken_back_finding, undo_change, write_again
from cockpit.project.workspace import Workspace
from cockpit.storage.transactions.taken_back import Gone
from cockpit.storage.user_files.ledger import Entry
from cockpit.text.line_merge import diff
from cockpit.wording.messages import Message, clause, plain
from tests.cases import case_project
from tests.support.keyboard import copy, everything, firing, put_back, rewrite, transponder
from tests.support.messages import words as says
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


def written_over(writer: Workspace) -> bytes:
    """Another agent leaves a handoff of its own in the place of the one that waits."""
    ours = (writer.root / HANDOFF).read_bytes()
    later = ours.replace(b"created: 2026-01-29T16:29", b"created: 2026-01-29T16:30").replace(b"deadbee", b"0ddba11")
    (writer.root / HANDOFF).write_bytes(later)
    return ours


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


def test_all_of_them_are_reported_together_with_the_time(checked_out: Workspace) -> None:
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


def test_they_are_written_again_and_each_is_undone_by_itself(checked_out: Workspace) -> None:
    done = write_again(checked_out)
    assert done.done == Said("storage.changes-written-again", 4)
    text = transponder(checked_out.root).read_text()
    assert [text.count(f"- [ ] {each}") for each in ("One", "Two", "Three")] == [1, 1, 1]
    assert gone(checked_out) == []
    assert undo_change(checked_out).done == Said(
        "storage.undone",
        Said("storage.applied-again", says("Acknowledged context at 44 %.")),
    )
    assert gone(checked_out) == []


def test_a_dry_run_shows_what_writing_them_again_one_after_the_other_comes_to(checked_out: Workspace) -> None:
    would = write_again(replace(checked_out, dry_run=True))
    before = everything(checked_out.root)
    assert len(gone(checked_out)) == 4
    done = write_again(checked_out)
    after = everything(checked_out.root)
    shown = [
        line
        for path, content in after.items()
        for line in diff(os.path.relpath(path, checked_out.root), before.get(path), content)
        if "/.git/" not in path
    ]
    assert (str(would.done), would.remarks) == (str(done.done), ())
    assert sorted(would.diff) == sorted(shown)


def test_doing_once_more_acts_on_what_was_meant_then(writer: Workspace) -> None:
    """The second of two completed tasks is not the present one while the first is missing."""
    before = everything(writer.root)
    change(writer, None, Complete(whole="task"))
    second = change(writer, None, Complete(whole="task"))
    put_back(before)
    assert second.entry is not None
    with pytest.raises(CommandError, match="task"):
        write_again(writer, [second.entry])
    assert [number for number, _ in gone(writer)] == [1, 2]
    assert write_again(writer).done == Said("storage.changes-written-again", 2)
    assert gone(writer) == []


def test_the_chosen_one_is_written_again_and_another_dismissed(checked_out: Workspace) -> None:
    assert write_again(checked_out, [4]).done == Said("storage.applied-again", says("Acknowledged context at 44 %."))
    dismissed = Said("storage.dismissed", plain("Added the todo: Two"))
    assert dismiss(checked_out, [2]).done == dismissed
    assert [each.entry.number for each in removed_by_others(checked_out)] == [1, 3]
    several = Said("storage.several-dismissed", 2)
    assert dismiss(replace(checked_out, dry_run=True)).done == several
    assert [each.entry.number for each in removed_by_others(checked_out)] == [1, 3]
    dismiss(checked_out)
    assert removed_by_others(checked_out) == ()
    assert undo_change(checked_out).done == Said("storage.undone", Said("storage.several-dismissed", 2))
    assert [each.entry.number for each in removed_by_others(checked_out)] == [1, 3]
    redo_change(checked_out)
    states = {each.about: each.state for each in history_items(checked_out)}
    assert [states[number] for number in (1, 2, 3)] == ["dismissed"] * 3
    with pytest.raises(CommandError) as refused:
        write_again(checked_out)
    assert refused.value.message == Said("project.no-change-taken-back")
    with pytest.raises(CommandError) as refused:
        dismiss(checked_out, [2])
    assert refused.value.message == Said("project.change-not-taken-back", [2])


def test_an_agent_dismisses_nothing_that_a_person_did(checked_out: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(CommandError):
        dismiss(checked_out)
    assert dismiss(replace(checked_out, allow_agents=True)).changed


@pytest.mark.parametrize(
    ("intent", "again"),
    [
        (Several(intents=tuple(SetLimit(metric="cost", level=level, value=value)
                               for level, value in (("alert", 30), ("stop", 75)))), False),
        (Move(part="status", value="blocked"), False),  # of another system it may have answered a question
        (SetLimit(metric="cost", level="alert", value=30), True),  # the person wrote it again
    ],
)  # fmt: skip
def test_an_agent_does_not_write_again_what_a_person_did(
    writer: Workspace, monkeypatch: pytest.MonkeyPatch, intent: Intent, again: bool
) -> None:
    before = everything(writer.root)
    change(writer, None, intent)
    put_back(before)
    if again:
        write_again(writer)
        put_back(before)
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(CommandError):
        write_again(writer)
    assert everything(writer.root) == before
    assert write_again(replace(writer, allow_agents=True)).changed


def test_one_that_cannot_be_written_again_does_not_hold_up_the_others(checked_out: Workspace) -> None:
    shutil.rmtree(checked_out.root / ".autopilot" / "state")
    done = write_again(checked_out)
    assert done.done == Said("storage.changes-written-again", 3)
    assert str(done.remarks[0]).startswith("“Acknowledged context at 44 %” cannot be written again: ")
    assert [each.entry.number for each in removed_by_others(checked_out)] == [4]


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


def test_a_loss_before_a_later_write_is_reported_and_done_anew(writer: Workspace) -> None:
    before = everything(writer.root)
    change(writer, None, AddTodo(text="AAA"))
    put_back(before)
    change(replace(writer, now=NOW + timedelta(minutes=3)), None, AddTodo(text="BBB"))
    [found] = removed_by_others(writer)
    assert (found.entry.sentence, found.at) == ("Added the todo: AAA", "2026-01-29T16:33:00Z")
    assert [each.state for each in history_items(writer)] == ["stands", "taken"]
    assert reversal_refusal(writer, history_items(writer)[1]) is None
    lost = taken_back_finding(writer.root, NOW)
    assert lost is not None
    assert lost.message == Said(
        "project.change-lost-to-program",
        Said("project.taken-before", "16:33"),
        plain("Added the todo: AAA"),
    )
    assert lost.hint == Said("project.redo-or-dismiss", 1)
    with pytest.raises(CommandError) as refused:
        redo_change(writer)
    assert refused.value.message == Said("project.only-taken-back-to-redo", lost.hint)
    assert redo_change(writer, 1).remarks == (Said("project.done-anew"),)
    assert removed_by_others(writer) == ()
    text = transponder(writer.root).read_text()
    assert (text.count("- [ ] AAA"), text.count("- [ ] BBB")) == (1, 1)


def test_an_acknowledgment_that_a_person_withdrew_is_not_missed(writer: Workspace) -> None:
    root = firing(writer.root.parent / "app")
    writer = replace(writer, root=root)
    change(writer, None, Acknowledge(metric="context"))
    rewrite(transponder(root), "44%", "45%")
    change(writer, None, Withdraw(metric="context"))
    assert gone(writer) == []
    change(writer, None, Acknowledge(metric="context"))
    assert gone(writer) == []


def test_what_an_agent_did_with_our_change_is_not_missed(writer: Workspace) -> None:
    change(writer, None, AddTodo(text="Write the documentation"))
    change(writer, None, Decide(text="Use one queue"))
    rewrite(transponder(writer.root), "- [ ] Write the documentation", "- [x] Write the documentation")
    assert gone(writer) == []
    change(writer, None, AddTodo(text="Rename it"))
    change(writer, None, TickTodo(text="Rename it"))
    run(writer.root, "init", "-q")
    run(writer.root, "add", "-A")
    run(writer.root, "commit", "-q", "-m", "The state")
    assert gone(writer) == []


# What holds in other words

THRESHOLDS, ACKNOWLEDGMENTS = ".autopilot/state/thresholds.json", ".autopilot/state/acknowledgments.json"
DECISIONS = ".autopilot/DECISIONS.md"
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
            SetLimit(metric="cost", level="alert", value=30, seen=25),
            AT_ALERT | {STATE: ((COST, RAISED),)},
            AT_ALERT | {STATE: ((COST, RAISED.replace("$30 ", "$25 ")),)},
        ),
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
            HEALTHY,
            Decide(text="Use one queue", reason="simple"),
            {STATE: (("- Use one queue\n", ""),)},
            {STATE: (("- Use one queue\n", ""),), DECISIONS: (("Use one queue", "Use two queues"),)},
        ),
        (
            firing,
            Move(part="status", value="blocked", seen="in_progress"),
            {STATE: (("| Status | Blocked |", "| Status | **BLOCKED** (no keys) |"), RESUMED)},
            {STATE: (("| Status | Blocked |", "| Status | In progress |"), RESUMED)},
        ),
    ],
    ids=["limit", "limits", "acknowledgment", "todo", "decision", "position"],
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


# Handoffs


def test_a_handoff_that_was_put_away_or_replaced_by_who_went_on_is_not_missed(tmp_path: Path) -> None:
    root = firing(tmp_path / "app")
    writer = handed_off(root, "archive")
    rewrite(transponder(root), "Resume file | .autopilot/holding-pattern.md", "Resume file | None")
    written_over(writer)
    assert gone(writer) == []
    (root / HANDOFF).unlink()
    assert gone(writer) == []
    assert history_items(writer)[0].state == "stands"


def test_a_handoff_that_git_wiped_is_reported_and_written_again(tmp_path: Path) -> None:
    root = create(tmp_path / "app", now=NOW - timedelta(minutes=40))
    writer = handed_off(root, None)
    run(root, "stash", "-q", "-u")
    assert gone(writer) == [(1, (STATE, HANDOFF))]
    assert history_items(writer)[0].state == "taken"
    apply_again(writer, 1)
    assert "deadbee" in (root / HANDOFF).read_text()
    assert gone(writer) == []
    assert [each.state for each in history_items(writer)] == ["stands", "repeated"]


def test_a_change_whose_time_is_not_known() -> None:
    entry = Entry(number=1, at="", verb="change", actor="", message=plain("It"), paths=("a",))
    found = Gone(entry=entry, paths=("a",))
    assert str(finding([found], NOW, HINT).message) == "1 change was taken back by another program: It."


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


def test_nothing_is_reported_of_a_handoff_that_cockpit_did_not_write(tmp_path: Path) -> None:
    writer = Workspace(root=firing(tmp_path / "app"), now=handed_off(firing(tmp_path / "other"), "archive").now)
    assert words_line(writer) is None
    with pytest.raises(CommandError):
        redo_change(writer, 1)
