"""Where a session stopped, in words: `Mid-plan 3.2, task 3 of 5` (seed, "Session Continuity")."""

import re

from cockpit.regex import regex
from cockpit.systems.autopilot.phases import Place
from cockpit.systems.autopilot.steps import number_of

_WHOLE = r"(?P<whole>\d+(?:\.\d+)*)"
_TASK = r"(?:,?\s+task\s+(?P<task>\d+)(?:\s+of\s+\d+)?)?"
_MID_PLAN = regex(rf"mid-plan\s+{_WHOLE}(?![\w.]*\d)(?:,?\s+task\s+(?P<task>\d+)\b)?", re.IGNORECASE)
_AT = regex(
    rf"(?:(?:before|at|in)\s+)?(?:plan\s+{_WHOLE}|phase\s+(?P<phase>\d+(?:\.\d+)*)(?:,?\s+plan\s+(?P<plan>\d+))?){_TASK}\.?",
    re.IGNORECASE,
)
_NEXT = regex(rf".*\bnext is {_WHOLE}{_TASK}", re.IGNORECASE | re.DOTALL)
_FINISHED = regex(
    r"(?:plan|phase|task)\s+\S+\s+(?:complete|done)\b.*|completed\s+(?:plan|phase|task)\s+\S+.*"
    r"|all tasks of the plan\b.*|before task\s+\S+|not started\.?",
    re.IGNORECASE | re.DOTALL,
)


def place_in(text: str) -> Place | None:
    """The place that a session's stopping place clearly names; None for what was finished, and for any other words."""
    text = text.strip()
    found = _MID_PLAN.match(text) or _AT.fullmatch(text) or _NEXT.fullmatch(text)
    if found is None:
        return None
    parts = found.groupdict()
    phase, plan = parts.get("phase"), parts.get("plan")
    if parts["whole"]:
        phase, _, plan = parts["whole"].rpartition(".")
    return Place(*(_bare(part) for part in (phase, plan, parts["task"])))


def says_where(text: str) -> bool:
    """Whether a stopping place says nothing but where the work stands, or what was finished just before."""
    return place_in(text) is not None or _FINISHED.fullmatch(text.strip()) is not None


def place_words(place: Place, total: int | None = None, *, begun: bool = True) -> str:
    """A place in the seed's words. `total` is the number of tasks; what has not begun is named as what comes next."""
    number = ".".join(part for part in (place.phase, place.plan) if part)
    if place.plan:
        location = f"Mid-plan {number}" if begun else f"Before plan {number}"
    else:
        location = f"Phase {number}" if begun else f"Before phase {number}"
    if not place.task:
        return location
    return f"{location}, task {place.task} of {total}" if total else f"{location}, task {place.task}"


def difference(one: Place, other: Place) -> str | None:
    """The first part in which two places differ: phase, plan or task; None where they agree as far as both say."""
    if _same_number(f"{one.phase}.{one.plan}", other.phase) or _same_number(f"{other.phase}.{other.plan}", one.phase):
        return None  # `2.1` is a plan of phase 2, or the phase 2.1
    pairs = (("phase", one.phase, other.phase), ("plan", one.plan, other.plan), ("task", one.task, other.task))
    return next((part for part, mine, theirs in pairs if "" not in (mine, theirs) and mine != theirs), None)


def _same_number(whole: str, phase: str) -> bool:
    return "." in phase and whole == phase


def _bare(part: str | None) -> str:
    number = number_of(part) if part else None
    return f"{number:g}" if number else ""
