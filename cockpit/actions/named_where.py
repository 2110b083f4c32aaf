"""The lines of a handoff that name what the checklist does not find."""

from dataclasses import replace
from pathlib import Path

from cockpit.documents.text import decode, split_lines
from cockpit.model import Handoff
from cockpit.model.preflight import Check
from cockpit.storage.disk_files import DiskFiles


def named_where(root: Path, handoff: Handoff | None, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """The checks; each about a commit or a file that failed with the line of the handoff which names it."""
    lost = any(_is_lost(check) for check in checks)
    content = DiskFiles(root, None).read(handoff.path) if handoff is not None and lost else None
    if handoff is None or content is None or content.data is None:
        return checks
    lines = split_lines(decode(content.data).text)
    return tuple(_placed(check, lines) if _is_lost(check) else check for check in checks)


def _is_lost(check: Check) -> bool:
    return check.code in ("commit", "file") and check.result == "failed"


def _placed(check: Check, lines: list[str]) -> Check:
    """With its line; a file that only a claimed commit left is named nowhere."""
    return replace(check, line=next((number for number, text in enumerate(lines, 1) if check.subject in text), None))
