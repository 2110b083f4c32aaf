"""The metrics, the levels their values have reached, and amounts as files and screens write them."""

import math
import re
from dataclasses import dataclass

from cockpit.model import Level, Unit

LEVELS: tuple[Level, ...] = ("warning", "alert", "stop")
"""The levels from the mildest to the gravest."""


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity that is watched. `limits` are the built-in values for warning, alert and stop, in `unit`.

    `aliases` are the other keys and words files use for it (formats/autopilot.md A.8).
    """

    name: str
    unit: Unit
    limits: tuple[float, float, float]
    aliases: tuple[str, ...] = ()


METRICS: tuple[Metric, ...] = (
    Metric("cost", "usd", (10, 25, 50), ("cost_usd", "total_cost", "fuel_cost")),
    Metric("context", "percent", (30, 40, 50), ("context_percent", "context_used", "context_window", "context_usage")),
    Metric("variance", "percent", (20, 30, 50), ("variance_percent", "cost_variance", "estimate_variance")),
    Metric("errors", "count", (2, 3, 5), ("error_count", "error", "error_threshold")),
    Metric("tokens", "tokens", (500_000, 1_000_000, 2_000_000), ("token_count", "total_tokens", "token")),
)
"""Every metric with its built-in limits (DESIGN section 7)."""

_BY_NAME = {name: metric for metric in METRICS for name in (metric.name, *metric.aliases)}
_SCALES = {"": 1, "k": 1_000, "m": 1_000_000}
_LONGEST = 100
_LARGEST = 1e15
_AMOUNT = re.compile(
    r"[~≈<>=$€£\s]*(?P<sign>[-−+]?)[$€£]?\s?"
    r"(?:(?P<grouped>\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?)|(?P<plain>\d+(?:\.\d+)?|\.\d+)|(?P<comma>\d+,\d{1,2}))"
    r"(?![\d.,]*\d)\s?(?P<scale>[kKmM](?![^\W\d_]))?"
)


def metric_named(name: str) -> Metric | None:
    """The metric a key, alias or table label means, whatever its case and separators; None where there is none."""
    return _BY_NAME.get(re.sub(r"[\s_%-]+", "_", name.strip().casefold()).strip("_"))


def level_of(value: float | None, warning: float | None, alert: float | None, stop: float | None) -> Level | None:
    """The gravest level whose limit the value has reached (`value >= limit`, seed: highest level first)."""
    if value is None:
        return None
    for level, limit in (("stop", stop), ("alert", alert), ("warning", warning)):
        if limit is not None and value >= limit:
            return level  # type: ignore[return-value]  # the literals above are the levels
    return None


def rank(level: Level | None) -> int:
    """How grave a level is: 0 for none, 3 for stop."""
    return 0 if level is None else LEVELS.index(level) + 1


def parse_amount(text: str | None) -> float | None:
    """The amount a text begins with: `$26.50`, `35%`, `500K`, `1,200`, `$25 🔶 ACK`; None where it begins with none."""
    found = _AMOUNT.match(text.strip()[:_LONGEST]) if text else None
    if found is None:
        return None
    digits = found["plain"] or (found["grouped"] or "").replace(",", "").replace("_", "")
    amount = float(digits or found["comma"].replace(",", ".")) * _SCALES[(found["scale"] or "").lower()]
    if amount >= _LARGEST:
        return None
    return -amount if found["sign"] in ("-", "−") else amount


def format_amount(value: float, unit: Unit) -> str:
    """An amount for the screen: `$26.50`, `$10`, `42 %`, `1`, `1.2 M`.

    Digits that are not shown are cut, never rounded up: a value must not look as if it had reached its limit.
    """
    if unit == "usd":
        return _dollars(value)
    if unit == "percent":
        return f"{_plain(value, 1)} %"
    if unit == "tokens" and abs(value) >= 1_000_000:
        return f"{_plain(value / 1_000_000, 1)} M"
    if unit == "tokens" and abs(value) >= 1_000:
        return f"{_plain(value / 1_000, 0)} k"
    return _plain(value, 1)


def write_amount(value: float, unit: Unit) -> str:
    """An amount as the files of Project Autopilot write it, without loss: `$10`, `35%`, `1`, `500K`, `1.2M`."""
    if unit == "usd":
        return _dollars(value)
    if unit == "percent":
        return f"{value:g}%"
    if unit == "tokens" and value and value % 100_000 == 0 and abs(value) >= 1_000_000:
        return f"{value / 1_000_000:g}M"
    if unit == "tokens" and value and value % 1_000 == 0 and abs(value) < 1_000_000:
        return f"{value / 1_000:g}K"
    return f"{value:,.0f}" if value == int(value) else repr(value)


def _dollars(value: float) -> str:
    sign, amount = ("-" if value < 0 else ""), abs(value)
    cents = math.floor(round(amount * 100, 6))
    return f"{sign}${cents // 100:,}" if cents % 100 == 0 else f"{sign}${cents // 100:,}.{cents % 100:02}"


def _plain(value: float, digits: int) -> str:
    """The value cut to that many digits after the point, without trailing zeros, thousands set apart by commas."""
    scale = 10**digits
    cut = math.floor(round(value * scale, 6)) / scale
    return f"{cut:,.{digits}f}".removesuffix(".0")
