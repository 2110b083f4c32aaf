"""Observing the sessions of a made-up agent: forty at once, one of 200 MB that grows, a change, and nothing at all.

Each figure stands beside one that needs no observer: reading and parsing the same lines, the same log when it is small,
a look at the same files. Linux only where memory is concerned: reads /proc.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import ROOT, report, verdict
from cockpit.storage.agents.observing import AgentObserver
from cockpit.storage.agents.tail import BYTES_A_SECOND, HEAD, TAIL
from tests.support.fake_agent import FILLER, FakeAgent, line, long_log, write_list, write_log, write_running

SESSIONS = 40
SMALL, LARGE = 2_000_000, 200_000_000
WIDTH = 2300
"""Bytes of a line, as in transcripts of 210 MB and 90,000 lines."""
LOOK_SECONDS = 0.4
"""So often a program must look that shows a change within half a second."""


@contextmanager
def homes() -> Iterator[tuple[Path, Path]]:
    """A person's home and a project."""
    with tempfile.TemporaryDirectory() as folder:
        home, root = Path(folder) / "home", Path(folder) / "project"
        home.mkdir()
        root.mkdir()
        yield home, root


def observer(home: Path, root: Path) -> AgentObserver:
    return AgentObserver(root, home, {}, [FakeAgent()], clock=lambda: datetime.now(UTC))


def log(home: Path, root: Path, session: str, size: int) -> tuple[Path, int]:
    """A log of that size, and its tokens."""
    path = write_log(home, session)
    return path, long_log(path, str(root), size, WIDTH)


def seconds(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    action()
    return clock() - start


def read_ends(paths: list[Path]) -> None:
    """What must be read at least: the whole lines of the beginning and the end of each log."""
    for path in paths:
        with path.open("rb") as file:
            head = file.read(HEAD)
            file.seek(-TAIL, os.SEEK_END)
            for text in (*head.split(b"\n")[:-1], *file.read().split(b"\n")[1:-1]):
                json.loads(text)


def forty(rounds: int) -> None:
    with homes() as (home, root):
        paths = [log(home, root, f"{number:02}", SMALL)[0] for number in range(SESSIONS)]
        for number in range(SESSIONS):
            write_list(home, f"{number:02}", "one", "two", "three")
        pairs = [
            (
                seconds(lambda: read_ends(paths), time.process_time),
                seconds(observer(home, root).read, time.process_time),
            )
            for _ in range(rounds)
        ]
    report(f"both ends of {SESSIONS} logs, parsed", [base for base, _ in pairs])
    median = report(f"{SESSIONS} sessions", [ours for _, ours in pairs])
    verdict("ratio, median of the pairs", statistics.median(ours / base for base, ours in pairs), 2)
    verdict(f"{SESSIONS} sessions, median of the work", median * 1000, 60, " ms")


def memory_of(home: Path, root: Path) -> int:
    """Bytes that a process of its own takes at most while it opens a log and counts it."""
    code = ("import sys; from pathlib import Path; from benchmarks.agents import observer\n"
            "watching = observer(Path(sys.argv[1]), Path(sys.argv[2])); watching.read()\n"
            "while watching.count_on(): pass\n"
            "watching.read(); print(Path('/proc/self/status').read_text())")  # fmt: skip
    command = [sys.executable, "-c", code, str(home), str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return int(done.stdout.partition("VmHWM:")[2].split()[0]) * 1024


def large(rounds: int) -> None:
    with homes() as (small_home, root), homes() as (home, _):
        log(small_home, root, "small", SMALL)
        path, truth = log(home, root, "large", LARGE)
        pairs = [(seconds(observer(small_home, root).read), seconds(observer(home, root).read)) for _ in range(rounds)]
        report("opening a log of 2 MB", [small for small, _ in pairs])
        report("opening a log of 200 MB", [ours for _, ours in pairs])
        verdict("ratio, median of the pairs", statistics.median(ours / small for small, ours in pairs), 1.5)
        more = memory_of(home, root) - memory_of(small_home, root)
        verdict("more memory than with 2 MB", more / 1024 / 1024, 30, " MiB")
        totals(observer(home, root), path, truth)


def totals(watching: AgentObserver, path: Path, truth: int) -> None:
    """Counting all lines, paced as in the background, against reading the file."""
    watching.read()
    base = seconds(path.read_bytes)
    used = time.thread_time()
    start = time.perf_counter()
    while read := watching.count_on():
        time.sleep(read / BYTES_A_SECOND)
    taken, used = time.perf_counter() - start, time.thread_time() - used
    (session,) = watching.read().sessions
    print(f"200 MB read {base * 1000:.0f} ms; counted in {taken:.1f} s with {used * 1000:.0f} ms of work")
    verdict("megabytes counted a second", LARGE / taken / 1_000_000, 50)
    verdict("work to count them", used, 1.5, " s")
    verdict("tokens missed", abs((session.tokens or 0) - truth) + session.tokens_at_least, 0)


def change(rounds: int) -> None:
    """One line more in a log of 200 MB among forty sessions, by somebody who looks now and then."""
    with homes() as (home, root):
        for number in range(SESSIONS - 1):
            log(home, root, f"{number:02}", SMALL)
        path, _ = log(home, root, "large", LARGE)
        watching = observer(home, root)
        watching.read()
        settle(watching)
        looking, reading, seen = [], [], []
        for number in range(rounds):
            with path.open("ab") as file:
                file.write(line(context=number, filler=FILLER))
            start = time.perf_counter()
            time.sleep(LOOK_SECONDS * (number + 1) / rounds)
            looking.append(seconds(watching.stirred))
            reading.append(seconds(watching.read))
            seen.append(time.perf_counter() - start)
            settle(watching)
    report("telling that something changed", looking)
    report("reading what changed", reading)
    verdict("a change is seen after, at most", max(seen), 0.5, " s")


def settle(watching: AgentObserver) -> None:
    """Waits until what was just written no longer counts as uncertain."""
    time.sleep(0.1)
    watching.read()


def idle(rounds: int) -> None:
    """A look at forty sessions, of which four run, against `stat` of the same logs. Looking for new ones is in it."""
    with homes() as (home, root):
        paths = [log(home, root, f"{number:02}", SMALL)[0] for number in range(SESSIONS)]
        for number in range(SESSIONS):
            write_list(home, f"{number:02}", "one", "two", "three")
        for number in range(4):
            write_running(home, os.getpid() + number, f"{number:02}", started="1")
        watching = observer(home, root)
        watching.read()
        while watching.count_on():
            pass
        settle(watching)
        pairs = []
        for _ in range(rounds):
            time.sleep(LOOK_SECONDS)
            base = seconds(lambda: [path.stat() for path in paths], time.process_time)
            pairs.append((base, seconds(lambda: watching.stirred() and watching.read(), time.process_time)))
    report(f"stat of {SESSIONS} files", [base for base, _ in pairs])
    report("a look while nothing happens", [ours for _, ours in pairs])
    print(f"ratio, median of the pairs: {statistics.median(ours / base for base, ours in pairs):.1f}")
    mean = statistics.mean(ours for _, ours in pairs)
    verdict("a look a second, of a core", mean * 100, 0.4, " %")
    verdict(f"a look each {LOOK_SECONDS} s, of a core", mean / LOOK_SECONDS * 100, 0.4, " %")


def main(rounds: int = 20) -> None:
    forty(rounds)
    large(rounds)
    change(rounds)
    idle(3 * rounds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
