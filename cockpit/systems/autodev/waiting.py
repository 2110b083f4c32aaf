"""What waits for a person: the choice at a session boundary, a blocking gate, a file that disagrees with the folders
(seed, "Session Boundaries", rules 2 and 4)."""

import re

from cockpit.model import Waiting
from cockpit.regex import regex
from cockpit.systems.autodev.description import BOUNDARY, NOT_INVOKED
from cockpit.systems.autodev.flow import Row, State, boundary_before, names_of
from cockpit.systems.autodev.folders import Disagreement, Tasks
from cockpit.systems.shared.stated_values import instant_text
from cockpit.text.words import fold
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable

NEW, HERE = "A", "B"
"""The two answers at a boundary: a new conversation, or on in this one."""
ANSWERED = "answered"
_ACTIVITIES = {"Implement": "implementation", "Implement Tests": "the implementation of the tests"}
_GATE = regex(
    r"\bblocking\s+gate\b|\bBLOCKING\b"
    r"|\bDECISION\s+REQUIRED\b"
    r"|\b(?:await(?:ing|s)|pending|wait(?:ing|s)?\s+(?:for|on))\s+"
    r"(?:the\s+)?(?:user|human|person|your?|confirmation|approval)\b",
)
_SENTENCE = regex(r"(?<=[.;!?])\s+|\s+[—–]\s+|\n")
_PASSED = regex(
    r"\b(?:confirmed|approved|passed|cleared|accepted|resolved|answered|signed\s+off|given|done)\b", re.IGNORECASE
)
_NOT_YET = regex(
    r"\b(?:not|until|before|unless|once|await\w*|wait\w*|pending|must|needs?|to\s+be|required)\b|n't\b|\?",
    re.IGNORECASE,
)
"""Words that make a sentence with a word of `_PASSED` one about a closed gate."""
_AWAITING = regex(r"awaiting[- _](?!invocation)\w+")
_OF_BOUNDARY = regex(rf"complete, [^—\n]{{1,80}} ready — {ANSWERED} \S+")
"""The answer at a session boundary in the notes; it does not answer a gate behind it."""


def options_at(after: str) -> tuple[str, str]:
    """The two answers at the boundary before a step, in the seed's words."""
    activity = _ACTIVITIES[after]
    return (
        f"{NEW}) Start a new conversation for {activity} (recommended for context freshness)",
        f"{HERE}) Continue {activity} in this conversation",
    )


def question(state: State, tasks: Tasks, conflict: Disagreement | None, notes: str | None) -> Waiting | None:
    """The question that waits, the agent's own first, were these the notes of the last session; None without one, or
    once it was answered."""
    if state.failed_for_good or state.done:
        return None
    _, name, detail = state.sub_step or (None, None, None)
    remarks = [each for each in (notes, detail, name) if each]
    boundary = boundary_at(state)
    if boundary and not any(re.search(rf"\b{ANSWERED} [AB]\b", each) for each in remarks):
        return _of_boundary(state, boundary, tasks)
    if (gate := _gate(state, notes)) is not None:
        return Waiting(question=gate)
    if conflict is None or not conflict.folders_win or any(conflict.note in each for each in remarks):
        return None
    shown = conflict.shown.step.label
    advice = f"{NEW} — in this format the folders take precedence; the file must be updated (state.md, rule 4)"
    return Waiting(
        question=Message("autodev.which-counts", f"{printable(conflict.fact)} Which takes precedence?"),
        options=(
            f"{NEW}) The folders: move the file to step {shown}",
            f"{HERE}) The file: continue with step {printable(conflict.label)}",
        ),
        recommendation=None if conflict.shown.inferred else Message("autodev.folders-recommended", advice),
        asked_by="cockpit",
    )


def is_about_disagreement(waiting: Waiting) -> bool:
    """Whether the question is whether file or folders count."""
    return waiting.asked_by == "cockpit"


def _of_boundary(state: State, boundary: tuple[str, str], tasks: Tasks) -> Waiting:
    before, after = boundary
    asked, options = f"{before} complete — start {_ACTIVITIES[after]}?", options_at(after)
    advice = f"{NEW} — implementation is the longest phase, fresh context helps"
    return Waiting(
        question=Message("autodev.start-after-boundary", f"{asked} {tasks.summary}." if tasks.summary else asked),
        options=options,
        anew=options[0],
        recommendation=Message("autodev.new-conversation-recommended", advice),
        since=instant_text(state.text("session", "date")),
    )


def boundary_at(state: State) -> tuple[str, str] | None:
    """The steps before and after the boundary at which the flow stands; None elsewhere. A file with history has the
    first of them as completed, not skipped, or a last session that ended there."""
    boundary = boundary_before(state.flow, state.step.name if state.step else state.name)
    ended_there = BOUNDARY in fold(state.text("session", "reason") or "")
    waits = state.status == "not_started" or (ended_there and state.status in ("unknown", "paused", "blocked"))
    if boundary is None or not waits:
        return None
    rows = [each for each in state.completed if {*names_of(_name_of(state, each))} & {*names_of(boundary[0])}]
    was_completed = not rows[-1].is_skipped if rows else ended_there or not state.keeps("completed")
    return boundary if was_completed else None


def _name_of(state: State, row: Row) -> str | None:
    """The name of a completed step: as written, else by its number."""
    step = state.table.numbered(row.get("step")) if state.table else None
    return row.get("name") or (step.name if step else None)


def _gate(state: State, notes: str | None) -> str | None:
    """The question of a blocking gate in the file, until it is answered."""
    note = _OF_BOUNDARY.sub("", notes or "")
    if state.sub_step is not None:
        _, name, detail = state.sub_step
        if f"{ANSWERED} " not in (detail or "") and sub_step_mark(state) not in note:
            if name and name != NOT_INVOKED and _AWAITING.fullmatch(name):
                return detail or name
            if found := next((each for each in (detail, name) if each and _is_closed(each)), None):
                return found
    return note if _is_closed(note) else None


def sub_step_mark(state: State) -> str:
    """The end of an answer to a sub-step's gate; a later sub-step has its own."""
    number, name, _ = state.sub_step or (None, None, None)
    return f"(sub-step {printable(number or name or '')})"


def _is_closed(text: str) -> bool:
    """Whether a text mentions, behind its last answer, a gate in a sentence that does not say it was passed."""
    told = text.rpartition(f"— {ANSWERED} ")[2]
    sentences = (each for each in _SENTENCE.split(told) if _GATE.search(each))
    return any(not _PASSED.search(each) or _NOT_YET.search(each) for each in sentences)
