"""Where each pane stands, for a given room: plain arithmetic, no widgets.

Three shapes: one column for narrow or low terminals, two for the usual one, three for the wide one. Every pane first
gets a line a row, then what is left goes to texts that are cut, to reasons, notes and limits, at last to air. What has
no room at all is left out and counted in one line; the focused pane is never left out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field
from typing import Literal, NamedTuple

from cockpit.values import dataclass
from widgets.view import Density

Shape = Literal["column", "grid", "wide"]

ORDER = (
    "attention",
    "position",
    "thresholds",
    "blockers",
    "decisions",
    "todos",
    "sessions",
    "phases",
    "findings",
)
"""The panes by their numbers."""

SMALLEST = (40, 10)
"""Columns and rows below which nothing useful fits."""

_ALWAYS = ("attention", "position", "thresholds")
_ATTENTION_LINES = 6
_GRID = (("position", "blockers", "todos", "phases"), ("thresholds", "decisions", "sessions", "findings"))
_WIDE = (("position", "thresholds", "phases"), ("blockers", "decisions", "todos"), ("detail", "sessions", "findings"))
_MOVING = (("phases", 0), ("findings", 2), ("sessions", 2))
"""The panes that may stand in the middle column instead of their own, the first to move first."""
_GRID_SHARES = (46, 54)
_WIDE_SHARES = (36, 32, 32)
_LEAST, _LIST, _WHOLE = 3, 5, 10
"""Rows of a pane in a column, frame included: that show anything, that make a list, that say where the work stands."""
_DETAIL_LINES = 12
"""Lines below which the detail beside the lists says too little."""


class Place(NamedTuple):
    """A rectangle in cells."""

    x: int
    y: int
    width: int
    height: int


Want = Callable[[int, Density], int]
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


def plan(
    width: int,
    height: int,
    wants: Mapping[str, Want],
    focused: str,
    zoomed: str | None = None,
    *,
    never: Collection[str] = (),
) -> Plan:
    """The places of all panes that fit; `focused` is the pane last used, those in `never` can hold nothing."""
    shape = shape_of(width, height)
    if zoomed is not None:
        return _zoomed(width, height, wants[zoomed], zoomed, shape)
    if shape == "column":
        return _column(width, height, wants, focused)
    if shape == "wide":
        return _columns(width, height, wants, _evened(width, height, wants, never), _WIDE_SHARES, never=never)
    return _columns(width, height, wants, _GRID, _GRID_SHARES, never=never)


def _zoomed(width: int, height: int, want: Want, name: str, shape: Shape) -> Plan:
    """One pane, and the detail of its selected row: beside it where the board is wide, else below it."""
    result = Plan()
    frame = 1 if shape == "column" else 2
    if shape == "wide" and want(width // 2, Density.BRIEF):
        left = width * 11 // 20
        result.add(name, 0, 0, left, height)
        result.add("detail", left, 0, width - left, height)
        return result
    most = height * 3 // 5
    tall = next((lines for lines in _wishes(want, width - frame + 1, frame) if lines <= most), most)
    if not want(width, Density.BRIEF) or height - tall < _DETAIL_LINES - 4:
        tall = height
    result.add(name, 0, 0, width, tall)
    result.add("detail", 0, tall, width, height - tall)
    return result


def _wishes(want: Want, width: int, frame: int) -> list[int]:
    """The heights a pane would like, frame included, the most generous first."""
    return [frame + max(1, want(width, density)) for density in sorted(Density, reverse=True)]


def _column(width: int, height: int, wants: Mapping[str, Want], focused: str) -> Plan:
    """Title line and content for as many panes as fit, the focused one and the most important first."""
    wanted = {name: wants[name](width, Density.BRIEF) for name in ORDER}
    wanted["attention"] = min(wanted["attention"], _ATTENTION_LINES)
    heights = _choose(height - 1, wanted, focused)
    room = height - 1 - sum(heights.values())
    for density in (Density.WHOLE, Density.FULL):
        for name in heights:
            most = _ATTENTION_LINES if name == "attention" else height
            more = 1 + min(most, wants[name](width, density)) - heights[name]
            if 0 < more <= room:
                heights[name] += more
                room -= more
    heights[focused if focused not in _ALWAYS else next(reversed(heights))] += room
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
    first = list(dict.fromkeys(("attention", focused, "position", "thresholds")))
    heights: dict[str, int] = {}
    for name in first:
        if room >= 2:
            heights[name] = 2
            room -= 2
    room = _grow(heights, wanted, [name for name in _ALWAYS if name in heights], room)
    room = _grow(heights, wanted, list(heights), room)
    for name in ORDER:
        if name not in first and wanted[name] and room >= 3:
            heights[name] = min(1 + wanted[name], room)
            room -= heights[name]
    return heights


def _grow(heights: dict[str, int], wanted: Mapping[str, int], names: Sequence[str], room: int) -> int:
    for name in names:
        more = max(0, min(room, 1 + wanted[name] - heights[name]))
        heights[name] += more
        room -= more
    return room


def _evened(width: int, height: int, wants: Mapping[str, Want], never: Collection[str]) -> list[list[str]]:
    """The columns of the wide shape; the last panes of one that is too full stand in the middle if that has room, and
    the sessions where nothing else can stand there."""
    columns = [list(names) for names in _WIDE]
    if all(name in never for name in columns[1]):
        columns[2].remove("sessions")
        columns[1].append("sessions")
    inside = [wide - 2 for wide in _split(width, _WIDE_SHARES)]
    room = height - 3

    def tall(names: Sequence[str], column: int) -> int:
        return sum(2 + _lines(name, inside[column], wants, Density.FULL) for name in names)

    for name, column in _MOVING:
        lines = 2 + _lines(name, inside[1], wants, Density.FULL)
        if name in columns[column] and tall(columns[column], column) > room and tall(columns[1], 1) + lines <= room:
            columns[column].remove(name)
            columns[1] = sorted((*columns[1], name), key=ORDER.index)
    return columns


def _lines(name: str, width: int, wants: Mapping[str, Want], density: Density) -> int:
    """The lines a part of a column would fill inside its frame: one at least, to say that nothing is there."""
    return max(1, wants[name](width, density)) if name in wants else _DETAIL_LINES


def _columns(
    width: int,
    height: int,
    wants: Mapping[str, Want],
    columns: Sequence[Sequence[str]],
    shares: Sequence[int],
    *,
    never: Collection[str],
) -> Plan:
    """Attention over the whole width; below it columns of panes."""
    result = Plan()
    top = _attention(result, width, height, wants)
    x = 0
    for names, wide in zip(columns, _split(width, shares), strict=True):
        y = top
        for name, tall in zip(names, _stack(names, wide - 2, height - top, wants, never), strict=True):
            result.add(name, x, y, wide, tall)
            y += tall
        x += wide
    return result


def _attention(result: Plan, width: int, height: int, wants: Mapping[str, Want]) -> int:
    """Places the attention over the whole width; the height it takes."""
    most = min(_ATTENTION_LINES, height // 5)
    whole, brief = (wants["attention"](width - 2, density) for density in (Density.WHOLE, Density.BRIEF))
    tall = 2 + max(1, whole if whole <= most else min(brief, most))
    result.add("attention", 0, 0, width, tall)
    return tall


def _split(total: int, shares: Sequence[int]) -> list[int]:
    """`total` cells in parts of those shares, without a gap."""
    ends = [total * sum(shares[: place + 1]) // sum(shares) for place in range(len(shares))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _stack(
    names: Sequence[str], width: int, total: int, wants: Mapping[str, Want], never: Collection[str]
) -> list[int]:
    """Heights, frames included, that fill `total`: a line a row, then all that the rows have to say, then air.

    Too little room is taken from the tallest, first of the lists, then of what is always there. What is left over goes
    to the lists that could use it, else to each by what it holds; nothing to those that can hold nothing.
    """
    brief = {name: wants[name](width, Density.BRIEF) if name in wants else _DETAIL_LINES for name in names}
    heights = {name: min(total, 2 + max(1, lines)) for name, lines in brief.items()}
    always, others = ([name for name in names if (name in _ALWAYS) == it] for it in (True, False))
    for giving, least in ((others, _LIST), (always, _WHOLE), (others, _LEAST), (always, _LEAST)):
        while sum(heights.values()) > total and any(heights[name] > least for name in giving):
            heights[max(giving, key=lambda name: heights[name])] -= 1
    short: list[str] = []
    for density in (Density.WHOLE, Density.FULL, Density.AIRY):
        if (density == Density.AIRY and short) or sum(heights.values()) >= total:
            break  # air is for when everything is said
        wanted = {name: 2 + wants[name](width, density) for name in names if name in wants}
        for name, tall in wanted.items():
            if heights[name] < tall <= heights[name] + total - sum(heights.values()):
                heights[name] = tall
        short = [name for name, tall in wanted.items() if heights[name] < tall]
    spare = max(0, total - sum(heights.values()))
    weights = _weights(names, width, heights, wants, short)
    filling = [0 if name in never else weight for name, weight in zip(names, weights, strict=True)]
    for name, more in zip(names, _shared(spare, filling), strict=True):
        heights[name] += more
    return list(heights.values())


def _weights(
    names: Sequence[str], width: int, heights: Mapping[str, int], wants: Mapping[str, Want], short: Sequence[str]
) -> list[int]:
    """By what the rest is shared: all to the detail, else to lists by what they still lack, else by what they hold."""
    if "detail" in names:
        return [int(name == "detail") for name in names]
    lists = [name for name in names if name not in _ALWAYS]
    whole = {name: 2 + _lines(name, width, wants, Density.FULL) for name in lists}
    lacking = {name: whole[name] - heights[name] for name in lists if name in short and whole[name] > heights[name]}
    share = lacking or whole
    return [share.get(name, 0) for name in names]


def _shared(total: int, weights: Sequence[int]) -> list[int]:
    """`total` in parts of those weights."""
    return _split(total, weights) if any(weights) else [0] * (len(weights) - 1) + [total]
