"""A git repository without a framework, and what a session of an agent says there of its use."""

import json
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cockpit.project.readings import record
from tests.support.repositories import begin as make
from tests.support.status_lines import WINDOW, said

LIMITS = ".cockpit/limits.toml"
STATE = ".cockpit/state/limits.json"
__all__ = ["LIMITS", "STATE", "files", "make", "tell", "tell_codex", "write_lines"]


def tell(root: Path, *, cost: object = None, context: float | None = None, session: str = "s1") -> None:
    """What the status line of a session is told now."""
    used = round(WINDOW * context / 100) if context is not None else None
    told = said(session, root, cost=cost, used=used)
    record(json.dumps(told).encode(), time.time(), str(root))


def tell_codex(home: Path, root: Path, *, context: int, session: str) -> None:
    """What Codex keeps in its own folder about a session that works in the repository now."""
    now = datetime.now(UTC)
    used = {
        "input_tokens": 1000 * context,
        "cached_input_tokens": 0,
        "output_tokens": 0,
        "total_tokens": 1000 * context,
    }
    info = {"total_token_usage": used, "last_token_usage": used, "model_context_window": 100_000}
    lines = [("session_meta", {"id": session, "cwd": str(root), "timestamp": f"{now:%FT%TZ}", "cli_version": "0.171.0",
                               "originator": "codex-tui", "source": "vscode", "thread_source": "user"}),
             ("event_msg", {"type": "token_count", "info": info})]  # fmt: skip
    log = home / "sessions" / f"{now:%Y/%m/%d/rollout-%Y-%m-%dT%H-%M-%S}-{session}.jsonl"
    write_lines(log, [{"timestamp": f"{now:%FT%TZ}", "type": kind, "payload": payload} for kind, payload in lines])


def write_lines(path: Path, lines: list[dict[str, Any]]) -> None:
    """A file of JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))


def files(root: Path) -> dict[str, bytes]:
    """All files but those of git."""
    found = (path for path in sorted(root.rglob("*")) if ".git" not in path.parts and path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}
