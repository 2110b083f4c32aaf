"""A git repository without a framework: limits that a person set, on what sessions of agents say that they use."""

from cockpit.systems.interface import CONFIRMED, Files

_NOTHING = b"{}"
"""What a handoff in any worktree of the repository confirms where no limit was set."""


def is_here(files: Files, base: str) -> bool:
    """Whether a person set a limit in this repository, though the files are gone since, or the files say so."""
    confirmed = files.confirmed(CONFIRMED[-1]) if not base else None
    states = confirmed is not None and (confirmed.data or _NOTHING).strip() != _NOTHING
    return states or (confirmed is not None and any(map(files.read, CONFIRMED)))
