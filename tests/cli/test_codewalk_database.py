"""Codewalkers' state in a database, by the command line, beside other programs that write there and in whatever state
it is: what the conformance suite asks of files."""

import json
import os
from pathlib import Path

import pytest

from cockpit.storage.transactions import sqlite_rows
from tests.cli.conftest import Run
from tests.storage.reading.test_sqlite import WRONG
from tests.support.databases import agent, dump, value
from tests.support.databases import run as sql
from tests.support.messages import words
from tests.support.permissions import biting

NAME = ".codewalk/state.db"
SEED = """
CREATE TABLE initiatives (id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE initiative_state (initiative_id TEXT PRIMARY KEY REFERENCES initiatives(id), current_phase INTEGER,
  current_plan INTEGER, current_task TEXT, current_wave INTEGER, status TEXT, progress_json TEXT, updated_at INTEGER);
CREATE TABLE initiative_decisions (id TEXT PRIMARY KEY, initiative_id TEXT REFERENCES initiatives(id), date INTEGER,
  context TEXT, decision TEXT, reason TEXT, alternatives_json TEXT, reversible BOOLEAN);
CREATE TABLE initiative_blockers (id TEXT PRIMARY KEY, initiative_id TEXT REFERENCES initiatives(id),
  status TEXT CHECK (status IN ('active', 'bypassed', 'resolved')), description TEXT, identified_at INTEGER,
  affects_json TEXT, workaround TEXT, resolution TEXT, resolved_at INTEGER);
CREATE TABLE session_history (id TEXT PRIMARY KEY, initiative_id TEXT REFERENCES initiatives(id), agent_id TEXT,
  started_at INTEGER, ended_at INTEGER, context_usage REAL, completed_json TEXT, issues_json TEXT, handoff_reason TEXT);
INSERT INTO initiatives VALUES ('init-abc123', 'Users');
INSERT INTO initiative_state VALUES ('init-abc123', 2, 3, 'Implement token rotation endpoint', 1, 'in_progress',
  '{"phases_total": 4, "phases_completed": 1, "current_phase_tasks": 8, "current_phase_completed": 5}', 1705320000);
INSERT INTO initiative_decisions VALUES ('d-1', 'init-abc123', 1705190400, 'JWT library', 'jose over jsonwebtoken',
  'Better TypeScript support', '["jsonwebtoken: no types"]', 1);
INSERT INTO initiative_blockers VALUES ('block-001', 'init-abc123', 'active', 'Waiting for OAuth credentials',
  1705276800, '["Phase 3: OAuth Integration"]', NULL, NULL, NULL);
INSERT INTO session_history VALUES ('session-001', 'init-abc123', 'worker-abc', 1705222800, 1705235400, 45.0,
  '["Phase 1: Database Schema"]', '[]', NULL);
INSERT INTO session_history VALUES ('session-002', 'init-abc123', 'worker-def', 1705309200, NULL, NULL, NULL, NULL,
  NULL);
"""
"""The tables of the seed, as an agent's own program fills them: nothing of it is cockpit's."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "project" / NAME
    path.parent.mkdir(parents=True)
    with agent(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(SEED)
    return tmp_path / "project"


def track(run: Run, root: Path) -> dict[str, object]:
    (found,) = json.loads(run("status", "--json", "-C", root).out)["tracks"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("place", "verb", "megabytes"),
    [
        ("initiative_state.progress_json", "set task=Next", 2),
        ("initiative_blockers.workaround", "blocker resolve block-001", 60),
    ],
)
def test_a_refusal_names_the_row_that_holds_too_much(
    run: Run, root: Path, place: str, verb: str, megabytes: int
) -> None:
    table, column = place.split(".")
    sql(root / NAME, f"UPDATE {table} SET {column} = zeroblob({megabytes << 20})")
    refused = run(*verb.split(), "-C", root)
    assert (refused.code, refused.out, f"1 row of {table}" in refused.err) == (1, "", True)


@pytest.mark.parametrize(
    ("stored", "read", "written"),
    [(0.62, 62.0, 0.45), (1.0, 100.0, 0.45), (62.0, 62.0, 45.0), (None, None, 0.45)],
)
def test_a_share_of_the_context_is_written_in_the_scale_of_the_table(
    run: Run, root: Path, stored: float | None, read: float | None, written: float
) -> None:
    path = root / NAME
    sql(path, "UPDATE session_history SET context_usage = ? WHERE id = 'session-001'", stored)
    assert [each["context_used"] for each in track(run, root)["sessions"]] == [None, read]
    assert run("done", "session", "--context", "45", "-C", root).code == 0
    assert sql(path, "SELECT context_usage FROM session_history ORDER BY id") == [(stored,), (written,)]
    assert [each["context_used"] for each in track(run, root)["sessions"]] == [45.0, read]


def test_the_agents_own_counters_stay(run: Run, root: Path) -> None:
    """What stands under cockpit's key goes with what the agent keeps there, and the other way round."""
    run("todo", "add", "Which region?", "-C", root)
    stored = json.loads(str(value(root / NAME, "progress_json", "init-abc123", "initiative_state")))
    assert {key: stored[key] for key in stored if key != "cockpit"} == {
        "phases_total": 4, "phases_completed": 1, "current_phase_tasks": 8, "current_phase_completed": 5,
    }  # fmt: skip
    sql(
        root / NAME,
        "UPDATE initiative_state SET progress_json = ?",
        json.dumps({**stored, "current_phase_completed": 6}),
    )
    found = track(run, root)
    assert found["open_questions"] == ["Which region?"]
    assert run("done", "task", "-C", root).code == 0
    stored = json.loads(str(value(root / NAME, "progress_json", "init-abc123", "initiative_state")))
    assert stored["current_phase_completed"] == 7


@pytest.mark.parametrize("name", WRONG)
def test_in_whatever_state_it_is(run: Run, root: Path, name: str) -> None:
    path, (spoil, code) = root / NAME, WRONG[name]
    spoil(path)
    before = {each: os.lstat(each).st_size for each in sorted(path.parent.iterdir())}
    told = run("lint", "-C", root)
    assert f"[{'path-outside' if name == 'device' else code}]" in told.out
    refused = run("decision", "add", "Keep UTC", "-C", root)
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert {each: os.lstat(each).st_size for each in sorted(path.parent.iterdir())} == before


def test_tables_of_another_shape_are_not_touched(run: Run, root: Path) -> None:
    sql(root / NAME, "ALTER TABLE session_history RENAME COLUMN handoff_reason TO why")
    before = dump(root / NAME)
    wrong = words("session_history has no column handoff_reason")
    assert f"The table {wrong}" in run("status", "-C", root).out
    refused = run("decision", "add", "Keep UTC", "-C", root)
    assert refused.err == f"cockpit: {NAME} cannot be edited safely: the table {wrong}.\n"
    assert run("init", "codewalk", "--sqlite", "-C", root).code == 1
    assert dump(root / NAME) == before


def test_a_row_of_somebody_else_is_never_replaced(run: Run, root: Path) -> None:
    """A schema can say that a row gives way to another one of the same value."""
    for statement in (
        "DROP TABLE initiative_decisions",
        "CREATE TABLE initiative_decisions (id TEXT PRIMARY KEY, initiative_id TEXT, date INTEGER, context TEXT, "
        "decision TEXT, reason TEXT UNIQUE ON CONFLICT REPLACE, alternatives_json TEXT, reversible BOOLEAN)",
        "INSERT INTO initiative_decisions (id, decision, reason) VALUES ('theirs', 'Use jose', 'It is simple')",
    ):
        sql(root / NAME, statement)
    refused = run("decision", "add", "Keep UTC", "--reason", "It is simple", "-C", root)
    assert (refused.code, refused.out) == (1, "")
    assert "UNIQUE constraint failed: initiative_decisions.reason" in refused.err
    assert sql(root / NAME, "SELECT id FROM initiative_decisions") == [("theirs",)]


@pytest.mark.parametrize("when", ["AFTER INSERT", "BEFORE UPDATE", "AFTER DELETE"])
def test_a_trigger_on_a_table_that_is_written_runs_with_no_verb(run: Run, root: Path, when: str) -> None:
    """What a project's schema says would be executed: the change is refused, also where the trigger is for others."""
    for statement in (
        "CREATE TABLE ran (id)",
        f'CREATE TRIGGER "a [b]" {when} ON initiative_decisions BEGIN INSERT INTO ran VALUES (1); END',
    ):
        sql(root / NAME, statement)
    before = dump(root / NAME)
    refused = run("decision", "add", "Keep UTC", "-C", root)
    assert (refused.code, refused.out) == (1, "")
    assert refused.err == (
        f"cockpit: {NAME} has a trigger on initiative_decisions (a [b]) that the change would run; drop the trigger, "
        "or make the change with the program that owns the database. Nothing changed.\n"
    )
    planned = run("decision", "add", "Keep UTC", "--dry-run", "-C", root)
    assert (planned.code, planned.out, planned.err) == (1, "", refused.err), "and its dry run says so"
    assert dump(root / NAME) == before
    assert run("blocker", "bypass", "block-001", "--note", "email first", "-C", root).code == 0, "another table"
    sql(root / NAME, 'DROP TRIGGER "a [b]"')
    decided = run("decision", "add", "Keep UTC", "--json", "-C", root)
    assert decided.code == 0
    sql(root / NAME, f"CREATE TRIGGER t {when} ON initiative_decisions BEGIN INSERT INTO ran VALUES (1); END")
    entry = json.loads(decided.out)["entry"]
    undone, planned = (run("undo", entry, *more, "-C", root) for more in ((), ("--dry-run",)))
    assert (undone.code, planned.code, planned.out, planned.err) == (1, 1, "", undone.err)


def test_undoing_its_beginning_leaves_what_somebody_wrote(run: Run, tmp_path: Path) -> None:
    run("init", "codewalk", "--sqlite", "-C", tmp_path)
    sql(tmp_path / NAME, "INSERT INTO initiative_decisions (id, decision) VALUES ('d', 'theirs')")
    before = dump(tmp_path / NAME)
    refused = run("undo", "-C", tmp_path)
    assert (refused.code, refused.err.endswith("Nothing changed.\n")) == (1, True)
    assert dump(tmp_path / NAME) == before


def test_it_is_begun_in_four_empty_tables_and_in_no_others(run: Run, root: Path) -> None:
    for table in ("initiative_state", "initiative_decisions", "initiative_blockers", "session_history"):
        sql(root / NAME, f"DELETE FROM {table}")
    before = dump(root / NAME)
    assert run("init", "codewalk", "--sqlite", "--title", "Buoys", "-C", root).code == 0
    assert sql(root / NAME, "SELECT status FROM initiative_state") == [("pending",)]
    assert run("undo", "-C", root).code == 0
    assert dump(root / NAME) == before
    for table in ("initiative_state", "initiative_decisions", "initiative_blockers", "session_history"):
        sql(root / NAME, f"DROP TABLE {table}")
    refused = run("init", "codewalk", "--sqlite", "-C", root)
    assert (
        refused.err == "cockpit: .codewalk/state.db does not have Codewalkers' four tables: initiative_state is "
        "missing. Create them with the program that made the database, or name another file with "
        "--db.\n"
    )
    assert sql(root / NAME, "SELECT name FROM initiatives") == [("Users",)]


def test_old_and_new_values_are_shown(run: Run, root: Path) -> None:
    planned = run("blocker", "bypass", "block-001", "--note", "email first", "--dry-run", "-C", root)
    assert planned.out.split("\n\n")[-1].splitlines()[:6] == [
        f"--- a/{NAME}",
        f"+++ b/{NAME}",
        '@@ initiative_blockers "block-001" @@',
        '-status = "active"',
        "-workaround = null",
        '+status = "bypassed"',
    ]
    assert value(root / NAME, "status") == "active"


def test_a_busy_writer_is_waited_for_and_then_named(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(sqlite_rows, "WAIT_SECONDS", 0.05)
    with agent(root / NAME) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE initiative_state SET current_task = 'theirs'")
        assert run("status", "-C", root).code == 0
        refused = run("decision", "add", "Keep UTC", "-C", root)
        assert refused.code == 1
        assert refused.err == f"cockpit: Another program has locked {NAME}. Nothing changed.\n"
        other.execute("COMMIT")
    assert run("decision", "add", "Keep UTC", "-C", root).code == 0
    assert value(root / NAME, "current_task", "init-abc123", "initiative_state") == "theirs"


def test_what_may_not_be_written_is_reported(run: Run, root: Path) -> None:
    with biting():
        (root / NAME).chmod(0o444)
        refused = run("decision", "add", "Keep UTC", "-C", root)
    assert (refused.code, refused.out, refused.err.count("\n")) == (1, "", 1)
    assert refused.err.endswith(". Nothing changed.\n")
    assert sql(root / NAME, "SELECT count(*) FROM initiative_decisions") == [(1,)]


def test_hostile_cells_are_shown_escaped(run: Run, root: Path) -> None:
    """The fixture holds every output against control sequences."""
    evil = "\x1b]52;c;aGk=\x07 \x9b2J \u202e[@click=app.quit]now[/] \x00"
    for table, column in (("initiative_decisions", "decision"), ("initiative_blockers", "description"),
                          ("initiative_state", "current_task"), ("session_history", "agent_id")):  # fmt: skip
        sql(root / NAME, f"UPDATE {table} SET {column} = ?", evil)
    sql(root / NAME, "UPDATE initiative_state SET progress_json = ?", json.dumps({"cockpit": {"title": evil, evil: 1}}))
    for given in (("status",), ("lint",), ("resume", "--reset-alerts"), ("status", "--json"), ("check",), ("log",)):
        assert run(*given, "-C", root).code in (0, 1), given
    assert "[@click=app.quit]now[/]" in run("status", "-C", root).out
