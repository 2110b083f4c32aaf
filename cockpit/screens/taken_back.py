"""What is said of a change that another program took back, and what writing it again would do."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cockpit.screens.diffs import diff_facts
from cockpit.screens.questions import USUAL
from widgets.choice import Choice
from widgets.facts import GAP, Fact

if TYPE_CHECKING:
    from cockpit.actions.history import Removed

CHOICES = (Choice("again", "Write it again"), Choice("no", "Leave it taken back"))


def _taken_back(removed: "Removed") -> list[str]:
    """By whom it was taken back, as far as is known, and what is so in each file now."""
    from cockpit.actions.history import HOW

    by = f"“{removed.sentence}” was taken back by another program (an agent, git, an editor)."
    return [by, *(f"{each.path}: {HOW[each.how]}." for each in removed.missing)]


def about(removed: "Removed", diff: Sequence[str], remarks: Sequence[str]) -> list[Fact]:
    """The same, and what writing it again would change."""
    wrote = [Fact("", "Writing it again changes this:", "strong"), *diff_facts(diff, USUAL)]
    told = (Fact("", each) for each in _taken_back(removed))
    return [*told, *(Fact("", each, "warning") for each in remarks), GAP, *wrote]


def writes_again(keys: Mapping[str, str], here: bool) -> str:
    """That a change was taken back, instead of what undoing it would meet, and the key that writes it again: `here`,
    or in the ledger.
    """
    again, ledger = keys.get("redo", "U"), keys.get("ledger", "L")
    way = f"{again} writes it again" if here else f"{ledger} shows it, and {again} there writes it again"
    return f"Another program took this back; {way}."


def not_again(removed: "Removed", why: str) -> str:
    """That it was taken back and why it cannot be written again, and where it is kept."""
    because = why.removesuffix(".").removesuffix("; nothing was changed")
    told = " ".join(_taken_back(removed))
    return f"{told} It cannot be written again: {because}. What it wrote is kept: see `cockpit ledger`."
