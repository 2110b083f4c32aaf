"""What the measurements share: programs in a pseudo-terminal, and honest statistics."""

import compileall
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pexpect

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "tests" / "cases" / "autopilot" / "seed-thresholds" / "project"
COCKPIT = [sys.executable, "-m", "cockpit"]
ONE_STATIC = [sys.executable, "-c", "from textual.app import App\nfrom textual.widgets import Static\n"
              "class One(App):\n  def compose(self):\n    yield Static('complete')\nOne().run()"]  # fmt: skip
_FOOTER_ENDS = b"quit"
QUIET = 0.03
"""Seconds without output after which a screen counts as complete."""


@contextmanager
def example() -> Iterator[Path]:
    """A copy of the example project."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(shutil.copytree(EXAMPLE, Path(folder) / "taskflow"))


def compiled() -> None:
    """See to it that no start compiles our modules: an installation has done it, as it has for the baseline's."""
    for folder in ("cockpit", "widgets", "themes"):
        compileall.compile_dir(ROOT / folder, quiet=1)


def spawn(command: Sequence[str], columns: int = 120, rows: int = 40) -> pexpect.spawn:
    """A program in a terminal of that size."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    environment = {**inherited, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
    program = pexpect.spawn(command[0], list(command[1:]), dimensions=(rows, columns), env=environment, timeout=30)
    program.delaybeforesend = None  # pexpect would wait 50 ms before every key
    return program


def opened(project: str, word: bytes) -> float:
    """Seconds from the command until a word of the state is on the screen, and the footer below it."""
    start = time.perf_counter()
    program = spawn([*COCKPIT, project])
    program.expect(_FOOTER_ENDS)
    if word not in program.before:
        program.expect(word)
    taken = time.perf_counter() - start
    program.close(force=True)
    return taken


def read_until_quiet(program: pexpect.spawn, quiet: float = QUIET) -> float:
    """The moment of the last output before the program fell silent."""
    last = time.perf_counter()
    while True:
        try:
            program.read_nonblocking(1 << 16, timeout=quiet)
            last = time.perf_counter()
        except pexpect.TIMEOUT:
            return last


def press(program: pexpect.spawn, key: str) -> float:
    """Seconds from a key to the last output it caused; a key that causes none raises."""
    start = time.perf_counter()
    program.send(key)
    program.expect(b".")
    return read_until_quiet(program) - start


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def report(name: str, values: Sequence[float], unit: str = "ms", scale: float = 1000) -> float:
    """Print median and 95th percentile; the median."""
    median = statistics.median(values)
    print(f"{name:34} median {median * scale:7.1f} {unit}   95th {percentile(values, 0.95) * scale:7.1f} {unit}"
          f"   of {len(values)}")  # fmt: skip
    return median


def verdict(name: str, value: float, limit: float, unit: str = "") -> None:
    """Print whether a figure meets its limit."""
    print(f"{name}: {value:.2f}{unit}, limit {limit:g}{unit}: {'met' if value <= limit else 'MISSED'}")
