"""A project whose handoff waits, in a repository where everything it claims is so; and ways to make that untrue."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cases import case_project

HANDOFF = ".autopilot/holding-pattern.md"
STATE, ROUTE = ".autopilot/TRANSPONDER.md", ".autopilot/phases/002-invoices/ROUTE.md"
MOVED_ON = ("Mid-plan 2.1, task 3 of 4", "Mid-plan 2.1, task 4 of 4")
TICKED = ("- [ ] 2.1.3", "- [x] 2.1.3")
LONG_AGO = 1_769_000_000
"""A week before the handoff, in seconds."""
BLOCKER = "- Phase 3: the payment provider's test account is not open yet"


def git(folder: Path, *arguments: str, at: str = "2026-01-29T09:00:00Z") -> str:
    """Asks git as one person at one moment, so that ids are the same every time."""
    who = {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER")
           for part, value in (("NAME", "A Person"), ("EMAIL", "person@example.org"), ("DATE", at))}  # fmt: skip
    done = subprocess.run(
        ["git", *arguments], cwd=folder, env={**os.environ, **who}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def commit(root: Path, path: str, message: str, *, at: str = "2026-01-29T09:00:00Z") -> str:
    """Writes a file and commits everything; the id in seven digits."""
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text(f"# {message}\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message, at=at)
    return git(root, "rev-parse", "HEAD")[:7]


def waiting(root: Path, *, blocked: bool = False) -> Path:
    """The project; with `blocked`, its one blocker stands."""
    for path, data in _files().items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        os.utime(target, (LONG_AGO, LONG_AGO))  # without git, that is what tells whether a plan changed
    if not blocked:
        rewrite(root, ".autopilot/TRANSPONDER.md", BLOCKER, "- None")
    return root


@cache
def _files() -> dict[str, bytes]:
    """Every file of the project and its repository, made once."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(case_project("autopilot/healthy"), root, dirs_exist_ok=True)
        for path in root.rglob("*.*"):
            if path.is_file():
                path.write_text(path.read_text("utf-8").replace("2026-03-04", "2026-01-29"), "utf-8")
        git(root, "init", "-q", "--template=", "-b", "main")
        commit(root, "README.md", "chore: begin", at="2026-01-28T09:00:00Z")
        table = commit(root, "src/table.py", "feat: invoice table")
        sequence = commit(root, "src/sequence.py", "feat: number sequence")
        rewrite(root, HANDOFF, "1f0c9aa", table)
        rewrite(root, HANDOFF, "77be012", sequence)
        rewrite(root, HANDOFF, "created: 2026-01-29T09:19:00Z\n", "created: 2026-01-29T09:19:00Z\nbranch: main\n")
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def behind_its_back(root: Path) -> Path:
    """The last commit is dropped, and a file of the other one deleted."""
    git(root, "stash", "-q")
    git(root, "reset", "-q", "--hard", "HEAD~1")
    git(root, "stash", "pop", "-q")
    (root / "src" / "table.py").unlink()
    return root


def move_on(root: Path) -> None:
    """An agent finishes the handoff's task: the state file and the plan say so."""
    rewrite(root, STATE, *MOVED_ON)
    rewrite(root, ROUTE, *TICKED)


def rewrite(root: Path, path: str, old: str, new: str) -> None:
    """An agent or a person writes something else in a file."""
    text = (root / path).read_text("utf-8")
    assert old in text, f"{path} does not say {old!r}"
    (root / path).write_text(text.replace(old, new), "utf-8")
