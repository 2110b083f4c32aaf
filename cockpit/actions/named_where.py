"""The lines of a handoff that name what the checklist does not find, or what is wrong in it."""

from dataclasses import replace
from pathlib import Path

from cockpit.documents.text import decode, split_lines
from cockpit.model import Handoff
from cockpit.model.preflight import Check
from cockpit.rules.preflight.own_checks import LEFT
from cockpit.storage.disk_files import DiskFiles

_KEYS = {"task": "task:", "itself": "{}:"}
"""What the line of a number begins with, by the code of its check."""


def named_where(root: Path, handoff: Handoff | None, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """The checks; each that failed about a commit, a file or a number of the handoff, with the line that names it."""
    named = any(_is_named(check) for check in checks)
    content = DiskFiles(root, None).read(handoff.path) if handoff is not None and named else None
    if handoff is None or content is None or content.data is None:
        return checks
    lines = split_lines(decode(content.data).text)
    return tuple(_placed(check, lines) if _is_named(check) else check for check in checks)


def _is_named(check: Check) -> bool:
    return check.code in ("commit", "file", *_KEYS) and check.result == "failed"


def _placed(check: Check, lines: list[str]) -> Check:
    """With its line, before others the row of the table; a file that only a claimed commit left is named nowhere."""
    remains = next((told.rstrip(".") for each in check.evidence if (told := each.partition(LEFT)[2])), None)
    if check.code == "itself" and remains and not any(LEFT not in each for each in check.evidence):
        lines_of = (number for number, text in enumerate(lines, 1) if remains in text)
        return replace(check, line=next(lines_of, None))
    key = _KEYS.get(check.code)
    begun = (text.startswith(key.format(check.subject)) if key else check.subject in text for text in lines)
    found = [number for number, names in enumerate(begun, 1) if names]
    rows = (number for number in found if lines[number - 1].lstrip().startswith("|"))
    return replace(check, line=next(rows, found[0] if found else None))
