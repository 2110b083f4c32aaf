"""The sign and the colour of each kind of need."""

from cockpit.rules.attention import Need
from cockpit.widgets.view import Glyphs

_SHOWN = {
    "stop": ("stop", "stop"),
    "alert": ("alert", "alert"),
    "lapsed": ("alert", "alert"),
    "question": ("question", "accent"),
    "escalated": ("blocked", "stop"),
    "blocker": ("blocked", "warning"),
    "failed": ("failed", "stop"),
    "error": ("error", "warning"),
    "handoff": ("handoff", "accent"),
    "taken-back": ("error", "warning"),
    "damaged": ("error", "stop"),
    "blocked": ("blocked", "warning"),
    "disagree": ("alert", "warning"),
    "ended": ("handoff", "accent"),
    "silent": ("note", "accent"),
    "asked": ("question", "accent"),
    "finished": ("done", "accent"),
}
"""Glyph and style by kind; what waits in another track has those of its kind there."""


def mark_of(need: Need | None, glyphs: Glyphs) -> str:
    """The sign of a need; a tick where there is none."""
    return str(getattr(glyphs, _shown(need)[0])) if need is not None else glyphs.done


def style_of(need: Need | None) -> str:
    """The style of a need; that of what is well where there is none."""
    return _shown(need)[1] if need is not None else "ok"


def _shown(need: Need) -> tuple[str, str]:
    return _SHOWN[need.there or need.kind]
