"""The last line: what the keys do here and now, drawn from the screen's active bindings.

The stock footer holds a widget for each key, makes them anew at every change of focus and leaks them; this one is a
single painted line.
"""

from collections.abc import Callable, Iterator

from textual import events
from textual.binding import Binding
from textual.screen import Screen
from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted

_AT_THE_END = ("help", "app.command_palette")


class Footer(Painted):
    """The keys that matter and can act, here and now; a click does what the key does.

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
        """The keys from left to right, help and palette at the right end; those that do not fit are left out."""
        if self._line[0] == width:
            return self._line[1]
        shown: list[Line] = []
        ends: list[Line] = []
        for binding in self._offered():
            entry = self._entry(self.app.get_key_display(binding), binding.description, binding.action)
            (ends if binding.action in _AT_THE_END else shown).append(entry)
        right = Line()
        for entry in ends:
            right.join(entry).gap(2)
        left = Line().gap(1)
        for entry in shown:
            if left.width + entry.width + right.width + 2 <= width:
                left.join(entry).gap(2)
        made = left.to(width - right.width).join(right)
        self._line = (width, made)
        return made

    def _offered(self) -> Iterator[Binding]:
        """The first key of each action that the screen offers now."""
        if self.app.screen is not self.screen:
            return
        offers: Callable[[str], bool] = getattr(self.screen, "offers", lambda _: True)
        seen: set[str] = set()
        for _node, binding, enabled, _tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in seen:
                seen.add(binding.action)
                if enabled and offers(binding.action):
                    yield binding

    @staticmethod
    def _entry(key: str, description: str, action: str) -> Line:
        return Line().add(key, "key", action=action).gap(1).add(description, "text", action=action)

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        at = event.get_content_offset(self)
        action = self.line(self.size.width).action_at(at.x) if at else None
        if action:
            await self.screen.run_action(action)
