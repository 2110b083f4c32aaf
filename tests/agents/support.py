"""The files of an agent for tests: read once from a folder, or given."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from cockpit.agents.interface import Log
from cockpit.model.agents import AgentSession

WHOLE, LINE, PART = 1024 * 1024, 256 * 1024, 64 * 1024


class MemoryFiles:
    """Files by their absolute path: content, and when they were written. What was opened stands in `opened`."""

    def __init__(self, files: Mapping[str, tuple[bytes, float]]) -> None:
        self.files = dict(files)
        self.opened: list[str] = []
        self.unread: set[str] = set()

    def names(self, folder: str) -> tuple[str, ...]:
        start = folder.rstrip("/") + "/"
        inside = {path.removeprefix(start) for path in self.files if path.startswith(start)}
        return tuple(sorted({name.partition("/")[0] + ("/" if "/" in name else "") for name in inside}))

    def dated(self, folder: str) -> tuple[tuple[str, float], ...]:
        start = folder.rstrip("/")
        return tuple((path.rpartition("/")[2], when) for path, (_, when) in self.files.items()
                     if path.rpartition("/")[0] == start)  # fmt: skip

    def readable(self, folder: str) -> bool:
        return True

    def not_read(self, path: str) -> None:
        self.unread.add(path)

    def whole(self, path: str) -> bytes | None:
        content = self._content(path)
        return content if content is not None and len(content) <= WHOLE else None

    def part(self, path: str, which: str) -> bytes | None:
        content = self._content(path)
        if which == "first line":
            first = (content or b"").partition(b"\n")[0]
            return first if first and len(first) <= LINE else None
        return content and (content[:PART] if which == "beginning" else content[-PART:])

    def written(self, path: str) -> float | None:
        return self.files[path][1] if path in self.files else None

    def _content(self, path: str) -> bytes | None:
        self.opened.append(path)
        return self.files[path][0] if path in self.files else None


def files_in(folder: Path) -> MemoryFiles:
    """All files below a folder."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return MemoryFiles({str(path): (path.read_bytes(), path.stat().st_mtime) for path in paths})


def taken(log: Log, lines: Iterable[bytes]) -> Log:
    for each in lines:
        if log.telling.search(each):
            log.take(each)
        elif each.strip():
            log.unread += 1
    return log


def whole_lines(content: bytes) -> list[bytes]:
    """The lines that have an end, without it: the last one waits for its end."""
    return content.split(b"\n")[:-1]


def assert_is_sound(session: AgentSession) -> None:
    """Every value is of its own type, and can be encoded."""
    for name in ("title", "cwd", "branch", "version", "model", "kind", "started", "updated", "plan_path", "resume"):
        value = getattr(session, name)
        assert value is None or (isinstance(value, str) and value and value.encode()), name
    assert session.cwd is None or session.cwd.startswith("/")
    assert session.title is None or (len(session.title) <= 120 and "\n" not in session.title)
    for number in (session.tokens, session.context.tokens if session.context else None):
        assert number is None or (type(number) is int and 0 <= number < 2**60)
    for todo in session.todos or ():
        assert todo.text
        assert todo.status in (None, "pending", "in_progress", "completed", "cancelled", "blocked")
    assert all(each.at is None or each.at.endswith("Z") for each in session.evidence)
    json.dumps(str(session)).encode()
    hash(session)
