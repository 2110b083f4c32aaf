"""Reads themes: a TOML file names Textual's colours under `[colors]` and cockpit's own under `[cockpit]`."""

import tomllib
from pathlib import Path
from typing import Any

from textual.color import Color, ColorParseError
from textual.theme import BUILTIN_THEMES, Theme

from cockpit.themes.catalog import find

COLORS = ("background", "surface", "panel", "foreground", "primary", "secondary", "accent", "success", "warning",
          "error")  # fmt: skip
"""What a theme's `[colors]` must name."""

OWN = ("muted", "ok", "warning", "alert", "stop", "key", "link", "track", "line", "line-focus", "cursor", "bar")
"""What a theme's `[cockpit]` may name."""


class ThemeError(ValueError):
    """A theme that cannot be used: a stable code, and the sentence that says why."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


def load(name: str, *folders: Path) -> Theme:
    """The theme of that name; the person's folders come before cockpit's own. Raises ThemeError."""
    path = find(name, *folders)
    if path is None:
        raise ThemeError("themes.no-such-theme", f"No theme {name!r}. `cockpit --theme ?` lists the themes.")
    return read(path)


def read(path: Path) -> Theme:
    """The theme in a file. Raises ThemeError where it is no TOML, lacks a colour or names one that does not exist."""
    raw = _toml(path)
    colors = _colors(path, raw.get("colors"), "colors", COLORS)
    missing = [name for name in COLORS if name not in colors]
    if missing:
        raise ThemeError("themes.colour-missing", f"The theme {path.name} names no {missing[0]} under [colors].")
    own = _colors(path, raw.get("cockpit", {}), "cockpit", OWN)
    theme = Theme(
        name=path.stem,
        primary=colors["primary"],
        dark=raw.get("dark") is not False,
        ansi=raw.get("ansi") is True,
        variables=_needed(raw, colors) | {f"cockpit-{name}": colour for name, colour in own.items()},
    )
    for name in COLORS:
        setattr(theme, name, colors[name])
    return theme


def _needed(raw: dict[str, Any], colors: dict[str, str]) -> dict[str, str]:
    """What Textual's own styles ask of a theme: of one that uses the terminal's colours as its own such themes have it,
    of others what makes selected text readable."""
    if raw.get("ansi") is not True:
        behind = Color.parse(colors["primary"]).with_alpha(0.35).hex
        behinds = dict.fromkeys(("screen-selection-background", "input-selection-background"), behind)
        return behinds | {"screen-selection-foreground": colors["foreground"]}
    return dict(BUILTIN_THEMES["ansi-light" if raw.get("dark") is False else "ansi-dark"].variables)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        reason = error.strerror or "unknown error"
    except UnicodeDecodeError as error:
        raise ThemeError("themes.no-utf-8", f"The theme {path.name} cannot be read: it is not UTF-8 text.") from error
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except RecursionError as error:
        raise ThemeError(
            "themes.nested-too-deeply", f"The theme {path.name} cannot be read: it is nested too deeply."
        ) from error
    raise ThemeError("themes.unreadable", f"The theme {path.name} cannot be read: {reason}.")


def _colors(path: Path, table: object, heading: str, known: tuple[str, ...]) -> dict[str, str]:
    if not isinstance(table, dict):
        raise ThemeError("themes.table-missing", f"The theme {path.name} has no [{heading}] table.")
    for name, colour in table.items():
        if name not in known:
            text = f"The theme {path.name} names {name!r}, which is not one of {', '.join(known)}."
            raise ThemeError("themes.unknown-name", text)
        try:
            Color.parse(colour)
        except (ColorParseError, TypeError, AttributeError) as error:
            text = f"The theme {path.name} gives {name} the colour {colour!r}, which is not a colour."
            raise ThemeError("themes.no-colour", text) from error
    return dict(table)
