"""Paths of a project, walked from the handle of its root folder, so that none leads out of it.

Each folder on the way is opened by its name in the one above it, without following a link. Where a link stands, its
goal is walked in the same way. So a folder that another program exchanges with a link meanwhile leads nowhere else:
what was found is a name in a folder that is held open.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from errno import EINVAL, ELOOP, ENOENT, ENOTDIR
from pathlib import Path

from cockpit.storage import disk
from cockpit.values import dataclass

MAX_LINKS = 40
"""How many links one path may lead through, as the kernel has it."""


class Outside(Exception):
    """A path leads out of the project."""


@dataclass(slots=True)
class Place:
    """Where a path of the project leads: a name in a folder that is held open. Links on the way were followed.

    `parts` is the way from the root, the name last. The folders in `missing`, which are among them, are not there;
    `folder` is the handle of the one above those. `made` are those that were made, each with the handle of the one
    above it. Whatever is in `held` is closed with the place.
    """

    path: str
    folder: int
    parts: tuple[str, ...]
    held: list[int]
    missing: tuple[str, ...] = ()
    made: list[tuple[str, int]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name in the folder; `.` for the root itself."""
        return self.parts[-1] if self.parts else "."

    @property
    def inside(self) -> str:
        """The path that leads there without a link."""
        return "/".join(self.parts)

    @property
    def missing_paths(self) -> tuple[str, ...]:
        """The paths of the folders that are not there, the uppermost first."""
        there = len(self.parts) - len(self.missing) - 1
        return tuple("/".join(self.parts[: there + number]) for number in range(1, len(self.missing) + 1))

    def make_folders(self) -> None:
        """Makes the folders that are not there. Raises OSError."""
        while self.missing:
            name = self.missing[0]
            with suppress(FileExistsError):
                disk.make_folder(name, 0o777, self.folder)
                self.made.append((name, self.folder))
            self.held.append(disk.open_folder(name, self.folder))
            self.folder, self.missing = self.held[-1], self.missing[1:]

    def is_at(self, other: "Place") -> bool:
        """Whether this is the same name in the same folder. Raises OSError."""
        same_way = (self.parts, self.missing) == (other.parts, other.missing)
        return same_way and os.path.samestat(disk.opened_status(self.folder), disk.opened_status(other.folder))


def stays_inside(path: str) -> bool:
    """Whether a relative path can be joined to a folder without leaving it, as far as its text says."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return "\0" not in path and not path.startswith("/") and ".." not in path.split("/")


@contextmanager
def walked(root: Path | str, path: str) -> Iterator[Place]:
    """The place that a path of the project leads to; what is held open is closed afterwards.

    Raises Outside, and OSError where a folder on the way cannot be entered or links lead back to themselves.
    """
    if not stays_inside(path):
        raise Outside(path)
    held: list[int] = []
    try:
        place = _walk(disk.open_root(root), path, held)
        passed = [handle for handle in held if handle != place.folder]
        held[:] = [place.folder]  # an edit may be of many files
        for handle in passed:
            os.close(handle)
        yield place
    finally:
        for handle in held:
            os.close(handle)  # nothing is written through it


def _walk(root: int, path: str, held: list[int]) -> Place:
    held.append(root)
    way: list[tuple[str, int]] = []
    ahead = _parts(path)
    links = 0
    while ahead:
        name, rest = ahead[0], ahead[1:]
        folder = way[-1][1] if way else root
        if name == "..":
            if not way:
                raise Outside(path)
            way.pop()
            ahead = rest
            continue
        try:
            goal = _entered(name, folder, held) if rest else _goal_of_link(name, folder)
        except FileNotFoundError:
            if ".." in ahead:  # what lies above a folder that is not there
                raise
            return Place(path, folder, (*(each for each, _ in way), *ahead), held, tuple(ahead[:-1]))
        if isinstance(goal, int):
            way.append((name, goal))
            ahead = rest
        elif goal is None:
            return Place(path, folder, (*(each for each, _ in way), name), held)
        else:
            links += 1
            if links > MAX_LINKS:
                raise OSError(ELOOP, os.strerror(ELOOP), path)
            if goal.startswith("/"):
                way.clear()
                goal = _below(root, goal, path)
            ahead = [*_parts(goal), *rest]
    parts = tuple(each for each, _ in way)
    return Place(path, way[-2][1] if len(way) > 1 else root, parts, held)


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in ("", ".")]


def _entered(name: str, folder: int, held: list[int]) -> int | str:
    """The handle of a folder in another one; or where the link leads that stands in its place."""
    for _ in range(MAX_LINKS):
        try:
            held.append(disk.open_folder(name, folder))
        except OSError as error:
            if error.errno not in (ENOTDIR, ELOOP):
                raise
        else:
            return held[-1]
        try:
            return disk.link_goal(name, folder)
        except OSError as error:
            found = disk.status(name, folder)
            if error.errno != EINVAL or found is None or not stat.S_ISDIR(found.st_mode):
                raise OSError(ENOTDIR, os.strerror(ENOTDIR), name) from error
    raise OSError(ELOOP, os.strerror(ELOOP), name)  # exchanged again and again while it is looked at


def _goal_of_link(name: str, folder: int) -> str | None:
    """Where a link leads; None for what is none. Raises FileNotFoundError where there is nothing."""
    found = disk.status(name, folder)
    if found is None:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), name)
    if not stat.S_ISLNK(found.st_mode):
        return None
    try:
        return disk.link_goal(name, folder)
    except OSError as error:
        if error.errno != EINVAL:  # it is a file by now
            raise
        return None


def _below(root: int, goal: str, path: str) -> str:
    """What an absolute path is as seen from the root: what follows the first folder on it that is the root."""
    top = disk.opened_status(root)
    parts = goal.split("/")
    for end in range(1, len(parts) + 1):
        try:
            found = disk.followed_status("/".join(parts[:end]) or "/")
        except OSError:
            break
        if (found.st_dev, found.st_ino) == (top.st_dev, top.st_ino):
            return "/".join(parts[end:])
    raise Outside(path)
