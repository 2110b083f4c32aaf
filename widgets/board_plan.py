"""Where each pane stands, for a given room: plain arithmetic, no widgets.

Three shapes: one column for narrow or low terminals, a grid for the usual one, three columns for the wide one. What has
no room is left out and counted in one line; the focused pane is never left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Shape = Literal["column", "grid", "wide"]

ORDER = (
    "attention",
    "position",
    "thresholds",
    "blockers",
    "decisions",
    "todos",
    "sessions",
    "findings",
    "phases",
)
"""The panes by their numbers."""

SMALLEST = (40, 10)
"""Columns and rows below which nothing useful fits."""

_ALWAYS = ("attention", "position", "thresholds")
_ATTENTION_LINES = 6


class Place(NamedTuple):
    """A rectangle in cells."""

    x: int
    y: int
    width: int
    height: int


Want = Callable[[int], int]
"""How many lines a pane would like to have inside its frame, at a width inside it; 0 where it has nothing to show."""


@dataclass(slots=True)
class Plan:
    """Where each pane, the line of counts and the detail stand."""

    places: dict[str, Place] = field(default_factory=dict)

    def add(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Place a pane or part, unless nothing of it would be seen."""
        if width > 0 and height > 0:
            self.places[name] = Place(x, y, width, height)


def shape_of(width: int, height: int) -> Shape:
    """Which of the three shapes a board of that size takes."""
    if width >= 160 and height >= 36:
        return "wide"
    return "grid" if width >= 100 and height >= 26 else "column"


def plan(width: int, height: int, wants: Mapping[str, Want], focused: str, zoomed: str | None = None) -> Plan:
    """The places of all panes that fit; `focused` is the pane last used."""
    if zoomed is not None:
        return Plan({zoomed: Place(0, 0, width, height)})
    shape = shape_of(width, height)
    if shape == "column":
        return _column(width, height, wants, focused)
    return _wide(width, height, wants) if shape == "wide" else _grid(width, height, wants)


def _column(width: int, height: int, wants: Mapping[str, Want], focused: str) -> Plan:
    """Title line and content for as many panes as fit, the focused one and the most important first."""
    wanted = {name: min(wants[name](width), _ATTENTION_LINES if name == "attention" else 99) for name in ORDER}
    heights = _choose(height - 1, wanted, focused)
    result, y = Plan(), 0
    for name in ORDER:
        if name in heights:
            result.add(name, 0, y, width, heights[name])
            y += heights[name]
    if len(heights) < len(ORDER):
        result.add("counts", 0, height - 1, width, 1)
    return result


def _choose(room: int, wanted: Mapping[str, int], focused: str) -> dict[str, int]:
    """Heights, title line included: first two lines for each of the most important, then what they want."""
    first = [name for name in dict.fromkeys(("attention", focused, "position", "thresholds")) if name in wanted]
    rest = [name for name in ORDER if name not in first and wanted[name]]
    heights: dict[str, int] = {}
    for name in first:
        if room >= 2:
            heights[name] = 2
            room -= 2
    room = _grow(heights, wanted, [n for n in ("attention", "position", "thresholds") if n in heights], room)
    room = _grow(heights, wanted, [name for name in first if name in heights], room)
    for name in rest:
        if room >= 3:
            heights[name] = min(1 + wanted[name], room)
            room -= heights[name]
    last = focused if focused not in _ALWAYS and focused in heights else next(reversed(heights), None)
    if last is not None and room > 0:
        heights[last] += room
    return heights


def _grow(heights: dict[str, int], wanted: Mapping[str, int], names: Sequence[str], room: int) -> int:
    for name in names:
        more = max(0, min(room, 1 + wanted[name] - heights[name]))
        heights[name] += more
        room -= more
    return room


def _grid(width: int, height: int, wants: Mapping[str, Want]) -> Plan:
    """Attention over the whole width, position beside thresholds, then two rows of three."""
    result = Plan()
    y = _attention(result, width, height, wants)
    left = width // 2
    main = 2 + max(1, wants["position"](left - 2), wants["thresholds"](width - left - 2))
    main = min(main, max(6, height - y - 10))
    result.add("position", 0, y, left, main)
    result.add("thresholds", left, y, width - left, main)
    y += main
    rows = (("blockers", "decisions", "todos"), ("sessions", "findings", "phases"))
    columns = _split(width, (32, 34, 34))
    needs = [2 + max(max(1, wants[name](w - 2)) for name, w in zip(row, columns, strict=True)) for row in rows]
    for row, tall in zip(rows, _share(height - y, needs), strict=True):
        x = 0
        for name, wide in zip(row, columns, strict=True):
            result.add(name, x, y, wide, tall)
            x += wide
        y += tall
    return result


def _wide(width: int, height: int, wants: Mapping[str, Want]) -> Plan:
    """Attention over the whole width; below it three columns, the detail of the selected row in the last."""
    result = Plan()
    top = _attention(result, width, height, wants)
    columns = (
        ("position", "thresholds", "phases"),
        ("blockers", "decisions", "todos"),
        ("detail", "sessions", "findings"),
    )
    x = 0
    for names, wide in zip(columns, _split(width, (36, 32, 32)), strict=True):
        needs = [2 + (max(1, wants[name](wide - 2)) if name != "detail" else 14) for name in names]
        y = top
        for name, tall in zip(names, _share(height - top, needs), strict=True):
            result.add(name, x, y, wide, tall)
            y += tall
        x += wide
    return result


def _attention(result: Plan, width: int, height: int, wants: Mapping[str, Want]) -> int:
    tall = 2 + max(1, min(wants["attention"](width - 2), _ATTENTION_LINES, height // 5))
    result.add("attention", 0, 0, width, tall)
    return tall


def _split(total: int, shares: Sequence[int]) -> list[int]:
    """`total` cells in parts of those shares, without a gap."""
    ends = [total * sum(shares[: place + 1]) // sum(shares) for place in range(len(shares))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _share(total: int, needs: Sequence[int]) -> list[int]:
    """Heights that fill `total`: what each needs, the rest spread evenly; too little is taken from the largest."""
    heights = list(needs)
    while sum(heights) > total and max(heights) > 3:
        heights[heights.index(max(heights))] -= 1
    spare = total - sum(heights)
    for place in range(len(heights)):
        heights[place] += spare // len(heights) + (1 if place < spare % len(heights) else 0)
    return [max(0, tall) for tall in heights]
