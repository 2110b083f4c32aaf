"""What a system is to the rest of the house: it detects tracks among a project's files, reads and edits them.

A system never touches the disk. It asks a `Files` for bytes; `cockpit.storage` answers from disk and remembers every
path that was asked for, present or not, so that it knows what to watch and what a change concerns.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from cockpit.model import Finding, Level, Track
from cockpit.model.intents import Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class FileContent:
    """One file as it was read.

    `path` is relative to the project (POSIX). `data` is None where the file could not be read; `finding` then says
    why. `modified` is seconds since the epoch. `stale` means that the file was caught half-written or vanished while
    being read, and that `data` is the last good content.
    """

    path: str
    data: bytes | None
    modified: float = 0.0
    finding: Finding | None = None
    stale: bool = False


class Files(Protocol):
    """A read-only view of a project's folder. Paths are relative to its root, POSIX, without `..`."""

    def read(self, path: str) -> FileContent | None:
        """The file at `path`; None where there is none. A folder, FIFO, link out of the project or file without
        permission gives a FileContent without data and with a finding."""

    def names(self, folder: str) -> tuple[str, ...]:
        """The sorted names in a folder, sub-folders with a trailing slash; empty where there is no such folder."""

    def read_global(self, path: str) -> FileContent | None:
        """The file at `path` below the person's home folder, such as `.claude/autopilot/config.json`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A track that was recognised: by which system, its main file, the folder it belongs to ("" is the root)."""

    system: str
    path: str
    base: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadContext:
    """What a reader knows besides the files: the present instant, limits given on the command line, and snoozes.

    `limits` maps metric -> level -> value; `snoozes` maps metric -> the instant until which it is quiet.
    """

    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    limits: Mapping[str, Mapping[Level, float]] = field(default_factory=dict)
    snoozes: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):  # noqa: N818 -- reads as what happened
    """An edit that must not or cannot be made. The message is one clear sentence for the person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one file is to become. `before` is the content the edit was made on; None means that there is no file."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The changes an intent comes to, the file that is the truth first, and what was done, as one sentence.

    `remarks` are further sentences a person should read: what was pruned, what the agent does not read. No changes
    means that everything is so already.
    """

    changes: tuple[Change, ...]
    done: str
    remarks: tuple[str, ...] = ()


class System(Protocol):
    """One of the formats cockpit knows."""

    id: str
    name: str
    state_folders: tuple[str, ...]
    """Folders, relative to a project or sub-package, in which state files lie and which are worth watching."""

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The tracks of this system directly in the folder `base`, recognised by content."""

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say about one track. Never raises for what a file contains."""

    def edit(self, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
        """The changes that an intent comes to. Touches nothing. Raises Refused with the reason and the way out."""

    def create(self, files: Files, base: str, title: str, context: ReadContext) -> Edit:
        """The files of a new track in a folder. Raises Refused where there is one already."""
