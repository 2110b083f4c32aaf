"""Every verb on real files, and undone: the same bytes as before, in both shapes, with LF and CRLF."""

from functools import partial
from pathlib import Path

import pytest

from cockpit.actions.actor import AGENT_VARIABLES
from cockpit.actions.change import Writer, change
from cockpit.actions.history import undo_change
from cockpit.model.intents import Intent, Withdraw
from cockpit.model.refused import Refused
from cockpit.storage.commit import commit
from cockpit.storage.ledger import Subject
from tests.systems.editing.bench import NOW, TRANSPONDER, Bytes, crlf, make
from tests.systems.editing.every_verb import INTENTS, PROJECTS

WITH_LF = ("the seed's shape", "without thresholds", "phase files", "before the rename", "odd, the other shape")
WHOLE_WAY = ("the seed's shape", "odd")
"""Where each verb goes the whole way from the intent; elsewhere the same edits are made in memory and then written."""
WITH_CRLF = ("the other shape of the JSON", "layout 2", "a decision log", "odd")


def tree(root: Path) -> Bytes:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in AGENT_VARIABLES:
        monkeypatch.delenv(name, raising=False)


def by_the_verb(writer: Writer, intent: Intent) -> bool:
    """Whether a verb changed something."""
    try:
        outcome = change(writer, None, intent)
    except Refused:
        return False
    return outcome.changed and outcome.entry is not None


def by_the_edit(writer: Writer, files: Bytes, intent: Intent) -> bool:
    """Whether the edit that a verb comes to changed something."""
    try:
        edit = make(files, intent)
    except Refused:
        return False
    deed = writer.deed("edit", Subject(track=TRANSPONDER))
    return commit(writer.root, lambda: edit, store=writer.store, deed=deed).entry_id is not None


@pytest.mark.usefixtures("a_person")
@pytest.mark.parametrize(
    ("project", "ends"),
    [*((project, dict) for project in WITH_LF), *((project, crlf) for project in WITH_CRLF)],
)
def test_undo_brings_back_the_same_bytes(tmp_path: Path, project: str, ends: type) -> None:
    files: Bytes = ends(PROJECTS[project])
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    writer = Writer(root=tmp_path, now=NOW)
    do = partial(by_the_verb, writer) if project in WHOLE_WAY else partial(by_the_edit, writer, files)
    carried_out = []
    for intent in INTENTS:
        if not do(intent):
            assert tree(tmp_path) == files, intent
            continue
        assert tree(tmp_path) != files, intent
        undo_change(writer)
        assert tree(tmp_path) == files, intent
        carried_out.append(intent)
    assert len(carried_out) >= 5


def test_every_verb_changed_something_somewhere() -> None:
    """What no project lets through would be tested by nothing."""
    through = []
    for files in (PROJECTS[name] for name in {*WITH_LF, *WITH_CRLF, "complete"}):
        for intent in INTENTS:
            try:
                edit = make(files, intent)
            except Refused:
                continue
            if edit.changes:
                through.append(intent)
    assert [intent for intent in INTENTS if intent not in through] == [Withdraw(metric="variance")]
