"""A real pseudo-terminal with a screen behind it: what a person sees and types."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

from tests.support.patience import PATIENCE

_AGAIN = 4.0
"""Seconds after which a key that did nothing is pressed again."""

KEYS = {  # a lone ESC is only a key once no more of a sequence has followed; how long that is depends on the machine
    "enter": "\r",
    "escape": "\x1b[27u",
    "tab": "\t",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "end": "\x1b[F",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
}
_COLOURS = re.compile(rb"\x1b\[[\d;:]*m")
"""They are most of what the program writes, cost the most to read, and put no text anywhere."""
_BEGUN = re.compile(rb"\x1b(\[[\d;:]*)?$")


def usual_signals() -> None:
    """As a shell begins a program, also where whoever runs the tests ignores one, such as SIGQUIT in the background."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Terminal:
    """A program in a terminal of that size. `lines` is what stands on it, `raw` what it wrote."""

    def __init__(self, command: Sequence[str], cwd: Path, columns: int = 120, rows: int = 40) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self._rest = b""
        self.lines = [""] * rows
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment = {**inherited, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        self.process = pexpect.spawn(
            command[0], list(command[1:]), cwd=str(cwd), dimensions=(rows, columns), env=environment, timeout=PATIENCE,
            preexec_fn=usual_signals,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            sys.stderr.write(self.text + "\n")
        self.process.close(force=True)

    def _drain(self, seconds: float) -> bool:
        """Whether something was written within that time."""
        try:
            data = self.process.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            raise AssertionError(f"the program ended:\n{self.text}") from None
        self.raw += data
        data = self._rest + data
        begun = _BEGUN.search(data)
        self._rest = begun[0] if begun else b""
        self._stream.feed(_COLOURS.sub(b"", data[: len(data) - len(self._rest)]))
        for row in self._screen.dirty:
            cells = self._screen.buffer[row]  # the second cell of a wide character holds no text
            self.lines[row] = "".join(cells[column].data for column in range(self._screen.columns)).rstrip()
        self._screen.dirty.clear()
        return True

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait(self, condition: Callable[[str], bool], what: str) -> str:
        """The text of the screen once it meets the condition and no more is being painted."""
        deadline = time.monotonic() + PATIENCE
        while not condition(self.text) or self._drain(0.01):
            assert time.monotonic() < deadline, f"never saw {what} on:\n{self.text}"
            self._drain(0.05)
        return self.text

    def see(self, *texts: str) -> str:
        """Wait until all these texts are on screen."""
        return self.wait(lambda screen: all(text in screen for text in texts), " and ".join(map(repr, texts)))

    def gone(self, text: str) -> str:
        """Wait until a text is no longer on screen."""
        return self.wait(lambda screen: text not in screen, f"the end of {text!r}")

    def press_until_gone(self, key: str, text: str) -> None:
        """Press a key until a text is gone: one that comes before a screen has settled is ignored, and that is said."""
        deadline = time.monotonic() + PATIENCE
        while text in self.text:
            assert time.monotonic() < deadline, f"{key} never took {text!r} from:\n{self.text}"
            self.press(key)
            pressed = time.monotonic()
            while text in self.text and time.monotonic() < pressed + _AGAIN:
                self._drain(0.05)

    def line(self, text: str) -> str:
        """The one line that contains a text."""
        self.see(text)
        return next(line for line in self.lines if text in line)

    def press(self, *keys: str) -> None:
        """Type keys, each by its name or as it is."""
        for key in keys:
            self.process.send(KEYS.get(key, key))

    def type(self, text: str) -> None:
        """Type a text."""
        self.process.send(text)

    def stops(self) -> None:
        """Wait until it is stopped, and has written all it had to; then wipe the screen, as the shell's comes back."""
        deadline = time.monotonic() + PATIENCE
        while os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOHANG) is None:
            assert time.monotonic() < deadline, f"it never stopped:\n{self.text}"
            self._drain(0.05)
        while self._drain(0.01):
            pass
        self._screen.reset()
        self.lines = [""] * len(self.lines)

    def rest(self) -> None:
        """Read what it still writes until it has ended."""
        self.process.expect(pexpect.EOF)
        self.raw += self.process.before

    def ends(self) -> int:
        """Wait for the program to end; its exit code."""
        self.rest()
        self.process.close()
        return int(self.process.exitstatus if self.process.exitstatus is not None else -1)
