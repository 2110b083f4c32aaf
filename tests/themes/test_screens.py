"""In every theme, every text of the main screens can be read on the background it really stands on."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.style import Style
from textual.app import App
from textual.color import Color

from cockpit.themes import catalog
from tests.support.contrast import contrast, readable
from tests.support.handoff_projects import waiting
from tests.support.keyboard import settle, slowly, write_values
from tests.support.static_app import app_on

DRAWN = range(0x2500, 0x25A0)
"""Frames, bars and blocks: no text."""
HUES = [f"color({number})" for number in range(1, 7)]
"""Red, green, yellow, blue, magenta and cyan."""
SCREENS: dict[str, tuple[str, ...]] = {
    "dashboard": ("3", "home"),
    "help": ("question_mark",),
    "palette": ("escape", "ctrl+p"),
    "form": ("escape", "d", "x"),
    "ledger": ("escape", "L"),
    "wizard": ("escape", "h", "3"),
    "text of the wizard": ("7",),
    "checklist": ("escape", "r"),
    "prompt": ("p",),
}
"""The keys that lead to each screen from the one before."""
OPENED_ANEW = ("palette",)
"""Nobody sees these in two themes: choosing one closes them."""


class Seen(NamedTuple):
    """A text as it stands on the screen."""

    text: str
    style: Style


def texts(app: App[None]) -> Iterator[Seen]:
    """Every text on the screen. What a dialog dims behind itself is not to be read."""
    screen = app.screen
    for y, strip in enumerate(screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            text = "".join(letter for letter in segment.text if ord(letter) not in DRAWN).strip()
            if text and segment.style is not None and screen.get_widget_at(x, y)[0] is not screen:
                yield Seen(text, segment.style)
            x += segment.cell_length


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
    faults: dict[str, set[tuple[str, str]]] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        for screen, keys in SCREENS.items():
            await slowly(pilot, *keys)
            for theme in catalog.names():
                app.take_theme(theme)
                await slowly(pilot, *(keys if screen in OPENED_ANEW else ()))
                seen = list(texts(app))
                assert len(seen) > 5, f"{screen} is empty"
                wrong = {(why, each.text) for each in seen if (why := fault(theme, each.style))}
                if wrong:
                    faults[f"{theme}: {screen}"] = wrong
    assert faults == {}
