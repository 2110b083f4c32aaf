"""Other words for a decision or a blocker."""

from collections.abc import Sequence

from cockpit.model import Blocker, Decision, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Reword
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.blocker_editing import TOUCHES, find_blocker
from cockpit.systems.shared.outcome import Outcome, checked_text
from cockpit.wording.messages import Message


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
        sentence=Message("codewalk.entry-reworded", kind=intent.kind, text=new),
        touches=TOUCHES | {"decisions"},
        holds=lambda track: [each.text for each in _entries(track, intent.kind)] == expected,
    )


def _entries(track: Track, kind: str) -> Sequence[Decision] | Sequence[Blocker]:
    return track.decisions if kind == "decision" else track.blockers
