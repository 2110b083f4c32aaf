"""Where things lie outside the repository: what a person writes, what the program writes, what it may lose.

`COCKPIT_CONFIG_DIR`, `COCKPIT_STATE_DIR` and `COCKPIT_CACHE_DIR` override the platform's folders. Everything here
raises CommandError where a folder lies in the home folder of nobody.
"""

from pathlib import Path
from typing import Literal

from cockpit.storage.user_files import folder_names


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
    return state_dir() / "projects" / folder_names.project_key(str(root))


def repository_state_dir(root: Path) -> Path:
    """The state that all worktrees of the repository around a folder share: that of its main worktree."""
    return Path(folder_names.repository_state_folder(str(root)))


def _folder(purpose: Literal["config", "state", "cache"]) -> Path:
    return Path(folder_names.folder(purpose))
