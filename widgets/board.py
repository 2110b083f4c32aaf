"""The board: lays the panes out for the room there is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from textual import events
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from cockpit.model.state import Snapshot
from cockpit.widgets.detail import Detail
from cockpit.widgets.painting import Line, Painted
from cockpit.widgets.pane import Pane
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
_COLUMNS: Mapping[Shape, Sequence[tuple[int, Sequence[str]]]] = {
    "grid": ((45, _LEFT), (100, ("thresholds", "decisions", "sessions", "findings", "detail"))),
    "wide": ((30, _LEFT), (65, ("thresholds", "decisions", "sessions")), (100, ("findings", "detail"))),
}
"""The columns below the needs: where each ends, in percent of the width, and its panes. Whatever they hold, nothing
moves sideways; a column of which a system has no pane leaves its room to the next."""
_DETAIL_LINES = 8
"""Lines below which the detail says too little, frame included."""
_TALL = 34
"""Lines of a board from which on more needs are shown."""
_ENOUGH, _NEIGHBOURS = 2, 3
"""Rows below which a list stands in the line of counts; rows that show one with those before and behind it."""
_WHOLE = 10_000
"""Lines that are always enough."""


Want = Callable[[int, int, Density], int]
"""Lines that a pane would fill, in a width and in at most so many lines inside its frame, drawn at most so generously;
0 where it holds nothing, and then its title is all of it."""
Places = dict[str, Region]
"""Where each pane, the line of counts and the detail stand."""


def shape_of(width: int, height: int) -> Shape:
    """Which of the three shapes a board of that size takes."""
    if width >= 160 and height >= 36:
        return "wide"
    return "grid" if width >= 100 and height >= 26 else "column"


def plan(width: int, height: int, wants: Mapping[str, Want], focused: str, zoomed: str | None = None) -> Places:
    """The places of all panes that fit. `wants` are those of the panes there are, from the top; `focused` is the pane
    last used, which always has a place."""
    if zoomed is not None:
        return _zoomed(width, height, wants[zoomed], zoomed)
    shape, most = shape_of(width, height), 6 if height >= _TALL else max(2, min(4, height // 4))
    places: Places = {}
    for first in ("attention", focused) if shape != "column" else (focused,):
        for counts in (0, 1):
            places = _placed(width, height - counts, wants, first, shape=shape, most=most)
            if len(places.keys() & wants.keys()) == len(wants):
                return places
        places["counts"] = Region(0, height - 1, width, 1)
        if focused in places:
            break
    return places


def _placed(width: int, height: int, wants: Mapping[str, Want], focused: str, *, shape: Shape, most: int) -> Places:
    """`shape` is that of the whole board, by which the panes are framed, and `most` is how many needs have a row: not
    another and not fewer where the line of counts takes a line."""
    if shape == "column":
        always = ("attention", focused)
        shown = [name for name, want in wants.items() if name in always or want(width, 1, Density.BRIEF)]
        return _stack(Region(0, 0, width, height), 1, shown, wants, focused, most=most)
    top = 2 + _needs(width - 2, most, wants["attention"])
    places = {"attention": Region(0, 0, width, top)}
    x = 0
    for end, panes in _COLUMNS[shape]:
        names = [name for name in (*wants, "detail") if name in panes]
        if names:
            after = width * end // 100
            places |= _stack(Region(x, top, after - x, height - top), 2, names, wants, focused, most=most)
            x = after
    return places


def _zoomed(width: int, height: int, want: Want, name: str) -> Places:
    """One pane, and the detail of its selected row: beside it where the board is wide, else below it."""
    shape, most = shape_of(width, height), height * 3 // 5
    frame = 1 if shape == "column" else 2
    lines = want(width - frame + 1, most, Density.ALL)
    if shape == "wide" and lines:
        left = width * 11 // 20
        return {name: Region(0, 0, left, height), "detail": Region(left, 0, width - left, height)}
    tall = min(most, frame + lines)
    if not lines or height - tall < _DETAIL_LINES:
        return {name: Region(0, 0, width, height)}
    return {name: Region(0, 0, width, tall), "detail": Region(0, tall, width, height - tall)}


def _needs(width: int, most: int, want: Want) -> int:
    """Lines of the needs: so many rows at most, and what is cut of fewer."""
    rows = want(width, _WHOLE, Density.BRIEF)
    return max(1, most if rows >= most else want(width, most, Density.WHOLE))


def _stack(
    place: Region, frame: int, names: Sequence[str], wants: Mapping[str, Want], focused: str, *, most: int
) -> Places:
    """Panes below each other, each as high as what it shows, and the detail where there is room for it.

    The least of each comes first; what is left goes to hidden rows, then to cut texts, then to second lines.
    """
    inside, room = place.width - 2 * (frame - 1), place.height
    panes = [name for name in names if name != "detail"]
    lines: dict[str, int] = {}
    for name in sorted(panes, key=lambda each: _rank(each, focused)):
        least = _least(name, focused, inside, most, wants[name])
        given = min(least, room - frame)
        if given >= (1 if name in ("attention", focused) else min(least, _ENOUGH)) or (not least and room):
            lines[name] = max(0, given)
            room -= frame + given if least else 1
    room = _grow(lines, room, inside, wants, most)
    places, y = {}, place.y
    for name in panes:
        if name in lines:
            height = frame + lines[name] if lines[name] else 1
            places[name] = Region(place.x, y, place.width, height)
            y += height
    if room >= _DETAIL_LINES and (frame == 1 or "detail" in names):
        places["detail"] = Region(place.x, y, place.width, room)
    return places


def _grow(lines: dict[str, int], room: int, width: int, wants: Mapping[str, Want], most: int) -> int:
    """Give the room that is left to what is hidden, then to what is cut, then to second lines; what remains of it."""
    lists = [name for name in ORDER if lines.get(name) and name != "attention"]
    hidden = {name: wants[name](width, _WHOLE, Density.BRIEF) - lines[name] for name in lists}
    while room and any(more > 0 for more in hidden.values()):
        name = max(lists, key=lambda each: hidden[each])
        lines[name], hidden[name], room = lines[name] + 1, hidden[name] - 1, room - 1
    if "attention" in lines and room:
        needs = wants["attention"]
        whole = needs(width, _WHOLE, Density.WHOLE) if needs(width, _WHOLE, Density.BRIEF) <= most else most
        more = min(room, max(0, whole - lines["attention"]))
        lines["attention"] += more
        room -= more
    for density in (Density.WHOLE, Density.FULL, Density.ALL):
        for name in lists if room else ():
            more = wants[name](width, lines[name] + room, density) - lines[name]
            if more > 0:
                lines[name] += more
                room -= more
    return room


def _rank(name: str, focused: str) -> int:
    """Who comes first where there is too little room for all."""
    first = ("attention", focused, "position", "thresholds", "phases")
    return first.index(name) if name in first else len(first) + ORDER.index(name)


def _least(name: str, focused: str, width: int, most: int, want: Want) -> int:
    """The fewest lines in which a pane says what it is for; 0 where it holds nothing."""
    if name == "attention":
        return max(1, min(_needs(width, most, want), want(width, _WHOLE, Density.BRIEF)))
    rows = _WHOLE if name in ("position", "thresholds") else _ENOUGH
    return want(width, max(rows, _NEIGHBOURS if name in ("phases", focused) else 0), Density.BRIEF)


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

    def paint_row(self, y: int) -> Strip:
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
        line.add(str(pane.number), "key" if count else "muted", action=name)
        line.add(f" {pane.heading()}", "muted", action=name)
        if counted:
            line.add(f" {count}", "text" if count else "muted", action=name)
        line.gap(gap)
    return line


def _keys(panes: Sequence[Pane]) -> Line:
    """The keys alone: `4 7 8`."""
    line = Line()
    for pane in panes:
        line.add(str(pane.number), "key" if pane.count() else "muted", action=pane.pane_id()).gap(1)
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
        for pane in panes:
            pane.says_more = True
        self.focused_pane = "attention"
        self.zoomed: str | None = None
        self.shape: Shape | None = None
        self.low = False
        self._plan: Places = {}
        self._planned_for: tuple[object, ...] = ()
        self._held: dict[str, int] = {}
        self.placed: Places = {}
        """Where each widget was put last."""
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
            if self._planned_for[:1] == (size,):  # laid out already, in the old shape: another screen was on top
                self._planned_for = ()
                self.rearrange()

    def _set_views(self) -> None:
        column = self.shape == "column"
        self.detail.framed = not column
        for name, pane in self.panes.items():
            _look(pane, replace(pane.view, compact=column and self.low and self.zoomed != name))
            empty = pane.is_empty and name != self.zoomed  # it may have other rows by now
            pane.set_class(empty, "-empty")
            _look(pane, replace(pane.view, framed=not (column or empty)))

    @property
    def shows_detail(self) -> bool:
        """Whether the selected row stands whole beside or below the lists."""
        return "detail" in self._plan

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

    def show(self, snapshot: Snapshot) -> None:
        """Hand a snapshot to every pane, and lay out anew if any of them changes its place."""
        if sum([pane.show(snapshot) for pane in self.panes.values()]):
            self._set_views()
            for place, name in enumerate(self._order, 1):
                self.panes[name].renumber(place if self._is_plain else self.panes[name].NUMBER)
            for pane in self.panes.values():
                pane.can_focus = not pane.absent
            if self.panes[self.focused_pane].absent:
                self.focused_pane = "attention"
                self.screen.set_focus(self.panes["attention"])
            if self.zoomed is not None and self.panes[self.zoomed].absent:
                self.zoom(None)
            self.counts.refresh()
            cuts = self.shape == "wide" and self._cuts()
            if cuts:  # there may be room for it by now
                self._planned_for = ()
            # Where the panes are planned anew, that is done with the layout: both at once would hold up a key.
            if (cuts or self._is_planned(self.size)) and self.places(self.size) == self.placed:
                self.name_hidden(self.size)
            else:
                self.rearrange()

    def rearrange(self) -> None:
        """Lay the panes out anew."""
        self._clear_arrangement_cache()
        self.refresh(layout=True)

    def places(self, size: Size) -> Places:
        """Where each widget goes on a board of that size. The detail ends at its content."""
        places = dict(self.planned(size))
        if "detail" in places and self.zoomed is None:
            x, y, width, height = places["detail"]
            places["detail"] = Region(x, y, width, min(height, self._height_of_detail(width)))
        return places

    def name_hidden(self, size: Size) -> None:
        """Name the lists that have no place on a board of that size, and how much of the detail has none."""
        places = self.planned(size)
        self.counts.leave_out([name for name, pane in self.panes.items() if name not in places and not pane.absent])
        if "detail" in places:
            _, _, width, height = places["detail"]
            self.name_rest(self._height_of_detail(width) - height)

    def _height_of_detail(self, width: int) -> int:
        """Lines of the whole detail with its frame, or with its lone top edge."""
        frame = 2 if self.detail.framed else 1
        return frame + max(1, self.detail.wanted_height(width - 2 * (frame - 1)))

    def planned(self, size: Size) -> Places:
        """The plan for a board of that size. It is made anew only for another size, track or way of looking, where a
        list appears or becomes empty, or where one got more rows than it had room for."""
        if not self._is_planned(size):
            self._held = self._rows_there()
        made_for = (*self._made_for(size), self.focused_pane, self._held)
        if made_for != self._planned_for:
            self._planned_for = made_for
            there, track = self._there, self.panes["position"].track
            names = sorted(there, key=_AGENTS_FIRST.index) if track is not None and track.is_plain else there
            had_detail = self.shows_detail
            self._plan = plan(
                *size, {name: there[name].fitted_height for name in names}, self.focused_pane, self.zoomed
            )
            if self.shows_detail and not had_detail:
                pane = self.panes[self.focused_pane]
                pane.call_later(pane.when_moved)
        return self._plan

    @property
    def _there(self) -> dict[str, Pane]:
        return {name: pane for name, pane in self.panes.items() if not pane.absent}

    @property
    def _is_plain(self) -> bool:
        track = self.panes["position"].track
        return track is not None and track.is_plain

    @property
    def _order(self) -> Sequence[str]:
        """The panes there are, from the top."""
        return [name for name in (_AGENTS_FIRST if self._is_plain else ORDER) if not self.panes[name].absent]

    def numbered(self, number: int) -> str:
        """The pane that a digit goes to: where lists are missing, those there are count from 1."""
        return next((name for name in self._order if self.panes[name].number == number), ORDER[number - 1])

    def _made_for(self, size: Size) -> tuple[object, ...]:
        track = self.panes["position"].track
        return (size, self.zoomed, track.key if track is not None else None, frozenset(self._there))

    def _rows_there(self) -> dict[str, int]:
        return {name: len(pane.rows.all) for name, pane in self._there.items()}

    def _is_planned(self, size: Size) -> bool:
        """Whether the plan for that size is made, and has room for the rows there are."""
        made_for, rows = self._made_for(size), self._rows_there()
        if made_for != self._planned_for[: len(made_for)]:
            return False
        return all(count <= self._held[name] and bool(count) == bool(self._held[name]) for name, count in rows.items())

    def _cuts(self) -> bool:
        """Whether a list hides or cuts something above rows of its column that are empty."""
        ends: dict[int, int] = {}
        for each in self._plan.values():
            ends[each.x] = max(ends.get(each.x, 0), each.y + each.height)
        stand = [(pane, self._plan[name]) for name, pane in self._there.items() if name in self._plan]
        return any(pane.fitted_height(at.width - 2, _WHOLE, Density.ALL) > at.height - 2 for pane, at in stand
                   if pane.pane_id() != "attention" and ends[at.x] < self.size.height)  # fmt: skip

    def bring_up(self, name: str) -> None:
        """Make sure a pane is on screen."""
        self.focused_pane = name
        if self.zoomed is not None and self.zoomed != name:
            self.zoom(name)
        elif self.places(self.size) != self.placed:
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
            WidgetPlacement(places[child.id], NULL_OFFSET, NULL_SPACING, child)
            for child in children
            if child.id in places
        ]


def _look(pane: Pane, view: View) -> None:
    """Have a pane draw itself so, where it does not yet."""
    if view != pane.view:
        pane.view = view
        pane.show(pane.snapshot, mark=False)
