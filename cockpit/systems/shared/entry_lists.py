"""The lists of a state file: decisions, todos, blockers, errors, in whichever form they stand."""

import re
from itertools import pairwise

from cockpit.model import Blocker, Decision
from cockpit.regex import regex
from cockpit.rules.work import DONE_SIGNS
from cockpit.systems.shared.stated_values import phase_prefix
from cockpit.text.words import plain, without_label_marks

# A blocker as an entry of a state file (seed: "prefixed with phase"), and the ways to write that it is no more

_BYPASSED = regex(r"(?P<text>.+?)\s+[—–-]+\s+bypassed(?::\s*(?P<how>.*))?", re.IGNORECASE | re.DOTALL)
_STRUCK = regex(r"~~(.+?)~~(.*)", re.DOTALL)
_OVER = r"(?:resolved|fixed|unblocked|cleared|no longer blocking)"
_RESOLVED = regex(
    rf"(?:\[?{_OVER}(?:\]:?|:)\s+(?P<behind>.+)"
    rf"|(?P<before>.+?)\s+(?:[—–-]+\s+{_OVER}(?P<how>(?:[:;,.(]|\s+(?:on|with|via|since)\b|\s+\d).*)?"
    rf"|[(\[]{_OVER}\b(?P<inside>[^()\[\]]*)[)\]]\.?))",
    re.IGNORECASE | re.DOTALL,
)


def read_blocker(text: str, *, ticked: bool = False) -> Blocker:
    """A blocker entry; `ticked` by its box.

    One that is ticked, struck out or said to be resolved is resolved. `— bypassed: how` at its end says that the work
    goes on around it.
    """
    text = without_label_marks(text)
    struck = _STRUCK.fullmatch(text)
    text = f"{struck[1]}{struck[2]}".strip() if struck else text
    signed = text.startswith(DONE_SIGNS)
    text = text.lstrip("".join(DONE_SIGNS) + "\ufe0f ") if signed else text
    over, bypassed = _RESOLVED.fullmatch(text), _BYPASSED.fullmatch(text)
    text = over["behind"] or over["before"] if over else bypassed["text"] if bypassed else text
    phase, _ = phase_prefix(text)
    how = ((over["how"] or over["inside"] or "").strip(" :;,.()") or None) if over else None
    return Blocker(
        text=text,
        status="resolved" if over or struck or ticked or signed else "bypassed" if bypassed else "active",
        affects=(phase,) if phase else (),
        workaround=(bypassed["how"] or None) if bypassed and not over else None,
        resolution=how,
    )


# A decision as an entry of a state file or archive: `decision — outcome` (seed), a phase perhaps in front

NO_BREAK_SPACE = "\u00a0"
"""The no-break space, which parts nothing."""

_DASHES = ("—", "–", "--", "→", "->")
_OUTCOME = regex(rf"(?:[ \t]+(?:{'|'.join(_DASHES)}))+[ \t]+")
_SPACED_HYPHEN = regex(r"[ \t]+-[ \t]+")
_BOX = regex(r"\[\W?\w?\] ")
_CLOSING_HASHES = regex(r" (?=#+$)")
"""What a heading does not count as its text."""


def read_decision(text: str) -> Decision:
    """An entry as it is written; the outcome stands after the last dash."""
    phase, rest = phase_prefix(plain(without_label_marks(text)))
    parts = list(_OUTCOME.finditer(rest)) or list(_SPACED_HYPHEN.finditer(rest))
    if not parts:
        return Decision(text=parted(rest), phase=phase)
    return Decision(text=parted(rest[: parts[-1].start()]), outcome=parted(rest[parts[-1].end() :]), phase=phase)


def parted(text: str) -> str:
    """A plain text in which the no-break spaces that kept it one part are blanks again."""
    return plain(text.replace(NO_BREAK_SPACE, " "))


def decision_entry(text: str, outcome: str | None) -> str:
    """The entry of a decision, such that it is read back as these two."""
    return f"{as_one(text)} — {as_one(outcome)}" if outcome else as_one(text)


def in_heading(text: str) -> str:
    """A text as a heading can hold it whole."""
    return _CLOSING_HASHES.sub(NO_BREAK_SPACE, text)


def as_one(text: str) -> str:
    """A text that is to stay one part of an entry: its dashes, and what would be a phase or box in front, are kept."""
    words = text.split(" ")
    joined = [words[0]]
    for before, word in pairwise(words):
        parts = (*_DASHES, "-")
        joined.append((NO_BREAK_SPACE if before in parts or word in parts else " ") + word)
    text_kept = "".join(joined)
    if _BOX.match(text_kept):
        text_kept = text_kept.replace(" ", NO_BREAK_SPACE, 1)
    _, rest = phase_prefix(text_kept)
    return text_kept if rest == text_kept else f"{text_kept.removesuffix(rest).rstrip()}{NO_BREAK_SPACE}{rest}"
