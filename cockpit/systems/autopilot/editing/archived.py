"""What was taken out of the state file, one entry a line: `.autopilot/archive/decisions.md` and its like."""

import re

from cockpit.documents.insertions import insert_lines
from cockpit.documents.markdown import parse
from cockpit.systems.autopilot.editing.desk import Desk

_TITLES = {"decisions": "Archived Decisions", "todos": "Archived Todos", "blockers": "Archived Blockers"}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}: ")


def keep(desk: Desk, kind: str, *texts: str) -> str:
    """Write entries to the archive of their kind, with the day; the archive's path."""
    path = desk.path(f"archive/{kind}.md")
    lines = [f"- {desk.today}: {text}" for text in texts]
    decoded = desk.draft.decoded(path)
    if decoded is None:
        desk.draft.create(path, "\n".join((f"# {_TITLES[kind]}", "", *lines, "")))
    else:
        desk.draft.splice(path, [insert_lines(decoded.text, len(decoded.text), lines, decoded.newline)])
    desk.draft.put_first(path)
    return path


def entries_kept(desk: Desk, kind: str) -> tuple[str, ...]:
    """The entries of an archive of that kind, as they are written, without their day."""
    text = desk.draft.text(desk.path(f"archive/{kind}.md"))
    sections = parse(text).sections if text else ()
    return tuple(_DAY.sub("", item.text) for section in sections for item in section.items())
