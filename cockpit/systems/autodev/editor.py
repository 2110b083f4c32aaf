"""The verbs on autodev's state: each intent to its editor."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
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
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable

# A person's answer: at a session boundary, at a blocking gate, and whether file or folders count (seed, "Session


def answer(edit: EditSession, intent: Answer) -> Outcome:
    """Write what was answered where the agent reads it. Raises CommandError where nothing is asked."""
    asked = edit.before.waiting
    if asked is None:
        raise CommandError(Message("autodev.nothing-asked"))
    if is_which_counts(asked):
        return _which_counts(edit, checked_text(intent.option, "answer"))

    def holds(track: Track) -> bool:
        return track.waiting is None or track.waiting.question != asked.question

    outcome = partial(Outcome, touches=TOUCHES, holds=holds)
    if asked.anew is None:
        text = checked_text(intent.option, "answer")
        _answer_gate(edit, asked, text)
        return outcome(sentence=Message("autodev.question-answered", answer=text))
    step = edit.position.label
    if intent.option.startswith(HERE):
        write_step(edit, {"status": WORDS["in_progress"]})
        return outcome(sentence=Message("autodev.answered-same-conversation", option=HERE, step=step))
    _note(edit, f"{ANSWERED} {NEW}")
    return outcome(
        sentence=Message("autodev.answered-new-conversation", option=NEW, step=step),
        remarks=(Message("autodev.begin-conversation", command=command_of(edit.state.generation)),),
    )


def _answer_gate(edit: EditSession, asked: Waiting, text: str) -> None:
    sub = edit.state.current.sub_step
    of_its_own = sub is not None and not sub.nested and asked.question in (sub.detail, sub.name)
    beside = f" {of_sub_step(sub)}" if sub is not None and of_its_own and edit.state.keeps(SESSION) else ""
    _note(edit, f"{ANSWERED} {text}{beside}")


def _which_counts(edit: EditSession, option: str) -> Outcome:
    """The file is brought to the step of the folders, or it is noted that its own is kept."""
    found = edit.sources.disagreement
    if found is None:
        raise CommandError(Message("autodev.no-disagreement"))
    if option.startswith(NEW):
        return follow(edit, found)
    if not option.startswith(HERE):
        raise CommandError(Message("autodev.answer-which-counts", options=(NEW, HERE)))
    _note(edit, found.note)
    step, shown = printable(found.position.label), printable(found.shown.label)
    return Outcome(
        sentence=Message("autodev.answered-file-counts", option=HERE, step=step, shown=shown),
        touches=TOUCHES,
        holds=lambda track: track.waiting is None,
    )


def _note(edit: EditSession, text: str) -> None:
    """Note what was said: in the detail of a nested sub-step, in Last Session, else behind the sub-step."""
    sub, stated = edit.state.current.sub_step, edit.state.session.notes
    if sub is not None and sub.nested:
        write_detail(edit, " — ".join(filter(None, (sub.detail, text))))
    elif edit.state.keeps(SESSION):
        notes = " — ".join(filter(None, (stated.text if stated is not None else None, text)))
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
ABSENT: Mapping[type[Any], str] = {
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
    verbs.Archive: "autodev.state-is-never-deleted",
}
"""By verb that the system does not have, the code of the refusal; others refuse `HAVE_NOT` too."""


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes an intent comes to. Raises CommandError with the reason and the way out; then nothing is to
    change."""
    verb = EDITORS.get(type(intent))
    if verb is None:
        code = ABSENT.get(type(intent))
        raise CommandError(Message(code) if code is not None else Message(HAVE_NOT[type(intent)], system=system.name))
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


def _lacking(before: Track, after: Track) -> Iterator[Message]:
    """What the handoff lacks only now: one that was left when all steps were done names none."""
    known = {each.code for each in before.findings}
    return (each.message for each in after.findings if each.code == INCOMPLETE and each.code not in known)


def _decides(edit: EditSession, intent: Intent, after: Track) -> Message | None:
    """What a verb decides that waits for a person: the agent's question, or whether a step whose retries are used up
    has failed.
    """
    asked, still = edit.before.waiting, after.waiting
    waited = asked is not None and asked.asked_by == "agent"
    if asked is not None and waited and (still is None or str(asked.question) not in str(still.question)):
        return Message("autodev.question-waits")
    moves = isinstance(intent, verbs.Move) or (isinstance(intent, verbs.Complete) and intent.whole != "session")
    if edit.position.held and moves:
        return Message("autodev.retry-reset-comes-first", why=tried(edit))
    return None
