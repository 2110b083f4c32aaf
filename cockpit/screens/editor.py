"""Handing the terminal over to the person's editor, at the line a row comes from."""

import os
import shlex
import subprocess
from pathlib import Path

from textual.app import SuspendNotSupported

from cockpit.model import Finding, Handoff, Phase, Track
from cockpit.rules.attention import Need
from cockpit.screens.project_app import ProjectApp
from widgets.pane import Pane

_TAKES_PLUS_LINE = ("vi", "vim", "nvim", "nano", "emacs", "micro", "kak", "joe", "ne", "mg")


def edit_row(app: ProjectApp, pane: Pane, track: Track) -> None:
    """Open the file the selected row comes from, else the track's main file."""
    path, line = place_of(pane.row.value if pane.row else None, track)
    target = file_at(app.project.root, path) if app.project else None
    if target is None:
        app.notify("That file is not there.", severity="warning", timeout=3)
        return
    command = editor_command(target, line)
    try:
        with app.suspend():
            done = subprocess.run(command, check=False)
    except SuspendNotSupported:
        app.notify("This terminal cannot be handed over to an editor.", severity="warning")
    except OSError as error:
        app.notify(f"The editor {command[0]} cannot be started: {error.strerror}.", severity="warning", markup=False)
    else:
        if done.returncode:
            app.notify(f"The editor ended with {done.returncode}.", severity="warning")


def file_at(root: str, path: str) -> Path | None:
    """The file at a path in the project; None where there is none, or nobody may look. Never raises."""
    real = Path(os.path.realpath(root))
    target = real / path
    inside = Path(os.path.realpath(target)).is_relative_to(real)
    return target if inside and os.path.isfile(target) else None  # noqa: PTH113 - Path.is_file may raise


def place_of(value: object, track: Track) -> tuple[str, int | None]:
    """The file, relative to the project, and the line a value comes from."""
    match value:
        case Need():
            return place_of(value.value, track)
        case Finding():
            return value.path, value.line
        case Handoff():
            return value.path, None
        case Phase() if value.path and not value.path.endswith("/"):
            return value.path, None
    return track.path, None


def editor_command(path: Path, line: int | None) -> list[str]:
    """The person's editor ($VISUAL, $EDITOR, else vi) with the file, at the line where it takes one."""
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi") or ["vi"]
    name = Path(command[0]).name
    if line is not None and name in _TAKES_PLUS_LINE:
        return [*command, f"+{line}", str(path)]
    if line is not None and name in ("code", "codium", "cursor"):
        return [*command, "--goto", f"{path}:{line}"]
    return [*command, str(path)]
