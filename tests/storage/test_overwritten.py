"""What an agent's stale copy removed is noticed, and can be made again; what it went on to change is not."""

from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.refused import Refused
from cockpit.storage import journal, ledger
from cockpit.storage.history import History
from cockpit.storage.journal import Entry
from cockpit.storage.overwritten import Removed, apply_again, removed_by_others
from cockpit.storage.undo import redo, undo
from cockpit.systems.interface import Change
from tests.storage.writing import NOW, Content, Workspace, subject

OLD: dict[str, Content] = {"a.json": b'{\n "cost": 1,\n "ack": false\n}\n', "b.md": b"# B\n- None\n"}
NEW: dict[str, Content] = {"a.json": b'{\n "cost": 1,\n "ack": true\n}\n', "b.md": b"# B\n- Blocked\n"}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    workspace = Workspace.made(tmp_path, OLD)
    workspace.commit(NEW, "Acknowledged it", subject=subject())
    return workspace


def removed(workspace: Workspace, minutes: float = 1) -> list[Removed]:
    return removed_by_others(workspace.store, workspace.read, now=NOW + timedelta(minutes=minutes))


def again(workspace: Workspace, entry_id: int) -> str:
    return apply_again(workspace.root, entry_id, store=workspace.store, actor="person", now=NOW).edit.done


@pytest.mark.parametrize(
    ("contents", "paths"),
    [
        ({}, ()),
        ({"a.json": OLD["a.json"]}, ("a.json",)),
        ({"a.json": OLD["a.json"], "b.md": OLD["b.md"]}, ("a.json", "b.md")),
        ({"a.json": b'{\n "cost": 9,\n "ack": false\n}\n'}, ("a.json",)),  # a stale copy with the agent's own change
        ({"a.json": b'{\n "cost": 9,\n "ack": true\n}\n'}, ()),  # its own change only
        ({"a.json": b'{\n "cost": 1,\n "ack": "withdrawn"\n}\n'}, ()),  # the same lines, changed on purpose
        ({"b.md": b"# B\n- Blocked\n- Another\n"}, ()),
        ({"b.md": b""}, ()),
    ],
)
def test_what_is_noticed(workspace: Workspace, contents: dict[str, bytes], paths: tuple[str, ...]) -> None:
    for path, content in contents.items():
        workspace.write(path, content)
    expected = [Removed(entry_id=1, sentence="Acknowledged it", paths=paths)] if paths else []
    assert removed(workspace) == expected


def test_a_file_that_is_gone_was_removed_on_purpose(workspace: Workspace) -> None:
    (workspace.root / "a.json").unlink()
    assert removed(workspace) == []


def test_a_removed_file_that_is_back_is_noticed(workspace: Workspace) -> None:
    content = workspace.read("b.md") or b""
    workspace.commit({"b.md": None}, "Archived it")
    workspace.write("b.md", content)
    assert [each.sentence for each in removed(workspace)] == ["Archived it"]


@pytest.mark.parametrize(("minutes", "noticed"), [(59, 1), (60, 1), (61, 0)])
def test_only_for_an_hour(workspace: Workspace, minutes: float, noticed: int) -> None:
    workspace.write("a.json", OLD["a.json"] or b"")
    assert len(removed(workspace, minutes)) == noticed


def test_what_we_took_back_ourselves_is_not_noticed(workspace: Workspace) -> None:
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert removed(workspace) == []
    redo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert removed(workspace) == []
    workspace.write("a.json", OLD["a.json"] or b"")
    assert [each.entry_id for each in removed(workspace)] == [1], "but an agent may remove it then, too"


def test_what_the_files_say_was_withdrawn_is_not_noticed_nor_made_again(workspace: Workspace) -> None:
    told: list[tuple[str, bytes, bytes]] = []

    def took_back(path: str, ours: bytes, present: bytes) -> bool:
        told.append((path, ours, present))
        return path == "a.json"

    workspace.write("a.json", OLD["a.json"] or b"")
    workspace.write("b.md", OLD["b.md"] or b"")
    now = NOW + timedelta(minutes=1)
    assert removed_by_others(workspace.store, workspace.read, now=now, took_back=took_back) == []
    assert told == [("a.json", NEW["a.json"], OLD["a.json"])]
    with pytest.raises(Refused, match="“Acknowledged it” was withdrawn meanwhile; nothing was changed"):
        apply_again(workspace.root, 1, store=workspace.store, actor="person", now=NOW, took_back=took_back)
    assert workspace.contents(OLD) == OLD


def test_what_a_later_change_of_ours_replaced_is_not_noticed(workspace: Workspace) -> None:
    workspace.commit({"b.md": OLD["b.md"]}, "Resolved it")
    assert removed(workspace) == []
    workspace.write("b.md", NEW["b.md"] or b"")
    assert [each.sentence for each in removed(workspace)] == ["Resolved it"]


def test_what_we_resolved_is_not_noticed_when_the_agent_empties_the_list(workspace: Workspace) -> None:
    """The last of ours was an undo, so that the list holds neither what was added first nor what stood there before."""
    workspace.write("b.md", b"# B\n- Blocked\n- Broken\n")
    workspace.commit({"b.md": b"# B\n- Broken\n"}, "Resolved the first")
    workspace.commit({"b.md": b"# B\n- None\n"}, "Resolved the second")
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert workspace.read("b.md") == b"# B\n- Broken\n"
    workspace.write("b.md", b"# B\n- None\n")
    assert removed(workspace) == []


def test_it_is_made_again_on_what_stands_there_now(workspace: Workspace) -> None:
    workspace.write("a.json", b'{\n "cost": 9,\n "ack": false\n}\n')
    assert again(workspace, 1) == "Applied again: Acknowledged it"
    assert workspace.read("a.json") == b'{\n "cost": 9,\n "ack": true\n}\n'
    assert workspace.read("b.md") == NEW["b.md"]
    assert removed(workspace) == []
    assert [(record.verb, record.subject.metric) for record in ledger.read(workspace.store)] == [
        ("move", "cost"),
        ("again", "cost"),
    ]


def test_removed_once_more_it_is_told_once(workspace: Workspace) -> None:
    workspace.write("a.json", OLD["a.json"] or b"")
    again(workspace, 1)
    workspace.write("a.json", OLD["a.json"] or b"")
    assert [each.entry_id for each in removed(workspace)] == [2]
    again(workspace, 2)
    assert workspace.contents(NEW) == NEW
    assert [each.number for each in History.read(workspace.store).undoable()] == [3], "and is undone once"
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert workspace.read("a.json") == OLD["a.json"]
    assert removed(workspace) == []


def test_what_is_there_is_not_made_again(workspace: Workspace) -> None:
    committed = apply_again(workspace.root, 1, store=workspace.store, actor="person", now=NOW)
    assert committed.entry_id is None
    assert workspace.states() == ["done"]


def test_refused_where_the_lines_are_others(workspace: Workspace) -> None:
    workspace.write("b.md", OLD["b.md"] or b"")
    workspace.write("a.json", b'{\n "cost": 1,\n "ack": "withdrawn"\n}\n')
    with pytest.raises(Refused, match=r"^The lines of a\.json are others by now; nothing was changed\.$"):
        again(workspace, 1)
    assert workspace.read("b.md") == OLD["b.md"]


def test_no_such_change(workspace: Workspace) -> None:
    with pytest.raises(Refused, match=r"^There is no change 5 that could be made again\.$"):
        again(workspace, 5)


def test_a_damaged_entry_is_passed_over(workspace: Workspace) -> None:
    [file] = workspace.store.journal.iterdir()
    file.write_bytes(file.read_bytes()[:-30])
    workspace.write("a.json", OLD["a.json"] or b"")
    assert removed(workspace) == []


def test_what_is_being_taken_back_by_ourselves_at_that_moment_is_not_noticed(workspace: Workspace) -> None:
    undone = []

    def read(path: str) -> bytes | None:
        """The file, just as it was taken back; the journal was read before."""
        if not undone:
            undone.append(undo(workspace.root, store=workspace.store, actor="person", now=NOW))
        return workspace.read(path)

    assert removed_by_others(workspace.store, read, now=NOW) == []
    assert len(undone) == 1


def test_nothing_is_said_about_files_that_are_being_written(workspace: Workspace) -> None:
    change = Change(path="a.json", before=NEW["a.json"], after=OLD["a.json"])
    entry = Entry(
        at="2026-01-29T14:30:00Z", verb="undo", actor="person", sentence="Undone", paths=("a.json",), undoes=1
    )
    journal.begin(workspace.store, entry, (change,))
    for path, content in OLD.items():
        workspace.write(path, content or b"")
    assert removed(workspace) == [Removed(entry_id=1, sentence="Acknowledged it", paths=("b.md",))]
