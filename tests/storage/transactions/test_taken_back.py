"""What another program took back is found until it is written again or dismissed; what others changed is not."""

from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.taken_back import find, record_dismissal
from cockpit.storage.transactions.undo import Conflict, History
from cockpit.storage.user_files import ledger
from cockpit.storage.user_files.ledger import Entry
from cockpit.systems.interface import Change
from cockpit.wording.messages import Words, plain
from cockpit.wording.times import write_instant
from tests.storage.refusals import refused
from tests.support.said import Said
from tests.support.sandbox import NOW, Content, Sandbox, redo, subject, undo, write_again

OLD: dict[str, Content] = {"a.json": b'{\n "cost": 1,\n "ack": false\n}\n', "b.md": b"# B\n- None\n"}
NEW: dict[str, Content] = {"a.json": b'{\n "cost": 1,\n "ack": true\n}\n', "b.md": b"# B\n- Blocked\n"}


@pytest.fixture
def workspace(tmp_path: Path) -> Sandbox:
    workspace = Sandbox.create(tmp_path, OLD)
    workspace.commit(NEW, "Acknowledged it", subject=subject())
    return workspace


def gone(workspace: Sandbox) -> list[tuple[int, tuple[str, ...]]]:
    """The entries that were taken back, and from which files they are gone."""
    return [(each.entry.number, each.paths) for each in find(workspace.store, workspace.current_contents)]


def again(workspace: Sandbox, number: int) -> Words:
    return write_again(workspace.root, number, store=workspace.store, actor="person", now=NOW).edit.done


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
def test_what_is_found(workspace: Sandbox, contents: dict[str, bytes], paths: tuple[str, ...]) -> None:
    for path, content in contents.items():
        workspace.write(path, content)
    assert gone(workspace) == ([(1, paths)] if paths else [])


def test_a_file_that_is_gone_was_removed_on_purpose_unless_the_rest_is_as_before_too(workspace: Sandbox) -> None:
    workspace.commit({"new.md": b"new\n", "b.md": b"# B\n- None\n- More\n"}, "Began it")
    (workspace.root / "a.json").unlink()
    (workspace.root / "new.md").unlink()
    assert gone(workspace) == []
    workspace.write("b.md", NEW["b.md"] or b"")
    assert gone(workspace) == [(2, ("b.md", "new.md"))]
    assert again(workspace, 2) == Said("storage.applied-again", plain("Began it"))
    assert workspace.read("new.md") == b"new\n"


@pytest.mark.parametrize(("verb", "missed"), [("decide", True), ("handoff", False)])
def test_an_entry_that_is_a_file_of_its_own_is_missed_and_a_handoff_that_was_used_is_not(
    workspace: Sandbox, verb: str, missed: bool
) -> None:
    workspace.commit({"new.md": b"new\n"}, "Wrote it", verb=verb)
    (workspace.root / "new.md").unlink()
    assert gone(workspace) == ([(2, ("new.md",))] if missed else [])
    workspace.write("new.md", b"new\n")
    assert gone(workspace) == []


def test_a_file_of_several_changes_is_missed_with_all_of_them_and_one_that_was_moved_is_not(
    workspace: Sandbox,
) -> None:
    workspace.commit({"b/new.md": b"new\n"}, "Wrote it", verb="block")
    workspace.commit({"b/new.md": b"new\nmore\n"}, "Changed it", verb="unblock")
    (workspace.root / "b" / "new.md").rename(workspace.root / "b" / "other.md")
    assert gone(workspace) == []
    (workspace.root / "b" / "other.md").unlink()
    assert [number for number, _ in gone(workspace)] == [2, 3]
    again(workspace, 2)
    again(workspace, 3)
    assert workspace.read("b/new.md") == b"new\nmore\n"
    assert gone(workspace) == []


def test_a_removed_file_that_is_back_is_found(workspace: Sandbox) -> None:
    content = workspace.read("b.md") or b""
    workspace.commit({"b.md": None}, "Archived it")
    workspace.write("b.md", content)
    assert gone(workspace) == [(2, ("b.md",))]


def test_what_we_took_back_ourselves_is_not_missed(workspace: Sandbox) -> None:
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert gone(workspace) == []
    redo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert gone(workspace) == []
    workspace.write("a.json", OLD["a.json"] or b"")
    assert gone(workspace) == [(1, ("a.json",))], "but an agent may remove it then, too"


def test_what_a_later_change_of_ours_replaced_is_not_missed(workspace: Sandbox) -> None:
    workspace.commit({"b.md": OLD["b.md"]}, "Resolved it")
    assert gone(workspace) == []
    workspace.write("b.md", NEW["b.md"] or b"")
    assert gone(workspace) == [(2, ("b.md",))]


def test_a_copy_from_before_two_changes_of_one_line(workspace: Sandbox) -> None:
    workspace.commit({"b.md": b"# B\n- Waits\n"}, "Waits")
    workspace.write("b.md", OLD["b.md"] or b"")
    assert gone(workspace) == [(1, ("b.md",)), (2, ("b.md",))], "with the second one, the first would stand there"


def test_what_a_later_change_of_ours_made_of_a_line_is_lost_with_it(tmp_path: Path) -> None:
    """A todo is added and ticked, a note reworded, and a copy from before both comes back."""
    before = b"# T\n- one\n## Notes\n- old\n"
    workspace = Sandbox.create(tmp_path, {"t.md": before})
    workspace.commit({"t.md": before.replace(b"- one", b"- one\n- [ ] AAA")}, "Added AAA")
    workspace.commit({"t.md": before.replace(b"- one", b"- one\n- [x] AAA")}, "Ticked AAA")
    workspace.commit({"t.md": before.replace(b"- one", b"- one\n- [x] AAA").replace(b"old", b"new")}, "Reworded it")
    assert gone(workspace) == []
    workspace.write("t.md", before)
    assert [number for number, _ in gone(workspace)] == [1, 2, 3]
    for number in (1, 2, 3):
        again(workspace, number)
    assert workspace.read("t.md") == b"# T\n- one\n- [x] AAA\n## Notes\n- new\n"
    assert gone(workspace) == []


def test_a_change_that_writes_only_times_is_looked_after_too(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"t.md": b"# T\nLast session: 2026-01-28\nx: 1\n"})
    workspace.commit({"t.md": b"# T\nLast session: 2026-01-29\nx: 1\n"}, "The session is over")
    assert gone(workspace) == []
    workspace.write("t.md", b"# T\nLast session: 2026-01-30\nx: 1\n")
    assert gone(workspace) == []
    workspace.write("t.md", b"# T\nLast session: 2026-01-28\nx: 2\n")
    assert gone(workspace) == [(1, ("t.md",))]


# A loss is not forgotten

LIST = b"# T\n- one\n"
ADDED = b"# T\n- one\n- AAA\n"


def stale_copy(tmp_path: Path) -> Sandbox:
    """AAA is added, a stale copy takes it back, BBB is added."""
    workspace = Sandbox.create(tmp_path, {"t.md": LIST})
    workspace.commit({"t.md": ADDED}, "Added AAA", subject=subject())
    workspace.write("t.md", LIST)
    later = NOW + timedelta(minutes=5)
    workspace.commit({"t.md": LIST + b"- BBB\n"}, "Added BBB", now=later, subject=subject())
    return workspace


def test_a_later_write_does_not_hide_a_loss(tmp_path: Path) -> None:
    workspace = stale_copy(tmp_path)
    [found] = find(workspace.store, workspace.current_contents)
    assert (found.entry.sentence, found.at) == ("Added AAA", "2026-01-29T14:35:00Z")
    with pytest.raises(Conflict):  # others wrote in the same place; what was meant is done anew
        again(workspace, 1)
    workspace.write("t.md", b"# T\n- one\n- AAA\n- BBB\n")
    assert gone(workspace) == [], "it is there again"


@pytest.mark.parametrize(
    ("empty", "one", "other"),
    [
        (b"# T\n- None\n", b"# T\n- AAA\n", b"# T\n- BBB\n"),
        (b'{\n "acks": {}\n}\n', b'{\n "acks": {\n  "cost": 26\n }\n}\n', b'{\n "acks": {\n  "errors": 2\n }\n}\n'),
        (b"todos: []\nz: 1\n", b"todos:\n- AAA\nz: 1\n", b"todos:\n- BBB\nz: 1\n"),
    ],
)
def test_a_loss_from_a_list_that_was_empty(tmp_path: Path, empty: bytes, one: bytes, other: bytes) -> None:
    workspace = Sandbox.create(tmp_path, {"t": empty})
    workspace.commit({"t": one}, "Added AAA")
    workspace.write("t", empty)
    assert gone(workspace) == [(1, ("t",))]
    workspace.commit({"t": other}, "Added BBB")
    assert gone(workspace) == [(1, ("t",))]


def test_a_copy_from_before_several_changes_of_a_list_that_is_kept_short(tmp_path: Path) -> None:
    """Each entry that comes moves the oldest one out."""
    first = b"# D\n- a\n- b\n"
    workspace = Sandbox.create(tmp_path, {"d.md": first})
    for content in (b"# D\n- b\n- one\n", b"# D\n- one\n- two\n", b"# D\n- two\n- three\n"):
        workspace.commit({"d.md": content}, "Decided")
    workspace.write("d.md", first)
    assert [number for number, _ in gone(workspace)] == [2, 3], "what the first one wrote was moved out by the third"


def test_our_change_of_what_an_agent_made_of_ours_takes_nothing_back(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"t": b"# T\n- None\n"})
    workspace.commit({"t": b"# T\n- AAA\n"}, "Added AAA")
    workspace.write("t", b"# T\n- Something else\n")
    workspace.commit({"t": b"# T\n- BBB\n"}, "Reworded it")
    assert gone(workspace) == []


def test_what_stands_beside_other_lines_is_written_again(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"t.md": b"# T\n- one\n## U\n- two\n"})
    workspace.commit({"t.md": b"# T\n- one\n- AAA\n## U\n- two\n"}, "Added AAA")
    workspace.write("t.md", b"# T\n- one\n## U\n- two\n")
    workspace.commit({"t.md": b"# T\n- one\n## U\n- two\n- BBB\n"}, "Added BBB")
    assert gone(workspace) == [(1, ("t.md",))]
    again(workspace, 1)
    assert workspace.read("t.md") == b"# T\n- one\n- AAA\n## U\n- two\n- BBB\n"
    assert gone(workspace) == []


@pytest.mark.parametrize(
    ("content", "missed"),
    [
        (LIST.replace(b"- one", b"- one\n- an agent's own"), True),
        (LIST + b"- [x] AAA\n", False),
        (LIST + b"## Done\n- AAA (task 3)\n", False),
        (b"# T\n- AAA\n- one\n", False),
        (b"# T\n", True),
    ],
)
def test_a_line_that_was_ticked_or_moved_is_not_missed(tmp_path: Path, content: bytes, missed: bool) -> None:
    workspace = Sandbox.create(tmp_path, {"t.md": LIST})
    workspace.commit({"t.md": ADDED}, "Added AAA")
    workspace.write("t.md", content)
    assert gone(workspace) == ([(1, ("t.md",))] if missed else [])


def test_what_was_changed_on_purpose_meanwhile_is_over(tmp_path: Path) -> None:
    """The agent went on from the status that we wrote, and later has the one from before again."""
    workspace = Sandbox.create(tmp_path, {"s.md": b"status: works\n"})
    workspace.commit({"s.md": b"status: paused\n"}, "Paused it")
    workspace.write("s.md", b"status: done\n")
    workspace.commit({"s.md": b"status: done\nnote\n"}, "Noted it")
    workspace.write("s.md", b"status: works\nnote\n")
    assert gone(workspace) == []


def test_an_hour_later_and_after_many_changes_it_is_still_reported(tmp_path: Path) -> None:
    workspace = stale_copy(tmp_path)
    for number in range(30):
        now = NOW + timedelta(days=number)
        workspace.commit({"t.md": (workspace.read("t.md") or b"") + b"- more %d\n" % number}, "More", now=now)
    assert gone(workspace) == [(1, ("t.md",))]


def test_dismissed_it_is_not_reported_until_that_is_undone(workspace: Sandbox) -> None:
    workspace.commit({"b.md": b"# B\n- Blocked\n- More\n"}, "More")
    for path, content in OLD.items():
        workspace.write(path, content or b"")
    found = find(workspace.store, workspace.current_contents)
    assert [each.entry.number for each in found] == [1, 2]
    done = plain("Dismissed it")
    entry = Entry(at=write_instant(NOW), kind="dismiss", verb="dismiss", actor="person", message=done, dismisses=(1,))
    entry = record_dismissal(workspace.store, entry)
    assert gone(workspace) == [(2, ("b.md",))]
    told = ledger.read(workspace.store)[-1]
    assert (told.verb, told.message) == ("dismiss", done)
    undo(workspace.root, entry.number, store=workspace.store, actor="person", now=NOW)
    assert gone(workspace) == [(1, ("a.json", "b.md")), (2, ("b.md",))]
    redo(workspace.root, entry.number, store=workspace.store, actor="person", now=NOW)
    assert gone(workspace) == [(2, ("b.md",))]


# Writing it again


def test_it_is_made_again_on_what_stands_there_now(workspace: Sandbox) -> None:
    workspace.write("a.json", b'{\n "cost": 9,\n "ack": false\n}\n')
    assert again(workspace, 1) == Said("storage.applied-again", plain("Acknowledged it"))
    assert workspace.read("a.json") == b'{\n "cost": 9,\n "ack": true\n}\n'
    assert workspace.read("b.md") == NEW["b.md"]
    assert gone(workspace) == []
    assert [(record.verb, record.subject.metric) for record in ledger.read(workspace.store)] == [
        ("move", "cost"),
        ("again", "cost"),
    ]


def test_removed_once_more_it_is_reported_once(workspace: Sandbox) -> None:
    workspace.write("a.json", OLD["a.json"] or b"")
    again(workspace, 1)
    workspace.write("a.json", OLD["a.json"] or b"")
    assert [number for number, _ in gone(workspace)] == [2]
    again(workspace, 2)
    assert workspace.contents(NEW) == NEW
    assert [each.number for each in History.read(workspace.store).undoable()] == [3], "and is undone once"
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert workspace.read("a.json") == OLD["a.json"]
    assert gone(workspace) == []


def test_what_stood_when_the_rest_was_written_again_is_looked_after_still(workspace: Sandbox) -> None:
    workspace.write("a.json", OLD["a.json"] or b"")
    again(workspace, 1)
    workspace.write("b.md", OLD["b.md"] or b"")
    assert gone(workspace) == [(2, ("b.md",))]
    again(workspace, 2)
    assert workspace.contents(NEW) == NEW


def test_what_is_there_is_not_made_again(workspace: Sandbox) -> None:
    committed = write_again(workspace.root, 1, store=workspace.store, actor="person", now=NOW)
    assert committed.entry_id is None
    assert workspace.states() == ["done"]


def test_refused_where_the_lines_are_others(workspace: Sandbox) -> None:
    workspace.write("b.md", OLD["b.md"] or b"")
    workspace.write("a.json", b'{\n "cost": 1,\n "ack": "withdrawn"\n}\n')
    with pytest.raises(Conflict) as refusal:
        again(workspace, 1)
    why = Said("storage.lines-changed-since", "a.json", plain("Acknowledged it"))
    assert refusal.value.whole == Said("model.nothing-changed", why)
    assert workspace.read("b.md") == OLD["b.md"]


def test_a_file_comes_back_though_the_lines_of_another_are_others(workspace: Sandbox) -> None:
    workspace.commit({"new.md": b"new\n", "b.md": b"# B\n- None\n"}, "Began it")
    (workspace.root / "new.md").unlink()
    workspace.write("b.md", b"# B\n- Something else\n")
    made = write_again(workspace.root, 2, store=workspace.store, actor="person", now=NOW)
    assert made.edit.remarks == (Said("storage.lines-left", "b.md"),)
    assert workspace.read("new.md") == b"new\n"


def test_what_others_wrote_anew_under_the_same_name_is_not_written_twice(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"a.json": b'{\n "old": 1\n}\n'})
    workspace.commit({"a.json": b'{\n "cost": 26,\n "old": 1\n}\n'}, "Acknowledged it")
    workspace.write("a.json", b'{\n "cost":\n  27,\n "old": 1\n}\n')
    with pytest.raises(Conflict):
        again(workspace, 1)


def test_no_such_change(workspace: Sandbox) -> None:
    with refused("storage.no-change-to-make-again", 5):
        again(workspace, 5)


# What cannot be told


def test_a_damaged_entry_is_passed_over(workspace: Sandbox) -> None:
    [file] = workspace.store.journal.iterdir()
    file.write_bytes(file.read_bytes()[:-30])
    workspace.write("a.json", OLD["a.json"] or b"")
    assert gone(workspace) == []


def test_what_is_being_taken_back_by_ourselves_at_that_moment_is_not_reported(workspace: Sandbox) -> None:
    undone = []

    def read(change: Change) -> bytes | None:
        """The file, just as it was taken back; the journal was read before."""
        if not undone:
            undone.append(undo(workspace.root, store=workspace.store, actor="person", now=NOW))
        return workspace.read(change.path)

    assert find(workspace.store, read) == []
    assert len(undone) == 1


def test_nothing_is_reported_about_files_that_are_being_written(workspace: Sandbox) -> None:
    change = Change(path="a.json", before=NEW["a.json"], after=OLD["a.json"])
    entry = Entry(
        at="2026-01-29T14:30:00Z", verb="undo", actor="person", message=plain("Undone"), paths=("a.json",), undoes=1
    )
    journal.begin(workspace.store, entry, (change,))
    for path, content in OLD.items():
        workspace.write(path, content or b"")
    assert gone(workspace) == [(1, ("b.md",))]


def test_while_others_write_it_is_looked_at_again(workspace: Sandbox) -> None:
    for path, content in OLD.items():
        workspace.write(path, content or b"")
    written = []

    def read(change: Change) -> bytes | None:
        """The file, while another cockpit writes another one."""
        if len(written) < 3:
            written.append(workspace.commit({"c.md": b"%d\n" % len(written)}, "Wrote another"))
        return workspace.read(change.path)

    assert [each.entry.number for each in find(workspace.store, read)] == [1]
    assert len(written) == 3


def test_nothing_is_reported_about_what_cannot_be_read_now(workspace: Sandbox) -> None:
    def read(change: Change) -> bytes | None:
        raise CommandError(plain(f"{change.path} cannot be read."))

    assert find(workspace.store, read) == []


STAMPED = (b"updated: 2026-01-29T10:0%dZ\na: %s\nb: %s\nc: %s\n").__mod__


def test_a_line_that_says_when_somebody_wrote_is_whoevers_wrote_last(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"s.md": STAMPED((0, b"1", b"1", b"1"))})
    workspace.commit({"s.md": STAMPED((1, b"2", b"1", b"1"))}, "Set a")
    workspace.commit({"s.md": STAMPED((2, b"2", b"2", b"1"))}, "Set b")
    workspace.write("s.md", STAMPED((3, b"1", b"2", b"9")))  # a stale copy with changes of the agent's own
    assert [number for number, _ in gone(workspace)] == [1]
    workspace.write("s.md", STAMPED((3, b"1", b"1", b"9")))
    assert [number for number, _ in gone(workspace)] == [1, 2]
    assert again(workspace, 1) == Said("storage.applied-again", plain("Set a"))
    assert again(workspace, 2) == Said("storage.applied-again", plain("Set b"))
    assert workspace.read("s.md") == STAMPED((3, b"2", b"2", b"9"))
    assert gone(workspace) == []


def test_what_stands_beside_a_later_change_of_ours_that_also_added_lines_is_there(tmp_path: Path) -> None:
    """The later change makes one edit of it and of what stands above: the old lines stand nowhere."""
    workspace = Sandbox.create(tmp_path, {"s.md": b"# S\n\nphase: 3\nstatus: works\n"})
    stamped = b"# S\nupdated: 2026-01-29T10:0%dZ\n\nphase: %s\nstatus: paused\n%s"
    workspace.commit({"s.md": stamped % (1, b"3", b"")}, "Paused it")
    workspace.commit({"s.md": stamped % (2, b"4", b"last: moved\n")}, "Moved")
    assert gone(workspace) == []
    workspace.write("s.md", (stamped % (2, b"4", b"last: moved\n")).replace(b"paused", b"works"))
    assert gone(workspace) == [(1, ("s.md",))]
