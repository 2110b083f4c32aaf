"""Lines of styled spans, and widgets that paint them in the theme's colours."""

from collections import deque
from collections.abc import Mapping
from itertools import islice
from typing import ClassVar, NamedTuple, Self

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from cockpit.regex import regex
from cockpit.wording.printable import printable

# A line of a pane: styled spans, measured in cells, made harmless on entry

MOST = 2000
"""Characters of a span that are looked at: no terminal is wider."""
_BLANKS = regex(r"\s+(?![\s%])")
"""Where a text may be broken: at blanks, but not before a sign of percent."""


class Span(NamedTuple):
    """A run of text in one style. `action` names what a click on it does."""

    text: str
    style: str
    width: int
    action: str | None = None


class Line:
    """Spans from left to right. `style` is a name of `STYLES`."""

    __slots__ = ("spans", "width")

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self.width = 0

    def add(self, text: str, style: str = "text", *, width: int | None = None, action: str | None = None) -> Self:
        """Append text; with `width`, cut (with an ellipsis) or padded to exactly that many cells."""
        text = _of_known_width(text[:MOST])
        cells = cell_len(text)
        if width is not None:
            text, cells = (fit(text, width), width) if cells != width else (text, cells)
        if cells > 0:
            self._append(Span(text, style, cells, action))
        return self

    def _append(self, span: Span) -> None:
        """Put a span at the end, as one with the last where they look and act alike."""
        last = self.spans[-1] if self.spans else None
        if last is not None and last.style == span.style and last.action == span.action:
            self.spans[-1] = Span(last.text + span.text, span.style, last.width + span.width, span.action)
        else:
            self.spans.append(span)
        self.width += span.width

    def right(self, text: str, style: str = "text", *, width: int) -> Self:
        """Append text flush right in a column of `width` cells."""
        text = _of_known_width(text)
        return self.gap(width - min(cell_len(text), width)).add(text, style, width=min(cell_len(text), width))

    def gap(self, cells: int) -> Self:
        """Append blank cells."""
        return self.add(" " * cells) if cells > 0 else self

    def to(self, column: int) -> Self:
        """Append blanks up to a column."""
        return self.gap(column - self.width)

    def join(self, other: "Line") -> Self:
        """Append the spans of another line."""
        for span in other.spans:
            self._append(span)
        return self

    def cut(self, width: int) -> "Line":
        """This line in at most `width` cells, the last span shortened with an ellipsis."""
        if self.width <= width:
            return self
        short = Line()
        for span in self.spans:
            room = width - short.width
            if span.width <= room and (short.width + span.width < width or span is self.spans[-1]):
                short.spans.append(span)
                short.width += span.width
                continue
            if room > 0:
                text = fit(span.text + ("…" if span.width <= room else ""), room)
                short.spans.append(Span(text, span.style, room, span.action))
                short.width = width
            break
        return short

    def action_at(self, column: int) -> str | None:
        """The action of the span at a column."""
        start = 0
        for span in self.spans:
            if start <= column < start + span.width:
                return span.action
            start += span.width
        return None

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join(span.text for span in self.spans)


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells: padded, or cut with an ellipsis."""
    if width <= 0:
        return ""
    if _is_wider(text, width):
        text = f"{set_cell_size(_head(text, width), width - 1).rstrip()}…"
    return set_cell_size(text, width)  # pads also where a blank or half a wide letter stood before the ellipsis


_BELOW = 2
"""The indent of a text that stands below its lead."""
_LOOKED_AT = 200


def hanging(lead: Line, text: str, style: str, width: int, *, most: int = 4) -> list[Line]:
    """`text` behind `lead`, going on below itself where it is long; the last of at most `most` lines is cut.

    Where a word would be broken behind the lead and not on a line of its own, the text stands below the lead.
    """
    if most < 1:
        return []
    indent = lead.width
    unbroken = (word for word in text[:_LOOKED_AT].split() if "/" not in word[1:])
    longest = max(map(cell_len, unbroken), default=0)
    if max(8, width - indent) < longest <= width - _BELOW and most > 1:
        return [lead.cut(width), *hanging(Line().gap(_BELOW), text, style, width, most=most - 1)]
    words = wrap(text, max(8, width - indent), most=most)
    lines = [lead.add(words[0], style), *(Line().gap(indent).add(each, style) for each in words[1:])]
    return [line.cut(width) for line in lines]


def _of_known_width(text: str) -> str:
    """`text` as a terminal may have it, without the sign that asks for a coloured emoji ("⚠" and U+FE0F): some give
    such a pair two cells and some one, and the border at the right would move."""
    return printable(text).replace("\ufe0f", "")


def wrap(text: str, width: int, *, most: int | None = None) -> list[str]:
    """`text` broken into lines of at most `width` cells, at blanks where there are any, a long path behind a slash.

    Of more than `most` lines, the last holds all the rest.
    """
    lines: list[str] = []
    current, words = "", deque(_BLANKS.split(printable(text).strip()))
    while words:
        if most is not None and len(lines) >= most - 1:
            return [*lines, _head(" ".join(filter(None, (current, *islice(words, _longest(width))))), width)]
        word = words.popleft()
        if current and _is_wider(word, width):
            lines.append(current)
            words.appendleft(word)
            current = ""
        elif _is_wider(word, width):
            head = set_cell_size(_head(word, width), width).rstrip() or word[:1]
            slash = head.rfind("/") + 1
            head = head[:slash] if slash > 1 else head
            lines.append(head)
            words.appendleft(word[len(head) :])
        elif current and cell_len(f"{current} {word}") > width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}" if current else word
    return [*lines, current] if current or not lines else lines


def broken(text: str, width: int, lead: str = "") -> list[str]:
    """A line in pieces of at most `width` cells, at blanks where there are any: the one at the end is not counted.
    Together they are the line; a `lead` stands before those that go on.
    """
    pieces, room = [], width
    while cell_len(text) > room:
        head = len(chop_cells(text[: 4 * room], room)[0]) or 1
        at = text.rfind(" ", 0, head + 1) + 1
        if not text[:at].strip():
            at = head
        pieces.append(text[:at])
        text, room = text[at:], max(1, width - cell_len(lead))
    first, *more = *pieces, text
    return [first, *(lead + piece for piece in more)]


def _is_wider(text: str, width: int) -> bool:
    """Whether a text takes more than `width` cells; a very long one is not measured."""
    return len(text) > _longest(width) or cell_len(text) > width


def _longest(width: int) -> int:
    """Characters that may fit into `width` cells: a sign drawn as one may be made of several."""
    return 8 * width + 64


def _head(text: str, width: int) -> str:
    return text[: _longest(width)]


# The styles lines are painted in, by name, taken from the theme's colours

STYLES = ("text", "strong", "muted", "ok", "warning", "alert", "stop", "accent", "key", "link", "track")
"""Style names a span may have; `track` is the unfilled part of bars and gauges."""

FALLBACKS: Mapping[str, str] = {
    "muted": "foreground",
    "ok": "success",
    "alert": "warning",
    "stop": "error",
    "key": "accent",
    "link": "accent",
    "track": "panel",
    "line": "panel",
    "line-focus": "accent",
    "cursor": "panel",
    "bar": "surface",
}
"""Where a colour comes from when the theme does not name it: one of Textual's own colours."""

_DIM = {"muted", "track"}
_BOLD = {"strong", "stop", "alert", "key"}


class Palette:
    """Rich styles by name on one background; made anew for each theme and for the cursor's background."""

    def __init__(self, variables: Mapping[str, str], background: str) -> None:
        self._styles = {name: self._style(name, variables, background) for name in STYLES}
        self.base = self._styles["text"]

    def __getitem__(self, name: str) -> Style:
        return self._styles[name]

    @staticmethod
    def _style(name: str, variables: Mapping[str, str], background: str) -> Style:
        behind = Color.parse(background)
        colour = Color.parse(variables["foreground"] if name in ("text", "strong") else variable(variables, name))
        blended = colour if colour.ansi is not None or behind.ansi is not None else behind + colour
        dim = name in _DIM and behind.ansi is not None  # sixteen colours have none between text and background
        return Style(color=blended.rich_color, bgcolor=behind.rich_color, bold=name in _BOLD or None, dim=dim or None)


_made: dict[tuple[int, str], tuple[Mapping[str, str], Palette]] = {}


def palette_on(variables: Mapping[str, str], background: str) -> Palette:
    """The palette for a theme on one of its backgrounds, made once as long as the theme is in use."""
    key = (id(variables), background)
    known = _made.get(key)
    if known is None or known[0] is not variables:
        colour = variables["background"] if background == "background" else variable(variables, background)
        if len(_made) > 32:
            _made.clear()
        _made[key] = known = (variables, Palette(variables, colour))
    return known[1]


def colour_variable(style: str) -> str:
    """The CSS variable with the colour of a style, for texts that Textual paints."""
    return "$foreground" if style in ("text", "strong") else f"$cockpit-{style}"


def variable(variables: Mapping[str, str], name: str) -> str:
    """The colour of that name in a theme, or its fallback. Raises KeyError for a name nobody declared."""
    return variables.get(f"cockpit-{name}") or variables.get(name) or variables[FALLBACKS[name]]


# The keys that move by a row, by a page or to an end: the same in every list, table and text, and chosen once


def by_row(action: str) -> tuple[BindingType, ...]:
    """Down and up; `action` takes 1 and -1."""
    return (
        Binding("down,j", f"{action}(1)", "down", show=False, id="cursor.down"),
        Binding("up,k", f"{action}(-1)", "up", show=False, id="cursor.up"),
    )


def by_page(action: str = "page") -> tuple[BindingType, ...]:
    """A page down and up; `action` takes 1 and -1."""
    return (
        Binding("pagedown,ctrl+d", f"{action}(1)", "page down", show=False, id="cursor.page-down"),
        Binding("pageup,ctrl+u", f"{action}(-1)", "page up", show=False, id="cursor.page-up"),
    )


def to_ends(action: str = "edge") -> tuple[BindingType, ...]:
    """To the first and the last; `action` takes -1 and 1."""
    return (
        Binding("home,less_than_sign", f"{action}(-1)", "first row", show=False, id="cursor.first"),
        Binding("end,greater_than_sign,G", f"{action}(1)", "last row", show=False, id="cursor.last"),
    )


def moving(action: str) -> tuple[BindingType, ...]:
    """All of them; `action` moves by a row."""
    return (*by_row(action), *by_page(), *to_ends())


# Widgets that paint lines of spans themselves, in the theme's colours

_SLIP = 2
"""Signs that a click selects whose mouse slipped into the next cell."""


def selected_text(screen: Screen[object]) -> str:
    """The text that a person selected with the mouse; empty where the mouse only slipped in a click."""
    text = (screen.get_selected_text() or "").strip("\n")
    return text if len(text.strip()) > _SLIP else ""


_PLAIN = str.maketrans("…—·“”⏎↑↓←→", '~--""<^v<>')
"""Cockpit's own signs in sentences, each as one ASCII character."""


class Painted(ScrollView, can_focus=False):
    """A line-API widget: `paint` turns a line into a strip. No markup, link or action in a text can take effect."""

    ALLOW_MAXIMIZE = False
    MARGIN: ClassVar[int] = 0
    """Cells at the left that hold marks and no text: they are not copied."""
    turned_at = 0.0
    """When something else came under the cursor though no key moved it (monotonic)."""

    @property
    def marks_cursor(self) -> bool:
        """Whether the keys are about what is under the cursor, so that it stands out."""
        return self.has_focus

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:
        """Tell of a new size. Textual itself does not where it has asked anew what stands where since the last layout:
        the next one then finds nothing changed.
        """
        other = size != self._size
        changed = super()._size_updated(size, virtual_size, container_size, layout)
        if other:
            self.post_message(Resize(size, virtual_size, container_size))  # takes the place of Textual's own
        return changed

    def palette(self, background: str = "background") -> Palette:
        """The styles on one of the theme's backgrounds."""
        return palette_on(self.app.theme_variables, background)

    def paint(self, line: Line, width: int, background: str = "background") -> Strip:
        """A line in exactly `width` cells."""
        palette = self.palette(background)
        spans = line.cut(max(0, width)).spans
        if self.app.has_class("-ascii"):
            segments = [Segment(span.text.translate(_PLAIN), palette[span.style]) for span in spans]
        else:
            segments = [Segment(span.text, palette[span.style]) for span in spans]
        return Strip(segments).adjust_cell_length(width, palette.base)

    def paint_row(self, _y: int) -> Strip:
        """One line of the viewport, as it is where nothing is selected; here a blank one."""
        return self.paint(Line(), self.size.width)

    # Selecting with the mouse

    def render_line(self, y: int) -> Strip:
        """One line of the viewport, with the part of it that is selected."""
        strip, row = self.paint_row(y), y + round(self.scroll_y)
        if not self.app.mouse_position:  # who never touched the mouse does not pay for it
            return strip
        selection = self.text_selection
        span = selection.get_span(row) if selection is not None else None
        if span is not None:
            text, (first, last) = strip.text, span
            start, end = cell_len(text[:first]), cell_len(text if last < 0 else text[:last])
            style = self.screen.get_component_rich_style("screen--selection") + Style(dim=False)
            chosen = Segment.apply_style(strip.crop(start, end), post_style=style)
            strip = Strip.join((strip.crop(0, start), Strip(chosen), strip.crop(end)))
        return strip.apply_offsets(0, row)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """The selected part of the lines as they stand on screen, without what fills them up."""
        first = selection.start.y if selection.start is not None else 0
        last = selection.end.y if selection.end is not None else self.virtual_size.height - 1
        lines = []
        for row in range(first, last + 1):
            start, end = selection.get_span(row) or (0, 0)
            text = self.paint_row(row - round(self.scroll_y)).text
            lines.append(text[max(start, self.MARGIN) : None if end < 0 else end].rstrip())
        return "\n".join(lines), "\n"

    def check_message_enabled(self, message: Message) -> bool:
        """A click that ends a selection does nothing else."""
        ends = isinstance(message, Click) and bool(selected_text(self.screen))
        return not ends and super().check_message_enabled(message)

    async def _on_click(self, event: Click) -> None:
        """A double click opens what it is on. Textual's own would select all of it."""
        event.prevent_default()


class PaintedText(Painted):
    """A text that may be longer than its room: where it has the focus, the usual keys move it."""

    BINDINGS: ClassVar[list[BindingType]] = [*moving("scroll")]

    def action_scroll(self, step: int) -> None:
        """Move the text by a line."""
        self.scroll_relative(y=step, animate=False)

    def action_page(self, direction: int) -> None:
        """Move it by what is in view."""
        self.action_scroll(direction * max(1, self.size.height - 1))

    def action_edge(self, direction: int) -> None:
        """Move to its beginning or end."""
        self.scroll_to(y=0 if direction < 0 else self.max_scroll_y, animate=False)
