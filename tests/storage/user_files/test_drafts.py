"""Drafts of a handoff: kept, restored, forgotten, and not trusted."""

import json
from pathlib import Path

import pytest

from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.storage.user_files import drafts
from cockpit.storage.user_files.drafts import KeptDraft
from cockpit.storage.user_files.store import ProjectStore

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


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"typed": 1}', b"[" * 100_000, b"\xff\xfe"])
def test_a_damaged_form_counts_as_empty(store: ProjectStore, damage: bytes) -> None:
    drafts.keep_form(store, FORM, {"text": "Call Ada"})
    only_file(store).write_bytes(damage)
    assert drafts.read_form(store, FORM) == {}
