"""Where a person's folders lie and what a project's is called, as text: a status line runs too often to load more.

Everything here raises CommandError where a folder lies in the home folder of nobody.
"""

import os
import re
import sys

from cockpit.storage import git_folders

FOLDER_MODE = 0o700
FILE_MODE = 0o600
"""Of what is kept for this person only."""
KEY_DIGITS = 16
_BELOW_HOME = {"config": ".config", "state": ".local/state", "cache": ".cache"}
_ON_MACOS = {"config": "Library/Application Support", "state": "Library/Application Support", "cache": "Library/Caches"}
"""By purpose the platform's folder in the person's home, where no `XDG_CONFIG_HOME` and the like states another."""


def folder(purpose: str, *, usual: bool = False) -> str:
    """The folder of what a person writes (`config`), what the program writes (`state`), what it may lose (`cache`);
    with `usual` whatever our own variable says."""
    variable = f"COCKPIT_{purpose.upper()}_DIR"
    chosen = os.environ.get(variable) if not usual else None
    if chosen:
        expanded = os.path.expanduser(chosen)  # leaves a `~name` of nobody as it is
        if expanded.startswith("~"):
            from cockpit.model.errors import CommandError

            raise CommandError(
                "storage.no-home-of-that-name", f"{variable} is {chosen}, but that user has no home folder."
            )
        return os.path.abspath(expanded)
    below = (_ON_MACOS if sys.platform == "darwin" else _BELOW_HOME)[purpose]
    stated = os.path.expanduser(os.environ.get(f"XDG_{purpose.upper()}_HOME", "").strip())
    home = os.path.expanduser("~")
    if stated.startswith("/"):
        return os.path.join(stated, "cockpit")
    if not os.path.isabs(home):
        from cockpit.model.errors import CommandError

        raise CommandError("storage.no-home-folder", f"No home folder for cockpit's data. Set HOME or {variable}.")
    return os.path.join(home, below, "cockpit")


def project_key(root: str) -> str:
    """What a project is known by: its folder's name, for people, and a hash.

    Hashed are the folder that all worktrees of its repository share, its worktree, and the project's folder in that;
    so two worktrees are two projects, and a path reached through a link is the same one.
    """
    real = os.path.realpath(root)
    worktree = git_folders.root_around(real) or real
    common = git_folders.common_folder(worktree) or worktree
    parts = (common, worktree, os.path.relpath(real, worktree))
    digest = _sha256(b"\0".join(os.fsencode(part) for part in parts))
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", os.path.basename(real)).strip("-.")[:40]
    return f"{name or 'root'}-{digest[:KEY_DIGITS]}"


def _sha256(data: bytes) -> str:
    """In hexadecimal digits. `hashlib` brings OpenSSL along, for which a hook would wait as long as for much else."""
    try:
        module = __import__("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:  # another Python
        module = __import__("hashlib")
    digits: str = module.sha256(data).hexdigest()
    return digits


def repository_state_folder(folder_in_it: str) -> str:
    """The state that all worktrees of the repository around a folder share."""
    return os.path.join(folder("state"), "projects", project_key(git_folders.repository_around(folder_in_it)))
