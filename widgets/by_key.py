"""What the verbs say names commands, for scripts; in the program the keys that do the same stand in their place."""

import re
from collections.abc import Mapping

from cockpit.wording.messages import Message, text

_ACTIONS = {
    "ack": "acknowledge",
    "unack": "withdraw",
    "reset-alerts": "reset_alerts",
    "limit": "limit",
    "decide": "decide",
    "block": "block",
    "todo": "todo",
    "move": "move",
    "done": "complete",
    "phase": "move",
    "undo": "undo",
    "redo": "redo",
    "ledger": "ledger",
    "handoff": "hand_off",
    "resume": "resume",
    "archive": "archive",
}
"""The action whose key does what a command does."""
_COMMAND = re.compile(r"`cockpit (?P<verb>[a-z-]+)(?: (?P<rest>[^`]+))?`")


def by_key(message: Message, keys: Mapping[str, str]) -> str:
    """The text of a message with the keys in place of the commands: `W (cost)` for `cockpit unack cost`.

    `keys` are those of the actions; a command that no key stands for stays, and so does one with an option.
    """

    def key(found: re.Match[str]) -> str:
        pressed = keys.get(_ACTIONS.get(found["verb"], ""))
        if pressed is None or "--" in (found["rest"] or ""):
            return found[0]
        return f"{pressed} ({found['rest'].replace('_', ' ')})" if found["rest"] else pressed

    return text(message, lambda command: _COMMAND.sub(key, f"`{command}`"))
