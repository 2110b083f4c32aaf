"""What leads to another project: beginning a track where there is none, opening another folder."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.project.systems import kept_by, known_beginnings, needed_to_begin, systems_to_begin
from cockpit.screens.acting import ActionRunner, Answers, Form, FormLine, PendingChange, Written
from cockpit.widgets.choice import Choice
from cockpit.widgets.header import from_home
from cockpit.wording.messages import Words

if TYPE_CHECKING:
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace

_ENTRIES = {
    "title": FormLine("title", "Name", hint="of the project or its task (default: the folder's name)"),
    "plan": FormLine("plan", "Plan", hint="the file of the implementation plan, in the project"),
}


def begin_track(runner: ActionRunner) -> None:
    """Ask which system, then what it begins with; show the files that would be made."""
    choices = [Choice(system, name, kept_by(system)) for system, name in systems_to_begin()]
    runner.choose("Start tracking work here", [], choices, partial(_ask, runner))


def _ask(runner: ActionRunner, system: str) -> None:
    parts, needed = known_beginnings(system) or (), needed_to_begin(system)
    entries = [replace(entry, required=name in needed) for name, entry in _ENTRIES.items() if name in parts]
    if not entries:
        runner.changes.run(PendingChange(do=partial(_beginning, system, {}), shown=True))
        return
    form = Form(title=f"Start: {dict(systems_to_begin())[system]}", entries=entries, item=system)

    def write(answers: Answers, written: Written) -> None:
        do = partial(_beginning, system, answers)
        runner.changes.run(PendingChange(do=do, shown=True, done=written.done, refused=written.refused))

    runner.fill_in(None, form, write)


def _beginning(system: str, answers: Answers, workspace: "Workspace") -> "ChangeOutcome":
    from cockpit.project.beginning import create

    plan = answers.get("plan")
    file = workspace.root / _from_home(plan) if plan else None
    return create(workspace, system, answers.get("title") or None, file)


async def open_another(runner: ActionRunner) -> None:
    """Offer the projects that were opened before and are still there, and any other folder."""
    app = runner.app
    here = app.project.root if app.project is not None else ""
    there = await asyncio.to_thread(_still_there, [folder for folder in app.recent if folder != here])
    if not there:
        _ask_folder(runner)
        return
    choices = [Choice(folder, from_home(folder, app.home)) for folder in there]
    choices.append(Choice("", "Another folder …"))

    def chosen(folder: str) -> None:
        if folder:
            app.leave_for(Path(folder))
        else:
            _ask_folder(runner)

    runner.choose("Open a project", [], choices, chosen)


def _still_there(folders: Sequence[str]) -> list[str]:
    return [folder for folder in folders if Path(folder).is_dir()]


def _ask_folder(runner: ActionRunner) -> None:
    entry = FormLine("folder", "Folder", hint="~ is your home", required=True, check=_no_folder)
    form = Form(title="Open a project", entries=[entry], does="open")

    def open_it(answers: Answers, written: Written) -> None:
        written.done()
        runner.app.leave_for(_from_home(answers["folder"]))

    runner.fill_in(None, form, open_it)


def _no_folder(typed: str) -> Words | None:
    with suppress(OSError, ValueError):
        if _from_home(typed).is_dir():
            return None
    return f"No such folder: {typed}"


def _from_home(typed: str) -> Path:
    """A path as a person typed it; `~` is their home, and no home of somebody who does not exist."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:
        return Path(typed)
