"""The systems cockpit knows, by id, in the order in which they are asked."""

from collections.abc import Sequence

from cockpit.model import SYSTEM_UNREAD, Finding
from cockpit.systems.autodev.system import Autodev
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.codewalk.system import Codewalkers
from cockpit.systems.interface import Files, System
from cockpit.systems.maestro.system import Maestro
from cockpit.values import dataclass

SYSTEMS: tuple[System, ...] = (Autopilot(), Maestro(), Autodev(), Codewalkers())


@dataclass(frozen=True, slots=True)
class Unread:
    """A system whose state is known by its place, and not read yet; a class in `SYSTEMS` replaces its line.

    `place` is a file, or with a slash at its end a folder with something in it.
    """

    name: str
    place: str


UNREAD = (Unread("get-shit-done", ".planning/"),)


def unread(files: Files, base: str, read: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What other systems left in a folder: it is seen, and not read. `read` are the paths of what is read there."""
    return tuple(
        Finding(
            code=SYSTEM_UNREAD,
            severity="note",
            path=f"{base}/{each.place}" if base else each.place,
            message=f"This looks like the state of {each.name}, which this version of cockpit cannot read yet.",
            hint=f"It reads {' and '.join(system.name for system in SYSTEMS)}.",
        )
        for each in UNREAD
        if _is_there(files, base, each.place) and not _is_read(f"{base}/{each.place}" if base else each.place, read)
    )


def unread_folders(base: str) -> frozenset[str]:
    """The folders that are looked into for them, and those above; that one cannot be listed concerns nobody."""
    parts = (each.place.split("/")[:-1] for each in UNREAD)
    folders = {"/".join(names[:depth]) for names in parts for depth in range(1, len(names) + 1)}
    return frozenset(f"{base}/{folder}" if base else folder for folder in folders)


def _is_read(place: str, read: Sequence[str]) -> bool:
    return any(path.startswith(place) for path in read)


def _is_there(files: Files, base: str, place: str) -> bool:
    folder, _, name = place.rpartition("/")
    names = files.names(f"{base}/{folder}" if base else folder)
    return name in names if name else bool(names)
