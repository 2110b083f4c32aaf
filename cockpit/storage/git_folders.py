"""Where git keeps a repository, from the files alone and as text: a status line runs too often to load more."""

import os


def root_around(folder: str) -> str | None:
    """The nearest folder upward that holds `.git`, a folder or (in a worktree or submodule) a file."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def own_folder(root: str) -> str | None:
    """The folder in which git keeps what is the worktree's alone."""
    marker = os.path.join(root, ".git")
    if os.path.isdir(marker):
        return os.path.realpath(marker)
    pointer = first_line(marker)
    if pointer is None or not pointer.startswith("gitdir:"):
        return None
    return os.path.realpath(os.path.join(root, pointer.removeprefix("gitdir:").strip()))


def common_folder(root: str) -> str | None:
    """The folder that all worktrees of the repository at `root` share; None where unreadable."""
    folder = own_folder(root)
    shared = first_line(f"{folder}/commondir") if folder is not None else None
    return os.path.realpath(os.path.join(folder, shared)) if folder is not None and shared else folder


def main_worktree(shared: str) -> str | None:
    """The worktree that the folder which all share lies in; None where it lies in none, as in a bare repository."""
    root, name = os.path.split(shared)
    return root if name == ".git" and own_folder(root) == shared else None


def repository_around(folder: str) -> str:
    """What all worktrees of the repository around a folder have in common: its main worktree, or the folder they share
    where there is none. The worktree itself where that repository does not know it; the folder itself outside of any.
    """
    real = os.path.realpath(folder)
    root = root_around(real)
    if root is None:
        return real
    own, shared = own_folder(root), common_folder(root)
    if own is None or shared is None or not os.path.isdir(shared):
        return root
    if own != shared and not _names(own, root):
        return root  # what stands in a folder could name any repository there is
    main = main_worktree(shared)
    return (main if own != shared or main == root else root) if main is not None else shared


def _names(own: str, root: str) -> bool:
    """Whether the folder of a linked worktree names that worktree in turn."""
    pointer = first_line(f"{own}/gitdir")
    return bool(pointer) and os.path.realpath(os.path.join(own, os.path.dirname(pointer or ""))) == root


def first_line(path: str) -> str | None:
    """The first line of a small file; None where there is none, or none that can be a path."""
    try:
        with open(path, encoding="utf-8", errors="replace", opener=_without_waiting) as lines:
            line = lines.readline(4096).strip()
    except OSError:
        return None
    return None if "\0" in line else line


def _without_waiting(path: str, flags: int) -> int:
    """Opens what may be no file: a FIFO would block."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)
