"""Undoing and redoing a whole change, on whatever the files hold by then."""

from pathlib import Path

import pytest

from cockpit.storage.transactions.undo import History
from cockpit.storage.user_files.ledger import Entry
from cockpit.wording.messages import Words, plain
from tests.storage.refusals import refused, refused_unchanged
from tests.support.said import Said
from tests.support.sandbox import NOW, Content, Sandbox, redo, subject, undo, undo_edit

OLD: dict[str, Content] = {
    "state/a.json": b'{\r\n  "cost": 10,\r\n  "context": 30\r\n}',
    "b.md": b"# B\n\n- None\n",
    "new/deep/c.md": None,
    "old.md": b"\xff\xfe not text \x00",
    "empty": b"",
}
NEW: dict[str, Content] = {
    "state/a.json": b'{\r\n  "cost": 12,\r\n  "context": 30\r\n}',
    "b.md": b"# B\n\n- A blocker\n",
    "new/deep/c.md": b"made\n",
    "old.md": None,
    "empty": b"filled",
}


@pytest.fixture
def workspace(tmp_path: Path) -> Sandbox:
    workspace = Sandbox.create(tmp_path, OLD)
    workspace.commit(NEW, "Blocked it", subject=subject())
    return workspace


def undone(workspace: Sandbox, entry_id: int | None = None) -> Words:
    return undo(workspace.root, entry_id, store=workspace.store, actor="person", now=NOW).edit.done


def done_again(workspace: Sandbox, entry_id: int | None = None) -> Words:
    return redo(workspace.root, entry_id, store=workspace.store, actor="person", now=NOW).edit.done


def test_back_to_the_same_bytes_and_forth(workspace: Sandbox) -> None:
    for _ in range(3):
        assert undone(workspace) == Said("storage.undone", "Blocked it")
        assert workspace.contents(OLD) == OLD
        assert not (workspace.root / "new").exists(), "folders that were made go too"
        assert done_again(workspace) == Said("storage.done-again", "Blocked it")
        assert workspace.contents(NEW) == NEW
    assert workspace.litter() == []


def undoable(workspace: Sandbox) -> list[Entry]:
    return History.read(workspace.store).undoable()


def test_what_else_changed_since_stays(workspace: Sandbox) -> None:
    workspace.write("state/a.json", b'{\r\n  "session": 7,\r\n  "cost": 12,\r\n  "context": 35\r\n}')
    workspace.write("b.md", b"# B\n\n- A blocker\n\n## Todos\n")
    undone(workspace)
    assert workspace.read("state/a.json") == b'{\r\n  "session": 7,\r\n  "cost": 10,\r\n  "context": 35\r\n}'
    assert workspace.read("b.md") == b"# B\n\n- None\n\n## Todos\n"
    done_again(workspace)
    assert workspace.read("state/a.json") == b'{\r\n  "session": 7,\r\n  "cost": 12,\r\n  "context": 35\r\n}'


@pytest.mark.parametrize(
    ("path", "content", "code"),
    [
        ("b.md", b"# B\n\n- A blocker, resolved\n", "storage.lines-changed-since"),
        ("b.md", None, "storage.file-removed-since"),
        ("new/deep/c.md", b"made\nand more\n", "storage.file-changed-since"),
        ("old.md", b"another", "storage.file-written-since"),
    ],
)
def test_refused_where_the_very_lines_changed(workspace: Sandbox, path: str, content: Content, code: str) -> None:
    if content is None:
        (workspace.root / path).unlink()
    else:
        workspace.write(path, content)
    expected = NEW | {path: content}
    for attempt in (undo, undo_edit):
        with refused_unchanged(code, path, plain("Blocked it")):
            if attempt is undo:
                undone(workspace)
            else:
                undo_edit(workspace.root, store=workspace.store)
    assert workspace.contents(NEW) == expected
    assert [each.number for each in undoable(workspace)] == [1]


def test_what_another_cockpit_undid_meanwhile_is_not_undone_twice(workspace: Sandbox) -> None:
    def meanwhile(entry: Entry) -> None:
        undone(workspace, entry.number)

    with refused("storage.no-change-to-undo", 1):
        undo(workspace.root, store=workspace.store, actor="person", now=NOW, guard=meanwhile)
    assert workspace.contents(OLD) == OLD
