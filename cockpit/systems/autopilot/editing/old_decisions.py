"""Taking a decision out of the state file: to the decision log where there is one, else to the archive, never away."""

from cockpit.model import Decision, Track
from cockpit.systems.autopilot.decision_entries import decision_entry, read_decision
from cockpit.systems.autopilot.decisions_log import NAME, fold_decision
from cockpit.systems.autopilot.editing.archived import entries_kept, keep
from cockpit.systems.autopilot.editing.decision_log import add_to_log, complete_in_log
from cockpit.systems.autopilot.editing.decision_order import is_logged
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.list_sections import Entry, beside, told_beside
from cockpit.values import dataclass

_OUTCOME = ("outcome", "result", "status")
"""The columns that state what came of a decision."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a decision stands now that it left the state file; `before` where it stood there already."""

    path: str
    before: bool = False


def put_away(desk: Desk, *entries: Entry) -> tuple[Kept, ...]:
    """Write decisions with their outcomes where they are to stay. Taking them out of the state file is the caller's."""
    found = [_in_log(desk, entry) for entry in entries]
    others = [_written(entry) for entry, kept in zip(entries, found, strict=True) if kept is None]
    archived = Kept(keep(desk, "decisions", *others)) if others else None
    return tuple(kept for each in found if (kept := each or archived) is not None)


def _in_log(desk: Desk, entry: Entry) -> Kept | None:
    """The place of a decision that the log holds, or now does; None where it belongs in the archive."""
    decision, log = _read(desk, entry), desk.path(NAME)
    if is_logged(entry, desk.sources.logged):
        if decision.outcome is None or _states(desk.sources.logged, decision):
            return Kept(log, before=True)
        return Kept(log) if complete_in_log(desk, decision) else None
    if desk.draft.read(log) is not None:
        add_to_log(desk, decision, None)
        return Kept(log)
    return None


def none_lost(desk: Desk, track: Track) -> bool:
    """Whether every decision is still in the state file, the log or the archive, and so is its outcome."""
    archived = tuple(read_decision(text) for text in entries_kept(desk, "decisions"))
    kept = (*track.decisions, *archived)
    outcomes: dict[str, list[str]] = {}
    for other in kept:
        outcomes.setdefault(fold_decision(other.text), []).append(fold_decision(other.outcome or ""))
    log = desk.draft.text(desk.path(NAME))
    return all(
        any(fold_decision(other.outcome or "") in told for told in outcomes.get(fold_decision(other.text), ()))
        or (fold_decision(other.text) in outcomes and _tells(log, other.outcome or ""))
        for other in desk.before.decisions
    )


def _written(entry: Entry) -> str:
    """A decision as one line, the outcome behind a dash also where it stood in a column of its own."""
    cells = beside(entry)
    outcome = next((cells.pop(name) for name in _OUTCOME if name in cells), None)
    told = f"{outcome}{told_beside(cells)}" if outcome else "; ".join(f"{name}: {cells[name]}" for name in cells)
    return decision_entry(entry.raw, told) if told else entry.raw


def _read(desk: Desk, entry: Entry) -> Decision:
    """The decision of an entry; that of a row with what the state file's reader found in its other columns."""
    decision, state = read_decision(entry.raw), desk.sources.state
    known = state.decisions if state is not None and entry.row is not None else ()
    return next((other for other in known if fold_decision(other.text) == fold_decision(decision.text)), decision)


def _states(logged: tuple[Decision, ...], decision: Decision) -> bool:
    """Whether the log gives the decision this very outcome."""
    meant = (fold_decision(decision.text), fold_decision(decision.outcome or ""))
    return meant in ((fold_decision(other.text), fold_decision(other.outcome or "")) for other in logged)


def _tells(log: str | None, outcome: str) -> bool:
    """Whether the log says this outcome anywhere."""
    return fold_decision(outcome) in " ".join((log or "").casefold().split())
