import pytest

from cockpit.model import Level, Limits
from cockpit.rules.thresholds.metrics import (
    METRICS,
    LimitSource,
    Metric,
    conflicting,
    lowered,
    resolve,
    unordered,
)

COST: Metric = METRICS[0]


def source(name: str, **limits: float) -> LimitSource:
    levels: dict[Level, float] = {level: limits[level] for level in ("warning", "alert", "stop") if level in limits}
    return LimitSource(name, {"cost": levels})


@pytest.mark.parametrize(
    ("sources", "limits"),
    [
        ([], Limits(warning=10, alert=25, stop=50, source="built-in")),
        (
            [source("TRANSPONDER.md", warning=8, alert=20, stop=40), source("config.json", stop=99)],
            Limits(warning=8, alert=20, stop=40, source="TRANSPONDER.md"),
        ),
        (
            [source("command line", stop=80), source("TRANSPONDER.md", warning=8, alert=20, stop=40)],
            Limits(
                warning=8,
                alert=20,
                stop=80,
                source="TRANSPONDER.md, command line",
            ),
        ),
        (
            [source("limits.toml", alert=30), source("config.json", warning=12)],
            Limits(
                warning=12,
                alert=30,
                stop=50,
                source="config.json, limits.toml, built-in",
            ),
        ),
        ([LimitSource("TRANSPONDER.md", {"tokens": {"stop": 1}})], Limits(warning=10, alert=25, stop=50)),
    ],
)
def test_first_found_wins_level_by_level(sources: list[LimitSource], limits: Limits) -> None:
    assert resolve(COST, sources) == limits


@pytest.mark.parametrize(
    ("limits", "pair"),
    [
        (Limits(warning=10, alert=25, stop=50), None),
        (Limits(warning=25, alert=25, stop=25), None),
        (Limits(warning=30, alert=25, stop=50), ("warning", "alert")),
        (Limits(warning=10, alert=60, stop=50), ("alert", "stop")),
        (Limits(warning=60, stop=50), ("warning", "stop")),
        (Limits(), None),
    ],
)
def test_limits_in_the_wrong_order(limits: Limits, pair: tuple[Level, Level] | None) -> None:
    assert unordered(limits) == pair


@pytest.mark.parametrize(
    ("limits", "level", "found"),
    [
        (Limits(warning=10, alert=25, stop=50), "alert", None),
        (Limits(warning=25, alert=25, stop=25), "alert", None),
        (Limits(warning=30, alert=25, stop=50), "alert", ("warning", 30)),
        (Limits(warning=30, alert=25, stop=50), "stop", None),
        (Limits(warning=60, alert=70, stop=50), "warning", ("stop", 50)),
        (Limits(warning=60, alert=70, stop=50), "stop", ("warning", 60)),
        (Limits(warning=60), "alert", None),
    ],
)
def test_a_limit_that_conflicts_with_another(limits: Limits, level: Level, found: tuple[Level, float] | None) -> None:
    assert conflicting(limits, level) == found


@pytest.mark.parametrize(
    ("then", "now", "is_lower"),
    [
        (Limits(alert=25), Limits(alert=20), True),
        (Limits(alert=25), Limits(alert=25), False),
        (Limits(alert=25), Limits(alert=30), False),
        (Limits(alert=25, stop=50), Limits(alert=25, stop=49), True),
        (Limits(), Limits(alert=1), False),
        (Limits(alert=25), Limits(), False),
    ],
)
def test_lowered_limits(then: Limits, now: Limits, is_lower: bool) -> None:
    assert lowered(then, now) is is_lower
