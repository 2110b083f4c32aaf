"""What the verbs say names commands, for scripts; in the program the keys that do the same stand in their place."""

import re
from collections.abc import Mapping

from cockpit.actions import BY_ID, named, split_command
from cockpit.regex import regex
from cockpit.wording.messages import Words, is_plain

_COMMAND = regex(r"`cockpit (?P<words>[^`]+)`")
_ACTION = regex(r"<([a-z]+\.[a-z-]+)>")
_QUOTED_OR_PLACEHOLDER = regex(r"""'[^']*'|"[^"]*"|=?(?<![^\s=])[A-Z][A-Z.-]+(?![^\s=])""")
"""What a value in quotes is, and what stands for a value, as in `set METRIC=VALUE`."""


def by_key(message: Words, keys: Mapping[str, str]) -> str:
    """The text of a message with the keys in place of the commands: `W (cost)` for `cockpit unack cost`.

    `keys` are those of the actions; a command that no key stands for stays, and so does one with an option. What only
    stands for a value is left out: who presses the key is asked for it. So is the number of an entry of the log, which
    is a row there.
    """

    def key(found: re.Match[str]) -> str:
        command, rest = split_command(found["words"])
        action = named(command)
        pressed = keys.get(action.id) if action is not None else None
        if action is None or pressed is None or "--" in rest:
            return found[0]
        if any(field.name == "entry" for field in action.fields):
            return pressed
        given = _QUOTED_OR_PLACEHOLDER.sub(lambda each: each[0] if each[0][0] in "'\"" else "", rest).strip()
        return f"{pressed} ({given.replace('_', ' ').replace('=', ' ')})" if given else pressed

    def of_action(found: re.Match[str]) -> str:
        action = BY_ID.get(found[1])
        return keys.get(action.id, action.key) if action is not None else found[0]

    return str(message) if is_plain(message) else _COMMAND.sub(key, _ACTION.sub(of_action, str(message)))
