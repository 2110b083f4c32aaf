"""The verbs on Project Autopilot's state: each intent to its editor."""

from collections.abc import Callable
from typing import Any

from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.systems.autopilot.archive_editing import archive
from cockpit.systems.autopilot.decisions.decision_editing import decide
from cockpit.systems.autopilot.edit_session import EditSession, state_editor
from cockpit.systems.autopilot.handoff_editing import finish_handoff, hand_off
from cockpit.systems.autopilot.migration import migrate
from cockpit.systems.autopilot.position.move_editing import handoff_remarks
from cockpit.systems.autopilot.position.position_editing import move
from cockpit.systems.autopilot.thresholds.acknowledgment_editing import acknowledge, reset_alerts, withdraw
from cockpit.systems.autopilot.thresholds.limit_editing import set_limit
from cockpit.systems.autopilot.thresholds.trigger_editing import fire_trigger
from cockpit.systems.autopilot.thresholds.value_editing import set_value
from cockpit.systems.autopilot.work.blocker_editing import block, bypass, unblock
from cockpit.systems.autopilot.work.completion_editing import complete
from cockpit.systems.autopilot.work.session_editing import start_session
from cockpit.systems.autopilot.work.todo_editing import add_todo, reword, tick_todo
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.outcome import Outcome, check, refuse_conflict, refuse_unsupported_fields, verb_of
from cockpit.systems.shared.working_copy import unsafe
from cockpit.wording.messages import Message

EDITORS: dict[type[Any], Callable[[EditSession, Any], Outcome]] = {
    verbs.Acknowledge: acknowledge,
    verbs.Withdraw: withdraw,
    verbs.ResetAlerts: reset_alerts,
    verbs.SetValue: set_value,
    verbs.SetLimit: set_limit,
    verbs.FireTrigger: fire_trigger,
    verbs.Decide: decide,
    verbs.Block: block,
    verbs.Unblock: unblock,
    verbs.Bypass: bypass,
    verbs.AddTodo: add_todo,
    verbs.TickTodo: tick_todo,
    verbs.Reword: reword,
    verbs.Move: move,
    verbs.Complete: complete,
    verbs.StartSession: start_session,
    verbs.HandOff: hand_off,
    verbs.FinishHandoff: finish_handoff,
    verbs.Migrate: migrate,
    verbs.Archive: archive,
}

_ABSENT: dict[type[Any], str] = {
    verbs.ResetRetries: "autopilot.counts-no-retries",
    **dict.fromkeys((verbs.Fail, verbs.Retry, verbs.Skip), "autopilot.keeps-no-outcome"),
    **dict.fromkeys((verbs.RecordError, verbs.ResolveError), "autopilot.only-counts-errors"),
    verbs.AddTokens: "autopilot.tokens-are-a-value",
    verbs.ReportFiles: "autopilot.keeps-no-files",
}
"""What is said of what the system does not have: the way there is instead."""


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes for an intent. Raises CommandError with the reason and the remedy; then nothing changes."""
    if isinstance(intent, verbs.Answer):
        raise CommandError(Message("autopilot.reads-no-answer", system=system.name, option=intent.option))
    edit = EditSession(files, candidate, context, context.read or system.read(files, candidate, context))
    if edit.is_older and type(intent) in _ABSENT:
        state_editor(edit)  # an older file is converted first, whatever the way there is
    verb = verb_of(system, intent, EDITORS, _ABSENT)
    refuse_unsupported_fields(system.name, intent)
    refuse_conflict(intent, edit.before)
    outcome = verb(edit, intent)
    changes = edit.draft.changes()
    after = candidate if outcome.candidate is ... else outcome.candidate
    if after is None and system.detect(edit.draft, candidate.base):
        raise unsafe(candidate.path, Message("autopilot.track-left-behind"))
    if after is None:
        return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks)
    read = system.read(edit.draft, after, context) if changes else edit.before
    check(edit.before, read, outcome, changes[0].path if changes else candidate.path)
    return Edit(changes=changes, done=outcome.sentence, remarks=(*outcome.remarks, *handoff_remarks(edit.before, read)))
