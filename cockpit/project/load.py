"""Reading a project once: what every command does first."""

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cockpit.model import SYSTEM_UNREAD, Project, Track
from cockpit.model.errors import CommandError
from cockpit.model.location import place
from cockpit.model.reading_options import USUAL_READING, ReadingOptions
from cockpit.project.readings import Used
from cockpit.rules.attention import STATE_MISSING
from cockpit.storage.agents.worktrees import project_folders
from cockpit.storage.reading import discovery
from cockpit.storage.reading.discovery import LIMITED, find_root, has_state
from cockpit.storage.reading.disk_files import LONG_ROWS
from cockpit.storage.reading.loader import RECHECK_SECONDS, Clock, Loader, known_systems
from cockpit.storage.reading.safe_reading import PATH_OUTSIDE
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems import BEGUN, NAMES
from cockpit.systems.interface import DATABASE, System
from cockpit.wording.messages import Words, clause, command_line
from cockpit.wording.phrases import either

ProjectReading = Loader
"""A project as it was read, and is read again: only what changed."""

MOST_KEYS = 8
_LINKS = 3
"""The most that one sentence names."""
SETTLING_SECONDS = 2.5
"""How long a command waits at most for a file that it caught half-written."""


class NoSuchFolder(CommandError):
    """The path a person gave is no folder."""


def load_project(
    path: Path, *, clock: Clock, options: ReadingOptions = USUAL_READING, systems: Sequence[System] | None = None
) -> Project:
    """The project that someone who stands in `path` works on, with all its tracks, as `begun_reading` reads it."""
    return begun_reading(path, clock=clock, options=options, systems=systems).load()


def begun_reading(
    path: Path,
    *,
    clock: Clock,
    options: ReadingOptions = USUAL_READING,
    session: str | None = None,
    systems: Sequence[System] | None = None,
) -> ProjectReading:
    """The project of someone who stands in `path`, read once, of some `systems` alone where they are given.

    A file caught half-written is waited for, up to two seconds. `session` is one that asks what holds it. Raises
    NoSuchFolder where `path` is missing or no folder.
    """
    root = project_root(path)
    used = Used(root, options.agents, clock, session)
    loader = Loader(root, systems=systems or known_systems(), clock=clock, options=options, used=used)
    loader.discover()
    loader.load()
    deadline = time.monotonic() + SETTLING_SECONDS
    waits = iter(RECHECK_SECONDS)
    while loader.unsettled and time.monotonic() < deadline:
        time.sleep(next(waits, RECHECK_SECONDS[-1]))
        loader.load()
    return loader


def project_root(path: Path) -> Path:
    """The folder of the project that someone who stands in `path` works on. Raises NoSuchFolder."""
    return find_root(checked_folder(path), known_systems())


class Elsewhere(NamedTuple):
    """The same folder in another worktree of the repository, which keeps state; `counts` where that is the state of
    the project, too, `beside` its own where only these systems of it are meant."""

    folder: Path
    counts: bool
    beside: tuple[System, ...] = ()

    @property
    def sentence(self) -> str:
        """Where it is."""
        return f"The state of this repository is kept in {self.folder}."


def state_elsewhere(project: Project) -> Elsewhere | None:
    """Where another worktree of the repository keeps the state that a project has none of: where a link of its state
    leads, else the main worktree, whose state counts, also that of systems of which only that one keeps any; else any
    other one. Limits that a person set are the same in all of them, so that they stand for no other state."""
    folders = project_folders(Path(project.root))
    others = folders.elsewhere()
    if not others:
        return None
    findings = (*project.findings, *(each for track in project.tracks for each in track.findings))
    links = (os.path.realpath(Path(project.root, each.path)) for each in findings if each.code == PATH_OUTSIDE)
    linked = next((others[worktree] for link in links if (worktree := folders.around(link)) in others), None)
    if linked is not None:
        return Elsewhere(Path(linked), counts=True)
    kept = {track.system: track.is_plain for track in project.tracks if _holds_state(track)}
    alone = all(kept.values())
    systems = tuple(each for each in known_systems() if each.id not in kept and (alone or each.id in NAMES))
    for worktree, folder in others.items():
        counts = worktree not in folders.linked
        if (counts or alone) and has_state(Path(folder), systems, below=counts):  # there may be many linked ones
            return Elsewhere(Path(folder), counts, () if alone else systems)
    return None


def _holds_state(track: Track) -> bool:
    if track.is_plain:
        return any(any(each.limits.items()) for each in track.thresholds)
    return all(each.code != STATE_MISSING for each in track.findings)


def was_written(root: Path) -> bool:
    """Whether a project was ever changed with cockpit."""
    return os.path.exists(ProjectStore.of(root).journal)  # noqa: PTH110 - a Path raises where it may not look


def track_named(project: Project, key: str) -> Track:
    """The track with that key. Raises CommandError where there is none, and names those there are."""
    track = project.track(key)
    there = [each for each in project.tracks if place(each) == key.strip("/")] if track is None and key else []
    if len(there) == 1:
        return there[0]
    twins = [each.key for each in project.tracks if each.id == key and each.shared_id]
    if twins:
        names = twins[:MOST_KEYS]
        raise CommandError(
            "project.several-tracks-of-name", f"{len(twins)} tracks are named {key}. Use a full ID: {', '.join(names)}."
        )
    if track is None and not project.tracks:
        raise CommandError("project.no-such-track-of-none", f"No track {key!r}. No tracks were found here.")
    if track is None:
        raise CommandError("project.no-such-track", f"No track {key!r}. Tracks: {keys_of(project.tracks)}.")
    return track


def keys_of(tracks: Sequence[Track]) -> str:
    """The keys of some tracks, as many as a person reads."""
    keys = [track.key for track in tracks]
    if len(keys) <= MOST_KEYS:
        return ", ".join(keys)
    return f"{', '.join(keys[:MOST_KEYS])} and {len(keys) - MOST_KEYS} more"


def nowhere(project: Project, *, begins: bool = False) -> CommandError:
    """What to tell somebody who stands where no state is: how far was looked, and the way on. What was to be done
    `begins` a track in a git repository."""
    seen = [f"{each.path}: {clause(each.message)}" for each in project.findings if each.code == SYSTEM_UNREAD]
    seen += [clause(each.message) for each in project.findings if each.code == PATH_OUTSIDE][:_LINKS]
    seen += map(clause, long_rows(project))
    if limited(project) is not None:
        seen.append(f"only the nearest {discovery.MAX_FOLDERS} folders were searched for sub-packages")
    nothing = " ".join((f"No agent state was found in {project.root}", *(f"({each})" for each in seen)))
    database = os.environ.get(DATABASE)
    if database and not Path(project.root, database).exists():
        nothing = f"{nothing}, and the database {Path(database).name} does not exist"
    ways = either(init_commands())
    if (elsewhere := state_elsewhere(project)) is not None:
        nothing = f"{nothing}. {elsewhere.sentence.removesuffix('.')}"
    first = "Name"
    if begins and not os.path.lexists(Path(project.root, ".git")):
        first = "Without it, limits and handoffs need a git repository: `git init` makes one. Or name"
    others = f"the project with -C PATH, or start tracking with {ways}."
    return CommandError("project.no-state", f"{nothing}. {first} {others}")


def init_commands() -> tuple[str, ...]:
    """The commands that begin a track, one for each system that has one."""
    return tuple(command_line("init", each) for each in BEGUN)


def long_rows(project: Project) -> list[Words]:
    """What says which rows of a database hold too much to be read."""
    found = (*project.findings, *(finding for track in project.tracks for finding in track.findings))
    return [finding.message for finding in found if finding.code == LONG_ROWS]


def limited(project: Project) -> Words | None:
    """What says where looking for tracks ended early; None where all were looked for."""
    return next((finding.message for finding in project.findings if finding.code == LIMITED), None)


def checked_folder(path: Path) -> Path:
    """The real, absolute path of a folder. Raises NoSuchFolder where it is missing, no folder, or out of reach."""
    try:
        real = path.resolve(strict=True)
        os.stat(f"{real}/.")  # noqa: PTH116 - a Path drops the dot, which asks whether it may be entered
    except FileNotFoundError:
        raise NoSuchFolder("project.no-such-folder", f"No such folder: {path}.") from None
    except NotADirectoryError:
        raise NoSuchFolder("project.no-folder", f"Not a folder: {path}.") from None
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError is how 3.11 reports a loop of links
        raise NoSuchFolder(
            "project.folder-unreadable", f"The folder {path} cannot be read: {_reason(error)}."
        ) from None
    return real


def _reason(error: Exception) -> str:
    return (error.strerror or "unknown error").lower() if isinstance(error, OSError) else str(error)
