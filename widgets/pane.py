"""The base of every pane: a keyboard list painted line by line, of which only what changed is painted again."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, islice
from time import monotonic
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from cockpit.model import Threshold, Track
from cockpit.model.state import Snapshot
from cockpit.rules.attention import Need
from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, colour_variable, moving
from cockpit.widgets.view import Density, View
from cockpit.wording.printable import printable

# The rows of a pane: which are shown, which changed lately, and where the cursor lands when they are replaced

MARKED_FOR = 4.0
"""Seconds for which a row that changed stays marked."""


class Row(NamedTuple):
    """One entry of a pane. `key` survives a reload; `value` is what the row stands for; `search` is what `/` looks in.

    `selectable` is False for headings and for lines that only explain. `telling` is the part of the value whose change
    is worth a mark, where that is not all of it. A tuple, since a file may hold thousands.
    """

    key: str
    value: Any = None
    search: str = ""
    selectable: bool = True
    telling: Any = None

    @property
    def marked_by(self) -> Any:  # noqa: ANN401 -- any value of the model
        """What is compared to see whether the row changed."""
        return self.value if self.telling is None else self.telling


MOST = 2000
"""Rows of a list that are shown and searched, however many the files hold."""
REST = Row("", selectable=False)
"""Stands for the rows beyond those that are kept; no filter hides it."""


class RowList:
    """All rows, and those the filter lets through; of more than `most`, the first, and then `REST`."""

    def __init__(self, most: int | None = None) -> None:
        self.all: tuple[Row, ...] = ()
        self.shown: tuple[Row, ...] = ()
        self.has_rest = False
        self.needle = ""
        self._most = most
        self._marked: dict[str, int] = {}
        self._changes = 0

    def replace(self, rows: Iterable[Row], *, mark: bool) -> int:
        """Take over new rows, and `mark` those that changed: the number of the change then, and 0 where none did."""
        before = {row.key: row.marked_by for row in self.all}
        coming = iter(rows)
        self.all = tuple(_with_unique_keys(islice(coming, self._most)))
        self.has_rest = next(coming, None) is not None
        self._apply()
        if not mark:
            return 0
        changed = [
            row.key
            for row in self.all
            if row.selectable and (row.key not in before or _differ(before[row.key], row.marked_by))
        ]
        if not changed:
            return 0
        self._changes += 1
        self._marked |= dict.fromkeys(changed, self._changes)
        return self._changes

    def filter(self, needle: str) -> None:
        """Let through only rows that contain `needle`, in whatever case; an empty one lets all through."""
        self.needle = needle
        self._apply()

    def _apply(self) -> None:
        needle = self.needle.casefold()
        found = tuple(row for row in self.all if needle in row.search.casefold()) if needle else self.all
        self.shown = (*found, REST) if self.has_rest else found

    @property
    def rest(self) -> str:
        """What stands in the place of the rows that are not kept."""
        return f"Only the first {len(self.all):,} are {'looked through' if self.needle else 'shown'}."

    @property
    def found(self) -> int:
        """How many rows the filter lets through."""
        return len(self.shown) - self.has_rest

    def is_marked(self, row: Row) -> bool:
        """Whether the row changed lately."""
        return row.key in self._marked

    def forget_marks(self, change: float) -> None:
        """Drop the marks of that change and of those before it."""
        self._marked = {key: number for key, number in self._marked.items() if number > change}

    def place_of(self, row: Row | None, otherwise: int) -> int:
        """Where that row stands now, by its key; else the nearest row to `otherwise` that can be selected."""
        if row is not None:
            for index, other in enumerate(self.shown):
                if other.key == row.key:
                    return index
        return self.nearest(otherwise, 1)

    def nearest(self, index: int, step: int) -> int:
        """The first row that can be selected from `index` on in the direction of `step`, else the nearest behind it."""
        last = len(self.shown) - 1
        at = max(0, min(index, last))
        ahead, behind = range(at, last + 1), range(min(at, last), -1, -1)
        places = chain(ahead, behind) if step > 0 else chain(behind, ahead)
        return next((place for place in places if self.shown[place].selectable), 0)

    def at(self, index: int) -> Row | None:
        """The row at a place, if it can be selected."""
        if 0 <= index < len(self.shown) and self.shown[index].selectable:
            return self.shown[index]
        return None


def _differ(before: object, now: object) -> bool:
    return before is not now and before != now


def _with_unique_keys(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows with a number behind every key that has stood before: files repeat themselves."""
    counts: dict[str, int] = {}
    for row in rows:
        times = counts[row.key] = counts.get(row.key, 0) + 1
        yield row if times == 1 else row._replace(key=f"{row.key}#{times}")


# Where the lines of a pane's rows stand


@dataclass(slots=True)
class LaidOut:
    """The lines of the rows: which row each line belongs to, and where each row begins."""

    lines: Sequence[tuple[int, Line]]
    starts: Sequence[int]


class LineEach(Sequence[tuple[int, Line]]):
    """One line for each of many rows, drawn when it comes into view: a list of thousands must not hold up a key."""

    def __init__(self, rows: Sequence[Row], draw: Callable[[Row], Line], rest: str) -> None:
        """`rest` says what the row `REST` stands for."""
        self._rows = rows
        rest_line = Line().add(rest, "muted")
        self._draw = cache(lambda place: rest_line if rows[place] is REST else draw(rows[place]))

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: int) -> tuple[int, Line]:  # type: ignore[override]  # nobody takes a part of it
        return place, self._draw(place)


__all__ = ["Density", "Pane", "Row", "View"]

MANY = 200
"""Rows beyond which each has one line, whatever room there is."""
NO_ROW = -1
"""The place of a line that belongs to no row."""


class Pane(Painted, can_focus=True):
    """A titled list. Sub-classes say which slices of the track they show, and turn each row into lines."""

    NUMBER: ClassVar[int]
    """The digit that goes here; 0 for none."""
    HEADING: ClassVar[str]
    ONE: ClassVar[str]
    """What one row is called, over its details."""
    EMPTY: ClassVar[str] = "Nothing here."
    ADDING: ClassVar[tuple[str, str] | None] = None
    """The action that adds a row, and the words for it; named where there are no rows."""
    HELP: ClassVar[str] = ""
    FILTERED: ClassVar[str] = ""
    """What a filter is for, where it is for more than this list."""
    GRAVEST_FIRST: ClassVar[bool] = False
    """Whether the first row is selected when one comes in above, unless a person chose the row under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [*moving("cursor")]
    MARGIN = 1

    cursor: reactive[int] = reactive(0, repaint=False)
    says_more = False
    """Whether the last line says how many rows are below it."""

    class Opened(Message):
        """A person wants to see a row whole."""

        def __init__(self, pane: "Pane", row: Row) -> None:
            super().__init__()
            self.pane = pane
            self.row = row

    class Clicked(Message):
        """A person clicked a span that has an action."""

        def __init__(self, pane: "Pane", action: str) -> None:
            super().__init__()
            self.pane = pane
            self.action = action

    def __init__(self, view: View) -> None:
        super().__init__(id=self.pane_id())
        self.view = view
        self.number = self.NUMBER
        self.when_moved: Callable[[], None] = lambda: None
        """Called when the cursor stands on another row, or that row's value changed; not a message, so that what hangs
        on the row is drawn in one frame with the cursor."""
        self.snapshot = Snapshot()
        self.rows = RowList(MOST)
        self._count = 0
        self._slices: tuple[object, ...] | None = None
        self._came = ""
        """The key of the row that came in last."""
        self._awaits = False
        """Whether the row that comes in next is selected, unless a person moves the cursor before."""
        self._chosen = False
        """Whether a person chose the row under the cursor."""
        self.jumped = False
        """Whether the selection went up by itself, to a row that came in above."""
        self._drawings: dict[tuple[int, Density], dict[str, Sequence[Line]]] = {}
        self._on_screen: tuple[Size, LaidOut] | None = None

    # What a sub-class says

    @classmethod
    def pane_id(cls) -> str:
        """The pane's name in the layout and in the settings."""
        return cls.__name__.removesuffix("Pane").lower()

    def slices(self, track: Track) -> tuple[object, ...]:
        """The parts of a track this pane shows, if any. It is drawn again only when one of them is another object."""
        return ()

    def rows_of(self, track: Track) -> Iterable[Row]:
        """The rows for a track; none where the list shows something else."""
        return ()

    @abstractmethod
    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """The lines of a row in at most `width` cells."""

    def home(self, track: Track) -> int:
        """The place of the row under the cursor when the track comes."""
        return 0

    def heading(self) -> str:
        """What the system of the track calls the list."""
        return self.HEADING

    def empty(self) -> str:
        """Why there are no rows."""
        return self.EMPTY

    def empty_lines(self, width: int) -> Sequence[Line]:
        """What stands where there are no rows: why, and the next key."""
        line = Line().add(self.empty(), "muted")
        action, words = self.ADDING or ("", "")
        if key := self.view.keys.get(action):
            line.gap(2).add(key, "key", action=action).add(f" {words}", "muted", action=action)
        return [line.cut(width)]

    def counted(self, track: Track) -> int:
        """How many there are of what a person counts here."""
        return sum(row.selectable for row in self.rows.all)

    def count(self) -> int:
        """How many there are of what a person counts here, as they were counted when the track came."""
        return self._count

    def summary(self) -> tuple[str, str]:
        """What stands beside the heading, and its style; usually the count."""
        return (str(self.count()) if self.count() else "", "muted")

    def title_of(self, row: Row | None) -> str:
        """What stands over the details of a row."""
        return self.ONE if row is not None else self.heading()

    # The data

    @property
    def absent(self) -> bool:
        """Whether the system of the track has no such list."""
        return self.track is not None and self.pane_id() in self.track.lacks and not self.rows.all

    @property
    def is_empty(self) -> bool:
        """Whether its title says all there is."""
        return not self.rows.all

    @property
    def track(self) -> Track | None:
        """The track on screen."""
        return self.snapshot.track

    def row_track(self, row: Row | None) -> Track | None:
        """The track that a row belongs to: the one shown, or the repository's own limits."""
        value, own = row.value if row is not None else None, self.snapshot.own_limits
        value = value.value if isinstance(value, Need) else value
        return own if own is not None and isinstance(value, Threshold) and value in own.thresholds else self.track

    def show(self, snapshot: Snapshot, *, mark: bool = True) -> bool:
        """Take over a snapshot. True where the pane's slices are new, so that it was drawn again.

        Rows that changed are marked, unless they only take another shape.
        """
        before, selected = self.track, self.row
        self.snapshot, track = snapshot, snapshot.track
        slices = (*self.slices(track), track.lacks) if track is not None else ()
        if self._slices is not None and _same(slices, self._slices):
            return False
        known = before is not None and track is not None and before.key == track.key
        self._slices, had = slices, {row.key for row in self.rows.all}
        rows = self.rows_of(track) if track is not None else ()
        self.replace_rows(rows, mark=known and mark)
        self._count = self.counted(track) if track is not None else 0
        still = selected is not None and any(row.key == selected.key for row in self.rows.shown)
        self._chosen = self._chosen and known and still
        stays, before_at = known and (self._chosen or self.has_focus or bool(self.rows.needle)), self.cursor
        added = next((row for row in self.rows.shown if row.key not in had and row.selectable), None)
        if known and added is not None:
            self._came = added.key
            if stays and self._awaits:
                self._awaits, selected = False, added
            elif self.GRAVEST_FIRST and not self._chosen and not self.rows.needle:
                self.jumped = stays and self.rows.shown.index(added) < self.rows.place_of(selected, self.cursor)
                stays = stays and not self.jumped
        if not stays and track is not None:  # where nobody chose a row, it is the one that matters now
            self.set_reactive(Pane.cursor, self.home(track))
        self._rows_changed(selected if known else None, stays=stays)
        if not known:
            self.turned_at = monotonic()
        if not known or ((not stays or selected is added) and self.cursor != before_at):
            self._keep_in_view()
        return True

    def replace_rows(self, rows: Iterable[Row], *, mark: bool) -> None:
        """Take over new rows, and for some seconds `mark` those that changed."""
        change = self.rows.replace(rows, mark=mark)
        if change:
            self.set_timer(MARKED_FOR, partial(self._unmark, change))

    def _unmark(self, change: int) -> None:
        self.rows.forget_marks(change)
        self.refresh()

    def forget_new(self) -> None:
        """Something is being recorded: only a row that comes in from now on can be that."""
        self._came, self._awaits = "", False

    def go_to_new(self) -> None:
        """Select what a person has just recorded here, as soon as it is read; it may have been read already."""
        if self._came:
            self.select(self._came)
        else:
            self._awaits = True

    def filter(self, needle: str) -> None:
        """Show only rows that contain `needle`, in whatever case; an empty one shows all."""
        if needle != self.rows.needle:
            selected = self.row
            self.rows.filter(needle)
            self._rows_changed(selected, drawn_already=True)

    def on_filtered(self) -> None:
        """The filter is kept, and the focus has come back."""

    def _rows_changed(self, selected: Row | None, *, drawn_already: bool = False, stays: bool = True) -> None:
        was_in_view = self.has_focus and self._cursor_in_view()
        self.set_reactive(Pane.cursor, self.rows.place_of(selected if stays else None, self.cursor))
        self._title()
        self._show_again() if drawn_already else self.redraw()
        if was_in_view:  # rows that came in above must not push it out
            self._keep_in_view()
        self._note_turn(selected)
        if self.has_focus or drawn_already:  # a filter being typed has the focus instead
            self.when_moved()

    def _note_turn(self, before: Row | None) -> None:
        """Note when another row than before is under the cursor, though no key moved it."""
        if (self.row.key if self.row else None) != (before.key if before else None):
            self.turned_at = monotonic()

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self.rows.at(self.cursor)

    def renumber(self, number: int) -> None:
        """Give it another digit."""
        if number != self.number:
            self.number = number
            self._title()

    def _title(self) -> None:
        blank = "" if self.view.framed else " "  # a lone top edge does not set its title apart, corners do
        words, style = ("none", "muted") if self.is_empty else self.summary()
        if self.rows.needle:
            words, style = f"/{printable(self.rows.needle)} {self.rows.found}", "accent"
        self.border_title = Content.assemble(
            blank,
            (str(self.number or ""), "$cockpit-key"),
            f" {self.heading()}" if self.number else self.heading(),
            (f"  {printable(words)}" if words else "", f"not bold {colour_variable(style)}"),
            blank,
        )

    @property
    def _focus_sort_key(self) -> tuple[int, int]:
        """Tab goes by the numbers, wherever the panes stand."""
        return self.number, 0

    # Painting

    def wanted_height(self, width: int, density: Density) -> int:
        """Lines this pane would like inside its border, at a width inside it, were all rows shown; 0 without rows."""
        if self._is_long:
            return len(self.rows.all)
        return sum(map(len, self._drawn(self.rows.all, width, density)))

    def fitted_height(self, width: int, height: int, density: Density) -> int:
        """Lines it fills of `height` at a width inside its border, were all rows shown and drawn so generously; 0
        without rows."""
        if self._is_long:
            return min(height, len(self.rows.all))
        return min(height, sum(map(len, self._stretched(self.rows.all, width, height, density))))

    @property
    def _is_long(self) -> bool:
        """Whether there are so many rows that each has one line."""
        return len(self.rows.all) > MANY

    def shortened(self, row: Row, width: int, taken: int) -> Line:
        """The first line of a row of `width` cells beside something that has `taken` the last of them."""
        return self.draw(row, max(1, width - taken), Density.BRIEF)[0]

    def _drawn(self, rows: Sequence[Row], width: int, density: Density) -> list[Sequence[Line]]:
        """The lines of each row, inside a border that leaves `width` cells; every row is drawn only once."""
        known = self._drawings.get((width, density))
        if known is None:
            known = {row.key: self.draw(row, max(1, width - 2), density) for row in self.rows.all}
            self._drawings[width, density] = known
        return [known[row.key] for row in rows]

    def _stretched(
        self, rows: Sequence[Row], width: int, height: int, most: Density = Density.ALL
    ) -> list[Sequence[Line]]:
        """A line a row; then, as far as the height allows, whole texts from the first row on, then second lines."""
        drawn = self._drawn(rows, width, Density.BRIEF)
        room = height - sum(map(len, drawn))
        for density in list(Density)[1 : most + 1]:
            if room <= 0:
                break
            for index, lines in enumerate(self._drawn(rows, width, density)):
                more = len(lines) - len(drawn[index])
                if 0 <= more <= room:
                    drawn[index] = lines
                    room -= more
        return drawn

    @property
    def _now(self) -> LaidOut:
        """The rows as they stand on screen: as generous as the height allows."""
        if self._on_screen is None or self._on_screen[0] != self.size:
            self._on_screen = (self.size, self._lay_out(*self.size))
        return self._on_screen[1]

    def _lay_out(self, width: int, height: int) -> LaidOut:
        rows = self.rows.shown
        if self._is_long:
            each = LineEach(rows, lambda row: self.draw(row, max(1, width - 2), Density.BRIEF)[0], self.rows.rest)
            return LaidOut(each, range(len(rows)))
        placed: list[tuple[int, Line]] = []
        starts: list[int] = []
        for index, lines in enumerate(self._stretched(rows, width, height)):
            starts.append(len(placed))
            placed += [(index, line) for line in lines]
        return LaidOut(placed, starts)

    def redraw(self) -> None:
        """Draw every row again."""
        self._drawings = {}
        self._show_again()

    def _show_again(self) -> None:
        """Lay out anew what is drawn already."""
        self._on_screen = None
        self._measure()
        self.refresh()

    def _measure(self) -> None:
        if self.size.width:
            self.virtual_size = Size(self.size.width, max(1, len(self._now.lines)))

    def on_resize(self) -> None:
        """Lay the rows out for the new width."""
        self._measure()
        self._keep_in_view()

    def paint_row(self, y: int) -> Strip:
        """One line of the viewport."""
        width = self.size.width
        at = y + round(self.scroll_y)
        if not self.rows.shown:
            lines = self._instead(width)
            return self.paint(lines[at] if at < len(lines) else Line(), width)
        index, line = self._now.lines[at] if at < len(self._now.lines) else (NO_ROW, Line())
        if index == NO_ROW:
            return self.paint(line, width)
        row = self.rows.shown[index]
        here = index == self.cursor and row.selectable and self.marks_cursor
        marked = self.rows.is_marked(row)
        gutter = self.view.glyphs.cursor if here else self.view.glyphs.changed if marked else " "
        margin = Line().add(gutter, "accent")
        below = len(self.rows.shown) - 1 - index if self.says_more and y == self.size.height - 1 else 0
        if below and at + 1 < len(self._now.lines):
            more = Line().add(f"  {below} more ", "muted")
            room = width - 1 - more.width
            if line.width > room and at == self._now.starts[index]:
                line = self.shortened(row, width - 2, width - 2 - room)
            line = Line().join(line.cut(room)).to(room).join(more)
        return self.paint(margin.join(line.cut(width - 1)), width, "cursor" if here else "background")

    def _instead(self, width: int) -> Sequence[Line]:
        """What stands where no rows are shown."""
        if self.rows.needle:
            return [Line().gap(1).add(f"No row contains {self.rows.needle!r}.", "muted")]
        return [Line().gap(1).join(line) for line in self.empty_lines(width - 2)]

    # Moving

    def choose_row(self) -> None:
        """A person turned to the row under the cursor: while it is there, nothing that comes in takes its place."""
        self._chosen, self.jumped = True, False

    def watch_cursor(self, before: int, cursor: int) -> None:
        """Repaint the rows concerned and keep the cursor in view: a person chose the row."""
        self.choose_row()
        self.turned_at, self._awaits = 0.0, False
        self._repaint_row(before)
        self._repaint_row(cursor)
        self._keep_in_view()
        self.when_moved()

    def _repaint_row(self, index: int) -> None:
        lines = self._now
        if index < len(lines.starts):
            top = lines.starts[index]
            end = lines.starts[index + 1] if index + 1 < len(lines.starts) else len(lines.lines)
            self.refresh(Region(0, top - round(self.scroll_y), self.size.width, end - top))

    def _cursor_in_view(self) -> bool:
        """Whether the selected row is among the lines that are on screen, as they were laid out last."""
        starts = self._on_screen[1].starts if self._on_screen else ()
        top = starts[self.cursor] if self.cursor < len(starts) else -1
        return 0 <= top - round(self.scroll_y) < self.size.height

    def _keep_in_view(self) -> None:
        if not self.size.width:
            return
        starts, below = self._now.starts, self.cursor + 1
        if self.cursor < len(starts):
            bottom = starts[below] if below < len(starts) else len(self._now.lines)
            first = starts[self.cursor]
            if self.rows.nearest(0, 1) == self.cursor:
                first = 0  # headings above the first row come along
            elif not self.has_focus:  # its neighbours come along
                after = starts[below + 1] if below + 1 < len(starts) else len(self._now.lines)
                around = (starts[self.cursor - 1], after)
                first, bottom = around if around[1] - around[0] <= self.size.height else (first, bottom)
            self.scroll_to_region(Region(0, first, 1, bottom - first), animate=False, force=True)

    def action_cursor(self, step: int) -> None:
        """Move the cursor by one row, over rows that cannot be selected."""
        target = self.rows.nearest(self.cursor + step, step)
        if (target - self.cursor) * step > 0:
            self.cursor = target

    def action_page(self, direction: int) -> None:
        """Move by the height of the pane."""
        self._move_to(self.cursor + direction * max(1, self.size.height - 1), direction)

    def action_edge(self, direction: int) -> None:
        """Move to the first or last row."""
        self._move_to(0 if direction < 0 else len(self.rows.shown) - 1, -direction)

    def _move_to(self, index: int, step: int) -> None:
        if self.rows.shown:
            self.choose_row()
            self.cursor = self.rows.nearest(index, step)

    def select(self, key: str) -> bool:
        """Put the cursor on the row with that key; False where there is none."""
        place = next((index for index, row in enumerate(self.rows.shown) if row.key == key), None)
        if place is not None:
            self.cursor = place
        return place is not None

    def action_open(self) -> None:
        """Show the row whole."""
        if self.row is not None:
            self.post_message(self.Opened(self, self.row))

    def on_click(self, event: events.Click) -> None:
        """Select the row under the pointer; run the action of the span under it; open it on a double click."""
        at = event.get_content_offset(self)
        lines = self._now.lines if self.rows.shown else [(NO_ROW, line) for line in self._instead(self.size.width)]
        number = (at.y if at else -1) + round(self.scroll_y)
        if at is None or not 0 <= number < len(lines):
            return
        index, line = lines[number]
        if self.rows.at(index) is not None:
            self.cursor = index
        action = line.action_at(at.x - 1 if index != NO_ROW else at.x)
        if action:
            self.post_message(self.Clicked(self, action))
        elif event.chain == 2:
            self.action_open()

    def on_focus(self) -> None:
        """Show the cursor; whoever comes here looks at the row."""
        self.jumped = False
        self.refresh()
        self.when_moved()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()


def _same(new: tuple[object, ...], old: tuple[object, ...]) -> bool:
    return len(new) == len(old) and all(one is other for one, other in zip(new, old, strict=True))
