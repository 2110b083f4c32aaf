"""In every theme, every text of the main screens can be read on the background it really stands on."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rich.style import Style
from textual.app import App
from textual.color import Color

from cockpit.themes import catalog
from tests.support.contrast import contrast, readable
from tests.support.handoff_projects import waiting
from tests.support.keyboard import seen, settle, slowly, write_values
from tests.support.static_app import app_on

DRAWN = range(0x2500, 0x25A0)
"""Frames, bars and blocks: no text."""
HUES = [f"color({number})" for number in range(1, 7)]
"""Red, green, yellow, blue, magenta and cyan."""
SCREENS: dict[str, tuple[str, ...]] = {
    "3 Thresholds": ("3", "home"),
    "Record a decision": ("n", "d", "x"),
    "Which tasks are done": ("escape", "h", "3"),
    "Checklist": ("escape", "r"),
}
"""What stands on each screen, and the keys that lead to it from the one before."""


def faults_of(app: App[None], theme: str) -> Iterator[tuple[str, str]]:
    """What cannot be read on the screen, and why. What a dialog dims behind itself is not to be read."""
    screen = app.screen
    for y, strip in enumerate(screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            text = "".join(letter for letter in segment.text if ord(letter) not in DRAWN).strip()
            why = fault(theme, segment.style) if text and segment.style is not None else None
            if why is not None and screen.get_widget_at(x, y)[0] is not screen:
                yield why, text
            x += segment.cell_length


@cache
def fault(theme: str, style: Style) -> str | None:
    """What is wrong with text in that style; None where it can be read."""
    if style.color is None or style.bgcolor is None:
        return "no colour"
    if theme == catalog.TERMINAL:
        return terminal_fault(style, style.color.name, style.bgcolor.name)
    text, behind = Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)
    ratio = contrast(text, behind)
    if style.dim or ratio < readable(theme):
        return f"{text.hex} on {behind.hex}: {ratio:.2f}{' dim' if style.dim else ''}"
    return None


def terminal_fault(style: Style, text: str, behind: str) -> str | None:
    """Nobody knows what the terminal's colours look like: only the six hues and the default stand on the default."""
    known = behind == "default" and (text == "default" or (text in HUES and not style.dim))
    return None if known else f"{text} on {behind}{' dim' if style.dim else ''}"


async def test_every_text_on_every_screen_can_be_read(tmp_path: Path) -> None:
    root = waiting(tmp_path / "lighthouse")
    write_values(root, cost=61, context_percent=42)
    app = app_on(root, agent=("claude",))
    faults: set[tuple[str, str, str, str]] = set()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for screen, keys in SCREENS.items():
            await slowly(pilot, *keys)
            assert screen in seen(app)
            for theme in catalog.names():
                app.take_theme(theme)
                await settle(pilot)
                faults |= {(theme, screen, *wrong) for wrong in faults_of(app, theme)}
    assert faults == set()
