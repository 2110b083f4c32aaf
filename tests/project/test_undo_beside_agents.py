"""A decision is done again while the agent has decided something itself."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import Decide
from cockpit.project.change import change
from cockpit.project.history import redoable, undoable
from cockpit.project.turning import redo_change, undo_change
from cockpit.project.workspace import Workspace
from cockpit.wording.messages import Message
from tests.support.said import Said

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
STATE = ".autopilot/TRANSPONDER.md"


LOG = ".autopilot/DECISIONS.md"
LOGGED = (
    "# Decisions\n\n| ID | Title |\n|---|---|\n| D001 | One queue |\n\n## D001: One queue\n\n**Date:** 2026-01-20\n"
)


@pytest.fixture
def deciding(tmp_path: Path) -> Workspace:
    """A project with four decisions in its state file and one in its log."""
    folder = tmp_path / "d" / ".autopilot"
    folder.mkdir(parents=True)
    listed = "".join(f"- {name} — fine\n" for name in ("One queue", "B", "C", "D"))
    (folder / "TRANSPONDER.md").write_text(
        "# Project State\n\n## Current Position\n\n| Field | Value |\n|---|---|\n| Phase | 1 of 2 |\n\n"
        f"## Accumulated Context\n\n### Recent Decisions\n{listed}\n### Blockers\n- None\n"
    )
    (folder / "DECISIONS.md").write_text(LOGGED)
    return Workspace(root=tmp_path / "d", now=NOW)


def agent_decides(root: Path, *, listed: bool = True) -> None:
    """What an agent writes that knows nothing of ours: its own row and entry, and perhaps line."""
    state, log = root / STATE, root / LOG
    if listed:
        state.write_text(state.read_text().replace("- D — fine\n", "- D — fine\n- Its own — fast\n"))
    text = log.read_text().replace("| D001 | One queue |\n", "| D001 | One queue |\n| D002 | Its own |\n")
    log.write_text(f"{text}\n## D002: Its own\n\n**Date:** 2026-01-29\n")


def titles(root: Path) -> list[str]:
    return [line[3:] for line in (root / LOG).read_text().splitlines() if line.startswith("## ")]


def recent(root: Path) -> list[str]:
    section = (root / STATE).read_text().partition("### Recent Decisions\n")[2].partition("\n###")[0]
    return [line[2:].partition(" —")[0] for line in section.splitlines() if line]


def test_a_decision_done_again_takes_the_next_free_number_and_keeps_the_list_short(deciding: Workspace) -> None:
    change(deciding, None, Decide(text="Ours", outcome="good", alternatives=("Theirs",)))
    undo_change(deciding)
    agent_decides(deciding.root)
    before = [(deciding.root / path).read_bytes() for path in (STATE, LOG)]
    done = redo_change(deciding)
    assert done.remarks[0] == Said("project.done-anew")
    assert titles(deciding.root) == ["D001: One queue", "D002: Its own", "D003: Ours"]
    assert "| D003 | Ours |" in (deciding.root / LOG).read_text()
    assert recent(deciding.root) == ["B", "C", "D", "Its own", "Ours"]
    assert "— fine" in (deciding.root / ".autopilot/archive/decisions.md").read_text(), "the one that left the list"
    assert redoable(deciding) == []
    undo_change(deciding)
    assert [(deciding.root / path).read_bytes() for path in (STATE, LOG)] == before
    assert [each.number for each in redoable(deciding)] == [done.entry]
    redo_change(deciding)
    assert titles(deciding.root)[-1] == "D003: Ours"
    assert [each.number for each in undoable(deciding)] == [done.entry]


def test_a_change_that_does_not_tell_what_was_meant_is_refused_where_others_wrote_there(deciding: Workspace) -> None:
    """Its journal does not tell what was meant."""
    change(deciding, None, Decide(text="Ours"))
    undo_change(deciding)
    for entry in deciding.store.journal.iterdir():
        head, _, rest = entry.read_text().partition("\n")
        told = json.loads(head)
        del told["intent"]
        entry.write_text(f"{json.dumps(told)}\n{rest}")
    agent_decides(deciding.root, listed=False)
    before = (deciding.root / LOG).read_bytes()
    with pytest.raises(CommandError) as refused:
        redo_change(deciding)
    decided = Message("systems.decision-recorded", "Recorded the decision: Ours")
    changed_since = Said("storage.lines-changed-since", LOG, decided)
    assert refused.value.whole == Said("model.nothing-changed", changed_since)
    assert (deciding.root / LOG).read_bytes() == before
