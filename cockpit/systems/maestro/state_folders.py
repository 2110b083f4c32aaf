"""Where Maestro keeps its state: the folder that a variable names, else the usual ones (docs/systems/maestro.md)."""

from cockpit.systems.interface import Files, Variable

USUAL = ("docs/maestro/state", ".gemini/state")
"""Since version 1.4, and before."""
VARIABLE = "MAESTRO_STATE_DIR"
MAIN = "active-session.md"


def state_folders(files: Files, base: str) -> tuple[str, ...]:
    """The folders, relative to the project, in which sessions of a base may lie, the one that counts first."""
    usual = tuple(f"{base}/{folder}" if base else folder for folder in USUAL)
    named = _named(files, base)
    return usual if named is None else tuple(dict.fromkeys((named, *usual)))


def refused_variable(files: Files, base: str) -> Variable | None:
    """The variable, where it names a folder that is not read: outside the project, or behind a link."""
    variable = files.variable(VARIABLE, base)
    return variable if variable is not None and _named(files, base) is None else None


def _named(files: Files, base: str) -> str | None:
    variable = files.variable(VARIABLE, base)
    place = files.place(variable.value, base) if variable is not None else None
    return None if place is None else f"{place}/state".removeprefix("/")
