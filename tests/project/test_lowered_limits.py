"""An acknowledgment lapses when a limit is lowered after it was given, as far as cockpit knows what held then."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model import Acknowledgment, Level, Threshold
from cockpit.model.intents import Acknowledge, SetLimit, SetValue, Withdraw
from cockpit.project.change import change
from cockpit.project.history import purge
from cockpit.project.load import load_project
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from cockpit.rules.thresholds.alert_state import is_acknowledged, is_lapsed
from cockpit.rules.thresholds.verdict import verdict
from tests.cases import case_project
from tests.support.said import Said

FIXTURE = case_project("autopilot/seed-thresholds")
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    """A project whose cost alert, begun at $25, was acknowledged with cockpit at $26.50."""
    made = Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)
    change(made, None, Withdraw(metric="cost"))
    change(made, None, Acknowledge(metric="cost"))
    return made


def limit(writer: Workspace, level: Level, value: float) -> None:
    change(writer, None, SetLimit(metric="cost", level=level, value=value))


def cost(writer: Workspace) -> Threshold:
    project = load_project(writer.root, clock=lambda: NOW)
    return next(each for each in project.tracks[0].thresholds if each.metric == "cost")


def given(writer: Workspace) -> Acknowledgment:
    found = cost(writer).acknowledgment
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([], None),
        ([("alert", 22)], "limits"),
        ([("stop", 45)], "limits"),
        ([("warning", 8)], "limits"),
        ([("alert", 26)], None),
        ([("stop", 80)], None),
        ([("alert", 22), ("alert", 25)], None),
        ([("alert", 26), ("alert", 25)], None),
        ([("alert", 26), ("alert", 24)], "limits"),
    ],
)
def test_lowering_a_limit_voids_it(writer: Workspace, changes: list[tuple[Level, float]], reason: str | None) -> None:
    for level, value in changes:
        limit(writer, level, value)
    assert (given(writer).effective, given(writer).reason) == (reason is None, reason)
    assert verdict(load_project(writer.root, clock=lambda: NOW)).code == (0 if reason is None else 20)
    assert is_lapsed(cost(writer)) == (reason is not None)


def test_it_can_be_acknowledged_anew(writer: Workspace) -> None:
    limit(writer, "alert", 22)
    later = Workspace(root=writer.root, now=NOW + timedelta(minutes=5))
    assert change(later, None, Acknowledge(metric="cost")).changed
    assert given(writer).at == "2026-01-29T16:35:00Z"
    assert is_acknowledged(cost(writer))
    limit(writer, "alert", 20)
    assert given(writer).reason == "limits"


def test_undoing_the_lower_limit_makes_it_hold_again(writer: Workspace) -> None:
    limit(writer, "alert", 22)
    undo_change(writer)
    assert is_acknowledged(cost(writer))


def test_an_undone_acknowledgment_that_is_done_again_is_still_bound(writer: Workspace) -> None:
    undo_change(writer)
    change(writer, None, Acknowledge(metric="cost"))
    limit(writer, "alert", 22)
    assert given(writer).reason == "limits"


def test_what_is_unknown_never_voids(writer: Workspace) -> None:
    path = writer.root / ".autopilot" / "state" / "acknowledgments.json"
    content = json.loads(path.read_text())
    content["acknowledgments"]["cost"]["acknowledged_at"] = "2026-01-29T16:30:01Z"  # given by somebody else
    path.write_text(json.dumps(content, indent=2))
    limit(writer, "alert", 22)
    assert is_acknowledged(cost(writer))


def test_what_was_purged_is_unknown(writer: Workspace) -> None:
    limit(writer, "alert", 22)
    purge(writer)
    assert is_acknowledged(cost(writer))


def test_an_acknowledgment_that_changed_nothing_keeps_what_was_noted(writer: Workspace) -> None:
    limit(writer, "alert", 26)
    assert not change(writer, None, Acknowledge(metric="cost")).changed
    limit(writer, "alert", 25)
    assert is_acknowledged(cost(writer))


def test_the_time_is_compared_as_an_instant(writer: Workspace) -> None:
    path = writer.root / ".autopilot" / "state" / "acknowledgments.json"
    path.write_text(path.read_text().replace("2026-01-29T16:30:00Z", "2026-01-29T17:30:00+01:00"))
    limit(writer, "alert", 22)
    assert given(writer).reason == "limits"


def test_a_reset_dated_ahead_does_not_part_the_note_from_the_acknowledgment(writer: Workspace) -> None:
    path = writer.root / ".autopilot" / "state" / "acknowledgments.json"
    content = json.loads(path.read_text())
    content |= {"acknowledgments": {}, "last_reset": "2026-01-29T17:00:00Z"}
    path.write_text(json.dumps(content, indent=2))
    change(writer, None, Acknowledge(metric="cost"))
    assert is_acknowledged(cost(writer))
    limit(writer, "alert", 22)
    assert given(writer).reason == "limits"


def test_a_note_that_cannot_be_kept_is_reported(writer: Workspace) -> None:
    change(writer, None, Withdraw(metric="cost"))
    writer.store.notes.unlink()
    writer.store.notes.mkdir()
    outcome = change(writer, None, Acknowledge(metric="cost"))
    assert outcome.changed
    assert outcome.remarks[-1] == Said("project.limits-not-noted")
    assert is_acknowledged(cost(writer))


def test_a_dry_run_notes_nothing(tmp_path: Path) -> None:
    made = Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW, dry_run=True)
    change(made, None, SetValue(metric="cost", value=27))
    change(made, None, Acknowledge(metric="cost"))
    assert not made.store.folder.exists()
