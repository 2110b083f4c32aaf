"""Adding a decision, a blocker or a session: to the list in the state file, or as a file of its own, as others are."""

from collections.abc import Mapping

from cockpit.model import Track
from cockpit.model.intents import Decide
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.state_file import entry_name
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.text.frontmatter_writer import write_keyed
from cockpit.wording.messages import Message


def add(edit: EditSession, kind: str, fields: Mapping[str, object]) -> None:
    """Add an entry of that kind: `decisions`, `blockers` or `sessions`."""
    stated = {key: value for key, value in fields.items() if value is not ...}
    if edit.sources.in_folders:
        edit.draft.create(_new_path(edit, kind, stated), write_keyed(stated, edit.editor.newline))
    else:
        edit.editor.append((kind,), stated)


def _new_path(edit: EditSession, kind: str, fields: Mapping[str, object]) -> str:
    """The path of the new file; a number behind its name where there is one already."""
    name = entry_name(kind, fields)
    for number in range(1, 1000):
        path = edit.path(f"{kind}/{name}{f'-{number}' if number > 1 else ''}.md")
        if edit.draft.read(path) is None:
            return path
    return edit.path(f"{kind}/{name}.md")


# Recording decisions (seed, "Decision Format")

TOUCHES = frozenset({"decisions", "findings", "extra"})


def decide(edit: EditSession, intent: Decide) -> Outcome:
    """Record a decision: where it was needed, what was decided, why, instead of what, whether it can be undone."""
    text = checked_text(intent.text, "decision")
    outcome = checked_option(intent.outcome, "outcome")
    if any(each.text == text for each in edit.before.decisions):
        return Outcome(sentence=Message("codewalk.decision-there-already", text=text))
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
    add(edit, "decisions", fields)

    def holds(track: Track) -> bool:
        found = [each for each in track.decisions if each.text == text]
        return len(track.decisions) == len(edit.before.decisions) + 1 and any(
            (each.reason, each.alternatives, each.reversible, each.date)
            == (reason, tuple(others), intent.reversible, edit.today)
            for each in found
        )

    return Outcome(
        sentence=Message("codewalk.decision-recorded", text=text),
        remarks=(Message("codewalk.outcome-behind-reason"),) if outcome is not None else (),
        touches=TOUCHES,
        holds=holds,
    )
