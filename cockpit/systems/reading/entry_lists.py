"""The lists of a state file: decisions, todos, blockers, errors, in whichever form they stand."""

from dataclasses import replace

from cockpit.documents.markdown import Region
from cockpit.model import Blocker, Decision, PhaseError, Todo
from cockpit.rules.times import to_utc_text
from cockpit.rules.work import DONE_SIGNS, is_done
from cockpit.systems.reading.blocker_entries import read_blocker
from cockpit.systems.reading.decision_entries import read_decision
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import Value

TEXT = (
    "Blocker", "Issue", "Decision", "Choice", "Todo", "To do", "Error", "Message", "Title", "What", "Text", "Item",
    "Task", "Description",
)  # fmt: skip
"""What the column that holds an entry's text may be called."""

_NUMBER = ("#", "No", "No.", "Nr")
_PHASE = ("Phase",)


def decisions_in(region: Region | None, outline: Outline) -> tuple[Decision, ...]:
    """`- decision — outcome` entries; the outcome stands after the last dash, or in a column of its own."""
    decisions = []
    for entry, _ in outline.entries(region, *TEXT):
        decision = read_decision(entry.text)
        if entry.row is not None:
            cells = outline.cells(
                entry.row,
                number=_NUMBER,
                outcome=("Outcome", "Result", "Status"),
                reason=("Rationale", "Reason", "Why"),
                date=("Date", "When"),
                phase=_PHASE,
                text=TEXT,
            )
            told = {part: cells[part] for part in ("outcome", "reason", "date", "phase") if cells[part]}
            decision = replace(decision, **told)  # type: ignore[arg-type]  # these are texts
        decisions.append(decision)
    return tuple(decisions)


def todos_in(region: Region | None, outline: Outline) -> tuple[Todo, ...]:
    """`- [ ] todo` entries, also below others; an entry without a box is open unless it carries a tick."""
    todos = []
    for entry, value in outline.entries(region, *TEXT, boxes=True):
        done = entry.item.checked if entry.item is not None else None
        if entry.row is not None:
            cells = outline.cells(entry.row, number=_NUMBER, text=TEXT, status=("Status", "State", "Done"))
            done = is_done(cells["status"] or "")
        todos.append(Todo(text=value.text, done=value.text.startswith(DONE_SIGNS) if done is None else done))
    return tuple(todos)


def blockers_in(region: Region | None, outline: Outline) -> tuple[Blocker, ...]:
    """Blocker entries, each prefixed by its phase; one that is ticked, struck out or said to be resolved is."""
    blockers = []
    for entry, value in outline.entries(region, *TEXT):
        blocker = read_blocker(value.text, ticked=bool(entry.item and entry.item.checked))
        if entry.row is not None:
            cells = outline.cells(
                entry.row,
                number=_NUMBER,
                text=TEXT,
                phase=_PHASE,
                status=("Status", "State"),
                since=("Since", "Date"),
                resolution=("Resolution", "Fix"),
                workaround=("Workaround",),
            )
            blocker = replace(
                read_blocker(value.text, status=cells["status"] or ""),
                affects=(cells["phase"],) if cells["phase"] else blocker.affects,
                since=cells["since"],
                resolution=cells["resolution"],
                workaround=cells["workaround"],
            )
        blockers.append(blocker)
    return tuple(blockers)


def errors_in(region: Region | None, outline: Outline) -> tuple[PhaseError, ...]:
    """Errors listed in a state file, as a table or as entries."""
    errors = []
    for entry, value in outline.entries(region, *TEXT):
        if entry.row is None:
            errors.append(PhaseError(message=value.text))
            continue
        cells = outline.cells(
            entry.row,
            message=TEXT,
            phase=_PHASE,
            type=("Type",),
            resolution=("Resolution", "Fix"),
            at=("Time", "At", "Date", "Timestamp"),
        )
        errors.append(
            PhaseError(
                message=value.text,
                phase=cells["phase"],
                type=cells["type"],
                resolution=cells["resolution"],
                resolved=bool(cells["resolution"]),
                at=to_utc_text(cells["at"]) if cells["at"] else None,
            )
        )
    return tuple(errors)


def texts_in(region: Region | None, outline: Outline) -> tuple[Value, ...]:
    """The entries of a list that has no form of its own."""
    found = outline.entries(region)
    for entry, _ in found:
        if entry.row is not None:
            outline.cells(entry.row, text=())
    return tuple(value for _, value in found)
