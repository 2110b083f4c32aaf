"""Who acts, told by the environment; and what only a person may do."""

import os
import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.agents.environment import AGENT_VARIABLES, agent_of
from cockpit.model.errors import CommandError
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Answer,
    Intent,
    ResetAlerts,
    SetLimit,
    SetValue,
    Withdraw,
)
from cockpit.project.actor import actor, is_agent
from cockpit.project.change import change
from cockpit.project.history import ledger
from cockpit.project.notes import snooze
from cockpit.project.workspace import Workspace
from tests.cases import case_project
from tests.support.said import Said

FIXTURE = case_project("autopilot/seed-thresholds")
NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({}, None),
        ({"CLAUDECODE": "1"}, "Claude Code"),
        ({"GEMINI_CLI": "1"}, "Gemini CLI"),
        ({"CODEX_SANDBOX": "seatbelt"}, "Codex"),
        ({"CODEX_SANDBOX_NETWORK_DISABLED": "1"}, "Codex"),
        ({"CURSOR_AGENT": "1"}, "Cursor"),
        ({"COPILOT_CLI": "1"}, "GitHub Copilot"),
        ({"GOOSE_TERMINAL": "1"}, "goose"),
        ({"AI_AGENT": "somebody@1"}, "an agent"),
        ({"CLAUDECODE": ""}, None),
        # what people set for themselves, and what editors set in a person's terminal
        ({"AIDER_MODEL": "sonnet"}, None),
        ({"ANTHROPIC_API_KEY": "x", "GEMINI_API_KEY": "x", "CODEX_HOME": "/x"}, None),
        ({"TERM_PROGRAM": "vscode", "CURSOR_TRACE_ID": "x"}, None),
    ],
)
def test_whose_environment_it_is(environment: dict[str, str], name: str | None) -> None:
    assert agent_of(environment) == name
    assert actor(environment) == (f"agent ({name})" if name else "person")


@pytest.mark.parametrize("variable", AGENT_VARIABLES)
def test_an_agent_is_known_by_the_id_it_acts_under(variable: str) -> None:
    assert is_agent(actor({variable: "1"}))


@pytest.mark.parametrize(
    ("actor_id", "known"),
    [("person", False), ("cockpit", False), ("agent (aider)", True), ("agent (nobody)", False), ("", False)],
)
def test_whose_an_id_is(actor_id: str, known: bool) -> None:
    assert is_agent(actor_id) == known


def test_the_tests_run_as_a_person() -> None:
    assert agent_of(os.environ) is None


def test_every_agent_has_a_name() -> None:
    assert all(AGENT_VARIABLES.values())


REFUSED = Said("project.only-a-person", "Claude Code")
PERSONAL = {
    "ack": Acknowledge(metric="cost", note="go on"),
    "unack": Withdraw(metric="cost"),
    "reset-alerts": ResetAlerts(),
    "limit": SetLimit(metric="cost", level="alert", value=30),
    "answer": Answer(option="1"),
}


@pytest.fixture
def writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Claude Code at the keyboard."""
    monkeypatch.setenv("CLAUDECODE", "1")
    return Workspace(root=Path(shutil.copytree(FIXTURE, tmp_path / "p")), now=NOW)


@pytest.mark.parametrize("intent", PERSONAL.values(), ids=PERSONAL)
def test_only_a_person_may(writer: Workspace, intent: Intent) -> None:
    with pytest.raises(CommandError) as refused:
        change(writer, None, intent)
    assert refused.value.message == REFUSED
    assert not writer.store.folder.exists()


@pytest.mark.parametrize("intent", PERSONAL.values(), ids=PERSONAL)
def test_unless_the_settings_allow_it(writer: Workspace, intent: Intent) -> None:
    with suppress(CommandError):  # nothing is asked here
        change(replace(writer, allow_agents=True), None, intent)
    assert isinstance(intent, Answer) or [each.actor for each in ledger(writer)] == ["agent (Claude Code)"]


def test_a_snooze_is_a_persons_too(writer: Workspace) -> None:
    with pytest.raises(CommandError) as refused:
        snooze(writer, None, "cost", NOW + timedelta(hours=1))
    assert refused.value.message == REFUSED
    assert snooze(replace(writer, allow_agents=True), None, "cost", NOW + timedelta(hours=1)).changed


@pytest.mark.parametrize("intent", [AddTodo(text="x"), SetValue(metric="cost", value=27)], ids=["todo", "set"])
def test_the_rest_is_the_agents_work(writer: Workspace, intent: Intent) -> None:
    assert change(writer, None, intent).changed
