"""Every verb on real files, and undone: the same bytes as before, in both shapes, with LF and CRLF."""

from pathlib import Path

import pytest

from cockpit.actions.actor import AGENT_VARIABLES
from cockpit.actions.change import Writer, change
from cockpit.actions.history import undo_change
from cockpit.model.intents import Withdraw
from cockpit.model.refused import Refused
from tests.systems.editing.bench import NOW, Bytes, crlf, make
from tests.systems.editing.every_verb import INTENTS, PROJECTS

WITH_LF = ("the seed's shape", "without thresholds", "phase files", "before the rename", "odd, the other shape")
WITH_CRLF = ("the other shape of the JSON", "layout 2", "a decision log", "odd")


def tree(root: Path) -> Bytes:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in AGENT_VARIABLES:
        monkeypatch.delenv(name, raising=False)


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
    carried_out = []
    for intent in INTENTS:
        try:
            outcome = change(writer, None, intent)
        except Refused:
            assert tree(tmp_path) == files, intent
            continue
        if not outcome.changed or outcome.entry is None:
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
