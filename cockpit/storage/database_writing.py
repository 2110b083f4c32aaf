"""Changing rows of a database in the steps of a `Replacement`: all of a change in one transaction.

What a crash interrupts SQLite itself takes back; what was committed stands. So nothing lies beside a database but what
SQLite puts there, except while a new one appears, or one that holds nothing of anybody else goes.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import Literal

from cockpit.documents.rows_changes import is_all, narrowed, reapply, stands
from cockpit.model.refused import Refused
from cockpit.storage import database_calls as calls
from cockpit.storage import database_connection as opening
from cockpit.storage import database_rows, disk
from cockpit.storage.atomic import Keep, Moved, Replacement, place
from cockpit.storage.database_connection import Connection, Turn
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.refusals import refusing as refusing_disk
from cockpit.storage.signatures import NEWEST
from cockpit.storage.targets import Target
from cockpit.values import dataclass

WAIT_SECONDS = 3.0
"""How long to wait for another program that holds the database."""
_WAL = 2
_FORMAT = slice(18, 20)

Stage = Literal["untouched", "prepared", "switched", "unclear"]


def present(target: Target, before: bytes | None, after: bytes | None, wait: float | None = None) -> bytes | None:
    """The rows that a change is about as they are now; None where there is no database. Waits as long as writing does
    for who holds it, or as long as is given. Raises Refused."""
    if disk.status(target.real) is None:
        return None
    whole = before is None or after is None
    seconds = WAIT_SECONDS if wait is None else wait
    with _refusing(target.path), opening.reading(str(target.real), seconds) as given:
        if given is None:
            return b""
        return database_rows.present_text(given[0], _text(before), _text(after), whole=whole).encode()


def mend(target: Target) -> None:
    """Has SQLite put right what a process left that died while it wrote, as whoever opens a database for writing does.

    Raises Refused.
    """
    with _refusing(target.path), suppress(Moved):
        turn, connection = _opened(target)
        try:
            calls.execute(connection, "SELECT count(*) FROM sqlite_master")
        finally:
            _close(connection, turn)


@contextmanager
def _refusing(path: str) -> Iterator[None]:
    with refusing_disk(path), database_rows.refusing(path):
        yield


@dataclass(slots=True)
class RowsReplacement:
    """A change of rows of a database that is there. `before` and `after` are narrowed texts of rows.

    The steps are those of `Replacement`; they raise Refused and Moved. Between `prepare` and `switch` nobody else can
    write to the database.
    """

    target: Target
    before: bytes
    after: bytes
    stage: Stage = "untouched"
    folders: list[Path] = field(default_factory=list)
    connection: Connection | None = None
    turn: Turn | None = None

    @property
    def last(self) -> bool:
        """True: what is committed can only be taken back by another transaction."""
        return True

    def check(self) -> None:
        """Raises Moved where the columns are not those the edit was made on."""
        found = present(self.target, self.before, self.after)
        if found is None or not stands(_text(self.before), _text(self.after), _text(found)):
            raise Moved(self.target.path)

    def prepare(self) -> None:
        """Makes the change in a transaction, which also looks whether the columns are still the same."""
        try:
            with _refusing(self.target.path):
                self.turn, self.connection = _opened(self.target)
                calls.execute(self.connection, "BEGIN IMMEDIATE")
                if not database_rows.make(self.connection, _text(self.before), _text(self.after)):
                    raise Moved(self.target.path)
        except BaseException:
            self._close()
            raise
        self.stage = "prepared"

    def verify(self) -> None:
        """The transaction sees to it."""

    def switch(self) -> None:
        """Commits."""
        if self.connection is not None:
            with _refusing(self.target.path):
                calls.commit(self.connection)
        self.stage = "switched"

    def confirm(self) -> None:
        """What was committed stands."""

    def finish(self) -> None:
        """Lets go of the database."""
        self._close()

    def withdraw(self) -> None:
        """Takes the change back, except where somebody else changed the same columns since."""
        self._close()
        if self.stage == "switched":
            self._take_back()
        self.stage = "untouched"

    def _take_back(self) -> None:
        found = present(self.target, self.before, self.after)
        without = None if found is None else reapply(_text(self.after), _text(self.before), _text(found))
        if found is None or without is None:
            return
        before, after = narrowed(_text(found), without)
        if before != after:
            again = RowsReplacement(self.target, before.encode(), after.encode())
            with suppress(Moved):
                again.prepare()
                again.switch()
            again.finish()

    def _close(self) -> None:
        _close(self.connection, self.turn)
        self.connection = self.turn = None


class NewDatabase(Replacement):
    """A database where there is none, as the bytes of a file."""

    __slots__ = ()

    def check(self) -> None:
        """Raises Moved where there is a file."""
        if disk.status(self.target.real) is not None:
            raise Moved(self.target.path)

    def verify(self) -> None:
        """The same, without opening what may be another program's database."""
        self.check()

    def _disappear(self) -> None:
        if disk.status(_beside(self.target, NEWEST)) is not None:  # somebody opened it
            raise Refused(f"{self.target.path} could not be put back.")
        super()._disappear()


@dataclass(slots=True)
class GoneDatabase:
    """A database that goes, because it holds nothing but `before` and nobody has it open."""

    target: Target
    before: bytes
    token: str
    after: None = None
    stage: Stage = "untouched"
    folders: list[Path] = field(default_factory=list)
    connection: Connection | None = None
    turn: Turn | None = None
    logged: bool = False

    @property
    def last(self) -> bool:
        """False: it is moved."""
        return False

    def check(self) -> None:
        """Raises Moved where it holds something else."""
        found = present(self.target, self.before, None)
        if found is None or not is_all(_text(self.before), _text(found)):
            raise Moved(self.target.path)

    def prepare(self) -> None:
        """Makes sure that nobody else has it open, and that it holds nothing else."""
        try:
            with _refusing(self.target.path):
                self.turn, self.connection = _opened(self.target)
                self.logged = calls.execute(self.connection, "PRAGMA journal_mode") == [("wal",)]
                calls.execute(self.connection, "PRAGMA journal_mode=DELETE")  # only possible where nobody has it open
                calls.execute(self.connection, "BEGIN EXCLUSIVE")
                self._look(self.connection)
        except BaseException:
            self._close()
            raise
        self.stage = "prepared"

    def verify(self) -> None:
        """The lock sees to it."""

    def switch(self) -> None:
        """Moves it aside."""
        disk.rename(self.target.real, self._aside)
        self.stage = "switched"

    def confirm(self) -> None:
        """Nobody could write to it."""

    def finish(self) -> None:
        """Removes it."""
        with suppress(FileNotFoundError):
            disk.remove(self._aside)
        self.logged = False
        self._close()

    def withdraw(self) -> None:
        """Puts it back."""
        try:
            if self.stage == "switched":
                self.stage = "unclear"
                place(self._aside, self.target.real)
                with suppress(FileNotFoundError):
                    disk.remove(self._aside)
            self.stage = "untouched"
        finally:
            self._close()

    @property
    def _aside(self) -> Path:
        return self.target.temporary(self.token)

    def _look(self, connection: Connection) -> None:
        if database_rows.holds_others(connection):
            raise Refused(f"{self.target.path} holds more than was written; {NOTHING_CHANGED}.")
        found = database_rows.present_text(connection, _text(self.before), "", whole=True)
        if not is_all(_text(self.before), found):
            raise Moved(self.target.path)

    def _close(self) -> None:
        if self.connection is not None and self.logged:
            with suppress(sqlite3.Error, OSError):
                calls.rollback(self.connection)
                calls.execute(self.connection, "PRAGMA journal_mode=WAL")
        _close(self.connection, self.turn)
        self.connection = self.turn = None


def new_database(target: Target, text: bytes, token: str, keep: Keep) -> NewDatabase:
    """The step that makes a database of a text of rows; whoever opens it finds a write-ahead log switched on.

    Raises Refused.
    """
    for suffix in (NEWEST, "-journal"):
        if disk.status(_beside(target, suffix)) is not None:  # SQLite would take it for ours
            raise Refused(f"{target.path}{suffix} is left of another database; {NOTHING_CHANGED}.")
    with database_rows.refusing(target.path):
        connection = sqlite3.connect(":memory:", isolation_level=None)
        try:
            database_rows.fill(connection, _text(text))
            data = bytearray(connection.serialize())
        finally:
            connection.close()
    data[_FORMAT] = bytes((_WAL, _WAL))
    return NewDatabase(target, None, bytes(data), token, keep)


def _opened(target: Target) -> tuple[Turn, Connection]:
    """A connection that writes. Raises sqlite3.Error, Unreadable and WrongKind, and Moved where there is none."""
    real = str(target.real)
    turn = opening.alone(real, WAIT_SECONDS)
    try:
        opening.header_of(real)
        return turn, calls.connect(real, WAIT_SECONDS)
    except FileNotFoundError:
        turn.end()
        raise Moved(target.path) from None
    except BaseException:
        turn.end()
        raise


def _close(connection: Connection | None, turn: Turn | None) -> None:
    """Ends a connection and lets others; an error while closing is nobody's concern, the file is whole."""
    try:
        if connection is not None:
            with suppress(sqlite3.Error, OSError):
                calls.close(connection)
    finally:
        if turn is not None:
            turn.end()


def _beside(target: Target, suffix: str) -> Path:
    return target.real.with_name(f"{target.real.name}{suffix}")


def _text(data: bytes | None) -> str:
    return "" if data is None else data.decode()
