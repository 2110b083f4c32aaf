"""The systems cockpit knows, by id, in the order in which they are asked."""

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, cast

from cockpit.model import SYSTEM_UNREAD, Finding
from cockpit.systems import NAMES
from cockpit.systems.interface import DATABASE, Candidate, Files, System
from cockpit.systems.plain_repository import is_here
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.phrases import listed


class Standby:
    """Stands for a system, whose modules are imported once something of it is there, or more is asked than is known
    here: in which folders its state lies, what else is a sign of it, and which variable names another place."""

    def __init__(
        self,
        kind: str,
        state_folders: tuple[str, ...],
        folders: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
        variable: str | None = None,
    ) -> None:
        self._package, _, self._class = kind.partition(".")
        self.id = self._package.replace("_", "-")
        self.name = NAMES.get(self.id, "Plain repository")
        self.state_folders = state_folders
        self._sign_folders = (*state_folders, *folders)
        self._sign_files = files
        self._variable = variable

    @cached_property
    def _system(self) -> Any:  # noqa: ANN401
        return getattr(import_module(f"cockpit.systems.{self._package}.system"), self._class)()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._system, name)

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """See `System.folders`."""
        if self._is_named(files, base):
            named: tuple[str, ...] = self._system.folders(files, base)
            return named
        return tuple(_below(base, folder) for folder in self.state_folders)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """See `System.detect`."""
        found: tuple[Candidate, ...] = self._system.detect(files, base) if self._has_signs(files, base) else ()
        return found

    def _is_named(self, files: Files, base: str) -> bool:
        return self._variable is not None and files.variable(self._variable, base) is not None

    def _has_signs(self, files: Files, base: str) -> bool:
        return (
            self._is_named(files, base)
            or any(files.is_there(_below(base, each)) for each in self._sign_folders)
            or any(files.read(_below(base, each)) is not None for each in self._sign_files)
        )


class RepositoryStandby(Standby):
    """Stands for the plain repository: what a person set is also kept outside of it, and holds for all of it."""

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """See `System.folders`."""
        return () if base else self.state_folders

    def _has_signs(self, files: Files, base: str) -> bool:
        return is_here(files, base)


SYSTEMS = cast(
    "tuple[System, ...]",
    (
        Standby("autopilot.Autopilot", (".autopilot",)),
        Standby("maestro.Maestro", ("docs/maestro/state", ".gemini/state"), variable="MAESTRO_STATE_DIR"),
        Standby("autodev.Autodev", ("_docs",)),
        Standby("codewalk.Codewalkers", (".planning", ".codewalk"), folders=("decisions", "blockers", "sessions"),
                files=("STATE.md",), variable=DATABASE),
        Standby("speckit.SpecKit", (".specify",)),
        RepositoryStandby("plain_repository.PlainRepository", (".cockpit",)),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unread:
    """A system whose state is known by its files, and not read yet; a class in `SYSTEMS` replaces its line."""

    name: str
    folder: str
    files: tuple[str, ...]


UNREAD = (
    Unread("get-shit-done", ".planning", ("STATE.md", "PROJECT.md", "ROADMAP.md")),
    Unread("another program", ".autopilot", ("state.json", "STATE.md", "TRANSPONDER.md")),
)


def unread(files: Files, base: str, read: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What other systems left in a folder: it is seen, and not read. `read` are the paths of what is read there."""
    return tuple(
        Finding(
            code=SYSTEM_UNREAD,
            severity="note",
            path=f"{folder}/",
            message=Message(
                "systems.state-not-read-yet",
                (f"{there[0]} looks like the state of {each.name}, which this version of cockpit does not read."),
            ),
            hint=Message("systems.systems-read", f"Supported: {listed([*NAMES.values()])}."),
        )
        for each in UNREAD
        if (there := sorted({*each.files} & {*files.names(folder := _below(base, each.folder))}, key=each.files.index))
        and not any(path.startswith(f"{folder}/") for path in read)
    )


def unread_folders(base: str) -> frozenset[str]:
    """The folders that are looked into for them, and those above; that one cannot be listed concerns nobody."""
    parts = (each.folder.split("/") for each in UNREAD)
    return frozenset(_below(base, "/".join(names[:depth])) for names in parts for depth in range(1, len(names) + 1))


def _below(base: str, folder: str) -> str:
    return f"{base}/{folder}" if base else folder
