"""Adding a decision, a blocker or a session: to the list in the state file, or as a file of its own, as others are."""

from collections.abc import Mapping

from cockpit.documents.new_frontmatter import write_keyed
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.codewalk.file_names import entry_name


def add(desk: Desk, kind: str, fields: Mapping[str, object]) -> None:
    """Add an entry of that kind: `decisions`, `blockers` or `sessions`."""
    told = {key: value for key, value in fields.items() if value is not ...}
    if desk.sources.in_folders:
        desk.draft.create(_new_path(desk, kind, told), write_keyed(told, desk.sheet.newline))
    else:
        desk.sheet.append((kind,), told)


def _new_path(desk: Desk, kind: str, fields: Mapping[str, object]) -> str:
    """The path of the new file; a number behind its name where there is one already."""
    name = entry_name(kind, fields)
    for number in range(1, 1000):
        path = desk.path(f"{kind}/{name}{f'-{number}' if number > 1 else ''}.md")
        if desk.draft.read(path) is None:
            return path
    return desk.path(f"{kind}/{name}.md")
