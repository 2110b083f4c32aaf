"""The verbs that few systems have, by example, with the sentence with which the others refuse them."""

from cockpit.model import intents as verbs
from cockpit.model.intents import Intent

_QUESTIONS = "keeps no open questions; its handoff tells them."


def unsupported(name: str) -> tuple[tuple[Intent, str], ...]:
    """The examples, as the system of that name refuses them."""
    refusals: tuple[tuple[Intent, str], ...] = (
        (verbs.SetPosition(phase="2"), "sets its position part by part; `cockpit move PART VALUE` does."),
        (verbs.Identify(blocker="No keys"), "knows no blockers that are only reported."),
        (verbs.RecordCrash(), "does not record that an agent crashed; `cockpit resume` goes on where it stopped."),
        (verbs.NoteImplementation(text="One queue"), "keeps no list of what was implemented; its handoff tells it."),
        (verbs.AddQuestion(text="Which queue?"), _QUESTIONS),
        (verbs.CloseQuestion(text="Which queue?"), _QUESTIONS),
        (verbs.RecordVerification(passed=True), "has no place for what a verification flags."),
    )
    return tuple((intent, f"{name} {sentence}") for intent, sentence in refusals)
