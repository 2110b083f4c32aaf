"""The demo: a sample project with a scripted agent at work, for as long as a person looks at it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from cockpit.model.errors import CommandError
from cockpit.project.systems import system_id
from cockpit.values import dataclass

if TYPE_CHECKING:
    from cockpit.demo.run import Script


_STATE = "COCKPIT_STATE_DIR"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A sample project with an agent of its own, as the program knows it.

    `agent` is the command of the agent that a person begins with a prompt, `log` the file in which the one at work says
    what it does, `is_over` tells whether its story has ended. `home` stands for the person's own folder where the story
    has agents that keep their sessions there. With `is_everywhere` these keep nothing in the project: all sessions are
    shown, those in repositories beside it among them. When the program is left, the project goes, unless it `stays`;
    `keep` has it stay.
    """

    root: Path
    agent: tuple[str, ...]
    log: str
    is_over: Callable[[], bool]
    keep: Callable[[], None]
    stays: Callable[[], bool]
    home: Path | None = None
    is_everywhere: bool = False

    def holds(self, project: "Path | str") -> bool:
        """Whether a project is this one, or one beside it in the demo's folder."""
        return Path(project).is_relative_to(self.root.parent)

    @property
    def again(self) -> str:
        """The command that opens it later, with what was done in it where that is kept beside it."""
        kept = f"{_STATE}={quote(str(_state_beside(self.home)))} " if self.home is not None else ""
        return f"{kept}cockpit {quote(str(self.root))}"


def stories() -> dict[str, str]:
    """What the demo plays: the names of the projects by the ids of systems, and `agents` for one without a system."""
    from cockpit.demo.sample import STORIES

    return {system: story.name for system, story in STORIES.items()}


@contextmanager
def demo(script: "Script", system: str | None = None, *, keep: bool = False) -> Iterator[Sample]:
    """A sample project whose agent works at that pace; with `keep` its folder stays behind.

    Raises CommandError for a system that the demo does not play.
    """
    from cockpit.demo.run import Demo

    played = system_id(system) if system is not None else next(iter(stories()))
    if played not in stories():
        raise CommandError("project.no-demo-of-system", f'No demo of "{played:.40}". Demos: {", ".join(stories())}.')
    with Demo.start(script, system=played, keep=keep) as running, _state_in(running.agents_home):
        yield Sample(
            root=running.root,
            agent=running.fresh,
            log=str(running.log),
            is_over=running.is_over,
            keep=running.keep_it,
            stays=lambda: running.keep,
            home=running.agents_home,
            is_everywhere=not running.has_state,
        )


@contextmanager
def _state_in(home: Path | None) -> Iterator[None]:
    """What a person puts away there is kept there, not among what is theirs."""
    before = os.environ.get(_STATE)
    if home is not None:
        os.environ[_STATE] = str(_state_beside(home))
    try:
        yield
    finally:
        if home is not None and before is not None:
            os.environ[_STATE] = before
        elif home is not None:
            del os.environ[_STATE]


def _state_beside(home: Path) -> Path:
    from cockpit.demo.sample import STATE

    return home.with_name(STATE)
