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
from cockpit.widgets.recent_changes import FEWEST, RecentChange, RecentChanges
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import Density, View

# Where each pane stands, for a given room: plain arithmetic, no widgets

Shape = Literal["column", "grid", "wide"]

ORDER = (
    "attention",
    "position",
    "thresholds",
    "phases",
    "blockers",
    "decisions",
    "todos",
    "sessions",
    "findings",
)
"""The panes by their numbers."""

_AGENTS_FIRST = ("attention", "sessions", *(name for name in ORDER if name not in ("attention", "sessions")))
"""The panes where all that is known are the sessions of agents."""

SMALLEST = (40, 10)
"""Columns and rows below which nothing useful fits."""

_LEFT = ("position", "phases", "blockers", "todos")
_RIGHT = ("thresholds", "decisions", "sessions", "findings")
_DETAIL_LINES = 8
"""Lines below which the detail says too little, frame included."""
_TALL = 34
"""Lines of a board from which on more needs are shown."""
_ENOUGH, _NEIGHBOURS = 2, 3
"""Rows below which a list stands in the line of counts; rows that show one with those before and behind it."""
_FEW = 2
"""Panes of the middle column that may stand in the first one, so that the detail gets the room of two."""
_WHOLE = 10_000
"""Lines that are always enough."""


class Rectangle(NamedTuple):
    """A rectangle in cells."""

    x: int
    y: int
    width: int
    height: int


class Want(NamedTuple):
    """What a pane would fill: `lines`, in a width and in at most so many lines inside its frame, drawn at most so
    generously; `width`, the cells inside its frame in which no row is cut."""

    lines: Callable[[int, int, Density], int]
    width: Callable[[], int] = lambda: 0


@dataclass(slots=True)
class Plan:
    """Where each pane, the line of counts and the detail stand."""

    places: dict[str, Rectangle] = field(default_factory=dict)

    def add(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Place a pane or part, unless nothing of it would be seen."""
        if width > 0 and height > 0:
            self.places[name] = Rectangle(x, y, width, height)


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
    filled: Collection[str] = ORDER,
) -> Plan:
    """The places of all panes that fit. `wants` are those of the panes there are, from the top; `filled` those that
    hold something; `focused` is the pane last used."""
    if zoomed is not None:
        return _zoomed(width, height, wants[zoomed], zoomed, holds=zoomed in filled)
    shown = [name for name in wants if name in filled or name in ("attention", focused)]
    result, most = Plan(), 6 if height >= _TALL else max(2, min(4, height // 4))
    for counts in (0, 1):
        if counts or len(shown) == len(wants):
            result = _placed(width, height - counts, wants, focused, shown, shape=shape_of(width, height), most=most)
            if len(result.places.keys() & wants.keys()) == len(wants):
                return result
    result.add("counts", 0, height - 1, width, 1)
    return result


def _placed(
    width: int, height: int, wants: Mapping[str, Want], focused: str, shown: Sequence[str], *, shape: Shape, most: int
) -> Plan:
    """`shape` is that of the whole board, by which the panes are framed, and `most` is how many needs have a row: not
    another and not fewer where the line of counts takes a line."""
    result = Plan()
    if shape == "column":
        return Plan(_stack(Rectangle(0, 0, width, height), 1, shown, wants, focused, most=most))
    top = 2 + _needs(width - 2, most, wants["attention"])
    result.add("attention", 0, 0, width, top)
    columns = _columns(width, height - top, wants, shown, shape)
    x = 0
    for names, wide in zip(columns, _widths(width, columns, wants), strict=True):
        result.places |= _stack(Rectangle(x, top, wide, height - top), 2, names, wants, focused, most=most)
        x += wide
    return result


def _zoomed(width: int, height: int, want: Want, name: str, *, holds: bool) -> Plan:
    """One pane, and the detail of its selected row: beside it where the board is wide, else below it."""
    result, shape = Plan(), shape_of(width, height)
    frame = 1 if shape == "column" else 2
    if shape == "wide" and holds:
        width_left = width * 11 // 20
        result.add(name, 0, 0, width_left, height)
        result.add("detail", width_left, 0, width - width_left, height)
        return result
    most = height * 3 // 5
    tall = min(most, frame + max(1, want.lines(width - frame + 1, most, Density.ALL)))
    if not holds or height - tall < _DETAIL_LINES:
        tall = height
    result.add(name, 0, 0, width, tall)
    result.add("detail", 0, tall, width, height - tall)
    return result


def _needs(width: int, most: int, want: Want) -> int:
    """Lines of the needs: so many rows at most, and what is cut of fewer."""
    rows = want.lines(width, _WHOLE, Density.BRIEF)
    return max(1, most if rows >= most else want.lines(width, most, Density.WHOLE))


def _columns(width: int, height: int, wants: Mapping[str, Want], shown: Sequence[str], shape: Shape) -> list[list[str]]:
    """The panes of each column, from left to right; the last one has the detail too."""
    left, right = ([name for name in shown if name in names] for names in (_LEFT, _RIGHT))
    if shape == "grid":
        return [left, [*right, "detail"]] if left else [[*right, "detail"]]
    last = [name for name in right if name == "findings"]
    middle = [name for name in right if name not in last]
    together = [name for name in shown if name != "attention"]
    inside = width * 6 // 10 - 2
    if (
        not last
        and len(middle) <= _FEW
        and height >= sum(2 + wants[name].lines(inside, _WHOLE, Density.FULL) for name in together)
    ):
        return [together, ["detail"]]
    return [*filter(None, (left, middle)), [*last, "detail"]]


def _widths(width: int, columns: Sequence[Sequence[str]], wants: Mapping[str, Want]) -> list[int]:
    """The first column gets what its longest row needs, within limits; the others share the rest."""
    if len(columns) == 1:
        return [width]
    least, most = (40, 60) if len(columns) == 2 else (30, 40)
    needed = 2 + max((wants[name].width() for name in columns[0]), default=0)
    first = max(width * least // 100, min(width * most // 100, needed))
    others = len(columns) - 1
    return [first, *((width - first) * (at + 1) // others - (width - first) * at // others for at in range(others))]


def _stack(
    place: Rectangle, frame: int, names: Sequence[str], wants: Mapping[str, Want], focused: str, *, most: int
) -> dict[str, Rectangle]:
    """Panes below each other, each as high as what it shows, and the detail where there is room for it.

    The least of each comes first; what is left goes to hidden rows, then to cut texts, then to second lines.
    """
    inside, room = place.width - 2 * (frame - 1), place.height
    panes = [name for name in names if name != "detail"]
    lines: dict[str, int] = {}
    for name in sorted(panes, key=lambda each: _rank(each, focused)):
        least = max(1, _least(name, focused, inside, most, wants[name]))
        given = min(least, room - frame)
        if given >= (1 if name in ("attention", focused) else min(least, _ENOUGH)):
            lines[name] = given
            room -= frame + given
    room = _grow(lines, room, inside, wants, most)
    places, y = {}, place.y
    for name in panes:
        if name in lines:
            places[name] = Rectangle(place.x, y, place.width, frame + lines[name])
            y += frame + lines[name]
    if room >= _DETAIL_LINES and (frame == 1 or "detail" in names):
        places["detail"] = Rectangle(place.x, y, place.width, room)
    return places


def _grow(lines: dict[str, int], room: int, width: int, wants: Mapping[str, Want], most: int) -> int:
    """Give the room that is left to what is hidden, then to what is cut, then to second lines; what remains of it."""
    lists = [name for name in ORDER if name in lines and name != "attention"]
    hidden = {name: wants[name].lines(width, _WHOLE, Density.BRIEF) - lines[name] for name in lists}
    while room and any(more > 0 for more in hidden.values()):
        name = max(lists, key=lambda each: hidden[each])
        lines[name], hidden[name], room = lines[name] + 1, hidden[name] - 1, room - 1
    if "attention" in lines and room:
        more = _needs(width, most, wants["attention"]) - lines["attention"]
        lines["attention"] += min(room, more)
        room -= min(room, more)
    for density in (Density.WHOLE, Density.FULL, Density.ALL):
        for name in lists if room else ():
            more = wants[name].lines(width, lines[name] + room, density) - lines[name]
            if more > 0:
                lines[name] += more
                room -= more
    return room


def _rank(name: str, focused: str) -> int:
    """Who comes first where there is too little room for all."""
    first = ("attention", focused, "position", "thresholds", "phases")
    return first.index(name) if name in first else len(first) + ORDER.index(name)


def _least(name: str, focused: str, width: int, most: int, want: Want) -> int:
    """The fewest lines in which a pane says what it is for."""
    if name == "attention":
        return min(_needs(width, most, want), want.lines(width, _WHOLE, Density.BRIEF))
    rows = _WHOLE if name in ("position", "thresholds") else _ENOUGH
    return want.lines(width, max(rows, _NEIGHBOURS if name in ("phases", focused) else 0), Density.BRIEF)


# One line for the panes that have no room: their key, name and count


class Counts(Painted):
    """`5 Blockers 0   6 Decisions 3`: a digit or a click brings a pane up."""

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
    """`5 Blockers 0`, or without its count; a pane that holds nothing stands dimmed."""
    line = Line().gap(1)
    for pane in panes:
        name, count = pane.pane_id(), pane.count()
        line.add(str(pane.NUMBER), "key" if count else "muted", action=name)
        line.add(f" {pane.heading()}", "muted", action=name)
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
    """The panes, the line of counts, the detail and the newest changes, each at its place in the plan."""

    def __init__(self, panes: Sequence[Pane], view: View) -> None:
        self.panes = {pane.pane_id(): pane for pane in panes}
        self._view = view
        self.counts = Counts(panes)
        self.detail = Detail(view)
        self.recent = RecentChanges(view)
        for pane in panes:
            pane.says_more = True
        self.focused_pane = "attention"
        self.zoomed: str | None = None
        self.shape: Shape | None = None
        self.low = False
        self._plan = Plan()
        self._planned_for: tuple[object, ...] = ()
        self._key: tuple[object, ...] = ()
        self._held: dict[str, int] = {}
        self.placed: dict[str, Rectangle] = {}
        """Where each widget was put last."""
        self._plan_layout = _PlanLayout(self)
        super().__init__(*panes, self.counts, self.detail, self.recent)

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
        """Whether the selected row stands whole beside or below the lists."""
        return "detail" in self._plan.places

    def describe(self, title: str, told: Sequence[Fact]) -> None:
        """Show the selected row whole; where it takes more or fewer lines, its frame follows."""
        before = self.detail.lines_needed
        self.detail.show(title, told)
        if self.detail.lines_needed != before:
            self.name_hidden(self.size)  # while the panes are laid out, it would take a second frame
            self.rearrange()

    def name_rest(self, lines: int) -> None:
        """Name the key that shows what the frame of the selected row has no room for."""
        key = self._view.keys.get("row.details", "Enter")
        rest = f"{key} shows {lines} more line{'s' if lines > 1 else ''}" if lines > 0 else ""
        if rest != self.detail.border_subtitle:
            self.detail.border_subtitle = rest

    def look_back(self, changes: Sequence[RecentChange]) -> None:
        """Show the newest changes, where there is room for them."""
        if self.recent.show(changes):
            self.rearrange()

    def show(self, snapshot: Snapshot) -> None:
        """Hand a snapshot to every pane, and lay out anew if any of them changes its place."""
        if sum([pane.show(snapshot) for pane in self.panes.values()]):
            for pane in self.panes.values():
                pane.can_focus = not pane.absent
            if self.panes[self.focused_pane].absent:
                self.focused_pane = "attention"
                self.screen.set_focus(self.panes["attention"])
            if self.zoomed is not None and self.panes[self.zoomed].absent:
                self.zoom(None)
            self.counts.refresh()
            # Where the panes are planned anew, that is done with the layout: both at once would hold up a key.
            if self._is_planned(self.size) and self.places(self.size) == self.placed:
                self.name_hidden(self.size)
            else:
                self.rearrange()

    def rearrange(self) -> None:
        """Lay the panes out anew."""
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def places(self, size: Size) -> dict[str, Rectangle]:
        """Where each widget goes on a board of that size. The detail ends at its content; what is left below it, the
        newest changes have from the bottom up, so that they stay where they are when it grows."""
        places = dict(self.planned(size).places)
        if "detail" in places and self.zoomed is None:
            x, y, width, height = places["detail"]
            needed = self._height_of_detail(width)
            places["detail"] = Rectangle(x, y, width, min(height, needed))
            changes, left = self.recent.lines_needed, height - needed
            if self.detail.framed and changes and left >= 2 + min(changes, FEWEST):
                lines = min(left, 2 + changes)
                places["recent"] = Rectangle(x, y + height - lines, width, lines)
        return places

    def name_hidden(self, size: Size) -> None:
        """Name the lists that have no place on a board of that size, and how much of the detail has none."""
        places = self.planned(size).places
        self.counts.leave_out([name for name, pane in self.panes.items() if name not in places and not pane.absent])
        if "detail" in places:
            _, _, width, height = places["detail"]
            self.name_rest(self._height_of_detail(width) - height)

    def _height_of_detail(self, width: int) -> int:
        """Lines of the whole detail with its frame, or with its lone top edge."""
        frame = 2 if self.detail.framed else 1
        return frame + max(1, self.detail.wanted_height(width - 2 * (frame - 1)))

    def planned(self, size: Size) -> Plan:
        """The plan for a board of that size. It is made anew only for another size, track or way of looking, where a
        list appears, or where one got more rows than it had room for."""
        there, track = self._there, self.panes["position"].track
        made_for = self._made_for(size)
        if not self._is_planned(size):
            self._held = self._rows_there()  # what becomes empty stays until then
        filled = [name for name, count in self._held.items() if count]
        brought_up = self._brought_up
        key = (made_for, brought_up, self._held)
        if key != self._key:
            self._key, self._planned_for = key, made_for
            names = sorted(there, key=_AGENTS_FIRST.index) if track is not None and track.is_plain else there
            wants = {name: Want(there[name].fitted_height, there[name].needed_width) for name in names}
            had_detail = self.shows_detail
            self._plan = plan(*size, wants, brought_up or self.focused_pane, self.zoomed, filled=filled)
            if self.shows_detail and not had_detail:
                pane = self.panes[self.focused_pane]
                pane.call_later(pane.when_moved)
        return self._plan

    @property
    def _there(self) -> dict[str, Pane]:
        return {name: pane for name, pane in self.panes.items() if not pane.absent}

    def _made_for(self, size: Size) -> tuple[object, ...]:
        track = self.panes["position"].track
        return (size, self.zoomed, track.key if track is not None else None, frozenset(self._there))

    def _rows_there(self) -> dict[str, int]:
        rows = {name: len(pane.rows.all) for name, pane in self._there.items()}
        return rows | {name: max(1, rows[name]) for name in ("attention", "position") if name in rows}

    def _is_planned(self, size: Size) -> bool:
        """Whether the plan for that size is made, and has room for the rows there are."""
        grown = any(count > self._held.get(name, 0) for name, count in self._rows_there().items())
        return self._made_for(size) == self._planned_for and not grown

    @property
    def _brought_up(self) -> str:
        """The pane that has a place only because it has the focus, if any."""
        only = self.shape == "column" or not self._held.get(self.focused_pane, 0)
        return self.focused_pane if only else ""

    def bring_up(self, name: str) -> None:
        """Make sure a pane is on screen."""
        before, self.focused_pane = self._brought_up, name
        if self.zoomed is not None and self.zoomed != name:
            self.zoom(name)
        elif before != self._brought_up:
            self.name_hidden(self.size)
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
    """Puts children where the board says; those without a place are not shown."""

    name = "board"

    def __init__(self, board: Board) -> None:
        self._board = board

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        self._board.name_hidden(size)
        places = self._board.placed = self._board.places(size)
        return [
            WidgetPlacement(Region(*places[child.id]), NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in places
        ]
