"""The last line: what the keys do here and now, drawn from the screen's active bindings.

The stock footer holds a widget for each key, makes them anew at every change of focus and leaks them; this one is a
single painted line.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, wrap

_AT_THE_END = ("app.command_palette", "help", "app.quit", "quit_here", "close")


def _in_usual_order(active: Sequence[ActiveBinding]) -> list[ActiveBinding]:
    """The keys as their screens name them: one that a person gave an action stands where its usual one would."""
    usual: dict[object, int] = {}
    for node in dict.fromkeys(each.node for each in active):
        for binding in node.BINDINGS:
            usual.setdefault((node, getattr(binding, "id", None)), len(usual))
    return sorted(active, key=lambda each: usual.get((each.node, each.binding.id), len(usual)))


class _Entry(NamedTuple):
    """A key with its word; whether it can act, and whether it stands at the right end."""

    line: Line
    able: bool
    at_the_end: bool


class Footer(Painted):
    """The keys that can act, here and now, and dimmed those of the selected row that cannot; a click does what the
    key does.

    Below a dialog it says nothing: the keys go to the dialog, whose frame names them.
    """

    def __init__(self) -> None:
        super().__init__(id="footer")
        self._line: tuple[int, Line] = (-1, Line())
        self._of: Widget | None = None

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self.app.screen_change_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[object]) -> None:
        """Textual says so twice for a focus that moves, the second time when all is drawn."""
        if self._line[0] < 0 or self._of is not self.screen.focused:
            self.reconsider()
        else:
            self.call_later(self._compare)  # apart from what it follows, so that neither holds up a key

    def _compare(self) -> None:
        width, drawn = self._line
        if width >= 0:
            self._line = (-1, drawn)
            if self.line(width).spans != drawn.spans:
                self.refresh()

    def reconsider(self) -> None:
        """Look again which keys can act now."""
        self._line = (-1, Line())
        self.refresh()

    def line(self, width: int) -> Line:
        """The keys from left to right, help and palette at the right end.

        Those that do not fit are left out, first of all those that cannot act.
        """
        if self._line[0] == width:
            return self._line[1]
        entries = [*self._entries()]
        right = Line()
        for entry in entries:
            if entry.at_the_end:
                right.join(entry.line).gap(2)
        room, fitting = width - right.width - 1, set()
        for able in (True, False):  # what cannot be done gets the room that is left
            for place, entry in enumerate(entries):
                if not entry.at_the_end and entry.able is able and entry.line.width + 2 <= room:
                    fitting.add(place)
                    room -= entry.line.width + 2
        line = Line().gap(1)
        for place in sorted(fitting):
            line.join(entries[place].line).gap(2)
        made = line.to(width - right.width).join(right)
        self._line, self._of = (width, made), self.screen.focused
        return made

    def _entries(self) -> Iterator[_Entry]:
        """The first key of each action that the screen offers now, or keeps dimmed."""
        if self.app.screen is not self.screen:
            return
        offers: Callable[[str], bool] = getattr(self.screen, "offers", lambda _: True)
        belongs: Callable[[str], bool] = getattr(self.screen, "belongs", lambda _: False)
        names: set[str] = set()
        for _node, binding, enabled, _tooltip in _in_usual_order([*self.screen.active_bindings.values()]):
            if binding.show and binding.action not in names and not self._is_typed(binding):
                names.add(binding.action)
                able = enabled and offers(binding.action)
                if able or belongs(binding.action):
                    yield self._entry(binding, able)

    def _is_typed(self, binding: Binding) -> bool:
        """Whether the sign that stands for a key would only be a letter of what a person types."""
        focused, sign = self.screen.focused, binding.key_display or ""
        return focused is not None and len(sign) == 1 and focused.check_consume_key(binding.key, sign)

    def _entry(self, binding: Binding, able: bool) -> _Entry:
        named: Callable[[str, str], str] = getattr(self.screen, "named", lambda _, word: word)
        key, word, action = self.app.get_key_display(binding), binding.description, binding.action
        line = Line().add(key, "key" if able else "muted", action=action).gap(1)
        line.add(named(action, word), "text" if able else "muted", action=action)
        return _Entry(line, able, action in _AT_THE_END)

    def paint_row(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        at = event.get_content_offset(self)
        action = self.line(self.size.width).action_at(at.x) if at else None
        if action:
            await self.screen.run_action(action)


# What the program says, above the keys: a sentence a person has time to read. It hides the frame of what is there

_MARK = "! "
GLANCE = 1.0
"""Seconds for which a key does not wipe away what was said."""
_FREE = 3
"""Rows of the screen that no message covers: the first, one below it, and the keys."""


@dataclass(frozen=True, slots=True)
class StatusMessage:
    """Something said to the person; the same said again is another. What `stays` does so until a key is pressed; a
    `warning` has a mark."""

    text: str
    stays: bool = False
    warning: bool = False

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def unread(self) -> bool:
        """Whether it is a warning of which no key has said yet that it was read."""
        return self.warning and self.stays

    @property
    def seconds(self) -> float:
        """How long it is there where it does not stay: reading takes that long."""
        return max(3.0, 0.06 * len(self.text))


class MessageLine(Painted):
    """Lies above the footer while there is something to say, as high as that needs: the first that the app `said`.

    What else was said waits for its turn.
    """

    def __init__(self) -> None:
        super().__init__(id="message")
        self._said: Sequence[StatusMessage] = ()

    def on_mount(self) -> None:
        """Follow what is said."""
        self.watch(self.app, "said", self.show)

    def show(self, messages: Sequence[StatusMessage]) -> None:
        """Say the first of these and nothing else; nothing at all leaves the footer to itself."""
        self._said = messages[:1]
        self.display = bool(messages)
        self._fit()
        self.refresh()

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self._fit()

    def _fit(self) -> None:
        lines = len(self.lines(self.screen.size.width))
        self.styles.height = max(1, min(lines, self.screen.size.height - _FREE))

    def lines(self, width: int) -> list[Line]:
        """The lines of what is said; the first of a warning has a mark."""
        made: list[Line] = []
        for message in self._said:
            mark, style = _MARK if message.warning else "", "strong"
            for sentence in message.text.splitlines():
                for text in wrap(sentence, max(8, width - 2 - len(mark))):
                    made.append(Line().gap(1).add(mark, "alert").add(text, style))
                    mark = " " * len(mark)
                style = "text"
        return made

    def paint_row(self, y: int) -> Strip:
        """One line; where there is no room for all, the last ones."""
        lines = self.lines(self.size.width)[-self.size.height :]
        return self.paint(lines[y] if y < len(lines) else Line(), self.size.width, "bar")


# A sentence over something, as high as it needs, and an aside at its right end


class Caption(Painted):
    """What stands above a field: the sentence, the aside, and what is wrong below them. Without any it is not there.

    An aside that needs a line of its own is left out on a low screen.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._sentence, self._style = "", "muted"
        self._aside = ""
        self._wrong: Sequence[str] = ()

    def show(self, sentence: str, *, style: str = "muted", aside: str = "", wrong: Sequence[str] = ()) -> None:
        """Say this and nothing else."""
        content = (sentence, style, aside, wrong)
        if content != (self._sentence, self._style, self._aside, self._wrong):
            self._sentence, self._style, self._aside, self._wrong = content
            self.display = bool(sentence or aside or wrong)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it takes at that width: whoever lays it out asks, so that no change of it is missed."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[Line]:
        room = max(8, width - 2)
        aside = Line().add(self._aside, "muted")
        beside = bool(self._aside) and len(self._sentence) + aside.width + 2 <= room
        texts = wrap(self._sentence, room) if self._sentence else []
        lines = [Line().gap(1).add(text, self._style) for text in texts]
        if beside:
            lines[0].to(width - 1 - aside.width).join(aside)
        elif self._aside and not self.screen.has_class("-low"):
            lines += [Line().gap(1).add(text, "muted") for text in wrap(self._aside, room)]
        for sentence in self._wrong:
            lines += [Line().gap(1).add(text, "warning") for text in wrap(sentence, room)]
        return lines

    def paint_row(self, y: int) -> Strip:
        """One line."""
        lines = self._lines(self.size.width)
        return self.paint(lines[y] if y < len(lines) else Line(), self.size.width)
