"""What was seen to happen while the program runs: a line a minute for each value, phase, blocker and decision."""

import shutil
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from cockpit.model.agents import AgentSession
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Block,
    Decide,
    Fail,
    HandOff,
    Intent,
    Move,
    SetValue,
    Unblock,
    Withdraw,
)
from cockpit.project.change import change
from cockpit.project.history import log_items
from cockpit.project.load import load_project
from cockpit.project.seen_changes import SEEN, SeenChanges
from cockpit.project.workspace import Workspace
from cockpit.wording.times import write_instant
from tests.cases import case_project
from tests.support.agent_sessions import ago
from tests.support.static_app import NOW

DUE = "Wait for the export of the harbour, which comes by post on every second Thursday of the month"


@pytest.mark.parametrize(
    ("intents", "told"),
    [
        ([SetValue(metric="cost", value=14.0)], ["cost: $12.40 → $14"]),
        ([SetValue(metric="cost", value=26.0)], ["cost: $12.40 → $26, alert"]),
        ([SetValue(metric="cost", value=14.0), SetValue(metric="cost", value=15.5)], ["cost: $12.40 → $15.50"]),
        ([SetValue(metric="cost", value=14.0), SetValue(metric="cost", value=12.4)], []),
        ([Block(text=DUE)], [f"Blocker: Phase 2: {DUE}"]),
        (
            [Block(text=DUE), Unblock(blocker=f"Phase 2: {DUE}")],
            [f"Blocker gone: Phase 2: {DUE}", f"Blocker: Phase 2: {DUE}"],
        ),
        ([Decide(text="Ship it", outcome="agreed")], ["Decision: Ship it"]),
        ([AddTodo(text="Ask the harbour")], []),
        ([Move(part="task", value="4")], ["Now at phase 2, plan 1, task 4 of 4: Mail the PDF"]),
    ],
)
def test_what_is_told_of_a_minute(intents: list[Intent], told: list[str], tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/healthy"), tmp_path / "project"))
    seen, before = SeenChanges(), load_project(root, clock=lambda: NOW)
    for each in intents:
        change(Workspace(root=root, now=NOW), None, each)
        now = load_project(root, clock=lambda: NOW)
        seen.compare(before, now, NOW)
        before = now
    assert [each.sentence for each in seen.newest_first()] == told


def test_tasks_that_are_done_are_counted_by_phase_and_minute() -> None:
    seen, project = SeenChanges(), load_project(case_project("autopilot/healthy"), clock=lambda: NOW)
    [track], states = project.tracks, [project]
    for done in (1, 2, 2, 3):
        phases = tuple(
            replace(each, counted_done=done, counted_total=4, open_tasks=("1.1", "1.2", "1.3", "1.4")[done:])
            for each in track.phases[:1]
        )
        states.append(replace(project, tracks=(replace(track, phases=phases),)))
    for before, now in pairwise(states[1:]):
        seen.compare(before, now, NOW)
    assert [each.sentence for each in seen.newest_first()] == ["Phase 001 Accounts: 1 → 3 of 4 done: 1.2, 1.3"]
    seen.compare(states[-1], states[1], NOW)
    assert seen.newest_first() == []


def test_what_is_done_here_stands_in_the_log_once_and_parts_the_values_before_it_from_those_behind(
    tmp_path: Path,
) -> None:
    root = Path(shutil.copytree(case_project("autopilot/healthy"), tmp_path / "project"))
    workspace, seen = Workspace(root=root, now=NOW), SeenChanges()
    before = load_project(root, clock=lambda: NOW)
    for each in (SetValue(metric="cost", value=26.0), SetValue(metric="context", value=24), Acknowledge(metric="cost"),
                 SetValue(metric="cost", value=27.0), SetValue(metric="context", value=25),
                 Block(text=DUE)):  # fmt: skip
        change(workspace, None, each)
        now = load_project(root, clock=lambda: NOW)
        seen.compare(before, now, NOW)
        before = now
    told = [each for each in log_items(workspace, seen.newest_first()) if each.record.verb == SEEN]
    assert [(each.sentence, each.record.actor) for each in told] == [
        ("context: 24 % → 25 %", "person?"), ("cost: $26 → $27", "person?"), ("context: 22 % → 24 %", "person?"),
        ("cost: $12.40 → $26, alert", "person?"),
    ]  # fmt: skip
    assert [each.sentence for each in log_items(workspace, ()) if "harbour" in each.sentence] == [
        f"Recorded the blocker: Phase 2: {DUE}",
    ]  # fmt: skip


def test_no_line_of_a_value_spans_a_withdrawal_in_the_same_minute(tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("autopilot/healthy"), tmp_path / "project"))
    workspace, seen, before = Workspace(root=root, now=NOW), SeenChanges(), load_project(root, clock=lambda: NOW)
    for each in (SetValue(metric="cost", value=26.0), Acknowledge(metric="cost"), SetValue(metric="cost", value=27.0),
                 Withdraw(metric="cost"), SetValue(metric="cost", value=28.0)):  # fmt: skip
        change(workspace, None, each)
        now = load_project(root, clock=lambda: NOW)
        seen.compare(before, now, NOW)
        before = now
    assert [each.sentence for each in seen.newest_first()] == [
        "cost: $27 → $28, alert", "cost: $26 → $27", "cost: $12.40 → $26, alert",
    ]  # fmt: skip


def test_what_agents_keep_beside_the_position_is_told_and_ones_own_handoff_once(tmp_path: Path) -> None:
    root = Path(shutil.copytree(case_project("codewalk/healthy"), tmp_path / "project"))
    workspace, seen = Workspace(root=root, now=NOW), SeenChanges()
    before = load_project(root, clock=lambda: NOW)
    track = before.tracks[0]
    questions = ("May cats have a seat?",)
    [*_, last] = track.sessions
    ended = replace(track, open_questions=questions, sessions=(*track.sessions[:-1], replace(last, status="crashed")))
    seen.compare(before, replace(before, tracks=(ended,)), NOW)
    assert [each.sentence for each in seen.newest_first()] == [
        f"Question gone: {track.open_questions[0]}", f"Session {last.id} {last.agent}: crashed",
        "Question: May cats have a seat?",
    ]  # fmt: skip
    came = replace(last, id="session-9", agent="worker-rock", status="ended")
    seen.compare(before, replace(before, tracks=(replace(track, sessions=(*track.sessions, came)),)), NOW)
    notes = {each.sentence: each.subject.note for each in seen.newest_first()}
    assert (notes["Question: May cats have a seat?"], notes["Session session-9 worker-rock: ended"]) == (
        "worker-ada session-003", "worker-ada session-003; worker-rock session-9",
    )  # fmt: skip
    change(workspace, None, HandOff(draft=HandoffDraft(next_action="Measure it")))
    seen.compare(before, load_project(root, clock=lambda: NOW), NOW)
    [handoff] = [each for each in seen.newest_first() if each.sentence == "Handoff: Measure it"]
    assert [Path(each).name for each in handoff.paths] == ["holding-pattern.md"]
    log = [each.sentence for each in log_items(workspace, seen.newest_first()) if "and" in each.sentence]
    assert [each for each in log if "Handoff:" in each] == []


def test_a_line_has_the_time_at_which_the_files_were_written_after_the_reading_before() -> None:
    seen, project = SeenChanges(), load_project(case_project("autopilot/healthy"), clock=lambda: NOW)
    [track] = project.tracks
    states = [replace(project, tracks=(replace(track, open_questions=(f"{at}?",)),)) for at in range(4)]
    minute = timedelta(minutes=1)
    readings = ((NOW, NOW - minute), (NOW + 5 * minute, NOW + 2 * minute), (NOW + 6 * minute, NOW))
    for number, (at, wrote) in enumerate(readings):
        seen.compare(states[number], states[number + 1], at, {track.key: wrote})
    told = {each.sentence: each.at for each in seen.newest_first() if not each.sentence.startswith("Question gone")}
    assert told == {
        "Question: 1?": write_instant(NOW),
        "Question: 2?": write_instant(NOW + 2 * minute),
        "Question: 3?": write_instant(NOW + 6 * minute),
    }


def test_a_session_that_was_held_goes_on_when_it_was_seen_to_and_one_that_is_gone_is_told() -> None:
    seen, project = SeenChanges(), load_project(case_project("autopilot/healthy"), clock=lambda: NOW)
    held = AgentSession(
        agent="claude", id="1", path="/1", state="waits", waits_for="hold", held="cost $9", since=ago(5)
    )
    works = replace(held, state="works", waits_for=None, held=None, since=ago(50))
    [track] = project.tracks
    before, *states = (replace(project, tracks=(replace(track, agents=each),)) for each in ((held,), (works,), ()))
    seen.look(before, NOW - timedelta(minutes=5))
    for minutes, now in enumerate(states):
        seen.compare(before, now, NOW + timedelta(minutes=minutes))
        before = now
    assert [(each.at, each.sentence) for each in seen.newest_first()] == [
        (write_instant(NOW + timedelta(minutes=1)), "1: gone: ended, or its record was deleted"),
        (write_instant(NOW), "1: works"),
        (ago(5), "1: held: cost $9"),
    ]


@pytest.mark.parametrize(("seconds", "who"), [(2, "person?"), (5, "files")])
def test_what_an_agent_writes_of_the_same_phase_soon_after_ones_own_change_is_told(
    seconds: int, who: str, tmp_path: Path
) -> None:
    root = Path(shutil.copytree(case_project("maestro/healthy"), tmp_path / "project"))
    workspace, seen, before = Workspace(root=root, now=NOW), SeenChanges(), load_project(root, clock=lambda: NOW)
    change(workspace, None, Fail(phase="4", note="No network"))
    failed = load_project(root, clock=lambda: NOW)
    seen.compare(before, failed, NOW + timedelta(seconds=1))
    [track] = failed.tracks
    again = [replace(each, status="in_progress") if each.id == "4" else each for each in track.phases]
    seen.compare(
        failed, replace(failed, tracks=(replace(track, phases=tuple(again)),)), NOW + timedelta(seconds=seconds)
    )
    told = [(each.sentence, each.record.actor) for each in log_items(workspace, seen.newest_first())]
    assert [each for each in told if each[0].startswith("Phase 4")] == [("Phase 4 Departure board: in progress", who)]
