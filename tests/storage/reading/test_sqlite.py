"""Reading rows: what is read, what is refused and how it is told, and that nothing is written or left behind."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from cockpit.storage.reading import sqlite
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.sqlite import read_rows_steadily
from cockpit.text.rows import Row, Tables, Value
from tests.support.databases import BLOCKERS, TABLES, agent, beside, make, run
from tests.support.said import Said

PATH = ".agent/state.db"


@pytest.fixture
def path(root: Path) -> Path:
    return make(root / PATH)


@pytest.fixture
def files(root: Path, home: Path) -> DiskFiles:
    return DiskFiles(root, home)


def read(path: Path, *tables: str) -> Tables:
    found = read_rows_steadily(str(path), None, path.name, tables or TABLES)[0]
    assert found is not None
    assert found.tables is not None, found.finding
    return found.tables


def status(path: Path) -> object:
    return read(path)["initiative_blockers"].rows["block-001"]["status"]


def code(path: Path) -> str | None:
    found = read_rows_steadily(str(path), None, path.name, TABLES)[0]
    assert found is not None
    assert found.finding is None or str(found.finding.message).endswith(".")
    return found.finding.code if found.finding is not None and found.tables is None else None


def test_rows_are_plain_values_by_their_keys(path: Path) -> None:
    table = read(path)["initiative_blockers"]
    assert (table.name, table.key, table.total) == ("initiative_blockers", "id", 3)
    assert table.columns == (
        "id", "initiative_id", "status", "description", "identified_at", "affects_json", "workaround", "resolution",
        "resolved_at",
    )  # fmt: skip
    assert list(table.rows) == ["block-000", "block-001", "block-002"]
    assert table.rows["block-000"] == {
        "id": "block-000", "initiative_id": "init-1", "status": "active",
        "description": "Waiting for 0\nfrom the client", "identified_at": 1705276800, "affects_json": "[]",
        "workaround": None, "resolution": None, "resolved_at": None,
    }  # fmt: skip
    assert read(path)["session_history"].rows["s1"]["context_usage"] == 45.0


def test_what_is_not_there(path: Path) -> None:
    assert read_rows_steadily(str(path.with_name("none.db")), None, "none.db", TABLES)[0] is None
    assert list(read(path, "initiative_blockers", "no_such_table")) == ["initiative_blockers"]
    path.write_bytes(b"")
    assert read(path) == {}


@pytest.mark.parametrize("wal", [True, False])
@pytest.mark.parametrize("held", [True, False], ids=["open", "closed"])
def test_nothing_is_written_or_left(root: Path, wal: bool, held: bool) -> None:
    path = make(root / PATH, wal=wal)
    with closing(sqlite3.connect(path)) as other:
        if held:
            other.execute("UPDATE initiative_blockers SET status = 'resolved'")
            other.commit()
        else:
            other.close()
        before = {each: each.read_bytes() for each in path.parent.iterdir() if not each.name.endswith("-shm")}
        names = sorted(path.parent.iterdir())
        assert status(path) == ("resolved" if held else "active")
        assert sorted(path.parent.iterdir()) == names
        assert {each: each.read_bytes() for each in before} == before


def test_a_copy_whose_newest_changes_lie_beside_it_is_reported(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with agent(path) as other:
        other.execute("UPDATE initiative_blockers SET status = 'resolved'")
        shutil.copyfile(path, copy)
        shutil.copyfile(f"{path}-wal", f"{copy}-wal")
    assert code(copy) == "database-unfinished"
    assert beside(copy) == ["copy.db-wal"]


@pytest.mark.parametrize("left", [b"", b"\0" * 600])
def test_a_journal_that_was_done_with_is_no_hindrance(path: Path, left: bytes) -> None:
    Path(f"{path}-journal").write_bytes(left)
    assert code(path) is None
    assert beside(path) == ["state.db-journal"]


def test_while_another_program_writes(root: Path) -> None:
    path = make(root / PATH)
    with agent(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE initiative_blockers SET status = 'resolved'")
        assert status(path) == "active"
        other.execute("ROLLBACK")
    path = make(root / ".agent/plain.db", wal=False)
    with agent(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert code(path) == "database-locked"
    assert code(path) is None


def rewritten(rewrite: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(rewrite(path.read_bytes()))


def instead(put: Callable[[Path], object]) -> Callable[[Path], object]:
    """What is put in the place of the file."""
    return lambda path: (path.unlink(), put(path))


def gigabytes(path: Path) -> None:
    with path.open("r+b") as handle:
        handle.truncate(3 * 1024**3)


def unfinished(path: Path) -> None:
    """A process died while it wrote, without a log to read the newest state from."""
    path.unlink()
    make(path, wal=False)
    with agent(path) as other:
        other.execute("PRAGMA cache_size=1")
        other.execute("PRAGMA cache_spill=1")
        other.execute("BEGIN")
        other.execute("UPDATE initiative_blockers SET description = ?", ("x" * 20_000,))
        copies = {each: each.read_bytes() for each in path.parent.iterdir()}
        other.execute("ROLLBACK")
    for each, data in copies.items():
        each.write_bytes(data)
    assert beside(path) == ["state.db-journal"]


SWITCHING = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0" * 600
"""What a process leaves beside a database that died while it switched the log off."""
WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "garbage": (rewritten(lambda _: b"no database at all" * 1000), "not-a-database"),
    "cut": (rewritten(lambda data: data[:6000]), "database-corrupt"),
    "header only": (rewritten(lambda data: data[:100]), "database-corrupt"),
    "half a header": (rewritten(lambda data: data[:50]), "database-corrupt"),
    "overwritten": (rewritten(lambda data: data[:100] + b"\xff" * (len(data) - 100)), "database-corrupt"),
    "newer": (rewritten(lambda data: data[:18] + b"\x03\x03" + data[20:]), "not-a-database"),
    "newer schema": (rewritten(lambda data: data[:44] + b"\0\0\0\x09" + data[48:]), "database-unreadable"),
    "folder": (instead(Path.mkdir), "is-a-folder"),
    "fifo": (instead(os.mkfifo), "not-a-file"),
    "fifo beside": (lambda path: os.mkfifo(f"{path}-wal"), "not-a-file"),
    "link beside": (lambda path: Path(f"{path}-wal").symlink_to("/dev/zero"), "not-a-file"),
    "device": (instead(lambda path: path.symlink_to("/dev/zero")), "not-a-file"),
    "nowhere": (instead(lambda path: path.symlink_to("gone.db")), "dangling-link"),
    "gigabytes": (gigabytes, "too-large"),
    "unfinished": (unfinished, "database-unfinished"),
    "unfinished switch": (lambda path: Path(f"{path}-journal").write_bytes(SWITCHING), "database-unfinished"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_is_reported(path: Path, name: str) -> None:
    spoil, expected = WRONG[name]
    spoil(path)
    names = sorted(path.parent.iterdir())
    assert code(path) == expected
    assert sorted(path.parent.iterdir()) == names


def test_nothing_outside_the_project_is_opened(files: DiskFiles, tmp_path: Path, root: Path) -> None:
    make(tmp_path / "elsewhere.db")
    (root / "link.db").symlink_to(tmp_path / "elsewhere.db")
    for path in ("link.db", "../elsewhere.db", str(tmp_path / "elsewhere.db")):
        found = files.rows(path, TABLES)
        assert found is not None
        assert (found.tables, found.finding.code) == (None, "path-outside")  # type: ignore[union-attr]
    make(root / "real/state.db")
    (root / "inner.db").symlink_to("real/state.db")
    assert files.rows("inner.db", TABLES).finding is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW initiative_blockers AS SELECT 1 AS id",
        "CREATE VIRTUAL TABLE initiative_blockers USING fts5(id)",
        "CREATE VIEW initiative_blockers AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT 1",
    ],
)
def test_only_real_tables_are_read(path: Path, statement: str) -> None:
    run(path, "DROP TABLE initiative_blockers")
    run(path, statement)
    assert "initiative_blockers" not in read(path)


def test_a_table_that_computes_without_end_is_given_up(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SECONDS", 0.0)
    monkeypatch.setattr(sqlite, "STEPS", 1)
    assert code(path) == "database-slow"


def test_a_busy_machine_makes_no_database_slow(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count(step=3600.0)
    monkeypatch.setattr(sqlite.time, "monotonic", lambda: next(hours))
    monkeypatch.setattr(sqlite, "STEPS", 1)
    assert code(path) is None


def test_hostile_text_survives(path: Path) -> None:
    hostile = ["\x1b[31m", "a\0b", "\u2028\u0085", ']\n[initiative_blockers "x"]\nstatus = 1', "\ufeff", '"', "𝒳"]
    for number, text in enumerate(hostile):
        run(path, "INSERT INTO initiative_blockers (id, description) VALUES (?, ?)", f"h{number}", text)
    run(
        path,
        "INSERT INTO initiative_blockers (id, description) VALUES (CAST(x'68ff00' AS TEXT), CAST(x'fffe' AS TEXT))",
    )
    run(path, "INSERT INTO initiative_blockers (id, description, workaround) VALUES ('b', x'00ff', 9e999)")
    run(path, "INSERT INTO initiative_blockers (id, description) VALUES (NULL, -9223372036854775808)")
    rows = read(path)["initiative_blockers"].rows
    assert [rows[f"h{number}"]["description"] for number in range(len(hostile))] == hostile
    assert rows["h\udcff\0"]["description"] == "\udcff\udcfe"
    assert (rows["b"]["description"], rows["b"]["workaround"]) == (b"\0\xff", "Inf")
    assert rows[None]["description"] == "-9223372036854775808"


def test_hostile_names(path: Path) -> None:
    name = 'x"; DROP TABLE initiative_state; --'
    quoted = name.replace('"', '""')
    run(path, f'CREATE TABLE "{quoted}" ("{quoted}" TEXT PRIMARY KEY, rowid, "_rowid_" TEXT)')
    run(path, f'INSERT INTO "{quoted}" VALUES (?, 1, 2)', "a] = \n")
    assert read(path, name)[name].rows["a] = \n"] == {name: "a] = \n", "rowid": 1, "_rowid_": "2"}
    assert read(path)["initiative_state"].total == 1


@pytest.mark.parametrize(
    ("statement", "key", "keys"),
    [
        ("CREATE TABLE t (a INTEGER PRIMARY KEY, b)", "a", [1, 2]),
        ("CREATE TABLE t (a, b)", None, []),
        ("CREATE TABLE t (a, b, PRIMARY KEY (a, b))", None, []),
        ("CREATE TABLE t (a PRIMARY KEY, b) WITHOUT ROWID", "a", [1, 2]),
        ("CREATE TABLE t (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID", None, []),
        ("CREATE TABLE t (a PRIMARY KEY, b, c AS (a + b))", "a", [1, 2]),
    ],
)
def test_keys(path: Path, statement: str, key: str | None, keys: list[object]) -> None:
    run(path, statement)
    run(path, "INSERT INTO t (a, b) VALUES (1, 1), (2, 2)")
    table = read(path, "t")["t"]
    assert (table.key, list(table.rows)) == (key, keys)
    assert [*table.rows.values()] == ([{"a": 1, "b": 1}, {"a": 2, "b": 2}] if keys else [])


def filled(path: Path, rows: int) -> Path:
    with agent(path) as other:
        other.execute("DELETE FROM initiative_blockers")
        other.execute(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT ?) INSERT INTO initiative_blockers "
            "(id, description) SELECT printf('b%06d', i), ? FROM n",
            (rows, "what it waits for " * 5),
        )
    return path


def test_the_newest_rows_of_many(path: Path) -> None:
    filled(path, 2500)
    run(path, "DELETE FROM initiative_blockers WHERE id = 'b002400'")
    run(path, "UPDATE initiative_blockers SET status = 'resolved' WHERE id = 'b000001'")
    found = read_rows_steadily(str(path), None, path.name, TABLES)[0]
    assert found is not None
    assert found.finding is not None
    assert (found.finding.code, found.finding.severity) == ("database-in-part", "note")
    newest = "the newest 250 of 2,499 rows of initiative_blockers"
    assert found.finding.message == Said("", "in part", path.name, newest)
    table = (found.tables or {})["initiative_blockers"]
    assert (table.total, len(table.rows)) == (2499, 250)
    assert list(table.rows)[:2] + list(table.rows)[-1:] == ["b002249", "b002250", "b002499"]


@pytest.mark.parametrize("megabytes", [2, 70])
def test_rows_that_hold_too_much_are_named(path: Path, megabytes: int) -> None:
    run(path, f"UPDATE initiative_blockers SET workaround = zeroblob({megabytes << 20}) WHERE id = 'block-001'")
    found = read_rows_steadily(str(path), None, path.name, TABLES)[0]
    assert found is not None
    assert found.finding is not None
    assert (found.finding.code, found.finding.severity) == ("rows-too-long", "warning")
    assert found.finding.message == Said("", "without rows", path.name, (Said("", "row", 1, "initiative_blockers"),), 1)
    assert list((found.tables or {})["initiative_blockers"].rows) == ["block-000", "block-002"]


def steps(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How much SQLite does to read it."""
    counted = 0
    real = sqlite.bounded

    def bounded(connection: sqlite3.Connection, longest: int, seconds: float) -> sqlite3.Connection:
        def count() -> int:
            nonlocal counted
            counted += 1
            return 0

        real(connection, longest, seconds)
        connection.set_progress_handler(count, 100)
        return connection

    monkeypatch.setattr(sqlite, "bounded", bounded)
    read(path)
    monkeypatch.undo()
    return counted


def test_of_100_000_rows_only_those_that_are_shown_cost(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = steps(filled(path, 2000), monkeypatch)
    many = steps(filled(path, 100_000), monkeypatch)
    assert many < few


def test_four_mebibytes_in_all_shared_by_the_tables(path: Path) -> None:
    run(path, "UPDATE initiative_blockers SET description = ?", "x" * 900_000)
    for number in range(6):
        run(path, "INSERT INTO session_history (id, issues_json) VALUES (?, ?)", f"big{number}", "y" * 900_000)
    found = read_rows_steadily(str(path), None, path.name, TABLES)[0]
    assert found is not None
    tables = found.tables or {}
    assert [len(tables[name].rows) for name in TABLES] == [1, 0, 2, 2]
    assert list(tables["session_history"].rows) == ["big4", "big5"]


def test_a_value_that_is_too_long_leaves_its_row_out_only(path: Path) -> None:
    for number, size in enumerate((5, 2_000_000, 6, 2_000_000, 2_000_000, 7)):
        run(path, "INSERT INTO initiative_blockers (id, description) VALUES (?, ?)", f"r{number}", "x" * size)
    found = read_rows_steadily(str(path), None, path.name, TABLES)[0]
    assert found is not None
    assert list((found.tables or {})["initiative_blockers"].rows) == [
        "block-000", "block-001", "block-002", "r0", "r2", "r5",
    ]  # fmt: skip
    assert found.finding is not None
    assert found.finding.message == Said("", "without rows", path.name, (Said("", "row", 3, "initiative_blockers"),), 1)


def test_read_again_where_it_changed_meanwhile(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a lock, what is read may be older than what stands there when it is done."""
    real, looks = sqlite._content, []

    def content(*given: object) -> object:
        found = real(*given)  # type: ignore[arg-type]
        looks.append(1)
        if len(looks) == 1:
            run(path, "UPDATE initiative_blockers SET status = 'resolved'")
        return found

    monkeypatch.setattr(sqlite, "_content", content)
    assert status(path) == "resolved"
    assert len(looks) == 2


# In a project's files


def rows(files: DiskFiles, table: str) -> Mapping[Value, Row]:
    found = files.rows(PATH, TABLES)
    assert found is not None
    assert found.tables is not None
    return found.tables[table].rows if table in found.tables else {}


def test_the_same_object_as_long_as_nothing_changes(
    files: DiskFiles, path: Path, calm: Callable[[float], None]
) -> None:
    calm(3)
    first = files.rows(PATH, TABLES)
    assert files.refresh() == frozenset()
    assert files.rows(PATH, TABLES) is first
    with agent(path) as other:  # the database itself does not change, only what lies beside it
        main = path.stat().st_mtime_ns
        other.execute("UPDATE initiative_blockers SET status = 'resolved'")
        assert path.stat().st_mtime_ns == main
        assert files.stirred() == {f"{PATH}-wal"}
        assert files.refresh() == {PATH}
        assert rows(files, "initiative_blockers")["block-001"]["status"] == "resolved"
        second = files.rows(PATH, TABLES)
        files.invalidate()
        assert files.refresh() == frozenset()
        assert files.rows(PATH, TABLES) is second
    assert files.stirred() == {PATH, f"{PATH}-wal"}
    assert files.refresh() == frozenset(), "it was only written from one place to the other"
    assert set(files.dependencies()) == {PATH, f"{PATH}-wal"}
    files.keep_only(())
    assert files.dependencies() == {}


def test_reading_it_stirs_nothing(files: DiskFiles, path: Path, calm: Callable[[float], None]) -> None:
    with agent(path) as other:
        other.execute("UPDATE initiative_blockers SET status = 'resolved'")
        calm(3)
        for _ in range(3):
            files.rows(PATH, TABLES)
            assert files.stirred() == files.uncertain == frozenset()
            files.invalidate()
            files.refresh()


def test_it_is_looked_at_again_until_others_see_what_was_written(files: DiskFiles, path: Path) -> None:
    """The log is written first; it counts when the disk has it, and then the log is the same all the while."""
    real, looks = sqlite._content, []

    def content(*given: object) -> object:
        looks.append(1)
        return real_before if len(looks) == 1 else real(*given)  # type: ignore[arg-type]

    real_before = files.rows(PATH, TABLES)
    with agent(path) as other, pytest.MonkeyPatch.context() as patched:
        patched.setattr(sqlite, "_content", content)
        other.execute("UPDATE initiative_blockers SET status = 'resolved'")
        assert files.refresh() == frozenset()
        assert files.stirred() == frozenset()
        assert files.uncertain == {PATH}
        assert files.refresh() == {PATH}


def test_one_that_is_held_shows_what_was_read_before(
    files: DiskFiles, root: Path, calm: Callable[[float], None]
) -> None:
    path = make(root / PATH, wal=False)
    before = files.rows(PATH, TABLES)
    assert before is not None
    with agent(path) as other:
        other.execute("BEGIN EXCLUSIVE")
        files.invalidate()
        assert files.refresh() == {PATH}
        held = files.rows(PATH, TABLES)
        assert held is not None
        assert (held.tables, held.stale) == (before.tables, True)
        assert [finding.code for finding in files.findings()] == ["database-locked"]
        calm(10)
        assert files.unsettled == files.uncertain == {PATH}, "it is looked at again though nothing of it changes"
        assert files.stirred() == {PATH}
        other.execute("ROLLBACK")
    assert files.refresh() == {PATH}
    assert files.rows(PATH, TABLES) == before
    assert files.findings() == ()


def test_a_table_that_appears_and_one_that_goes(files: DiskFiles, path: Path) -> None:
    run(path, "DROP TABLE initiative_blockers")
    assert rows(files, "initiative_blockers") == {}
    run(path, BLOCKERS)
    files.refresh()
    run(path, "INSERT INTO initiative_blockers (id) VALUES ('b')")
    files.refresh()
    assert list(rows(files, "initiative_blockers")) == ["b"]
