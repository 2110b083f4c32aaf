"""The sign and the colour of each kind of need."""

from collections.abc import Mapping

from cockpit.rules.attention import Need, Remedy
from cockpit.widgets.view import Glyphs

_SHOWN = {
    "stop": ("stop", "stop"),
    "alert": ("alert", "alert"),
    "lapsed": ("alert", "alert"),
    "question": ("question", "accent"),
    "agent-waits": ("question", "accent"),
    "agent-failed": ("failed", "stop"),
    "escalated": ("blocked", "stop"),
    "blocker": ("blocked", "warning"),
    "failed": ("failed", "stop"),
    "error": ("error", "warning"),
    "handoff": ("handoff", "accent"),
    "taken-back": ("error", "warning"),
    "damaged": ("error", "stop"),
    "blocked": ("blocked", "warning"),
    "disagree": ("alert", "warning"),
    "ended": ("note", "accent"),
    "silent": ("note", "accent"),
    "agent-may": ("note", "warning"),
    "agent-idle": ("note", "accent"),
    "asked": ("question", "accent"),
    "finished": ("note", "accent"),
}
"""Glyph and style by kind; what waits in another track has those of its kind there."""

ANSWERS: Mapping[Remedy, tuple[str, str]] = {
    "acknowledge": ("row.answer", "acknowledge"),
    "raise-limit": ("row.answer", "change limits"),
    "withdraw": ("row.more", "more"),
    "answer": ("row.answer", "answer"),
    "reset-retries": ("row.answer", "reset retries"),
    "resolve": ("row.answer", "resolve"),
    "identify": ("row.answer", "confirm"),
    "hand-off": ("handoff.write", "hand off"),
    "resume": ("row.answer", "resume"),
    "archive": ("row.answer", "resume"),
    "review": ("row.answer", "review"),
    "move": ("row.answer", "retry"),
    "put-away": ("row.answer", "archive"),
    "snooze": ("row.more", "more"),
    "close": ("row.answer", "close"),
    "open": ("row.details", "details"),
    "go-back": ("row.copy", "copy command"),
}
"""The action and the label for each remedy that a key can bring; where the menu has it, those of the menu."""
GOING_THERE = ("row.details", "go there")
"""The same for what waits in another track."""
OPENING = ("row.edit", "editor")
"""The same for a file that cannot be read."""


def mark_of(need: Need | None, glyphs: Glyphs) -> str:
    """The sign of a need; a tick where there is none."""
    return str(getattr(glyphs, _shown(need)[0])) if need is not None else glyphs.done


def style_of(need: Need | None) -> str:
    """The style of a need; that of what is well where there is none."""
    return _shown(need)[1] if need is not None else "ok"


def _shown(need: Need) -> tuple[str, str]:
    return _SHOWN[(need.there or need).kind]
