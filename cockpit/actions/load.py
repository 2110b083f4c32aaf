"""Reading a project once: what every command does first."""

import time
from pathlib import Path

from cockpit.model import Project
from cockpit.storage.discovery import find_root
from cockpit.storage.loader import RECHECK_SECONDS, Clock, CommandLimits, Loader, known_systems

SETTLING_SECONDS = 2.5
"""How long a command waits at most for a file that it caught half-written."""


class NoSuchFolder(Exception):  # noqa: N818 - reads as the sentence it carries
    """The path a person gave is no folder. The message is one sentence for them."""


def load_project(path: Path, *, clock: Clock, limits: CommandLimits | None = None) -> Project:
    """The project that someone who stands in `path` works on, with all its tracks.

    A file caught half-written is waited for, up to two seconds. `limits` are those of the command line.
    Raises NoSuchFolder where `path` is missing or no folder.
    """
    loader = Loader(project_root(path), systems=known_systems(), clock=clock, limits=limits)
    loader.discover()
    project = loader.load()
    deadline = time.monotonic() + SETTLING_SECONDS
    waits = iter(RECHECK_SECONDS)
    while loader.unsettled and time.monotonic() < deadline:
        time.sleep(next(waits, RECHECK_SECONDS[-1]))
        project = loader.load()
    from cockpit.actions.notes import with_notes

    return with_notes(project, clock())


def project_root(path: Path) -> Path:
    """The folder of the project that someone who stands in `path` works on. Raises NoSuchFolder."""
    return find_root(checked_folder(path), known_systems())


def checked_folder(path: Path) -> Path:
    """The real, absolute path of a folder. Raises NoSuchFolder where it is missing, no folder, or out of reach."""
    try:
        real = path.resolve(strict=True)
    except FileNotFoundError:
        raise NoSuchFolder(f"There is no folder {path}.") from None
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError is how 3.11 reports a loop of links
        raise NoSuchFolder(f"The folder {path} cannot be read: {_reason(error)}.") from None
    if not real.is_dir():
        raise NoSuchFolder(f"{path} is not a folder.")
    return real


def _reason(error: Exception) -> str:
    return (error.strerror or "unknown error") if isinstance(error, OSError) else str(error)
