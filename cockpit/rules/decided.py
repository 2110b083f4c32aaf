"""What was decided, each thing once, though a handoff, the state file and the log tell it in words of their own."""

import re
from collections.abc import Hashable, Iterator, Sequence

from cockpit.model import Decision

_NUMBER = re.compile(r"[(\[]?d(?:ec(?:ision)?)?[ -]?#?\d+[)\]]?\s*[:.)—–-]?\s+|#?\d+[:.)]\s+")
"""The number of a decision, however it is written."""
_NEWEST = 5
"""Decisions that a handoff proposes to tell."""
_TOPIC = 60
"""Characters of a context that is a topic."""
_LONGEST = 500
"""Characters within which the why must begin."""
_WHY = re.compile(r"\s(?:—|–|--?)\s")
"""What stands between a decision and its why."""
_MOST = 20_000
"""Characters of a decision by which it is told from others."""
_WORD = re.compile(r"\w+(?:[^\w\s]\w+)*|[—–:;,.(){}\[\]!?\"'“”„’-]+|\S")
_LIGHT = frozenset("—–:;,.(){}[]!?\"'“”„’-")
"""Signs in which two ways to write one thing may differ."""


def decided(told: Sequence[str], decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The entries of a handoff, then those of the files that it does not name; the why stands after a dash."""
    entries = list(dict.fromkeys(told))
    named = {key for entry in entries for key in _named(entry)}
    for decision in decisions:
        if named.isdisjoint(_keys(decision)):
            entries.append(with_why(decision))
            named.update(_named(entries[-1]))
    return tuple(entries)


def newest(decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The last few, each on one line with its why, so that nobody debates it again (Project Autopilot's seed,
    "Decisions Made"); the others a prompt takes from the files.
    """
    return tuple(" ".join(with_why(each).split()) for each in decisions[-_NEWEST:])


def with_why(decision: Decision) -> str:
    """What it is about, what was decided, what came out, and why."""
    topic = topic_of(decision)
    text = f"{topic}: {decision.text}" if topic else decision.text
    if decision.outcome and decision.reason:
        return f"{text} — {decision.outcome} (why: {decision.reason})"
    more = decision.outcome or decision.reason
    return f"{text} — {more}" if more else text


def topic_of(decision: Decision) -> str:
    """What a decision is about, without which "7 days" says nothing: a context of a few words, as Codewalkers' design
    has it. A whole sentence is background, and one with an outcome has its topic for a text (Project Autopilot).
    """
    context = (decision.context or "").strip()
    few = len(context) <= _TOPIC and "\n" not in context and not context.endswith((".", "!", "?", ":"))
    return context if few and decision.outcome is None and _key(context) != _key(decision.text) else ""


def both_decided(new: Sequence[str], old: Sequence[str]) -> tuple[str, ...]:
    """The decisions of two handoffs, each once: where both tell one with a why of its own, the new one keeps both."""
    known = _Known()
    for entry in dict.fromkeys(new):
        known.add(entry)
    entries = known.entries
    for entry in dict.fromkeys(old):
        at = known.place(entry)
        if at is None:
            known.add(entry)
        elif (why := _why(entry, entries[at])) and not _holds(entries[at], why):
            entries[at] = _joined(entries[at], why, has_why=bool(_why(entries[at], entry)))
    return tuple(entries)


def _joined(entry: str, why: str, *, has_why: bool) -> str:
    """An entry with the why of the one before, also where it is a sentence that has ended."""
    if not has_why:
        return f"{entry.removesuffix('.')} — {why}"
    return f"{entry} Before: {why}" if entry.endswith((".", "!", "?", "…")) else f"{entry}; before: {why}"


class _Known:
    """Entries by what they name and by their text before the why, so that none is held against each other one."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self._named: dict[Hashable, int] = {}
        self._texts: dict[Hashable, int] = {}

    def add(self, entry: str) -> None:
        place = len(self.entries)
        self.entries.append(entry)
        self._texts.setdefault(_key(_before_why(entry)), place)
        for key in _named(entry):
            self._named.setdefault(key, place)

    def place(self, entry: str) -> int | None:
        """The first entry that tells the same decision, each perhaps with a why."""
        found = (self._named.get(_key(_before_why(entry))), *(self._texts.get(key) for key in _named(entry)))
        return min((place for place in found if place is not None), default=None)


def _before_why(entry: str) -> str:
    return _WHY.split(entry, 1)[0]


def _why(entry: str, other: str) -> str:
    """The why of an entry that tells the same decision as the other one; empty where it has none."""
    split = _WHY.split(entry, 1)
    if len(split) == 2:
        return split[1]
    text = _words(_WHY.split(other, 1)[0])
    for place, letter in enumerate(entry[:_LONGEST]):
        if letter in _LIGHT and _words(entry[:place]) == text and text:
            why = entry[place:].strip(" " + "".join(_LIGHT))
            return "" if _NUMBER.fullmatch(f"{why.casefold()} ") else why
    return ""


def _holds(entry: str, why: str) -> bool:
    whole, part = _words(entry), _words(why)
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def _keys(decision: Decision) -> tuple[Hashable, ...]:
    """A decision is told by its text alone, or after what it is about."""
    return (_key(decision.text), _key(f"{topic_of(decision)}: {decision.text}"))


def _key(text: str) -> Hashable:
    """What is equal for two texts of the same words, or of the same signs where they have no words."""
    key: int | None = None
    for word in _words(text):
        key = hash((key, word))
    return text.strip() if key is None else key


def _named(entry: str) -> Iterator[Hashable]:
    """The keys of the decisions that an entry tells: it begins with their words, and ends or goes on with the why.

    A key is made from the one before it, for an entry may have as many as it has words.
    """
    parts, key = _parts(entry), None
    for at, word in enumerate(parts):
        if _is_light(word):
            continue
        key = hash((key, word))
        if at + 1 == len(parts) or _is_light(parts[at + 1]):
            yield key
    if key is None:
        yield entry.strip()


def folded(text: str) -> str:
    """A text by its words alone, so that two ways to write it are one."""
    return " ".join(_words(text)) or text.strip()


def _words(text: str) -> list[str]:
    return [part for part in _parts(text) if not _is_light(part)]


def _parts(text: str) -> list[str]:
    """Words, and what stands between them; of a text longer than anybody decides, those of its beginning."""
    return _WORD.findall(_folded(text[:_MOST]))


def _is_light(part: str) -> bool:
    return _LIGHT.issuperset(part)


def _folded(text: str) -> str:
    plain = " ".join(text.casefold().replace("`", "").replace("*", "").split())
    return _NUMBER.sub("", plain, count=1).rstrip(".") if _NUMBER.match(plain) else plain.rstrip(".")
