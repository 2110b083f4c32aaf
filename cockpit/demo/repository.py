"""Git for the sample projects: a history imported in one go, and the agent's own commits.

Nothing of the person's settings takes part: no global or system configuration, no hooks, no signatures.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO

from cockpit.regex import regex

AUTHOR = ("Demo Agent", "demo-agent@taskflow.example")
NO_HOOKS = ("-c", "core.hooksPath=/dev/null", "-c", "commit.gpgsign=false", "-c", "core.fsmonitor=false")
_COMMIT = regex(r"commit .*\nmark (?P<mark>:\d+)\ncommitter .*\ndata <<EOF\n(?P<subject>.*)\n")


def available() -> bool:
    """Whether git is installed."""
    return shutil.which("git") is not None


def environment(at: datetime) -> dict[str, str]:
    """The environment of a git process that acts as the agent at an instant."""
    date = f"{int(at.timestamp())} +0000"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    name, email = AUTHOR
    return {
        **inherited,
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        **{f"GIT_{role}_NAME": name for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_EMAIL": email for role in ("AUTHOR", "COMMITTER")},
        **{f"GIT_{role}_DATE": date for role in ("AUTHOR", "COMMITTER")},
    }


def git(root: Path, *arguments: str, at: datetime) -> str:
    """Run git in the project and return its output, stripped.

    Raises subprocess.CalledProcessError when git fails.
    """
    done = subprocess.run(
        ["git", *NO_HOOKS, *arguments],
        cwd=root,
        env=environment(at),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def commit(root: Path, paths: Sequence[str], message: str, *, at: datetime) -> str | None:
    """Commit these paths as the agent and return the short id; None without git or when nothing changed.

    A repository that a person has locked or left in the middle of a merge also gives None: the agent goes on.
    """
    if not available() or not (root / ".git").exists():
        return None
    try:
        git(root, "add", "--", *paths, at=at)
        git(root, "commit", "--quiet", "--message", message, "--", *paths, at=at)
        return git(root, "rev-parse", "--short=7", "HEAD", at=at)
    except subprocess.CalledProcessError:
        return None


def begin(root: Path, history: str, fill: Callable[[str, dict[str, str]], str], *, at: datetime) -> dict[str, str]:
    """Make a repository on branch `main` with a history, and return the short ids of its commits by subject.

    `history` is a stream for `git fast-import`; each commit is filled with the ids of those before it. The files are
    not checked out. Raises subprocess.CalledProcessError when git fails.
    """
    git(root, "init", "--quiet", "--template=", "--initial-branch=main", "--object-format=sha1", at=at)
    command = ["git", *NO_HOOKS, "fast-import", "--quiet", "--done"]
    ids: dict[str, str] = {}
    with subprocess.Popen(
        command, cwd=root, env=environment(at), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as importer:
        for part in re.split(r"(?m)^(?=commit )", history):
            if found := _COMMIT.match(part):
                _send(importer.stdin, f"{fill(part, ids).rstrip()}\n\nget-mark {found['mark']}\n")
                ids[found["subject"]] = _line(importer.stdout)[:7]
        _send(importer.stdin, "done\n")
    if importer.returncode:
        raise subprocess.CalledProcessError(importer.returncode, command)
    git(root, "reset", "--quiet", at=at)
    return ids


def _send(pipe: IO[bytes] | None, text: str) -> None:
    if pipe is not None:
        pipe.write(text.encode("utf-8"))
        pipe.flush()


def _line(pipe: IO[bytes] | None) -> str:
    return pipe.readline().decode("ascii") if pipe is not None else ""
