"""Decisions: recorded (seed, "Decision Format"); and other words for a decision or a blocker."""

from collections.abc import Sequence

from cockpit.model import Blocker, Decision, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Decide, Reword
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.blocker_editing import TOUCHES, find_blocker
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.wording.messages import Message

_TOUCHES = frozenset({"decisions", "findings", "extra"})


def decide(edit: EditSession, intent: Decide) -> Outcome:
    """Record a decision: where it was needed, what was decided, why, instead of what, whether it can be undone."""
    text = checked_text(intent.text, "decision")
    outcome = checked_option(intent.outcome, "outcome")
    if any(each.text == text for each in edit.before.decisions):
        return Outcome(sentence=Message("systems.decision-there-already", text=text))
    others = [checked_text(each, "alternative") for each in intent.alternatives]
    reason = "; ".join(filter(None, (checked_option(intent.reason, "reason"), outcome))) or None
    fields = {
        "date": edit.today,
        "context": checked_option(intent.context, "context") or ...,
        "decision": text,
        "reason": reason or ...,
        "alternatives_considered": others or ...,
        "reversible": ... if intent.reversible is None else intent.reversible,
    }
    edit.add("decisions", fields)

    def holds(track: Track) -> bool:
        found = [each for each in track.decisions if each.text == text]
        return len(track.decisions) == len(edit.before.decisions) + 1 and any(
            (each.reason, each.alternatives, each.reversible, each.date)
            == (reason, tuple(others), intent.reversible, edit.today)
            for each in found
        )

    return Outcome(
        sentence=Message("systems.decision-recorded", text=text),
        remarks=(Message("codewalk.outcome-behind-reason"),) if outcome is not None else (),
        touches=_TOUCHES,
        holds=holds,
    )


def reword(edit: EditSession, intent: Reword) -> Outcome:
    """Give an entry other words. Raises Changed where there is none of those words."""
    if intent.kind == "todo":
        raise CommandError(Message("codewalk.no-todo-to-reword"))
    new = checked_text(intent.new, intent.kind)
    old = intent.old.strip()
    if intent.kind == "blocker":
        found = find_blocker(edit, old)
        key = "description" if found.blocker.text != found.blocker.id or found.entry.text("description") else "id"
        if found.entry.body and found.entry.text("description") is None:
            name = found.blocker.id or Message("codewalk.this-blocker")
            raise CommandError(Message("codewalk.blocker-text-below-fields", blocker=name))
        edit.put_in(found.entry, key, new)
    else:
        decision = next((each for each in edit.sources.decisions if each.decision.text == old), None)
        if decision is None:
            raise Changed(Message("codewalk.no-such-decision", decision=old))
        if decision.entry.text("decision") is None:
            raise CommandError(Message("codewalk.decision-not-worded"))
        edit.put_in(decision.entry, "decision", new)
    expected = [new if each.text == old else each.text for each in _entries(edit.before, intent.kind)]
    return Outcome(
        sentence=Message("systems.entry-reworded", kind=intent.kind, text=new),
        touches=TOUCHES | {"decisions"},
        holds=lambda track: [each.text for each in _entries(track, intent.kind)] == expected,
    )


def _entries(track: Track, kind: str) -> Sequence[Decision] | Sequence[Blocker]:
    return track.decisions if kind == "decision" else track.blockers
