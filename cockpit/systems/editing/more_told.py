"""What only some systems have a place for: whole verbs, and what others can be told beside. The rest refuse it, so that
nothing is lost.
"""

from collections.abc import Mapping
from typing import Any

from cockpit.model import intents as verbs
from cockpit.model.errors import Refused
from cockpit.model.intents import Intent
from cockpit.rules.wording import listed

_MORE: Mapping[type[Any], Mapping[str, str]] = {
    verbs.Complete: {"completed": "what a session did", "issues": "what it met", "context": "how much context it used"},
    verbs.StartSession: {"agent": "whose session it is", "working_on": "what it works at"},
    verbs.Block: {"tasks": "the tasks that a blocker blocks"},
    verbs.Bypass: {"tasks": "the tasks that this leaves"},
}
"""By verb the fields, and what they tell."""

HAVE_NOT: Mapping[type[Any], str] = {
    verbs.SetPosition: "sets its position part by part; `cockpit move PART VALUE` does",
    verbs.Identify: "knows no blockers that are only reported",
    verbs.RecordCrash: "does not record that an agent crashed; `cockpit resume` goes on where it stopped",
    verbs.NoteImplementation: "keeps no list of what was implemented; its handoff tells it",
    **dict.fromkeys((verbs.AddQuestion, verbs.CloseQuestion), "keeps no open questions; its handoff tells them"),
    verbs.RecordVerification: "has no place for what a verification flags",
}
"""Verbs that few systems have, and what the others say of them behind their name."""


def refuse_more(name: str, intent: Intent) -> None:
    """Raise Refused where an intent tells what the system of that name has no place for."""
    given = [told for field, told in _MORE.get(type(intent), {}).items() if getattr(intent, field) not in (None, ())]
    if given:
        raise Refused(f"{name} has no place for {listed(given)}; leave it out.")
