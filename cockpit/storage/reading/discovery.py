"""Where the work is: the project's folder, and the sub-packages in it that keep state of their own."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from cockpit.model import Finding
from cockpit.storage.git import git_root, ignored, is_linked_worktree
from cockpit.storage.reading.asking_systems import ask_tracks
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.safe_reading import is_folder
from cockpit.storage.signatures import signature_of
from cockpit.storage.user_files.places import home_dir
from cockpit.systems.interface import Candidate, Files, System
from cockpit.values import dataclass

MAX_DEPTH = 4
MAX_FOLDERS = 5_000
MAX_SUB_PACKAGES = 50
"""How many of them are read: a folder with more is one of many projects."""
LIMITED = "discovery-limited"
NEVER = frozenset({"node_modules", ".git", ".venv", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Discovery:
    """The sub-packages that may keep state, relative to the root, nearest first; and what stopped the search.

    `folders` are those that were looked into, and the time of their last change then (0: it may change unnoticed).
    """

    bases: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    folders: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Detected:
    """The tracks recognised in one folder, and what kept a system from looking."""

    candidates: tuple[Candidate, ...] = ()
    findings: tuple[Finding, ...] = ()


def find_root(start: Path, systems: Sequence[System], home: Path | None = None) -> Path:
    """The project's folder for someone who stands in `start`.

    The nearest folder upward with recognised state, stopping at the git root (which is looked at) and at the home
    folder (which is looked at only when it is the start: it is no project). Failing that, `start` where sub-packages
    below it keep state; else the git root; else `start`.
    """
    at_home = home or home_dir()
    home = Path(os.path.realpath(at_home)) if at_home is not None else None
    start = Path(os.path.realpath(start))
    top = git_root(start)
    for folder in _upward(start, top, home):
        if _detects(folder, systems, home):
            return folder
    if top is None or top == start or _detects(start, systems, home, sub_packages(start, systems).bases):
        return start
    return top


def detect(files: Files, systems: Iterable[System], base: str = "") -> Detected:
    """The tracks of all systems directly in the folder `base`."""
    candidates: list[Candidate] = []
    findings: list[Finding] = []
    counts_use = False
    for system in systems:
        answer = ask_tracks(system, files, base)
        if isinstance(answer, Finding):
            findings.append(answer)
        elif answer and not (counts_use and system.counts_use):  # the limits of a repository are those of one track
            candidates += answer
            counts_use = counts_use or system.counts_use
    return Detected(candidates=tuple(candidates), findings=tuple(findings))


def sub_packages(root: Path, systems: Sequence[System]) -> Discovery:
    """The folders below `root`, down to four levels, that hold a state folder of a system.

    Breadth first, so that a search cut short has seen the nearest. Folders that git ignores are not entered, nor links
    to folders, nor linked worktrees; a state folder counts though git ignores it.
    """
    state = tuple(folder for system in systems for folder in system.state_folders)
    bases: list[str] = []
    room = MAX_FOLDERS
    changed = {"": _changed(root, "")}
    level = {"": _folders_in(root, "")}
    for _ in range(MAX_DEPTH):
        inner = _worth_entering(root, _children(level, state)[: room + 1])
        changed |= {folder: _changed(root, folder) for folder in inner[:room]}  # before what is in them is listed
        level = {folder: _folders_in(root, folder) for folder in inner[:room]}
        places = [(folder, f"{folder}/{own}") for folder, names in level.items()
                  for own in state if own.partition("/")[0] in names]  # fmt: skip
        bases += dict.fromkeys(folder for folder, path in places if signature_of(f"{root}/{path}").kind == "folder")
        room -= len(inner)
        if len(bases) > MAX_SUB_PACKAGES:
            message = f"Only the nearest {MAX_SUB_PACKAGES} sub-packages with state are read."
            return Discovery(tuple(bases[:MAX_SUB_PACKAGES]), (_limited(message),), changed)
        if room < 0:
            message = f"Only the nearest {MAX_FOLDERS} folders were searched for sub-packages."
            return Discovery(tuple(bases), (_limited(message),), changed)
    return Discovery(tuple(bases), folders=changed)


def is_outdated(root: Path, found: Discovery) -> bool:
    """Whether a folder that was looked into has changed since, so that another search may find others.

    Far cheaper than a search. What git ignores may change without it.
    """
    return any(_changed(root, folder) != at for folder, at in found.folders.items()) or 0 in found.folders.values()


def _changed(root: Path, folder: str) -> int:
    found = signature_of(f"{root}/{folder}")
    return 0 if found.racy else found.ctime_ns


def _upward(start: Path, top: Path | None, home: Path | None) -> Iterable[Path]:
    for folder in (start, *start.parents):
        if folder == home and folder != start:
            return
        yield folder
        if folder in (top, home):
            return


def has_state(folder: Path, systems: Sequence[System], *, below: bool) -> bool:
    """Whether state is kept in a folder, or `below` in its sub-packages; False where there is no such folder."""
    return _detects(folder, systems, None, ("", *(sub_packages(folder, systems).bases if below else ())))


def _detects(folder: Path, systems: Sequence[System], home: Path | None, bases: Iterable[str] = ("",)) -> bool:
    files = DiskFiles(folder, home)
    return any(detect(files, systems, base) != Detected() for base in bases)


def _folders_in(root: Path, folder: str) -> dict[str, bool]:
    """The folders in a folder by name, links to folders included; and whether each may be entered (is no link)."""
    try:
        with os.scandir(root / folder) as entries:
            return {entry.name: not entry.is_symlink() for entry in entries if is_folder(entry)}
    except OSError:
        return {}


def _children(level: dict[str, dict[str, bool]], state: Sequence[str]) -> list[str]:
    paths = (
        f"{folder}/{name}" if folder else name
        for folder, names in level.items()
        for name in sorted(names)
        if names[name] and name not in NEVER
    )
    return [path for path in paths if not any(path == own or path.endswith(f"/{own}") for own in state)]


def _worth_entering(root: Path, folders: list[str]) -> list[str]:
    top = git_root(root)
    parents = {folder.rpartition("/")[0] for folder in folders}
    ours = {parent for parent in parents if top is not None and git_root(root / parent) == top}
    left_out = ignored(root, [folder for folder in folders if folder.rpartition("/")[0] in ours])
    return [folder for folder in folders if folder not in left_out and not is_linked_worktree(root / folder)]


def _limited(message: str) -> Finding:
    hint = "Open the sub-package itself, or add folders without state files to .gitignore."
    return Finding(code=LIMITED, severity="warning", path=".", message=message, hint=hint)
