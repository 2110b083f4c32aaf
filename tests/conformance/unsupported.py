"""The verbs that few systems have, by example, with the message with which the others refuse them."""

from cockpit.model import intents as verbs
from cockpit.model.intents import Intent
from cockpit.wording.messages import Message


def unsupported(name: str) -> tuple[tuple[Intent, Message], ...]:
    """The examples, as the system of that name refuses them."""
    refusals: tuple[tuple[Intent, str], ...] = (
        (verbs.CountPhases(phases="5"), "systems.has-no-number-of-phases"),
        (verbs.SetPosition(phase="2"), "systems.has-no-whole-position"),
        (verbs.Identify(blocker="No keys"), "systems.has-no-reported-blockers"),
        (verbs.RecordCrash(), "systems.has-no-crashes"),
        (verbs.NoteImplementation(text="One queue"), "systems.has-no-implementations"),
        (verbs.AddQuestion(text="Which queue?"), "systems.has-no-questions"),
        (verbs.CloseQuestion(text="Which queue?"), "systems.has-no-questions"),
        (verbs.RecordVerification(passed=True), "systems.has-no-verifications"),
    )
    return tuple((intent, Message(code, system=name)) for intent, code in refusals)
