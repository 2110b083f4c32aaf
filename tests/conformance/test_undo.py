"""Every verb on real files, and undone: the same bytes as before, in every shape, with LF and CRLF."""

from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.project.change import change
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from cockpit.storage.transactions.commit import commit
from cockpit.storage.user_files.ledger import Subject
from tests.conformance.described import Described
from tests.conformance.memory_system import NOW, Bytes, crlf
from tests.conformance.registry import DESCRIBED

PROJECTS = [(system, name, number) for system in DESCRIBED for number, name in enumerate(system.projects)]
_TURNS = 5
"""All but the first project try every fifth verb: what a verb does to each file is tried elsewhere."""
ENDS = (dict, crlf)
"""The projects take turns: every other one with CRLF."""


def tree(root: Path) -> Bytes:
    """The files below a folder."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def by_the_verb(writer: Workspace, intent: Intent) -> bool:
    """Whether a verb changed something, the whole way from the intent."""
    try:
        outcome = change(writer, None, intent)
    except CommandError:
        return False
    return outcome.changed and outcome.entry is not None


def by_the_edit(system: Described, writer: Workspace, files: Bytes, intent: Intent) -> bool:
    """Whether the edit that a verb comes to, made in memory and then written, changed something."""
    edit = system.in_memory.edit_or_refusal(files, intent)
    if isinstance(edit, CommandError):
        return False
    entry = writer.entry("edit", Subject(track=system.main))
    return commit(writer.root, lambda: edit, store=writer.store, entry=entry, now=writer.now).entry_id is not None


@pytest.mark.parametrize(
    ("system", "project", "number"), PROJECTS, ids=[f"{system.id}-{name}" for system, name, _ in PROJECTS]
)
def test_undo_brings_back_the_same_bytes(tmp_path: Path, system: Described, project: str, number: int) -> None:
    files: Bytes = ENDS[number % 2](system.projects[project])
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    writer = Workspace(root=tmp_path, now=NOW)
    intents = system.intents if number == 0 else system.intents[number % _TURNS :: _TURNS]
    for intent in intents:
        done = by_the_verb(writer, intent) if number == 0 else by_the_edit(system, writer, files, intent)
        if not done:
            assert tree(tmp_path) == files, intent
            continue
        assert tree(tmp_path) != files, intent
        undo_change(writer)
        assert tree(tmp_path) == files, intent
