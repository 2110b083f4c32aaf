"""The settings a person writes, `<config>/cockpit/settings.toml`. Cockpit never changes that file."""

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import UnionType

from cockpit.actions.agent_command import parsed_command
from cockpit.rules.silence import USUAL as SILENT_AFTER
from cockpit.storage import places, toml_file
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a person has chosen. `problems` are sentences about what in the file could not be used."""

    theme: str | None = None
    """The colours; `cockpit themes` lists them."""
    read_only: bool = False
    """Every write is refused."""
    review: bool = False
    """The diff of every change is shown before it is written."""
    allow_agents: bool = False
    """Agents may use a person's commands."""
    lapse_half_way: bool = False
    """An acknowledgment also lapses when the value passes half way from the acknowledged one to the next limit."""
    silent_after: int = SILENT_AFTER
    """Minutes without an update after which work in progress is a row in Needs you; 0: never."""
    agent: tuple[str, ...] = ()
    """The command that begins a fresh agent: a string split as a shell does, without one, or a list of words."""
    database: str | None = None
    """The database that keeps the state, in each project that has one there: a path from its folder."""
    ascii: bool = False
    """Only ASCII signs are drawn."""
    bell: bool = False
    """The terminal's bell rings once when an alert or stop begins to fire."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Other keys for an action, several set apart by commas; [Keys](keys.md) lists the actions."""
    problems: tuple[str, ...] = ()


USUAL = Settings()
"""The settings of a person who wrote none."""


def load_settings(path: Path | None = None) -> Settings:
    """The settings in a file, by default the person's; the built-in ones where there is none. Never raises."""
    path = path or places.settings_file()
    try:
        return _checked(toml_file.read(path))
    except toml_file.Unreadable as error:
        return Settings(problems=(f"{path.name} cannot be read, so the built-in settings apply: {error}.",))


def _checked(raw: Mapping[str, object]) -> Settings:
    """The settings that have the right type; a sentence about each that has not, or that nobody knows."""
    problems = [
        _GONE.get(name, f"settings.toml names {name!r}, which is no setting.") for name in raw if name not in _KINDS
    ]
    chosen: dict[str, object] = {}
    for name, (kind, words) in _KINDS.items():
        if name in raw and isinstance(raw[name], kind) and not (kind is int and not _is_count(raw[name])):
            chosen[name] = raw[name]
        elif name in raw:
            problems.append(f"settings.toml gives {name} {raw[name]!r}; it must be {words}.")
    keys = chosen.pop("keys", {})
    agent = chosen.pop("agent", None)
    return Settings(**chosen, agent=_agent(agent, problems), keys=_keys(keys, problems), problems=tuple(problems))  # type: ignore[arg-type]


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _LONGEST


def _agent(setting: object, problems: list[str]) -> tuple[str, ...]:
    try:
        return parsed_command(setting) if setting is not None else ()
    except ValueError as error:
        problems.append(f"settings.toml gives agent {setting!r}: {error}.")
        return ()


def _keys(table: object, problems: list[str]) -> dict[str, str]:
    entries = table.items() if isinstance(table, Mapping) else ()
    problems += [f"settings.toml gives no key for {name}." for name, key in entries if not isinstance(key, str)]
    return {name: key for name, key in entries if isinstance(key, str)}


_GONE: Mapping[str, str] = {
    "auto_withdraw": "The setting auto_withdraw no longer exists: withdraw what has lapsed with W or `cockpit unack`.",
}
"""What is said of a setting that earlier versions had."""

_LONGEST = 525_600
_KINDS: Mapping[str, tuple[type | UnionType, str]] = {
    "theme": (str, "a name in quotes"),
    "read_only": (bool, "true or false"),
    "allow_agents": (bool, "true or false"),
    "review": (bool, "true or false"),
    "bell": (bool, "true or false"),
    "ascii": (bool, "true or false"),
    "lapse_half_way": (bool, "true or false"),
    "silent_after": (int, "a number of minutes, at most a year (525600), 0 for never"),
    "agent": (str | list, "a command in quotes, or a list of its words"),
    "database": (str, "a path in quotes"),
    "keys": (dict, "a table"),
}
