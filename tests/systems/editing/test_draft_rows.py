"""Rows of a database in a draft: what was changed is read, whatever tables are asked for, and only that is a change."""

from collections.abc import Callable, Iterable

import pytest

from cockpit.documents.rows import Database, parse
from cockpit.documents.rows_edits import add, create, put, remove
from cockpit.documents.splice import Splice
from cockpit.model.refused import Refused
from cockpit.systems.editing.draft import Draft
from cockpit.systems.interface import Change, FileContent
from tests.systems.memory_files import MemoryFiles

PATH = "state.db"
TEXT = """user_version = 2

[one]
columns = [["id", "TEXT"], ["a", "INTEGER"]]
key = "id"
total = 1

[one "x"]
id = "x"
a = 1

[two]
columns = [["id", "TEXT"], ["b", "REAL"]]
key = "id"
total = 0
"""
NEW = """[one]
create = "CREATE TABLE one (id TEXT PRIMARY KEY, a INTEGER)"
key = "id"
"""


@pytest.fixture
def draft() -> Draft:
    return Draft(MemoryFiles({PATH: TEXT, "a.md": "one\n"}))


def change(draft: Draft, edit: Callable[[Database], Iterable[Splice]], *tables: str) -> None:
    draft.splice_rows(PATH, tables, edit(parse(draft.rows_text(PATH, tables) or "")))


def rows(draft: Draft, *tables: str) -> dict[str, dict[object, object]]:
    found = parse(draft.rows_text(PATH, tables) or "")
    return {name: {key: dict(row.values) for key, row in table.rows.items()} for name, table in found.tables.items()}


def test_whatever_tables_are_asked_for(draft: Draft) -> None:
    change(draft, lambda found: put(found, "one", "x", {"a": 2}), "one")
    change(draft, lambda found: add(found, "two", "y", {"b": 3}), "two")
    assert rows(draft, "one") == {"one": {"x": {"id": "x", "a": 2}}}
    assert rows(draft, "two", "one") == {"two": {"y": {"id": "y", "b": 3.0}}, "one": {"x": {"id": "x", "a": 2}}}
    change(draft, lambda found: [*put(found, "one", "x", {"a": 3}), *put(found, "two", "y", {"b": 4})], "one", "two")
    assert draft.changes() == (
        Change(
            path=PATH,
            before=b'[one]\nkey = "id"\n\n[one "x"]\na = 1\n\n[two]\nkey = "id"\n',
            after=b'[one]\nkey = "id"\n\n[one "x"]\na = 3\n\n[two]\nkey = "id"\n\n[two "y"]\nid = "y"\nb = 4.0\n',
            rows=True,
        ),
    )


def test_what_comes_back_to_what_it_was_is_no_change(draft: Draft) -> None:
    change(draft, lambda found: put(found, "one", "x", {"a": 2}), "one")
    change(draft, lambda found: add(found, "two", "y", {"b": 3}), "two")
    change(draft, lambda found: put(found, "one", "x", {"a": 1}), "one")
    change(draft, lambda found: remove(found, "two", "y"), "two")
    assert draft.changes() == ()


def test_with_files_in_the_order_of_their_first_change(draft: Draft) -> None:
    change(draft, lambda found: put(found, "one", "x", {"a": 2}), "one")
    draft.overwrite("a.md", "two\n")
    assert [(each.path, each.rows) for each in draft.changes()] == [(PATH, True), ("a.md", False)]
    draft.put_first("a.md")
    assert [(each.path, each.rows) for each in draft.changes()] == [("a.md", False), (PATH, True)]
    assert draft.read(PATH) == FileContent(path=PATH, data=TEXT.encode()), "the bytes of a database are not known"
    assert draft.names("") == ("a.md", PATH)


def test_a_new_database() -> None:
    draft = Draft(MemoryFiles({}))
    assert draft.rows_text(PATH, ["one"]) is None
    with pytest.raises(Refused, match=r"state\.db cannot be edited safely: it is gone"):
        draft.splice_rows(PATH, ["one"], ())
    draft.create_rows(PATH, NEW)
    change(draft, lambda found: add(found, "one", "x", {"a": 1}), "one")
    change(draft, lambda found: put(found, "one", "x", {"a": 2}), "one")
    (made,) = draft.changes()
    assert (made.before, made.after, made.rows) == (None, f'{NEW}\n[one "x"]\nid = "x"\na = 2\n'.encode(), True)
    assert draft.names("") == (PATH,)
    with pytest.raises(Refused, match="exists already"):
        draft.create_rows(PATH, NEW)


def test_a_new_table(draft: Draft) -> None:
    table = parse(NEW.replace("one", "three")).tables["three"]
    change(draft, lambda found: create(found, table), "one", "three")
    change(draft, lambda found: add(found, "three", "k", {"a": 1}), "three")
    assert rows(draft, "three") == {"three": {"k": {"id": "k", "a": 1}}}
    (made,) = draft.changes()
    assert made.before == b""
    assert b'create = "CREATE TABLE three' in (made.after or b"")


def test_what_cannot_be_read_is_not_edited() -> None:
    for content in (FileContent(path=PATH, data=None), FileContent(path=PATH, data=TEXT.encode(), stale=True)):
        with pytest.raises(Refused, match="it cannot be read now"):
            Draft(MemoryFiles({PATH: content})).rows_text(PATH, ["one"])
