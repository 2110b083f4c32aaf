"""What settings.toml may say, as pydantic checks it. The import takes half as long as `cockpit check`."""

from dataclasses import fields
from typing import Any, Literal

from pydantic import ConfigDict, Field, ValidationError, create_model

from cockpit.project.settings import Notify, OnError, Settings
from cockpit.wording.messages import Message, Words

_YEAR = 525_600
_FIELDS: dict[str, Any] = {
    **{each.name: (bool, Field(None, title="true or false")) for each in fields(Settings) if each.type is bool},
    "theme": (str, Field(None, title="a name in quotes")),
    "silent_after": (
        int, Field(None, ge=0, le=_YEAR, title=f"a number of minutes, at most {_YEAR} (a year), or 0 for never")
    ),
    "agent": (str | list[str], Field(None, title="a command in quotes, or a list of its words")),
    "agents": (list[str] | Literal[False], Field(None, title="a list of agents, or false")),
    "database": (str, Field(None, title="a path in quotes")),
    "notify": (Notify, Field(None, title='"off", "title", "terminal" or "desktop"')),
    "hook_on_error": (OnError, Field(None, title='"block" or "pass"')),
    "keys": (dict[str, str], Field(None, title="a table")),
}  # fmt: skip
"""Of each setting the type of its value, and how that is called."""
SettingsFile = create_model("SettingsFile", __config__=ConfigDict(strict=True, extra="forbid"), **_FIELDS)


def take_out_wrong(table: dict[str, Any]) -> list[Words]:
    """Take each setting and key out of the file's table that cannot be used. Returns what is said of them."""
    try:
        SettingsFile.model_validate(table)
    except ValidationError as error:
        places = [tuple(map(str, each["loc"])) for each in error.errors()]
        wrong = dict.fromkeys(place[: 2 if place[0] == "keys" else 1] for place in places)
        return [_taken_out(table, *place) for place in wrong]
    return []


def _taken_out(table: dict[str, Any], setting: str, key: str | None = None) -> Words:
    value = table["keys"].pop(key) if key is not None else table.pop(setting)
    if setting == "auto_withdraw":
        return Message(
            "project.setting-auto-withdraw-gone",
            "The setting auto_withdraw no longer exists. Withdraw lapsed acknowledgments with `cockpit unack`.",
        )
    if setting not in _FIELDS:
        return Message("project.no-such-setting", f"settings.toml has an unknown setting: {setting!r}.")
    name, what = (f"keys.{key}", "a key in quotes") if key is not None else (setting, _FIELDS[setting][1].title)
    return Message("project.setting-unfit", f"settings.toml sets {name} to {value!r}; it must be {what}.")
