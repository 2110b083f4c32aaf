"""The limits that the agent's global config.json states."""

from collections.abc import Iterator, Mapping

from cockpit.model import Level
from cockpit.rules.metrics import Entry

CONFIG_PATH = ".claude/autopilot/config.json"
"""Below the person's home folder."""
_CONFIG_KEYS: Mapping[str, Mapping[str, Level]] = {
    "cost": {"warnCost": "warning", "alertCost": "alert", "maxCost": "stop"},
    "tokens": {"warnTokens": "warning", "alertTokens": "alert", "maxTokens": "stop"},
}


def in_config(defaults: object) -> Iterator[Entry]:
    """What the `defaults` of the global config.json state: `warnCost`, `alertCost`, `maxCost`, `warnTokens` ..."""
    stated = defaults if isinstance(defaults, Mapping) else {}
    for metric, keys in _CONFIG_KEYS.items():
        known = ((key, level, stated.get(key)) for key, level in keys.items())
        yield from (Entry(metric, level, (key,), value) for key, level, value in known if value is not None)
