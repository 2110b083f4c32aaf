"""Git repositories for tests."""

import subprocess
from pathlib import Path


def run(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=A Person", "-c", "user.email=person@example.org"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()
