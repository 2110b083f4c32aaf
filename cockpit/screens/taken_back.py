"""What is said of a change that another program took back or wrote over, and what writing it again would do."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from cockpit.rules.ages import with_moments
from cockpit.screens.diffs import diff_facts
from cockpit.screens.questions import USUAL
from widgets.choice import Choice
from widgets.facts import GAP, Fact

if TYPE_CHECKING:
    from cockpit.actions.history import Removed

_TAKEN = (Choice("again", "Write it again"), Choice("no", "Leave it taken back"))
_OVER = (Choice("no", "Leave it so"), Choice("again", "Bring it back", "the one that stands there goes to the archive"))


def title(removed: "Removed") -> str:
    """What the dialog about it is called."""
    return "Written over" if removed.replaced else "Taken back"


def choices(removed: "Removed") -> Sequence[Choice]:
    """What can be done about it. What was written over was perhaps used before."""
    return _OVER if removed.replaced else _TAKEN


def _taken_back(removed: "Removed", now: datetime) -> list[str]:
    """By whom it was taken back, as far as is known, and what is so in each file now."""
    how = "written over" if removed.replaced else "taken back"
    by = f"“{removed.sentence}” was {how} by another program (an agent, git, an editor)."
    return [by, *(with_moments(f"{each}.", now) for each in removed.how())]


def about(removed: "Removed", diff: Sequence[str], remarks: Sequence[str], now: datetime) -> list[Fact]:
    """The same, and what writing it again would change."""
    again = "Bringing it back" if removed.replaced else "Writing it again"
    wrote = [Fact("", f"{again} changes this:", "strong"), *diff_facts(diff, USUAL)]
    told = (Fact("", each) for each in _taken_back(removed, now))
    return [*told, *(Fact("", each, "warning") for each in remarks), GAP, *wrote]


def writes_again(keys: Mapping[str, str], *, here: bool, over: bool) -> str:
    """That a change was taken back, or written `over`, instead of what undoing it would meet, and the key that writes
    it again: `here`, or in the ledger.
    """
    again, ledger = keys.get("redo", "U"), keys.get("ledger", "L")
    does = "brings it back" if over else "writes it again"
    way = f"{again} {does}" if here else f"{ledger} shows it, and {again} there {does}"
    return f"Another program {'wrote over this' if over else 'took this back'}; {way}."


def only_told(removed: "Removed", now: datetime) -> str:
    """That it was taken back, where nothing may be written."""
    return " ".join((*_taken_back(removed, now), "This cockpit only reads: another one can write it again."))


def not_again(removed: "Removed", why: str, now: datetime) -> str:
    """That it was taken back and why it cannot be written again, and where it is kept."""
    because = why.removesuffix(".").removesuffix("; nothing was changed")
    told = " ".join(_taken_back(removed, now))
    return f"{told} It cannot be written again: {because}. What it wrote is kept: see `cockpit ledger`."
