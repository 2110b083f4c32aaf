"""Frames are drawn where a test comes to rest, not each on the way there.

An app without a terminal draws every frame, and throws it away; a key makes several. That was a fifth of the time of
all tests of screens. What a person sees in the end is drawn as in a terminal: only what was said to be another, so that
what nobody refreshed stays on screen as it was. Tests that measure drawing ask for every frame (`drawn`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.geometry import Region
from textual.pilot import Pilot

_render = Compositor.render_update
_pause = Pilot.pause


def _later(
    compositor: Compositor, full: bool = False, screen_stack: list[Any] | None = None, simplify: bool = False
) -> Any:
    """As the compositor's own, but for a part of a frame: what is to be drawn is remembered."""
    return _render(compositor, full, screen_stack, simplify) if full else None


async def _drawing_pause(pilot: Pilot[Any], delay: float | None = None) -> None:
    await _pause(pilot, delay)
    if pilot.app.screen_stack:
        _draw(pilot.app.screen._compositor, pilot.app._background_screens)


def _draw(compositor: Compositor, screen_stack: list[Any]) -> None:
    """Let each widget draw what is to be drawn of it; what the frame is then made of is thrown away anyway."""
    screen, regions = compositor.size.region, compositor._dirty_regions.copy()
    compositor._dirty_regions.clear()
    if regions:
        visible_screen_stack.set(screen_stack)
        crop = screen if screen in regions else Region.from_union(regions).intersection(screen)
        for _ in compositor._get_renders(crop):
            pass


def use() -> None:
    """Let every app without a terminal draw only where it is at rest."""
    Compositor.render_update = _later  # type: ignore[method-assign]
    Pilot.pause = _drawing_pause  # type: ignore[method-assign]


@contextmanager
def drawn() -> Iterator[None]:
    """Every frame is drawn, as in a terminal."""
    with mock.patch.object(Compositor, "render_update", _render):
        yield
