"""When work that is under way counts as silent."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cockpit.model import LastActivity, Position, Session, Silence
from cockpit.rules.silence import next_silence, with_silence
from tests.support.model_builders import project, threshold, track

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
AT_WORK = Position(status="in_progress")


def silence(written: str | None = None, minutes: int = 60, **values: Any) -> Silence | None:
    one = track(**{"position": AT_WORK} | values)
    files = {one.key: datetime.fromisoformat(f"2026-01-29T{written}+00:00")} if written else {}
    return with_silence(project(one), files, NOW, minutes).tracks[0].silence


def stated(since: str) -> Silence:
    return Silence(since=since, stated=True)


@pytest.mark.parametrize(
    ("values", "written", "found"),
    [
        ({"updated": "2026-01-29T15:30:00Z"}, None, stated("2026-01-29T15:30:00Z")),
        ({"updated": "2026-01-29T15:30:01Z"}, None, None),
        ({"updated": "2025-05-15T15:30:00Z"}, "16:29:00", stated("2025-05-15T15:30:00Z")),
        ({"updated": "2026-01-29T10:00:00+02:00"}, None, stated("2026-01-29T08:00:00Z")),
        ({}, "15:30:00", Silence(since="2026-01-29T15:30:00Z", stated=False)),
        ({}, "15:31:00", None),
        ({}, None, None),
        ({"updated": "2026-01-29"}, None, None),
        ({"updated": "2026-01-28"}, None, stated("2026-01-29T00:00:00Z")),
        ({"updated": "2026-01-28"}, "16:00:00", None),
        ({"updated": "2026-01-28"}, "12:00:00", Silence(since="2026-01-29T12:00:00Z", stated=False)),
        ({"updated": "2026-02-28T12:00:00Z"}, "12:00:00", Silence(since="2026-01-29T12:00:00Z", stated=False)),
        ({"updated": "soon"}, "12:00:00", Silence(since="2026-01-29T12:00:00Z", stated=False)),
        ({"updated": "2026-01-28T12:00:00Z", "thresholds": (threshold(read_at="2026-01-29T16:00:00Z"),)}, None, None),
        ({"updated": "2026-01-28T12:00:00Z", "sessions": (Session(started="2026-01-29T16:00:00Z"),)}, None, None),
        ({"updated": "2026-01-28T12:00:00Z",
          "position": replace(AT_WORK, last_activity=LastActivity(date="2026-01-29", text="x"))}, None, None),
        ({"sessions": (Session(started="2026-01-29T14:00:00Z"),)}, None, stated("2026-01-29T14:00:00Z")),
        ({"sessions": (Session(started="2026-01-29T14:00:00Z"),)}, "16:00:00", None),
        ({"sessions": (Session(started="2026-01-29T14:00:00Z"),)}, "15:00:00",
         Silence(since="2026-01-29T15:00:00Z", stated=False)),
    ],
)  # fmt: skip
def test_the_newest_instant_that_is_stated_counts_else_when_it_was_written(
    values: dict[str, Any], written: str | None, found: Silence | None
) -> None:
    assert silence(written, **values) == found


@pytest.mark.parametrize("status", ["not_started", "ready", "paused", "blocked", "failed", "completed", "unknown"])
def test_only_work_under_way_is_silent(status: Any) -> None:
    assert silence("10:00:00", position=Position(status=status)) is None


@pytest.mark.parametrize(("minutes", "is_silent"), [(0, False), (29, True), (30, True), (31, False)])
def test_after_how_long_is_the_persons_setting(minutes: int, is_silent: bool) -> None:
    assert (silence("16:00:00", minutes) is not None) is is_silent


def test_when_the_next_one_is_due() -> None:
    soon, later = (track(path=f"{name}.md", position=AT_WORK) for name in ("a", "b"))
    written = {soon.key: NOW - timedelta(minutes=50), later.key: NOW - timedelta(minutes=10)}
    assert next_silence(project(soon, later), written, NOW, 60) == NOW + timedelta(minutes=10)
    assert next_silence(project(soon, later), written, NOW, 0) is None
    silent = with_silence(project(soon, later), written, NOW, 50)
    assert next_silence(silent, written, NOW, 50) == NOW + timedelta(minutes=40)
