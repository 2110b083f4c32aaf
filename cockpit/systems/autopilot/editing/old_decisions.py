"""Taking a decision out of the state file: to the decision log where there is one, else to the archive, never away."""

from cockpit.model import Decision, Track
from cockpit.systems.autopilot.decision_entries import read_decision
from cockpit.systems.autopilot.decisions_log import NAME, fold_decision
from cockpit.systems.autopilot.editing.archived import entries_kept, keep
from cockpit.systems.autopilot.editing.decision_log import add_to_log, complete_in_log
from cockpit.systems.autopilot.editing.decision_order import is_logged
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.list_sections import Entry
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a decision stands now that it left the state file; `before` where it stood there already."""

    path: str
    before: bool = False


def put_away(desk: Desk, entry: Entry) -> Kept:
    """Write a decision with its outcome where it is to stay. Taking it out of the state file is the caller's."""
    decision, log = read_decision(entry.raw), desk.path(NAME)
    if is_logged(entry, desk.sources.logged):
        if decision.outcome is None or _states(desk.sources.logged, decision):
            return Kept(log, before=True)
        return Kept(log if complete_in_log(desk, decision) else keep(desk, "decisions", entry.raw))
    if desk.draft.read(log) is not None:
        add_to_log(desk, decision, None)
        return Kept(log)
    return Kept(keep(desk, "decisions", entry.raw))


def none_lost(desk: Desk, track: Track) -> bool:
    """Whether every decision is still in the state file, the log or the archive, and so is its outcome."""
    archived = tuple(read_decision(text) for text in entries_kept(desk, "decisions"))
    kept = (*track.decisions, *archived)
    texts = {fold_decision(other.text) for other in kept}
    outcomes = {fold_decision(other.outcome) for other in kept if other.outcome}
    log = desk.draft.text(desk.path(NAME))
    return all(
        fold_decision(other.text) in texts
        and (other.outcome is None or fold_decision(other.outcome) in outcomes or _tells(log, other.outcome))
        for other in desk.before.decisions
    )


def _states(logged: tuple[Decision, ...], decision: Decision) -> bool:
    """Whether the log gives the decision this very outcome."""
    meant = (fold_decision(decision.text), fold_decision(decision.outcome or ""))
    return meant in ((fold_decision(other.text), fold_decision(other.outcome or "")) for other in logged)


def _tells(log: str | None, outcome: str) -> bool:
    """Whether the log says this outcome anywhere."""
    return fold_decision(outcome) in " ".join((log or "").casefold().split())
