"""One file's replacement: what others write at the same moment is kept, and so are links, modes and owners."""

import errno
import os
import stat
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.root_boundary import walked
from cockpit.storage.transactions import atomic, journal
from cockpit.storage.transactions import commit as committing
from cockpit.storage.transactions.atomic import StaleBase, replacements_of, write_like
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.wording.messages import plain
from tests.storage.refusals import refused, refused_unchanged
from tests.support.patience import PATIENCE
from tests.support.processes import by_rename
from tests.support.sandbox import Sandbox, observed, subject

BEFORE, AFTER, THEIRS = b"one\ntwo\nthree\n", b"one\nTWO\nthree\n", b"one\ntwo\nthree\nfour\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Sandbox:
    return Sandbox.create(tmp_path, {"s.md": BEFORE})


def at_the_last_moment(
    monkeypatch: pytest.MonkeyPatch, call: str, name: str, *acts: Callable[[], object] | None
) -> None:
    """Each act happens right before one such call to the disk for that file, in order; None lets one pass."""
    pending = list(acts)
    real = getattr(disk, call)

    def called(*given: object) -> object:
        act = pending.pop(0) if pending and name in given else None
        if act:
            act()
        return real(*given)

    monkeypatch.setattr(disk, call, called)


def at_the_exchange(monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], object] | None) -> None:
    at_the_last_moment(monkeypatch, "exchange", "s.md", *acts)


TELLS_WRITERS = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open for writing")


WRITERS = pytest.mark.parametrize("writer", [by_rename, Path.write_bytes], ids=["by rename", "in place"])


WANTED: dict[str, Callable[[bytes | None], bytes | None]] = {
    "exchange": lambda content: content and content.replace(b"two", b"TWO"),
    "link": lambda content: b"mine" if content is None else content,
    "rename": lambda content: None if content == BEFORE else content,
}
MERGED = b"one\nTWO\nthree\nfour\n"


@pytest.mark.parametrize(
    ("call", "act", "left"),
    [
        ("exchange", partial(by_rename, content=THEIRS), MERGED),
        ("exchange", partial(Path.write_bytes, data=THEIRS), MERGED),
        ("exchange", Path.unlink, None),
        ("link", partial(Path.write_bytes, data=THEIRS), THEIRS),
        ("rename", partial(by_rename, content=THEIRS), THEIRS),
    ],
    ids=["a new version", "written in place", "removed", "made by another", "not to be removed any more"],
)
def test_what_others_do_at_the_last_moment_counts(
    workspace: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    act: Callable[[Path], object],
    left: bytes | None,
) -> None:
    """The edit is made again on what stands there then."""
    name = "new.md" if call == "link" else "s.md"
    at_the_last_moment(monkeypatch, call, name, partial(act, workspace.root / name))
    found: list[bytes | None] = []

    def make() -> Edit:
        found.append(workspace.read(name))
        return workspace.edit({name: WANTED[call](found[-1])})

    workspace.commit_edit(make)
    assert found == [None if call == "link" else BEFORE, THEIRS if left else None]
    assert workspace.read(name) == left
    done = [each for each in workspace.states() if each != "kept"]
    assert (done, workspace.litter()) == (["done"] if left == MERGED else [], [])


@WRITERS
def test_of_two_versions_at_once_none_is_lost(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch, writer: Callable[[Path, bytes], None]
) -> None:
    path = workspace.root / "s.md"
    at_the_exchange(monkeypatch, lambda: writer(path, b"theirs 1"), lambda: writer(path, b"theirs 2"))
    made = []

    def make() -> object:
        made.append(workspace.read("s.md"))
        return workspace.edit({"s.md": (made[-1] or b"") + b" and mine"})

    workspace.commit_edit(make)  # type: ignore[arg-type]
    assert made == [BEFORE, b"theirs 1"]
    assert workspace.read("s.md") == b"theirs 1 and mine"
    assert workspace.kept_versions() == [b"theirs 1", b"theirs 2"]


@TELLS_WRITERS
def test_a_writer_that_had_the_file_open_finishes_first(workspace: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "WRITER_SECONDS", PATIENCE)
    path = workspace.root / "s.md"
    threads = []

    def begin_writing() -> None:
        handle = path.open("r+b", buffering=0)
        handle.truncate()

        def finish_writing() -> None:
            time.sleep(0.05)
            handle.write(THEIRS)
            handle.close()

        threads.append(threading.Thread(target=finish_writing))
        threads[-1].start()

    at_the_exchange(monkeypatch, begin_writing)
    workspace.commit_edit(lambda: workspace.edit({"s.md": (workspace.read("s.md") or b"") + b"mine\n"}))
    threads[0].join()
    assert workspace.read("s.md") == THEIRS + b"mine\n"
    assert workspace.litter() == []


@TELLS_WRITERS
def test_a_file_that_stays_open_for_writing_is_refused(workspace: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(committing, "PAUSE_SECONDS", 0.001)
    with (workspace.root / "s.md").open("ab"), refused_unchanged("storage.held-open", "s.md"):
        workspace.commit({"s.md": AFTER})
    assert workspace.read("s.md") == BEFORE
    opened = []

    def open_it() -> None:
        opened.append((workspace.root / "s.md").open("ab", buffering=0))

    at_the_exchange(monkeypatch, open_it)
    with refused_unchanged("storage.held-open", "s.md"):
        workspace.commit({"s.md": AFTER})
    opened[0].write(b"later\n")
    opened[0].close()
    assert workspace.read("s.md") == BEFORE + b"later\n", "what it writes later must reach the file"
    assert workspace.litter() == []


def test_a_file_removed_while_a_version_goes_back(workspace: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workspace.root / "s.md"
    at_the_exchange(monkeypatch, lambda: by_rename(path, THEIRS), path.unlink)
    workspace.commit_edit(lambda: workspace.edit({"s.md": (workspace.read("s.md") or b"none, ") + b"then mine"}))
    assert workspace.read("s.md") == b"none, then mine"
    assert workspace.kept_versions() == [THEIRS]


def test_a_group_that_fails_is_put_back_and_what_was_made_from_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent reads the first file of a group, adds to it, and then the second file cannot be written."""
    workspace = Sandbox.create(tmp_path, {"a": b"1\n2\n", "b": b"x"})
    real = disk.exchange

    def exchange(one: str, other: str, folder: int) -> None:
        if other == "b":
            by_rename(workspace.root / "a", (workspace.read("a") or b"") + b"agent\n")
            raise OSError(errno.EACCES, "Permission denied")
        real(one, other, folder)

    monkeypatch.setattr(disk, "exchange", exchange)
    with refused_unchanged("storage.no-permission", "b"):
        workspace.commit({"a": b"1\nTWO\n", "b": b"y"})
    assert workspace.contents({"a": 0, "b": 0}) == {"a": b"1\n2\n", "b": b"x"}
    assert workspace.kept_versions() == [b"1\nTWO\nagent\n"]
    assert workspace.litter() == []


def unsupported(one: str, other: str, folder: int) -> None:
    """What a file system answers that lacks an operation."""
    raise OSError(errno.ENOSYS, "Function not implemented")


@pytest.mark.parametrize("links", [True, False], ids=["hard links", "no hard links"])
def test_file_systems_that_cannot_exchange(workspace: Sandbox, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    monkeypatch.setattr(disk, "exchange", unsupported)
    if not links:
        monkeypatch.setattr(disk, "link", unsupported)
    (workspace.root / "s.md").chmod(0o640)
    workspace.commit({"s.md": AFTER, "new.md": b"new"})
    assert workspace.contents({"s.md": 0, "new.md": 0}) == {"s.md": AFTER, "new.md": b"new"}
    assert stat.S_IMODE((workspace.root / "s.md").stat().st_mode) == 0o640
    assert workspace.litter() == []
    with pytest.raises(CommandError):
        workspace.commit({"s.md": BEFORE, "new.md/below": b""})
    workspace.commit({"new.md": None})
    assert workspace.contents({"s.md": 0, "new.md": 0}) == {"s.md": AFTER, "new.md": None}
    assert workspace.litter() == []


def test_where_files_cannot_be_exchanged_they_are_compared_once_more(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    pending = [True]

    def unsupported_once_written(one: str, other: str, folder: int) -> None:
        if pending:
            pending.pop()
            by_rename(workspace.root / "s.md", THEIRS)
        unsupported(one, other, folder)

    monkeypatch.setattr(disk, "exchange", unsupported_once_written)
    workspace.commit_edit(lambda: workspace.edit({"s.md": (workspace.read("s.md") or b"").replace(b"two", b"TWO")}))
    assert workspace.read("s.md") == b"one\nTWO\nthree\nfour\n"
    assert workspace.litter() == []


@pytest.mark.parametrize("theirs", [None, b"1 and theirs"])
def test_where_files_cannot_be_exchanged_a_group_that_fails_is_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theirs: bytes | None
) -> None:
    workspace = Sandbox.create(tmp_path, {"a": b"1", "b": b"x"})
    (workspace.root / "a").chmod(0o640)
    real = disk.rename

    def rename(source: disk.Name, place: disk.Name, folder: int | None = None) -> None:
        if place == "b":
            if theirs is not None:
                workspace.write("a", theirs)
            raise OSError(errno.EIO, "Input/output error")
        real(source, place, folder)

    monkeypatch.setattr(disk, "exchange", unsupported)
    monkeypatch.setattr(disk, "rename", rename)
    with refused_unchanged("storage.disk-error", "b"):
        workspace.commit({"a": b"2", "b": b"y"})
    assert workspace.contents({"a": 0, "b": 0}) == {"a": b"1", "b": b"x"}
    assert stat.S_IMODE((workspace.root / "a").stat().st_mode) == 0o640
    assert workspace.kept_versions() == ([] if theirs is None else [theirs])
    assert workspace.litter() == []


def test_a_folder_that_another_one_takes_the_place_of_is_written_in_again(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What went into the folder that is no longer found would be lost without a word."""
    for folder in ("state", "other"):
        workspace.write(f"{folder}/s.md", BEFORE)
    moves = [("state", "aside"), ("other", "state")]

    def move() -> None:
        while moves:
            old, new = moves.pop(0)
            (workspace.root / old).rename(workspace.root / new)

    at_the_exchange(monkeypatch, move)
    workspace.commit({"state/s.md": AFTER})
    assert workspace.contents({"state/s.md": 0, "aside/s.md": 0}) == {"state/s.md": AFTER, "aside/s.md": BEFORE}
    assert workspace.litter() == []


def test_the_mode_stays_and_so_do_links_and_long_names(workspace: Sandbox) -> None:
    (workspace.root / "link").symlink_to("s.md")
    for mode in (0o640, 0o600, 0o755, 0o444 | stat.S_IWUSR):
        (workspace.root / "s.md").chmod(mode)
        workspace.commit({"link": b"%d" % mode})
        assert stat.S_IMODE((workspace.root / "s.md").stat().st_mode) == mode
        assert ((workspace.root / "link").readlink(), workspace.read("s.md")) == (Path("s.md"), b"%d" % mode)
    (workspace.root / "to-nothing").symlink_to("deep/real")
    workspace.commit({"to-nothing": b"made"})
    assert ((workspace.root / "to-nothing").is_symlink(), workspace.read("deep/real")) == (True, b"made")
    name = "é" * 120
    workspace.write(name, b"1")
    workspace.commit({name: b"2", name[:-1]: b"3"})
    assert (workspace.read(name), workspace.read(name[:-1])) == (b"2", b"3")


def test_a_new_file_has_the_mode_that_the_umask_gives(workspace: Sandbox) -> None:
    before = os.umask(0o027)
    try:
        workspace.commit({"deep/new.md": b"1"})
    finally:
        os.umask(before)
    assert stat.S_IMODE((workspace.root / "deep/new.md").stat().st_mode) == 0o640
    assert stat.S_IMODE((workspace.root / "deep").stat().st_mode) == 0o750


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(workspace: Sandbox) -> None:
    os.chown(workspace.root / "s.md", 1234, 2345)
    workspace.commit({"s.md": AFTER})
    found = (workspace.root / "s.md").stat()
    assert (found.st_uid, found.st_gid, workspace.read("s.md")) == (1234, 2345, AFTER)


def test_another_group_does_not_get_the_rights_of_the_one_that_cannot_be_kept(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = disk.opened_status

    def opened_status(descriptor: int) -> os.stat_result:
        found = list(real(descriptor))
        found[stat.ST_GID] = 99_999
        return os.stat_result(found)

    def refused(descriptor: int, user: int, group: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(disk, "opened_status", opened_status)
    monkeypatch.setattr(disk, "set_owner", refused)
    (workspace.root / "s.md").chmod(0o664)
    with walked(workspace.root, "copy") as place:
        write_like("copy", b"secret", disk.status("s.md", place.folder), place.folder)
    assert stat.S_IMODE((workspace.root / "copy").stat().st_mode) == 0o644


def test_links_within_the_project_are_followed_on_any_way(workspace: Sandbox) -> None:
    """Through a folder, upwards, from link to link, and by an absolute path, also one that leads through a link."""
    alias = workspace.root.parent / "alias"
    alias.symlink_to(workspace.root)
    (workspace.root / "deep" / "er").mkdir(parents=True)
    for name, goal in {
        "up": "deep/er/../../s.md",
        "chain": "up",
        "absolute": str(workspace.root / "s.md"),
        "by-alias": str(alias / "deep" / ".." / "s.md"),
    }.items():
        (workspace.root / name).symlink_to(goal)
    (workspace.root / "folder").symlink_to("deep/er")
    (workspace.root / "deep" / "er" / "back").symlink_to("../../s.md")
    for number, path in enumerate(("up", "chain", "absolute", "by-alias", "folder/back")):
        workspace.commit({path: b"%d" % number})
        assert workspace.read("s.md") == b"%d" % number
        assert (workspace.root / path).is_symlink()


def test_a_link_that_leaves_the_project_is_refused_though_it_comes_back(workspace: Sandbox) -> None:
    (workspace.root / "link").symlink_to(f"../{workspace.root.name}/s.md")
    with refused_unchanged("storage.outside", "link"):
        workspace.commit({"link": AFTER})
    assert workspace.read("s.md") == BEFORE


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../outside", "storage.outside"),
        ("/etc/passwd", "storage.outside"),
        ("a/../../b", "storage.outside"),
        (".", "storage.outside"),
        ("nul\0", "storage.outside"),
        ("out", "storage.outside"),
        ("folder-out/x", "storage.outside"),
        (".git/config", "storage.belongs-to-git"),
        ("into-git/x", "storage.belongs-to-git"),
        ("loop", "storage.link-to-itself"),
        ("folder", "storage.not-a-file"),
        ("pipe", "storage.not-a-file"),
        ("s.md/below", "storage.folder-is-none"),
        ("x" * 300, "storage.name-too-long"),
    ],
)
def test_where_nothing_may_be_written(workspace: Sandbox, path: str, code: str) -> None:
    outside = workspace.root.parent / "elsewhere"
    outside.mkdir()
    (outside / "x").write_bytes(b"theirs")
    (workspace.root / ".git").mkdir()
    (workspace.root / "folder").mkdir()
    os.mkfifo(workspace.root / "pipe")
    for name, goal in {"out": outside / "x", "folder-out": outside, "loop": "loop", "into-git": ".git"}.items():
        (workspace.root / name).symlink_to(goal)
    edit = workspace.edit({})
    for before in (None, b"theirs"):
        change = journal.Change(path=path, before=before, after=b"mine")
        with refused_unchanged(code, path):
            workspace.commit_edit(lambda change=change: type(edit)(changes=(change,), done=plain("")))  # type: ignore[misc]
    assert (outside / "x").read_bytes() == b"theirs"
    assert sorted(path.name for path in outside.iterdir()) == ["x"]


def test_a_file_too_long_to_be_read_whole_is_not_edited(workspace: Sandbox) -> None:
    workspace.write("long", b"x" * (4 * 1024 * 1024 + 1))
    with refused_unchanged("storage.too-long", "long", 4):
        workspace.commit({"long": b"short"})


def test_a_replacement_that_lost_its_way_says_so(workspace: Sandbox) -> None:
    """What could not be put back is not taken for put back."""

    def cannot(path: str, content: bytes) -> None:
        raise CommandError(plain("cockpit's folder is full."))

    with ExitStack() as held:
        change = Change(path="s.md", before=BEFORE, after=AFTER)
        [replacement] = replacements_of(workspace.root, [change], "t", cannot, held)
        replacement.prepare()
        replacement.switch()
        by_rename(workspace.root / "s.md", b"theirs")
        with pytest.raises(CommandError, match="folder is full"):
            replacement.withdraw()
        with refused("storage.not-put-back", "s.md"):
            replacement.withdraw()
        assert b"theirs" in (workspace.read("s.md"), workspace.read(replacement.beside))


@pytest.mark.parametrize("merged", [True, False], ids=["before the ledger has it", "after that"])
def test_what_a_process_writes_to_the_displaced_file_is_not_lost(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch, merged: bool
) -> None:
    """One that had found the file, but not opened it yet, when it was displaced: merged, as long as that can be."""
    real = disk.sync_folder if merged else disk.append

    def late(*given: object) -> None:
        real(*given)  # type: ignore[arg-type]
        for beside in workspace.root.glob(".s.md.*"):
            if beside.read_bytes() == BEFORE:
                beside.write_bytes(THEIRS)

    monkeypatch.setattr(disk, "sync_folder" if merged else "append", late)
    workspace.commit_edit(
        lambda: workspace.edit({"s.md": (workspace.read("s.md") or b"").replace(b"two", b"TWO")}), subject=subject()
    )
    assert workspace.read("s.md") == (b"one\nTWO\nthree\nfour\n" if merged else AFTER)
    assert workspace.kept_versions() == [THEIRS]
    assert workspace.litter() == []


@TELLS_WRITERS
@pytest.mark.parametrize("finishing", [True, False], ids=["finished", "withdrawn"])
def test_who_has_a_file_open_that_is_about_to_go_is_waited_for(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch, finishing: bool
) -> None:
    """An agent opens what stands in the place of the file, and writes when that is no longer there."""
    monkeypatch.setattr(atomic, "WRITER_SECONDS", PATIENCE)
    real = disk.has_writer
    kept: list[bytes] = []
    with ExitStack() as held:
        change = Change(path="s.md", before=BEFORE, after=AFTER)
        [replacement] = replacements_of(workspace.root, [change], "t", lambda _, content: kept.append(content), held)
        replacement.prepare()
        if not finishing:
            replacement.switch()
        handle = held.enter_context((workspace.root / "s.md").open("r+b", buffering=0))
        if finishing:
            monkeypatch.setattr(disk, "has_writer", lambda name, folder: False)  # it was only just opening it
            replacement.switch()
            monkeypatch.setattr(disk, "has_writer", real)

        def write() -> None:
            time.sleep(0.05)
            handle.truncate()
            handle.write(THEIRS)
            handle.close()

        thread = threading.Thread(target=write)
        thread.start()
        (replacement.finish if finishing else replacement.withdraw)()
        thread.join()
    assert kept == [THEIRS]
    assert workspace.read("s.md") == (AFTER if finishing else BEFORE)


@TELLS_WRITERS
@pytest.mark.parametrize("when", ["before it is put back", "after that"])
def test_a_version_completed_out_of_sight_is_kept_though_its_writer_goes_on_from_ours(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """An agent writes while its file is displaced, is done, reads ours, and puts what it made of that in the place."""
    path = workspace.root / "s.md"
    kept: list[bytes] = []
    handles = []

    def begin_writing() -> None:
        handles.append(path.open("r+b", buffering=0))
        handles[-1].truncate(3)

    def complete() -> None:
        handles[-1].seek(0)
        handles[-1].write(THEIRS)
        handles[-1].close()

    def go_on() -> None:
        by_rename(path, b"of ours")

    real = disk.exchange
    last = (None, go_on) if when == "before it is put back" else (complete, None)
    acts = iter([(begin_writing, None), last])

    def exchange(one: str, other: str, folder: int) -> None:
        before, after = next(acts)
        if before is not None:
            before()
        real(one, other, folder)
        if after is not None:
            after()

    monkeypatch.setattr(disk, "exchange", exchange)
    with ExitStack() as held:
        change = Change(path="s.md", before=BEFORE, after=AFTER)
        [replacement] = replacements_of(workspace.root, [change], "t", lambda _, content: kept.append(content), held)
        replacement.prepare()
        with pytest.raises(StaleBase):
            replacement.switch()
        if when == "before it is put back":
            complete()
        replacement.withdraw()
        if when == "after that":
            go_on()
    assert THEIRS in kept
    assert path.read_bytes() == b"of ours"


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


def test_the_files_are_written_in_the_given_order(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path, {"b": b"1", "a": b"1", "c": b"1"})
    with observed() as calls:
        workspace.commit({"b": b"2", "a": b"2", "c": b"2"})
    assert journal.read(workspace.store).entries[0].paths == ("b", "a", "c")
    last_preparation = len(calls.made) - calls.made[::-1].index("create")
    assert calls.made.index("exchange") >= last_preparation, "all new contents are on the disk before the first switch"
