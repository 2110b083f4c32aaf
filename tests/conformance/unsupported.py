"""The verbs that few systems have, by example, with the message with which the others refuse them."""

from cockpit.model import intents as verbs
from cockpit.model.intents import Intent
from cockpit.wording.messages import Message


def unsupported(name: str) -> tuple[tuple[Intent, Message], ...]:
    """The examples, as the system of that name refuses them."""
    questions = "does not record open questions. See its handoff."
    refusals: tuple[tuple[Intent, str, str], ...] = (
        (verbs.CountPhases(phases="5"), "number-of-phases", "has no verb that sets the number of phases."),
        (verbs.SetPosition(phase="2"), "whole-position", "does not record phase-name, plan-name or wave."),
        (verbs.Identify(blocker="No keys"), "reported-blockers", "has no blockers with the status new."),
        (verbs.RecordCrash(), "crashes", "does not record crashes. Continue with `cockpit resume`."),
        (verbs.NoteImplementation(text="One"), "implementations", "has no list of implementations. See its handoff."),
        (verbs.AddQuestion(text="Which queue?"), "questions", questions),
        (verbs.CloseQuestion(text="Which queue?"), "questions", questions),
        (verbs.RecordVerification(passed=True), "verifications", "does not record what a verification flags."),
    )
    return tuple((intent, Message(f"systems.has-no-{what}", f"{name} {words}")) for intent, what, words in refusals)
