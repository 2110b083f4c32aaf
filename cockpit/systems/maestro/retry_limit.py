"""How often a failed phase is tried again before a person is asked."""

from cockpit.rules.whole_numbers import whole_number
from cockpit.systems.interface import Files

VARIABLE = "MAESTRO_MAX_RETRIES"
USUAL = 2
"""Where no variable says otherwise (docs/systems/maestro.md)."""


def most_retries(files: Files, base: str) -> int:
    """What the variable says, else the usual number."""
    variable = files.variable(VARIABLE, base)
    stated = whole_number(variable.value) if variable is not None else None
    return stated if stated is not None else USUAL
