"""How well a command answers what a person typed into the palette."""

import re

_PARTS = re.compile(r"[^\W_]+")


def score(query: str, name: str, does: str) -> float:
    """From 0, no match, to 1: the name begins so; its words do, in any order; it contains it; what it does says so.

    Letters that are merely scattered over a text are no match: they answer a question nobody asked.
    """
    asked, name = query.strip().casefold(), name.casefold()
    if not asked:
        return 0.0
    if name.startswith(asked):
        return 1.0
    if _begins_each(asked, name):
        return 0.9
    if asked in name:
        return 0.8
    if _initials(name).startswith(asked.replace(" ", "")) and len(asked) > 1:
        return 0.7
    return 0.5 if _begins_each(asked, does.casefold()) else 0.0


def spans(query: str, name: str) -> list[tuple[int, int]]:
    """The parts of a name that the words of a query stand in, as pairs of begin and end."""
    folded = name.casefold()
    found = []
    for word in query.casefold().split():
        at = next((part.start() for part in _PARTS.finditer(folded) if folded.startswith(word, part.start())), -1)
        at = at if at >= 0 else folded.find(word)
        if at >= 0 and len(folded) == len(name):
            found.append((at, at + len(word)))
    return found


def _begins_each(asked: str, text: str) -> bool:
    """Whether every word that was asked for begins one of the text's."""
    starts = [part.start() for part in _PARTS.finditer(text)]
    return all(any(text.startswith(word, at) for at in starts) for word in asked.split())


def _initials(text: str) -> str:
    return "".join(part.group()[0] for part in _PARTS.finditer(text))
