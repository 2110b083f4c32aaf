"""A program that stays open: what sessions said grows old between a reading and a change."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cockpit.model.intents import SetLimit
from cockpit.project.change import change
from cockpit.project.handing_off import hand_off, propose_handoff
from cockpit.project.load import begun_reading
from cockpit.project.workspace import Workspace
from tests.support.limited_repository import make, tell


def test_work_is_handed_off_though_what_a_session_said_has_grown_old_meanwhile(tmp_path: Path) -> None:
    root, now = make(tmp_path / "shop"), [datetime.now(UTC)]
    for metric, value in (("cost", 75.0), ("context", 80.0)):
        change(Workspace(root=root, now=now[0]), None, SetLimit(metric=metric, level="stop", value=value))
    tell(root, cost=26, context=30)
    reading = begun_reading(root, clock=lambda: now[0])
    (track,) = reading.load().tracks
    assert [(each.metric, each.value) for each in track.thresholds] == [("cost", 26), ("context", 30)]
    now[0] += timedelta(minutes=5)
    workspace = Workspace(root=root, now=now[0], reading=reading)
    draft = replace(propose_handoff(workspace, track.key).draft, next_action="Weigh the parcels")
    assert hand_off(workspace, track, draft, None).changed
    assert (root / ".cockpit/holding-pattern.md").exists()
