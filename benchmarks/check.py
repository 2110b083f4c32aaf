"""What a hook, a status line and a verb cost, against a Python that does nothing: in a project in which nothing changed
since they asked before, in one whose state was just written, and after 2,000 changes made with cockpit."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from statistics import median

from benchmarks.measuring import COCKPIT, compiled, example, verdict

NOTHING = [sys.executable, "-c", "pass"]
AGAIN = {"--version": 2, "check": 4, "status": 6, "agents --line": 6, "agents --all --line": 6, "status --json": 8}
"""The limits of each command line while nothing changes."""
CHANGED = 10
"""The limit of the first one after a state file changed."""
WRITING = 12
CHANGES = 2_000
SETTLED = 2.1
"""Seconds after which what was written last is known by its signature."""


def once(command: Sequence[str], told: bytes = b"") -> float:
    """Seconds that a command takes, which is told that on standard input."""
    start = time.perf_counter()
    subprocess.run(command, input=told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def against_nothing(
    name: str, command: Sequence[str], limit: float, rounds: int, before: Callable[[], object], *, told: bytes = b""
) -> None:
    """Print the median of the pairs, each after what is to happen `before`."""
    pairs = []
    for _ in range(rounds):
        before()
        pairs.append((once(NOTHING), once(command, told)))
    ours = median(each for _, each in pairs) * 1000
    verdict(f"{name:34} {ours:6.1f} ms, ratio", median(each / base for base, each in pairs), limit)


def hooks(project: Path, rounds: int) -> None:
    """Print what the hook of an agent costs that nothing holds."""
    hook, state = [*COCKPIT, "check", "--hook", "claude"], project / ".autopilot" / "state" / "thresholds.json"
    subprocess.run([*COCKPIT, "-C", str(project), "set", "cost=1"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([*COCKPIT, "-C", str(project), "check"], check=True, stdout=subprocess.DEVNULL)
    for tool in ("Read", "Bash", "Write"):
        told = {"session_id": "one", "cwd": str(project), "tool_name": tool}
        call = json.dumps({**told, "tool_input": {"command": "make", "file_path": "notes.txt"}}).encode()
        time.sleep(SETTLED)
        once(hook, call)
        against_nothing(f"check --hook, {tool}", hook, AGAIN["check"], rounds, lambda: None, told=call)
        if tool == "Bash":
            against_nothing("check --hook, state changed", hook, CHANGED, rounds, state.touch, told=call)


def check_after_changes(check: Sequence[str], project: Path, rounds: int) -> None:
    """Print how much longer a reading takes once the journal holds many changes."""
    from cockpit.cli.main import main as cockpit

    state = project / ".autopilot" / "state" / "thresholds.json"

    def read() -> float:
        state.touch()
        return once(check)

    first = [read() for _ in range(rounds)]
    with redirect_stdout(StringIO()):
        for number in range(CHANGES):
            cockpit(["-C", str(project), "set", f"cost={26 + number / 1000:g}"])
    then = [read() for _ in range(rounds)]
    verdict(f"a check after {CHANGES} changes, ratio", median(then) / median(first), 1.1)


def main(rounds: int = 40) -> None:
    compiled()
    with example() as project, tempfile.TemporaryDirectory() as home:
        os.environ |= {f"COCKPIT_{name}_DIR": f"{home}/{name}" for name in ("CONFIG", "STATE", "CACHE")} | {
            "HOME": home
        }
        at = [*COCKPIT, "-C", str(project)]
        state = project / ".autopilot" / "state" / "thresholds.json"
        for words, limit in AGAIN.items():
            command = [*at, *words.split()]
            time.sleep(SETTLED)
            once(command)
            against_nothing(words, command, limit, rounds, lambda: None)
            if words in ("check", "status", "status --json"):
                against_nothing(f"{words}, state changed", command, CHANGED, rounds, state.touch)
        against_nothing("set cost=26.50", [*at, "set", "cost=26.50"], WRITING, rounds, lambda: None)
        hooks(project, rounds)
        check_after_changes([*at, "check"], project, rounds)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
