"""The command palette: every action by name, made from the bindings, the tracks and the themes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from cockpit.rules.printable import printable
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.project_app import ProjectApp

_NAME = 24
"""Cells of the column of names."""
_FRAME = 8
"""Cells the palette spends on borders, blanks and the scrollbar."""


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of the palette: its name, the key that does the same, what it does, and the doing."""

    name: str
    key: str
    does: str
    run: Callable[[], object]

    def shown(self, name: Content, width: int) -> Content:
        """The entry's one line, cut to a width."""
        blanks = " " * max(1, _NAME - name.cell_length)
        return Content.assemble(
            Content.styled(f"{self.key:>5}  ", "$cockpit-key"),
            name,
            blanks,
            Content.styled(self.does, "$cockpit-muted"),
        ).truncate(width, ellipsis=True)


class Everything(Provider):
    """All that a person can do now."""

    async def discover(self) -> Hits:
        """Everything, before a letter was typed."""
        for command in self._commands():
            yield DiscoveryHit(command.shown(Content(command.name), self._width), command.run, text=command.name)

    async def search(self, query: str) -> Hits:
        """What matches the typed letters."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = max(matcher.match(command.name), 0.7 * matcher.match(command.does))
            if score > 0:
                shown = command.shown(matcher.highlight(command.name), self._width)
                yield Hit(score, shown, command.run, text=command.name)

    @property
    def _width(self) -> int:
        return min(90, self.app.size.width) - _FRAME

    def _commands(self) -> Iterator[Command]:
        screen = self.screen
        if isinstance(screen, Dashboard):
            for prefix in ("answer.", "dashboard.", "pane.", "app."):
                yield from _keys(screen, prefix)
            yield from _tracks(screen)
        app = cast(ProjectApp, self.app)
        for name in app.theme_names():
            yield Command(f"Theme {name}", "", "Change the colours", partial(app.choose_theme, name))


def _keys(screen: Dashboard, prefix: str) -> Iterator[Command]:
    """One command a binding; those that cannot act now are left out."""
    seen = set()
    for node, binding, enabled, _tooltip in screen.active_bindings.values():
        known = binding.id is not None and binding.id.startswith(prefix) and binding.id != "dashboard.palette"
        if not known or not enabled or binding.action in seen or screen.why_not(binding.action):
            continue
        seen.add(binding.action)
        name = binding.description[:1].upper() + binding.description[1:]
        run = partial(screen.app.run_action, binding.action, default_namespace=node)
        yield Command(name, screen.app.get_key_display(binding), binding.tooltip, run)


def _tracks(screen: Dashboard) -> Iterator[Command]:
    project = screen.app.project
    for track in project.tracks if project is not None and len(project.tracks) > 1 else ():
        title = printable(track.title or "Untitled")
        yield Command(f"Track {title}", "", printable(track.path), partial(screen.choose_track, track.key))
