"""The agent's command from the settings: how it is split, where the prompt goes, what is no command."""

from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.project.settings import filled_command, parsed_command, shown_command
from tests.support.said import Said

FILE = Path("/private/prompt.md")
HOSTILE = "go; rm -rf / $(x) {file}"


@pytest.mark.parametrize(
    ("setting", "filled", "shown"),
    [
        ("claude", ["claude", HOSTILE], "claude {prompt}"),
        ("claude -p", ["claude", "-p", HOSTILE], "claude -p {prompt}"),
        ("agent --text {prompt} --end", ["agent", "--text", HOSTILE, "--end"], "agent --text {prompt} --end"),
        ("agent @{file}", ["agent", "@/private/prompt.md"], "agent '@{file}'"),
        ("agent 'two words'", ["agent", "two words", HOSTILE], "agent 'two words' {prompt}"),
        (["my agent", "{file}"], ["my agent", "/private/prompt.md"], "'my agent' {file}"),
        ("a | b; c", ["a", "|", "b;", "c", HOSTILE], "a '|' 'b;' c {prompt}"),
    ],
)
def test_a_command(setting: object, filled: list[str], shown: str) -> None:
    words = parsed_command(setting)
    assert filled_command(words, HOSTILE, FILE) == filled
    assert shown_command(words) == shown


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("", "project.agent-is-empty"),
        ("''", "project.agent-is-empty"),
        ([], "project.agent-is-empty"),
        ("agent 'open", "project.agent-quotation-open"),
        (["agent", 3], "project.agent-is-no-command"),
        (["agent\0"], "project.agent-is-no-command"),
    ],
)
def test_no_command(setting: object, why: str) -> None:
    with pytest.raises(CommandError) as refused:
        parsed_command(setting)
    assert refused.value.message == Said(why, repr(setting))
