"""By which variables of the environment the commands are known that an agent runs."""

from collections.abc import Mapping

AGENT_VARIABLES: Mapping[str, str] = {
    "CLAUDECODE": "Claude Code",
    "CLAUDE_CODE_ENTRYPOINT": "Claude Code",
    "GEMINI_CLI": "Gemini CLI",
    "CODEX_SANDBOX": "Codex",
    "CODEX_SANDBOX_NETWORK_DISABLED": "Codex",
    "CODEX_THREAD_ID": "Codex",
    "CURSOR_AGENT": "Cursor",
    "COPILOT_CLI": "GitHub Copilot",
    "COPILOT_AGENT": "GitHub Copilot",
    "QWEN_CODE": "Qwen Code",
    "OPENCODE": "opencode",
    "GOOSE_TERMINAL": "goose",
    "PI_CODING_AGENT": "pi",
    "AI_AGENT": "an agent",
    "COCKPIT_AGENT": "an agent",
}
"""Environment variables that agents set for the commands they run, and whose they are.

None that a person sets to configure a tool, as `AIDER_MODEL`, and none of an editor whose terminal people use too.
"""

EARLIER_NAMES = ("aider",)
"""Agents that earlier versions recognised."""


def agent_of(environment: Mapping[str, str]) -> str | None:
    """The agent whose environment this is; None where a person seems to be at the keyboard."""
    return next((name for variable, name in AGENT_VARIABLES.items() if environment.get(variable)), None)
