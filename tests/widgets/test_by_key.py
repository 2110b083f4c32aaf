"""In the program a sentence names keys where a command would name commands."""

import re
from pathlib import Path

import pytest

from cockpit.cli.verbs import VERBS
from cockpit.screens.keys import ACTIONS
from cockpit.widgets import by_key as module
from cockpit.widgets.by_key import by_key
from cockpit.wording import messages, texts
from cockpit.wording.messages import Message, plain

KEYS = {"withdraw": "W", "move": "m", "complete": "f8"}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("`cockpit unack cost` withdraws the acknowledgment.", "W (cost) withdraws the acknowledgment."),
        ("`cockpit done phase` goes on, `cockpit move status in_progress` takes it up again.",
         "f8 (phase) goes on, m (status in progress) takes it up again."),
        ("`cockpit archive` puts it away.", "`cockpit archive` puts it away."),
        ("`cockpit limit cost stop 60` raises it.", "`cockpit limit cost stop 60` raises it."),
        ("`cockpit done --note x` has an option.", "`cockpit done --note x` has an option."),
        ("“cockpit move” is no command here.", "“cockpit move” is no command here."),
    ],
)  # fmt: skip
def test_keys_stand_for_commands(sentence: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "_texts", {"sample": {"said": sentence}}.__getitem__)
    assert by_key(Message("sample.said"), KEYS) == told


def test_a_command_that_a_value_names_is_none_of_ours() -> None:
    assert by_key(plain("`cockpit unack cost` stands in a file."), KEYS) == "`cockpit unack cost` stands in a file."


def test_every_command_and_action_named_exists() -> None:
    assert module._ACTIONS.keys() <= {verb.name for verb in VERBS}
    assert set(module._ACTIONS.values()) <= ACTIONS


def test_the_commands_that_refusals_name_are_known() -> None:
    """What a message names is a verb, so that a key can stand for it."""
    folder = Path(texts.__path__[0])
    named = {
        verb for path in folder.glob("*.py") for verb in re.findall(r"`cockpit ([a-z-]+)", path.read_text("utf-8"))
    }
    assert len(named) > 20
    assert named - {"--help"} <= {verb.name for verb in VERBS}
