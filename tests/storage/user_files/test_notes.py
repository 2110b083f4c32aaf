"""Snoozes and seen marks: kept for one person, outside the project."""

from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.model import Limits, LimitsThen, StatusLeft
from cockpit.storage.user_files import notes
from cockpit.storage.user_files.notes import Notes, SeenAlert, Snooze, note_metric
from cockpit.storage.user_files.store import ProjectStore

LIMITS = Limits(warning=10, alert=25, source="TRANSPONDER.md")
SNOOZE = Snooze(until="2026-01-29T15:00:00Z", level="alert", limits=LIMITS)
QUIET = Snooze(until="2026-01-29T15:00:00Z", level=None)
THEN = LimitsThen(at="2026-01-29T14:30:00Z", limits=LIMITS)
SEEN = SeenAlert(level="warning", value=12.5, at="2026-01-29T14:30:00Z")


@pytest.fixture
def store(tmp_path: Path) -> ProjectStore:
    return ProjectStore(tmp_path / "it")


def test_notes_end(store: ProjectStore) -> None:
    note_metric(store, "a", "snoozes", "cost", SNOOZE)
    note_metric(store, "a", "seen", "cost", SEEN)
    note_metric(store, "a", "snoozes", "cost", None)
    note_metric(store, "a", "snoozes", "never", None)
    assert notes.read(store, "a") == Notes(seen={"cost": SEEN})
    note_metric(store, "a", "seen", "cost", None)
    assert notes.read(store, "a") == Notes()
    assert b'"a"' not in store.notes.read_bytes()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"tracks": {"a": 3}}', b'{"tracks": {"a": {}}}', b"\xff"])
def test_damaged_notes_count_as_none(store: ProjectStore, damage: bytes) -> None:
    note_metric(store, "a", "snoozes", "cost", SNOOZE)
    store.notes.write_bytes(damage)
    assert notes.read(store, "a") == Notes()
    note_metric(store, "a", "seen", "cost", SEEN)
    assert notes.read(store, "a") == Notes(seen={"cost": SEEN})


FROM_0_1_0 = """{"format": 1, "tracks": {"a": {
 "snoozes": {"cost": {"until": "2026-01-29T15:00:00Z", "level": "alert"}},
 "seen": {"context": {"level": "warning", "value": 12.5, "at": "2026-01-29T14:30:00Z"}},
 "given": {"cost": {"at": "2026-01-29T14:30:00Z",
  "limits": {"warning": 10, "alert": 25, "stop": null, "source": "TRANSPONDER.md"}}},
 "waivers": {"file:x": {"reason": "it is elsewhere", "said": ["x is gone"]}}, "waived_for": "2026-01-29T14:00:00Z",
 "left": {"status": "in_progress", "text": "In progress", "became": "Paused"},
 "plans": {"PLAN.md": "# Plan"}, "plans_for": "2026-01-29T14:00:00Z"}}}"""


def test_the_notes_of_0_1_0_are_read(store: ProjectStore) -> None:
    store.folder.mkdir(parents=True)
    store.notes.write_text(FROM_0_1_0)
    old = replace(SNOOZE, limits=None)
    kept = Notes(
        snoozes={"cost": old},
        seen={"context": SEEN},
        given={"cost": THEN},
        waivers={"file:x": "it is elsewhere"},
        waived_for="2026-01-29T14:00:00Z",
        left=StatusLeft(status="in_progress", text="In progress", became="Paused"),
    )
    assert notes.read(store, "a") == kept
    note_metric(store, "a", "snoozes", "errors", QUIET)
    assert notes.read(store, "a") == replace(kept, snoozes={"cost": old, "errors": QUIET})
