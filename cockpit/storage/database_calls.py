"""The calls to SQLite that writing takes, one function each: where a test makes a database fail, as in `disk`.

Callers name the module. All raise sqlite3.Error.
"""

import sqlite3
from collections.abc import Sequence

from cockpit.storage.database import Connection, bounded, uri_of

LONGEST = 16 * 1024 * 1024
"""Bytes of one row that is written, or read before it is."""
SECONDS = 10.0
"""So long a change may take."""


def connect(real: str, wait: float) -> Connection:
    """A connection that writes to a database that is there, and waits so long for who holds it."""
    connection = sqlite3.connect(uri_of(real, "mode=rw"), uri=True, timeout=wait, isolation_level=None,
                                 check_same_thread=False)  # fmt: skip
    try:
        bounded(connection, LONGEST, SECONDS + wait).execute("PRAGMA synchronous=FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def execute(connection: Connection, statement: str, values: Sequence[object] = ()) -> int:
    """How many rows a statement changed."""
    return connection.execute(statement, values).rowcount


def commit(connection: Connection) -> None:
    """Makes a transaction stand; it is on the disk then."""
    connection.execute("COMMIT")


def close(connection: Connection) -> None:
    """Ends a connection, and what was not committed with it."""
    connection.close()
