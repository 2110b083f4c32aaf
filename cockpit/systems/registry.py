"""The systems cockpit knows, by id, in the order in which they are asked."""

from collections.abc import Sequence

from cockpit.model import SYSTEM_UNREAD, Finding
from cockpit.systems.autodev.system import Autodev
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.codewalk.system import Codewalkers
from cockpit.systems.interface import Files, System
from cockpit.systems.maestro.system import Maestro
from cockpit.values import dataclass
from cockpit.wording.messages import Message

SYSTEMS: tuple[System, ...] = (Autopilot(), Maestro(), Autodev(), Codewalkers())


@dataclass(frozen=True, slots=True)
class Unread:
    """A system whose state is known by its files, and not read yet; a class in `SYSTEMS` replaces its line."""

    name: str
    folder: str
    files: tuple[str, ...]


UNREAD = (Unread("get-shit-done", ".planning", ("STATE.md", "PROJECT.md", "ROADMAP.md")),)


def unread(files: Files, base: str, read: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What other systems left in a folder: it is seen, and not read. `read` are the paths of what is read there."""
    return tuple(
        Finding(
            code=SYSTEM_UNREAD,
            severity="note",
            path=f"{folder}/",
            message=Message("systems.state-not-read-yet", system=each.name),
            hint=Message("systems.systems-read", systems=[system.name for system in SYSTEMS]),
        )
        for each in UNREAD
        if not set(each.files).isdisjoint(files.names(folder := _below(base, each.folder)))
        and not any(path.startswith(f"{folder}/") for path in read)
    )


def unread_folders(base: str) -> frozenset[str]:
    """The folders that are looked into for them, and those above; that one cannot be listed concerns nobody."""
    parts = (each.folder.split("/") for each in UNREAD)
    return frozenset(_below(base, "/".join(names[:depth])) for names in parts for depth in range(1, len(names) + 1))


def _below(base: str, folder: str) -> str:
    return f"{base}/{folder}" if base else folder
