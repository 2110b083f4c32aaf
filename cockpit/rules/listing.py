"""Several things in one sentence."""

from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """`cost`, `cost and context`, `cost, context and errors`; nothing for nothing."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def ended(text: str) -> str:
    """A text as a sentence: with a full stop, unless it ends already."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def counted(number: int, what: str) -> str:
    """`1 metric`, `3 metrics`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
