"""The journal: what was done can be read back, however damaged, and does not grow without end; recovery from it."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.journal import Entry, packed, unpacked
from cockpit.storage.transactions.recovery import PLACE_WAITS, recover
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change
from cockpit.wording.messages import plain
from tests.storage.refusals import refused
from tests.support.said import Said
from tests.support.sandbox import NOW, Content, Sandbox, subject, undo

ENTRY = Entry(
    at="2026-01-29T14:30:00Z", verb="ack", actor="person", message=plain("Did it"), paths=("a", "b"), token="t"
)
BEGUN = datetime.fromisoformat(ENTRY.at)
CHANGES = (Change(path="a", before=b"1\n", after=b"2\n"), Change(path="b", before=None, after=b"\xff\x00"))


@pytest.fixture
def workspace(tmp_path: Path) -> Sandbox:
    return Sandbox.create(tmp_path, {"a": b"1\n"})


def file_of(store: ProjectStore, number: int) -> Path:
    return next(store.journal.glob(f"{number:08}.*"))


@given(st.none() | st.binary())
def test_any_content_survives(content: bytes | None) -> None:
    assert unpacked(json.loads(json.dumps(packed(content)))) == content


def test_the_numbers_rise_though_entries_go(workspace: Sandbox) -> None:
    for text in (b"2", b"3", b"4"):
        workspace.commit({"a": text})
    file_of(workspace.store, 1).unlink()
    file_of(workspace.store, 2).unlink()
    assert workspace.commit({"a": b"5"}).entry_id == 4


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        (lambda data: b"", "head"),
        (lambda data: data[:40], "head"),
        (lambda data: b"[]\n" + data, "head"),
        (lambda data: data.replace(b'"verb"', b'"wort"'), "head"),
        (lambda data: b"\xff" + data, "head"),
        (lambda data: b"[" * 100_000, "head"),
        (lambda data: data.splitlines(keepends=True)[0], "bytes"),
        (lambda data: data[:-20], "bytes"),
        (lambda data: data.replace(b'"text"', b'"base64"'), "bytes"),
        (lambda data: data.replace(b'"text"', b'"taxt"'), "bytes"),
    ],
)
def test_a_damaged_entry_hides_no_other(workspace: Sandbox, damage: Callable[[bytes], bytes], place: str) -> None:
    for text in (b"2\n", b"3\n", b"4\n"):
        workspace.commit({"a": text})
    file = file_of(workspace.store, 2)
    file.write_bytes(damage(file.read_bytes()))
    found = journal.read(workspace.store)
    if place == "head":
        assert [entry.number for entry in found.entries] == [1, 3]
        assert [number for number, _ in found.listing] == [1, 2, 3]
    else:
        assert [entry.number for entry in found.entries] == [1, 2, 3]
        with pytest.raises(CommandError) as refusal:
            journal.changes(workspace.store, found.entries[1])
        assert refusal.value.message in (Said("storage.entry-damaged", 2), Said("storage.entry-gone", 2))


def test_other_files_in_the_folder_are_no_entries(workspace: Sandbox) -> None:
    workspace.commit({"a": b"2\n"})
    for name in ("notes.txt", "00000009.strange.jsonl", "x.done.jsonl", ".00000007.done.jsonl.ab.tmp"):
        (workspace.store.journal / name).write_text("?")
    assert [entry.number for entry in journal.read(workspace.store).entries] == [1]
    workspace.commit({"a": b"3\n"})
    assert not list(workspace.store.journal.glob(".*")), "what a killed process left goes with the next change"


def test_only_the_newer_entries_are_read_where_a_time_is_given(workspace: Sandbox) -> None:
    for minutes in (0, 30, 60):
        workspace.commit({"a": b"%d" % minutes}, now=NOW + timedelta(minutes=minutes))
    since = NOW + timedelta(minutes=30)
    assert [entry.number for entry in journal.read(workspace.store, since=since).entries] == [2, 3]


def test_an_entry_renamed_while_reading_is_found(workspace: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    journal.begin(workspace.store, ENTRY, CHANGES)
    real = disk.first_line

    def first_line(path: Path) -> bytes:
        if ".pending." in path.name:
            journal.mark(workspace.store, 1, "done")
        return real(path)

    monkeypatch.setattr(disk, "first_line", first_line)
    assert [entry.state for entry in journal.read(workspace.store).entries] == ["done"]


def test_the_oldest_entries_go_when_the_journal_is_full(tmp_path: Path) -> None:
    made = Sandbox.create(tmp_path, {"a": b"1"})
    workspace = Sandbox(made.root, replace(made.store, journal_bytes=10_000))
    journal.begin(workspace.store, replace(ENTRY, paths=("x",)), [Change(path="x", before=b"", after=b"")])
    for number in range(10, 20):
        journal.keep(workspace.store, "a", b"%d" % number * 1_500, "2026-01-29T14:30:00Z")
    journal.prune(workspace.store)
    entries = journal.read(workspace.store).entries
    assert [entry.number for entry in entries] == [1, 10, 11]
    size = sum(file.stat().st_size for file in workspace.store.journal.iterdir())
    assert size < 10_000


def test_the_newest_entry_stays_however_large(tmp_path: Path) -> None:
    made = Sandbox.create(tmp_path, {"a": b"1"})
    workspace = Sandbox(made.root, replace(made.store, journal_bytes=100))
    workspace.commit({"a": b"2" * 1000})
    workspace.commit({"a": b"3" * 1000})
    assert [entry.number for entry in journal.read(workspace.store).entries] == [2]


def interrupted(workspace: Sandbox, changes: dict[str, tuple[Content, Content]]) -> None:
    """A change of which only the intent was written."""
    paths = tuple(changes)
    edits = [Change(path=path, before=before, after=after) for path, (before, after) in changes.items()]
    journal.begin(workspace.store, replace(ENTRY, paths=paths, subject=subject()), edits)


@pytest.mark.parametrize(
    ("present", "left", "code", "others"),
    [
        ({"a": b"0\n1\n3\n", "b": b"x\n", "n": b"theirs"}, {}, "storage.interrupted-not-done", ("a", "n")),
        ({"a": b"other\n", "b": b"x\n", "n": b"new"}, {"b": b"y\n"}, "storage.interrupted-in-conflict", ("a",)),
    ],
    ids=["nothing was written yet", "a part was written"],
)
def test_a_file_that_is_something_else_by_now_stays(
    workspace: Sandbox, present: dict[str, bytes], left: dict[str, bytes], code: str, others: tuple[str, ...]
) -> None:
    """Nothing is done where nothing was written yet; else the rest follows."""
    interrupted(workspace, {"a": (b"1\n", b"2\n"), "b": (b"x\n", b"y\n"), "n": (None, b"new")})
    for path, content in present.items():
        workspace.write(path, content)
    [told] = recover(workspace.root, store=workspace.store, now=NOW)
    assert told == Said(code, plain("Did it"), others)
    assert workspace.contents(present) == present | left
    assert workspace.states() == ["conflict"]
    assert recover(workspace.root, store=workspace.store, now=NOW) == ()


def test_what_cannot_be_completed_now_waits_and_hinders_nobody(
    workspace: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted(workspace, {"a": (b"1\n", b"2\n")})
    monkeypatch.setattr(disk, "writable", lambda name, folder: name != "a")
    [told] = recover(workspace.root, store=workspace.store, now=NOW)
    why = Said("storage.no-permission", "a")
    waits = Said("storage.interrupted-waits", plain("Did it"), why)
    assert told == waits
    committed = workspace.commit({"b": b"1"})
    assert (committed.entry_id, committed.recovered) == (2, (waits,))
    monkeypatch.undo()
    [told] = recover(workspace.root, store=workspace.store, now=NOW)
    assert told == Said("storage.interrupted-completed", plain("Did it"))
    assert workspace.states() == ["done", "done"]


def leads_out(path: Path) -> None:
    path.symlink_to(path.parent.parent / "outside")


def leads_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize("became", [leads_out, leads_to_itself, Path.mkdir])
@pytest.mark.parametrize(("second", "outcome"), [(b"x\n", b"x\n"), (b"y\n", b"y\n"), (b"z\n", b"z\n")])
def test_where_there_is_no_place_for_a_file_any_more_nothing_is_tried_again(
    workspace: Sandbox, became: Callable[[Path], None], second: bytes, outcome: bytes
) -> None:
    (workspace.root.parent / "outside").write_bytes(b"1\n")
    interrupted(workspace, {"a": (b"1\n", b"2\n"), "b": (b"x\n", b"y\n")})
    (workspace.root / "a").unlink(missing_ok=True)
    became(workspace.root / "a")
    workspace.write("b", second)
    workspace.write(".a.cockpit-t0.tmp", b"theirs\n")
    [told] = recover(workspace.root, store=workspace.store, now=BEGUN + PLACE_WAITS)
    assert (told.code, workspace.read("b")) == ("storage.interrupted-waits", second)  # it may come back
    later = BEGUN + PLACE_WAITS + timedelta(seconds=1)
    [told] = recover(workspace.root, store=workspace.store, now=later)
    assert "a" in str(told)
    assert workspace.states() == ["conflict", "kept"]
    assert (workspace.read("b"), (workspace.root.parent / "outside").read_bytes()) == (outcome, b"1\n")
    assert workspace.kept_versions() == [b"theirs\n"]
    assert not (workspace.root / ".a.cockpit-t0.tmp").exists()
    assert recover(workspace.root, store=workspace.store, now=later) == ()


def test_an_unreadable_intent_is_given_up_once(workspace: Sandbox) -> None:
    interrupted(workspace, {"a": (b"1\n", b"2\n")})
    file_of(workspace.store, 1).write_text("{")
    [told] = recover(workspace.root, store=workspace.store, now=NOW)
    assert told == Said("storage.interrupted-unreadable")
    assert recover(workspace.root, store=workspace.store, now=NOW) == ()
    assert workspace.read("a") == b"1\n"


def test_a_read_only_project_is_not_completed(workspace: Sandbox) -> None:
    interrupted(workspace, {"a": (b"1\n", b"2\n")})
    assert recover(workspace.root, store=replace(workspace.store, read_only=True), now=NOW) == ()
    assert workspace.read("a") == b"1\n"


@pytest.mark.parametrize(
    ("present", "beside", "result", "kept"),
    [
        (b"1\n", b"2", b"2\n", []),  # killed while writing the new content
        (b"1\n", b"2\n", b"2\n", []),  # before the exchange
        (b"2\n", b"1\n", b"2\n", []),  # after the exchange
        (b"2\n", b"0\n1\n", b"2\n", [b"0\n1\n"]),  # the exchange displaced what an agent had just written
        (b"newer\n", b"theirs\n", b"newer\n", [b"theirs\n"]),  # and the agent has written once more since
    ],
)
def test_what_a_crash_left_beside_the_file_is_gone_and_what_others_wrote_is_kept(
    workspace: Sandbox, present: bytes, beside: bytes, result: bytes, kept: list[bytes]
) -> None:
    interrupted(workspace, {"a": (b"1\n", b"2\n")})
    workspace.write("a", present)
    workspace.write(".a.cockpit-t0.tmp", beside)
    others = dict.fromkeys((".a.cockpit-u0.tmp", ".a.swp", "a.tmp"), b"theirs")
    for name, content in others.items():
        workspace.write(name, content)
    recover(workspace.root, store=workspace.store, now=NOW)
    assert workspace.read("a") == result
    assert workspace.kept_versions() == kept
    assert workspace.contents(others) == others
    assert sorted(workspace.litter()) == [".a.cockpit-u0.tmp", "a.tmp"]


def test_a_displaced_version_of_a_removed_file_is_kept_and_reported(workspace: Sandbox) -> None:
    interrupted(workspace, {"a": (b"1\n", None)})
    (workspace.root / "a").unlink()
    workspace.write(".a.cockpit-t0.tmp", b"theirs\n")
    [told] = recover(workspace.root, store=workspace.store, now=NOW)
    assert (workspace.read("a"), workspace.litter()) == (None, [])
    assert workspace.kept_versions() == [b"theirs\n"]
    completed = Said("storage.interrupted-completed", plain("Did it"))
    assert told == Said("storage.interrupted-with-kept", completed, ("a",))


def test_rows_as_an_older_cockpit_kept_them_are_set_aside_with_a_sentence(workspace: Sandbox) -> None:
    workspace.commit({"a.md": b"one\n"})
    workspace.commit({"b.md": b"two\n"})
    file = workspace.store.journal / "00000002.done.jsonl"
    head, line, _ = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join((head, line.replace(b'"path"', b'"rows": true, "path"'), b"")))
    (_, entry) = journal.read(workspace.store).entries
    with refused("storage.older-rows", "b.md"):
        journal.changes(workspace.store, entry)
    done = undo(workspace.root, 1, store=workspace.store, actor="person", now=NOW).edit.done
    assert done == Said("storage.undone", plain("Changed it"))
    file.rename(file.with_name("00000002.pending.jsonl"))
    (found,) = recover(workspace.root, store=workspace.store, now=NOW)
    assert found == Said("storage.interrupted-unreadable")
