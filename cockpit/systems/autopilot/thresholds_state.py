"""`state/thresholds.json`: the values at the last check and the levels they triggered (seed, "Threshold State").

The values stand under long names (`context_percent`), the levels under short ones, and the update routine of the seed
writes short ones everywhere, so a live file can hold both spellings side by side.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cockpit.model import Level
from cockpit.rules.levels import LEVELS, metric_named
from cockpit.systems.autopilot.folder import Folder, Page
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.scalars import number_of, object_of, text_of

STRUCTURE_KEYS = {
    "cost": "cost",
    "context": "context_percent",
    "variance": "variance_percent",
    "errors": "error_count",
    "tokens": "tokens",
}
"""The key that the seed's structure has for each metric; it wins where a file holds two."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A value, the key it stands under and the line of that."""

    value: float
    key: str
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdState:
    """What thresholds.json says; `levels` has a metric only where the file records one, null included."""

    path: str | None = None
    values: Mapping[str, Measured] = field(default_factory=dict)
    levels: Mapping[str, Level | None] = field(default_factory=dict)
    level_lines: Mapping[str, int | None] = field(default_factory=dict)
    last_check: str | None = None
    last_check_line: int | None = None
    stale: bool = False
    triggers: Mapping[str, Any] = field(default_factory=dict)


def read_thresholds(folder: Folder, report: Report) -> ThresholdState:
    """Read the file; an empty state where there is none."""
    page = folder.json(THRESHOLDS_NAME)
    if page is None:
        return ThresholdState()
    content = page.json_object
    levels = _levels(content)
    return ThresholdState(
        path=page.path,
        values=_values(page, report),
        levels={metric: level for metric, (_, level) in levels.items()},
        level_lines={metric: page.json.line_of(("levels_triggered", key)) for metric, (key, _) in levels.items()},
        last_check=text_of(content.get("last_check")),
        last_check_line=page.json.line_of(("last_check",)),
        stale=page.stale,
        triggers=object_of(content.get("triggers")),
    )


def _values(page: Page, report: Report) -> dict[str, Measured]:
    """The value of each metric. Two spellings of one metric are reported; the key of the seed's structure wins."""
    found: dict[str, list[Measured]] = {}
    for key, raw in object_of(page.json_object.get("current_values")).items():
        metric, value = metric_named(key), number_of(raw)
        line = page.json.line_of(("current_values", key))
        if metric is not None and value is not None:
            found.setdefault(metric.name, []).append(Measured(value, key, line))
        elif metric is not None and raw is not None:
            report.add("value-unreadable", page.path, line, f"The value of {key} is no amount: {str(raw)[:60]!r}.")
    values = {}
    for name, spellings in found.items():
        spellings.sort(key=lambda measured: measured.key != STRUCTURE_KEYS[name])
        values[name] = spellings[0]
        if len(spellings) > 1:
            report.add("threshold-key-conflict", page.path, spellings[1].line, _conflict(name, spellings))
    return values


def _conflict(metric: str, spellings: list[Measured]) -> str:
    told = " and ".join(f"{measured.key} = {measured.value:g}" for measured in spellings)
    return f"The file holds {metric} under several keys: {told}; {spellings[0].key} is read."


def _levels(content: Mapping[str, Any]) -> dict[str, tuple[str, Level | None]]:
    levels: dict[str, tuple[str, Level | None]] = {}
    for key, raw in object_of(content.get("levels_triggered")).items():
        metric = metric_named(key)
        if metric is not None and (raw is None or isinstance(raw, str)):
            levels.setdefault(metric.name, (key, level_named(raw)))
    return levels


def level_named(raw: object) -> Level | None:
    """The level a recorded word means; None for null, `ok` and anything else."""
    word = raw.strip().casefold() if isinstance(raw, str) else None
    return next((level for level in LEVELS if level == word), None)
