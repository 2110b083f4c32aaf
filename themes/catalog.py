"""Which themes there are. Reads no theme and imports no Textual, so that a command can list them at once."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the themes that come with cockpit lie."""

DEFAULT = "cockpit-dark"
TERMINAL = "terminal"
"""The theme that leaves the colours to the terminal."""


def names(*folders: Path) -> list[str]:
    """The names of all themes: cockpit's own, and those in the person's folders."""
    return sorted({name for folder in (FOLDER, *folders) for name in _in(folder)})


def _in(folder: Path) -> list[str]:
    try:
        return [path.stem for path in folder.glob("*.toml")]
    except OSError:  # nobody may look into it
        return []


def find(name: str, *folders: Path) -> Path | None:
    """The file of a theme; the person's folders come before cockpit's own. None where there is none."""
    if Path(name).name != name:
        return None
    candidates = (folder / f"{name}.toml" for folder in (*folders, FOLDER))
    return next((path for path in candidates if os.path.isfile(path)), None)  # noqa: PTH113 - never raises
