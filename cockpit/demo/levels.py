"""The agent's own view of its limits and levels (seed, Three-Level Threshold State), and how table cells show them."""

from collections.abc import Mapping
from dataclasses import dataclass

METRICS = ("cost", "context", "variance", "errors")
VALUE_KEYS = {
    "cost": "cost",
    "context": "context_percent",
    "variance": "variance_percent",
    "errors": "error_count",
}
"""The key of each metric under `current_values`, where the seed uses other names than under `levels_triggered`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The values at which a level begins: `value >= limit`."""

    warning: float
    alert: float
    stop: float

    def level(self, value: float) -> str | None:
        """The highest level that a value has reached, None below the warning."""
        for name in ("stop", "alert", "warning"):
            if value >= getattr(self, name):
                return name
        return None


DEFAULTS = {
    "cost": Limits(10, 25, 50),
    "context": Limits(30, 40, 50),
    "variance": Limits(20, 30, 50),
    "errors": Limits(2, 3, 5),
}
MARKS = {"warning": "⚠️", "alert": "🔶", "stop": "🛑"}
REACHED: dict[str | None, tuple[str, ...]] = {
    None: (),
    "warning": ("warning",),
    "alert": ("warning", "alert"),
    "stop": ("warning", "alert", "stop"),
}


def amount(metric: str, value: float) -> str:
    """A value as the Thresholds table writes it: `$26.50`, `35%`, `1`."""
    if metric == "cost":
        return f"${value:.2f}"
    return f"{value:g}%" if metric in ("context", "variance") else f"{value:g}"


def limit_text(metric: str, value: float) -> str:
    """A limit as the Thresholds table writes it: `$25`, `40%`, `3`."""
    return f"${value:g}" if metric == "cost" else amount(metric, value)


def limit_texts(metric: str, limits: Limits) -> dict[str, str]:
    """The limits by column name, as the table writes them."""
    return {name.title(): limit_text(metric, getattr(limits, name)) for name in MARKS}


def cells(
    metric: str, value: float, limits: Limits, *, acknowledged: bool = False, texts: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The cells of one row of the Thresholds table, by column (seed, TRANSPONDER.md with Thresholds Section).

    `texts` are the limits as a person has written them; without, they are written as usual.
    """
    level = limits.level(value)
    row = {"Current": amount(metric, value)}
    for column, text in (texts or limit_texts(metric, limits)).items():
        name = column.lower()
        mark = f" {MARKS[name]}" if name in REACHED[level] else ""
        seen = " ACK" if mark and name == "alert" and acknowledged else ""
        row[column] = f"{text}{mark}{seen}"
    row["Status"] = "OK" if level is None else level.title() + (" (ack)" if level == "alert" and acknowledged else "")
    return row
