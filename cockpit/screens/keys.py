"""The keys that change something or show what was changed, as plain data."""

from collections.abc import Container, Mapping

from textual.binding import ActiveBinding, Binding
from textual.keys import KEY_DISPLAY_ALIASES, format_key

KEYS = (
    ("a", "acknowledge", "acknowledge", "Acknowledge the alert: the agent may go on"),
    ("A", "acknowledge_with_note", "with note", "Acknowledge the alert, with a note"),
    (
        "x",
        "resolve",
        "resolve",
        "Resolve the blocker or error, answer the question, reset retries, tick the todo, raise the limit",
    ),
    ("s", "snooze", "snooze", "Keep the metric quiet on your screen; the agent is not told"),
    ("l", "limit", "limit", "Change the value at which a level begins"),
    ("W", "withdraw", "withdraw", "Withdraw the acknowledgment: the agent asks again"),
    ("X", "reset_alerts", "reset alerts", "Reset the alerts: withdraw every acknowledgment"),
    ("d", "decide", "decision", "Record a decision"),
    ("b", "block", "blocker", "Record a blocker"),
    ("t", "todo", "todo", "Add a todo"),
    ("E", "reword", "reword", "Change the text of the decision, blocker or todo"),
    ("m", "move", "move", "Change status, phase, plan, task, next action; retry or skip a phase"),
    ("c", "complete", "complete", "A task, plan, phase or session is complete"),
    ("h", "hand_off", "hand off", "Leave a handoff, so that a fresh agent can go on; the wizard proposes it"),
    ("r", "resume", "resume", "Check what the handoff claims, and go on with a fresh agent"),
    ("P", "archive", "archive", "Put the finished track away, after showing what goes where"),
    ("u", "undo", "undo", "Undo the last change made with cockpit, after showing it"),
    ("U", "redo", "redo", "Do the undone change again, after showing it"),
    ("D", "review", "review", "Show the diff of each change before it is written, or no longer"),
    ("L", "ledger", "ledger", "What was changed with cockpit, when and by whom"),
)
"""Key, action, word for the footer, and what it does."""

_ELSEWHERE = (("e", "edit", "dashboard.edit"), ("enter", "details", "dashboard.details"), ("x", "run", "prompt.run"))
"""Keys of one screen that are named on another: the usual key, the action, and how the settings name it."""

NO_KEY = "none"
"""What an action is bound to that lost its key to another: no key has this name."""

IN_FOOTER = ("acknowledge", "resolve", "move", "resume", "hand_off", "archive", "undo", "redo")
"""The ones the footer shows."""

HISTORY = frozenset({"undo", "redo", "review", "ledger"})
"""Those that are about what was done; they need no track."""

LOOKING = frozenset({"ledger", "resume"})
"""Those that only show something, so that they act where nothing may be changed."""

PERSONAL = frozenset({"acknowledge", "acknowledge_with_note", "snooze", "limit", "withdraw", "reset_alerts"})
"""Those that only a person may carry out."""

ACTIONS = frozenset(action for _, action, _, _ in KEYS)
"""Every action that changes something, or shows what was changed."""


def bindings(actions: Container[str] = ACTIONS, in_footer: Container[str] = IN_FOOTER) -> list[Binding]:
    """The bindings of some actions; the footer shows those `in_footer`."""
    return [
        Binding(key, action, word, show=action in in_footer, id=binding_id(action), tooltip=does)
        for key, action, word, does in KEYS
        if action in actions
    ]


def binding_id(action: str) -> str:
    """How the settings name a key."""
    return f"answer.{action.replace('_', '-')}"


def keys_by_action(keymap: Mapping[str, str]) -> dict[str, str]:
    """The first key of each action that has one, in words, as the person has mapped it."""
    named = (*((key, action, binding_id(action)) for key, action, _, _ in KEYS), *_ELSEWHERE)
    chosen = {action: keymap.get(name, key) for key, action, name in named}
    return {action: spoken(keys.split(",")[0]) for action, keys in chosen.items() if keys != NO_KEY}


def key_in(active: Mapping[str, ActiveBinding], name: str) -> str:
    """The key, in words, of the action that the settings call so, among the bindings of a screen."""
    bound = (each.binding for each in active.values())
    return spoken(next((each.key for each in bound if each.id == name), NO_KEY))


def spoken(key: str) -> str:
    """A key as a sentence names it: `Enter`, `Esc`, `Ctrl+S`, `F8`, `?`."""
    shown = format_key(key)
    if len(shown) == 1 and key not in KEY_DISPLAY_ALIASES:
        return shown
    return "+".join(part.capitalize() for part in key.replace("escape", "esc").split("+"))
