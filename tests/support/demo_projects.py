"""A sample project with an agent at work on it, and what tests ask of both."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from cockpit.demo import script
from cockpit.demo.player import Player
from cockpit.demo.repository import environment
from cockpit.demo.sample import STORIES, create, script_of
from cockpit.model import Track
from cockpit.project.load import load_project
from tests.support.patience import PATIENCE

NOW = datetime(2026, 1, 29, 14, 30, tzinfo=UTC)
OF_SYSTEMS = tuple(name for name, story in STORIES.items() if story.has_state)
"""The stories whose agents keep their state in the project."""
REPOSITORY = Path(__file__).resolve().parents[2]


def wait_until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.02)


@cache
def _made(system: str) -> tempfile.TemporaryDirectory[str]:
    made = tempfile.TemporaryDirectory()
    create(Path(made.name) / "project", now=NOW, system=system)
    return made


def begun(root: Path, system: str = "autopilot") -> Path:
    """The sample project as its story begins, copied."""
    return shutil.copytree(Path(_made(system).name) / "project", root)


class Agent:
    """The agent of a sample project, played without its process: its time passes only while it works.

    `said` is what it told so far.
    """

    def __init__(self, root: Path, system: str = "autopilot") -> None:
        self.root = root
        self.worked = 0.0
        self.said: list[str] = []
        self.player = Player(root, script.read(script_of(system)), now=self.now, tell=self.said.append)
        self._pauses = self.player.play()

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.worked)

    def work(self, at_each_pause: Callable[[], object] = lambda: None) -> str | None:
        """Work until it waits for something, and return what; None at the end of its script."""
        for pause in self._pauses:
            at_each_pause()
            if isinstance(pause, str):
                return pause
            self.worked += pause
        at_each_pause()
        return None

    @property
    def left_alone(self) -> list[str]:
        """What it did not find any more."""
        return [each for each in self.said if "is left as it is" in each]


def start_agent(root: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cockpit.demo.agent", str(root), "--script", "fast", *options],
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        cwd=root.parent,
        stderr=subprocess.PIPE,
        text=True,
    )


def git(root: Path, *arguments: str) -> list[str]:
    done = subprocess.run(
        ["git", *arguments], cwd=root, env=environment(NOW), check=True, capture_output=True, text=True
    )
    return done.stdout.splitlines()


def transponder(root: Path) -> str:
    return (root / ".autopilot/TRANSPONDER.md").read_text("utf-8")


def edit_transponder(root: Path, old: str, new: str) -> None:
    text = transponder(root)
    assert old in text
    (root / ".autopilot/TRANSPONDER.md").write_text(text.replace(old, new), "utf-8")


def line_after(text: str, start: str) -> str:
    """The rest of the first line that begins with `start`."""
    return next(line.removeprefix(start).strip(" |") for line in text.splitlines() if line.startswith(start))


def state(root: Path, name: str) -> dict:
    return json.loads((root / f".autopilot/state/{name}.json").read_text("utf-8"))


def write_state(root: Path, name: str, content: dict) -> None:
    """Write a state file as careful tools do, so that the agent never meets half of it."""
    path = root / f".autopilot/state/{name}.json"
    temporary = path.with_suffix(".new")
    temporary.write_text(json.dumps(content, indent=2), "utf-8")
    temporary.replace(path)


def acknowledge(root: Path, metric: str = "cost", *, at: str = "2026-01-29T14:30:10Z", value: float = 26.5) -> None:
    content = state(root, "acknowledgments")
    content["acknowledgments"][metric] = {
        "acknowledged_at": at,
        "value_at_acknowledgment": value,
        "threshold_level": "alert",
        "session_id": None,
        "user_note": "live board is worth it",
    }
    write_state(root, "acknowledgments", content)


def contents(root: Path) -> dict[str, bytes]:
    """All files of the project except git's own."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(root).parts
    }


def track(root: Path) -> Track:
    """The one track of a project, at the time of these tests."""
    (found,) = load_project(root, clock=lambda: NOW).tracks
    return found
