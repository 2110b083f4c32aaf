"""The verbs on Codewalkers' state: each intent to its editor."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cockpit.model import Track
from cockpit.model import intents as verbs
from cockpit.model.intents import Intent
from cockpit.systems.codewalk.edit_session import EditSession
from cockpit.systems.codewalk.entries.blocker_editing import block, bypass, identify, unblock
from cockpit.systems.codewalk.entries.decision_editing import decide, reword
from cockpit.systems.codewalk.entries.knowledge_editing import (
    add_question,
    close_question,
    note_implementation,
    record_verification,
    report_files,
)
from cockpit.systems.codewalk.entries.session_editing import answer, crash, start_session
from cockpit.systems.codewalk.handoff_editing import finish_handoff, hand_off
from cockpit.systems.codewalk.position.completion_editing import complete
from cockpit.systems.codewalk.position.position_editing import move, set_position
from cockpit.systems.codewalk.rows import is_database
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.outcome import Outcome, check, refuse_conflict, verb_of
from cockpit.wording.messages import plain

EDITORS: dict[type[Any], Callable[[EditSession, Any], Outcome]] = {
    verbs.Move: move,
    verbs.SetPosition: set_position,
    verbs.Complete: complete,
    verbs.Decide: decide,
    verbs.Block: block,
    verbs.Identify: identify,
    verbs.Bypass: bypass,
    verbs.Unblock: unblock,
    verbs.Reword: reword,
    verbs.StartSession: start_session,
    verbs.RecordCrash: crash,
    verbs.Answer: answer,
    verbs.ReportFiles: report_files,
    verbs.NoteImplementation: note_implementation,
    verbs.AddQuestion: add_question,
    verbs.CloseQuestion: close_question,
    verbs.RecordVerification: record_verification,
    verbs.HandOff: hand_off,
    verbs.FinishHandoff: finish_handoff,
}
_ABSENT: dict[type[Any], str] = {
    **dict.fromkeys(
        (verbs.Acknowledge, verbs.Withdraw, verbs.ResetAlerts, verbs.SetValue, verbs.SetLimit, verbs.FireTrigger),
        "codewalk.no-threshold-verbs",
    ),
    **dict.fromkeys((verbs.AddTodo, verbs.TickTodo), "codewalk.no-todo-verbs"),
    **dict.fromkeys((verbs.Fail, verbs.Retry, verbs.ResetRetries), "codewalk.no-retry-verbs"),
    **dict.fromkeys((verbs.RecordError, verbs.ResolveError), "codewalk.no-error-verbs"),
    verbs.Skip: "codewalk.no-skip",
    verbs.AddTokens: "codewalk.no-tokens",
    verbs.Migrate: "codewalk.no-migration",
    verbs.Archive: "codewalk.no-archive",
}
"""What the system does not have, and the code of what is said of it."""


def _untimed(track: Track) -> Track:
    """The track without what depends on when the state was changed: every change of the rows updates that."""
    sessions = tuple(replace(each, stale_at=None) for each in track.sessions)
    return replace(track, waiting=None, sessions=sessions, lacks={**track.lacks, "answer": plain("")})


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes for an intent. Raises CommandError with the reason and the remedy; then nothing changes."""
    verb = verb_of(system, intent, EDITORS, _ABSENT)
    edit = EditSession(files, candidate, context, context.read or system.read(files, candidate, context))
    if not isinstance(intent, verbs.FinishHandoff):  # which leaves the state as it is
        edit.editor  # noqa: B018 -- what cannot be edited is refused before anything else is said
    refuse_conflict(intent, edit.before)
    outcome = verb(edit, intent)
    edit.flush()
    changes = edit.draft.changes()
    after = system.read(edit.draft, candidate, context) if changes else edit.before
    if is_database(candidate.path):
        check(_untimed(edit.before), _untimed(after), outcome, candidate.path)
    else:
        check(edit.before, after, outcome, candidate.path)
    return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks)
