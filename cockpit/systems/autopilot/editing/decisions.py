"""Recording a decision: in the state file's Recent Decisions, and in DECISIONS.md where there is one."""

from cockpit.model import Decision, Track
from cockpit.model.intents import Decide
from cockpit.systems.autopilot.decisions_log import NAME, fold_decision
from cockpit.systems.autopilot.editing.archived import keep
from cockpit.systems.autopilot.editing.arguments import checked_option, checked_text
from cockpit.systems.autopilot.editing.decision_log import add_to_log
from cockpit.systems.autopilot.editing.decision_order import is_logged, is_newest_first, oldest_first
from cockpit.systems.autopilot.editing.desk import Desk, Outcome
from cockpit.systems.autopilot.editing.layout import state_sheet
from cockpit.systems.autopilot.editing.list_sections import Entry, add_entry, remove_entry
from cockpit.systems.autopilot.editing.pruning import with_pruning
from cockpit.systems.autopilot.transponder import DECISIONS, read_decision

MOST_DECISIONS = 5
"""How many decisions the state file keeps (seed: "Add to Recent Decisions (keep 3-5)")."""

TOUCHES = frozenset({"decisions", "findings"})


def decide(desk: Desk, intent: Decide) -> Outcome:
    """Record a decision. Older ones beyond five move to the decision log, or to the archive where there is none."""
    decision = _checked(desk, intent)
    sheet = state_sheet(desk)
    has_log = desk.draft.read(desk.path(NAME)) is not None
    written = read_decision(entry_text(decision, whole=not has_log))
    if any(_same(written, other) for other in desk.before.decisions):
        return Outcome(sentence=f"The decision stands there already: {decision.text}")
    first = is_newest_first(sheet.markdown.section(*DECISIONS), desk.sources.logged)
    add_entry(sheet, DECISIONS, entry_text(decision, whole=not has_log), first=first)
    if has_log:
        add_to_log(desk, decision)
    outcome = Outcome(
        sentence=f"Recorded the decision: {decision.text}",
        remarks=_move_old(desk, decision),
        touches=TOUCHES,
        holds=lambda track: _is_recorded(track, written) and _none_lost(desk, track),
    )
    return with_pruning(desk, outcome)


def entry_text(decision: Decision, *, whole: bool) -> str:
    """`text — outcome`. Where no decision log takes them, `whole` puts reason and the like in brackets behind it."""
    details = _details(decision) if whole else []
    if not decision.outcome and decision.reason and whole:
        outcome, details = decision.reason, details[1:]
    else:
        outcome = decision.outcome or ""
    tail = f" ({'; '.join(details)})" if details else ""
    return f"{decision.text} — {outcome}{tail}" if outcome else f"{decision.text}{tail}"


def _details(decision: Decision) -> list[str]:
    told = [
        decision.reason,
        f"context: {decision.context}" if decision.context else None,
        f"instead of: {', '.join(decision.alternatives)}" if decision.alternatives else None,
        None if decision.reversible is None else "reversible" if decision.reversible else "irreversible",
    ]
    return [text for text in told if text]


def _checked(desk: Desk, intent: Decide) -> Decision:
    phase = desk.before.position.phase
    return Decision(
        text=checked_text(intent.text, "decision"),
        outcome=checked_option(intent.outcome, "outcome"),
        reason=checked_option(intent.reason, "reason"),
        context=checked_option(intent.context, "context"),
        alternatives=tuple(checked_text(text, "alternative") for text in intent.alternatives),
        reversible=intent.reversible,
        date=desk.today,
        phase=phase.id if phase else None,
    )


def _move_old(desk: Desk, decision: Decision) -> tuple[str, ...]:
    """Move what is beyond five out of the state file, the oldest first."""
    sheet = state_sheet(desk)
    remarks: dict[str, None] = {}
    while True:
        section = sheet.markdown.section(*DECISIONS)
        entries = oldest_first(section, (*desk.sources.logged, decision))
        if section is None or len(entries) <= MOST_DECISIONS:
            return tuple(remarks)
        remarks[_move(desk, entries[0])] = None
        remove_entry(sheet, section, entries[0])


def _move(desk: Desk, entry: Entry) -> str:
    if is_logged(entry, desk.sources.logged):
        outcome = read_decision(entry.text).outcome
        if outcome is None or outcome.casefold() in (desk.draft.text(desk.path(NAME)) or "").casefold():
            return f'Took "{entry.text}" out of the recent decisions; {desk.path(NAME)} holds it.'
        return f'Moved "{entry.text}" to {keep(desk, "decisions", entry.text)}; {desk.path(NAME)} lacks its outcome.'
    if desk.draft.read(desk.path(NAME)) is not None:
        add_to_log(desk, read_decision(entry.text))
        return f'Moved "{entry.text}" to {desk.path(NAME)}.'
    return f'Moved "{entry.text}" to {keep(desk, "decisions", entry.text)}.'


def _same(one: Decision, other: Decision) -> bool:
    return fold_decision(one.text) == fold_decision(other.text) and one.outcome in (None, other.outcome)


def _is_recorded(track: Track, written: Decision) -> bool:
    return any(fold_decision(other.text) == fold_decision(written.text) for other in track.decisions)


def _none_lost(desk: Desk, track: Track) -> bool:
    """Whether every decision is still in the state file, the log or the archive."""
    archive = desk.draft.text(desk.path("archive/decisions.md")) or ""
    kept = {fold_decision(other.text) for other in track.decisions}
    return all(fold_decision(other.text) in kept or other.text in archive for other in desk.before.decisions)
