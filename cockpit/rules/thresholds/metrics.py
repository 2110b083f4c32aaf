"""The metrics: their names, units, levels and limits, and how amounts are read and shown."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import pairwise

from cockpit.model import LEVELS, Level, Limits, Statement, Unit
from cockpit.regex import regex
from cockpit.values import dataclass

# The metrics, the levels their values have reached, and amounts as files and screens write them


@dataclass(frozen=True, slots=True)
class Metric:
    """A quantity that is watched. `limits` are the built-in values for warning, alert and stop, in `unit`.

    Files store its value under `key`, and may call it what it is called `also`. `most` is the highest value that there
    can be, None where there is none. One that `grows` never falls, so that an older place cannot state too much of it.
    One that is not `always` shown has a row only where something is stated of it. `at_stop` is what lifts a stop beside
    a raised limit. An agent can be told the limits of one that `has_flag`.
    """

    name: str
    key: str
    unit: Unit
    limits: tuple[float, ...]
    most: float | None = None
    also: tuple[str, ...] = ()
    grows: bool = False
    always: bool = True
    at_stop: str = "fix the cause"
    has_flag: bool = False

    @property
    def whole(self) -> bool:
        """Whether it counts things, so that its values are whole numbers."""
        return self.unit in ("count", "tokens")


METRICS: tuple[Metric, ...] = (
    Metric("cost", "cost", "usd", (10, 25, 50), also=("total cost", "fuel"), grows=True, has_flag=True),
    Metric("context", "context_percent", "percent", (30, 40, 50), most=100,
           at_stop="hand off and continue in a new session"),
    Metric("variance", "variance_percent", "percent", (20, 30, 50), at_stop="correct the estimate"),
    Metric("errors", "error_count", "count", (2, 3, 5), also=("error",), at_stop="resolve the errors"),
    Metric("tokens", "tokens", "tokens", (500_000, 1_000_000, 2_000_000), also=("token", "total tokens"), grows=True,
           always=False, has_flag=True),
)  # fmt: skip
"""Every metric with its built-in limits."""

RETRIES = Metric("retries", "retries", "count", (1, 2, 3), also=("retry",))
"""How often a step was tried again, in systems that count it; the agent reads its own limit, never these."""

COUNTED = tuple(metric for metric in METRICS if metric.name in ("cost", "context", "tokens"))
"""What sessions of agents state themselves."""

_BY_NAME = {
    name.replace(" ", "_"): metric for metric in (*METRICS, RETRIES) for name in (metric.name, metric.key, *metric.also)
}
_UNITS = ("percent", "window", "used", "usage", "count", "usd")
_SCALES = {"": 1, "k": 1_000, "m": 1_000_000}
_BYTES = (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("KB", 1e3), ("B", 1.0))
_TOKENS = (("M", 1e6), ("k", 1e3))
_LONGEST = 100
_TYPED = regex(r"[-−+]?[$€£]?\s?(\d+|\d{1,3}([,_]\d{3})+)?([.]\d+)?\s?[kKmM%]?")
_EXPONENT = regex(r"\d+([.]\d+)?[eE]\+?\d{1,2}")
_LARGEST = 1e15
_AMOUNT = regex(
    r"[~≈<>=$€£\s]*(?P<sign>[-−+]?)[$€£]?\s?"
    r"(?:(?P<grouped>\d{1,3}(?:[,_]\d{3})+(?:\.\d+)?)|(?P<plain>\d+(?:\.\d+)?|\.\d+)|(?P<comma>\d+,\d{1,2}))"
    r"(?![\d.,]*\d)\s?(?P<scale>[kKmM](?![^\W\d_]))?"
)


def metric_named(name: str) -> Metric | None:
    """The metric a person or a file means: `cost`, `Error`, also with its unit behind it, `Cost (USD)`; else None."""
    folded = folded_name(name)
    word, _, unit = folded.partition("_")
    return _BY_NAME.get(folded) or (_BY_NAME.get(word) if unit in _UNITS else None)


def folded_name(name: str) -> str:
    """A key or label without what writers are free in: case, blanks and signs."""
    return re.sub(r"[\W_]+", "_", name.strip().casefold()).strip("_")


def level_of(value: float | None, limits: Limits) -> Level | None:
    """The gravest level whose limit the value has reached (`value >= limit`, seed: highest level first)."""
    reached = [level for level, limit in limits.items() if value is not None and value >= limit]
    return reached[-1] if reached else None


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


def typed_amount(text: str) -> float | None:
    """The amount a person typed: `26.5`, `$80`, `40%`, `500K`, `1e3`; None where the text says more."""
    typed = text.strip()[:_LONGEST]
    if _EXPONENT.fullmatch(typed):
        return float(typed) if float(typed) < _LARGEST else None
    return parse_amount(typed) if _TYPED.fullmatch(typed) else None


def format_amount(value: float, unit: Unit) -> str:
    """An amount for the screen: `$26.50`, `$10`, `42 %`, `1`, `1.5 k`, `310 k`, `1.2 M`, `1 h 5 min`,
    `900 MB`.

    Digits that are not shown are cut, never rounded up: a value must not look as if it had reached its limit.
    """
    if unit == "usd":
        return dollars(value)
    if unit == "percent":
        return f"{_plain(value, 1)} %"
    if unit == "seconds":
        return _duration(value)
    sizes = {"bytes": _BYTES, "tokens": _TOKENS}.get(unit, ())
    name, size = next(((name, size) for name, size in sizes if abs(value) >= size), ("", 1))
    digits = 0 if name == "k" and abs(value) >= 100_000 else 1
    return f"{_plain(value / size, digits)} {name}".rstrip()


def _duration(seconds: float) -> str:
    """A time in hours and minutes, a shorter one in minutes and seconds: `1 h 5 min`, `45 s`."""
    sign, rest = ("-" if seconds < 0 else ""), abs(seconds)
    parts = []
    for name, length in (("h", 3600), ("min", 60), ("s", 1))[: 2 if rest >= 3600 else 3]:
        count, rest = divmod(rest, length)
        parts += [f"{int(count):,} {name}"] if count >= 1 else []
    return sign + (" ".join(parts) or "0 s")


def dollars(value: float) -> str:
    """An amount of money: `$26.50`, `$10`; digits that are not shown are cut."""
    sign, amount = ("-" if value < 0 else ""), abs(value)
    cents = math.floor(round(amount * 100, 6))
    return f"{sign}${cents // 100:,}" if cents % 100 == 0 else f"{sign}${cents // 100:,}.{cents % 100:02}"


def _plain(value: float, digits: int) -> str:
    """The value cut to that many digits after the point, without trailing zeros, thousands set apart by commas."""
    scale = 10**digits
    cut = math.floor(round(value * scale, 6)) / scale
    return f"{cut:,.{digits}f}".removesuffix(".0")


# Where limits come from: per level, the first source that names one wins

COMMAND_LINE = "command line"
LIMITS_FILE = "limits.toml"
BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class LimitSource:
    """One place that may name limits: metric name -> level -> value; and what is stated there by metric and nobody can
    read. `broken` says that nothing of it could be."""

    name: str
    limits: Mapping[str, Mapping[Level, float]]
    unread: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)
    broken: bool = False


def resolve(metric: Metric, sources: Iterable[LimitSource]) -> Limits:
    """The limits of a metric from the sources, in order of precedence, completed by the built-in ones.

    `Limits.source` names the sources used, in the order of the levels, each once, and those that could not be read.
    """
    found: dict[Level, tuple[float, str]] = {}
    every = (*sources, LimitSource(BUILT_IN, {metric.name: dict(zip(LEVELS, metric.limits, strict=False))}))
    for source in every:
        for level, value in source.limits.get(metric.name, {}).items():
            found.setdefault(level, (value, source.name))
    names = dict.fromkeys(found[level][1] for level in LEVELS if level in found)
    unread = [source.name for source in every if source.broken or metric.name in source.unread]
    values = {level: value for level, (value, _) in found.items()}
    return Limits(
        warning=values.get("warning"),
        alert=values.get("alert"),
        stop=values.get("stop"),
        source=sources_found(names, unread),
    )


def sources_found(names: Iterable[str], unread: Sequence[str] = ()) -> str:
    """The sources that limits come from, and those that could not be read, as `Limits.source`."""
    not_read = f"{', '.join(unread)} cannot be read" if unread else ""
    return "; ".join(filter(None, (", ".join(names), not_read)))


def unordered(limits: Limits) -> tuple[Level, Level] | None:
    """The first two levels whose limits stand in the wrong order (a warning above its alert), else None."""
    for (mild, low), (grave, high) in pairwise(limits.items()):
        if low > high:
            return mild, grave
    return None


def conflicting(limits: Limits, level: Level) -> tuple[Level, float] | None:
    """The first level whose limit stands in the wrong order with that of `level`, and that limit."""
    mine = limits.at(level)
    for other, theirs in limits.items():
        if mine is not None and (theirs > mine if rank(other) < rank(level) else theirs < mine):
            return other, theirs
    return None


def lowered(then: Limits, now: Limits) -> bool:
    """Whether any limit is lower now than it was; what is unknown on either side does not count."""
    pairs = ((before, now.at(level)) for level, before in then.items())
    return any(after is not None and after < before for before, after in pairs)
