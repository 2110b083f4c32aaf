"""Runs the demo: the sample project in a temporary folder, with the scripted agent at work as another process."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from cockpit.demo.stories import STORIES, Story

Script = Literal["normal", "fast", "slow"]
RESUMED = "resumed"
"""The file beside the project that tells the scripted agent to go on."""
PACES = {"normal": 0.7, "fast": 0.0, "slow": 1.5}
"""Seconds between two lines of the fresh agent."""
GRACE = 2.0
"""Seconds that the agent has to end before it is killed."""
_FRESH = Path(__file__).with_name("fresh.py")


class Demo:
    """A running demo. Use as a context manager, or call `stop`.

    `root` is the project, `log` what the agent has to say, `process` the agent itself, `fresh` the command of the agent
    that a person begins with a prompt; `{file}` in it is the file of the prompt. With `keep`, the folder stays after
    the demo has stopped.
    """

    def __init__(
        self,
        home: Path,
        process: subprocess.Popen[bytes],
        script: Script = "normal",
        *,
        story: Story = STORIES["autopilot"],
        keep: bool = False,
    ) -> None:
        self.home = home
        self.fresh = ("sh", str(_fresh_agent(home, script, story)), "{file}")
        self.root = home / story.folder
        self.log = home / "agent.log"
        self.process = process
        self.keep = keep

    @classmethod
    def start(
        cls, script: Script = "normal", *, story: str = "autopilot", keep: bool = False, now: datetime | None = None
    ) -> Self:
        """Make the sample project of a story and start its agent on it.

        Raises OSError when the temporary folder cannot be written or the agent cannot be started.
        """
        home = Path(tempfile.mkdtemp(prefix="cockpit-demo-"))
        try:
            told = STORIES[story]
            root = told.create(home / told.folder, now=now or datetime.now(UTC))
            return cls(home, launch(root, home / "agent.log", script), script, story=told, keep=keep)
        except BaseException:
            shutil.rmtree(home, ignore_errors=True)
            raise

    def keep_it(self) -> None:
        """Let the folder stay after the demo has stopped."""
        self.keep = True

    def stop(self) -> None:
        """End the agent and remove the folder, unless it is to be kept. A second call does nothing."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(GRACE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if not self.keep:
            shutil.rmtree(self.home, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def _fresh_agent(home: Path, script: Script, story: Story) -> Path:
    """A shell script that runs the fresh agent, so that its command is as short as that of a real one."""
    agent = home / "demo-agent"
    begin = ("--pace", str(PACES[script]), "--begin", str(home / RESUMED), "--name", story.name,
             "--state", story.state)  # fmt: skip
    words = shlex.join((sys.executable, "-I", str(_FRESH), *begin))
    agent.write_text(f'exec {words} "$@"\n', "utf-8")
    return agent


def launch(root: Path, log: Path, script: Script) -> subprocess.Popen[bytes]:
    """Start the agent on a project; its output goes to a file outside it. It ends when this process does."""
    command = [sys.executable, "-m", "cockpit.demo.agent", str(root), "--script", script]
    command += ["--resumed", str(log.with_name(RESUMED)), "--parent", str(os.getpid())]
    here = str(Path(__file__).resolve().parents[2])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    with log.open("wb") as output:
        return subprocess.Popen(
            command,
            cwd=log.parent,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
