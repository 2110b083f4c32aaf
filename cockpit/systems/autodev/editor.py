"""The verbs on autodev's state, and which function carries out each intent."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from cockpit.model import Track, Waiting
from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.model.intents import Answer, Intent
from cockpit.systems.autodev.current_step_editing import write_detail, write_remark, write_step
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.entry_editing import block, bypass, decide, reword, unblock
from cockpit.systems.autodev.handoff import finish_handoff, hand_off
from cockpit.systems.autodev.history_editing import write_session
from cockpit.systems.autodev.state_file import SESSION
from cockpit.systems.autodev.step_editing import (
    TOUCHES,
    complete,
    fail,
    follow_folders,
    is_first_step,
    move,
    reset_retries,
    retry,
    set_first_step,
    skip,
)
from cockpit.systems.autodev.vocabulary import STATUS_WORDS, command_of
from cockpit.systems.autodev.waiting import ANSWERED, HERE, NEW, is_about_disagreement, sub_step_mark
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.handoff_file import INCOMPLETE
from cockpit.systems.shared.outcome import (
    Outcome,
    check,
    checked_text,
    refuse_conflict,
    refuse_unsupported_fields,
    verb_of,
)
from cockpit.wording.messages import Message, as_message
from cockpit.wording.printable import printable

# Answers: at a session boundary, at a blocking gate, and whether file or folders count


def answer(edit: EditSession, intent: Answer) -> Outcome:
    """Write the answer where the agent reads it. Raises CommandError where no question waits."""
    waiting = edit.before.waiting
    if waiting is None:
        raise CommandError(Message("systems.nothing-asked"))
    if is_about_disagreement(waiting):
        return _settle_disagreement(edit, waiting, intent.option)

    def holds(track: Track) -> bool:
        return track.waiting is None or track.waiting.question != waiting.question

    outcome = partial(Outcome, touches=TOUCHES, holds=holds)
    if waiting.anew is None:
        text = checked_text(intent.option, "answer")
        _answer_gate(edit, waiting, text)
        return outcome(sentence=Message("autodev.question-answered", answer=text))
    step = edit.position.label
    if intent.option == str(waiting.options[1]):
        write_step(edit, {"status": STATUS_WORDS["in_progress"]})
        return outcome(sentence=Message("autodev.answered-same-conversation", option=HERE, step=step))
    _write_note(edit, f"{ANSWERED} {NEW}")
    return outcome(
        sentence=Message("autodev.answered-new-conversation", option=NEW, step=step),
        remarks=(Message("autodev.begin-conversation", command=command_of(edit.state.generation)),),
    )


def _answer_gate(edit: EditSession, waiting: Waiting, text: str) -> None:
    sub = edit.state.current.sub_step
    is_question = sub is not None and not sub.nested and waiting.question in (sub.detail, sub.name)
    mark = f" {sub_step_mark(sub)}" if sub is not None and is_question and edit.state.keeps(SESSION) else ""
    _write_note(edit, f"{ANSWERED} {text}{mark}")


def _settle_disagreement(edit: EditSession, waiting: Waiting, option: str) -> Outcome:
    """Bring the file to the step of the folders, or note that the file's own step is kept."""
    disagreement = edit.sources.disagreement
    if disagreement is None:
        raise CommandError(Message("autodev.no-disagreement"))
    folders, file = map(str, waiting.options)
    if option == folders:
        return follow_folders(edit, disagreement)
    if option != file:
        raise CommandError(Message("autodev.answer-which-counts", options=(NEW, HERE)))
    _write_note(edit, disagreement.note)
    step, folder_step = printable(disagreement.position.label), printable(disagreement.folder_step.label)
    return Outcome(
        sentence=Message("autodev.answered-file-counts", option=HERE, step=step, shown=folder_step),
        touches=TOUCHES,
        holds=lambda track: track.waiting is None,
    )


def _write_note(edit: EditSession, text: str) -> None:
    """Write a note: to the detail of a nested sub-step, else to Last Session, else behind the sub-step."""
    sub, notes_before = edit.state.current.sub_step, edit.state.session.notes
    if sub is not None and sub.nested:
        write_detail(edit, " — ".join(filter(None, (sub.detail, text))))
    elif edit.state.keeps(SESSION):
        notes = " — ".join(filter(None, (notes_before.text if notes_before is not None else None, text)))
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
_ABSENT: Mapping[type[Any], str] = {
    **dict.fromkeys(
        (verbs.Acknowledge, verbs.Withdraw, verbs.ResetAlerts, verbs.SetValue, verbs.SetLimit, verbs.FireTrigger),
        "autodev.counts-only-retries",
    ),
    **dict.fromkeys((verbs.AddTodo, verbs.TickTodo), "autodev.no-todos-but-tasks"),
    **dict.fromkeys((verbs.RecordError, verbs.ResolveError), "autodev.no-errors-but-retries"),
    verbs.AddTokens: "autodev.counts-no-tokens",
    verbs.ReportFiles: "autodev.keeps-no-files",
    verbs.StartSession: "autodev.session-begins-by-reading",
    verbs.Migrate: "autodev.form-is-not-changed",
    verbs.Archive: "autodev.state-stays",
}
"""By verb that the system does not have, the code of the refusal."""


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    verb = verb_of(system, intent, EDITORS, _ABSENT)
    refuse_unsupported_fields(system.name, intent)
    edit = EditSession(files, candidate, context, context.read or system.read(files, candidate, context))
    needs_no_step = isinstance(intent, verbs.FinishHandoff | verbs.HandOff) or is_first_step(intent, edit)
    if not needs_no_step:
        edit.editor, edit.state  # noqa: B018 -- what cannot be edited is refused before anything else is said
    refuse_conflict(intent, edit.before)
    outcome = set_first_step(edit, intent) if is_first_step(intent, edit) else verb(edit, intent)
    changes = edit.draft.changes()
    after = system.read(edit.draft, candidate, context) if changes else edit.before
    check(edit.before, after, outcome, candidate.path)
    remarks = (*outcome.remarks, *_new_handoff_gaps(edit.before, after))
    return Edit(changes=changes, done=outcome.sentence, remarks=remarks)


def _new_handoff_gaps(before: Track, after: Track) -> Iterator[Message]:
    """Findings about an incomplete handoff that this edit causes: one left when all steps were done names no step."""
    codes = {each.code for each in before.findings}
    return (as_message(each.message) for each in after.findings if each.code == INCOMPLETE and each.code not in codes)
