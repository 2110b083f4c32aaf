"""The sessions of agents that a person put away: agent, id, state and times, and nothing of what they say."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from cockpit.model.agents import Dismissal
from cockpit.storage.user_files.places import state_dir

MOST = 200
"""Dismissals that are kept, the newest."""


def dismissals_file() -> Path:
    """Where they are kept."""
    return state_dir() / "dismissed.json"


def read() -> tuple[Dismissal, ...]:
    """The dismissals, the newest last; none where the file cannot be read, so that all is shown. Never raises."""
    try:
        entries = json.loads(dismissals_file().read_bytes())
        return tuple(_dismissal(each) for each in entries)
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return ()


def _dismissal(stored: dict[str, object]) -> Dismissal:
    if not all(isinstance(value, str | None) for value in stored.values()):
        raise TypeError(stored)
    return Dismissal(**stored)  # type: ignore[arg-type]


def write(kept: Sequence[Dismissal]) -> None:
    """Keep these, in place of all. Raises CommandError where that is not possible."""
    from cockpit.storage.refusals import refusing  # a status line only reads
    from cockpit.storage.user_files import private
    from cockpit.wording.messages import as_message

    with refusing(as_message("the list of dismissed sessions")):
        private.write(dismissals_file(), json.dumps([asdict(each) for each in kept[-MOST:]]).encode())
