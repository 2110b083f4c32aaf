"""A session of an agent with a log of hundreds of megabytes that grows: `python -m benchmarks.large_log [MB]`.

The session is to be on screen as fast as one with a small log, its tokens right to the last one after all was counted
in the background, for at most 30 MiB more memory.
"""

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from benchmarks.measuring import ROOT
from cockpit.model import Project
from cockpit.model.agents import AgentSession
from cockpit.model.reading_options import ReadingOptions
from cockpit.model.state import Snapshot
from cockpit.project.observe import Observer
from tests.agents.making import Made, line
from tests.agents.making.claude import SENT, Writer

BILLED = 4 * 1_000
"""The tokens of the answer by which the log grows."""
_MIB = 1024 * 1024
_OUTPUT = "a line that a tool has printed, of which nothing is kept\n" * 40
_ID = re.compile(rb'("message":\{"id":")[0-9a-f]{8}')


@dataclass(frozen=True)
class Looked:
    """What one process saw: how many tracks the first frame had, after how many seconds the session was there, with
    which tokens, and whether they were "at least"; the tokens once all was counted, after how many seconds, and once
    the log had grown; the largest memory in MiB."""

    first_tracks: int
    seconds_to_screen: float
    at_least: bool
    tokens: int | None
    seconds_to_count: float
    grown_tokens: int | None
    memory: float


@dataclass(frozen=True)
class Measured(Looked):
    """The same, with the tokens that the writer of the log knows of, and the memory beyond that with a small log."""

    true_tokens: int
    more_memory: float


def measured(megabytes: int) -> Measured:
    """Look at a small log and at a large one, each in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        small, _ = _looked(Path(folder) / "small", 0)
        large, tokens = _looked(Path(folder) / "large", megabytes)
    return Measured(**asdict(large), true_tokens=tokens, more_memory=large.memory - small.memory)


def _looked(folder: Path, megabytes: int) -> tuple[Looked, int]:
    root, home = folder / "shop-api", folder / "home"
    root.mkdir(parents=True)
    home.mkdir()
    log, tokens = _write_log(home / ".claude", root, megabytes)
    command = [sys.executable, "-m", "benchmarks.large_log", "look", str(root), str(home), str(log)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return Looked(**json.loads(done.stdout)), tokens


def _write_log(at: Path, root: Path, megabytes: int) -> tuple[Path, int]:
    """A log of that size, made of one piece again and again with other ids; and its tokens."""
    writer = Writer(Made(at, str(root), datetime.now(UTC)), Random(9), "large")
    writer.begin()
    begin, writer.lines = b"".join(writer.lines), []
    for _ in range(40):
        call = writer.call(command="make")
        block = {"type": "tool_result", "tool_use_id": call, "content": _OUTPUT, "is_error": False}
        writer.put(writer.envelope("user", message={"role": "user", "content": [block]}))
    piece, times = b"".join(writer.lines), 0
    log = Path(writer.truth.path)
    log.parent.mkdir(parents=True)
    with log.open("wb") as file:
        file.write(begin)
        while times == 0 or file.tell() < megabytes * _MIB:
            file.write(_ID.sub(rb"\g<1>%08x" % times, piece))
            times += 1
    return log, times * (writer.truth.tokens or 0)


class _Told:
    """What the observer tells."""

    def __init__(self) -> None:
        self.project: Project | None = None

    def __call__(self, snapshot: Snapshot) -> None:
        self.project = snapshot.project

    @property
    def session(self) -> AgentSession | None:
        tracks = self.project.tracks if self.project is not None else ()
        return next((each for track in tracks for each in track.agents), None)


def _look(root: Path, home: Path, log: Path) -> Looked:
    told = _Told()
    observer = Observer(root, told, options=ReadingOptions(agents=None), home=home)
    first = len(observer.first().tracks)
    begun = time.monotonic()
    observer.start()
    seen = _awaited(told, lambda session: True)
    to_screen = time.monotonic() - begun
    counted = _awaited(told, lambda session: not session.tokens_at_least)
    to_count = time.monotonic() - begun
    usage = {**dict.fromkeys(SENT, 1_000), "output_tokens": 1_000}
    answer = {"id": "msg_last", "role": "assistant", "model": "claude-sonnet-5", "content": [], "usage": usage}
    record = {"type": "assistant", "timestamp": datetime.now(UTC).isoformat(), "isSidechain": False, "message": answer}
    with log.open("ab") as file:
        file.write(line(record))
    grown = _awaited(told, lambda session: session.tokens != counted.tokens and not session.tokens_at_least)
    observer.stop()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Looked(
        first_tracks=first,
        seconds_to_screen=to_screen,
        at_least=seen.tokens_at_least,
        tokens=counted.tokens,
        seconds_to_count=to_count,
        grown_tokens=grown.tokens,
        memory=memory,
    )


def _awaited(told: _Told, condition: Callable[[AgentSession], bool]) -> AgentSession:
    end = time.monotonic() + 120
    while (session := told.session) is None or not condition(session):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return session


def main() -> None:
    """Print what was measured."""
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = measured(megabytes)
    print(
        f"{megabytes} MB: on screen after {found.seconds_to_screen:.2f} s, counted after {found.seconds_to_count:.1f} s"
    )
    print(f"tokens {found.tokens} of {found.true_tokens}, after it grew {found.grown_tokens}")
    print(f"memory {found.memory:.0f} MiB, {found.more_memory:+.1f} MiB beyond a small log")


if __name__ == "__main__":
    if sys.argv[1:2] == ["look"]:
        print(json.dumps(asdict(_look(*map(Path, sys.argv[2:])))))
    else:
        main()
