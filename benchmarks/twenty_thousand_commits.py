"""Handing off and resuming in a repository of 20,000 commits, against one of 20 commits in the same run.

Each opening is timed from its key to the answers of git on the screen. Meanwhile the event loop is asked every two
milliseconds whether it is free; the longest time that it was not is how long the screen was blocked.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

from textual import events

from benchmarks.measuring import report, verdict
from cockpit.app import CockpitApp
from cockpit.project.load import load_project
from cockpit.screens.handoff_screen import HandoffScreen
from cockpit.screens.resume_screen import ResumeScreen
from cockpit.storage import git
from tests.support.static_app import Still

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
FILES = 2000
CLAIMED = 20
DROPPED = "refs/heads/dropped"
BEAT = 0.002

STATE = """# Project State

**Updated:** 2026-01-29T15:00:00Z

## Current Position

**Phase:** 2 of 3
**Plan:** 1 of 2
**Status:** In progress

## Session Continuity

**Last session:** 2026-01-29
**Stopped at:** Mid-plan 2.1, task 3 of 40
**Resume file:** .autopilot/holding-pattern.md
**Next action:** go on
"""
HANDOFF = """---
phase: 2
plan: 1
task: 3
total_tasks: 40
status: in_progress
created: 2026-01-29T15:00:00Z
---

## Completed Work
| Task | Name | Commit | Status |
|------|------|--------|--------|
{rows}

## Current State
`src/0/none.py` is half done, after src/1/lost.py.

## Next Action
Go on
"""


def _history(count: int) -> Iterator[str]:
    """A history for `git fast-import`: a file changes a minute until now, and a tenth as many commits were dropped."""
    began = int((NOW - timedelta(minutes=count)).timestamp())
    mark = 0
    for branch, commits in (("refs/heads/main", count), (DROPPED, count // 10)):
        for number in range(commits):
            mark += 1
            message = f"change {number} of {branch}"
            text = f"{branch} {number}\n"
            yield f"commit {branch}\nmark :{mark}\ncommitter A Person <a@example.org> {began + number * 60} +0000\n"
            yield f"data {len(message)}\n{message}\n"
            if branch == DROPPED and number == 0:
                yield "from :1\n"
            yield f"M 100644 inline src/{number % FILES // 50}/{number % FILES}.py\ndata {len(text)}\n{text}\n"


def _git(root: Path, *arguments: str, given: str = "") -> str:
    done = subprocess.run(["git", *arguments], cwd=root, input=given, capture_output=True, text=True, check=True)
    return done.stdout


@contextmanager
def repository(count: int) -> Iterator[Path]:
    """A project of so many commits, with a handoff that claims twenty of them, one of them dropped."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _git(root, "init", "-q", "-b", "main")
        _git(root, "fast-import", "--quiet", given="".join(_history(count)))
        _git(root, "reset", "-q", "--hard", "main")
        ids = _git(root, "rev-list", "--reverse", "main").split()
        spread = (ids[number * len(ids) // CLAIMED] for number in range(CLAIMED - 1))
        claimed = [*spread, _git(root, "rev-parse", DROPPED)]
        rows = "\n".join(f"| {number} | Task | {each.strip()[:12]} | ✅ |" for number, each in enumerate(claimed, 1))
        (root / ".autopilot").mkdir()
        (root / ".autopilot" / "TRANSPONDER.md").write_text(STATE, "utf-8")
        (root / ".autopilot" / "holding-pattern.md").write_text(HANDOFF.format(rows=rows), "utf-8")
        yield root


def is_there(app: CockpitApp) -> bool:
    """Whether what git answered is on the screen."""
    return isinstance(app.screen, ResumeScreen | HandoffScreen)


async def openings(root: Path, key: str, rounds: int) -> tuple[list[float], list[float], int]:
    """For each opening the seconds it took, and the longest time the loop was blocked; git's questions in one."""
    app = CockpitApp(lambda _on_project: Still(), now=lambda: NOW)
    app.begin_with(load_project(root, clock=lambda: NOW))
    taken, blocked = [], []
    with mock.patch.object(git, "ask", wraps=git.ask) as asked:
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            for number in range(rounds + 1):
                asked.reset_mock()
                start = last = time.perf_counter()
                longest = 0.0
                app.post_message(events.Key(key, key))
                while not is_there(app):
                    await asyncio.sleep(BEAT)
                    now = time.perf_counter()
                    longest, last = max(longest, now - last - BEAT), now
                    if now - start > 60:
                        raise TimeoutError(f"{key} opened nothing.")
                if number:  # the first one imports the screen
                    taken.append(last - start)
                    blocked.append(longest)
                times = asked.call_count
                await pilot.pause()
                await pilot.press("escape")
                await pilot.pause(0.3)
    return taken, blocked, times


def main(rounds: int = 10) -> None:
    with tempfile.TemporaryDirectory() as own, repository(20) as small, repository(20_000) as large:
        os.environ |= {"XDG_STATE_HOME": own, "XDG_CONFIG_HOME": own}
        for key, name in (("h", "wizard"), ("r", "checklist")):
            base, base_blocked, base_asked = asyncio.run(openings(small, key, rounds))
            ours, blocked, asked = asyncio.run(openings(large, key, rounds))
            first, second = report(f"{name}, 20 commits", base), report(f"{name}, 20,000 commits", ours)
            print(f"ratio {name}: {second / first:.2f}, git asked {base_asked} and {asked} times")
            idle = report(f"{name}, 20 commits, blocked", base_blocked)
            busy = report(f"{name}, 20,000 commits, blocked", blocked)
            print(f"ratio {name}, blocked: {busy / idle:.2f}; at most {max(blocked) * 1000:.0f} ms")
            verdict(f"{name}, the longest", max(ours), 1, " s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
