"""Drafts of a handoff: kept, restored, forgotten, and not trusted."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.storage.user_files import drafts
from cockpit.storage.user_files.drafts import KeptDraft
from cockpit.storage.user_files.store import ProjectStore

NOW = datetime(2026, 1, 29, 16, 31, tzinfo=UTC)
TRACK = ".autopilot/TRANSPONDER.md"
DRAFT = HandoffDraft(
    reason="context",
    phase="03",
    task="3",
    state="two\nlines",
    completed=(DraftTask(id="1", name="Model", commit="abc1234", state="done", files=("a.ts",), origin="git"),),
    remaining=("Task 3: go on",),
    next_action="go 🚀",
    branch="main",
    origins={"state": "git", "remaining": "plan"},
)


@pytest.fixture
def store(tmp_path: Path) -> ProjectStore:
    return ProjectStore(tmp_path / "store")


def only_file(store: ProjectStore) -> Path:
    (path,) = (store.folder / "drafts").iterdir()
    return path


def test_a_newer_draft_takes_its_place_and_can_be_forgotten(store: ProjectStore) -> None:
    drafts.discard(store, TRACK)
    drafts.keep(store, TRACK, KeptDraft(draft=DRAFT))
    drafts.keep(store, TRACK, KeptDraft(draft=HandoffDraft(context="newer")))
    kept = drafts.read(store, TRACK)
    assert kept is not None
    assert kept.draft.context == "newer"
    drafts.discard(store, TRACK)
    assert drafts.read(store, TRACK) is None


def test_the_drafts_that_an_earlier_version_kept_beside_it_are_set_aside(store: ProjectStore) -> None:
    drafts.keep(store, f"{TRACK}.bak", KeptDraft(draft=DRAFT))
    drafts.keep(store, TRACK, KeptDraft(draft=DRAFT))
    assert drafts.set_aside(store, TRACK) == ()
    path = next(each for each in store.drafts.iterdir() if b'TRANSPONDER.md",' in each.read_bytes())
    beside = path.with_name(f"{path.stem}.0123abcd.json")
    beside.write_bytes(path.read_bytes())
    assert drafts.set_aside(store, TRACK) == (beside,)
    drafts.discard(store, TRACK)
    assert drafts.read(store, TRACK) is None
    assert beside.exists()


def test_a_damaged_draft_is_written_over(store: ProjectStore) -> None:
    drafts.keep(store, TRACK, KeptDraft(draft=DRAFT))
    only_file(store).write_bytes(b"{")
    drafts.keep(store, TRACK, KeptDraft(draft=DRAFT))
    assert only_file(store).name.count(".") == 1


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": 1}',
        b"[" * 100_000,
        b"\xff\xfe",
        json.dumps({"step": None, "at": "x", "draft": {"reason": "boredom", "origins": {}}}).encode(),
        json.dumps({"step": None, "at": "x", "draft": {"remaining": "text", "origins": {}}}).encode(),
        json.dumps({"step": None, "at": "x", "draft": {"state": ["a"], "origins": {}}}).encode(),
    ],
)
def test_a_damaged_draft_counts_as_none(store: ProjectStore, damage: bytes) -> None:
    drafts.keep(store, TRACK, KeptDraft(draft=DRAFT))
    only_file(store).write_bytes(damage)
    assert drafts.read(store, TRACK) is None


FORM = ("0", "New todo", "")


def test_what_was_typed_into_a_form_is_kept_until_nothing_is(store: ProjectStore) -> None:
    assert drafts.read_form(store, FORM) == {}
    drafts.keep_form(store, FORM, {"text": "Call Ada"})
    assert drafts.read_form(store, FORM) == {"text": "Call Ada"}
    assert drafts.read_form(store, (*FORM[:-1], "another item")) == {}
    assert only_file(store).stat().st_mode & 0o777 == 0o600
    drafts.keep_form(store, FORM, {})
    assert drafts.read_form(store, FORM) == {}
    assert list(store.drafts.iterdir()) == []


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"typed": 1}', b"[" * 100_000, b"\xff\xfe"])
def test_a_damaged_form_counts_as_empty(store: ProjectStore, damage: bytes) -> None:
    drafts.keep_form(store, FORM, {"text": "Call Ada"})
    only_file(store).write_bytes(damage)
    assert drafts.read_form(store, FORM) == {}
