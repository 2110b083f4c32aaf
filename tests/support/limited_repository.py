"""A git repository without a framework, and what a session of an agent says there of its use."""

import json
import time
from pathlib import Path

from cockpit.project.readings import record
from tests.support import repositories
from tests.support.status_lines import WINDOW, said

LIMITS = ".cockpit/limits.toml"
STATE = ".cockpit/state/limits.json"


def make(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    repositories.run(root, "init", "-q", "-b", "main")
    repositories.run(root, "commit", "-q", "--allow-empty", "-m", "Begin")
    return root


def tell(root: Path, *, cost: object = None, context: float | None = None, session: str = "s1") -> None:
    """What the status line of a session is told now."""
    used = round(WINDOW * context / 100) if context is not None else None
    told = said(session, root, cost=cost, used=used)
    record(json.dumps(told).encode(), time.time(), str(root))


def files(root: Path) -> dict[str, bytes]:
    """All files but those of git."""
    found = (path for path in sorted(root.rglob("*")) if ".git" not in path.parts and path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}
