import pytest

from cockpit.model import Level, Limits
from cockpit.rules.levels import METRICS, Metric
from cockpit.rules.limits import LimitSource, from_config, from_table, lowered, resolve, unordered

COST: Metric = METRICS[0]


def source(name: str, **limits: float) -> LimitSource:
    levels: dict[Level, float] = {level: limits[level] for level in ("warning", "alert", "stop") if level in limits}
    return LimitSource(name, {"cost": levels})


@pytest.mark.parametrize(
    ("sources", "limits"),
    [
        ([], Limits(warning=10, alert=25, stop=50, source="built-in")),
        (
            [source("transponder", warning=8, alert=20, stop=40), source("config.json", stop=99)],
            Limits(warning=8, alert=20, stop=40, source="transponder"),
        ),
        (
            [source("command line", stop=80), source("transponder", warning=8, alert=20, stop=40)],
            Limits(warning=8, alert=20, stop=80, source="transponder, command line"),
        ),
        (
            [source("limits.toml", alert=30), source("config.json", warning=12)],
            Limits(warning=12, alert=30, stop=50, source="config.json, limits.toml, built-in"),
        ),
        ([LimitSource("transponder", {"tokens": {"stop": 1}})], Limits(warning=10, alert=25, stop=50)),
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


def test_limits_file() -> None:
    table = {"cost": {"alert": 30, "note": "x"}, "context_percent": {"stop": "60%"}, "speed": {"alert": 1}, "errors": 3}
    assert from_table(table) == {"cost": {"alert": 30.0}, "context": {"stop": 60.0}}
    assert from_table(None) == {}
    assert from_table({"cost": {"alert": True, "stop": float("inf")}}) == {"cost": {}}


def test_global_config() -> None:
    defaults = {"maxCost": 100, "warnCost": 20, "maxTokens": "2M", "preferredModel": "opus", "alertTokens": None}
    assert from_config(defaults) == {"cost": {"warning": 20.0, "stop": 100.0}, "tokens": {"stop": 2_000_000.0}}
    assert from_config(["maxCost"]) == {}
