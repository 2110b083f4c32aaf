"""Handing off without a screen: where it begins, a look at the files to be, and what is left when it is refused."""

import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.demo.sample import create
from cockpit.model.errors import CommandError
from cockpit.model.intents import SetLimit
from cockpit.project.change import change
from cockpit.project.handing_off import MISSING, hand_off, keep_draft, preview, propose_handoff
from cockpit.project.load import begun_reading
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from cockpit.storage.user_files import drafts
from cockpit.storage.user_files.drafts import KeptDraft
from cockpit.wording.messages import Message, plain
from tests.support.keyboard import firing
from tests.support.limited_repository import make, tell
from tests.support.said import Said
from tests.support.static_app import NOW

HANDOFF = ".autopilot/holding-pattern.md"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return create(tmp_path_factory.mktemp("sample") / "taskflow-app", now=NOW)


@pytest.fixture
def sample(made: Path, tmp_path: Path) -> Workspace:
    return Workspace(root=Path(shutil.copytree(made, tmp_path / "taskflow-app", symlinks=True)), now=NOW)


@pytest.fixture
def waiting(tmp_path: Path) -> Workspace:
    return Workspace(root=firing(tmp_path / "taskflow-app"), now=NOW)


def test_a_look_needs_neither_the_next_action_nor_a_choice(waiting: Workspace) -> None:
    proposal = propose_handoff(waiting, None)
    assert proposal.track.handoff is not None
    draft = replace(proposal.draft, context="new", next_action="")
    seen = preview(waiting, proposal.track, draft)
    assert seen.text.endswith(f"## Next Action\n{MISSING}\n")
    assert not any("holding-pattern" in line for line in seen.diff if line.startswith(("+++", "---")))
    assert seen.remarks[0] == Said(
        "project.after-that",
        Message("systems.waiting-handoff-archived", f"Archived the previous handoff: {seen.archived}."),
    )
    assert "The types of the API" not in seen.text
    with pytest.raises(CommandError) as refused:
        hand_off(waiting, proposal.track, draft, "archive")
    assert refused.value.message == Said("project.no-next-action")


def test_what_was_written_is_the_draft_while_it_is_undone(sample: Workspace) -> None:
    first = propose_handoff(sample, None)
    written = replace(first.draft, context="fonts first")

    def offered() -> str | None:
        kept = propose_handoff(sample, None).unfinished
        return kept and kept.draft.context

    hand_off(sample, first.track, written, None)
    assert offered() is None
    undo_change(sample)
    assert offered() == "fonts first"
    theirs = sample.root / HANDOFF
    theirs.write_text("---\nphase: 3\ncreated: 2026-01-29T16:29:00Z\n---\n\n## Next Action\ntheirs\n")
    assert offered() is None  # another handoff waits
    theirs.unlink()
    redo_change(sample)
    assert offered() is None
    second = propose_handoff(sample, None)
    hand_off(sample, second.track, replace(second.draft, context="colours first"), "archive")
    assert offered() is None
    undo_change(sample)
    assert offered() == "colours first"  # what waits is what waited then
    undo_change(sample)
    assert offered() is None


def test_a_draft_that_cannot_be_read_holds_nobody_up(sample: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object) -> None:
        raise CommandError(plain("The folder may not be entered."))

    monkeypatch.setattr(drafts, "read", denied)
    proposal = propose_handoff(sample, None)
    why = plain("The folder may not be entered.")
    assert (proposal.unfinished, proposal.unread) == (None, Said("project.draft-unreadable", why))
    assert proposal.draft.next_action == "Finish task 3: Open a card with the keyboard"


def test_what_was_refused_keeps_the_draft_and_what_was_written_stands(
    sample: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposal = propose_handoff(sample, None)
    keep_draft(sample, proposal.track, KeptDraft(draft=proposal.draft))
    with pytest.raises(CommandError, match="read-only"):
        hand_off(replace(sample, read_only=True), proposal.track, proposal.draft, None)
    assert propose_handoff(sample, None).unfinished is not None

    def full(*_: object, **__: object) -> None:
        raise CommandError(plain("The disk is gone."))

    monkeypatch.setattr(drafts, "keep", full)
    monkeypatch.setattr(drafts, "discard", full)
    outcome = hand_off(sample, proposal.track, proposal.draft, None)
    assert outcome.remarks[-1] == Said("project.draft-remains", plain("The disk is gone."))
    assert (sample.root / HANDOFF).exists()


def test_a_command_leaves_the_draft_of_a_wizard_alone(sample: Workspace) -> None:
    proposal = propose_handoff(sample, None)
    keep_draft(sample, proposal.track, KeptDraft(draft=replace(proposal.draft, context="half done"), step="context"))
    for words in ("by command", "by another"):
        existing = "archive" if propose_handoff(sample, None).track.handoff else None
        hand_off(sample, propose_handoff(sample, None).track, replace(proposal.draft, context=words), existing)
    undo_change(sample)
    kept = propose_handoff(sample, None).unfinished
    assert kept is not None
    assert (kept.draft.context, kept.entry) == ("half done", None)


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
