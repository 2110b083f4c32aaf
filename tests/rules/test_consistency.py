"""What a track says that cannot be so, found by the loader for every system."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model import LastActivity, Position, Session, Threshold, Track
from cockpit.project.load import load_project
from cockpit.rules.consistency import implausible
from tests.support.model_builders import NOW, threshold, track

LATER, TOMORROW, SOON = "2026-01-31T16:31:00Z", "2026-01-31", "2026-01-29T16:36:00Z"


@pytest.mark.parametrize(
    ("told", "paths"),
    [
        (track(updated=LATER), ["TRANSPONDER.md"]),
        (track(updated=SOON), []),  # clocks differ
        (track(updated="2026-01-29T23:00:00"), []),  # without a zone it may be any
        (track(updated="2026-01-30T23:00:00"), ["TRANSPONDER.md"]),
        (track(updated="2026-01-30"), []),  # it has begun elsewhere
        (track(position=Position(last_activity=LastActivity(date=TOMORROW, text="x"))), ["TRANSPONDER.md"]),
        (track(sessions=(Session(started=LATER, path="s/1.md"), Session(ended=LATER))), ["1.md", "TRANSPONDER.md"]),
        (track(sessions=(Session(id="1", stale_at=LATER),)), []),  # that is yet to come
    ],
)
def test_what_was_is_not_yet_to_come(told: Track, paths: list[str]) -> None:
    found = [*implausible(told, NOW)]
    assert [each.code for each in found] == ["time-in-future"] * len(paths)
    assert [each.path.rpartition("/")[2] for each in found] == paths


@pytest.mark.parametrize(
    ("metric", "code"),
    [
        (threshold(value=-5.0), "value-negative"),
        (threshold(value=0.0), None),
        (threshold(metric="errors", unit="count", value=-1.0), "value-negative"),
        (threshold(metric="variance", unit="percent", value=-20.0), None),  # less than was estimated
        (threshold(value=None), None),
    ],
)
def test_no_amount_is_below_zero(metric: Threshold, code: str | None) -> None:
    assert [each.code for each in implausible(track(thresholds=(metric,)), NOW)] == ([code] if code else [])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".autopilot/TRANSPONDER.md", "# Project State\n\n**Updated:** 2026-01-31T16:31:00Z\n\n## Current Position\n"
         "Phase: 6 of 6\nStatus: Project complete\nProgress: 42%\n"),
        (".planning/STATE.md", "initiative: i-1\nposition:\n  phase: 4\n  status: completed\nprogress:\n"
         "  phases_total: 4\n  phases_completed: 4\n  bar: \"████░░░░░░ 42%\"\nsessions:\n  - id: s-1\n"
         "    started: 2026-01-31T16:31:00Z\n"),
    ],
)  # fmt: skip
def test_the_loader_says_it_of_every_system(tmp_path: Path, path: str, text: str) -> None:
    (tmp_path / path).parent.mkdir()
    (tmp_path / path).write_text(text)
    os.utime(tmp_path / path, (NOW.timestamp(), NOW.timestamp()))
    (found,) = load_project(tmp_path, clock=lambda: NOW).tracks
    codes = [each.code for each in found.findings]
    assert {"time-in-future", "completed-below-100"} <= {*codes}
    assert [each.order for each in found.findings] == sorted(each.order for each in found.findings)
    later = NOW + timedelta(days=9)
    os.utime(tmp_path / path, (later.timestamp(), later.timestamp()))  # then it is our clock that is wrong
    (found,) = load_project(tmp_path, clock=lambda: NOW).tracks
    assert "time-in-future" not in [each.code for each in found.findings]
