"""Snoozes and seen marks: kept for one person, outside the project."""

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model import Limits, LimitsThen
from cockpit.storage import notes, noting
from cockpit.storage.notes import Notes, Seen, Snooze
from cockpit.storage.store import ProjectStore

UNTIL = datetime(2026, 1, 29, 15, 0, tzinfo=UTC)
SNOOZE = Snooze(until="2026-01-29T15:00:00Z", level="alert")
THEN = LimitsThen(at="2026-01-29T14:30:00Z", limits=Limits(warning=10, alert=25, source="TRANSPONDER.md"))
SEEN = Seen(level="warning", value=12.5, at="2026-01-29T14:30:00Z")


@pytest.fixture
def store(tmp_path: Path) -> ProjectStore:
    return ProjectStore(tmp_path / "it")


def test_notes_are_kept_by_track_and_metric(store: ProjectStore) -> None:
    noting.snooze(store, "a/TRANSPONDER.md", "cost", UNTIL, "alert")
    noting.mark_seen(store, "a/TRANSPONDER.md", "context", SEEN)
    noting.snooze(store, "b/TRANSPONDER.md", "errors", UNTIL, None)
    noting.note_limits(store, "a/TRANSPONDER.md", "cost", THEN)
    expected = Notes(snoozes={"cost": SNOOZE}, seen={"context": SEEN}, given={"cost": THEN})
    assert notes.read(store, "a/TRANSPONDER.md") == expected
    quiet = Snooze(until="2026-01-29T15:00:00Z", level=None)
    assert notes.read(store, "b/TRANSPONDER.md") == Notes(snoozes={"errors": quiet})
    assert notes.read(store, "c/TRANSPONDER.md") == Notes()


def test_notes_end(store: ProjectStore) -> None:
    noting.snooze(store, "a", "cost", UNTIL, "alert")
    noting.mark_seen(store, "a", "cost", SEEN)
    noting.snooze(store, "a", "cost", None, "alert")
    noting.snooze(store, "a", "never", None, None)
    assert notes.read(store, "a") == Notes(seen={"cost": SEEN})
    noting.mark_seen(store, "a", "cost", None)
    assert notes.read(store, "a") == Notes()
    assert b'"a"' not in store.notes.read_bytes()


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"tracks": {"a": 3}}', b'{"tracks": {"a": {}}}', b"\xff"])
def test_damaged_notes_count_as_none(store: ProjectStore, damage: bytes) -> None:
    noting.snooze(store, "a", "cost", UNTIL, "alert")
    store.notes.write_bytes(damage)
    assert notes.read(store, "a") == Notes()
    noting.mark_seen(store, "a", "cost", SEEN)
    assert notes.read(store, "a") == Notes(seen={"cost": SEEN})


def test_notes_are_for_this_person_only(store: ProjectStore) -> None:
    assert notes.read(store, "a") == Notes()
    assert not store.folder.exists()
    noting.snooze(store, "a", "cost", UNTIL, "alert")
    assert stat.S_IMODE(store.notes.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    assert sorted(path.name for path in store.folder.iterdir()) == ["lock", "notes.json"]
