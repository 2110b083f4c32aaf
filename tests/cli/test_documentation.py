"""The page about commands names every command, option and setting."""

import re
from pathlib import Path

import pytest

from cockpit.cli.verbs import COMMON, OPEN, VERBS, WRITING, Verb

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text("utf-8")
CODE = " ".join(re.findall(r"`([^`]+)`", PAGE)) + PAGE.partition("## Completion")[2]


@pytest.mark.parametrize("verb", [*VERBS, OPEN], ids=lambda verb: verb.name)
def test_every_command_and_its_options(verb: Verb) -> None:
    assert verb is OPEN or re.search(rf"(?<![\w-]){verb.name}(?![\w-])", CODE)
    for words in verb.arguments:
        assert words.names[-1].startswith("-") is False or words.names[-1] in CODE


@pytest.mark.parametrize("option", [words.names[0] for words in (*COMMON, *WRITING)])
def test_every_common_option(option: str) -> None:
    assert option in CODE
