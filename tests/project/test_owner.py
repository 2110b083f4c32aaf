"""Who decided stands in the decision log: the same name as in the ledger."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.intents import Decide
from cockpit.project.change import change
from cockpit.project.history import ledger
from cockpit.project.workspace import Workspace

STATE = "# Project State\n\n## Current Position\n\n| Field | Value |\n|---|---|\n| Phase | 1 of 2 |\n"
LOG = "# Decisions\n\n## D001: First\n\n**Date:** 2026-01-20\n**Status:** Final\n**Owner:** Ann\n"


@pytest.mark.parametrize(("variables", "owner"), [({}, "person"), ({"CLAUDECODE": "1"}, "agent (Claude Code)")])
def test_the_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], owner: str) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / ".autopilot"
    folder.mkdir()
    (folder / "TRANSPONDER.md").write_text(STATE, "utf-8")
    (folder / "DECISIONS.md").write_text(LOG, "utf-8")
    writer = Workspace(root=tmp_path, now=datetime(2026, 1, 30, 9, 5, tzinfo=UTC))
    change(writer, None, Decide(text="One queue"))
    entry = (folder / "DECISIONS.md").read_text("utf-8").partition("## D002: One queue")[2]
    assert f"**Owner:** {owner}\n" in entry
    assert [record.actor for record in ledger(writer)] == [owner]
