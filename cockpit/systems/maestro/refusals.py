"""What is not done to Maestro's sessions, and the way there is instead."""

from typing import Any

from cockpit.model import intents as verbs
from cockpit.model.errors import Refused
from cockpit.model.intents import Intent
from cockpit.systems.editing.more_told import HAVE_NOT
from cockpit.systems.interface import System

_ONLY_RETRIES = "counts only retries; `retry reset` counts them anew, a person's decision"
_KEEPS_NO_LISTS = "keeps no decisions, todos or blockers; tell the agent, or write it into the session's log by hand"
_INSTEAD: dict[type[Any], str] = {
    **HAVE_NOT,
    **dict.fromkeys(
        (verbs.Acknowledge, verbs.Withdraw, verbs.ResetAlerts, verbs.SetValue, verbs.SetLimit, verbs.FireTrigger),
        _ONLY_RETRIES,
    ),
    **dict.fromkeys(
        (verbs.Decide, verbs.Block, verbs.Unblock, verbs.Bypass, verbs.AddTodo, verbs.TickTodo, verbs.Reword),
        _KEEPS_NO_LISTS,
    ),
    verbs.Answer: "reads no answer from its files; answer where the agent runs",
    verbs.StartSession: "begins a session with its plan; `cockpit init maestro --plan FILE` writes one",
    verbs.Migrate: "has one form of its session; there is nothing to bring up to date",
}


def refusal(system: System, intent: Intent) -> Refused:
    """Why an intent is not carried out."""
    return Refused(f"{system.name} {_INSTEAD[type(intent)]}.")
