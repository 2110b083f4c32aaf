"""The blockers that a handoff tells, held against those of the state file."""

from collections.abc import Collection, Sequence

from cockpit.model import Blocker
from cockpit.rules.decided import folded

UNNAMED = " (in the handoff before; not in the state file)"
"""Stands behind a blocker of which nobody can tell whether it still holds."""


def untold(entries: Sequence[str], known: Sequence[Blocker], resolved: Collection[str]) -> tuple[str, ...]:
    """The entries of a handoff of which nobody can tell whether they hold: the state file names no such blocker, open
    or not, and nobody `resolved` it. One is named also by a part of its words.
    """
    named = [key for text in (*(each.text for each in known), *resolved) if (key := folded(text))]
    keys = ((entry, folded(entry.removesuffix(UNNAMED))) for entry in entries)
    return tuple(entry for entry, key in keys if key and not any(key in each or each in key for each in named))
