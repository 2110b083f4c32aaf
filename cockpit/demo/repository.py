"""Git for the sample project: a history written in one go, and the agent's own commits.

Nothing of the person's settings takes part: no global or system configuration, no hooks, no signatures.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self

AUTHOR = ("Demo Agent", "demo-agent@taskflow.example")
NO_HOOKS = ("-c", "core.hooksPath=/dev/null", "-c", "commit.gpgsign=false", "-c", "core.fsmonitor=false")


def available() -> bool:
    """Whether git is installed."""
    return shutil.which("git") is not None


def environment(at: datetime) -> dict[str, str]:
    """The environment of a git process that acts as the agent at an instant."""
    date = f"{int(at.timestamp())} +0000"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    name, email = AUTHOR
    return {
        **kept,
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


class History:
    """A new repository on branch `main` whose commits are streamed into one `git fast-import` process.

    Use as a context manager; afterwards the index agrees with the last commit.
    """

    def __init__(self, root: Path, *, at: datetime) -> None:
        self.root = root
        self.at = at
        self.marks = 0

    def __enter__(self) -> Self:
        git(self.root, "init", "--quiet", "--template=", "--initial-branch=main", at=self.at)
        self.process = subprocess.Popen(
            ["git", *NO_HOOKS, "fast-import", "--quiet", "--done"],
            cwd=self.root,
            env=environment(self.at),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._send("done\n")
        self._stdin.close()
        self._stdout.close()
        self.process.wait()
        if kind is None:
            git(self.root, "reset", "--quiet", at=self.at)

    def commit(self, files: Mapping[str, str], message: str, *, at: datetime) -> str:
        """Add a commit whose tree is exactly `files`; return its short id."""
        self.marks += 1
        name, email = AUTHOR
        who = f"{name} <{email}> {int(at.astimezone(UTC).timestamp())} +0000"
        parts = [f"commit refs/heads/main\nmark :{self.marks}\nauthor {who}\ncommitter {who}\n", _data(message + "\n")]
        parts += ["deleteall\n"]
        parts += [f"M 100644 inline {path}\n{_data(text)}" for path, text in files.items()]
        self._send("".join(parts) + f"\nget-mark :{self.marks}\n")
        return self._stdout.readline().decode("ascii").strip()[:7]

    def tag(self, name: str) -> None:
        """Put a tag on the last commit."""
        self._send(f"reset refs/tags/{name}\nfrom :{self.marks}\n\n")

    @property
    def _stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None  # noqa: S101 - opened as a pipe above
        return self.process.stdin

    @property
    def _stdout(self) -> IO[bytes]:
        assert self.process.stdout is not None  # noqa: S101 - opened as a pipe above
        return self.process.stdout

    def _send(self, text: str) -> None:
        self._stdin.write(text.encode("utf-8"))
        self._stdin.flush()


def _data(text: str) -> str:
    return f"data {len(text.encode('utf-8'))}\n{text}\n"
