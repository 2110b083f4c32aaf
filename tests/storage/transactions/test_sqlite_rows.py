"""Writing rows: what stands there afterwards, what is refused in one sentence, and whose columns win."""

import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cockpit.model.errors import CommandError
from cockpit.storage.reading import sqlite
from cockpit.storage.reading.sqlite import read_rows_steadily
from cockpit.storage.transactions import commit as committing
from cockpit.storage.transactions import journal, sqlite_rows
from cockpit.storage.transactions.recovery import recover
from cockpit.storage.transactions.taken_back import find
from cockpit.storage.user_files import ledger
from cockpit.systems.interface import Change, Edit
from cockpit.text.rows import RowChange
from cockpit.wording.messages import Message, Words, plain
from tests.storage.reading.test_sqlite import WRONG, unfinished
from tests.support.databases import TABLES, THEN, agent, beside, dump, make, run, value
from tests.support.permissions import biting
from tests.support.said import Said
from tests.support.sandbox import (
    NOW,
    Edits,
    Sandbox,
    putting,
    redo,
    removing,
    subject,
    undo,
    undo_edit,
    write_again,
)

PATH = ".agent/state.db"


@pytest.fixture
def workspace(tmp_path: Path) -> Sandbox:
    workspace = Sandbox.create(tmp_path)
    make(workspace.root / PATH)
    return workspace


@pytest.fixture
def path(workspace: Sandbox) -> Path:
    return workspace.root / PATH


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_rows, "WAIT_SECONDS", 0.01)


def resolved(workspace: Sandbox, **more: object) -> int | None:
    done = "Resolved it"
    return workspace.commit_rows(
        PATH, putting(status="resolved", resolved_at=THEN + 60), done=done, subject=subject(), **more
    ).entry_id


def undone(workspace: Sandbox) -> Words:
    return undo(workspace.root, store=workspace.store, actor="person", now=NOW).edit.done


def done_again(workspace: Sandbox) -> Words:
    return redo(workspace.root, store=workspace.store, actor="person", now=NOW).edit.done


def refusal(act: Callable[[], object]) -> Message:
    with pytest.raises(CommandError) as refused:
        act()
    assert refused.value.unchanged
    return refused.value.message


def test_an_undo_of_a_row_that_holds_too_much_by_now_names_that(workspace: Sandbox, path: Path) -> None:
    resolved(workspace)
    run(path, f"UPDATE initiative_blockers SET workaround = zeroblob({20 << 20}) WHERE id = 'block-001'")
    assert "MiB" in str(refusal(lambda: undone(workspace)))
    assert value(path, "status") == "resolved"


def test_only_the_columns_that_differ_are_written(workspace: Sandbox, path: Path) -> None:
    other = run(path, "SELECT * FROM initiative_blockers WHERE id <> 'block-001'")
    resolved(workspace)
    assert (value(path, "status"), value(path, "resolved_at")) == ("resolved", THEN + 60)
    assert value(path, "description") == "Waiting for 1\nfrom the client"
    assert run(path, "SELECT * FROM initiative_blockers WHERE id <> 'block-001'") == other
    assert beside(path) == []
    (change,) = journal.changes(workspace.store, journal.read(workspace.store).entries[0])
    row = RowChange(
        table="initiative_blockers",
        column="id",
        key="block-001",
        before={"status": "active", "resolved_at": None},
        after={"status": "resolved", "resolved_at": THEN + 60},
    )
    assert change == Change(path=PATH, before=None, after=None, rows=(row,))
    assert [record.paths for record in ledger.read(workspace.store)] == [(PATH,)]


def test_rows_come_and_go(workspace: Sandbox, path: Path) -> None:
    hostile = "'; DROP TABLE initiative_blockers; --\0\u2028"
    edits = (
        putting("new", status="active", description=hostile),
        removing("block-002"),
        putting("block-000", status="bypassed"),
    )
    before = dump(path)
    workspace.commit_rows(PATH, *edits)
    assert [row[0] for row in run(path, "SELECT id FROM initiative_blockers")] == ["block-000", "block-001", "new"]
    assert value(path, "description", "new") == hostile
    after = dump(path)
    undone(workspace)
    assert dump(path) == before
    done_again(workspace)
    assert dump(path) == after


def test_what_is_no_utf_8_comes_back(workspace: Sandbox, path: Path) -> None:
    run(
        path,
        "INSERT INTO initiative_blockers (id, description, workaround) "
        "VALUES (CAST(x'6bff00' AS TEXT), CAST(x'ff' AS TEXT), x'00')",
    )
    before = dump_of_bytes(path)
    workspace.commit_rows(PATH, removing("k\udcff\0"))
    assert dump_of_bytes(path) != before
    undone(workspace)
    assert dump_of_bytes(path) == before


def dump_of_bytes(path: Path) -> list[tuple[object, ...]]:
    return run(
        path,
        "SELECT hex(id), hex(description), typeof(description), hex(workaround), typeof(workaround) "
        "FROM initiative_blockers",
    )


def both(workspace: Sandbox) -> Edit:
    """A change of rows and of a file."""
    rows = workspace.edit_rows(PATH, putting(status="resolved"))
    return Edit(changes=(*rows.changes, *workspace.edit({"a.md": b"two\n"}).changes), done=plain("Both"))


def test_what_was_committed_stands_where_the_ledger_fails(workspace: Sandbox, path: Path) -> None:
    workspace.write("a.md", b"one\n")

    def append(*_: object) -> None:
        assert (value(path, "status"), workspace.read("a.md")) == ("resolved", b"two\n")
        raise CommandError(plain("The disk is full"), unchanged=True)

    with pytest.MonkeyPatch.context() as patched, pytest.raises(CommandError) as refused:
        patched.setattr(ledger, "append", append)
        workspace.commit_edit(lambda: both(workspace), subject=subject())
    assert str(refused.value) == (
        "The disk is full; the rows are changed, and cockpit will complete the rest at its next start."
    )
    assert (value(path, "status"), workspace.read("a.md")) == ("resolved", b"two\n")
    assert workspace.states() == ["pending"]
    (found,) = recover(workspace.root, store=workspace.store, now=NOW)
    assert (found.code, workspace.states()) == ("storage.interrupted-completed", ["done"])
    assert len(ledger.read(workspace.store)) == 1


def test_who_interrupts_the_commit_leaves_the_rest_to_the_next_start(workspace: Sandbox, path: Path) -> None:
    workspace.write("a.md", b"one\n")
    real = sqlite_rows.commit

    def commit(connection: sqlite3.Connection) -> None:
        real(connection)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(sqlite_rows, "commit", commit)
        workspace.commit_edit(lambda: both(workspace))
    (found,) = recover(workspace.root, store=workspace.store, now=NOW)
    assert (found.code, workspace.states()) == ("storage.interrupted-completed", ["done"])
    assert (value(path, "status"), workspace.read("a.md"), workspace.litter()) == ("resolved", b"two\n", [])


# Somebody else


def test_another_program_changes_the_very_column(
    workspace: Sandbox, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look and the transaction: the edit is made again on what stands there now."""
    turns: list[int] = []
    real = sqlite_rows.connect

    def connect(*given: Any) -> object:
        if not turns:
            run(path, "UPDATE initiative_blockers SET status = 'bypassed' WHERE id = 'block-001'")
        turns.append(1)
        return real(*given)

    monkeypatch.setattr(sqlite_rows, "connect", connect)
    resolved(workspace)
    assert (len(turns), value(path, "status"), workspace.states()) == (2, "resolved", ["done"])
    (change,) = journal.changes(workspace.store, journal.read(workspace.store).entries[0])
    assert change.rows[0].before == {"status": "bypassed", "resolved_at": None}


def test_a_row_or_database_that_is_gone(workspace: Sandbox, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(committing, "PAUSE_SECONDS", 0.001)
    stale = workspace.edit_rows(PATH, putting(status="resolved"))
    run(path, "DELETE FROM initiative_blockers")
    assert refusal(lambda: workspace.commit_edit(lambda: stale)) == Said("storage.keeps-changing", PATH)
    path.unlink()
    assert refusal(lambda: workspace.commit_edit(lambda: stale)) == Said("storage.keeps-changing", PATH)
    assert not path.exists()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("wal", "statements"),
    [(True, ("BEGIN IMMEDIATE",)), (False, ("BEGIN", "SELECT * FROM initiative_blockers"))],
    ids=["a writer", "a reader of one without a log"],
)
def test_one_that_another_program_holds(tmp_path: Path, wal: bool, statements: tuple[str, ...]) -> None:
    workspace = Sandbox.create(tmp_path / "held")
    path = make(workspace.root / PATH, wal=wal)
    before = dump(path)
    with agent(path) as other:
        for statement in statements:
            other.execute(statement).fetchone()
        assert refusal(partial(resolved, workspace)) == Said("storage.database-held", PATH)
        other.execute("ROLLBACK")
    assert (dump(path), workspace.states()) == (before, [])
    resolved(workspace)
    assert (value(path, "status"), beside(path)) == ("resolved", [])


# What a database does not allow


@pytest.mark.parametrize(
    ("statement", "edits", "reason"),
    [
        ("", (putting(status="done"),),
         Said("storage.database-refuses", PATH,
              "CHECK constraint failed: status IN ('active','bypassed','resolved')")),
        ("CREATE UNIQUE INDEX u ON initiative_blockers (description)",
         (putting("n", description="Waiting for 1\nfrom the client"),),
         Said("storage.database-refuses", PATH, "UNIQUE constraint failed: initiative_blockers.description")),
        ("CREATE TRIGGER t BEFORE UPDATE ON initiative_blockers BEGIN SELECT RAISE(ABORT, 'not yours'); END",
         (putting(status="resolved"),),
         Said("storage.table-has-trigger", PATH, "initiative_blockers", "t")),
        ("CREATE TRIGGER t AFTER INSERT ON Initiative_Blockers BEGIN SELECT 1; END",
         (putting(status="resolved"),),
         Said("storage.table-has-trigger", PATH, "initiative_blockers", "t")),
        ("", (putting(identified_at="soon", description=5),),
         Said("storage.type-would-change", "initiative_blockers", PATH)),
    ],
)  # fmt: skip
def test_constraints_types_and_triggers(
    workspace: Sandbox, path: Path, statement: str, edits: tuple[Edits, ...], reason: Said
) -> None:
    if statement:
        run(path, statement)
    before = dump(path)
    assert refusal(lambda: workspace.commit_rows(PATH, *edits)) == reason
    assert (dump(path), beside(path), workspace.states()) == (before, [], [])


@pytest.mark.parametrize("name", ["cut", "garbage", "header only", "newer", "overwritten", "fifo", "gigabytes"])
def test_what_cannot_be_read_is_not_written(workspace: Sandbox, path: Path, name: str) -> None:
    edit = workspace.edit_rows(PATH, putting(status="resolved"))
    WRONG[name][0](path)
    refusal(lambda: workspace.commit_edit(lambda: edit))
    with pytest.raises(CommandError, match="cannot be edited safely: it cannot be read now"):
        resolved(workspace)


def test_where_only_the_rows_are_damaged(workspace: Sandbox, path: Path) -> None:
    """The place of a row is found, and what stands there is garbage."""
    edit = workspace.edit_rows(PATH, putting(status="resolved"))
    data = path.read_bytes()
    at = data.index(b"Waiting for 1") // 4096 * 4096
    path.write_bytes(data[:at] + b"\xff" * 4096 + data[at + 4096 :])
    assert refusal(lambda: workspace.commit_edit(lambda: edit)) == Said("storage.database-damaged", PATH)


def test_a_folder_in_which_nothing_may_be_made(workspace: Sandbox, path: Path) -> None:
    with biting():
        path.parent.chmod(0o555)
        try:
            said = refusal(partial(resolved, workspace))
        finally:
            path.parent.chmod(0o755)
    assert said in (Said("storage.database-not-writable", PATH), Said("storage.database-not-opened", PATH))
    assert value(path, "status") == "active"


def test_no_room(workspace: Sandbox, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = sqlite_rows.connect

    def connect(*given: object) -> sqlite3.Connection:
        connection = real(*given)  # type: ignore[arg-type]
        connection.execute("PRAGMA max_page_count=1")
        return connection

    monkeypatch.setattr(sqlite_rows, "connect", connect)
    big = workspace.edit_rows(PATH, putting(description="x" * 100_000))
    assert refusal(lambda: workspace.commit_edit(lambda: big)) == Said("storage.disk-full")
    assert value(path, "description") == "Waiting for 1\nfrom the client"


@pytest.mark.parametrize("kind", ["VIEW", "VIRTUAL TABLE"])
def test_what_is_no_table_is_not_written(workspace: Sandbox, path: Path, kind: str) -> None:
    edit = workspace.edit_rows(PATH, putting(status="resolved"))
    run(path, "DROP TABLE initiative_blockers")
    run(path, "CREATE VIEW initiative_blockers AS SELECT 'block-001' AS id" if kind == "VIEW"
        else "CREATE VIRTUAL TABLE initiative_blockers USING fts5(id, status, resolved_at)")  # fmt: skip
    refusal(lambda: workspace.commit_edit(lambda: edit))


# Undoing, and what others take back


def test_undo_keeps_what_others_changed(workspace: Sandbox, path: Path) -> None:
    resolved(workspace)
    run(path, "UPDATE initiative_blockers SET workaround = 'theirs', resolved_at = ?", THEN + 90)
    run(path, "DELETE FROM initiative_blockers WHERE id = 'block-000'")
    assert len(undo_edit(workspace.root, store=workspace.store).changes) == 1
    undone(workspace)
    assert (value(path, "status"), value(path, "workaround")) == ("active", "theirs")
    assert value(path, "resolved_at") == THEN + 90, "only a time, which whoever writes changes"
    done_again(workspace)
    assert (value(path, "status"), value(path, "resolved_at")) == ("resolved", THEN + 90)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE initiative_blockers SET status = 'bypassed'",
        "DELETE FROM initiative_blockers",
        "DROP TABLE initiative_blockers",
        "ALTER TABLE initiative_blockers RENAME COLUMN status TO state",
    ],
)
def test_undo_is_refused_where_the_very_columns_changed(workspace: Sandbox, path: Path, statement: str) -> None:
    resolved(workspace)
    run(path, statement)
    before = dump(path)
    since = Said("storage.rows-changed-since", PATH, plain("Resolved it"))
    assert refusal(lambda: undone(workspace)) == since
    assert dump(path) == before


def test_undo_of_what_is_undone_already(workspace: Sandbox, path: Path) -> None:
    resolved(workspace)
    run(path, "UPDATE initiative_blockers SET status = 'active', resolved_at = NULL")
    assert undo(workspace.root, store=workspace.store, actor="person", now=NOW).edit.changes == ()
    assert workspace.states() == ["done", "done"]


def test_a_row_that_is_not_among_the_newest(workspace: Sandbox, path: Path) -> None:
    resolved(workspace)
    with agent(path) as other:
        other.execute("BEGIN")
        other.executemany(
            "INSERT INTO initiative_blockers (id) VALUES (?)", ((f"x{number}",) for number in range(3000))
        )
        other.execute("COMMIT")
    found = read_rows_steadily(str(path), None, path.name, TABLES)[0]
    assert found is not None
    assert "block-001" not in (found.tables or {})["initiative_blockers"].rows
    undone(workspace)
    assert value(path, "status") == "active"


def taken_back(workspace: Sandbox) -> list[tuple[int, str]]:
    found = find(workspace.store, workspace.current_contents)
    return [(each.entry.number, path) for each in found for path in each.paths]


@pytest.mark.parametrize(
    ("statement", "noticed"),
    [
        ("UPDATE initiative_blockers SET status = 'active', resolved_at = NULL", True),
        ("UPDATE initiative_blockers SET status = 'active', resolved_at = 1705279999", True),
        ("UPDATE initiative_blockers SET status = 'bypassed', resolved_at = NULL", False),
    ],
)
def test_a_stale_update_is_noticed(workspace: Sandbox, path: Path, statement: str, noticed: bool) -> None:
    resolved(workspace)
    assert taken_back(workspace) == []
    run(path, statement)
    assert taken_back(workspace) == ([(1, PATH)] if noticed else [])


def test_a_part_that_was_made_again_is_looked_after_with_the_rest(workspace: Sandbox, path: Path) -> None:
    workspace.commit_rows(PATH, putting("block-000", status="resolved"), putting("block-001", status="resolved"))
    run(path, "UPDATE initiative_blockers SET status = 'active' WHERE id = 'block-000'")
    write_again(workspace.root, 1, store=workspace.store, actor="person", now=NOW)
    (change,) = journal.changes(workspace.store, journal.read(workspace.store).entries[-1])
    assert [each.key for each in change.rows] == ["block-000"]
    run(path, "UPDATE initiative_blockers SET status = 'active'")
    assert taken_back(workspace) == [(2, PATH)]
    write_again(workspace.root, 2, store=workspace.store, actor="person", now=NOW)
    assert (value(path, "status", "block-000"), value(path, "status")) == ("resolved", "resolved")


def test_a_row_that_was_removed_and_is_back(workspace: Sandbox, path: Path) -> None:
    (row,) = run(path, "SELECT * FROM initiative_blockers WHERE id = 'block-002'")
    workspace.commit_rows(PATH, removing("block-002"))
    run(path, "INSERT INTO initiative_blockers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *row)
    assert taken_back(workspace) == [(1, PATH)]


@pytest.mark.usefixtures("impatient")
def test_nothing_is_reported_of_one_that_is_held(tmp_path: Path) -> None:
    workspace = Sandbox.create(tmp_path / "plain")
    path = make(workspace.root / PATH, wal=False)
    resolved(workspace)
    with agent(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE initiative_blockers SET status = 'active', resolved_at = NULL")
        assert taken_back(workspace) == []
        other.execute("COMMIT")
    assert taken_back(workspace) == [(1, PATH)]


# Crashes


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("UPDATE initiative_blockers SET status = 'bypassed'", "bypassed"),
        ("CREATE TRIGGER t BEFORE UPDATE ON initiative_blockers BEGIN SELECT RAISE(ABORT, 'not yours'); END", "active"),
    ],
    ids=["others wrote there", "not allowed any more"],
)
def test_what_no_longer_fits_after_a_crash_is_given_up(
    workspace: Sandbox, path: Path, statement: str, left: str
) -> None:
    pending(workspace)
    run(path, statement)
    (found,) = recover(workspace.root, store=workspace.store, now=NOW)
    assert found == Said("storage.interrupted-not-done", plain("Resolved it"), (PATH,))
    assert value(path, "status") == left


@pytest.mark.usefixtures("impatient")
def test_what_cannot_be_completed_now_waits(workspace: Sandbox, path: Path) -> None:
    pending(workspace)
    with agent(path) as other:
        other.execute("BEGIN IMMEDIATE")
        (found,) = recover(workspace.root, store=workspace.store, now=NOW)
        assert found.code == "storage.interrupted-waits"
        other.execute("ROLLBACK")
    (found,) = recover(workspace.root, store=workspace.store, now=NOW)
    assert (found.code, value(path, "status")) == ("storage.interrupted-completed", "resolved")


def test_what_another_process_left_half_written_is_put_right_first(workspace: Sandbox, path: Path) -> None:
    pending(workspace)
    unfinished(path)
    (found,) = recover(workspace.root, store=workspace.store, now=NOW)
    assert found.code == "storage.interrupted-completed"
    assert (value(path, "status"), beside(path)) == ("resolved", [])


def pending(workspace: Sandbox) -> None:
    """An intent is written down, and the process dies."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cockpit.storage.transactions.commit._all_or_none", stop)
        with pytest.raises(KeyboardInterrupt):
            resolved(workspace)
    assert workspace.states() == ["pending"]


def stop(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def nothing_held(workspace: Sandbox) -> Iterator[None]:
    """After each test nobody of ours holds a database."""
    yield
    assert not sqlite._turn.locked()
