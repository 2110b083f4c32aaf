"""What was decided, as a handoff tells it: what it is about, what was decided, and why."""

import re
from collections.abc import Sequence

from cockpit.model import Decision

_NUMBER = re.compile(r"[(\[]?d(?:ec(?:ision)?)?[ -]?#?\d+[)\]]?\s*[:.)—–-]?\s+|#?\d+[:.)]\s+")
"""The number of a decision, however it is written."""
_NEWEST = 5
"""Decisions that a handoff proposes to tell."""
_TOPIC = 60
"""Characters of a context that is a topic."""


def decided(told: Sequence[str], decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The entries of a handoff, then the decisions of the files that it does not tell in the same words; those may be
    with or without what the decision is about, and why.
    """
    entries = list(dict.fromkeys(told))
    known = set(map(folded, entries))
    for decision in decisions:
        whole = with_why(decision)
        keys = set(map(folded, (decision.text, f"{topic_of(decision)}: {decision.text}", whole)))
        if known.isdisjoint(keys):
            entries.append(whole)
        known |= keys
    return tuple(entries)


def newest(decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The last few, each on one line with its why, so that nobody debates it again; the others a prompt takes from the
    files.
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
    """What a decision is about, without which "7 days" says nothing: a context of a few words. A whole sentence is
    background, and a decision with an outcome has its topic for a text.
    """
    context = (decision.context or "").strip()
    few = len(context) <= _TOPIC and "\n" not in context and not context.endswith((".", "!", "?", ":"))
    return context if few and decision.outcome is None and folded(context) != folded(decision.text) else ""


def folded(text: str) -> str:
    """What is equal for two texts that differ in case, blanks, emphasis, a number before them or a full stop."""
    plain = " ".join(text.casefold().replace("`", "").replace("*", "").split())
    return _NUMBER.sub("", plain, count=1).rstrip(".") if _NUMBER.match(plain) else plain.rstrip(".")
