"""The sign and the colour of a need, and the keys that answer it."""

from collections.abc import Mapping

from cockpit.model.agents import AgentSession
from cockpit.rules import agent_words
from cockpit.rules.attention import KINDS, Need, NeedKind, Remedy
from cockpit.widgets.session_table import STYLES_OF_MARKS
from cockpit.widgets.view import Glyphs

REMEDY_KEYS: Mapping[Remedy, tuple[str, str]] = {
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
    "go-back": ("row.go", "go there"),
    "copy-command": ("row.copy", "copy command"),
    "go-there": ("row.details", "go there"),
    "edit": ("row.edit", "editor"),
    "limit": ("threshold.limit", "limits"),
    "install-hook": ("row.answer", "install"),
}
"""The action and the label for each remedy that a key can bring; where the menu has it, those of the menu."""


def mark_of(need: Need | None, glyphs: Glyphs) -> str:
    """The sign of a need, that of a session as it stands before its row; a tick where there is none."""
    if need is None:
        return glyphs.done
    value = (need.there or need).value
    if isinstance(value, AgentSession):
        return glyphs.of_session(agent_words.mark_of(value))
    return str(getattr(glyphs, _kind_of(need).glyph))


def style_of(need: Need | None) -> str:
    """The style of a need, that of a session as it stands before its row; that of what is well where there is none."""
    if need is None:
        return "ok"
    value = (need.there or need).value
    if isinstance(value, AgentSession):
        return STYLES_OF_MARKS[agent_words.mark_of(value)]
    return _kind_of(need).style


def _kind_of(need: Need) -> NeedKind:
    return KINDS[(need.there or need).kind]
