"""The verbs on autodev's state: each intent to its editor."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from cockpit.model import Track, Waiting
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Answer, Intent
from cockpit.rules.preconditions import conflict
from cockpit.systems.autodev.current_step_editing import write_detail, write_remark, write_step
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.entry_editing import block, bypass, decide, reword, unblock
from cockpit.systems.autodev.handoff_editing import finish_handoff, hand_off
from cockpit.systems.autodev.history_editing import write_session
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.step_editing import (
    TOUCHES,
    complete,
    fail,
    follow,
    is_first_step,
    move,
    reset_retries,
    retry,
    set_first_step,
    skip,
    tried,
)
from cockpit.systems.autodev.vocabulary import WORDS, command_of
from cockpit.systems.autodev.waiting import ANSWERED, HERE, NEW, is_which_counts, of_sub_step
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.handoff_file import INCOMPLETE
from cockpit.systems.shared.outcome import HAVE_NOT, Outcome, check, checked_text, refuse_more
from cockpit.wording.messages import Words

# A person's answer: at a session boundary, at a blocking gate, and whether file or folders count (seed, "Session


def answer(edit: EditSession, intent: Answer) -> Outcome:
    """Write what was answered where the agent reads it. Raises CommandError where nothing is asked."""
    asked = edit.before.waiting
    if asked is None:
        raise CommandError("Nothing is asked.")
    if is_which_counts(asked):
        return _which_counts(edit, checked_text(intent.option, "answer"))

    def holds(track: Track) -> bool:
        return track.waiting is None or track.waiting.question != asked.question

    answered = Outcome(sentence="", touches=TOUCHES, holds=holds)
    if asked.anew is None:
        return _at_gate(edit, asked, checked_text(intent.option, "answer"), answered)
    if intent.option.startswith(HERE):
        write_step(edit, {"status": WORDS["in_progress"]})
        return replace(answered, sentence=f"Answered {HERE}: {edit.position.called} goes on in this conversation.")
    _note(edit, f"{ANSWERED} {NEW}")
    remark = f"Begin it with {command_of(edit.state.generation)}; `cockpit resume` has what it should know."
    sentence = f"Answered {NEW}: {edit.position.called} begins in a new conversation."
    return replace(answered, sentence=sentence, remarks=(remark,))


def _at_gate(edit: EditSession, asked: Waiting, text: str, answered: Outcome) -> Outcome:
    sub = edit.state.current.sub_step
    of_its_own = sub is not None and not sub.nested and asked.question in (sub.detail, sub.name)
    beside = f" {of_sub_step(sub)}" if sub is not None and of_its_own and edit.state.keeps(SESSION) else ""
    _note(edit, f"{ANSWERED} {text}{beside}")
    return replace(answered, sentence=f"Answered: {text}")


def _which_counts(edit: EditSession, option: str) -> Outcome:
    """The file is brought to the step of the folders, or it is noted that its own is kept."""
    found = edit.sources.disagreement
    if found is None:
        raise CommandError("File and folders do not disagree any more.")
    if option.startswith(NEW):
        return follow(edit, found)
    if not option.startswith(HERE):
        raise CommandError(f"Answer {NEW} or {HERE}: which counts.")
    _note(edit, found.kept)
    return Outcome(
        sentence=f"Answered {HERE}: {found.kept}.", touches=TOUCHES, holds=lambda track: track.waiting is None
    )


def _note(edit: EditSession, text: str) -> None:
    """Note what was said: in the detail of a nested sub-step, in Last Session, else behind the sub-step."""
    sub, told = edit.state.current.sub_step, edit.state.session.notes
    if sub is not None and sub.nested:
        write_detail(edit, " — ".join(filter(None, (sub.detail, text))))
    elif edit.state.keeps(SESSION):
        notes = " — ".join(filter(None, (told.text if told is not None else None, text)))
        write_session(edit, {"date": edit.today, "notes": notes})
    else:
        write_remark(edit, text)


EDITORS: dict[type[Any], Callable[[EditSession, Any], Outcome]] = {
    verbs.Move: move,
    verbs.Complete: complete,
    verbs.Fail: fail,
    verbs.Retry: retry,
    verbs.ResetRetries: reset_retries,
    verbs.Skip: skip,
    verbs.Decide: decide,
    verbs.Block: block,
    verbs.Unblock: unblock,
    verbs.Bypass: bypass,
    verbs.Reword: reword,
    verbs.Answer: answer,
    verbs.HandOff: hand_off,
    verbs.FinishHandoff: finish_handoff,
}
_ONLY_RETRIES = "counts only retries; `retry reset` counts them anew, a person's decision"
_ONLY_LOG = "keeps no errors but its failed retries; `phase fail --note TEXT` records one"
ABSENT: dict[type[Any], str] = {
    **HAVE_NOT,
    **dict.fromkeys(
        (verbs.Acknowledge, verbs.Withdraw, verbs.ResetAlerts, verbs.SetValue, verbs.SetLimit, verbs.FireTrigger),
        _ONLY_RETRIES,
    ),
    **dict.fromkeys((verbs.AddTodo, verbs.TickTodo), "keeps no todos; its tasks lie in _docs/02_tasks"),
    **dict.fromkeys((verbs.RecordError, verbs.ResolveError), _ONLY_LOG),
    verbs.AddTokens: "counts no tokens",
    verbs.ReportFiles: "keeps no list of files; git and its handoff tell them",
    verbs.StartSession: "begins a session by reading its state; type its command where the agent runs",
    verbs.Migrate: "writes its state in the form that its own skill has; cockpit changes none",
    verbs.Archive: "never deletes its state file: it accumulates the history of the project",
}
"""What the system does not have, and the way there is instead."""


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes an intent comes to. Raises CommandError with the reason and the way out; then nothing is to
    change."""
    verb = EDITORS.get(type(intent))
    if verb is None:
        raise CommandError(f"{system.name} {ABSENT[type(intent)]}.")
    refuse_more(system.name, intent)
    edit = EditSession(files, candidate, context, system.read(files, candidate, context))
    needs_no_step = isinstance(intent, verbs.FinishHandoff | verbs.HandOff) or is_first_step(intent, edit)
    if not needs_no_step:
        edit.editor, edit.state  # noqa: B018 -- what cannot be edited is refused before anything else is said
    instead = conflict(intent, edit.before)
    if instead is not None:
        raise Changed(instead)
    outcome = set_first_step(edit, intent) if is_first_step(intent, edit) else verb(edit, intent)
    changes = edit.draft.changes()
    after = system.read(edit.draft, candidate, context) if changes else edit.before
    check(edit.before, after, outcome, candidate.path)
    decides = _decides(edit, intent, after) if changes else None
    asks = after.waiting is not None and edit.before.waiting is None
    remarks = (*outcome.remarks, *_lacking(edit.before, after))
    return Edit(changes=changes, done=outcome.sentence, remarks=remarks, decides=decides, asks=asks)


def _lacking(before: Track, after: Track) -> Iterator[Words]:
    """What the handoff lacks only now: one that was left when all steps were done names none."""
    known = {each.code for each in before.findings}
    return (each.message for each in after.findings if each.code == INCOMPLETE and each.code not in known)


def _decides(edit: EditSession, intent: Intent, after: Track) -> str | None:
    """What a verb decides that waits for a person: the agent's question, or whether a step whose retries are used up
    has failed.
    """
    asked, still = edit.before.waiting, after.waiting
    waited = asked is not None and asked.asked_by == "agent"
    if asked is not None and waited and (still is None or asked.question not in still.question):
        return "A question waits: `cockpit answer OPTION` answers it."
    moves = isinstance(intent, verbs.Move) or (isinstance(intent, verbs.Complete) and intent.whole != "session")
    if edit.position.held and moves:
        return f"{tried(edit)}, and its status is not failed: `cockpit retry reset` comes first."
    return None
