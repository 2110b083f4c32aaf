"""The styles lines are painted in, by name, taken from the theme's colours.

A theme gives these colours as variables (`$cockpit-muted`); a theme that does not know us gets the defaults below.
"""

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color

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
