"""Where the work stands, in the sentence that a handoff is proposed to begin with."""

from cockpit.model import Position, Step
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.rules.handing_off import is_complete
from cockpit.rules.printable import printable

_FINISHED = ("phase_complete", "completed")


def where_it_stands(draft: HandoffDraft, position: Position) -> str:
    """The place the draft names, then the status in the words of the state file; empty where neither is known.

    A name is told where the draft is at the step that has it; a status that the rows speak against is left out.
    """
    of = f" of {draft.total_tasks}" if draft.total_tasks else ""
    places = (
        ("phase", draft.phase, position.phase, ""),
        ("plan", draft.plan, position.plan, ""),
        ("task", draft.task, position.task, of),
    )
    told = ", ".join(f"{word} {number}{of}{_name(number, step)}" for word, number, step, of in places if number)
    place = f"{told[:1].upper()}{told[1:]}." if told else ""
    return " ".join(filter(None, (place, _status(draft, position))))


def followed(text: str, before: HandoffDraft, after: HandoffDraft, position: Position) -> str:
    """A text that says where the work stood by `before`, as it stands by `after`; any other as it is."""
    old, new = where_it_stands(before, position), where_it_stands(after, position)
    if old == new or old not in text:
        return text
    before_it, _, behind = text.partition(old) if old else ("", "", text)
    if new and old:
        return f"{before_it}{new}{behind}"
    return "\n".join(filter(None, (new, before_it.rstrip("\n"), behind.lstrip("\n"))))


def _name(number: str, step: Step | None) -> str:
    known = step is not None and step.name is not None and step.id is not None and printable(step.id) == number
    return f" ({printable(step.name)})" if known and step is not None and step.name else ""


def _status(draft: HandoffDraft, position: Position) -> str:
    left = any(row.state != "done" for row in draft.completed) or any(draft.remaining)
    untrue = left if position.status in _FINISHED else is_complete(draft)
    return "" if untrue or not position.status_text else f"Status: {printable(position.status_text).rstrip('.')}."
