"""The verbs on Project Autopilot's state: each intent to its editor."""

from importlib import import_module
from typing import Any

from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.systems.autopilot.edit_session import EditSession, state_editor
from cockpit.systems.autopilot.position.move_editing import handoff_remarks
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.outcome import Outcome, check, refuse_conflict, refuse_unsupported_fields, verb_of
from cockpit.systems.shared.working_copy import unsafe
from cockpit.wording.messages import Message

EDITORS: dict[type[Any], str] = {
    verbs.Acknowledge: "thresholds.acknowledgment_editing.acknowledge",
    verbs.Withdraw: "thresholds.acknowledgment_editing.withdraw",
    verbs.ResetAlerts: "thresholds.acknowledgment_editing.reset_alerts",
    verbs.SetValue: "thresholds.value_editing.set_value",
    verbs.SetLimit: "thresholds.limit_editing.set_limit",
    verbs.FireTrigger: "thresholds.trigger_editing.fire_trigger",
    verbs.Decide: "decisions.decision_editing.decide",
    verbs.Block: "work.blocker_editing.block",
    verbs.Unblock: "work.blocker_editing.unblock",
    verbs.Bypass: "work.blocker_editing.bypass",
    verbs.AddTodo: "work.todo_editing.add_todo",
    verbs.TickTodo: "work.todo_editing.tick_todo",
    verbs.Reword: "work.todo_editing.reword",
    verbs.Move: "position.position_editing.move",
    verbs.Complete: "work.completion_editing.complete",
    verbs.StartSession: "work.session_editing.start_session",
    verbs.HandOff: "handoff_editing.hand_off",
    verbs.FinishHandoff: "handoff_editing.finish_handoff",
    verbs.Migrate: "migration.migrate",
    verbs.Archive: "archive_editing.archive",
}
"""By intent the module in this package that makes the edit, and its function: only that module is imported."""

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
    module, _, verb = verb_of(system, intent, EDITORS, _ABSENT).rpartition(".")
    refuse_unsupported_fields(system.name, intent)
    refuse_conflict(intent, edit.before)
    outcome: Outcome = getattr(import_module(f"{__package__}.{module}"), verb)(edit, intent)
    changes = edit.draft.changes()
    after = candidate if outcome.candidate is ... else outcome.candidate
    if after is None and system.detect(edit.draft, candidate.base):
        raise unsafe(candidate.path, Message("autopilot.track-left-behind"))
    if after is None:
        return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks)
    read = system.read(edit.draft, after, context) if changes else edit.before
    warnings = check(edit.before, read, outcome, changes[0].path if changes else candidate.path)
    remarks = (*outcome.remarks, *handoff_remarks(edit.before, read), *warnings)
    return Edit(changes=changes, done=outcome.sentence, remarks=remarks, then=read)
