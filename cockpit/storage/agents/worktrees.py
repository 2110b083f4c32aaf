"""The folders of a project: its own, and the same folder in the other worktrees of its repository."""

import os
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from cockpit.storage.git import linked_worktrees
from cockpit.storage.git_folders import common_folder, main_worktree, root_around
from cockpit.storage.reading.safe_reading import is_within


class ProjectFolders(NamedTuple):
    """Real paths. `folders` are those of the project, its own first, also as it was given if that is another path;
    `worktrees` those of the repository, `linked` those of them that `git worktree add` made; `kept_in` is the folder
    that changes with their number."""

    folders: tuple[str, ...]
    worktrees: tuple[str, ...] = ()
    linked: frozenset[str] = frozenset()
    kept_in: str | None = None

    def holds(self, path: str) -> bool:
        """Whether an absolute path, as an agent wrote it, lies in the project."""
        return any(is_within(_composed(path), _composed(folder)) for folder in self.folders)

    def around(self, path: str) -> str | None:
        """The worktree that a path lies in; they may lie in each other, so the innermost counts."""
        around = [each for each in self.worktrees if is_within(os.path.normpath(path), each)]
        return max(around, key=len, default=None)

    def linked_around(self, path: str) -> str | None:
        """The linked worktree that a path lies in."""
        innermost = self.around(path)
        return innermost if innermost in self.linked else None

    def elsewhere(self) -> dict[str, str]:
        """The folder of the project in each other worktree, the main one first."""
        own = self.around(self.folders[0])
        inside = os.path.relpath(self.folders[0], own) if own is not None else "."
        return {each: os.path.normpath(f"{each}/{inside}") for each in self.worktrees if each != own}


def _composed(path: str) -> str:
    """A path whose accents are composed: disks and agents may write them differently."""
    return normalize("NFC", os.path.normpath(path))


def repository_of(cwd: str) -> tuple[str, str]:
    """The name and the folder of the repository that a folder is in: those of its main worktree; of the folder itself
    where it is in none, or not on this machine, as a path of Windows or of a container."""
    if not cwd.startswith("/"):
        return cwd.replace("\\", "/").rstrip("/").rpartition("/")[2] or cwd, cwd
    worktree = root_around(os.path.realpath(cwd))
    shared = common_folder(worktree) if worktree is not None else None
    root = (main_worktree(shared) if shared is not None else None) or worktree or str(Path(cwd))
    return Path(root).name or root, root


def project_folders(root: Path) -> ProjectFolders:
    """The folders of the project at `root`, from the files alone; only its own where git's cannot be read."""
    own = os.path.realpath(root)
    given = os.path.abspath(root)  # noqa: PTH100 - links stay
    alone = tuple(dict.fromkeys((own, given)))
    worktree = root_around(own)
    shared = common_folder(worktree) if worktree is not None else None
    if worktree is None or shared is None:
        return ProjectFolders(alone)
    main, linked = main_worktree(shared), linked_worktrees(shared)
    if worktree != main and worktree not in linked:
        return ProjectFolders(alone)  # a submodule, or a file that names somebody else's repository
    worktrees = (*([main] if main is not None else []), *linked)
    inside = Path(own).relative_to(worktree)
    others = (str(Path(each, inside)) for each in worktrees)
    folders = tuple(dict.fromkeys((*alone, *others)))
    return ProjectFolders(folders, worktrees, frozenset(linked), f"{shared}/worktrees")
