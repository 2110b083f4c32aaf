"""Where settings, state and cache lie: what `cockpit paths` prints."""

from pathlib import Path

from cockpit.storage import places
from cockpit.storage.signatures import signature_of
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder of cockpit's, whether it exists yet (None: nobody may look), and what it is for."""

    name: str
    path: Path
    exists: bool | None
    meaning: str


def paths(root: Path) -> tuple[Place, ...]:
    """All places, those of the project in `root` last."""
    return (
        _place("settings", places.settings_file(), "What you write; cockpit never changes it."),
        _place("preferences", places.preferences_file(), "What cockpit remembers: theme, layout."),
        _place("themes", places.themes_dir(), "Your own colour themes."),
        _place("state", places.state_dir(), "Journals, ledgers and drafts of all projects."),
        _place("cache", places.cache_dir(), "May be deleted at any time."),
        _place("project", root, "The project that was found."),
        _place("project state", places.project_state_dir(root), "This project's journal, ledger and drafts."),
        _place("project limits", root / ".cockpit" / "limits.toml", "Limits kept with the project."),
        _place("project files", root / ".cockpit", "What cockpit keeps in the repository, on request."),
    )


def _place(name: str, path: Path, meaning: str) -> Place:
    kind = signature_of(str(path)).kind
    exists = None if kind in ("denied", "loop", "unreadable") else kind not in ("absent", "dangling")
    return Place(name, path, exists, meaning)


def themes_folder() -> Path:
    """Where a person's own themes lie."""
    return places.themes_dir()


def settings_file() -> Path:
    """The file a person writes their settings into."""
    return places.settings_file()


def check_places() -> None:
    """Raise Refused where the environment names a folder that cannot be."""
    for folder in (places.config_dir, places.state_dir, places.cache_dir):
        folder()
