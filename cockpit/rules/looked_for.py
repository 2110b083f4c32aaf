"""Looking for what a claim in plain words is about, in files: found where most of its words stand in one of them.

A claim such as "Rotation creates new token, invalidates old" cannot be proved by looking. Where its words are in none
of the files it is about, it is worth a look before anybody builds on it.
"""

import re
from collections.abc import Iterable, Sequence

from cockpit.values import dataclass

SHARE = 0.6
"""Of the words of a claim, how many must stand in one file."""

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]{2,}(?![a-z])|[^\W\d_A-Za-z]+")
_STEM = 5
_SHORTEST = 3
_PLAIN = frozenset(
    (
        *("the", "and", "for", "with", "from", "into", "that", "this", "are", "was", "were", "has", "have"),
        *("not", "all", "any", "its", "via", "per", "use", "uses", "using", "used", "now", "new", "old"),
        *("when", "then", "than", "only", "both", "each", "one", "two", "can", "may", "must", "will", "does"),
        *("did", "done", "stored", "added", "create", "creates", "created"),
    )
)
"""Words that say nothing about where to look."""


@dataclass(frozen=True, slots=True)
class Found:
    """The file and the line where most of a claim's words stand, and which of them the file has not."""

    path: str
    line: int
    missing: tuple[str, ...] = ()


def words_of(claim: str) -> tuple[str, ...]:
    """The words of a claim that say where to look, each once; empty where it has none."""
    words = (word.casefold() for word in _WORD.findall(claim))
    return tuple(dict.fromkeys(word for word in words if len(word) >= _SHORTEST and word not in _PLAIN))


def look_for(claim: str, files: Sequence[tuple[str, str]]) -> Found | None:
    """Where the words of a claim stand, among files given by path and text; None where no file has enough of them."""
    wanted = words_of(claim)
    best: tuple[float, str, str, tuple[str, ...]] | None = None
    for path, text in files:
        there = _stems(_WORD.findall(f"{path} {text}"))
        missing = tuple(word for word in wanted if word[:_STEM] not in there)
        share = 1 - len(missing) / len(wanted) if wanted else 0.0
        if share >= SHARE and (best is None or share > best[0]):
            best = (share, path, text, missing)
    if best is None:
        return None
    _, path, text, missing = best
    return Found(path, _line(text, [word for word in wanted if word not in missing]), missing)


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.casefold()[:_STEM] for word in words)


def _line(text: str, wanted: Sequence[str]) -> int:
    """The line with most of the words."""
    stems = [word[:_STEM] for word in wanted]
    counts = (sum(stem in line for stem in stems) for line in text.casefold().split("\n"))
    return max(enumerate(counts, 1), key=lambda pair: pair[1], default=(1, 0))[0]
