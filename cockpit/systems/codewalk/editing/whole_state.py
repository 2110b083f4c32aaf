"""The whole state as one tree of keys and values, wherever it is kept, so that it can be kept elsewhere."""

import copy
from collections.abc import Iterator
from typing import Any

from cockpit.documents.frontmatter import FrontMatter, split
from cockpit.model.refused import Refused
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.codewalk.editing.rows_sheet import RowsSheet
from cockpit.systems.codewalk.entry import BODY
from cockpit.systems.codewalk.entry_files import FOLDERS, entry_names
from cockpit.systems.codewalk.state_file import around
from cockpit.systems.editing.draft import unsafe

NOTES = "notes"
"""The key of what stood around the keys and values of STATE.md."""
_ALONE = {"decisions": "decision", "blockers": "description", "sessions": "notes"}
"""What a text says that stands in a list instead of keys and values."""

Tree = dict[str, Any]


def whole_state(desk: Desk) -> Tree:
    """Everything that is kept of the initiative. Raises Refused where a part of it cannot be read."""
    sheet = desk.sheet
    if isinstance(sheet, RowsSheet):
        return sheet.whole()
    tree = copy.deepcopy(sheet.front.data)
    for kind in FOLDERS:
        stated = tree.get(kind) or []
        if not isinstance(stated, list):
            raise unsafe(sheet.path, f"`{kind}` is no list")
        own = (_entry_file(desk, name) for name in entry_names(desk.sources.folder, kind))
        tree[kind] = [each if isinstance(each, dict) else {_ALONE[kind]: each} for each in stated if each]
        tree[kind] += [entry for entry in own if entry]
    if said := around(sheet.front):
        tree[NOTES] = "\n\n".join(filter(None, (_told(tree.get(NOTES)), f"{said}\n")))
    return tree


def entry_paths(desk: Desk) -> Iterator[str]:
    """The files of the entries that have one."""
    folder = desk.sources.folder
    return (folder.path(name) for kind in FOLDERS for name in entry_names(folder, kind))


def _entry_file(desk: Desk, name: str) -> Tree:
    path = desk.sources.folder.path(name)
    text = desk.draft.text(path) or ""
    front: FrontMatter | None = split(text)
    if front is not None and front.problems:
        first = front.problems[0]
        raise Refused(f"{path} is damaged (line {first.line or 1}: {first.message}); mend it first.")
    entry = copy.deepcopy(front.data) if front is not None else {}
    body = (text[front.body_start :] if front is not None else text).replace("\r\n", "\n").strip("\n")
    if not body.strip():
        return entry
    if BODY in entry:
        raise unsafe(path, f"it has a text, and a key `{BODY}`")
    return {**entry, BODY: f"{body}\n" if "\n" in body else body}


def _told(stated: object) -> str | None:
    return stated.strip("\n") if isinstance(stated, str) else None
