"""What was decided, each thing once, though a handoff, the state file and the log tell it in words of their own."""

import re
from collections.abc import Sequence

from cockpit.model import Decision

_NUMBER = re.compile(r"d-?\d+\s*[:.)—–-]?\s+")
_GOES_ON = ("—", "–", "-", ":", ";", ",", "(", ".")
"""What stands between a decision and its why."""


def decided(told: Sequence[str], decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The entries of a handoff, then those of the files that it does not name; the why stands after a dash."""
    entries = list(dict.fromkeys(told))
    for decision in decisions:
        if not any(_names(entry, decision.text) for entry in entries):
            entries.append(_told(decision))
    return tuple(entries)


def both_decided(new: Sequence[str], old: Sequence[str]) -> tuple[str, ...]:
    """The decisions of two handoffs, each once: where both tell one with a why of its own, the new one keeps both."""
    entries = list(dict.fromkeys(new))
    for entry in dict.fromkeys(old):
        text, _, why = entry.partition(" — ")
        at = next((place for place, each in enumerate(entries) if _names(each, text)), None)
        if at is None:
            entries.append(entry)
        elif why and why.casefold() not in entries[at].casefold():
            entries[at] += f"; before: {why}" if " — " in entries[at] else f" — {why}"
    return tuple(entries)


def _told(decision: Decision) -> str:
    """What was decided, what came out, and why."""
    if decision.outcome and decision.reason:
        return f"{decision.text} — {decision.outcome} (why: {decision.reason})"
    more = decision.outcome or decision.reason
    return f"{decision.text} — {more}" if more else decision.text


def _names(entry: str, text: str) -> bool:
    """Whether an entry tells that decision: it begins with its text, and ends there or goes on with the why."""
    begins, rest = _folded(text), _folded(entry)
    left = rest.removeprefix(begins).lstrip()
    return rest.startswith(begins) and (not left or left.startswith(_GOES_ON))


def _folded(text: str) -> str:
    plain = " ".join(text.casefold().replace("`", "").replace("*", "").split())
    return _NUMBER.sub("", plain, count=1).rstrip(".") if _NUMBER.match(plain) else plain.rstrip(".")
