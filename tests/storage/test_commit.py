"""All files of an edit or none, whatever fails and whenever the process dies; on the newest bytes."""

import errno
import multiprocessing
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from cockpit.model.refused import Refused
from cockpit.storage import disk, journal, ledger
from cockpit.storage.commit import ATTEMPTS
from cockpit.storage.recovery import recover
from cockpit.storage.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from tests.storage.processes import agent, answer, ended, group, increment, started
from tests.storage.writing import NOW, Content, Workspace, failing_at, failing_from, observed, subject

TWO: tuple[dict[str, Content], dict[str, Content]] = (
    {"a.json": b'{"n": 1}\n', "b.md": b"one\r\ntwo\r\n"},
    {"a.json": b'{"n": 2}\n', "b.md": b"one\r\nTWO\r\n"},
)
THREE: tuple[dict[str, Content], dict[str, Content]] = (
    {"state/a.json": b"1\n", "new/deep/c.md": None, "old.md": b"old\n"},
    {"state/a.json": b"2\n", "new/deep/c.md": b"made\n", "old.md": None},
)
GROUPS = pytest.mark.parametrize(("old", "new"), [TWO, THREE], ids=["two files", "change, create, remove"])
KILLS = int(os.environ.get("COCKPIT_TEST_KILLS", "30"))


def calls_of(folder: Path, old: Mapping[str, Content], new: Mapping[str, Content]) -> list[str]:
    workspace = Workspace.made(folder, old)
    with observed() as calls:
        workspace.commit(new, subject=subject())
    assert workspace.contents(new) == new
    return calls.made


def whole(workspace: Workspace, old: Mapping[str, Content], new: Mapping[str, Content]) -> bool:
    """Asserts that everything is old or everything is new; whether it is new."""
    found = workspace.contents(new)
    assert found in (dict(old), dict(new))
    return found == dict(new)


def test_writes_every_file_and_tells_what_was_done(tmp_path: Path) -> None:
    old, new = THREE
    workspace = Workspace.made(tmp_path, old)
    committed = workspace.commit(new, "Moved on", subject=subject())
    assert workspace.contents(new) == new
    assert (committed.entry_id, committed.edit.done, committed.recovered) == (1, "Moved on", ())
    [entry] = journal.read(workspace.store).entries
    assert (entry.state, entry.verb, entry.actor, entry.at) == ("done", "move", "person", "2026-01-29T14:30:00Z")
    assert {change.path: (change.before, change.after) for change in journal.changes(workspace.store, entry)} == {
        path: (old[path], new[path]) for path in new
    }
    [record] = ledger.read(workspace.store)
    assert (record.sentence, record.entry, record.paths, record.subject) == ("Moved on", 1, tuple(new), subject())
    assert workspace.litter() == []


def test_the_files_are_written_in_the_given_order(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"b": b"1", "a": b"1", "c": b"1"})
    with observed() as calls:
        workspace.commit({"b": b"2", "a": b"2", "c": b"2"})
    assert journal.read(workspace.store).entries[0].paths == ("b", "a", "c")
    last_preparation = len(calls.made) - calls.made[::-1].index("create")
    assert calls.made.index("exchange") >= last_preparation, "all new contents are on the disk before the first switch"


@pytest.mark.parametrize("changes", [(), (Change(path="a", before=b"1", after=b"1"),)], ids=["none", "no difference"])
def test_no_change_writes_nothing(tmp_path: Path, changes: tuple[Change, ...]) -> None:
    workspace = Workspace.made(tmp_path, {"a": b"1"})
    before = (workspace.root / "a").stat()
    edit = Edit(changes=changes, done="It is so already")
    committed = workspace.commit_edit(lambda: edit, subject=subject())
    assert (committed.entry_id, committed.edit) == (None, edit)
    assert (workspace.root / "a").stat().st_ino == before.st_ino
    assert journal.read(workspace.store).entries == ()
    assert ledger.read(workspace.store) == ()


def test_a_read_only_project_is_not_asked(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, ProjectStore(tmp_path / "state", read_only=True))
    workspace.write("a", b"1")
    with pytest.raises(Refused, match=r"^This project is open read-only; nothing was changed\.$"):
        workspace.commit_edit(lambda: pytest.fail("it was asked"))
    assert workspace.read("a") == b"1"
    assert not workspace.store.folder.exists()


def test_what_make_refuses_is_refused(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path)

    def make() -> Edit:
        raise Refused("cost is at no level.")

    with pytest.raises(Refused, match=r"^cost is at no level\.$"):
        workspace.commit_edit(make)
    assert workspace.states() == []


def test_two_names_of_one_file_are_refused(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"a": b"1"})
    (workspace.root / "b").symlink_to("a")
    with pytest.raises(Refused, match=r"^a and b are the same file; nothing was changed\.$"):
        workspace.commit({"a": b"2", "b": b"3"})
    assert workspace.read("a") == b"1"


def test_makes_the_edit_again_when_a_file_changed(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"n": b"1", "m": b"0"})
    interference = iter([b"5", b"7"])
    seen = []

    def make() -> Edit:
        number = int(workspace.read("n") or b"")
        seen.append(number)
        edit = workspace.edit({"m": b"%d" % number, "n": b"%d" % (number + 1)})
        workspace.write("n", next(interference, b"%d" % number))
        return edit

    workspace.commit_edit(make)
    assert seen == [1, 5, 7]
    assert workspace.contents({"n": 0, "m": 0}) == {"n": b"8", "m": b"7"}
    assert workspace.states() == ["done"]


def test_gives_up_on_a_file_that_keeps_changing(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"n": b"0"})
    made = []

    def make() -> Edit:
        edit = workspace.edit({"n": b"mine"})
        made.append(edit)
        workspace.write("n", b"theirs %d" % len(made))
        return edit

    with pytest.raises(Refused, match=r"^n keeps changing; nothing was changed\.$"):
        workspace.commit_edit(make)
    assert len(made) == ATTEMPTS
    assert workspace.read("n") == b"theirs %d" % ATTEMPTS
    assert (workspace.states(), workspace.litter()) == ([], [])


@GROUPS
def test_a_fault_at_any_call_leaves_all_or_nothing(
    tmp_path: Path, old: dict[str, Content], new: dict[str, Content]
) -> None:
    calls = calls_of(tmp_path / "count", old, new)
    refused = 0
    for number, name in enumerate(calls):
        workspace = Workspace.made(tmp_path / str(number), old)
        folders = sorted(workspace.root.rglob("*"))
        try:
            with failing_at(number):
                workspace.commit(new, subject=subject())
        except Refused as refusal:
            refused += 1
            assert "nothing was changed" in str(refusal), (number, name)
            assert not whole(workspace, old, new), (number, name)
            assert workspace.litter() == [], (number, name)
            assert workspace.states() == [], (number, name)
            assert sorted(workspace.root.rglob("*")) == folders, (number, name)
        else:
            assert whole(workspace, old, new), (number, name)
        recover(workspace.root, store=workspace.store, now=NOW)
        assert whole(workspace, old, new) == (workspace.states() == ["done"]), (number, name)
        assert len(ledger.read(workspace.store)) in (int(whole(workspace, old, new)), 1), (number, name)
        assert workspace.litter() == [], (number, name)
    assert refused > len(calls) // 2


@GROUPS
@pytest.mark.parametrize(
    ("code", "sentence"), [(errno.ENOSPC, "The disk is full"), (errno.EDQUOT, "Your disk quota is used up")]
)
def test_a_full_disk_changes_nothing(
    tmp_path: Path, old: dict[str, Content], new: dict[str, Content], code: int, sentence: str
) -> None:
    names = ("create", "write", "make_folder", "append")
    for number in range(len(calls_of(tmp_path / "count", old, new))):
        workspace = Workspace.made(tmp_path / str(number), old)
        try:
            with failing_from(number, code, names):
                workspace.commit(new, subject=subject())
        except Refused as refusal:
            assert str(refusal) == f"{sentence}; nothing was changed."
            assert not whole(workspace, old, new)
            assert workspace.states() == []
        else:
            assert whole(workspace, old, new)
        assert workspace.litter() == []


@GROUPS
def test_a_disk_that_fails_for_good_is_made_whole_later(
    tmp_path: Path, old: dict[str, Content], new: dict[str, Content]
) -> None:
    waiting = 0
    for number in range(len(calls_of(tmp_path / "count", old, new))):
        workspace = Workspace.made(tmp_path / str(number), old)
        try:
            with failing_from(number, errno.EROFS):
                workspace.commit(new, subject=subject())
        except Refused as refusal:
            if "completed at the next start" in str(refusal):
                waiting += 1
            else:
                assert "nothing was changed" in str(refusal)
                assert not whole(workspace, old, new)
        recover(workspace.root, store=workspace.store, now=NOW)
        whole(workspace, old, new)
        assert not journal.pending(workspace.store)
    assert waiting


def test_half_a_write_leaves_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace.made(tmp_path, {"a": b"old"})
    real = disk.write

    def short(descriptor: int, data: bytes) -> None:
        if data == b"brand new":
            real(descriptor, data[:4])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor, data)

    monkeypatch.setattr(disk, "write", short)
    with pytest.raises(Refused, match=r"^The disk is full; nothing was changed\.$"):
        workspace.commit({"a": b"brand new"})
    assert (workspace.read("a"), workspace.litter(), workspace.states()) == (b"old", [], [])


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (errno.EACCES, "You have no permission to write a; nothing was changed."),
        (errno.EPERM, "You have no permission to write a; nothing was changed."),
        (errno.EROFS, "a is on a read-only file system; nothing was changed."),
        (errno.ENAMETOOLONG, "The name of a is too long; nothing was changed."),
        (errno.EIO, "The disk reports an error at a; nothing was changed."),
        (errno.ENOTCONN, "a could not be written (transport endpoint is not connected); nothing was changed."),
    ],
)
def test_each_error_has_its_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, sentence: str) -> None:
    workspace = Workspace.made(tmp_path, {"a": b"old"})
    real = disk.create

    def create(path: Path, mode: int) -> int:
        if path.is_relative_to(workspace.root):
            raise OSError(code, os.strerror(code))
        return real(path, mode)

    monkeypatch.setattr(disk, "create", create)
    with pytest.raises(Refused) as refusal:
        workspace.commit({"a": b"new"})
    assert str(refusal.value) == sentence
    assert workspace.read("a") == b"old"


def test_without_its_own_folder_nothing_is_changed(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"a": b"old"})
    workspace.store.folder.parent.write_text("a file where the folder should be")
    with pytest.raises(Refused, match=r"cockpit's folder .* nothing was changed\.$"):
        workspace.commit({"a": b"new"})
    assert workspace.read("a") == b"old"


@GROUPS
def test_killed_at_any_call_it_is_made_whole(tmp_path: Path, old: dict[str, Content], new: dict[str, Content]) -> None:
    completed = 0
    for number, name in enumerate(calls_of(tmp_path / "count", old, new)):
        workspace = Workspace.made(tmp_path / str(number), old)
        assert killed_at(number, workspace, new), (number, name)
        for path, content in workspace.contents(new).items():
            assert content in (old[path], new[path]), (number, name, path)
        recovered = recover(workspace.root, store=workspace.store, now=NOW)
        completed += len(recovered)
        is_new = whole(workspace, old, new)
        assert workspace.states() == ["done"] * is_new, (number, name)
        assert len(ledger.read(workspace.store)) == is_new, (number, name)
        assert [path for path in workspace.litter() if "cockpit-" in path] == [], (number, name)
        workspace.commit({"another": b"1"})  # and the next one is not hindered
        assert workspace.litter() == []
    assert completed > 5


def killed_at(number: int, workspace: Workspace, new: Mapping[str, Content]) -> bool:
    """Commits in a process that is killed at one call to the disk; whether it was."""

    def interrupt(current: int, name: str) -> None:
        if current == number:
            os.kill(os.getpid(), signal.SIGKILL)

    child = os.fork()
    if child == 0:
        try:
            with observed(interrupt):
                workspace.commit(new, subject=subject())
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def test_killed_at_random_moments_it_is_made_whole(tmp_path: Path) -> None:
    """COCKPIT_TEST_KILLS sets the number of kills."""
    seed = random.Random(7)
    workspace = Workspace.made(tmp_path, dict.fromkeys("abc", b"0\n"))
    for _ in range(KILLS):
        told, ready = multiprocessing.Pipe(duplex=False)
        process = started(group, workspace, ready)
        assert told.recv_bytes() == b"ready"
        time.sleep(seed.uniform(0, 0.03))
        process.kill()
        assert ended(process) == -signal.SIGKILL
        assert all((workspace.read(name) or b"").strip().isdigit() for name in "abc")
        recover(workspace.root, store=workspace.store, now=NOW)
        assert len({workspace.read(name) for name in "abc"}) == 1
        assert [name for name in workspace.litter() if "cockpit-" in name] == []
    assert int(workspace.read("a") or b"") > KILLS // 2


def test_concurrent_writers_lose_nothing(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"counter.json": b'{"n": 0}\n'})
    processes = [started(increment, workspace, 25) for _ in range(4)]
    assert [ended(process) for process in processes] == [0] * 4
    assert workspace.read("counter.json") == b'{"n": 100}\n'
    assert workspace.litter() == []


def test_concurrent_threads_lose_nothing(tmp_path: Path) -> None:
    workspace = Workspace.made(tmp_path, {"n": b"0"})

    def work() -> None:
        for _ in range(10):
            workspace.commit_edit(lambda: workspace.edit({"n": b"%d" % (int(workspace.read("n") or b"") + 1)}))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert workspace.read("n") == b"40"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open for writing")
@pytest.mark.parametrize("way", ["rename", "in-place", "slowly", "mixed"])
def test_no_version_of_an_agent_is_lost(tmp_path: Path, way: str) -> None:
    """The agent adds one number after the other to what it reads; each stands in the file or in the journal."""
    workspace = Workspace.made(tmp_path, {"s.json": b'{"cockpit": 0, "agent": []}'})
    writer = started(agent, workspace, way, 80)
    for _ in range(3):
        assert ended(started(answer, workspace, 20)) == 0
    assert ended(writer) == 0
    for number in range(80):
        mark = b'"%d"' % number
        assert mark in (workspace.read("s.json") or b"") or mark in journaled(workspace), number
    assert workspace.litter() == []


def journaled(workspace: Workspace) -> bytes:
    entries = journal.read(workspace.store).entries
    versions = (change for entry in entries for change in journal.changes(workspace.store, entry))
    return b"".join((change.before or b"") + (change.after or b"") for change in versions)
