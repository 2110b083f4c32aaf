"""All sessions of a machine: the status line, five thousand of them, a log of empty records, the screen of all of them.

Their homes are written by the makers of the tests, three agents in five repositories; `sleep` stands for an agent that
runs. Linux only: reads /proc.
"""

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
from random import Random

from benchmarks.check import once
from benchmarks.idle import idle_share
from benchmarks.measuring import (
    COCKPIT,
    ONE_STATIC,
    ROOT,
    compiled,
    percentile,
    read_until_quiet,
    report,
    spawn,
    verdict,
)
from cockpit.agents.claude_log import ClaudeLog, ClaudeTotals
from cockpit.storage.agents.files import AgentFolder
from cockpit.storage.agents.tail import LogCount, LogTail
from tests.agents.making import Made, Truth, claude, codex, gemini, line, write

REPOSITORIES = ("shop-api", "billing", "infra", "site", "notes")
CLAUDE = (claude.waits_for_permission, claude.works, claude.your_turn, claude.waits_for_a_question, claude.limited)
CODEX = (codex.works, codex.your_turn, codex.waits_for_answer)
GEMINI = (gemini.answered, gemini.waits_for_answer, gemini.works)
FEW, MANY, LIVE = 12, 5_000, 20
EMPTY = 5_000_000
READ = (
    "import resource, time\n"
    "from datetime import UTC, datetime\n"
    "from cockpit.project.agents import agent_observer, everywhere\n"
    "now = lambda: datetime.now(UTC)\n"
    "observer, begun = agent_observer(None, None, clock=now), time.process_time()\n"
    "everywhere(observer.read(), now())\n"
    "print(time.process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
)
"""Prints how many seconds of work it takes to read and judge all sessions, and the most MiB that were needed."""
LOOK_AND_PRINT = (
    "import os, pathlib, sys, time\n"
    "path, size = pathlib.Path(sys.argv[1]), 0\n"
    "print('repositories', flush=True)\n"
    "while True:\n"
    "    time.sleep(0.4)\n"
    "    if size != (size := os.stat(path).st_size):\n"
    "        print(path.read_text().splitlines()[-1], flush=True)\n"
)


@contextmanager
def home(sessions: int, *, live: bool = False) -> Iterator[tuple[Path, list[Truth]]]:
    """A person's home with so many sessions, which is that of the programs begun meanwhile; half of them are of Claude
    Code, where they are to be `live` all. The first `LIVE` of these run, the others have ended."""
    before, now = os.environ["HOME"], datetime.now(UTC)
    agents: list[subprocess.Popen[bytes]] = []
    made: list[Truth] = []

    def process() -> tuple[int, str]:
        agents.append(subprocess.Popen(["sleep", "3600"]))
        pid = agents[-1].pid
        return pid, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]

    with tempfile.TemporaryDirectory() as folder:
        at = os.environ["HOME"] = folder
        for number in range(sessions):
            random, name = Random(number), REPOSITORIES[number % 5]
            repository = Path(at, "src", name)
            (repository / ".git").mkdir(parents=True, exist_ok=True)
            if live or number % 2 == 0:
                of_claude = Made(Path(at, ".claude"), str(repository), now, process)
                scenario = CLAUDE[number // 2 % 5] if number < LIVE else claude.ended
                scenario(claude.Writer(of_claude, random, str(number)))
                made += of_claude.sessions
            elif number % 4 == 1:
                of_codex = Made(Path(at, ".codex"), str(repository), now)
                CODEX[number // 4 % 3](codex.Writer(of_codex, random, str(number), minutes=5))
            else:
                of_gemini = Made(Path(at, ".gemini"), str(repository), now)
                GEMINI[number // 4 % 3](gemini.Writer(of_gemini, random, str(number), name))
                write(of_gemini.at / "tmp" / name / ".project_root", str(repository).encode())
        try:
            yield Path(at), made
        finally:
            os.environ["HOME"] = before
            for each in agents:
                each.kill()
                each.wait()


def status_line(rounds: int) -> None:
    with home(FEW):
        base, command = [sys.executable, "-c", "pass"], [*COCKPIT, "agents", "--all", "--line"]
        once(command)  # what the first start leaves in the disk's cache counts for none
        pairs = [(once(base), once(command)) for _ in range(rounds)]
    report("Python", [base for base, _ in pairs])
    report(f"cockpit agents --all --line, {FEW}", [ours for _, ours in pairs])
    verdict("ratio, median of the pairs", statistics.median(ours / base for base, ours in pairs), 6)


def many(rounds: int) -> None:
    def read() -> tuple[float, float]:
        done = subprocess.run([sys.executable, "-c", READ], capture_output=True, text=True, check=True, cwd=ROOT)
        seconds, memory = map(float, done.stdout.split())
        return seconds, memory

    with home(FEW):
        base = [read() for _ in range(rounds)]
    with home(MANY):
        ours = [read() for _ in range(rounds)]
    report(f"{FEW} sessions read and judged", [seconds for seconds, _ in base])
    median = report(f"{MANY} sessions", [seconds for seconds, _ in ours])
    verdict(f"{MANY} sessions read and judged", median, 2, " s")
    more = statistics.median(memory for _, memory in ours) - statistics.median(memory for _, memory in base)
    verdict(f"more memory than with {FEW}", more, 60, " MiB")


def empty_records(rounds: int) -> None:
    """Shown first, then counted to the end."""

    def seconds(action: Callable[[], object]) -> float:
        begun = time.process_time()
        action()
        return time.process_time() - begun

    def read(path: Path) -> None:
        folder = AgentFolder(str(path.parent))
        LogTail(folder, str(path), lambda: ClaudeLog(str(path))).read()
        count = LogCount(folder, str(path), lambda: ClaudeTotals(path.stem))
        while count.read_on():
            pass

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "0" * 8 + ".jsonl")
        path.write_bytes(b"{}\n" * EMPTY)
        pairs = [(seconds(lambda: path.read_bytes().count(b"\n")), seconds(lambda: read(path))) for _ in range(rounds)]
    report("15 MB read, their lines counted", [base for base, _ in pairs])
    median = report(f"a log of {EMPTY:,} empty records", [ours for _, ours in pairs])
    verdict("the work, median", median, 0.5, " s")


def change(rounds: int) -> None:
    """From another title in a session's log to the row on the screen."""
    with home(LIVE, live=True) as (_, sessions):
        log = Path(sessions[0].path)

        def delays(command: list[str]) -> list[float]:
            program = spawn(command)
            program.expect(b"repositories")
            time.sleep(3)
            taken = []
            for number in range(rounds):
                read_until_quiet(program, 0.15)
                time.sleep(0.013 * (number % 31))  # not in step with any timer
                title = f"{number:03}{len(command)} is new"
                begun = time.perf_counter()
                with log.open("ab") as file:
                    file.write(line({"type": "ai-title", "aiTitle": title, "sessionId": log.stem}))
                program.expect_exact(title.partition(" ")[0].encode())
                taken.append(time.perf_counter() - begun)
            program.close(force=True)
            return taken

        base, ours = delays([sys.executable, "-c", LOOK_AND_PRINT, str(log)]), delays([*COCKPIT, "--all"])
    first, second = report("looking each 0.4 s, and printing", base), report("cockpit --all", ours)
    print(f"ratio of the medians: {second / first:.2f}")
    verdict("change to screen, 95th percentile", percentile(ours, 0.95), 0.5, " s")


def idle(seconds: float) -> None:
    with home(LIVE, live=True):
        base = idle_share(ONE_STATIC, b"complete", seconds)
        ours = idle_share([*COCKPIT, "--all"], b"repositories", seconds)
    print(f"one Static {base:.3%}, cockpit --all {ours:.3%} of a core; ratio {ours / max(base, 1e-4):.1f}")
    verdict(f"idle with {LIVE} sessions that live", ours * 100, 0.4, " %")


def main(rounds: int = 40, seconds: float = 60) -> None:
    compiled()
    status_line(rounds)
    many(5)
    empty_records(5)
    change(rounds)
    idle(seconds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
