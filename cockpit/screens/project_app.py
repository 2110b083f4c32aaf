"""What the screens may ask of the application."""

from typing import Protocol

from textual.app import App
from textual.reactive import reactive

from cockpit.model import Project


class Source(Protocol):
    """Where projects come from: `cockpit.actions.observe.Observer`, or a fake in tests."""

    def start(self) -> None:
        """Begin to follow the files; projects may arrive from any thread."""

    def reload(self) -> None:
        """Read everything again."""

    def stop(self) -> None:
        """Stop following."""


class ProjectApp(App[None]):
    """An application that shows one project. Every new snapshot replaces `project`.

    `read_only` refuses every write, `review` shows each diff first, `allow_agents` is the setting of that name.
    """

    project: reactive[Project | None] = reactive(None)
    source: Source | None = None
    read_only = False
    allow_agents = False
    review = False

    def theme_names(self) -> list[str]:
        """The names of the themes a person can choose."""
        raise NotImplementedError

    def choose_theme(self, name: str) -> None:
        """Change the colours. A theme that cannot be used is said, and nothing changes."""
        raise NotImplementedError
