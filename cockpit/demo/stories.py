"""What the demo can play: for each system a sample project, and the agent that works on it."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from cockpit.demo import sample
from cockpit.demo.autodev import project as canal_locks
from cockpit.demo.codewalk import project as harbour_lights
from cockpit.demo.gauges import TRANSPONDER
from cockpit.demo.maestro import project


class Create(Protocol):
    """Makes a sample project in a folder, as it stands at an instant, and returns its root."""

    def __call__(self, folder: Path, *, now: datetime) -> Path:
        """Make it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """A sample project: its folder's name, what it is called, its main file, and what makes it."""

    folder: str
    name: str
    state: str
    create: Create


STORIES = {
    "autopilot": Story(folder="taskflow-app", name="TaskFlow", state=TRANSPONDER, create=sample.create),
    "maestro": Story(folder="ferry-board", name="Ferry board", state=project.STATE, create=project.create),
    "autodev": Story(folder="canal-locks", name="Canal locks", state=canal_locks.STATE, create=canal_locks.create),
    "codewalk": Story(
        folder="harbour-lights", name="Harbour lights", state=harbour_lights.STATE, create=harbour_lights.create
    ),
}
"""By the id of the system; the first is played where none is named."""
