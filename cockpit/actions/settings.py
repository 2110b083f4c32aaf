"""The settings a person writes, `<config>/cockpit/settings.toml`. Cockpit never changes that file.

theme = "cockpit-light"     # `cockpit themes` lists them
read_only = true            # refuse every write
allow_agents = true         # let agents use a person's verbs (ack, unack, snooze, limit, reset-alerts, answer)
review = true               # show the diff of every change before it is written
ascii = true                # draw without Unicode signs

[keys]                      # other keys for an action; `?` in the program shows their names
"dashboard.zoom" = "f11"
"dashboard.acknowledge" = "a,ctrl+a"
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a person has chosen. `problems` are sentences about what in the file could not be used."""

    theme: str | None = None
    read_only: bool = False
    allow_agents: bool = False
    review: bool = False
    ascii: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def load_settings(path: Path | None = None) -> Settings:
    """The settings in a file, by default the person's; the built-in ones where there is none. Never raises."""
    if path is None:
        from cockpit.storage.places import settings_file

        path = settings_file()
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Settings(problems=(f"{path.name} cannot be read, so the built-in settings apply: {error}",))
    return _checked(raw)


def _checked(raw: Mapping[str, object]) -> Settings:
    """The settings that have the right type; a sentence about each that has not, or that nobody knows."""
    problems = [f"settings.toml names {name!r}, which is no setting." for name in raw if name not in _KINDS]
    chosen: dict[str, object] = {}
    for name, (kind, words) in _KINDS.items():
        if name in raw and isinstance(raw[name], kind):
            chosen[name] = raw[name]
        elif name in raw:
            problems.append(f"settings.toml gives {name} {raw[name]!r}; it must be {words}.")
    keys = chosen.pop("keys", {})
    return Settings(**chosen, keys=_keys(keys, problems), problems=tuple(problems))  # type: ignore[arg-type]


def _keys(table: object, problems: list[str]) -> dict[str, str]:
    entries = table.items() if isinstance(table, Mapping) else ()
    problems += [f"settings.toml gives no key for {name}." for name, key in entries if not isinstance(key, str)]
    return {name: key for name, key in entries if isinstance(key, str)}


_KINDS: Mapping[str, tuple[type, str]] = {
    "theme": (str, "a name in quotes"),
    "read_only": (bool, "true or false"),
    "allow_agents": (bool, "true or false"),
    "review": (bool, "true or false"),
    "ascii": (bool, "true or false"),
    "keys": (dict, "a table"),
}
