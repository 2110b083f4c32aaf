"""A database of 100,000 decisions and as many sessions, against the same one with ten: until it is on the screen, and
how long a key takes while its lists are scrolled. The two take turns, so that both meet the same machine."""

import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks.measuring import COCKPIT, compiled, opened, percentile, press, read_until_quiet, report, spawn, verdict

FEW, MANY = 10, 100_000
DATABASE = ".codewalk/state.db"
TABLES = """
CREATE TABLE initiative_state (initiative_id TEXT PRIMARY KEY, current_phase INTEGER, current_plan INTEGER,
  current_task TEXT, current_wave INTEGER, status TEXT, progress_json TEXT, updated_at INTEGER);
CREATE TABLE initiative_decisions (id TEXT PRIMARY KEY, initiative_id TEXT, date INTEGER, context TEXT, decision TEXT,
  reason TEXT, alternatives_json TEXT, reversible BOOLEAN);
CREATE TABLE initiative_blockers (id TEXT PRIMARY KEY, initiative_id TEXT, status TEXT, description TEXT,
  identified_at INTEGER, affects_json TEXT, workaround TEXT, resolution TEXT, resolved_at INTEGER);
CREATE TABLE session_history (id TEXT PRIMARY KEY, initiative_id TEXT, agent_id TEXT, started_at INTEGER,
  ended_at INTEGER, context_usage REAL, completed_json TEXT, issues_json TEXT, handoff_reason TEXT);
INSERT INTO initiative_state VALUES ('init-1', 2, 1, 'Sound the channel', 1, 'in_progress', '{}', 1767000000);
"""
CONTENT = b"Sound the channel"
"""A word of the state."""
OPENING, KEY = 1.2, 50.0


def made(root: Path, rows: int) -> str:
    """A project whose database has so many decisions and sessions."""
    path = root / DATABASE
    path.parent.mkdir(parents=True)
    decisions = ((f"decision-{each:06}", "init-1", 1_600_000_000 + each * 600, "On the way", f"Buoy {each} is red",
                  "Seen from the north", '["green"]', 1) for each in range(rows))  # fmt: skip
    sessions = ((f"session-{each:06}", "init-1", "surveyor", 1_600_000_000 + each * 600, 1_600_000_300 + each * 600,
                 40.0, '["Soundings"]', "[]", None) for each in range(rows))  # fmt: skip
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(TABLES)
        connection.executemany("INSERT INTO initiative_decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", decisions)
        connection.executemany("INSERT INTO session_history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", sessions)
        connection.commit()
    return str(root)


def scrolled(project: str, rounds: int) -> list[float]:
    """Seconds each key took until its last output, in the list of decisions."""
    program = spawn([*COCKPIT, project])
    program.expect(CONTENT)
    time.sleep(2)
    for key in "6":
        press(program, key)
    read_until_quiet(program, 0.2)
    keys = ("j", "j", "\x1b[6~", "j", "k", "\x1b[5~")
    for key in keys:
        press(program, key)
    taken = [press(program, keys[number % len(keys)]) for number in range(rounds)]
    program.close(force=True)
    return taken


def main(rounds: int = 20, presses: int = 120) -> None:
    compiled()
    with tempfile.TemporaryDirectory() as folder:
        few, many = (made(Path(folder) / str(count), count) for count in (FEW, MANY))
        for project in (few, many):  # what the first start leaves in the disk's cache counts for none
            opened(project, CONTENT)
        pairs = []
        for number in range(rounds):
            order = (few, many) if number % 2 else (many, few)
            taken = {project: opened(project, CONTENT) for project in order}
            pairs.append((taken[few], taken[many]))
        report(f"{FEW} rows", [pair[0] for pair in pairs])
        report(f"{MANY:,} rows", [pair[1] for pair in pairs])
        verdict("ratio, median of the pairs", statistics.median(many / few for few, many in pairs), OPENING)
        keys = scrolled(many, presses)
        report(f"a key in a list of {MANY:,}", keys)
        verdict("95th percentile", percentile(keys, 0.95) * 1000, KEY, " ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
