"""The older state files (waypoint.md, checkpoint.md, STATE.md): read, never written; what lives in JSON still works."""

import json
from dataclasses import replace

import pytest

from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Block,
    Complete,
    Decide,
    FireTrigger,
    HandOff,
    Intent,
    Move,
    ResetAlerts,
    Reword,
    SetLimit,
    SetValue,
    StartSession,
    Withdraw,
)
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import ReadContext
from tests.support.autopilot_edits import (
    ACKNOWLEDGMENTS,
    EXAMPLE,
    LAYOUT_2,
    NOW,
    SEED,
    THRESHOLDS,
    TRANSPONDER,
    Bytes,
    done,
    make,
    refusal,
    replaced,
    track,
)
from tests.support.memory_files import MemoryFiles

UNANSWERED = replaced(LAYOUT_2, TRANSPONDER, "- Alert acknowledged: Yes", "- Alert acknowledged: No")


def older(name: str, files: Bytes = LAYOUT_2) -> Bytes:
    """The files with the state file under an older name."""
    return {path.replace("TRANSPONDER.md", name): data for path, data in files.items()}


FILES = {
    "waypoint.md": older("waypoint.md"),
    "checkpoint.md": older("checkpoint.md"),
    "STATE.md": older("STATE.md"),
    "STATE.md in layout 1": older("STATE.md", SEED),
}


@pytest.mark.parametrize("case", FILES)
@pytest.mark.parametrize(
    "intent",
    [
        Move(part="status", value="blocked"), Move(part="phase", value="5"), Move(part="next", value="/x"),
        Complete(whole="task"), Complete(whole="plan"), Complete(whole="phase"), Complete(whole="session"),
        AddTodo(text="x"), Decide(text="One index"), Block(text="No keys"), Reword(kind="todo", old="a", new="b"),
        SetLimit(metric="cost", level="stop", value=80),
    ],
    ids=str,
)  # fmt: skip
def test_its_verbs_are_refused_and_name_the_way_out(case: str, intent: Intent) -> None:
    name = case.split(maxsplit=1)[0]
    assert (
        refusal(FILES[case], intent)
        == f".autopilot/{name} is read-only. Create TRANSPONDER.md from it first: `cockpit track convert`."
    )


@pytest.mark.parametrize("name", ["waypoint.md", "checkpoint.md", "STATE.md"])
def test_an_alert_is_acknowledged_in_the_json_and_withdrawn_from_it(name: str) -> None:
    files = older(name, UNANSWERED)
    assert track(files).threshold("cost").agent_will == "pause"  # type: ignore[union-attr]
    after = done(files, Acknowledge(metric="cost", note="worth it"))
    assert {path: after[path] for path in files} == files
    cost = json.loads(after[ACKNOWLEDGMENTS])["acknowledgments"]["cost"]
    assert (cost["value_at_acknowledgment"], cost["user_note"]) == (26.1, "worth it")
    assert track(after).threshold("cost").agent_will == "continue"  # type: ignore[union-attr]
    for intent in (Withdraw(metric="cost"), ResetAlerts()):
        again = done(after, intent)
        assert {path: again[path] for path in files} == files
        assert track(again).threshold("cost").agent_will == "pause"  # type: ignore[union-attr]


@pytest.mark.parametrize("intent", [Withdraw(metric="cost"), ResetAlerts(), ResetAlerts(metrics=("cost",))], ids=str)
def test_an_acknowledgment_that_only_the_older_file_has_is_not_withdrawn(intent: Intent) -> None:
    assert (
        refusal(older("waypoint.md"), intent)
        == ".autopilot/waypoint.md is read-only. Create TRANSPONDER.md from it first: `cockpit track convert`."
    )


def test_a_value_goes_to_the_json_and_one_that_only_the_older_file_states_is_refused() -> None:
    sentence = ".autopilot/waypoint.md is read-only. Create TRANSPONDER.md from it first: `cockpit track convert`."
    assert refusal(older("waypoint.md"), SetValue(metric="cost", value=31)) == sentence
    files = {**older("waypoint.md"), THRESHOLDS: SEED[THRESHOLDS]}
    after = done(files, SetValue(metric="cost", value=31))
    assert {path: after[path] for path in older("waypoint.md")} == older("waypoint.md")
    assert track(after).threshold("cost").value == 31  # type: ignore[union-attr]


def test_a_handoff_a_session_and_a_trigger_leave_the_older_file_alone() -> None:
    memory = MemoryFiles(files := older("STATE.md", EXAMPLE))
    (candidate,) = Autopilot().detect(memory)
    draft = replace(Autopilot().draft(memory, candidate, ReadContext(now=NOW)), next_action="Go on")
    waiting = track(files).handoff
    assert waiting is not None
    for intent in (
        HandOff(draft=draft, existing="archive", seen=waiting.created),
        StartSession(),
        FireTrigger(trigger="cost_alert", if_due=False),
    ):
        assert ".autopilot/STATE.md" not in {change.path for change in make(files, intent).changes}


def test_the_way_out_of_a_stop_begins_with_the_migration() -> None:
    files = replaced(older("waypoint.md"), ".autopilot/waypoint.md", "| Stop | $60.00", "| Stop | $26.00")
    assert refusal(files, Acknowledge(metric="cost")).endswith(
        "Raise the limit (`cockpit track convert`, then `cockpit limit cost.stop=42`, or in the agent: "
        "`/autopilot:config --set max-cost=42`), or fix the cause."
    )
