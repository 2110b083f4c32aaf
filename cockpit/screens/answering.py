"""The keys that change something, and why one of them cannot act now."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType

from cockpit.screens.work_keys import WorkKeys

KEYS = (
    ("a", "acknowledge", "acknowledge", "Acknowledge the alert: the agent may go on"),
    ("A", "acknowledge_with_note", "with note", "Acknowledge the alert, with a note"),
    ("x", "resolve", "resolve", "Resolve the blocker, tick the todo, raise the limit"),
    ("s", "snooze", "snooze", "Keep the metric quiet on your screen; the agent is not told"),
    ("l", "limit", "limit", "Change the value at which a level begins"),
    ("W", "withdraw", "withdraw", "Withdraw the acknowledgment: the agent asks again"),
    ("X", "reset_alerts", "reset alerts", "Withdraw all acknowledgments"),
    ("d", "decide", "decision", "Record a decision"),
    ("b", "block", "blocker", "Record a blocker"),
    ("t", "todo", "todo", "Add a todo"),
    ("E", "reword", "reword", "Change the text of the decision, blocker or todo"),
    ("m", "move", "move", "Change status, phase, plan, task or next action"),
    ("c", "complete", "complete", "A task, plan, phase or session is complete"),
    ("u", "undo", "undo", "Undo the last change made with cockpit"),
    ("U", "redo", "redo", "Do the undone change again"),
    ("D", "review", "review", "Show the diff of each change before it is written, or no longer"),
    ("L", "ledger", "ledger", "What was changed with cockpit, when and by whom"),
)
"""Key, action, word for the footer, and what it does."""

IN_FOOTER = ("acknowledge", "resolve", "undo")
"""The ones the footer shows."""


class Answering(WorkKeys):
    """What the dashboard can change. The dashboard says which track, pane and row a key is about."""

    ANSWERS: ClassVar[list[BindingType]] = [
        Binding(key, action, word, show=action in IN_FOOTER, id=f"answer.{action.replace('_', '-')}", tooltip=does)
        for key, action, word, does in KEYS
    ]

    def why_not(self, action: str) -> str | None:
        """Why a key cannot act now, as one sentence; None where it can."""
        if action not in ACTIONS:
            return None
        if self.track is None:
            return "There is no agent state here."
        if self.app.read_only and action not in ("ledger", "review"):
            return "Cockpit was opened read-only."
        check = _CONDITIONS.get(action)
        return check(self) if check is not None else None


def keys_by_action(keymap: Mapping[str, str]) -> dict[str, str]:
    """The first key of each action, as the person has mapped it."""
    chosen = {action: keymap.get(f"answer.{action.replace('_', '-')}", key) for key, action, _, _ in KEYS}
    return {action: keys.split(",")[0].strip() for action, keys in chosen.items()}


ACTIONS = frozenset(action for _, action, _, _ in KEYS)
"""Every action that changes something, or shows what was changed."""
_CONDITIONS: dict[str, Callable[[Answering], str | None]] = {
    "acknowledge": Answering.why_not_acknowledge,
    "acknowledge_with_note": Answering.why_not_acknowledge,
    "snooze": Answering.why_not_threshold,
    "limit": Answering.why_not_threshold,
    "withdraw": Answering.why_not_withdraw,
    "resolve": Answering.why_not_resolve,
    "reword": Answering.why_not_reword,
}
