"""The verbs on autodev's state: each intent to its editor."""

from collections.abc import Callable
from typing import Any

from cockpit.model import Track
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, Refused
from cockpit.model.intents import Intent
from cockpit.rules.preconditions import changed
from cockpit.systems.autodev.editing.answers import answer
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.entries import block, bypass, decide, reword, unblock
from cockpit.systems.autodev.editing.first_step import is_first_step, set_first_step
from cockpit.systems.autodev.editing.hand_off import finish_handoff, hand_off
from cockpit.systems.autodev.editing.retries import fail, reset_retries, retry
from cockpit.systems.autodev.editing.steps import complete, move, skip, tried
from cockpit.systems.editing.more_told import HAVE_NOT, refuse_more
from cockpit.systems.editing.outcome import Outcome, check
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System

EDITORS: dict[type[Any], Callable[[Desk, Any], Outcome]] = {
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
    """The changes an intent comes to. Raises Refused with the reason and the way out; then nothing is to change."""
    verb = EDITORS.get(type(intent))
    if verb is None:
        raise Refused(f"{system.name} {ABSENT[type(intent)]}.")
    refuse_more(system.name, intent)
    desk = Desk(files, candidate, context, system.read(files, candidate, context))
    needs_no_step = isinstance(intent, verbs.FinishHandoff | verbs.HandOff) or is_first_step(intent, desk)
    if not needs_no_step:
        desk.sheet, desk.state  # noqa: B018 -- what cannot be edited is refused before anything else is said
    instead = changed(intent, desk.before)
    if instead is not None:
        raise Changed(instead)
    outcome = set_first_step(desk, intent) if is_first_step(intent, desk) else verb(desk, intent)
    changes = desk.draft.changes()
    after = system.read(desk.draft, candidate, context) if changes else desk.before
    check(desk.before, after, outcome, candidate.path)
    decides = _decides(desk, intent, after) if changes else None
    asks = after.waiting is not None and desk.before.waiting is None
    return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks, decides=decides, asks=asks)


def _decides(desk: Desk, intent: Intent, after: Track) -> str | None:
    """What a verb decides that waits for a person: the agent's question, or whether a step whose retries are used up
    has failed.
    """
    asked, still = desk.before.waiting, after.waiting
    waited = asked is not None and asked.asked_by == "agent"
    if asked is not None and waited and (still is None or asked.question not in still.question):
        return "A question waits: `cockpit answer OPTION` answers it."
    moves = isinstance(intent, verbs.Move) or (isinstance(intent, verbs.Complete) and intent.whole != "session")
    if desk.standing.held and moves:
        return f"{tried(desk)}, and its status is not failed: `cockpit retry reset` comes first."
    return None
