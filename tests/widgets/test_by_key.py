"""In the program a sentence names keys where a command would name commands."""

import ast
import re
from collections.abc import Iterator

import pytest

from cockpit.actions import BY_ID, FORMER, named, split_command, top_words
from cockpit.screens.keys import keys_by_action
from cockpit.widgets.by_key import by_key
from cockpit.wording.messages import Message, plain
from tests.support.sentences import ROOT, sentences

KEYS = {"alert.withdraw": "m", "position.set": "p", "step.done": "f8", "change.undo": "u"}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("`cockpit unack cost` withdraws the acknowledgment.", "m (cost) withdraws the acknowledgment."),
        ("`cockpit done phase` goes on, `cockpit set status=in_progress` takes it up again.",
         "f8 (phase) goes on, p (status in progress) takes it up again."),
        ("`cockpit track archive` puts it away.", "`cockpit track archive` puts it away."),
        ("`cockpit limit cost.stop=60` raises it.", "`cockpit limit cost.stop=60` raises it."),
        ("`cockpit done --note x` has an option.", "`cockpit done --note x` has an option."),
        ("Record it: `cockpit set METRIC=VALUE`.", "Record it: p."),
        ("Set it: `cockpit set task=SUB-STEP`, `cockpit set cost.alert=VALUE`.", "Set it: p (task), p (cost.alert)."),
        ("Go on: `cockpit done TASK`, then `cockpit done A`.", "Go on: f8, then f8 (A)."),
        ("`cockpit set next='Call the API'` goes on.", "p (next 'Call the API') goes on."),
        ("Undo “it” first (`cockpit undo 12`).", "Undo “it” first (u)."),
        ("“cockpit set” is no command here.", "“cockpit set” is no command here."),
    ],
)  # fmt: skip
def test_keys_stand_for_commands(sentence: str, told: str) -> None:
    assert by_key(Message("sample.said", sentence), KEYS) == told


def test_a_command_that_a_value_names_is_none_of_ours() -> None:
    assert by_key(plain("`cockpit unack cost` stands in a file."), KEYS) == "`cockpit unack cost` stands in a file."


def test_every_action_with_a_key_exists() -> None:
    keys = keys_by_action({})
    assert keys.keys() <= BY_ID.keys() | {"prompt.run"}
    assert keys.keys() >= {action.id for action in BY_ID.values() if action.label}


def in_the_systems() -> Iterator[str]:
    """The texts that stand in the code of the systems itself, `{}` for what is filled in."""
    for path in sorted((ROOT / "cockpit/systems").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_the_commands_that_refusals_name_are_known() -> None:
    """What a message names is a command, so that a key can stand for it."""
    texts = [*sentences().values(), *in_the_systems()]
    told = {words for text in texts for words in re.findall(r"`cockpit ([^`]+)`", text)}
    commands = {split_command(words)[0] for words in told if not words.startswith(("-", "{"))}
    assert len(commands) > 15
    assert [command for command in commands if named(command) is None] == []


def test_a_command_in_a_text_begins_with_the_programs_name() -> None:
    """Else it could neither be pasted nor shown as a key. A word alone may be a field of a file: `decision`."""
    first = {*top_words(), *(words.split()[0] for words in FORMER)}
    ticked = [words for text in sentences().values() for words in re.findall(r"`([^`]+)`", text)]
    assert [words for words in ticked if " " in words and words.split()[0] in first] == []
