"""Progress bars and percentages as files write them (seed, "Progress Bar Generation")."""

import math
import re

from cockpit.model import Position
from cockpit.regex import regex

CELLS = 10
_FILLED = "█▓▒#=■●▮▰◼⬛🟩🟦◉⣿"
_EMPTY = "░-.□○▯▱◻⬜·─ ▒▓_"
_PARTIAL = "▏▎▍▌▋▊▉>"
_FILLED_ALONE = "█▓▒■●▮▰◼⬛🟩🟦◉⣿"
_EMPTY_ALONE = "░□○▯▱◻⬜"
_MINIMUM = 4

_BRACKETED = regex(rf"\[([{re.escape(_FILLED + _EMPTY + _PARTIAL)}]{{{_MINIMUM},200}})\]")
_BARE = regex(
    rf"[{_FILLED_ALONE}]+[{_PARTIAL}]?[{re.escape(_EMPTY_ALONE + '▒▓·─')}]*|[{_EMPTY_ALONE}]+|[{_FILLED_ALONE}]+"
)
_BODY = regex(rf"(?P<filled>([{re.escape(_FILLED)}])\2*)?(?P<rest>[{_PARTIAL}]?(?:([{re.escape(_EMPTY)}])\4*)?)")
_NEGATIVE = regex(r"(?<![\w\-−–—─═=#.·█▓▒░])[-−]\d[\d.,]*\s?%")
_PERCENT = regex(r"(?<![\d.,])(\d{1,9}(?:[.,]\d+)?)\s?%")


def filled_of(percent: float) -> int:
    """How many cells the seed's rule fills: the floor, kept within the bar."""
    return max(0, min(CELLS, math.floor(percent * CELLS / 100)))


def bar(percent: float) -> str:
    """The bar the seed writes: `floor(percent / 10)` cells of ten filled, so 42 % gives `████░░░░░░`."""
    filled = filled_of(percent)
    return "█" * filled + "░" * (CELLS - filled)


def filled_cells(text: str) -> tuple[int, int] | None:
    """How many cells of the first bar in a text are filled, and its width; None where there is no bar.

    Bars of many glyphs are read, `█▓▒#=■●` against `░-.□○`; signs with another meaning in prose (`#`, `=`, `-`, `.`,
    blanks) only between brackets. A bar has at least four cells; a partly filled cell does not count as filled.
    """
    bodies = [(found.start(), found[1]) for found in _BRACKETED.finditer(text)]
    bodies += [(found.start(), found[0]) for found in _BARE.finditer(text)]
    for _, body in sorted(bodies, key=lambda entry: entry[0]):
        shape = _BODY.fullmatch(body)
        if shape is not None and len(body) >= _MINIMUM and body.strip():
            return len(shape["filled"] or ""), len(body)
    return None


def percent_in(text: str) -> float | None:
    """The first percentage in a text: 42.0 for `████░░░░░░ 42%`."""
    found = _PERCENT.search(text)
    return float(found[1].replace(",", ".")) if found else None


def stated_percent(text: str) -> float | None:
    """The percentage that a progress states; None where it states none, or one that there cannot be: -5 %, 150 %."""
    percent = percent_in(text)
    return None if percent is None or percent > 100 or _NEGATIVE.search(text) else percent


def bar_agrees(filled: int, width: int, percent: float) -> bool:
    """Whether a bar can stand for that percentage: the seed's floor for ten cells, within one cell for other widths."""
    if width == CELLS:
        return filled == filled_of(percent)
    return abs(filled - max(0.0, min(float(width), percent * width / 100))) <= 1


def counted_label(at: Position, whole: str = "") -> str:
    """Who says what was counted: plan files, unless the state lists it itself, as it does of one phase."""
    return "Done" if whole or (at.counted is not None and at.counted.unit in ("phases", "steps")) else "Plan files"
