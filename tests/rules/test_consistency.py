"""What a track says that cannot be so, found by the loader for every system."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from cockpit.model import Blocker, Decision, Handoff, LastActivity, Phase, Position, Session, Step, Threshold, Track
from cockpit.project.load import load_project
from cockpit.rules.consistency import implausible
from tests.cases import case_project
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
        (track(updated="soon"), []),
        (track(handoff=Handoff(path=".autopilot/h.md", created=LATER)), ["h.md"]),
        (track(position=Position(last_activity=LastActivity(date=TOMORROW, text="x"))), ["TRANSPONDER.md"]),
        (
            track(sessions=(Session(id="1", started=LATER, path="s/1.md"), Session(ended=LATER))),
            ["1.md", "TRANSPONDER.md"],
        ),
        (track(sessions=(Session(id="1", stale_at=LATER),)), []),  # that is yet to come
        (track(decisions=(Decision(text="x", date=TOMORROW),)), ["TRANSPONDER.md"]),
        (track(blockers=(Blocker(text="x", since=LATER),)), ["TRANSPONDER.md"]),
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
    ("status", "percent", "found"),
    [("completed", 42.0, True), ("completed", 100.0, False), ("completed", None, False), ("in_progress", 42.0, False),
     ("phase_complete", 42.0, False)],
)  # fmt: skip
def test_what_is_complete_is_complete(status: str, percent: float | None, found: bool) -> None:
    told = track(position=Position(status=status, status_text="x", percent=percent))  # type: ignore[arg-type]
    assert [each.code for each in implausible(told, NOW)] == (["completed-below-100"] if found else [])


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


def test_a_sound_project_says_nothing_that_cannot_be_so() -> None:
    (found,) = load_project(case_project("autopilot/seed-example"), clock=lambda: NOW).tracks
    assert [*implausible(found, NOW)] == []


@pytest.mark.parametrize(
    ("here", "phases", "told"),
    [
        ("3", (("1", 2, 2, "completed"), ("2", 0, 8, "not_started"), ("3", 1, 5, "in_progress")), ["2"]),
        ("3", (("1", 2, 2, "completed"), ("2", 0, 8, "skipped"), ("3", 1, 5, "in_progress")), []),
        ("2", (("1", 2, 2, "completed"), ("2", 0, 8, "not_started"), ("3", 1, 5, "in_progress")), []),
        ("3", (("1", None, None, "not_started"), ("2", None, None, None), ("3", 1, 5, "in_progress")), []),
        ("9", (("1", 0, 2, "not_started"),), []),
        (None, (("1", 0, 2, "not_started"),), []),
    ],
)  # fmt: skip
def test_no_phase_is_left_open_behind(here: str | None, phases: tuple[Any, ...], told: list[str]) -> None:
    listed = tuple(
        Phase(id=number, status=status, counted_done=done, counted_total=total, path=f"{number}.md")
        for number, done, total, status in phases
    )
    found = implausible(track(position=Position(phase=Step(id=here) if here else None), phases=listed), NOW)
    assert [(each.code, each.path) for each in found] == [("phase-left-open", f"{number}.md") for number in told]
