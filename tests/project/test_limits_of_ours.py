"""Where our limits and those the agent reads differ, what it does and what is said agree, and there is a way out."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model import Level, Threshold
from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, SetLimit, SetValue, Withdraw
from cockpit.project.change import change
from cockpit.project.load import load_project
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.resuming import look
from cockpit.project.workspace import Workspace
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.alert_state import is_acknowledged
from cockpit.rules.thresholds.explain import explain
from cockpit.rules.thresholds.verdict import verdict
from cockpit.widgets.sheets import copied
from cockpit.wording.messages import clause
from tests.cases import case_project
from tests.support.messages import words as says
from tests.support.model_builders import track
from tests.support.said import Said

FIXTURE = case_project("autopilot/seed-example")
"""Without a Thresholds table: limits go to `.cockpit/limits.toml`, which the agent does not read."""
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
TELL = "/autopilot:config --set max-cost=80"


@pytest.fixture
def writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setenv("HOME", str(tmp_path))
    return Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)


def do(writer: Workspace, *intents: Intent) -> ChangeOutcome:
    return [change(writer, None, intent) for intent in intents][-1]


def at(writer: Workspace, metric: str, value: float, level: Level, limit: float) -> None:
    do(writer, SetValue(metric=metric, value=value), SetLimit(metric=metric, level=level, value=limit))


def answer(writer: Workspace) -> tuple[int, tuple[str, ...]]:
    found = verdict(load_project(writer.root, clock=lambda: NOW))
    return found.code, tuple(map(str, found.reasons))


def needed(writer: Workspace) -> list[tuple[str, str]]:
    (track,) = load_project(writer.root, clock=lambda: NOW).tracks
    return [(need.kind, str(need.text)) for need in needs(track) if need.pane == "thresholds"]


def threshold(writer: Workspace) -> Threshold:
    (track,) = load_project(writer.root, clock=lambda: NOW).tracks
    (found,) = [each for each in track.thresholds if each.value is not None]
    return found


def test_a_raised_limit_leaves_the_stop_of_the_agent(writer: Workspace) -> None:
    at(writer, "cost", 55, "stop", 80)
    assert (threshold(writer).level, threshold(writer).agent_will) == ("alert", "halt")
    reached = "cost $55, alert at $25"
    behaviour = f"the agent ends at its own limit; give it this limit with `{TELL}`"
    assert answer(writer) == (30, (f"{clause(reached)}: {clause(behaviour)}.",))
    assert needed(writer) == [("stop", f"{clause(reached)}: {clause(behaviour)}")]
    (held,) = [check for check in look(writer, None).blocking if check.subject == "cost"]
    assert (held.code, held.gate, held.fact) == ("own-stop", "refuse", "cost is at the agent's own stop")
    assert held.evidence == (f"{clause(reached)}: {clause(behaviour)}.",)
    with pytest.raises(CommandError) as refused:
        do(writer, Acknowledge(metric="cost", seen="alert"))
    cause = says("fix the cause")
    way = says(f"Set the current limit in the agent (`{TELL}`), or {cause}.")
    assert refused.value.message == says(f"cost ($55) has reached the agent's own stop limit. {way}")
    config = writer.root.parent / ".claude" / "autopilot" / "config.json"
    config.parent.mkdir(parents=True)
    config.write_text('{"defaults": {"maxCost": 80}}')
    assert answer(writer)[0] == 20
    assert do(writer, Acknowledge(metric="cost", seen="alert")).done == says("Acknowledged cost at $55.")
    assert answer(writer) == (0, ())


def test_a_metric_the_agent_cannot_be_told_about_says_so(writer: Workspace) -> None:
    at(writer, "context", 55, "stop", 60)
    assert answer(writer)[1] == (
        ("context 55 %, alert at 40 %: the agent ends at its own limit; no command changes that limit."),
    )
    with pytest.raises(CommandError) as refused:
        do(writer, Acknowledge(metric="context"))
    assert refused.value.message == says(
        "context (55 %) has reached the agent's own stop limit. The agent has no command to change its "
        "limit. Instead, hand off and continue in a new session."
    )


def test_at_a_stop_of_both_the_agent_must_be_told_too(writer: Workspace) -> None:
    do(writer, SetValue(metric="cost", value=55))
    with pytest.raises(CommandError) as refused:
        do(writer, Acknowledge(metric="cost"))
    way = says(
        "Raise both limits (`cockpit limit cost.stop=80`, and in the agent: `/autopilot:config --set "
        "max-cost=80`), or fix the cause."
    )
    assert refused.value.message == says(f"cost is at stop ($55). A stop cannot be acknowledged. {way}")
    assert answer(writer)[0] == 30


def test_an_alert_the_agent_knows_nothing_of_is_acknowledged_for_the_person_only(writer: Workspace) -> None:
    at(writer, "cost", 12, "alert", 11)
    unread = "cost $12, alert at $11: not acknowledged; the agent does not read this limit."
    assert answer(writer) == (20, (unread,))
    told = "cost $12, alert at $11: the agent does not read this limit and may continue"
    assert needed(writer) == [("alert", told)]
    before = {path: path.read_bytes() for path in sorted(writer.root.rglob("*")) if path.is_file()}
    seen = Said("project.unread-limit-seen", "cost", "alert")
    assert do(writer, Acknowledge(metric="cost", seen="alert")).done == seen
    assert {path: path.read_bytes() for path in sorted(writer.root.rglob("*")) if path.is_file()} == before
    assert answer(writer) == (0, ())
    assert needed(writer) == []
    assert is_acknowledged(threshold(writer))
    do(writer, SetValue(metric="cost", value=26))
    assert answer(writer) == (
        20,
        ("cost $26, alert at $11: not acknowledged.",),
    ), "the agent's own alert"


@pytest.mark.parametrize("intent", [Withdraw(metric="cost"), ResetAlerts(), ResetAlerts(metrics=("cost",))])
def test_a_seen_mark_is_withdrawn_like_an_acknowledgment(writer: Workspace, intent: Intent) -> None:
    at(writer, "cost", 12, "alert", 11)
    do(writer, Acknowledge(metric="cost"))
    outcome = do(writer, intent)
    assert Said("project.seen-forgotten", ["cost"]) in (outcome.done, *outcome.remarks)
    assert answer(writer)[0] == 20


def test_a_pause_of_the_agent_below_our_alert_is_answered(writer: Workspace) -> None:
    do(writer, SetLimit(metric="cost", level="stop", value=80))
    at(writer, "cost", 26, "alert", 40)
    assert (threshold(writer).level, threshold(writer).agent_will) == ("warning", "pause")
    assert answer(writer)[0] == 20
    assert needed(writer) == [
        (
            "alert",
            "cost $26, warning at $10: the agent waits at its own limit for your acknowledgment",
        )
    ]
    assert do(writer, Acknowledge(metric="cost", seen="warning")).done == says("Acknowledged cost at $26.")
    assert answer(writer) == (0, ())


def test_a_stop_of_ours_alone_is_lifted_by_its_limit(writer: Workspace) -> None:
    do(writer, SetLimit(metric="cost", level="warning", value=5), SetLimit(metric="cost", level="alert", value=6))
    at(writer, "cost", 12, "stop", 11)
    told = "cost $12, stop at $11: the agent does not read this limit and may continue"
    assert needed(writer) == [("stop", told)]
    with pytest.raises(CommandError) as refused:
        do(writer, Acknowledge(metric="cost"))
    way = says("Raise the limit (`cockpit limit cost.stop=18`), or fix the cause.")
    assert refused.value.message == says(f"cost is at stop ($12). A stop cannot be acknowledged. {way}")
    do(writer, SetLimit(metric="cost", level="stop", value=18), Acknowledge(metric="cost"))
    assert answer(writer) == (0, ())


def test_a_note_with_a_mark_is_not_dropped_silently(writer: Workspace) -> None:
    do(writer, SetValue(metric="cost", value=12))
    remarks = do(writer, Acknowledge(metric="cost", note="fine")).remarks
    assert remarks == (Said("project.note-of-seen-not-kept"),)


def test_what_the_agent_was_not_told_stays_with_the_row(writer: Workspace) -> None:
    """Said once where a limit is set, a command would be gone before anybody could copy it."""
    do(writer, SetValue(metric="cost", value=12))
    assert (threshold(writer).untold, "not_told" in dict(explain(threshold(writer), track(), NOW))) == ((), False)
    at(writer, "cost", 12, "alert", 11)
    do(writer, SetLimit(metric="cost", level="stop", value=80))
    told = "/autopilot:config --set alert-cost=11", TELL
    assert threshold(writer).untold == told
    assert dict(explain(threshold(writer), track(), NOW))["not_told"] == (
        f"the agent does not read limits.toml; give it the limits with {f'`{told[0]}` and `{told[1]}`'}"
    )
    assert copied(threshold(writer)) == f"cost $12, alert at $11; {told[0]}; {told[1]}"
