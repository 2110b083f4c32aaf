"""An app over a project that stands still, at a fixed moment."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot

from cockpit.app import CockpitApp
from cockpit.model import Project
from cockpit.model.state import Surroundings
from cockpit.project.demo import Sample
from cockpit.project.load import load_project
from cockpit.project.settings import Settings

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


BRANCH = "main"


class Still:
    """A source that never changes."""

    reading = None

    def start(self) -> None:
        pass

    def refresh(self) -> None:
        pass

    def reload(self) -> None:
        pass

    def stop(self) -> None:
        pass


def surroundings_of(project: Project | None, now: datetime = NOW) -> Surroundings:
    """The files written forty seconds ago, on the usual branch."""
    tracks = project.tracks if project is not None else ()
    return Surroundings(branch=BRANCH, written={track.key: now - timedelta(seconds=40) for track in tracks})


def sample_of_a_demo(**parts: object) -> Sample:
    """What is known of a sample project that goes when the program is left."""
    usual = {"root": Path(), "agent": (), "log": "", "is_over": bool, "keep": _nothing, "stays": bool}
    return Sample(**usual | parts)


def _nothing() -> None:
    pass


def still_app(project: Project | None, *, now: datetime = NOW, **options: object) -> CockpitApp:
    """The app over that project, with these settings and options; with None it is still reading."""
    home = str(Path(project.root).parent) if project is not None else ""
    chosen = {each.name: options.pop(each.name) for each in fields(Settings) if each.name in options}
    app = CockpitApp(
        lambda _on_snapshot: Still(), now=lambda: now, settings=Settings(**chosen), **{"home": home, **options}
    )
    app.begin_with(project, surroundings_of(project, now))
    return app


def app_on(folder: Path, *, now: datetime = NOW, **options: object) -> CockpitApp:
    """The app over what lies in a folder, read as it is read for a person."""
    return still_app(load_project(folder, clock=lambda: now), now=now, **options)


@asynccontextmanager
async def running(
    shown: Path | Project | None, size: tuple[int, int] = (80, 24), **options: object
) -> AsyncIterator[tuple[CockpitApp, Pilot[None]]]:
    """The app over a folder or a project while it runs, and who presses its keys."""
    app = app_on(shown, **options) if isinstance(shown, Path) else still_app(shown, **options)
    async with app.run_test(size=size) as pilot:
        yield app, pilot
