"""How the agent reads and writes: always the newest file, sometimes in place, sometimes by rename."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
"""A JSON object; any, because a person may have put anything into it."""


class Files:
    """The files of one project, by path relative to its root.

    Models' tools write in two ways; this one alternates between them: truncate and write in place, or write a
    temporary file in the same folder and rename it.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._writes = 0

    def text(self, path: str) -> str | None:
        """The newest text of a file; None where there is none or where it is not UTF-8."""
        try:
            return (self.root / path).read_bytes().decode("utf-8")
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError, UnicodeDecodeError):
            return None

    def json(self, path: str) -> Json | None:
        """The newest content of a JSON file; None where it is missing, half-written or no object."""
        try:
            content = json.loads(self.text(path) or "")
        except json.JSONDecodeError:
            return None
        return content if isinstance(content, dict) else None

    def write(self, path: str, text: str) -> None:
        """Write a file, alternating between the two ways; the project's folder must exist."""
        target = self.root / path
        data = text.encode("utf-8")
        self._writes += 1
        if self._writes % 2:
            target.write_bytes(data)
            return
        temporary = target.with_name(target.name + ".tmp")
        temporary.write_bytes(data)
        temporary.replace(target)

    def change(self, path: str, edit: Callable[[str], str]) -> None:
        """Edit the newest text of a file; nothing is written where there is no file or no change."""
        before = self.text(path)
        if before is None:
            return
        after = edit(before)
        if after != before:
            self.write(path, after)

    def change_json(self, path: str, edit: Callable[[Json], None]) -> None:
        """Edit the newest content of a JSON file in place; unknown keys and their order stay."""
        content = self.json(path)
        if content is None:
            return
        before = json.dumps(content)
        edit(content)
        if json.dumps(content) != before:
            self.write(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
