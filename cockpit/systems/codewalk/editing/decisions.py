"""Recording decisions (seed, "Decision Format")."""

from cockpit.model import Track
from cockpit.model.intents import Decide
from cockpit.systems.codewalk.editing.adding import add
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_option, checked_text

TOUCHES = frozenset({"decisions", "findings", "extra"})


def decide(desk: Desk, intent: Decide) -> Outcome:
    """Record a decision: where it was needed, what was decided, why, instead of what, whether it can be undone."""
    text = checked_text(intent.text, "decision")
    outcome = checked_option(intent.outcome, "outcome")
    if any(each.text == text for each in desk.before.decisions):
        return Outcome(sentence=f"The decision stands there already: {text}")
    others = [checked_text(each, "alternative") for each in intent.alternatives]
    reason = checked_option(intent.reason, "reason")
    told = "; ".join(filter(None, (reason, outcome))) or None
    fields = {
        "date": desk.today,
        "context": checked_option(intent.context, "context") or ...,
        "decision": text,
        "reason": told or ...,
        "alternatives_considered": others or ...,
        "reversible": ... if intent.reversible is None else intent.reversible,
    }
    add(desk, "decisions", fields)

    def holds(track: Track) -> bool:
        found = [each for each in track.decisions if each.text == text]
        return len(track.decisions) == len(desk.before.decisions) + 1 and any(
            (each.reason, each.alternatives, each.reversible, each.date)
            == (told, tuple(others), intent.reversible, desk.today)
            for each in found
        )

    remarks = (
        () if outcome is None else ("The outcome stands behind the reason: a decision here has no field of its own.",)
    )
    return Outcome(sentence=f"Recorded the decision: {text}", remarks=remarks, touches=TOUCHES, holds=holds)
