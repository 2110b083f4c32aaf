"""In the program a sentence names keys where a command would name commands."""

import pytest

from cockpit.widgets.by_key import by_key
from cockpit.wording.messages import Message

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
