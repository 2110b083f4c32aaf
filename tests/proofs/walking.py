"""Walking through every screen of the program in process, and looking at all that is painted."""

from pathlib import Path

from textual.pilot import Pilot

from cockpit.app import CockpitApp
from tests.proofs.poison import harmless
from tests.support.keyboard import press
from tests.support.static_app import app_on

DETAILS: tuple[tuple[str, ...], ...] = tuple((digit, "enter", "escape") for digit in "123456789")
"""A row of each pane, shown whole."""
WALK: tuple[tuple[str, ...], ...] = (
    *DETAILS,
    *((digit, "z", "y", "z") for digit in "123456789"),
    ("question_mark", "escape"),
    ("ctrl+p", "escape"),
    ("a", "escape"),
    ("m", "escape"),
    ("m", "c", "escape"),
    ("f", *"show each diff", "enter", "6", "n", *"note", "enter", "escape", "f", *"show each diff", "enter"),
    ("6", "n", *"now", "enter"),
    ("8", "a"),
    ("u", "escape"),
    ("L", "enter", "escape", "escape"),
    ("h", "2", "3", "4", "5", "6", "7", "escape"),
    ("r", "enter", "y", "p", "n", "y", "escape", "escape"),
)
"""Panes whole and zoomed, help, palette, dialogs, a diff, toasts, undo, ledger, wizard, checklist and prompt."""

SHORT = (
    WALK[0],
    WALK[13],
    *WALK[18:23],
    ("f", *"diff", "enter", "6", "n", "x", "enter", "escape", "f", *"diff", "enter"),
    ("6", "n", "x", "enter"),
    *WALK[25:],
)
"""The same, of the panes only two, and with shorter words."""


class Looker:
    """Looks at each screen, and keeps what it showed and copied."""

    def __init__(self, app: CockpitApp) -> None:
        self._app = app
        self.screens = 0
        self.shown: dict[str, str] = {}
        self.copied: list[str] = []
        app.copy_to_clipboard = self.copied.append  # type: ignore[method-assign]

    def look(self, keys: str) -> None:
        """Fails where something on the screen would act on a terminal, or on the program when it is clicked."""
        strips = self._app.screen._compositor.render_strips()
        for strip in strips:
            for segment in strip:
                harmless(segment.text, keys)
                style = segment.style
                assert style is None or style.link is None, (keys, segment)
                assert style is None or "quit" not in str(style.meta.get("@click")), (keys, segment)
        harmless(f"{self._app.title}{self._app.sub_title}", "the title")
        self.screens += 1
        self.shown[keys] = "\n".join(strip.text.rstrip() for strip in strips)


async def walk(folder: Path, steps: tuple[tuple[str, ...], ...] = WALK, size: tuple[int, int] = (120, 40)) -> Looker:
    """Go through the program on a project. Fails where a screen shows what it must not, or the program ends."""
    app = app_on(folder)
    looker = Looker(app)
    async with app.run_test(size=size) as pilot:
        await press(pilot)
        looker.look("")
        for keys in steps:
            for place, key in enumerate(keys):
                await press(pilot, key)
                looker.look(f"{' '.join(keys[:place])} {key}".strip())
            await _back(pilot, looker)
        assert app.is_running
    for text in looker.copied:
        harmless(text, "copied")
    return looker


async def _back(pilot: Pilot[None], looker: Looker) -> None:
    """To the dashboard, from whatever a dialog that came or did not come left open."""
    while len(pilot.app.screen_stack) > 2:
        await press(pilot, "escape")
        looker.look("escape")
