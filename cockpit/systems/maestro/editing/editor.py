"""The verbs on Maestro's sessions: each intent to its editor."""

from collections.abc import Callable
from typing import Any

from cockpit.model import intents as verbs
from cockpit.model.errors import Changed
from cockpit.model.intents import Intent
from cockpit.rules.preconditions import changed
from cockpit.systems.editing.draft import PUT_AWAY_BYTES
from cockpit.systems.editing.more_told import refuse_more
from cockpit.systems.editing.outcome import Outcome, check
from cockpit.systems.interface import EDITED_BYTES, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.editing.archive import archive
from cockpit.systems.maestro.editing.desk import Desk
from cockpit.systems.maestro.editing.error_entries import record_error, resolve_error
from cockpit.systems.maestro.editing.hand_off import finish_handoff, hand_off
from cockpit.systems.maestro.editing.phase_moves import fail, reset_retries, retry, skip
from cockpit.systems.maestro.editing.records import add_tokens, report_files
from cockpit.systems.maestro.editing.session_status import finish, move
from cockpit.systems.maestro.refusals import refusal

EDITORS: dict[type[Any], Callable[[Desk, Any], Outcome]] = {
    verbs.Archive: archive,
    verbs.Move: move,
    verbs.Complete: finish,
    verbs.Fail: fail,
    verbs.Retry: retry,
    verbs.ResetRetries: reset_retries,
    verbs.Skip: skip,
    verbs.RecordError: record_error,
    verbs.ResolveError: resolve_error,
    verbs.AddTokens: add_tokens,
    verbs.ReportFiles: report_files,
    verbs.HandOff: hand_off,
    verbs.FinishHandoff: finish_handoff,
}


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes an intent comes to. Raises Refused with the reason and the way out; then nothing is to change."""
    verb = EDITORS.get(type(intent))
    if verb is None:
        raise refusal(system, intent)
    refuse_more(system.name, intent)
    largest = PUT_AWAY_BYTES if isinstance(intent, verbs.Archive) else EDITED_BYTES  # what grew too long is put away
    desk = Desk(files, candidate, context, system.read(files, candidate, context), largest)
    if not isinstance(intent, verbs.FinishHandoff | verbs.Archive):  # which leave it as it is, or may
        desk.session, desk.sheet  # noqa: B018 -- what cannot be edited is refused before anything else is said
    instead = changed(intent, desk.before) if _is_about_present(intent) else None
    if instead is not None:
        raise Changed(instead)
    outcome = verb(desk, intent)
    changes = desk.draft.changes()
    if outcome.candidate is None:  # what it left behind was verified by the verb itself
        return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks)
    after = system.read(desk.draft, candidate, context) if changes else desk.before
    check(desk.before, after, outcome, candidate.path)
    taken_up = desk.before.position.status == "failed" != after.position.status
    decides = "The session failed: a person decides how it goes on." if taken_up else None
    return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks, decides=decides)


def _is_about_present(intent: Intent) -> bool:
    """Whether what was seen must still be so: a phase that is named is itself what was seen."""
    return not (isinstance(intent, verbs.Complete) and intent.step is not None)
