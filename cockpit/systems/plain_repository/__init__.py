"""A git repository without a framework: limits that a person set, on what sessions of agents say that they use."""

from cockpit.systems.interface import CONFIRMED, Files


def is_here(files: Files, base: str) -> bool:
    """Whether a person set a limit in this repository, though the files are gone since, or the files say so."""
    confirmed = files.confirmed(CONFIRMED[-1]) if not base else None
    return confirmed is not None and (confirmed.data is not None or any(map(files.read, CONFIRMED)))
