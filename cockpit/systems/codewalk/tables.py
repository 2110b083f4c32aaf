"""The four tables of the seed ("SQLite"), and what each of their columns is in the state as it is written in YAML."""

from collections.abc import Mapping

from cockpit.documents.rows import Table, Tables
from cockpit.values import dataclass

STATE, DECISIONS, BLOCKERS, SESSIONS = (
    "initiative_state",
    "initiative_decisions",
    "initiative_blockers",
    "session_history",
)
TABLES = (STATE, DECISIONS, BLOCKERS, SESSIONS)
BY_KIND = {"decisions": DECISIONS, "blockers": BLOCKERS, "sessions": SESSIONS}
"""The table of each kind of entry."""
MORE = "cockpit"
"""The key in `progress_json` under which stands what the tables have no column for."""

CREATE: Mapping[str, str] = {
    STATE: """CREATE TABLE initiative_state (
  initiative_id TEXT PRIMARY KEY,
  current_phase INTEGER,
  current_plan INTEGER,
  current_task TEXT,
  current_wave INTEGER,
  status TEXT,
  progress_json TEXT,
  updated_at INTEGER
)""",
    DECISIONS: """CREATE TABLE initiative_decisions (
  id TEXT PRIMARY KEY,
  initiative_id TEXT,
  date INTEGER,
  context TEXT,
  decision TEXT,
  reason TEXT,
  alternatives_json TEXT,
  reversible BOOLEAN
)""",
    BLOCKERS: """CREATE TABLE initiative_blockers (
  id TEXT PRIMARY KEY,
  initiative_id TEXT,
  status TEXT CHECK (status IN ('active', 'bypassed', 'resolved')),
  description TEXT,
  identified_at INTEGER,
  affects_json TEXT,
  workaround TEXT,
  resolution TEXT,
  resolved_at INTEGER
)""",
    SESSIONS: """CREATE TABLE session_history (
  id TEXT PRIMARY KEY,
  initiative_id TEXT,
  agent_id TEXT,
  started_at INTEGER,
  ended_at INTEGER,
  context_usage REAL,
  completed_json TEXT,
  issues_json TEXT,
  handoff_reason TEXT
)""",
}
"""The statements of the seed, without its references to a table that is another program's."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the key of the entry it holds, and how: as it is, as seconds since 1970, as a list in JSON, as 0 or 1,
    or as a share of 1.
    """

    key: str
    kind: str = "text"


COLUMNS: Mapping[str, Mapping[str, Column]] = {
    "decisions": {
        "id": Column("id"),
        "date": Column("date", "time"),
        "context": Column("context"),
        "decision": Column("decision"),
        "reason": Column("reason"),
        "alternatives_json": Column("alternatives_considered", "list"),
        "reversible": Column("reversible", "flag"),
    },
    "blockers": {
        "id": Column("id"),
        "status": Column("status"),
        "description": Column("description"),
        "identified_at": Column("identified_at", "time"),
        "affects_json": Column("affects", "list"),
        "workaround": Column("workaround"),
        "resolution": Column("resolution"),
        "resolved_at": Column("resolved_at", "time"),
    },
    "sessions": {
        "id": Column("id"),
        "agent_id": Column("agent"),
        "started_at": Column("started", "time"),
        "ended_at": Column("ended", "time"),
        "context_usage": Column("context_usage", "share"),
        "completed_json": Column("completed", "list"),
        "issues_json": Column("issues", "list"),
        "handoff_reason": Column("handoff_reason"),
    },
}
"""By kind of entry, what each column holds."""
POSITION = {
    "phase": "current_phase",
    "plan": "current_plan",
    "task": "current_task",
    "wave": "current_wave",
    "status": "status",
}
"""The columns of the position by its parts."""
_OF_STATE = ("initiative_id", *POSITION.values(), "progress_json", "updated_at")


def names_of(table: str) -> tuple[str, ...]:
    """The columns that a table has by the seed."""
    if table == STATE:
        return _OF_STATE
    kind = next(kind for kind, name in BY_KIND.items() if name == table)
    names = list(COLUMNS[kind])
    return (names[0], "initiative_id", *names[1:])


NEW_TABLES: Tables = {name: Table(name=name, key=names_of(name)[0], columns=names_of(name)) for name in TABLES}
"""The four tables of a new database."""


def wrong_shape(tables: Tables) -> tuple[str, str] | None:
    """A table that is not there or has another shape, and in what; None where all four are the seed's."""
    for name in TABLES:
        table = tables.get(name)
        if table is None:
            return name, "is not there"
        wanted = names_of(name)
        if table.key != wanted[0]:
            return name, f"has no primary key {wanted[0]}"
        missing = next((column for column in wanted if column not in table.columns), None)
        if missing is not None:
            return name, f"has no column {missing}"
    return None
