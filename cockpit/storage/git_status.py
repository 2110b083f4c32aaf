"""What git says of the files as they lie on disk: which differ from HEAD, and what became of each."""

import os
from collections.abc import Callable
from pathlib import Path

from cockpit.model.preflight import Difference
from cockpit.storage import git

_MOST = 1000


def differences(root: Path, inside: Callable[[str], str]) -> dict[str, Difference] | None:
    """The paths that differ from HEAD or are not in git; None where git cannot tell. A submodule's inside is its own.

    `inside` makes a path of the repository one of the project at `root`. Filters are named and emptied: comparing a
    file whose times have changed would run them.
    """
    quiet = ("--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=dirty")
    unfiltered = git.without_filters(root)
    answer = None if unfiltered is None else git.ask(root, *unfiltered, "status", *quiet, "--", ".")
    if answer is None:
        return None
    told: dict[str, Difference] = {}
    for entry in [entry for entry in answer.split("\0") if len(entry) > 3][:_MOST]:
        path = inside(entry[3:])
        told[path] = "changed" if path in told else _difference(entry[:2], root, path)
    return told


def _difference(state: str, root: Path, path: str) -> Difference:
    """What the two letters of git say: how the index differs from HEAD, then how the disk differs from the index."""
    if "U" in state or state in ("AA", "DD"):
        return "in conflict"
    if "D" in state and _is_free(root, path):
        return "deleted" if state[1] == "D" else "removed"
    return "new" if state in ("??", "A ", " A") else "changed"


def _is_free(root: Path, path: str) -> bool:
    """Whether a file can come back without taking the place of anything: git would clear what stands there."""
    for folder in reversed(Path(path).parents[:-1]):
        if (root / folder).is_symlink() or not (root / folder).is_dir():
            return not os.path.lexists(root / folder)
    return not os.path.lexists(root / path)
