"""The answer of an agent's own command, such as one that lists its running sessions: asked for again and again, and not
waited for.
"""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

EVERY = 10.0
"""Seconds from one answer to the next question, where nothing else is said."""
LONGEST = 10.0
"""Seconds that a command may take; then it is ended, and tells nothing."""
_MOST = 1024 * 1024


class AskedCommand:
    """A command that is run in a folder, begun where `answered` is called and its time has come.

    `answer` is what it printed last; None where it is not installed, failed, or printed more than 1 MiB.
    """

    def __init__(self, command: Sequence[str], folder: Path, every: float = EVERY) -> None:
        self.answer: bytes | None = None
        self.every = every
        self._command = command
        self._folder = folder
        self._due = 0.0
        self._begun = 0.0
        self._running: subprocess.Popen[bytes] | None = None
        self._output: IO[bytes] | None = None

    def answered(self) -> bool:
        """Whether there is another answer since this was called last."""
        if self._running is None:
            if time.monotonic() >= self._due:
                self._begin()
            return False
        code = self._running.poll()
        if code is None and time.monotonic() < self._begun + LONGEST:
            return False
        self.answer = self._end(code)
        return True

    def wait(self) -> None:
        """Ask, and wait for the answer."""
        from subprocess import TimeoutExpired

        self._due = 0.0
        while not self.answered():
            if self._running is None:
                return
            with suppress(TimeoutExpired):
                self._running.wait(timeout=LONGEST)

    def close(self) -> None:
        """End a command that still runs."""
        if self._running is not None:
            self._end(self._running.poll())

    def _begin(self) -> None:
        import subprocess  # who asks nobody does not pay for it
        import tempfile
        from shutil import which

        self._begun = time.monotonic()
        self._due = self._begun + self.every
        program = which(self._command[0])
        if program is None:
            self.answer = None
            return
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 -- closed once the command has ended
        try:
            self._running = subprocess.Popen(
                [program, *self._command[1:]], cwd=self._folder, stdin=subprocess.DEVNULL, stdout=self._output,
                stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        except OSError:
            self.answer = None
            self._output.close()

    def _end(self, code: int | None) -> bytes | None:
        if self._running is None or self._output is None:
            return None
        if code is None:
            from signal import SIGKILL

            with suppress(ProcessLookupError):
                os.killpg(self._running.pid, SIGKILL)
            self._running.wait()
        self._running, self._due = None, time.monotonic() + self.every
        with self._output as output:
            output.seek(0)
            said = output.read(_MOST + 1)
        return said if code == 0 and len(said) <= _MOST else None
