"""A decision as an entry of a state file or archive: `decision — outcome` (seed), a phase perhaps in front.

What a person decided may hold such dashes itself. Those stand between no-break spaces: the line looks and reads the
same, for a person as for an agent, and the reader knows that they part nothing.
"""

import re
from itertools import pairwise

from cockpit.model import Decision
from cockpit.systems.reading.values import phase_prefix, plain, unwrapped

KEPT = "\u00a0"
"""The no-break space, which parts nothing."""

_DASHES = ("—", "–", "--", "→", "->")
_OUTCOME = re.compile(rf"(?:[ \t]+(?:{'|'.join(_DASHES)}))+[ \t]+")
_SPACED_HYPHEN = re.compile(r"[ \t]+-[ \t]+")
_BOX = re.compile(r"\[\W?\w?\] ")
_CLOSING_HASHES = re.compile(r" (?=#+$)")
"""What a heading does not count as its text."""


def read_decision(text: str) -> Decision:
    """An entry as it is written; the outcome stands after the last dash."""
    phase, rest = phase_prefix(unwrapped(text))
    parts = list(_OUTCOME.finditer(rest)) or list(_SPACED_HYPHEN.finditer(rest))
    if not parts:
        return Decision(text=plain(rest), phase=phase)
    return Decision(text=plain(rest[: parts[-1].start()]), outcome=plain(rest[parts[-1].end() :]), phase=phase)


def decision_entry(text: str, outcome: str | None) -> str:
    """The entry of a decision, such that it is read back as these two."""
    return f"{as_one(text)} — {as_one(outcome)}" if outcome else as_one(text)


def in_heading(text: str) -> str:
    """A text as a heading can hold it whole."""
    return _CLOSING_HASHES.sub(KEPT, text)


def as_one(text: str) -> str:
    """A text that is to stay one part of an entry: its dashes, and what would be a phase or box in front, are kept."""
    words = text.split(" ")
    joined = [words[0]]
    for before, word in pairwise(words):
        parts = (*_DASHES, "-")
        joined.append((KEPT if before in parts or word in parts else " ") + word)
    kept = "".join(joined)
    if _BOX.match(kept):
        kept = kept.replace(" ", KEPT, 1)
    _, rest = phase_prefix(kept)
    return kept if rest == kept else f"{kept.removesuffix(rest).rstrip()}{KEPT}{rest}"
