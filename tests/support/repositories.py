"""Git repositories for tests."""

import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path


def run(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=A Person", "-c", "user.email=person@example.org"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@cache
def _begun() -> tempfile.TemporaryDirectory[str]:
    made = tempfile.TemporaryDirectory()
    for arguments in (("init", "-q", "--template=", "-b", "main"), ("commit", "-q", "--allow-empty", "-m", "Begin")):
        run(Path(made.name), *arguments)
    return made


def begin(root: Path) -> Path:
    """A repository with one empty commit; it is copied, since making each anew takes many times as long."""
    root.mkdir(parents=True, exist_ok=True)
    shutil.copytree(Path(_begun().name) / ".git", root / ".git")
    return root
