"""What commit 23a4a7b6 wrote outside a project is read, undone and done again by the present program."""

import json
import os
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
import time_machine

from cockpit.project.handing_off import propose_handoff
from cockpit.project.history import history_items
from cockpit.project.taken_back import removed_by_others
from cockpit.project.workspace import Workspace
from cockpit.storage.user_files.places import config_dir, project_state_dir
from tests.cli.conftest import Run

EARLIER = Path(__file__).parent / "earlier"
SYSTEMS = ("autopilot", "maestro")


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    with time_machine.travel("2026-04-02T11:00:00Z", tick=False):
        yield


def left(system: str, folder: Path) -> Path:
    """The project of that system, with what was kept about it where the program looks for it."""
    root = Path(shutil.copytree(EARLIER / system / "project", folder / "project"))
    shutil.copytree(EARLIER / system / "state", project_state_dir(root))
    if (EARLIER / system / "config").is_dir():
        shutil.copytree(EARLIER / system / "config", config_dir(), dirs_exist_ok=True)
    return root


def standing(system: str) -> list[dict[str, object]]:
    """The changes, oldest first; the last one is undone."""
    return json.loads((EARLIER / system / "standing.json").read_text("utf-8"))


def digest(root: Path) -> str:
    """Of the paths and bytes of all files."""
    found = sha256()
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        found.update(os.fsencode(path.relative_to(root)) + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_change_is_undone_and_redone_to_the_same_bytes(system: str, tmp_path: Path, run: Run) -> None:
    root, (*done, undone) = left(system, tmp_path), standing(system)
    assert digest(root) == undone["before"]
    for each in reversed(done):
        assert run("undo", "-C", root).code == 0
        assert digest(root) == each["before"], each["command"]
    assert run("undo", "-C", root).code == 1
    for each in [*done, undone]:
        assert run("redo", "-C", root).code == 0
        assert digest(root) == each["after"], each["command"]
    assert run("redo", "-C", root).code == 1


def test_acknowledgments_still_count_and_say_their_limits(tmp_path: Path, run: Run) -> None:
    root = left("autopilot", tmp_path)
    (track,) = json.loads(run("status", "--json", "--no-agents", "-C", root).out)["tracks"]
    given = {each["metric"]: each["acknowledgment"] for each in track["thresholds"] if each["acknowledgment"]}
    assert {metric: each["note"] for metric, each in given.items()} == {
        "cost": "Within the budget that was agreed",
        "context": None,
    }
    assert [(each["effective"], each["reason"]) for each in given.values()] == [(True, None)] * 2
    assert run("check", "-C", root).code == 0


def test_notes_drafts_and_settings_are_kept(tmp_path: Path, run: Run) -> None:
    root = left("autopilot", tmp_path)
    (track,) = json.loads(run("status", "--json", "--no-agents", "-C", root).out)["tracks"]
    snoozed = {each["metric"]: each["snoozed_until"] for each in track["thresholds"] if each["snoozed_until"]}
    assert snoozed == {"variance": "2027-05-07T09:48:00Z"}
    draft = propose_handoff(Workspace(root=root, now=datetime.now(UTC)), None).unfinished
    assert draft is not None
    assert (draft.draft.context, draft.step) == ("Half a thought about refunds", "context")
    assert "The sandbox is not needed for this step" in run("resume", "-C", root).out
    assert "claude --continue" in run("config", "-C", root).out


def test_what_was_taken_back_is_told_as_it_was(tmp_path: Path) -> None:
    writer = Workspace(root=left("taken-back", tmp_path), now=datetime.now(UTC))
    assert [(each.about, each.state, each.sentence) for each in history_items(writer)] == [
        (13, "taken", "Added the todo: It is lost"),
        (11, "undone", "Recorded the decision: Use one queue"),
        (11, "undone", "Recorded the decision: Use one queue"),
        (10, "stands", "Restored: Handed off at plan 3.2, task 3 of 5: .autopilot/holding-pattern.md."),
        (9, "repeated", "Handed off at plan 3.2, task 3 of 5: .autopilot/holding-pattern.md."),
        (8, "stands", "Dismissed “Added the todo: Leave it”, which another program took back."),
        (7, "dismissed", "Added the todo: Leave it"),
        (6, "stands", "Wrote again: Added the todo: Name it"),
        (5, "repeated", "Added the todo: Name it"),
        *[(2, "stands", "Added the todo: Write the docs")] * 3,
        (1, "stands", "Acknowledged context at 44 %."),
    ]
    assert [each.entry.sentence for each in removed_by_others(writer)] == ["Added the todo: It is lost"]


def test_what_was_written_again_or_put_back_is_undone_and_redone(tmp_path: Path, run: Run) -> None:
    root = left("taken-back", tmp_path)
    state, handoff = root / ".autopilot" / "TRANSPONDER.md", root / ".autopilot" / "holding-pattern.md"
    before = state.read_bytes()
    assert run("undo", "10", "-C", root).code == 0
    assert "None of it" in handoff.read_text(), "as it was altered before it was put back"
    assert state.read_bytes() == before, "the handing off itself stands"
    assert run("redo", "-C", root).code == 0
    assert "All of it" in handoff.read_text()
    assert run("undo", "6", "-C", root).code == 0
    assert "Name it" not in state.read_text()
    assert run("redo", "-C", root).code == 0
    state.write_text(state.read_text().replace("- [ ] Name it\n", ""))
    assert run("redo", "6", "-C", root).out.startswith("Wrote again: Added the todo: Name it")
    assert run("undo", "8", "-C", root).code == 0
    assert "2 changes were taken back" in run("status", "-C", root).out
