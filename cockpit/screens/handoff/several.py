"""Several drafts of one handoff, as two wizards at once leave them: which one to go on with."""

from collections.abc import Callable, Sequence

from cockpit.actions.handing_off import KeptDraft
from cockpit.model.handoff_draft import REASON_WORDS, HandoffDraft
from cockpit.rules.ages import lasting_age
from cockpit.rules.listing import counted
from cockpit.screens.handoff.steps import STEPS
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.facts import Fact
from widgets.view import View

_LONGEST = 60
KEPT_BESIDE = "The draft of this handoff was written from elsewhere meanwhile: yours is kept beside it."


def which(left: Sequence[KeptDraft], view: View) -> QuestionDialog:
    """The question, the newest draft first. Its answer is the name of a slot."""
    choices = [Choice(_key(each), draft_called(each, view), apart(each, left)) for each in left]
    about = [
        Fact("", f"{counted(len(left), 'draft')} of this handoff are kept.", "strong"),
        Fact("", "The others stay until they are handed off or dropped."),
    ]
    return QuestionDialog("Go on with", about, choices, view)


def taken(left: Sequence[KeptDraft], answer: str | None) -> KeptDraft:
    """The draft of that answer; without one, the newest."""
    return next((each for each in left if _key(each) == answer), left[0])


def _key(kept: KeptDraft) -> str:
    return kept.slot.name or "first"


def draft_called(kept: KeptDraft, view: View) -> str:
    """`Your draft of 2 h ago`."""
    ago = lasting_age(kept.at, view.now()) or "before"
    return f"Your draft of {ago}" if kept.entry is None else f"Your handoff of {ago}, undone"


def apart(kept: KeptDraft, left: Sequence[KeptDraft]) -> str:
    """What tells a draft from the others: the first thing that was filled in there alone, with its step; else where it
    was left.
    """
    others = [each.draft for each in left if each is not kept] + ([kept.begun] if kept.begun is not None else [])
    for step in STEPS[:-1]:
        known = {text for draft in others for text in _said(draft, step.field)}
        own = next((text for text in _said(kept.draft, step.field) if text not in known), None)
        if own is not None:
            return f"{step.title}: {own}"[:_LONGEST]
    at = next((step.title for step in STEPS if step.name == kept.step), "")
    return f"left at {at}" if at else ""


def _said(draft: HandoffDraft, field: str) -> Sequence[str]:
    """What stands in a field, line by line."""
    read: dict[str, Callable[[], Sequence[str]]] = {
        "reason": lambda: [REASON_WORDS[draft.reason]],
        "completed": lambda: [f"{row.name or row.id} ({row.state.replace('_', ' ')})" for row in draft.completed],
    }
    if field in read:
        return read[field]()
    value = getattr(draft, field)
    lines = value.split("\n") if isinstance(value, str) else value
    return [line.strip() for line in lines if line.strip()]
