"""In which order a state file lists its decisions: the newest last, unless it evidently has it first."""

import re
from itertools import pairwise

from cockpit.documents.markdown import Section
from cockpit.model import Decision
from cockpit.systems.autopilot.decisions_log import fold_decision
from cockpit.systems.editing.list_sections import Entry, entries_in
from cockpit.systems.reading.decision_entries import read_decision

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def is_newest_first(section: Section | None, logged: tuple[Decision, ...]) -> bool:
    """Whether the entries' dates, or their places in the decision log, only go back, and do so at all."""
    entries, known = entries_in(section), places_in(logged)
    dates = [found[0] for entry in entries if (found := _DATE.search(entry.text))]
    if len(dates) >= 2 or len(known) < 2:  # of one place, nothing follows
        return _goes_back(dates)
    return _goes_back([f"{place:06}" for entry in entries if (place := _place(entry, known)) is not None])


def oldest_first(section: Section | None, logged: tuple[Decision, ...]) -> tuple[Entry, ...]:
    """The decisions of the section from the oldest to the newest."""
    entries = entries_in(section)
    return entries[::-1] if is_newest_first(section, logged) else entries


def places_in(decisions: tuple[Decision, ...]) -> dict[str, int]:
    """Where each decision stands first, by its folded text."""
    places: dict[str, int] = {}
    for place, decision in enumerate(decisions):
        places.setdefault(fold_decision(decision.text), place)
    return places


def _place(entry: Entry, known: dict[str, int]) -> int | None:
    return known.get(fold_decision(read_decision(entry.raw).text))


def _goes_back(values: list[str]) -> bool:
    return len(set(values)) > 1 and all(one >= other for one, other in pairwise(values))
