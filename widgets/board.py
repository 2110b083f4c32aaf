"""The board: lays the panes out for the room there is."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal, NamedTuple

from textual import events
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from cockpit.model.state import Snapshot
from cockpit.values import dataclass
from cockpit.widgets.detail import Detail
from cockpit.widgets.painting import Line, Painted
from cockpit.widgets.pane import Pane
from cockpit.widgets.view import Density, View

# Where each pane stands, for a given room: plain arithmetic, no widgets

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
        width_left = width * 11 // 20
        result.add(name, 0, 0, width_left, height)
        result.add("detail", width_left, 0, width - width_left, height)
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
    heights_wanted = {name: wants[name](width, Density.BRIEF) for name in ORDER}
    heights_wanted["attention"] = min(heights_wanted["attention"], _ATTENTION_LINES)
    heights = _choose(height - 1, heights_wanted, focused)
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


def _choose(room: int, heights_wanted: Mapping[str, int], focused: str) -> dict[str, int]:
    """Heights, title line included: first two lines for each of the most important, then what they want."""
    first = list(dict.fromkeys(("attention", focused, "position", "thresholds")))
    heights: dict[str, int] = {}
    for name in first:
        if room >= 2:
            heights[name] = 2
            room -= 2
    room = _grow(heights, heights_wanted, [name for name in _ALWAYS if name in heights], room)
    room = _grow(heights, heights_wanted, list(heights), room)
    for name in ORDER:
        if name not in first and heights_wanted[name] and room >= 3:
            heights[name] = min(1 + heights_wanted[name], room)
            room -= heights[name]
    return heights


def _grow(heights: dict[str, int], heights_wanted: Mapping[str, int], names: Sequence[str], room: int) -> int:
    for name in names:
        more = max(0, min(room, 1 + heights_wanted[name] - heights[name]))
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
        heights_wanted = {name: 2 + wants[name](width, density) for name in names if name in wants}
        for name, tall in heights_wanted.items():
            if heights[name] < tall <= heights[name] + total - sum(heights.values()):
                heights[name] = tall
        short = [name for name, tall in heights_wanted.items() if heights[name] < tall]
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


# One line for the panes that have no room: their key, name and count


class Counts(Painted):
    """`4 blockers 0 · 5 decisions 3`: a digit or a click brings a pane up."""

    class Picked(Message):
        """A person clicked the name of a pane."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, panes: Sequence[Pane]) -> None:
        super().__init__(id="counts")
        self._panes = panes
        self.left_out: list[str] = []

    def leave_out(self, names: list[str]) -> None:
        """Name the panes that have no room now."""
        if names != self.left_out:
            self.left_out = names
            self.refresh()

    def line(self, width: int) -> Line:
        """All with name and count, where they fit; else those that hold something, then the keys of the empty ones.

        Of those that hold something the counts give way first, then the names, never the keys.
        """
        panes = [pane for pane in self._panes if pane.pane_id() in self.left_out]
        for gap in (3, 2):
            line = _named(panes, gap)
            if line.width <= width:
                return line
        holding = [pane for pane in panes if pane.count()]
        many = len(holding)
        line = _named(holding, 2)
        if line.width > width:
            line = _named(holding, 2, counted=False)
        while line.width > width and many:
            many -= 1
            line = _named(holding[:many], 2).join(_keys(holding[many:]))
        empty = Line().gap(1 if many < len(holding) else 0).add("empty ", "muted")
        empty.join(_keys([pane for pane in panes if not pane.count()]))
        return line.join(empty) if line.width + empty.width <= width else line.cut(width)

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    def on_click(self, event: events.Click) -> None:
        """Bring the clicked pane up."""
        at = event.get_content_offset(self)
        name = self.line(self.size.width).action_at(at.x) if at else None
        if name:
            self.post_message(self.Picked(name))


def _named(panes: Sequence[Pane], gap: int, *, counted: bool = True) -> Line:
    """`5 decisions 6`, or without its count; a pane that holds nothing stands dimmed."""
    line = Line().gap(1)
    for pane in panes:
        name, count = pane.pane_id(), pane.count()
        line.add(str(pane.NUMBER), "key" if count else "muted", action=name).add(f" {name}", "muted", action=name)
        if counted:
            line.add(f" {count}", "text" if count else "muted", action=name)
        line.gap(gap)
    return line


def _keys(panes: Sequence[Pane]) -> Line:
    """The keys alone: `4 7 8`."""
    line = Line()
    for pane in panes:
        line.add(str(pane.NUMBER), "key" if pane.count() else "muted", action=pane.pane_id()).gap(1)
    return line


_LOW = 34
"""Lines below which a single column tells the position on one line."""


class Board(Widget):
    """The panes, the line of counts and the detail, placed by `cockpit.widgets.board_plan`."""

    def __init__(self, panes: Sequence[Pane], view: View) -> None:
        self.panes = {pane.pane_id(): pane for pane in panes}
        self.counts = Counts(panes)
        self.detail = Detail(view)
        self.focused_pane = "attention"
        self.zoomed: str | None = None
        self.shape: Shape | None = None
        self.low = False
        self._plan_layout = _PlanLayout(self)
        super().__init__(*panes, self.counts, self.detail)

    @property
    def layout(self) -> Layout:
        """Our own arrangement instead of one named in CSS."""
        return self._plan_layout

    def fit(self, size: Size) -> None:
        """Take the shape for a board of that size: how the panes are framed, and how roomy they draw."""
        shape, low = shape_of(size.width, size.height), size.height < _LOW
        if (shape, low) != (self.shape, self.low):
            self.shape, self.low = shape, low
            self.update_classes({f"-{name}": name == shape for name in ("column", "grid", "wide")})
            self._set_views()

    def _set_views(self) -> None:
        self.detail.framed = self.shape != "column"
        for name, pane in self.panes.items():
            column = self.shape == "column"
            view = replace(pane.view, compact=column and self.low and self.zoomed != name, framed=not column)
            if view != pane.view:
                pane.view = view
                pane.show(pane.snapshot, mark=False)

    @property
    def shows_detail(self) -> bool:
        """Whether the selected row stands whole beside the lists, where there is room for it."""
        return self.shape == "wide" or self.zoomed is not None

    def show(self, snapshot: Snapshot) -> None:
        """Hand a snapshot to every pane, and lay out anew if any of them changed."""
        if sum([pane.show(snapshot) for pane in self.panes.values()]):
            self.counts.refresh()
            self.rearrange()

    def rearrange(self) -> None:
        """Lay the panes out anew."""
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def bring_up(self, name: str) -> None:
        """Make sure a pane is on screen."""
        self.focused_pane = name
        if self.zoomed is not None and self.zoomed != name:
            self.zoom(name)
        elif self.shape == "column":
            self.rearrange()

    def zoom(self, name: str | None) -> None:
        """Give one pane the whole board, or all of them their places again."""
        self.zoomed = name
        self._set_views()
        self.rearrange()


class TooSmall(Static):
    """What stands in place of everything else where a terminal is smaller than `SMALLEST`."""

    def __init__(self) -> None:
        super().__init__(f"Cockpit needs {SMALLEST[0]} columns and {SMALLEST[1]} rows.", id="too-small", markup=False)


class _PlanLayout(Layout):
    """Puts children where the plan says; those without a place are not shown."""

    name = "board"

    def __init__(self, board: Board) -> None:
        self._board = board

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        board = self._board
        wants = {name: pane.wanted_height for name, pane in board.panes.items()}
        never = [name for name, pane in board.panes.items() if pane.track is not None and name in pane.track.lacks]
        made = plan(size.width, size.height, wants, board.focused_pane, board.zoomed, never=never)
        board.counts.leave_out([name for name in board.panes if name not in made.places])
        return [
            WidgetPlacement(Region(*made.places[child.id]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in made.places
        ]
