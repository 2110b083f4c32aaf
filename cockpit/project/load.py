"""Reading a project once: what every command does first."""

import os
import time
from collections.abc import Sequence
from pathlib import Path

from cockpit.model import SYSTEM_UNREAD, CommandLimits, Project, Track
from cockpit.model.errors import CommandError
from cockpit.model.location import place
from cockpit.project.notes import with_notes
from cockpit.rules.silence import USUAL as SILENT_AFTER
from cockpit.rules.silence import with_silence
from cockpit.storage.reading.discovery import LIMITED, find_root
from cockpit.storage.reading.disk_files import LONG_ROWS
from cockpit.storage.reading.loader import RECHECK_SECONDS, Clock, Loader, known_systems
from cockpit.systems.interface import DATABASE
from cockpit.wording.phrases import either

MOST_KEYS = 8
_LINKS = 3
"""The most that one sentence names."""
SETTLING_SECONDS = 2.5
"""How long a command waits at most for a file that it caught half-written."""


class NoSuchFolder(CommandError):
    """The path a person gave is no folder."""


def load_project(
    path: Path,
    *,
    clock: Clock,
    limits: CommandLimits | None = None,
    lapse_half_way: bool = False,
    silent_after: int = SILENT_AFTER,
) -> Project:
    """The project that someone who stands in `path` works on, with all its tracks.

    A file caught half-written is waited for, up to two seconds. `limits` are those of the command line,
    `lapse_half_way` and `silent_after` are the settings. Raises NoSuchFolder where `path` is missing or no folder.
    """
    root = project_root(path)
    loader = Loader(root, systems=known_systems(), clock=clock, limits=limits, lapse_half_way=lapse_half_way)
    loader.discover()
    project = loader.load()
    deadline = time.monotonic() + SETTLING_SECONDS
    waits = iter(RECHECK_SECONDS)
    while loader.unsettled and time.monotonic() < deadline:
        time.sleep(next(waits, RECHECK_SECONDS[-1]))
        project = loader.load()
    return with_notes(with_silence(project, loader.written(), clock(), silent_after), clock())


def project_root(path: Path) -> Path:
    """The folder of the project that someone who stands in `path` works on. Raises NoSuchFolder."""
    return find_root(checked_folder(path), known_systems())


def track_named(project: Project, key: str) -> Track:
    """The track with that key. Raises CommandError where there is none, and names those there are."""
    track = project.track(key)
    there = [each for each in project.tracks if place(each) == key.strip("/")] if track is None and key else []
    if len(there) == 1:
        return there[0]
    twins = [each.key for each in project.tracks if each.id == key and each.shared_id]
    if twins:
        raise CommandError(
            f"{len(twins)} tracks are called {key}; name one by its place: {', '.join(twins[:MOST_KEYS])}."
        )
    if track is None:
        raise CommandError(f"There is no track {key!r} here; there are: {keys_of(project) or 'none'}.")
    return track


def keys_of(project: Project, tracks: Sequence[Track] | None = None) -> str:
    """The keys of the tracks, or of some of them, for a sentence, as many as a person reads."""
    keys = [track.key for track in (project.tracks if tracks is None else tracks)]
    more = len(keys) - MOST_KEYS
    return ", ".join(keys) if more <= 0 else f"{', '.join(keys[:MOST_KEYS])} and {more} more"


def nowhere(project: Project) -> CommandError:
    """What to tell somebody who stands where no state is: how far was looked, and the way on."""
    told = [f"{each.path}: {each.message}" for each in project.findings if each.code == SYSTEM_UNREAD]
    told += [str(each.message) for each in project.findings if each.code == "path-outside"][:_LINKS]
    told += long_rows(project)
    told += [f"{limit[:1].lower()}{limit[1:]}"] if (limit := limited(project)) else []
    looked = "".join(f" ({sentence.removesuffix('.')})" for sentence in told)
    database = os.environ.get(DATABASE)
    if database and not Path(project.root, database).exists():
        looked += f", and there is no database {Path(database).name}"
    begin = either(f"`cockpit init {system.id}`" for system in known_systems() if system.begins)
    return CommandError(
        f"No agent state was found in {project.root}{looked}; name the project with -C PATH, or begin one with {begin}."
    )


def long_rows(project: Project) -> list[str]:
    """The sentences that say which rows of a database hold too much to be read."""
    found = (*project.findings, *(finding for track in project.tracks for finding in track.findings))
    return [str(finding.message) for finding in found if finding.code == LONG_ROWS]


def limited(project: Project) -> str | None:
    """The sentence that says where looking for tracks ended early; None where all were looked for."""
    return next((str(finding.message) for finding in project.findings if finding.code == LIMITED), None)


def checked_folder(path: Path) -> Path:
    """The real, absolute path of a folder. Raises NoSuchFolder where it is missing, no folder, or out of reach."""
    try:
        real = path.resolve(strict=True)
        os.stat(f"{real}/.")  # noqa: PTH116 - a Path drops the dot, which asks whether it may be entered
    except FileNotFoundError:
        raise NoSuchFolder(f"There is no folder {path}.") from None
    except NotADirectoryError:
        raise NoSuchFolder(f"{path} is not a folder.") from None
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError is how 3.11 reports a loop of links
        raise NoSuchFolder(f"The folder {path} cannot be read: {_reason(error)}.") from None
    return real


def _reason(error: Exception) -> str:
    return (error.strerror or "unknown error").lower() if isinstance(error, OSError) else str(error)
