"""Databases as another system's agent makes them: its tables, rows, and writers that know nothing of cockpit."""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

STATE = (
    "CREATE TABLE initiative_state (initiative_id TEXT PRIMARY KEY, current_phase INTEGER, current_plan INTEGER, "
    "current_task TEXT, current_wave INTEGER, status TEXT, progress_json TEXT, updated_at INTEGER)"
)
DECISIONS = (
    "CREATE TABLE initiative_decisions (id TEXT PRIMARY KEY, initiative_id TEXT, date INTEGER, context TEXT, "
    "decision TEXT, reason TEXT, alternatives_json TEXT, reversible BOOLEAN)"
)
BLOCKERS = (
    "CREATE TABLE initiative_blockers (id TEXT PRIMARY KEY, initiative_id TEXT, "
    "status TEXT CHECK (status IN ('active','bypassed','resolved')), description TEXT, identified_at INTEGER, "
    "affects_json TEXT, workaround TEXT, resolution TEXT, resolved_at INTEGER)"
)
SESSIONS = (
    "CREATE TABLE session_history (id TEXT PRIMARY KEY, initiative_id TEXT, agent_id TEXT, started_at INTEGER, "
    "ended_at INTEGER, context_usage REAL, completed_json TEXT, issues_json TEXT, handoff_reason TEXT)"
)
TABLES = ("initiative_state", "initiative_decisions", "initiative_blockers", "session_history")
THEN = 1705276800


def make(path: Path, *, wal: bool = True, blockers: int = 3, statements: tuple[str, ...] = ()) -> Path:
    """A database of a project that has begun."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_made(wal, blockers, statements))
    return path


@lru_cache(maxsize=16)
def _made(wal: bool, blockers: int, statements: tuple[str, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made.db"
        _fill(path, wal=wal, blockers=blockers, statements=statements)
        return path.read_bytes()


def _fill(path: Path, *, wal: bool, blockers: int, statements: tuple[str, ...]) -> None:
    with agent(path) as connection:
        if wal:
            connection.execute("PRAGMA journal_mode=WAL")
        for statement in (STATE, DECISIONS, BLOCKERS, SESSIONS, *statements):
            connection.execute(statement)
        connection.execute("BEGIN")
        connection.execute(
            "INSERT INTO initiative_state VALUES ('init-1', 2, 1, 'Wire it', 1, 'executing', '{\"done\": 3}', ?)",
            (THEN,),
        )
        connection.executemany(
            "INSERT INTO initiative_blockers VALUES (?, 'init-1', 'active', ?, ?, '[]', NULL, NULL, NULL)",
            [
                (f"block-{number:03}", f"Waiting for {number}\nfrom the client", THEN + number)
                for number in range(blockers)
            ],
        )
        connection.execute(
            "INSERT INTO session_history VALUES ('s1', 'init-1', 'agent', ?, NULL, 45.0, '[]', NULL, NULL)", (THEN,)
        )
        connection.execute("COMMIT")


@contextmanager
def agent(path: Path, timeout: float = 20.0) -> Iterator[sqlite3.Connection]:
    """A connection of another program."""
    with closing(sqlite3.connect(path, timeout=timeout, isolation_level=None)) as connection:
        yield connection


def run(path: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    """One statement of another program."""
    with agent(path) as connection:
        return connection.execute(statement, values).fetchall()


def value(path: Path, column: str, key: str = "block-001", table: str = "initiative_blockers") -> object:
    """One value of a row; None also where there is no such row."""
    name = "initiative_id" if table == "initiative_state" else "id"
    found = run(path, f"SELECT {column} FROM {table} WHERE {name} = ?", key)
    return found[0][0] if found else None


def dump(path: Path) -> Mapping[str, object] | None:
    """All that is in a database, by a witness that looks at a copy: nothing is put right in the original."""
    if not path.exists():
        return None
    with TemporaryDirectory() as folder:
        for each in path.parent.glob(f"{path.name}*"):
            if each.name in {f"{path.name}{suffix}" for suffix in ("", "-wal", "-journal")}:
                shutil.copyfile(each, Path(folder) / each.name)
        with closing(sqlite3.connect(Path(folder) / path.name)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return {
                "all": "\n".join(sorted(connection.iterdump())),
                "version": connection.execute("PRAGMA user_version").fetchone(),
            }


def beside(path: Path) -> list[str]:
    """The files beside a database that begin like it."""
    return sorted(each.name for each in path.parent.iterdir() if each.name.startswith(path.name) and each != path)
