"""What was taken out of the state file, one entry a line: `.autopilot/archive/decisions.md` and its like."""

from cockpit.documents.insertions import insert_lines
from cockpit.systems.autopilot.editing.desk import Desk

_TITLES = {"decisions": "Archived Decisions", "todos": "Archived Todos", "blockers": "Archived Blockers"}


def keep(desk: Desk, kind: str, text: str) -> str:
    """Write an entry to the archive of its kind, with the day; the archive's path."""
    path = desk.path(f"archive/{kind}.md")
    line = f"- {desk.today}: {text}"
    decoded = desk.draft.decoded(path)
    if decoded is None:
        desk.draft.create(path, f"# {_TITLES[kind]}\n\n{line}\n")
    else:
        desk.draft.splice(path, [insert_lines(decoded.text, len(decoded.text), [line], decoded.newline)])
    desk.draft.put_first(path)
    return path
