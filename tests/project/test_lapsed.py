"""Acknowledgments that have lapsed for the person while the agent goes on by them."""

import json
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.project.load import load_project
from cockpit.project.workspace import Workspace
from cockpit.rules.thresholds.alert_state import is_lapsed
from tests.cases import case_project

FIXTURE = case_project("autopilot/seed-thresholds")
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
GIVEN = {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 26.5, "threshold_level": "alert",
         "session_id": "s1", "user_note": "worth it"}  # fmt: skip
EXPIRED = {**GIVEN, "expires_at": "2026-01-29T15:00:00Z"}


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    writer = Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)
    write_state(writer.root, EXPIRED)
    return writer


def write_state(root: Path, given: object, last_reset: str | None = None, **values: float) -> None:
    state = root / ".autopilot" / "state"
    acknowledgments = json.loads((state / "acknowledgments.json").read_text())
    acknowledgments |= {"acknowledgments": {"cost": given} if given else {}, "last_reset": last_reset}
    (state / "acknowledgments.json").write_text(json.dumps(acknowledgments, indent=2))
    thresholds = json.loads((state / "thresholds.json").read_text())
    thresholds["current_values"] |= values
    (state / "thresholds.json").write_text(json.dumps(thresholds, indent=2))
    transponder = state.parent / "TRANSPONDER.md"
    shown = f"| Cost | ${thresholds['current_values']['cost']:g} |"
    transponder.write_text(re.sub(r"\| Cost \| \S+ \|", shown, transponder.read_text("utf-8")), "utf-8")


def project(writer: Workspace) -> Project:
    return load_project(writer.root, clock=lambda: NOW, options=writer.options)


@pytest.mark.parametrize(
    ("given", "more", "found"),
    [
        (EXPIRED, {}, ["cost"]),
        ({**GIVEN, "threshold_level": "warning"}, {}, ["cost"]),
        (GIVEN, {}, []),
        (None, {}, []),
        (EXPIRED, {"cost": 12.0}, []),
        (EXPIRED, {"cost": 60.0}, []),
        (EXPIRED, {"last_reset": "2026-01-29T15:30:00Z"}, []),
    ],
    ids=["expired", "escalated", "holds", "none", "at a warning", "at a stop", "reset: the agent asks anyway"],
)
def test_what_has_lapsed_for_us_while_the_agent_goes_on(
    writer: Workspace, given: object, more: dict[str, float], found: list[str]
) -> None:
    write_state(writer.root, given, **more)
    (track,) = project(writer).tracks
    assert [each.metric for each in track.thresholds if is_lapsed(each)] == found
