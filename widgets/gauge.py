"""Bars: the progress of the work, and a value between its three limits."""

from cockpit.model import LEVELS, Threshold
from cockpit.rules.thresholds.alert_state import is_acknowledged
from cockpit.rules.thresholds.metrics import unordered
from cockpit.widgets.painting import Line
from cockpit.widgets.view import Glyphs


def progress(percent: float, width: int, glyphs: Glyphs, style: str = "accent") -> Line:
    """A bar of `width` cells, exact to a part of a cell where the glyphs allow."""
    share = max(0.0, min(1.0, percent / 100)) * width
    full = int(share)
    part = glyphs.partial[int((share - full) * len(glyphs.partial))] if full < width else ""
    drawn = glyphs.filled * full + (part if part.strip() else "")
    return Line().add(drawn, style).add(glyphs.empty * (width - len(drawn)), "track")


def marks(width: int) -> tuple[int, int, int]:
    """The cells at which the three limits stand: the same for every metric, so that gauges can be compared."""
    return width // 3 - 1, 2 * width // 3 - 1, width - 1


def gauge(threshold: Threshold, width: int, glyphs: Glyphs) -> Line:
    """The value between nothing and the stop, with a mark at each limit and a dot at the value.

    The scale is stretched between the marks: within each third, a cell is worth the same.
    """
    places = [mark for level, mark in zip(LEVELS, marks(width), strict=True) if threshold.limits.at(level) is not None]
    value = place_of(threshold, width)
    style = style_of(threshold)
    line = Line()
    for cell in range(width):
        passed = value is not None and cell < value
        if cell == value:
            line.add(glyphs.value, style)
        elif cell in places:
            line.add(glyphs.limit, style if passed else "muted")
        else:
            line.add(glyphs.line_filled if passed else glyphs.line, style if passed else "track")
    return line


def place_of(threshold: Threshold, width: int) -> int | None:
    """The cell of the value: never at or past a mark whose limit it has not reached; None where it cannot be drawn."""
    steps = [(limit, mark) for level, mark in zip(LEVELS, marks(width), strict=True)
             if (limit := threshold.limits.at(level)) is not None]  # fmt: skip
    value = threshold.value
    if value is None or not steps or steps[0][0] <= 0 or unordered(threshold.limits) is not None:
        return None
    lower, start = 0.0, 0
    for step, mark in steps:
        if value < step:
            share = (max(0.0, value) - lower) / (step - lower)
            return min(mark - 1, start + int(share * (mark - start))) if mark > start else start
        lower, start = step, mark
    return start


def style_of(threshold: Threshold) -> str:
    """The style that goes with a threshold's level; what is acknowledged steps back."""
    if is_acknowledged(threshold):
        return "muted"
    return threshold.level or "ok"
