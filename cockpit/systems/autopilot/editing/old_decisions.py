"""Taking a decision out of the state file: to the decision log where there is one, else to the archive, never away."""

from cockpit.model import Decision, Track
from cockpit.systems.autopilot.decisions_log import NAME, fold_decision
from cockpit.systems.autopilot.editing.archived import entries_kept, keep
from cockpit.systems.autopilot.editing.decision_log import add_to_log, complete_in_log
from cockpit.systems.autopilot.editing.decision_order import places_in
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.editing.list_sections import Entry, beside, told_beside
from cockpit.systems.reading.decision_entries import decision_entry, read_decision
from cockpit.values import dataclass

MOST_LINES = 30_000
"""Lines of the decision log that one change looks through: each decision that goes there costs a look at all of it."""
_OUTCOME = ("outcome", "result", "status")
"""The columns that state what came of a decision."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a decision stands now that it left the state file; `before` where it stood there already."""

    path: str
    before: bool = False


def put_away(desk: Desk, *entries: Entry) -> tuple[Kept, ...]:
    """Write decisions with their outcomes where they are to stay. Taking them out of the state file is the caller's.

    Of many that go to a log, the first: as many as one change can afford, at least one.
    """
    log = _Log(desk)
    found: list[Kept | None] = []
    for entry in entries:
        if found and log.looked_through > MOST_LINES:
            break
        found.append(log.keep(entry))
    others = [_written(entry) for entry, kept in zip(entries, found, strict=False) if kept is None]
    archived = Kept(keep(desk, "decisions", *others)) if others else None
    return tuple(kept for each in found if (kept := each or archived) is not None)


class _Log:
    """The decision log, for decisions that are to stand in it."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.path = desk, desk.path(NAME)
        logged, state = desk.sources.logged, desk.sources.state
        self.texts = places_in(logged)
        self.told = {_folded(decision) for decision in logged}
        self.listed = state.decisions if state is not None else ()
        self.places = places_in(self.listed)
        self.looked_through = 0

    def keep(self, entry: Entry) -> Kept | None:
        """The place of a decision that the log holds, or now does; None where it belongs in the archive."""
        decision = self._read(entry)
        if fold_decision(read_decision(entry.raw).text) in self.texts:
            if decision.outcome is None or _folded(decision) in self.told:
                return Kept(self.path, before=True)
            self._look()
            return Kept(self.path) if complete_in_log(self.desk, decision) else None
        if self.desk.draft.read(self.path) is None:
            return None
        self._look()
        add_to_log(self.desk, decision, None)
        return Kept(self.path)

    def _read(self, entry: Entry) -> Decision:
        """The decision of an entry; that of a row with what the state file's reader found in its other columns."""
        decision = read_decision(entry.raw)
        place = self.places.get(fold_decision(decision.text)) if entry.row is not None else None
        return decision if place is None else self.listed[place]

    def _look(self) -> None:
        self.looked_through += (self.desk.draft.text(self.path) or "").count("\n")


def _folded(decision: Decision) -> tuple[str, str]:
    """A decision and its outcome, as they are compared."""
    return fold_decision(decision.text), fold_decision(decision.outcome or "")


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


def _tells(log: str | None, outcome: str) -> bool:
    """Whether the log says this outcome anywhere."""
    return fold_decision(outcome) in " ".join((log or "").casefold().split())
