"""What a person or a script hands in, checked before it comes near a file."""

import math

from cockpit.model.errors import Refused
from cockpit.rules.metrics import METRICS, Metric
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.editing.texts import checked_option, checked_text
from cockpit.systems.reading.values import is_nothing, plain, unfilled


def checked_entry(text: str, what: str) -> str:
    """The text of an entry of a list. Raises Refused also where a reader would take the entry for none."""
    told = checked_text(text, what)
    if is_nothing(plain(told)):
        raise Refused(f'The {what} "{told}" would be read as none; word it differently.')
    return told


def checked_field(text: str | None, what: str) -> str | None:
    """As `checked_option`. Raises Refused also where a reader would take a field's value for a placeholder."""
    told = checked_option(text, what)
    if told is not None and unfilled(plain(told)):
        raise Refused(f'The {what} "{told}" would be read as a placeholder; word it differently.')
    return told


def checked_metric(name: str) -> Metric:
    """The metric of that name. Raises Refused, naming those there are."""
    metric = metric_named(name)
    if metric is None:
        shown = checked_text(name[:40] or "?", "metric")
        raise Refused(f'There is no metric "{shown}"; there are {", ".join(metric.name for metric in METRICS)}.')
    return metric


def checked_value(metric: Metric, value: float, what: str) -> float:
    """An amount. Raises Refused for a negative one, one of 10^15 or more, part of what comes whole, and no number."""
    if not math.isfinite(value):
        raise Refused(f"{what} must be a number.")
    if value < 0:
        raise Refused(f"{what} must not be negative.")
    if value >= 1e15:
        raise Refused(f"{what} is too large.")
    if metric.whole and value != int(value):
        raise Refused(f"{what} must be a whole number.")
    return float(value)
