"""What another program took back is found until it is written again or dismissed; what others changed is not."""

from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.taken_back import find
from cockpit.storage.transactions.undo import Conflict, History
from cockpit.storage.user_files.ledger import Entry
from cockpit.systems.interface import Change
from cockpit.wording.messages import Words, plain
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


NONE, BLOCKED = b"# B\n- None\n", b"# B\n- Blocked\n"
LIST, ADDED = b"# T\n- one\n", b"# T\n- one\n- AAA\n"
STAMPED = b"# S\nupdated: 2026-01-29T10:0%dZ\n\nphase: %s\nstatus: paused\n%s"
MOVED = STAMPED % (2, b"4", b"last: moved\n")
WEEK = b"# T\nLast session: 2026-01-%d\nx: %d\n"
OURS, THEIRS = "ours", "theirs"
Story = tuple[bytes, list[tuple[str, Content, list[int]]]]


def emptied(empty: bytes, one: bytes, other: bytes) -> Story:
    return empty, [(OURS, one, []), (THEIRS, empty, [1]), (OURS, other, [1])]


def added(theirs: bytes, missed: list[int]) -> Story:
    return LIST, [(OURS, ADDED, []), (THEIRS, theirs, missed)]


STORIES: dict[str, Story] = {
    "a removed file is back": (NONE, [(OURS, None, []), (THEIRS, NONE, [1])]),
    "a later change of ours replaced it": (
        NONE, [(OURS, BLOCKED, []), (OURS, NONE, []), (THEIRS, BLOCKED, [2])]),
    "only times": (
        WEEK % (28, 1), [(OURS, WEEK % (29, 1), []), (THEIRS, WEEK % (30, 1), []), (THEIRS, WEEK % (28, 2), [1])]),
    "from a list that was empty": emptied(b"# T\n- None\n", b"# T\n- AAA\n", b"# T\n- BBB\n"),
    "from an empty object": emptied(
        b'{\n "acks": {}\n}\n', b'{\n "acks": {\n  "cost": 26\n }\n}\n', b'{\n "acks": {\n  "errors": 2\n }\n}\n'),
    "from an empty sequence": emptied(
        b"todos: []\nz: 1\n", b"todos:\n- AAA\nz: 1\n", b"todos:\n- BBB\nz: 1\n"),
    "from a list that is kept short": (  # what the first one wrote was moved out by the third
        b"# D\n- a\n- b\n",
        [(OURS, b"# D\n- b\n- one\n", []), (OURS, b"# D\n- one\n- two\n", []), (OURS, b"# D\n- two\n- three\n", []),
         (THEIRS, b"# D\n- a\n- b\n", [2, 3])]),
    "of what an agent made of ours": (
        b"# T\n- None\n",
        [(OURS, b"# T\n- AAA\n", []), (THEIRS, b"# T\n- Something else\n", []), (OURS, b"# T\n- BBB\n", [])]),
    "done": added(LIST + b"## Done\n- AAA (task 3)\n", []),
    "moved": added(b"# T\n- AAA\n- one\n", []),
    "gone with others": added(b"# T\n", [1]),
    "changed on purpose meanwhile": (  # the agent went on from what we wrote, and later has the one from before again
        b"status: works\n",
        [(OURS, b"status: paused\n", []), (THEIRS, b"status: done\n", []), (OURS, b"status: done\nnote\n", []),
         (THEIRS, b"status: works\nnote\n", [])]),
    "beside a later change of ours that also added lines": (  # one edit of it and of what stands above
        b"# S\n\nphase: 3\nstatus: works\n",
        [(OURS, STAMPED % (1, b"3", b""), []), (OURS, MOVED, []), (THEIRS, MOVED.replace(b"paused", b"works"), [1])]),
}  # fmt: skip
"""Of each what stood in a file, then who wrote what, and which changes of ours are missed after that."""


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_what_is_missed_of_a_file(tmp_path: Path, story: Story) -> None:
    before, steps = story
    workspace = Sandbox.create(tmp_path, {"t.md": before})
    for who, content, missed in steps:
        if who == OURS:
            workspace.commit({"t.md": content}, "Changed it")
        else:
            workspace.write("t.md", content or b"")
        assert gone(workspace) == [(number, ("t.md",)) for number in missed]


def test_what_we_took_back_ourselves_is_not_missed(workspace: Sandbox) -> None:
    undo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert gone(workspace) == []
    redo(workspace.root, store=workspace.store, actor="person", now=NOW)
    assert gone(workspace) == []
    workspace.write("a.json", OLD["a.json"] or b"")
    assert gone(workspace) == [(1, ("a.json",))], "but an agent may remove it then, too"


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


# A loss is not forgotten


def stale_copy(tmp_path: Path) -> Sandbox:
    """AAA is added, a stale copy takes it back, BBB is added."""
    workspace = Sandbox.create(tmp_path, {"t.md": LIST})
    workspace.commit({"t.md": ADDED}, "Added AAA", subject=subject())
    workspace.write("t.md", LIST)
    later = NOW + timedelta(minutes=5)
    workspace.commit({"t.md": LIST + b"- BBB\n"}, "Added BBB", now=later, subject=subject())
    return workspace


def test_an_hour_later_and_after_many_changes_it_is_still_reported(tmp_path: Path) -> None:
    workspace = stale_copy(tmp_path)
    for number in range(30):
        now = NOW + timedelta(days=number)
        workspace.commit({"t.md": (workspace.read("t.md") or b"") + b"- more %d\n" % number}, "More", now=now)
    [found] = find(workspace.store, workspace.current_contents)
    assert (found.entry.number, found.paths, found.at) == (1, ("t.md",), "2026-01-29T14:35:00Z")


# Writing it again


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

    def read(path: str) -> bytes | None:
        """The file, just as it was taken back; the journal was read before."""
        if not undone:
            undone.append(undo(workspace.root, store=workspace.store, actor="person", now=NOW))
        return workspace.read(path)

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

    def read(path: str) -> bytes | None:
        """The file, while another cockpit writes another one."""
        if len(written) < 3:
            written.append(workspace.commit({"c.md": b"%d\n" % len(written)}, "Wrote another"))
        return workspace.read(path)

    assert [each.entry.number for each in find(workspace.store, read)] == [1]
    assert len(written) == 3


def test_nothing_is_reported_about_what_cannot_be_read_now(workspace: Sandbox) -> None:
    def read(path: str) -> bytes | None:
        raise CommandError(plain(f"{path} cannot be read."))

    assert find(workspace.store, read) == []


SET = (b"updated: 2026-01-29T10:0%dZ\na: %s\nb: %s\nc: %s\n").__mod__


def test_a_line_that_says_when_somebody_wrote_is_whoevers_wrote_last(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"s.md": SET((0, b"1", b"1", b"1"))})
    workspace.commit({"s.md": SET((1, b"2", b"1", b"1"))}, "Set a")
    workspace.commit({"s.md": SET((2, b"2", b"2", b"1"))}, "Set b")
    workspace.write("s.md", SET((3, b"1", b"2", b"9")))  # a stale copy with changes of the agent's own
    assert [number for number, _ in gone(workspace)] == [1]
    workspace.write("s.md", SET((3, b"1", b"1", b"9")))
    assert [number for number, _ in gone(workspace)] == [1, 2]
    assert again(workspace, 1) == Said("storage.applied-again", plain("Set a"))
    assert again(workspace, 2) == Said("storage.applied-again", plain("Set b"))
    assert workspace.read("s.md") == SET((3, b"2", b"2", b"9"))
    assert gone(workspace) == []
