"""Lists, counts and sentences, as every text of the program has them."""

from collections.abc import Iterable

# Several things in one sentence


def listed(names: Iterable[str]) -> str:
    """`cost`, `cost and context`, `cost, context and errors`; nothing for nothing."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def either(names: Iterable[str]) -> str:
    """`cost`, `cost or context`, `cost, context or errors`; nothing for nothing."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} or {last}" if first else last


def as_sentence(text: str) -> str:
    """A text as a sentence: with a full stop, unless it ends already."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def counted(number: int, what: str, several: str | None = None) -> str:
    """`1 metric`, `3 metrics`; `several` is the plural of a word that has another one."""
    return f"{number} {what}" if number == 1 else f"{number} {several or f'{what}s'}"
