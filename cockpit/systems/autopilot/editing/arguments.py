"""What a person or a script hands in, checked before it comes near a file."""

import math
import re

from cockpit.model.refused import Refused
from cockpit.rules.levels import METRICS, Metric
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.reading.values import is_nothing, plain, unfilled

LONGEST = 2_000
"""Characters of one text: TRANSPONDER.md is read whole by an agent, before anything else."""

_SPACE = re.compile(r"\s+")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def checked_text(text: str, what: str) -> str:
    """A text on one line, white space folded. Raises Refused for an empty or long one, and for control characters."""
    if len(text) > LONGEST:
        raise Refused(f"The {what} has {len(text):,} characters; at most {LONGEST:,} are written.")
    if found := _CONTROL.search(text):
        raise Refused(f"The {what} holds the control character U+{ord(found[0]):04X}.")
    folded = _SPACE.sub(" ", text).strip()
    if not folded:
        raise Refused(f"The {what} is empty.")
    return folded


def checked_entry(text: str, what: str) -> str:
    """The text of an entry of a list. Raises Refused also where a reader would take the entry for none."""
    told = checked_text(text, what)
    if is_nothing(plain(told)):
        raise Refused(f'The {what} "{told}" would be read as none; word it differently.')
    return told


def checked_option(text: str | None, what: str) -> str | None:
    """A text that may be missing; an empty one counts as missing."""
    return checked_text(text, what) if text is not None and text.strip() else None


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
