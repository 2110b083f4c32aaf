"""The ledger: one line for each deed, never rewritten, readable whatever happened to it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.storage import disk
from cockpit.storage.user_files import ledger
from cockpit.storage.user_files.ledger import Entry, Subject
from cockpit.storage.user_files.store import ProjectStore
from cockpit.wording.messages import plain
from tests.storage.refusals import refused_unchanged
from tests.support.said import Said
from tests.support.sandbox import subject

RECORD = Entry(
    at="2026-01-29T14:30:00Z",
    actor="person",
    verb="ack",
    message=plain("Acknowledged cost at $26.50"),
    paths=(".autopilot/state/acknowledgments.json",),
    subject=subject(),
    number=7,
)


@pytest.fixture
def store(tmp_path: Path) -> ProjectStore:
    return ProjectStore(tmp_path / "state" / "it")


@pytest.mark.parametrize(
    "damage",
    [b'{"at": "2026-01-29T14', b"\n", b"[]\n", b"null\n", b"\xff\xfe\n", b'{"at": 1}\n', b"[" * 100_000],
)
def test_a_damaged_line_hides_no_other(store: ProjectStore, damage: bytes) -> None:
    ledger.append(store, RECORD)
    with store.ledger.open("ab") as handle:
        handle.write(damage)
    before = store.ledger.read_bytes()
    ledger.append(store, RECORD)
    assert ledger.read(store) == (RECORD, RECORD)
    assert store.ledger.read_bytes().startswith(before), "what stands there is never rewritten"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"value": True}, Subject()),
        ({"value": "26.5", "level": "panic", "note": 3, "metric": []}, Subject()),
        ({"value": 3, "level": "stop"}, Subject(value=3, level="stop")),
    ],
)
def test_what_has_another_type_counts_as_absent(fields: dict[str, object], expected: Subject) -> None:
    assert ledger.subject_from(fields) == expected


@pytest.mark.parametrize(
    ("verb", "item"), [("unblock", "Phase 2: No printer"), ("block", None)], ids=["resolved", "another verb"]
)
def test_of_an_older_line_the_blocker_is_read_from_its_text(store: ProjectStore, verb: str, item: str | None) -> None:
    ledger.append(store, RECORD)
    older = {"at": "2026-01-29T14:00:00Z", "actor": "person", "verb": verb, "track": "STATE.md", "paths": []}
    older |= {"sentence": "Resolved the blocker: Phase 2: No printer", "entry": None}
    with store.ledger.open("a") as handle:
        handle.write(f"{json.dumps(older)}\n")
    assert ledger.read(store)[1].resolved_blocker == item


def test_a_folder_in_its_place_is_refused(store: ProjectStore) -> None:
    store.ledger.mkdir(parents=True)
    with refused_unchanged("storage.not-a-file", Said("", "cockpit's folder", store.folder)):
        ledger.append(store, RECORD)


def test_a_line_is_never_missed_while_the_files_change_places(
    store: ProjectStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = replace(store, ledger_bytes=100)
    for turn in range(3):
        ledger.append(store, replace(RECORD, number=turn))
    real = disk.read

    def read(path: Path, limit: int | None = None) -> bytes | None:
        content = real(path, limit)
        if path == store.older_ledger and content is None:
            ledger.prune(store)
        return content

    monkeypatch.setattr(disk, "read", read)
    assert [record.number for record in ledger.read(store)] == [0, 1, 2]
    assert not store.ledger.exists()
