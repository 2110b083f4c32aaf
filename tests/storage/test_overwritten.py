"""What an older copy removed is noticed, and can be made again; what others went on to change is not."""

from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.refused import Refused
from cockpit.storage import journal, ledger
from cockpit.storage.history import History
from cockpit.storage.journal import Entry
from cockpit.storage.overwritten import removed_by_others
from cockpit.storage.telling import SILENT, Telling
from cockpit.storage.undo import redo, undo
from cockpit.storage.written_again import apply_again
from cockpit.systems.interface import Change
from tests.storage.writing import NOW, Content, Workspace, subject

OLD: dict[str, Content] = {"a.json": b'{\n "cost": 1,\n "ack": false\n}\n', "b.md": b"# B\n- None\n"}
NEW: dict[str, Content] = {"a.json": b'{\n "cost": 1,\n "ack": true\n}\n', "b.md": b"# B\n- Blocked\n"}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    workspace = Workspace.made(tmp_path, OLD)
    workspace.commit(NEW, "Acknowledged it", subject=subject())
    return workspace


Told = tuple[int, str, tuple[tuple[str, str], ...]]
"""The entry, its sentence, and from which files it is gone and how."""


def removed(workspace: Workspace, minutes: float = 1, telling: Telling = SILENT) -> list[Told]:
    now = NOW + timedelta(minutes=minutes)
    found = removed_by_others(workspace.store, workspace.seen, now=now, telling=telling)
    return [
        (each.entry.number, each.entry.sentence, tuple((one.path, one.how) for one in each.missing)) for each in found
    ]


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
    expected = [(1, "Acknowledged it", tuple((path, "lines") for path in paths))] if paths else []
    assert removed(workspace) == expected


def test_a_file_that_is_gone_was_removed_on_purpose(workspace: Workspace) -> None:
    (workspace.root / "a.json").unlink()
    assert removed(workspace) == []


def test_a_removed_file_that_is_back_is_noticed(workspace: Workspace) -> None:
    content = workspace.read("b.md") or b""
    workspace.commit({"b.md": None}, "Archived it")
    workspace.write("b.md", content)
    assert [each[1] for each in removed(workspace)] == ["Archived it"]


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
    assert [each[0] for each in removed(workspace)] == [1], "but an agent may remove it then, too"


def test_what_the_files_say_was_withdrawn_is_not_noticed_nor_made_again(workspace: Workspace) -> None:
    told: list[tuple[str, bytes, bytes]] = []

    def took_back(path: str, ours: bytes, present: bytes) -> bool:
        told.append((path, ours, present))
        return path == "a.json"

    workspace.write("a.json", OLD["a.json"] or b"")
    workspace.write("b.md", OLD["b.md"] or b"")
    telling = Telling(took_back=took_back)
    assert removed(workspace, telling=telling) == []
    assert told == [("a.json", NEW["a.json"], OLD["a.json"])]
    with pytest.raises(Refused, match="“Acknowledged it” was withdrawn meanwhile; nothing was changed"):
        apply_again(workspace.root, 1, store=workspace.store, actor="person", now=NOW, telling=telling)
    assert workspace.contents(OLD) == OLD


def test_what_a_later_change_of_ours_replaced_is_not_noticed(workspace: Workspace) -> None:
    workspace.commit({"b.md": OLD["b.md"]}, "Resolved it")
    assert removed(workspace) == []
    workspace.write("b.md", NEW["b.md"] or b"")
    assert [each[1] for each in removed(workspace)] == ["Resolved it"]


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
    assert [each[0] for each in removed(workspace)] == [2]
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


def test_what_others_wrote_anew_under_the_same_name_is_not_written_twice(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"a.json": b'{\n "old": 1\n}\n'})
    workspace.commit({"a.json": b'{\n "cost": 26,\n "old": 1\n}\n'}, "Acknowledged it")
    workspace.write("a.json", b'{\n "cost":\n  27,\n "old": 1\n}\n')
    assert removed(workspace) == []
    with pytest.raises(Refused, match=r"^The lines of a\.json are others by now"):
        again(workspace, 1)


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

    def read(change: Change) -> bytes | None:
        """The file, just as it was taken back; the journal was read before."""
        if not undone:
            undone.append(undo(workspace.root, store=workspace.store, actor="person", now=NOW))
        return workspace.read(change.path)

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
    assert removed(workspace) == [(1, "Acknowledged it", (("b.md", "lines"),))]


# most of the lines, and nothing of them somebody else's

MANY_OLD, MANY_NEW = b"# M\na\n- 1\nb\n- 2\nc\n- 3\nd\n", b"# M\na\n- one\nb\n- two\nc\n- three\nd\n"


@pytest.mark.parametrize(
    ("present", "noticed"),
    [
        (MANY_OLD, True),
        (MANY_NEW.replace(b"one", b"1"), False),  # a person corrects a line to what it said before
        (MANY_OLD.replace(b"- 1", b"- one"), True),  # most of it is gone
        (MANY_OLD.replace(b"- 1", b"- I"), False),  # work went on in these lines
        (MANY_OLD.replace(b"d", b"D"), True),  # in others
    ],
)
def test_how_much_of_it_is_put_back(tmp_path: Path, present: bytes, noticed: bool) -> None:
    workspace = Workspace.made(tmp_path, {"m.md": MANY_OLD})
    workspace.commit({"m.md": MANY_NEW}, "Wrote many")
    workspace.write("m.md", present)
    assert removed(workspace) == ([(1, "Wrote many", (("m.md", "lines"),))] if noticed else [])


STAMPED = (b"updated: 2026-01-29T10:0%dZ\na: %s\nb: %s\nc: %s\n").__mod__


def test_a_line_that_says_when_somebody_wrote_is_whoevers_wrote_last(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"s.md": STAMPED((0, b"1", b"1", b"1"))})
    workspace.commit({"s.md": STAMPED((1, b"2", b"1", b"1"))}, "Set a")
    workspace.commit({"s.md": STAMPED((2, b"2", b"2", b"1"))}, "Set b")
    workspace.write("s.md", STAMPED((3, b"1", b"2", b"9")))  # a stale copy with changes of the agent's own
    assert [each[1] for each in removed(workspace)] == ["Set a"]
    workspace.write("s.md", STAMPED((3, b"1", b"1", b"9")))
    assert [each[1] for each in removed(workspace)] == ["Set a", "Set b"]
    assert again(workspace, 1) == "Applied again: Set a"
    assert again(workspace, 2) == "Applied again: Set b"
    assert workspace.read("s.md") == STAMPED((3, b"2", b"2", b"9"))
    assert removed(workspace) == []


# documents, here those named doc*: their first line is when they were written, that of other Markdown files too

DATED = Telling(
    is_document=lambda path: path.startswith("doc"),
    is_older=lambda path, ours, present: path.endswith(".md") and present.split(b"\n")[0] < ours.split(b"\n")[0],
)
STATE_OLD, STATE_NEW = b"10:00\n- at: work\nlast: began\n", b"10:30\n- at: rest\nlast: stopped\n"
DOC_OLD, DOC_NEW = b"10:10\n# Doc\nold\n", b"10:30\n# Doc\nnew\n"


@pytest.fixture(params=[None, DOC_OLD], ids=["the first", "in place of another"])
def handed(tmp_path: Path, request: pytest.FixtureRequest) -> Workspace:
    workspace = Workspace.made(tmp_path, {"doc.md": request.param, "state.md": STATE_OLD})
    workspace.commit({"doc.md": DOC_NEW, "state.md": STATE_NEW}, "Handed off")
    return workspace


OLDER_STATE = b"09:00\n- at: begin\nlast: nothing\n"
BEGINNING = b"09:00\n- at: begin\n"
WORKED_ON = b"10:50\n- at: work\nlast: went on\n"


@pytest.mark.parametrize(
    ("doc", "state", "expected"),
    [
        (DOC_NEW, OLDER_STATE, (("state.md", "older"),)),  # git does not know the document, or nobody committed between
        (DOC_NEW, STATE_OLD, (("state.md", "lines"),)),
        (DOC_NEW, WORKED_ON, ()),
        (DOC_NEW, OLDER_STATE.replace(b"begin", b"rest").replace(b"nothing", b"stopped"), ()),
        (b"09:00\n# Doc\noldest\n", OLDER_STATE, (("doc.md", "older"), ("state.md", "older"))),
        (b"09:00\n# Doc\noldest\n", STATE_NEW, (("doc.md", "older"),)),
        (None, OLDER_STATE, (("doc.md", "gone"), ("state.md", "older"))),
        (None, STATE_OLD, (("doc.md", "gone"), ("state.md", "lines"))),
        (None, STATE_NEW, ()),
        (None, WORKED_ON, ()),  # put away by who worked on
        (None, None, ()),
        (b"10:45\n# Doc\nnewer\n", WORKED_ON, (("doc.md", "replaced"),)),
        (b"10:30\n# Doc\nedited\n", WORKED_ON, ()),
    ],
)
def test_which_documents_were_taken_back(
    handed: Workspace, doc: Content, state: Content, expected: tuple[tuple[str, str], ...]
) -> None:
    for path, content in (("doc.md", doc), ("state.md", state)):
        (handed.root / path).unlink() if content is None else handed.write(path, content)
    assert removed(handed, telling=DATED) == ([(1, "Handed off", expected)] if expected else [])


def doc_again(workspace: Workspace) -> tuple[str, ...]:
    made = apply_again(workspace.root, 1, store=workspace.store, actor="person", now=NOW, telling=DATED)
    return made.edit.remarks


@pytest.mark.parametrize("doc", [None, b"09:00\n# Doc\noldest\n"])
def test_a_document_is_written_again_whole_and_other_files_as_far_as_their_lines_fit(
    handed: Workspace, doc: Content
) -> None:
    (handed.root / "doc.md").unlink() if doc is None else handed.write("doc.md", doc)
    handed.write("state.md", BEGINNING)
    assert doc_again(handed) == ("state.md stays as it is: its lines are others by now.",)
    assert handed.contents({"doc.md": 0, "state.md": 0}) == {"doc.md": DOC_NEW, "state.md": BEGINNING}
    for state in (STATE_OLD, OLDER_STATE):  # what is older gives way
        undo(handed.root, store=handed.store, actor="person", now=NOW)
        assert handed.read("doc.md") == doc
        handed.write("state.md", state)
        assert doc_again(handed) == ()
        assert handed.contents({"doc.md": 0, "state.md": 0}) == {"doc.md": DOC_NEW, "state.md": STATE_NEW}


def test_a_newer_document_is_not_written_over_and_an_edited_one_stays(handed: Workspace) -> None:
    handed.write("state.md", STATE_OLD)
    handed.write("doc.md", b"10:30\n# Doc\nedited\n")
    assert doc_again(handed) == ()
    assert handed.contents({"doc.md": 0, "state.md": 0}) == {
        "doc.md": b"10:30\n# Doc\nedited\n",
        "state.md": STATE_NEW,
    }
    handed.write("doc.md", b"10:45\n# Doc\nnewer\n")
    with pytest.raises(Refused, match=r"^doc\.md is a newer one by now; nothing was changed\.$"):
        doc_again(handed)


def test_a_document_that_a_later_one_of_ours_replaced_is_not_missed(handed: Workspace) -> None:
    handed.commit({"doc.md": b"10:40\n# Doc\nlater\n"}, "Handed off later")
    handed.write("doc.md", b"09:00\n# Doc\noldest\n")
    assert removed(handed, telling=DATED) == [(2, "Handed off later", (("doc.md", "older"),))]


def test_nothing_is_said_about_what_cannot_be_read_now(workspace: Workspace) -> None:
    def read(path: str) -> bytes | None:
        raise Refused(f"{path} cannot be read.")

    assert removed_by_others(workspace.store, read, now=NOW) == []
