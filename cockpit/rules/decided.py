"""What was decided, each thing once, though a handoff, the state file and the log tell it in words of their own."""

import re
from collections.abc import Sequence

from cockpit.model import Decision

_NUMBER = re.compile(r"d-?\d+\s*[:.)—–-]?\s+")
_LONGEST = 500
"""Characters within which the why must begin."""
_WHY = re.compile(r"\s(?:—|–|--?)\s")
"""What stands between a decision and its why."""
_WORD = re.compile(r"\w+(?:[^\w\s]\w+)*|[—–:;,.(){}\[\]!?\"'“”„’-]+|\S")
_LIGHT = frozenset("—–:;,.(){}[]!?\"'“”„’-")
"""Signs in which two ways to write one thing may differ."""


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
        at = next((place for place, each in enumerate(entries) if _same(each, entry)), None)
        if at is None:
            entries.append(entry)
        elif (why := _why(entry, entries[at])) and not _holds(entries[at], why):
            entries[at] += f"; before: {why}" if _why(entries[at], entry) else f" — {why}"
    return tuple(entries)


def _same(one: str, other: str) -> bool:
    """Whether two entries tell one decision, each perhaps with a why."""
    texts = [_WHY.split(each, 1)[0] for each in (one, other)]
    return _names(one, texts[1]) or _names(other, texts[0])


def _why(entry: str, other: str) -> str:
    """The why of an entry that tells the same decision as the other one; empty where it has none."""
    split = _WHY.split(entry, 1)
    if len(split) == 2:
        return split[1]
    text = _words(_WHY.split(other, 1)[0])
    for place, letter in enumerate(entry[:_LONGEST]):
        if letter in _LIGHT and _words(entry[:place]) == text and text:
            return entry[place:].strip(" " + "".join(_LIGHT))
    return ""


def _holds(entry: str, why: str) -> bool:
    whole, part = _words(entry), _words(why)
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def _told(decision: Decision) -> str:
    """What was decided, what came out, and why."""
    if decision.outcome and decision.reason:
        return f"{decision.text} — {decision.outcome} (why: {decision.reason})"
    more = decision.outcome or decision.reason
    return f"{decision.text} — {more}" if more else decision.text


def _names(entry: str, text: str) -> bool:
    """Whether an entry tells that decision: it begins with its text, and ends there or goes on with the why."""
    begins, whole = _words(text), _parts(entry)
    if not begins or not _words(entry):
        return text.strip() == entry.strip()
    at = 0
    for word in begins:
        while at < len(whole) and _is_light(whole[at]):
            at += 1
        if at == len(whole) or whole[at] != word:
            return False
        at += 1
    return at == len(whole) or _is_light(whole[at])


def folded(text: str) -> str:
    """A text by its words alone, so that two ways to write it are one."""
    return " ".join(_words(text)) or text.strip()


def _words(text: str) -> list[str]:
    return [part for part in _parts(text) if not _is_light(part)]


def _parts(text: str) -> list[str]:
    """Words, and what stands between them."""
    return _WORD.findall(_folded(text))


def _is_light(part: str) -> bool:
    return set(part) <= _LIGHT


def _folded(text: str) -> str:
    plain = " ".join(text.casefold().replace("`", "").replace("*", "").split())
    return _NUMBER.sub("", plain, count=1).rstrip(".") if _NUMBER.match(plain) else plain.rstrip(".")
