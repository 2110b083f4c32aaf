"""Questions that wait for a person: the choice at a session boundary, blocking gates, and a file that disagrees with
the folders (seed, "Session Boundaries", rules 2 and 4).
"""

import re

from cockpit.model import Waiting
from cockpit.regex import regex
from cockpit.systems.autodev.artefacts import Tasks
from cockpit.systems.autodev.cross_check import Disagreement
from cockpit.systems.autodev.flow_position import FlowPosition
from cockpit.systems.autodev.phases import is_skipped, names_match
from cockpit.systems.autodev.state_file import COMPLETED, StateFile, SubStep
from cockpit.systems.autodev.vocabulary import BOUNDARY, NOT_INVOKED, StepTable, boundary_before
from cockpit.systems.shared.stated_values import fold, instant_text
from cockpit.wording.messages import Message, clause
from cockpit.wording.printable import printable

NEW, HERE = "A", "B"
"""The two answers at a boundary: a new conversation, or on in this one."""
ANSWERED = "answered"
_ACTIVITIES = {
    "Implement": Message("autodev.activity-implement"),
    "Implement Tests": Message("autodev.activity-implement-tests"),
}
"""The work of the step behind a session boundary, within a sentence."""
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


def read_waiting(
    state: StateFile, position: FlowPosition, tasks: Tasks, disagreement: Disagreement | None = None
) -> Waiting | None:
    """The question that waits for a person, the agent's own first; None without one, or once it was answered."""
    if position.failed_for_good or position.done:
        return None
    boundary = boundary_at(state, position)
    if boundary is not None and not is_answered(state):
        return _boundary_question(state, boundary, tasks)
    return _gate_question(state) or _disagreement_question(state, disagreement)


def is_about_disagreement(waiting: Waiting) -> bool:
    """Whether the question is whether file or folders count."""
    return waiting.asked_by == "cockpit"


def _disagreement_question(state: StateFile, disagreement: Disagreement | None) -> Waiting | None:
    """The question whether file or folders count. Where the folders win, the agent would follow them without asking."""
    if disagreement is None or not disagreement.folders_win:
        return None
    if any(disagreement.note in text for text in _remarks(state)):
        return None
    step, folder_step = printable(disagreement.position.label), disagreement.folder_step.label
    if disagreement.inferred:
        question = Message("autodev.which-counts-inferred", step=step, why=disagreement.why, shown=folder_step)
    else:
        question = Message("autodev.which-counts", step=step, why=disagreement.why, shown=folder_step)
    return Waiting(
        question=question,
        options=(
            f"{NEW}) {clause(Message('autodev.option-folders', step=folder_step))}",
            f"{HERE}) {clause(Message('autodev.option-file', step=step))}",
        ),
        recommendation=None if disagreement.inferred else Message("autodev.folders-recommended", option=NEW),
        asked_by="cockpit",
    )


def boundary_at(state: StateFile, position: FlowPosition) -> tuple[str, str] | None:
    """The steps before and after the session boundary at which the flow stands; None elsewhere.

    A file with history must have the step before as completed, not skipped, or a last session that ended at the
    boundary. Another reason for its end does not count.
    """
    name = position.step.name if position.step is not None else position.name
    boundary = boundary_before(position.flow, name)
    reason = state.session.reason
    ended_there = reason is not None and BOUNDARY in fold(reason.text)
    is_waiting = position.status == "not_started" or (
        ended_there and position.status in ("unknown", "paused", "blocked")
    )
    return (
        boundary
        if boundary is not None and is_waiting and _was_completed(state, position, boundary[0], ended_there=ended_there)
        else None
    )


def _was_completed(state: StateFile, position: FlowPosition, name: str, *, ended_there: bool) -> bool:
    """Whether the step of that name was completed; `ended_there`: the last session ended at the boundary."""
    table = position.table
    rows = [row for row in state.completed if names_match(row.name or _step_name(table, row.number), name)]
    return not is_skipped(rows[-1]) if rows else ended_there or not state.keeps(COMPLETED)


def _step_name(table: StepTable | None, number: str | None) -> str | None:
    step = table.step_numbered(number) if table is not None else None
    return step.name if step is not None else None


def is_answered(state: StateFile) -> bool:
    """Whether the choice at the boundary was made."""
    return any(re.search(rf"\b{ANSWERED} [AB]\b", text) for text in _remarks(state))


def _remarks(state: StateFile) -> tuple[str, ...]:
    """The places in which answers are noted: Last Session, else the sub-step."""
    sub, notes = state.current.sub_step, state.session.notes
    texts = (notes.text if notes is not None else None, sub.detail if sub else None, sub.name if sub else None)
    return tuple(text for text in texts if text)


def boundary_options(after: str) -> tuple[str, str]:
    """The two answers at the boundary before a step, in the seed's words."""
    anew = Message("autodev.option-new-conversation", activity=_ACTIVITIES[after])
    here = Message("autodev.option-same-conversation", activity=_ACTIVITIES[after])
    return (
        f"{NEW}) {clause(anew)}",
        f"{HERE}) {clause(here)}",
    )


def _boundary_question(state: StateFile, steps: tuple[str, str], tasks: Tasks) -> Waiting:
    before, after = steps
    question = Message("autodev.start-after-boundary", step=before, activity=_ACTIVITIES[after])
    summary = task_summary(tasks)
    options = boundary_options(after)
    date = state.session.date
    return Waiting(
        question=Message("autodev.question-with-tasks", question=question, tasks=summary) if summary else question,
        options=options,
        anew=options[0],
        recommendation=Message("autodev.new-conversation-recommended", option=NEW),
        since=instant_text(date.text) if date is not None else None,
    )


def task_summary(tasks: Tasks) -> Message | None:
    """Number of tasks, estimated batches and complexity points, as far as known."""
    counts = (
        ("autodev.task-count", tasks.count),
        ("autodev.batch-estimate", tasks.batches),
        ("autodev.complexity-points", tasks.complexity),
    )
    known = [Message(code, count=count) for code, count in counts if count]
    return Message("autodev.task-summary", counts=known) if known else None


def _gate_question(state: StateFile) -> Waiting | None:
    """The question of a blocking gate in the file, until it is answered."""
    sub, notes = state.current.sub_step, state.session.notes
    note_text = _OF_BOUNDARY.sub("", notes.text) if notes is not None else ""
    if sub is not None and f"{ANSWERED} " not in (sub.detail or "") and sub_step_mark(sub) not in note_text:
        if sub.name is not None and sub.name != NOT_INVOKED and _AWAITING.fullmatch(sub.name):
            return Waiting(question=sub.detail or sub.name)
        if question := next(
            (text for text in (sub.detail, sub.name) if text and _tells_of_closed_gate(_after_last_answer(text))), None
        ):
            return Waiting(question=question)
    return Waiting(question=note_text) if _tells_of_closed_gate(_after_last_answer(note_text)) else None


def _after_last_answer(text: str) -> str:
    """The text after the last answer."""
    return text.rpartition(f"— {ANSWERED} ")[2]


def sub_step_mark(sub: SubStep) -> str:
    """The end of an answer to a sub-step's gate; a later sub-step has its own."""
    return f"(sub-step {printable(sub.id or sub.name or '')})"


def _tells_of_closed_gate(text: str) -> bool:
    """Whether a text mentions a gate in a sentence that does not say it was passed."""
    sentences = (each for each in _SENTENCE.split(text) if _GATE.search(each))
    return any(not _PASSED.search(each) or _NOT_YET.search(each) for each in sentences)
