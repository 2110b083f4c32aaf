import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.model import Level, Limits, Unit
from cockpit.rules.thresholds.metrics import (
    METRICS,
    LimitSource,
    format_amount,
    level_of,
    metric_named,
    parse_amount,
    rank,
    resolve,
    typed_amount,
)


def test_built_in_limits() -> None:
    assert {metric.name: (metric.unit, metric.limits) for metric in METRICS} == {
        "cost": ("usd", (10, 25, 50)),
        "context": ("percent", (30, 40, 50)),
        "variance": ("percent", (20, 30, 50)),
        "errors": ("count", (2, 3, 5)),
        "tokens": ("tokens", (500_000, 1_000_000, 2_000_000)),
    }


@pytest.mark.parametrize(
    ("value", "level"),
    [
        (9.99, None),
        (10, "warning"),
        (24.99, "warning"),
        (25, "alert"),
        (26.5, "alert"),
        (49.99, "alert"),
        (50, "stop"),
        (1e9, "stop"),
        (-1, None),
        (None, None),
    ],
)
def test_levels_begin_at_their_limit(value: float | None, level: Level | None) -> None:
    assert level_of(value, Limits(warning=10, alert=25, stop=50)) == level


def test_an_absent_limit_is_never_reached() -> None:
    assert level_of(60, Limits(warning=10, alert=25, stop=None)) == "alert"
    assert level_of(60, Limits(warning=None, alert=None, stop=None)) is None
    assert level_of(60, Limits(warning=None, alert=None, stop=50)) == "stop"


def test_not_a_number_reaches_nothing() -> None:
    assert level_of(float("nan"), Limits(warning=10, alert=25, stop=50)) is None


@pytest.mark.parametrize(("level", "number"), [(None, 0), ("warning", 1), ("alert", 2), ("stop", 3)])
def test_rank(level: Level | None, number: int) -> None:
    assert rank(level) == number


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Cost", "cost"),
        (" ERRORS ", "errors"),
        ("error", "errors"),
        ("Context %", "context"),
        ("tokens", "tokens"),
        ("context_percent", "context"),
        ("velocity", None),
        ("s", None),
        ("", None),
    ],
)
def test_names_of_metrics(label: str, name: str | None) -> None:
    metric = metric_named(label)
    assert (metric.name if metric else None) == name


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$26.50", 26.5),
        ("$10 ⚠️", 10),
        ("$25 🔶 ACK", 25),
        ("35%", 35),
        ("35 %", 35),
        ("~43%", 43),
        ("+16%", 16),
        ("-5%", -5),
        ("−5%", -5),
        ("500K", 500_000),
        ("500 k", 500_000),
        ("1.2M", 1_200_000),
        ("2m", 2_000_000),
        ("1,200", 1_200),
        ("1,234,567.5", 1_234_567.5),
        ("26,50", 26.5),
        ("€9", 9),
        (".5", 0.5),
        ("12 min", 12),
        ("3 months", 3),
        ("1,2345", None),
        ("1.2.3", None),
        ("N/A", None),
        ("—", None),
        ("none at 5", None),
        ("", None),
        (None, None),
        ("9" * 400, None),
    ],
)
def test_amounts_are_read(text: str | None, amount: float | None) -> None:
    assert parse_amount(text) == amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("26.5", 26.5), (" $80 ", 80), ("42 %", 42), ("500K", 500_000), ("1.2 M", 1_200_000), ("1,200", 1200),
        (".5", 0.5), ("-3", -3), ("1e3", 1000), ("1.5E2", 150), ("1e+2", 100), ("1e99", None), ("1e15", None),
        ("100x", None), ("$50x", None), ("80 USD", None), ("1e", None), ("e3", None), ("1 000", None), ("", None),
        ("$", None), ("nan", None), ("inf", None), ("1,5", None), ("-1e3", None), ("1" * 100, None),
    ],
)  # fmt: skip
def test_a_typed_amount_is_the_whole_text(text: str, amount: float | None) -> None:
    assert typed_amount(text) == amount


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (26.5, "usd", "$26.50"),
        (10, "usd", "$10"),
        (0.29, "usd", "$0.29"),
        (24.999, "usd", "$24.99"),
        (1234.5, "usd", "$1,234.50"),
        (-3.5, "usd", "-$3.50"),
        (42, "percent", "42 %"),
        (39.97, "percent", "39.9 %"),
        (-5, "percent", "-5 %"),
        (1, "count", "1"),
        (0, "count", "0"),
        (999, "tokens", "999"),
        (1_000, "tokens", "1 k"),
        (1_050, "tokens", "1 k"),
        (1_500, "tokens", "1.5 k"),
        (99_999, "tokens", "99.9 k"),
        (310_412, "tokens", "310 k"),
        (500_000, "tokens", "500 k"),
        (999_999, "tokens", "999 k"),
        (1_000_000, "tokens", "1 M"),
        (1_234_567, "tokens", "1.2 M"),
        (1_200_000, "tokens", "1.2 M"),
        (1_500_000, "tokens", "1.5 M"),
        (0, "tokens", "0"),
        (3_900, "seconds", "1 h 5 min"),
        (3_659.9, "seconds", "1 h"),
        (90, "seconds", "1 min 30 s"),
        (0.5, "seconds", "0 s"),
        (900_000_000, "bytes", "900 MB"),
        (1_999_999, "bytes", "1.9 MB"),
        (12, "bytes", "12 B"),
    ],
)
def test_amounts_are_shown(value: float, unit: Unit, shown: str) -> None:
    assert format_amount(value, unit) == shown


@given(st.integers(0, 10_000_000), st.sampled_from(["usd", "percent"]))
def test_a_shown_value_never_exceeds_the_true_one(hundredths: int, unit: Unit) -> None:
    value = hundredths / 100
    shown = parse_amount(format_amount(value, unit))
    assert shown is not None
    assert shown <= value
    assert value - shown < 0.1


@given(st.text(max_size=60))
def test_any_text_can_be_asked(text: str) -> None:
    amount = parse_amount(text)
    assert amount is None or abs(amount) < float("inf")


@pytest.mark.parametrize(
    ("source", "named"),
    [
        (LimitSource("a.md", {"cost": {"alert": 20}}), "built-in, a.md"),
        (LimitSource("a.md", {}, broken=True), "built-in; a.md cannot be read"),
        (LimitSource("a.md", {}, {"cost": ()}), "built-in; a.md cannot be read"),
        (LimitSource("a.md", {}, {"context": ()}), "built-in"),
    ],
)
def test_where_limits_come_from_names_what_cannot_be_read(source: LimitSource, named: str) -> None:
    assert resolve(METRICS[0], [source]).source == named
