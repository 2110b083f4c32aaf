"""The last line: what the keys do here and now, drawn from the screen's active bindings.

The stock footer holds a widget for each key, makes them anew at every change of focus and leaks them; this one is a
single painted line.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.screen import Screen
from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted

_AT_THE_END = ("help", "app.command_palette")


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

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self.app.screen_change_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[object]) -> None:
        self.reconsider()

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
        left = Line().gap(1)
        for place in sorted(fitting):
            left.join(entries[place].line).gap(2)
        made = left.to(width - right.width).join(right)
        self._line = (width, made)
        return made

    def _entries(self) -> Iterator[_Entry]:
        """The first key of each action that the screen offers now, or keeps dimmed."""
        if self.app.screen is not self.screen:
            return
        offers: Callable[[str], bool] = getattr(self.screen, "offers", lambda _: True)
        belongs: Callable[[str], bool] = getattr(self.screen, "belongs", lambda _: False)
        seen: set[str] = set()
        for _node, binding, enabled, _tooltip in _in_usual_order([*self.screen.active_bindings.values()]):
            if binding.show and binding.action not in seen:
                seen.add(binding.action)
                able = enabled and offers(binding.action)
                if able or belongs(binding.action):
                    yield self._entry(binding, able)

    def _entry(self, binding: Binding, able: bool) -> _Entry:
        named: Callable[[str, str], str] = getattr(self.screen, "named", lambda _, word: word)
        key, word, action = self.app.get_key_display(binding), binding.description, binding.action
        line = Line().add(key, "key" if able else "muted", action=action).gap(1)
        line.add(named(action, word), "text" if able else "muted", action=action)
        return _Entry(line, able, action in _AT_THE_END)

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        at = event.get_content_offset(self)
        action = self.line(self.size.width).action_at(at.x) if at else None
        if action:
            await self.screen.run_action(action)
