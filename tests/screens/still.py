"""An app over a project that stands still, at a fixed moment."""

from datetime import UTC, datetime
from pathlib import Path

from cockpit.actions.load import load_project
from cockpit.app import CockpitApp
from cockpit.model import Project

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


class Still:
    """A source that never changes."""

    def start(self) -> None:
        pass

    def refresh(self) -> None:
        pass

    def reload(self) -> None:
        pass

    def stop(self) -> None:
        pass


def still_app(project: Project | None, **options: object) -> CockpitApp:
    """The app over that project; with None it is still reading."""
    app = CockpitApp(lambda _on_project: Still(), now=lambda: NOW, **options)
    app.begin_with(project)
    return app


def app_on(folder: Path, **options: object) -> CockpitApp:
    """The app over what lies in a folder, read as it is read for a person."""
    return still_app(load_project(folder, clock=lambda: NOW), **options)
