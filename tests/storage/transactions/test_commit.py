"""All files of an edit or none, whatever fails and whenever the process dies; on the newest bytes."""

import errno
import os
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.commit import ATTEMPTS
from cockpit.storage.user_files import ledger
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.wording.messages import Message, plain
from tests.storage.refusals import refused_unchanged
from tests.support.said import Said
from tests.support.sandbox import Content, Sandbox, observed, subject

THREE: tuple[dict[str, Content], dict[str, Content]] = (
    {"state/a.json": b"1\n", "new/deep/c.md": None, "old.md": b"old\n"},
    {"state/a.json": b"2\n", "new/deep/c.md": b"made\n", "old.md": None},
)


def test_writes_every_file_and_tells_what_was_done(tmp_path: Path) -> None:
    old, new = THREE
    workspace = Sandbox.create(tmp_path, old)
    committed = workspace.commit(new, "Moved on", subject=subject())
    assert workspace.contents(new) == new
    assert (committed.entry_id, committed.edit.done, committed.recovered) == (1, plain("Moved on"), ())
    [entry] = journal.read(workspace.store).entries
    assert (entry.state, entry.verb, entry.actor, entry.at) == ("done", "move", "person", "2026-01-29T14:30:00Z")
    assert {change.path: (change.before, change.after) for change in journal.changes(workspace.store, entry)} == {
        path: (old[path], new[path]) for path in new
    }
    [record] = ledger.read(workspace.store)
    assert (record.sentence, record.number, record.paths, record.subject) == ("Moved on", 1, tuple(new), subject())
    assert workspace.litter() == []


def test_the_files_are_written_in_the_given_order(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"b": b"1", "a": b"1", "c": b"1"})
    with observed() as calls:
        workspace.commit({"b": b"2", "a": b"2", "c": b"2"})
    assert journal.read(workspace.store).entries[0].paths == ("b", "a", "c")
    last_preparation = len(calls.made) - calls.made[::-1].index("create")
    assert calls.made.index("exchange") >= last_preparation, "all new contents are on the disk before the first switch"


@pytest.mark.parametrize("changes", [(), (Change(path="a", before=b"1", after=b"1"),)], ids=["none", "no difference"])
def test_no_change_writes_nothing(tmp_path: Path, changes: tuple[Change, ...]) -> None:
    workspace = Sandbox.create(tmp_path, {"a": b"1"})
    before = (workspace.root / "a").stat()
    edit = Edit(changes=changes, done=plain("It is so already"))
    committed = workspace.commit_edit(lambda: edit, subject=subject())
    assert (committed.entry_id, committed.edit) == (None, edit)
    assert (workspace.root / "a").stat().st_ino == before.st_ino
    assert journal.read(workspace.store).entries == ()
    assert ledger.read(workspace.store) == ()


def test_a_read_only_project_is_not_asked(tmp_path: Path) -> None:
    workspace = Sandbox(tmp_path, ProjectStore(tmp_path / "state", read_only=True))
    workspace.write("a", b"1")
    with refused_unchanged("storage.read-only"):
        workspace.commit_edit(lambda: pytest.fail("it was asked"))
    assert workspace.read("a") == b"1"
    assert not workspace.store.folder.exists()


def test_two_names_of_one_file_are_refused(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"a": b"1"})
    (workspace.root / "b").symlink_to("a")
    with refused_unchanged("storage.same-file", "a", "b"):
        workspace.commit({"a": b"2", "b": b"3"})
    assert workspace.read("a") == b"1"


def test_makes_the_edit_again_when_a_file_changed(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"n": b"1", "m": b"0"})
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
    workspace = Sandbox.create(tmp_path, {"n": b"0"})
    made = []

    def make() -> Edit:
        edit = workspace.edit({"n": b"mine"})
        made.append(edit)
        workspace.write("n", b"theirs %d" % len(made))
        return edit

    with refused_unchanged("storage.keeps-changing", "n"):
        workspace.commit_edit(make)
    assert len(made) == ATTEMPTS
    assert workspace.read("n") == b"theirs %d" % ATTEMPTS
    assert (workspace.states(), workspace.litter()) == ([], [])


def test_half_a_write_leaves_no_litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Sandbox.create(tmp_path, {"a": b"old"})
    real = disk.write

    def short(descriptor: int, data: bytes) -> None:
        if data == b"brand new":
            real(descriptor, data[:4])
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor, data)

    monkeypatch.setattr(disk, "write", short)
    with refused_unchanged("storage.disk-full"):
        workspace.commit({"a": b"brand new"})
    assert (workspace.read("a"), workspace.litter(), workspace.states()) == (b"old", [], [])


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (errno.EACCES, Said("storage.no-permission", "a")),
        (errno.EPERM, Said("storage.no-permission", "a")),
        (errno.EROFS, Said("storage.read-only-file-system", "a")),
        (errno.ENAMETOOLONG, Said("storage.name-too-long", "a")),
        (errno.EIO, Said("storage.disk-error", "a")),
        (errno.ENOTCONN, Said("storage.not-written", "a", "transport endpoint is not connected")),
    ],
)
def test_each_error_has_its_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, why: Message) -> None:
    workspace = Sandbox.create(tmp_path, {"a": b"old"})
    real = disk.create

    def create(path: disk.Name, mode: int, folder: int | None = None) -> int:
        if folder is not None:
            raise OSError(code, os.strerror(code))
        return real(path, mode)

    monkeypatch.setattr(disk, "create", create)
    with pytest.raises(CommandError) as refusal:
        workspace.commit({"a": b"new"})
    assert refusal.value.whole == Said("model.nothing-changed", why)
    assert workspace.read("a") == b"old"
