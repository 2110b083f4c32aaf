"""The decisions: a day, where it was needed, what was decided, why, what else there was."""

from cockpit.model import Decision
from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.reading.report import Report
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class DecisionEntry:
    """A decision and where it stands."""

    decision: Decision
    entry: Entry


def read_decision(entry: Entry, report: Report, *, own_file: bool = False) -> DecisionEntry | None:
    """One decision; None where the entry says nothing that could be one."""
    if entry.at and not entry.is_mapping:
        told = entry.alone
        return DecisionEntry(Decision(text=told), entry) if told is not None else None
    stated, context = entry.text("decision"), entry.text("context")
    reason = entry.text("reason") or entry.body or None
    text = stated or context or reason
    if text is None:
        return None
    if stated is None:
        report.add("decision-missing", entry.path, entry.line(), "A decision does not say what was decided.")
    return DecisionEntry(
        Decision(
            id=entry.text("id"),
            text=text,
            context=context if stated is not None else None,
            reason=reason if text != reason else None,
            date=entry.time(report, "date"),
            alternatives=entry.texts("alternatives_considered", "alternatives"),
            reversible=entry.values.flag(*entry.at, "reversible"),
            path=entry.path if own_file else None,
        ),
        entry,
    )
