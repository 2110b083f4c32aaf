"""The last line: what the keys do here and now, drawn from the screen's active bindings.

The stock footer holds a widget for each key, makes them anew at every change of focus and leaks them; this one is a
single painted line.
"""

from textual import events
from textual.screen import Screen
from textual.strip import Strip

from widgets.line import Line
from widgets.painted import Painted

_AT_THE_END = ("help", "app.command_palette")


class Footer(Painted):
    """The keys that matter here; one that cannot act now stands dimmed; a click does what the key does."""

    def __init__(self) -> None:
        super().__init__(id="footer")
        self._line: tuple[int, Line] = (-1, Line())

    def on_mount(self) -> None:
        """Follow the screen's bindings."""
        self.screen.bindings_updated_signal.subscribe(self, self._bindings_changed)

    def _bindings_changed(self, _screen: Screen[object]) -> None:
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
        seen: set[str] = set()
        for _node, binding, enabled, _tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in seen:
                seen.add(binding.action)
                can = enabled and self._why_not(binding.action) is None
                entry = self._entry(self.app.get_key_display(binding), binding.description, binding.action, can)
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

    def _why_not(self, action: str) -> str | None:
        """Why the screen says that a key cannot act now."""
        ask = getattr(self.screen, "why_not", None)
        return ask(action) if ask is not None else None

    @staticmethod
    def _entry(key: str, description: str, action: str, enabled: bool) -> Line:
        return (
            Line()
            .add(key, "key" if enabled else "muted", action=action)
            .gap(1)
            .add(description, "text" if enabled else "muted", action=action)
        )

    def render_line(self, y: int) -> Strip:
        """The one line."""
        return self.paint(self.line(self.size.width) if y == 0 else Line(), self.size.width, "bar")

    async def on_click(self, event: events.Click) -> None:
        """Do what the key does."""
        at = event.get_content_offset(self)
        action = self.line(self.size.width).action_at(at.x) if at else None
        if action:
            await self.screen.run_action(action)
