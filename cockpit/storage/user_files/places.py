"""Where things lie outside the repository: what a person writes, what the program writes, what it may lose.

`COCKPIT_CONFIG_DIR`, `COCKPIT_STATE_DIR` and `COCKPIT_CACHE_DIR` override the platform's folders. Everything here
raises CommandError where a folder lies in the home folder of nobody.
"""

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Literal

from cockpit.model.errors import CommandError
from cockpit.storage.git import common_folder, git_root

KEY_DIGITS = 16
_BELOW_HOME = {"config": ".config", "state": ".local/state", "cache": ".cache"}
_ON_MACOS = {"config": "Library/Application Support", "state": "Library/Application Support", "cache": "Library/Caches"}
"""By purpose the platform's folder in the person's home, where no `XDG_CONFIG_HOME` and the like states another."""


def home_dir() -> Path | None:
    """The person's home folder; None where nothing names one: no HOME, and no account."""
    try:
        return Path.home()
    except RuntimeError:
        return None


def settings_file() -> Path:
    """What a person writes; never rewritten by the program."""
    return config_dir() / "settings.toml"


def preferences_file() -> Path:
    """What the program writes: theme, layout."""
    return config_dir() / "preferences.toml"


def themes_dir() -> Path:
    """A person's own colour themes."""
    return config_dir() / "themes"


def config_dir() -> Path:
    """The folder of settings, preferences and themes."""
    return _folder("config")


def state_dir() -> Path:
    """Journal, ledger, drafts, readings and last seen, in one folder for each project."""
    return _folder("state")


def cache_dir() -> Path:
    """What can be made again."""
    return _folder("cache")


def project_state_dir(root: Path) -> Path:
    """The state of one project."""
    return state_dir() / "projects" / project_key(root)


def project_key(root: Path) -> str:
    """What a project is known by: its folder's name, for people, and a hash.

    Hashed are the folder that all worktrees of its repository share, its worktree, and the project's folder in that;
    so two worktrees are two projects, and a path reached through a link is the same one.
    """
    real = Path(os.path.realpath(root))
    worktree = git_root(real) or real
    common = common_folder(worktree) or worktree
    parts = (common, worktree, real.relative_to(worktree))
    digest = _sha256(b"\0".join(os.fsencode(part) for part in parts))
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", real.name).strip("-.")[:40]
    return f"{name or 'root'}-{digest[:KEY_DIGITS]}"


def _sha256(data: bytes) -> str:
    """In hexadecimal digits. `hashlib` brings OpenSSL along, for which a hook would wait as long as for much else."""
    try:
        module = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
    except ImportError:  # another Python
        module = import_module("hashlib")
    digits: str = module.sha256(data).hexdigest()
    return digits


def _folder(purpose: Literal["config", "state", "cache"]) -> Path:
    variable = f"COCKPIT_{purpose.upper()}_DIR"
    chosen = os.environ.get(variable)
    if chosen:
        expanded = os.path.expanduser(chosen)  # noqa: PTH111 - leaves a `~name` of nobody as it is
        if expanded.startswith("~"):
            raise CommandError(
                "storage.no-home-of-that-name", f"{variable} is {chosen}, but that user has no home folder."
            )
        return Path(expanded).absolute()
    below = (_ON_MACOS if sys.platform == "darwin" else _BELOW_HOME)[purpose]
    stated = os.path.expanduser(os.environ.get(f"XDG_{purpose.upper()}_HOME", "").strip())  # noqa: PTH111 - as above
    home = home_dir()
    if stated.startswith("/"):
        return Path(stated, "cockpit")
    if home is None or not home.is_absolute():
        raise CommandError("storage.no-home-folder", f"No home folder for cockpit's data. Set HOME or {variable}.")
    return home / below / "cockpit"
