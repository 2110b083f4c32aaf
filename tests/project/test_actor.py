"""Who acts, told by the environment; and what only a person may do."""

import pytest

from cockpit.agents.environment import agent_of
from cockpit.project.actor import actor, is_agent


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
    assert is_agent(actor(environment)) is (name is not None)
