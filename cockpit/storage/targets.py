"""Where a change goes: a path of the project, followed to the real file that it names, and not out of the project."""

import os
import stat
from errno import ELOOP
from itertools import takewhile
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage import disk
from cockpit.storage.refusals import NOTHING_CHANGED, refusing
from cockpit.storage.safe_reading import MAX_BYTES, stays_inside
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """A file of the project: its path as shown, and the real file. A symbolic link is not the file, it stays."""

    path: str
    real: Path

    def temporary(self, token: str) -> Path:
        """The name of the file beside it that holds what is to come, later what was there."""
        whole = self.real.with_name(f".{self.real.name}.cockpit-{token}.tmp")
        return whole if len(os.fsencode(whole.name)) <= 255 else self.real.with_name(f".cockpit-{token}.tmp")

    def read(self) -> bytes | None:
        """The present bytes; None where there is no file. Raises Refused for what is no file or too long to edit."""
        with refusing(self.path):
            data = disk.read(self.real, MAX_BYTES + 1)
        if data is not None and len(data) > MAX_BYTES:
            raise Refused(f"{self.path} is longer than {MAX_BYTES // 1024 // 1024} MiB; {NOTHING_CHANGED}.")
        return data

    def missing_folders(self) -> list[Path]:
        """The folders above it that are to be made, the uppermost first. Raises Refused where that cannot be told."""
        with refusing(self.path):
            missing = list(takewhile(lambda folder: disk.status(folder) is None, self.real.parents))
        return missing[::-1]


def target(root: Path, path: str) -> Target:
    """The real file at a path of the project. Raises Refused where it lies outside, in `.git`, or may not be written.

    The caller's promise that paths are relative is not relied on: a name may come from a file an agent wrote.
    """
    if not stays_inside(path):
        raise Refused(f"{path} leads out of the project; {NOTHING_CHANGED}.")
    with refusing(path):
        fence = Path(os.path.realpath(root, strict=True))
    real = Path(os.path.realpath(fence / path))
    if not real.is_relative_to(fence) or real == fence:
        raise Refused(f"{path} leads out of the project; {NOTHING_CHANGED}.")
    if ".git" in real.relative_to(fence).parts:
        raise Refused(f"{path} belongs to git; {NOTHING_CHANGED}.")
    with refusing(path):
        found = disk.status(real)
        if found is not None and stat.S_ISLNK(found.st_mode):  # what cannot be followed to its end leads to itself
            raise OSError(ELOOP, os.strerror(ELOOP), str(real))
        if found is not None and not disk.writable(real):
            raise Refused(f"You have no permission to write {path}; {NOTHING_CHANGED}.")
    return Target(path, real)
