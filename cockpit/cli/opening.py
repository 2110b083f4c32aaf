"""`cockpit [PATH]` and `cockpit demo`: the program itself."""

import argparse
import gc
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.actions.first_reading import FirstReading
from cockpit.cli.main import Refused
from cockpit.cli.output import say

if TYPE_CHECKING:
    from cockpit.actions.observe import Observer
    from cockpit.app import CockpitApp

PATIENCE = 0.5
"""Seconds the first frame waits for the files; what takes longer arrives a moment later."""


def run(arguments: argparse.Namespace) -> int:
    """Open the program; for `demo`, on a sample project that lives as long as the program."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Refused("This is no terminal; `cockpit status` prints the state as text.")
    if arguments.verb != "demo":
        path = Path(arguments.path or arguments.project or ".")
        if arguments.reset_alerts:
            _reset_alerts(path, arguments)
        return _open(path, arguments)
    from cockpit.actions.demo import demo

    for hang_up in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(hang_up, lambda *_: sys.exit(1))  # so that the agent ends and its folder goes
    with demo(arguments.script, keep=arguments.keep) as root:
        code = _open(root, arguments)
    if arguments.keep:
        say(f"The sample project stays in {root}.")
    return code


def _open(path: Path, arguments: argparse.Namespace) -> int:
    gc.disable()  # no collection pays off before the first frame: it saves a tenth of the start; the app turns it on
    reading = FirstReading(path)
    app = _app(path, arguments)
    project = reading.result(PATIENCE)
    if project is None:
        _check(path)
    app.begin_with(project)
    app.run()
    return app.return_code or 0


def _reset_alerts(path: Path, arguments: argparse.Namespace) -> None:
    """Withdraw all acknowledgments before the program opens, as the system's own `--reset-alerts` does."""
    from cockpit.actions.change import change
    from cockpit.cli.changing import carry_out
    from cockpit.model.intents import ResetAlerts

    arguments.project = str(path)
    carry_out(lambda writer: change(writer, arguments.track, ResetAlerts()), arguments)


def _check(path: Path) -> None:
    """Raise Refused where the path is no folder."""
    from cockpit.actions.load import NoSuchFolder, checked_folder

    try:
        checked_folder(path)
    except NoSuchFolder as error:
        raise Refused(str(error)) from None


def _app(path: Path, arguments: argparse.Namespace) -> "CockpitApp":
    from cockpit.actions.places import themes_folder
    from cockpit.actions.settings import load_settings
    from cockpit.app import CockpitApp, OnProject
    from cockpit.cli.clocks import local_now, now

    def observe(on_project: OnProject) -> "Observer":
        from cockpit.actions.observe import Observer

        return Observer(path, on_project, clock=now)

    settings = load_settings()
    theme = arguments.theme or settings.theme
    return CockpitApp(
        observe,
        now=local_now,
        **({"theme": theme} if theme else {}),
        theme_folder=themes_folder(),
        ascii_only=arguments.ascii or settings.ascii or os.environ.get("TERM") == "linux",
        read_only=arguments.read_only or settings.read_only,
        allow_agents=settings.allow_agents,
        review=settings.review,
        keys=settings.keys,
        sentences=settings.problems,
    )
