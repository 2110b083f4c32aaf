"""What waits for a person: the choice at a session boundary, blocking gates, and a file that the folders contradict
(seed, "Session Boundaries", rules 2 and 4).
"""

import re

from cockpit.model import Waiting
from cockpit.systems.autodev.artefacts import Tasks
from cockpit.systems.autodev.cross_check import Disagreement
from cockpit.systems.autodev.flow_position import FlowPosition
from cockpit.systems.autodev.phases import is_skipped, names_match
from cockpit.systems.autodev.state_file import COMPLETED, StateFile, SubStep
from cockpit.systems.autodev.vocabulary import BEFORE, BOUNDARY, StepTable, boundary
from cockpit.systems.shared.values import fold, instant_text
from cockpit.wording.messages import Message
from cockpit.wording.phrases import counted
from cockpit.wording.printable import printable

NEW, HERE = "A", "B"
"""The two answers at a boundary: a new conversation, or on in this one."""
RECOMMENDATION = "A — implementation is the longest phase, fresh context helps"
ANSWERED = "answered"
_WHAT = {"Implement": "implementation", "Implement Tests": "the implementation of the tests"}
_GATE = re.compile(
    r"\bblocking\s+gate\b|\bBLOCKING\b"
    r"|\bDECISION\s+REQUIRED\b"
    r"|\b(?:await(?:ing|s)|pending|wait(?:ing|s)?\s+(?:for|on))\s+"
    r"(?:the\s+)?(?:user|human|person|your?|confirmation|approval)\b",
)
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\s+[—–]\s+|\n")
_PASSED = re.compile(
    r"\b(?:confirmed|approved|passed|cleared|accepted|resolved|answered|signed\s+off|given|done)\b", re.IGNORECASE
)
_STILL = re.compile(
    r"\b(?:not|until|before|unless|once|await\w*|wait\w*|pending|must|needs?|to\s+be|required)\b|n't\b|\?",
    re.IGNORECASE,
)
"""What makes a sentence with a word of `_PASSED` tell of a gate that is still closed."""
_AWAITING = re.compile(r"awaiting[- _](?!invocation)\w+")
_OF_BOUNDARY = re.compile(rf"complete, [^—\n]{{1,80}} ready — {ANSWERED} \S+")
"""The answer at a session boundary, as it stands in the notes: it says nothing of a gate behind it."""


def read_waiting(
    state: StateFile, position: FlowPosition, tasks: Tasks, disagreement: Disagreement | None = None
) -> Waiting | None:
    """The question that waits for a person, the agent's own first; None where none does, or it was answered."""
    if position.failed or position.done:
        return None
    found = at_boundary(state, position)
    if found is not None and not is_answered(state):
        return _at_boundary(state, position, found, tasks)
    return _at_gate(state) or _which_counts(state, disagreement)


def is_which_counts(waiting: Waiting) -> bool:
    """Whether the question is cockpit's own: the file or the folders."""
    return waiting.asked_by == "cockpit"


def _which_counts(state: StateFile, found: Disagreement | None) -> Waiting | None:
    """Where the folders count, the agent would follow them by itself: the person chooses before it does."""
    if found is None or not found.folders_win:
        return None
    if any(found.note in text for text in _remarks(state)):
        return None
    step, shown = printable(found.position.label), found.shown.label
    if found.inferred:
        question = Message("autodev.which-counts-inferred", step=step, why=found.why, shown=shown)
    else:
        question = Message("autodev.which-counts", step=step, why=found.why, shown=shown)
    return Waiting(
        question=question,
        options=(
            Message("rules.lettered-answer", name=NEW, does=Message("autodev.option-folders", step=shown)),
            Message("rules.lettered-answer", name=HERE, does=Message("autodev.option-file", step=step)),
        ),
        recommendation=None if found.inferred else Message("autodev.folders-recommended", option=NEW),
        asked_by="cockpit",
    )


def at_boundary(state: StateFile, position: FlowPosition) -> tuple[str, str] | None:
    """The steps before and behind the session boundary at which the flow stands; None elsewhere.

    Where the file keeps what is behind, it must have the step before as completed, not as left out, or say that the
    last session ended at the boundary. Why a session ended otherwise answers nothing.
    """
    name = position.step.name if position.step is not None else position.name
    found = boundary(position.flow, name)
    reason = state.session.reason
    ended = reason is not None and BOUNDARY in fold(reason.text)
    waits = position.status == "not_started" or (ended and position.status in ("unknown", "paused", "blocked"))
    return found if found is not None and waits and _was_completed(state, position, found[0], ended=ended) else None


def _was_completed(state: StateFile, position: FlowPosition, name: str, *, ended: bool) -> bool:
    """Whether the step of that name is behind and was not left out; `ended` says that the last session ended there."""
    table = position.table
    rows = [row for row in state.completed if names_match(row.name or _named(table, row.number), name)]
    return not is_skipped(rows[-1]) if rows else ended or not state.keeps(COMPLETED)


def _named(table: StepTable | None, number: str | None) -> str | None:
    step = table.numbered(number) if table is not None else None
    return step.name if step is not None else None


def is_answered(state: StateFile) -> bool:
    """Whether the file tells that the choice was made."""
    return any(re.search(rf"\b{ANSWERED} [AB]\b", text) for text in _remarks(state))


def _remarks(state: StateFile) -> tuple[str, ...]:
    """Where what a person said is noted: in Last Session, else with the sub-step."""
    sub, notes = state.current.sub_step, state.session.notes
    found = (notes.text if notes is not None else None, sub.detail if sub else None, sub.name if sub else None)
    return tuple(text for text in found if text)


def options(before: str, after: str) -> tuple[str, str]:
    """The two answers, as the seed words them."""
    what = _WHAT.get(after, after.lower())
    return (
        f"{NEW}) Start a new conversation for {what} (recommended for context freshness)",
        f"{HERE}) Continue {what} in this conversation",
    )


def _at_boundary(state: StateFile, position: FlowPosition, steps: tuple[str, str], tasks: Tasks) -> Waiting:
    before, after = steps
    about = summary(tasks)
    date = state.session.date
    what = _WHAT.get(after, after.lower())
    return Waiting(
        question=f"{before} complete — start {what}?{f' {about}' if about else ''}",
        options=options(before, after),
        anew=options(before, after)[0],
        recommendation=RECOMMENDATION,
        since=instant_text(date.text) if date is not None else None,
    )


def summary(tasks: Tasks) -> str:
    """The number of tasks, the estimated batches and the complexity points: what is known of them."""
    parts = [
        counted(tasks.count, "task") if tasks.count else "",
        f"about {counted(tasks.batches, 'batch', 'batches')}" if tasks.batches else "",
        counted(tasks.complexity, "complexity point") if tasks.complexity else "",
    ]
    known = ", ".join(part for part in parts if part)
    return f"{known}." if known else ""


def _at_gate(state: StateFile) -> Waiting | None:
    """A blocking gate that the file itself tells of, as long as no answer stands behind it."""
    sub, notes = state.current.sub_step, state.session.notes
    noted = _OF_BOUNDARY.sub("", notes.text) if notes is not None else ""
    if sub is not None and f"{ANSWERED} " not in (sub.detail or "") and of_sub_step(sub) not in noted:
        if sub.name is not None and sub.name != BEFORE and _AWAITING.fullmatch(sub.name):
            return Waiting(question=sub.detail or sub.name)
        if said := next((text for text in (sub.detail, sub.name) if text and _is_closed(_unanswered(text))), None):
            return Waiting(question=said)
    return Waiting(question=noted) if _is_closed(_unanswered(noted)) else None


def _unanswered(text: str) -> str:
    """What stands behind the last answer."""
    return text.rpartition(f"— {ANSWERED} ")[2]


def of_sub_step(sub: SubStep) -> str:
    """What an answer in the notes ends with where the gate is that of a sub-step: a later one has its own."""
    return f"(sub-step {printable(sub.id or sub.name or '')})"


def _is_closed(text: str) -> bool:
    """Whether a text tells of a gate, in a sentence that does not say that it was passed."""
    sentences = (each for each in _SENTENCE.split(text) if _GATE.search(each))
    return any(not _PASSED.search(each) or _STILL.search(each) for each in sentences)
