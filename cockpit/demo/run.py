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

from cockpit.demo.sample import ENDED, HOME, STATE, STORIES, create

Script = Literal["normal", "fast", "slow"]
PACES = {"normal": 0.7, "fast": 0.0, "slow": 1.5}
"""Seconds between two lines of the fresh agent."""
GRACE = 2.0
"""Seconds that the agent has to end before it is killed."""
_FRESH = Path(__file__).with_name("fresh.py")


class Demo:
    """A running demo. Use as a context manager, or call `stop`.

    `root` is the project, `log` what the agent has to say, `process` the agent itself, `fresh` the command of the agent
    that a person begins with a prompt; `{file}` in it is the file of the prompt. `agents_home` is a person's own folder
    as agents see it, where the story's agents keep their sessions there. With `keep`, the folder stays after the demo
    has stopped.
    """

    def __init__(self, home: Path, system: str, script: Script, *, keep: bool, now: datetime) -> None:
        story = STORIES[system]
        self.home, self.keep = home, keep
        self.root = create(home / story.folder, now=now, system=system)
        self.agents_home = home / HOME if story.has_homes else None
        self.log = home / "agent.log"
        self.fresh = ("sh", str(_fresh_agent(home, story.name, script)), "{file}")
        self.has_state = story.has_state
        self.process = _launch(self.root, self.log, system, script)

    @classmethod
    def start(
        cls, script: Script = "normal", *, system: str = "autopilot", keep: bool = False, now: datetime | None = None
    ) -> Self:
        """Make the sample project of a system and start its agent on it.

        Raises OSError when the temporary folder cannot be written or the agent cannot be started, and
        subprocess.CalledProcessError when git fails.
        """
        home = Path(tempfile.mkdtemp(prefix="cockpit-demo-")).resolve()
        try:
            return cls(home, system, script, keep=keep, now=now or datetime.now(UTC))
        except BaseException:
            shutil.rmtree(home, ignore_errors=True)
            raise

    def is_over(self) -> bool:
        """Whether the agent has come to the end of its script."""
        return (self.home / ENDED).exists()

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


def _fresh_agent(home: Path, name: str, script: Script) -> Path:
    """A shell script that runs the fresh agent, so that its command is as short as that of a real one."""
    agent = home / "demo-agent"
    options = ("--home", str(home), "--name", name, "--pace", str(PACES[script]))
    command = shlex.join((sys.executable, "-I", str(_FRESH), *options))
    agent.write_text(f'exec {command} "$@"\n', "utf-8")
    return agent


def _launch(root: Path, log: Path, system: str, script: Script) -> subprocess.Popen[bytes]:
    """Start the agent on a project; its output goes to a file outside it. It ends when this process does."""
    command = [sys.executable, "-m", "cockpit.demo.agent", str(root), "--system", system, "--script", script]
    command += ["--parent", str(os.getpid())]
    here = str(Path(__file__).resolve().parents[2])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    with log.open("wb") as output:
        return subprocess.Popen(
            command,
            cwd=log.parent,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COCKPIT_STATE_DIR": str(log.with_name(STATE))},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
