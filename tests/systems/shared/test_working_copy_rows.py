"""Rows of a database in a draft: what was changed is read, and only that is a change."""

import sqlite3
from contextlib import closing

from cockpit.systems.interface import Change, FileContent
from cockpit.systems.shared.working_copy import Draft
from cockpit.text.rows import RowChange, Table, change_of
from tests.support.memory_files import MemoryFiles

PATH = "state.db"


def database() -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE one (id TEXT PRIMARY KEY, a INTEGER)")
        connection.execute("INSERT INTO one VALUES ('x', 1)")
        return connection.serialize()


def one(draft: Draft) -> Table:
    content = draft.rows(PATH, ["one"])
    assert content is not None
    return (content.tables or {})["one"]


def changed(draft: Draft, key: str, a: int) -> RowChange:
    change = change_of(one(draft), key, {"a": a})
    assert change is not None
    return change


def test_what_was_changed_is_read() -> None:
    draft = Draft(MemoryFiles({PATH: database(), "a.md": "one\n"}))
    made = changed(draft, "x", 2), changed(draft, "y", 3)
    draft.put_rows(PATH, made)
    draft.overwrite("a.md", "two\n")
    assert one(draft).rows == {"x": {"id": "x", "a": 2}, "y": {"id": "y", "a": 3}}
    assert draft.rows(PATH, ["two"]) == FileContent(path=PATH, data=None, tables={})
    assert draft.changes() == (
        Change(path=PATH, before=None, after=None, rows=made),
        Change(path="a.md", before=b"one\n", after=b"two\n"),
    )
    assert draft.names("") == ("a.md", PATH)


def test_without_rows_there_is_no_change() -> None:
    draft = Draft(MemoryFiles({PATH: database()}))
    draft.put_rows(PATH, ())
    assert draft.changes() == ()


def test_one_that_cannot_be_read() -> None:
    change = changed(Draft(MemoryFiles({PATH: database()})), "x", 2)
    unreadable = FileContent(path=PATH, data=None)
    for content in (None, unreadable):
        draft = Draft(MemoryFiles({PATH: content} if content is not None else {}))
        draft.put_rows(PATH, [change])
        assert draft.rows(PATH, ["one"]) == content
