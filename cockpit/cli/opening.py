"""`cockpit [PATH]` and `cockpit demo`: the program itself; and opening it at one of its screens."""

import argparse
import gc
import os
import signal
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cockpit.cli.context import any_project_of, is_plain, limits_of, local_now, now, tracks_of
from cockpit.cli.output import say, say_json
from cockpit.model.errors import CommandError
from cockpit.project.ending import BY_SIGNAL, ENDING, Ended
from cockpit.project.first_reading import FirstReading
from cockpit.project.settings import Settings, agent_command, check_places, load_settings
from cockpit.wording.messages import Message, Words

if TYPE_CHECKING:
    from cockpit.app import CockpitApp
    from cockpit.project.demo import Sample
    from cockpit.project.observe import Observer

PATIENCE = 0.1
"""The part of the time that the program took to come up, for which it then waits for the files: a large one does not
hold up the first frame."""
LONGEST = 10.0
"""Seconds for which what was not there in time is waited for in the background, before it is read anew."""


def run(arguments: argparse.Namespace) -> int:
    """Open the program; for `demo`, on a sample project that lives as long as the program."""
    if arguments.theme == "?":
        return _list_themes(arguments)
    if not in_terminal():
        raise CommandError("cli.no-terminal", "Not a terminal. Use `cockpit status`.")
    return _until_left(_open_project(arguments) if arguments.action != "demo.open" else _open_demo(arguments))


def _until_left(left: int | argparse.Namespace) -> int:
    """Open what a person chose in the program that has just ended, until they chose nothing more."""
    while not isinstance(left, int):
        left = _open_project(left) if left.action != "demo.open" else _open_demo(left)
    return left


def _open_demo(arguments: argparse.Namespace) -> int | argparse.Namespace:
    from cockpit.project.demo import demo

    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)  # so that the agent ends and its folder goes
    with demo(arguments.speed or "normal", arguments.system, keep=arguments.keep) as sample:
        if not sample.is_everywhere:
            left = _open(sample.root, arguments, sample=sample)
        else:
            left = _open_everywhere(arguments, sample)
        while not isinstance(left, int) and left.path is not None and sample.holds(left.path):
            left = _open(Path(left.path), left, sample=sample)
    if sample.stays():
        say(f"The sample project stays in {sample.root}. Open it again: `{sample.again}`")
    return left


def _end(number: int, _: object) -> NoReturn:
    raise Ended(number)


def _list_themes(arguments: argparse.Namespace) -> int:
    from cockpit.project.settings import themes_folder
    from cockpit.themes import catalog

    names = list(catalog.names(themes_folder()))
    if arguments.json:
        say_json(names)
        return 0
    for name in names:
        say(name)
    return 0


def in_terminal() -> bool:
    """Whether the program can open here."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def open_at_action(arguments: argparse.Namespace) -> int:
    """Open the program and do the command's action there, where it is typed in a terminal with nothing to do."""
    from cockpit.cli.parser import parse

    usual = vars(parse(()))  # what `cockpit` alone takes and the command may not
    return _until_left(_open_project(argparse.Namespace(**usual | vars(arguments)), arguments.action))


def _open_project(arguments: argparse.Namespace, start_at: str | None = None) -> int | argparse.Namespace:
    if arguments.all:
        return _open_everywhere(arguments)
    path = Path(arguments.path or arguments.project or ".")
    arguments.project = str(path)
    if arguments.track is not None:
        tracks_of(arguments, any_project_of(arguments))  # raises CommandError where there is no such track
    if arguments.reset_alerts and (code := _reset_alerts(arguments)):
        return code
    return _open(path, arguments, start_at)


def _open(
    path: Path,
    arguments: argparse.Namespace,
    start_at: str | None = None,
    *,
    sample: "Sample | None" = None,
) -> int | argparse.Namespace:
    """Run the program. Its exit code, or the command line of what a person opens next."""
    gc.disable()  # no collection pays off before the first frame: it saves a tenth of the start; the app turns it on
    check_places()
    with FirstReading(path, limits_of(arguments)) as reading:
        if sample is None and arguments.path is None and is_outside(path, reading):
            return _open_everywhere(arguments)
        app = _app(path, arguments, start_at, reading=reading, sample=sample)
        project = reading.result(PATIENCE * reading.seconds, also_long=False)
        if project is None:
            from cockpit.project.load import checked_folder

            checked_folder(path)
        app.begin_with(project)
        _run(app)
    if app.next_project is not None:
        return _as_typed(app, arguments)
    return app.return_code or 0


def _run(app: "CockpitApp") -> None:
    """Run it until a person leaves it. Raises Ended."""
    app.run()
    if app.return_code is not None and app.return_code > BY_SIGNAL:
        raise Ended(app.return_code - BY_SIGNAL)


def is_outside(path: Path, reading: FirstReading) -> bool:
    """Whether a folder is in no repository, and nothing is kept in it: then there is no project to open."""
    folder = path.resolve()
    if any(os.path.lexists(each / ".git") for each in (folder, *folder.parents)):
        return False
    project = reading.result(LONGEST)
    return project is not None and is_plain(project)


def _open_everywhere(arguments: argparse.Namespace, sample: "Sample | None" = None) -> int | argparse.Namespace:
    """Show the sessions of agents on the whole machine, or those of a sample."""
    check_places()
    app = _app(None, arguments, sample=sample)
    app.ends_after_going = sample is None and arguments.once
    _run(app)
    return _as_typed(app, arguments) if app.next_project is not None else app.return_code or 0


def _as_typed(app: "CockpitApp", arguments: argparse.Namespace) -> argparse.Namespace:
    """The command line that opens another project as this one was."""
    from cockpit.cli.parser import parse

    words = ("demo",) if app.next_project == "demo" else ("--", str(app.next_project))
    kept = {name: getattr(arguments, name) for name in ("theme", "ascii", "read_only", "limits")}
    return argparse.Namespace(**vars(parse(words)) | kept, everywhere_at=app.everywhere_at)


def _reset_alerts(arguments: argparse.Namespace) -> int:
    """Withdraw all acknowledgments before the program opens, as the system's own `--reset-alerts` does."""
    from cockpit.cli.changing import carry_out
    from cockpit.model.intents import ResetAlerts
    from cockpit.project.change import change

    return carry_out(lambda workspace: change(workspace, arguments.track, ResetAlerts()), arguments)


def _app(
    path: Path | None,
    arguments: argparse.Namespace,
    start_at: str | None = None,
    *,
    reading: FirstReading | None = None,
    sample: "Sample | None" = None,
) -> "CockpitApp":
    """The program; without a path, on the sessions of the whole machine. What `reading` did not bring for the first
    frame is shown when it comes."""
    from cockpit.app import CockpitApp, OnSnapshot
    from cockpit.project.sessions import Sessions
    from cockpit.project.settings import load_preferences, themes_folder

    def observe(on_snapshot: OnSnapshot) -> "Observer":
        from cockpit.model.state import Snapshot
        from cockpit.project.observe import Observer

        late = reading.result(LONGEST) if reading is not None else None
        if late is not None:
            on_snapshot(Snapshot(project=late))
        return Observer(
            path,
            on_snapshot,
            clock=now,
            options=replace(settings.reading(limits), agents=agents),
            home=sample.home if sample is not None else None,
        )

    file_settings, limits = load_settings(), limits_of(arguments)
    settings = _settings(arguments, file_settings, sample)
    settings = replace(settings, read_only=settings.read_only or path is None)  # without a project nothing is written
    agents = _agents(arguments, settings, sample)
    app = CockpitApp(
        observe,
        now=local_now,
        settings=settings,
        limits=limits,
        track_key=arguments.track,
        start_at=start_at,
        theme_folder=themes_folder(),
        remember_theme=partial(_remember, file_settings),
        home=os.environ.get("HOME", ""),
        sample=sample,
        everywhere=path is None,
    )
    app.recent = load_preferences().recent
    app.everywhere_at = getattr(arguments, "everywhere_at", None)
    app.began_everywhere = app.everywhere_at is not None
    app.looks_at_agents, app.sessions = agents != (), Sessions(os.environ)
    return app


def _settings(arguments: argparse.Namespace, file_settings: Settings, sample: "Sample | None") -> Settings:
    """The settings as they are for this run: the command line and the terminal outweigh what a person has written."""
    theme, problems = _theme(arguments, file_settings)
    return replace(
        file_settings,
        theme=theme,
        ascii=arguments.ascii or file_settings.ascii or os.environ.get("TERM") == "linux",
        read_only=arguments.read_only or file_settings.read_only,
        agent=agent_command(file_settings) if sample is None else sample.agent,
        problems=(*file_settings.problems, *problems),
    )


def _agents(arguments: argparse.Namespace, settings: Settings, sample: "Sample | None") -> tuple[str, ...] | None:
    """The ids of the agents whose sessions are looked at; None for all, as in a sample with sessions of its own."""
    if arguments.no_agents or (sample is not None and sample.home is None):
        return ()
    return settings.agents if sample is None else None


def _theme(arguments: argparse.Namespace, settings: Settings) -> tuple[str, tuple[Words, ...]]:
    """The theme to begin with: the command line's, the settings' or the remembered one; and what to say about that."""
    chosen: str | None = arguments.theme or settings.theme
    if chosen:
        return chosen, ()
    from cockpit.project.settings import load_preferences

    preferences = load_preferences()
    return preferences.theme or _fitting_theme(), preferences.problems


def _fitting_theme() -> str:
    """The theme for a person who chose none: ours, or where the terminal has sixteen colours only, the terminal's."""
    from rich.console import Console

    from cockpit.themes import catalog

    return catalog.TERMINAL if Console().color_system in ("standard", "windows") else catalog.DEFAULT


def _remember(settings: Settings, name: str) -> Words | None:
    """Remember a theme that was chosen in the program, unless the settings would outweigh it: then say so."""
    if settings.theme:
        return Message("cli.theme-not-remembered", f"The theme is not saved: your settings.toml sets {settings.theme}.")
    from cockpit.project.settings import remember_theme

    return remember_theme(name)
