"""In which order a state file lists its decisions: the newest last, unless it evidently has it first."""

import re
from itertools import pairwise

from cockpit.documents.markdown import Section
from cockpit.model import Decision
from cockpit.systems.autopilot.decision_entries import read_decision
from cockpit.systems.autopilot.decisions_log import fold_decision
from cockpit.systems.autopilot.editing.list_sections import Entry, entries_in

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_newest_first(section: Section | None, logged: tuple[Decision, ...]) -> bool:
    """Whether the entries' dates, or their places in the decision log, only go back, and do so at all."""
    entries = entries_in(section)
    dates = [found[0] for entry in entries if (found := _DATE.search(entry.text))]
    places = [place for entry in entries if (place := _place(entry, logged)) is not None]
    return _goes_back(dates) or (len(dates) < 2 and _goes_back([f"{place:06}" for place in places]))


def oldest_first(section: Section | None, logged: tuple[Decision, ...]) -> tuple[Entry, ...]:
    """The decisions of the section from the oldest to the newest."""
    entries = entries_in(section)
    return entries[::-1] if is_newest_first(section, logged) else entries


def is_logged(entry: Entry, logged: tuple[Decision, ...]) -> bool:
    """Whether the decision log holds this decision."""
    return _place(entry, logged) is not None


def _place(entry: Entry, logged: tuple[Decision, ...]) -> int | None:
    text = fold_decision(read_decision(entry.raw).text)
    return next((place for place, other in enumerate(logged) if fold_decision(other.text) == text), None)


def _goes_back(values: list[str]) -> bool:
    return len(set(values)) > 1 and all(one >= other for one, other in pairwise(values))
