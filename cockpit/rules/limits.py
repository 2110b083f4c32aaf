"""Where limits come from: per level, the first source that names one wins."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from cockpit.model import LEVELS, Level, Limits
from cockpit.rules.levels import Metric, metric_named, parse_amount, rank
from cockpit.values import dataclass

COMMAND_LINE = "command line"
LIMITS_FILE = "limits.toml"
BUILT_IN = "built-in"


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


@dataclass(frozen=True, slots=True)
class Entry:
    """A limit as a file states it, under `path`; `amount` is None where what stands there is none."""

    metric: str
    level: Level
    path: tuple[str, ...]
    stated: object

    @property
    def amount(self) -> float | None:
        """The amount that is stated."""
        if isinstance(self.stated, int | float) and not isinstance(self.stated, bool):
            return parse_amount(f"{self.stated:.6f}") if abs(self.stated) < 1e15 else None
        return parse_amount(self.stated) if isinstance(self.stated, str) else None


def in_table(table: object, named: Callable[[str], Metric | None] = metric_named) -> Iterator[Entry]:
    """What a `[limits.cost] alert = 30` table states, as TOML gives it; `named` knows the metric of a key."""
    for name, levels in table.items() if isinstance(table, Mapping) else ():
        metric = named(name)
        if metric is not None and isinstance(levels, Mapping):
            stated = ((level, levels.get(level)) for level in LEVELS)
            yield from (Entry(metric.name, level, (name, level), value) for level, value in stated if value is not None)


def amounts(entries: Iterable[Entry]) -> dict[str, dict[Level, float]]:
    """The limits that can be read: metric name -> level -> value."""
    limits: dict[str, dict[Level, float]] = {}
    for entry in entries:
        if entry.amount is not None:
            limits.setdefault(entry.metric, {})[entry.level] = entry.amount
    return limits


def _value(found: Mapping[Level, tuple[float, str]], level: Level) -> float | None:
    return found[level][0] if level in found else None


def _built_in(metric: Metric) -> LimitSource:
    return LimitSource(BUILT_IN, {metric.name: dict(zip(LEVELS, metric.limits, strict=False))})
