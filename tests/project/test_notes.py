"""Snoozes: quiet on the person's screen, never hiding that things got worse."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Intent, SetLimit, SetValue, Withdraw
from cockpit.project.change import change
from cockpit.project.load import load_project
from cockpit.project.notes import snooze
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.alert_state import firing
from cockpit.storage.reading.loader import Loader
from cockpit.storage.user_files import notes
from tests.cases import case_project
from tests.support.said import Said

FIXTURE = case_project("autopilot/seed-thresholds")
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)


def fires(writer: Workspace, at: datetime = NOW) -> list[str]:
    track = load_project(writer.root, clock=lambda: at).tracks[0]
    assert {need.row for need in needs(track) if need.kind in ("stop", "alert")} == {
        each.metric for each in firing(track.thresholds)
    }
    return [f"{each.metric} {each.level}" for each in firing(track.thresholds)]


def test_a_snooze_ends_in_time_and_when_the_level_rises(writer: Workspace) -> None:
    change(writer, None, Withdraw(metric="cost"))
    assert fires(writer) == ["cost alert"]
    snooze(writer, None, "cost", NOW + timedelta(hours=2))
    assert fires(writer) == []
    assert fires(writer, NOW + timedelta(hours=3)) == ["cost alert"]
    change(writer, None, SetValue(metric="cost", value=55))
    assert fires(writer) == ["cost stop"]


def test_a_snooze_of_a_quiet_metric_hides_no_alert(writer: Workspace) -> None:
    snooze(writer, None, "errors", NOW + timedelta(hours=2))
    change(writer, None, SetValue(metric="errors", value=3))
    assert fires(writer) == ["errors alert"]


def test_a_snooze_is_for_the_limits_that_held(writer: Workspace) -> None:
    change(writer, None, Withdraw(metric="cost"))
    snooze(writer, None, "cost", NOW + timedelta(hours=2))
    change(writer, None, SetLimit(metric="cost", level="alert", value=40))
    change(writer, None, SetValue(metric="cost", value=45))
    assert fires(writer) == ["cost alert"]


@pytest.mark.parametrize(
    "between",
    [
        SetValue(metric="cost", value=12),
        SetValue(metric="cost", value=55),
        SetLimit(metric="cost", level="alert", value=40),
    ],
)
def test_a_snooze_that_was_seen_to_end_does_not_come_back(writer: Workspace, between: Intent) -> None:
    change(writer, None, Withdraw(metric="cost"))
    snooze(writer, None, "cost", NOW + timedelta(hours=2))
    screen = Loader(writer.root, clock=lambda: NOW)
    assert not firing(screen.load().tracks[0].thresholds)
    change(writer, None, between)
    screen.load()
    change(writer, None, SetLimit(metric="cost", level="alert", value=25))
    change(writer, None, SetValue(metric="cost", value=27))
    assert [each.metric for each in firing(screen.load().tracks[0].thresholds)] == ["cost"]


@pytest.mark.parametrize(("snoozed_at", "hidden"), [(26.5, True), (12, False)])
def test_marking_a_warning_as_seen_does_not_shorten_its_snooze(
    writer: Workspace, snoozed_at: float, hidden: bool
) -> None:
    change(writer, None, Withdraw(metric="cost"))
    change(writer, None, SetValue(metric="cost", value=snoozed_at))
    snooze(writer, None, "cost", NOW + timedelta(hours=2))
    change(writer, None, SetValue(metric="cost", value=12))
    assert change(writer, None, Acknowledge(metric="cost")).done == Said("project.warning-seen", "cost")
    change(writer, None, SetValue(metric="cost", value=27))
    assert fires(writer) == ([] if hidden else ["cost alert"])


def test_the_end_of_a_snooze_keeps_the_seen_mark(writer: Workspace) -> None:
    change(writer, None, SetValue(metric="cost", value=12))
    change(writer, None, Acknowledge(metric="cost"))
    snooze(writer, None, "cost", NOW + timedelta(hours=2))
    snooze(writer, None, "cost", None)
    cost = next(
        each for each in load_project(writer.root, clock=lambda: NOW).tracks[0].thresholds if each.metric == "cost"
    )
    assert (cost.seen_at, cost.snoozed_until) == ("2026-01-29T16:30:00Z", None)


def test_of_a_warning_the_value_on_screen_counts_as_seen(writer: Workspace) -> None:
    change(writer, None, SetValue(metric="cost", value=14))
    change(writer, None, Acknowledge(metric="cost", seen="warning", value=12))
    assert notes.read(writer.store, ".autopilot/TRANSPONDER.md").seen["cost"].value == 12


def test_a_command_acknowledges_the_value_that_it_reads(writer: Workspace) -> None:
    change(writer, None, SetValue(metric="cost", value=27))
    change(writer, None, Acknowledge(metric="cost"))
    (cost, *_) = load_project(writer.root, clock=lambda: NOW).tracks[0].thresholds
    assert cost.acknowledgment is not None
    assert cost.acknowledgment.value == 27


def test_an_agent_cannot_undo_what_a_person_withdrew(writer: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    change(writer, None, Withdraw(metric="cost"))
    monkeypatch.setenv("CLAUDECODE", "1")
    with pytest.raises(CommandError) as refused:
        undo_change(writer)
    assert refused.value.message == Said("project.only-a-person", "Claude Code")
    assert fires(writer) == ["cost alert"]
