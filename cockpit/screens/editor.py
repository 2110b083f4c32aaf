"""Handing the terminal over to the person's editor, at the line a row comes from."""

import codecs
import os
import shlex
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from textual.app import App, SuspendNotSupported

from cockpit.model import Track
from cockpit.screens.project_app import ProjectApp
from cockpit.widgets.pane import Pane

# Lending the terminal to another program, and taking it back whatever becomes of that program

Result = TypeVar("Result")


def lend_terminal(app: App[Any], use: Callable[[], Result]) -> Result:
    """Let something use the terminal while the application is suspended. What it raises is raised once the terminal is
    the application's again: Textual does not take it back from under an exception, and nobody could type any more.

    Raises SuspendNotSupported where the terminal cannot be lent.
    """
    results: list[Result] = []
    failures: list[BaseException] = []
    with app.suspend():
        try:
            results.append(use())
        except BaseException as error:  # noqa: BLE001 -- raised below
            failures.append(error)
    if failures:
        raise failures[0]
    return results[0]


_TAKES_PLUS_LINE = ("vi", "vim", "nvim", "nano", "emacs", "micro", "kak", "joe", "ne", "mg")


def edit_row(app: ProjectApp, pane: Pane, track: Track) -> None:
    """Open the file the selected row comes from at its line, else the track's main file."""
    if app.project is not None:
        from cockpit.project.source_positions import source_position  # the parsers are not wanted at the start

        row = pane.row
        value, part = (row.value, row.key) if row is not None else (None, "")
        edit_file(app, *source_position(Path(app.project.root), track, value, part))


def edit_file(app: ProjectApp, path: str, line: int | None = None) -> None:
    """Open a file of the project, at a line where one is named."""
    target = file_at(app.project.root, path) if app.project else None
    if target is None:
        app.notify("The file does not exist.", severity="warning", timeout=3)
        return
    if not is_text(target):
        app.notify(f"{target.name} is not a text file.", timeout=4)
        return
    hand_over(app, editor_command(target, line))


def hand_over(app: ProjectApp, command: Sequence[str] | None) -> bool:
    """Give the terminal to the editor until it ends. False, and said, where it could not start or failed."""
    if command is None:
        app.notify(
            "$VISUAL or $EDITOR has a quotation mark that is not closed.",
            severity="warning",
        )
        return False
    try:
        done = lend_terminal(app, lambda: subprocess.run(command, check=False))
    except SuspendNotSupported:
        app.notify("This terminal cannot run an editor.", severity="warning")
    except OSError as error:
        why = f"The editor {command[0]} cannot be started: {error.strerror}."
        app.notify(why, severity="warning")
    else:
        if not done.returncode:
            return True
        app.notify(f"The editor exited with {done.returncode}.", severity="warning")
    return False


def file_at(root: str, path: str) -> Path | None:
    """The file at a path in the project, of a folder the first of its Markdown files by name.

    None where there is none, or nobody may look. Never raises.
    """
    real = Path(os.path.realpath(root))
    target = real / path
    if path.endswith("/") or os.path.isdir(target):  # noqa: PTH112 - Path.is_dir may raise
        target = min(_markdown_in(target), default=target)
    inside = Path(os.path.realpath(target)).is_relative_to(real)
    return target if inside and os.path.isfile(target) else None  # noqa: PTH113 - Path.is_file may raise


def is_text(path: Path) -> bool:
    """Whether a file may be text, by its beginning. Never raises."""
    try:
        with path.open("rb") as handle:
            head = handle.read(1024)
    except OSError:  # the editor says what is wrong with it
        return True
    return b"\0" not in head or head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def _markdown_in(folder: Path) -> list[Path]:
    try:
        return [each for each in folder.iterdir() if each.suffix == ".md"]
    except OSError:  # it is gone, or nobody may look
        return []


def editor_command(path: Path, line: int | None) -> list[str] | None:
    """The person's editor ($VISUAL, $EDITOR, else vi) with the file, at the line where it takes one.

    None where a quote in it does not end.
    """
    try:
        command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi") or ["vi"]
    except ValueError:
        return None
    name = Path(command[0]).name
    if line is not None and name in _TAKES_PLUS_LINE:
        return [*command, f"+{line}", str(path)]
    if line is not None and name in ("code", "codium", "cursor"):
        return [*command, "--goto", f"{path}:{line}"]
    return [*command, str(path)]
