"""Where limits come from: per level, the first source that names one wins (DESIGN section 7)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from cockpit.model import Level, Limits
from cockpit.rules.levels import LEVELS, Metric, metric_named, parse_amount

COMMAND_LINE = "command line"
TRANSPONDER = "transponder"
LIMITS_FILE = "limits.toml"
GLOBAL_CONFIG = "config.json"
BUILT_IN = "built-in"

_CONFIG_KEYS: Mapping[str, Mapping[str, Level]] = {
    "cost": {"warnCost": "warning", "alertCost": "alert", "maxCost": "stop"},
    "tokens": {"warnTokens": "warning", "alertTokens": "alert", "maxTokens": "stop"},
}


@dataclass(frozen=True, slots=True)
class LimitSource:
    """One place that may name limits: metric name -> level -> value."""

    name: str
    limits: Mapping[str, Mapping[Level, float]]


def resolve(metric: Metric, sources: Iterable[LimitSource]) -> Limits:
    """The limits of a metric from the sources, in order of precedence, completed by the built-in ones.

    `Limits.source` names the sources used, in the order of the levels, each once.
    """
    found: dict[Level, tuple[float, str]] = {}
    for source in (*sources, _built_in(metric)):
        for level, value in source.limits.get(metric.name, {}).items():
            found.setdefault(level, (value, source.name))
    names = dict.fromkeys(found[level][1] for level in LEVELS if level in found)
    return Limits(
        warning=_value(found, "warning"),
        alert=_value(found, "alert"),
        stop=_value(found, "stop"),
        source=", ".join(names),
    )


def unordered(limits: Limits) -> tuple[Level, Level] | None:
    """The first two levels whose limits stand in the wrong order (a warning above its alert), else None."""
    known = [(level, value) for level in LEVELS if (value := getattr(limits, level)) is not None]
    for (mild, low), (grave, high) in pairwise(known):
        if low > high:
            return mild, grave
    return None


def lowered(then: Limits, now: Limits) -> bool:
    """Whether any limit is lower now than it was; what is unknown on either side does not count."""
    pairs = ((getattr(then, level), getattr(now, level)) for level in LEVELS)
    return any(before is not None and after is not None and after < before for before, after in pairs)


def from_table(table: object) -> dict[str, dict[Level, float]]:
    """The limits in a `[limits.cost] alert = 30` table as TOML gives it; what is no limit is left out."""
    limits: dict[str, dict[Level, float]] = {}
    for name, levels in table.items() if isinstance(table, Mapping) else ():
        metric = metric_named(name)
        if metric is not None and isinstance(levels, Mapping):
            limits[metric.name] = _levels({level: levels.get(level) for level in LEVELS})
    return limits


def from_config(defaults: object) -> dict[str, dict[Level, float]]:
    """The limits in the `defaults` of the global config.json: `warnCost`, `alertCost`, `maxCost`, `warnTokens` ..."""
    if not isinstance(defaults, Mapping):
        return {}
    return {
        metric: _levels({level: defaults.get(key) for key, level in keys.items()})
        for metric, keys in _CONFIG_KEYS.items()
    }


def _levels(raw: Mapping[Level, object]) -> dict[Level, float]:
    amounts = {level: _amount(value) for level, value in raw.items()}
    return {level: amount for level, amount in amounts.items() if amount is not None}


def _amount(value: object) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return parse_amount(f"{value:.6f}") if abs(value) < 1e15 else None
    return parse_amount(value) if isinstance(value, str) else None


def _value(found: Mapping[Level, tuple[float, str]], level: Level) -> float | None:
    return found[level][0] if level in found else None


def _built_in(metric: Metric) -> LimitSource:
    return LimitSource(BUILT_IN, {metric.name: dict(zip(LEVELS, metric.limits, strict=True))})
