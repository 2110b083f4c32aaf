import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.model import Unit
from cockpit.rules.thresholds.metrics import (
    METRICS,
    LimitSource,
    format_amount,
    parse_amount,
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
        (24.999, "usd", "$24.99"),
        (1234.5, "usd", "$1,234.50"),
        (-3.5, "usd", "-$3.50"),
        (42, "percent", "42 %"),
        (39.97, "percent", "39.9 %"),
        (0, "count", "0"),
        (1_000, "tokens", "1 k"),
        (1_500, "tokens", "1.5 k"),
        (99_999, "tokens", "99.9 k"),
        (999_999, "tokens", "999 k"),
        (1_000_000, "tokens", "1 M"),
        (1_234_567, "tokens", "1.2 M"),
        (3_900, "seconds", "1 h 5 min"),
        (3_659.9, "seconds", "1 h"),
        (90, "seconds", "1 min 30 s"),
        (0.5, "seconds", "0 s"),
        (900_000_000, "bytes", "900 MB"),
        (1_999_999, "bytes", "1.9 MB"),
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
