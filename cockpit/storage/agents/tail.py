"""Logs that grow at their end, however large: first their beginning and their end, then what was appended.

A file is known again by its inode, its first bytes, and the bytes before the place up to which it was read. One that
became shorter or is another is read anew. A last line without a line end waits.
"""

import os
from collections.abc import Callable
from typing import NamedTuple

from cockpit.agents.interface import DOCUMENT, Log, Totals
from cockpit.model.agents import AgentSession
from cockpit.storage.agents.files import MAX_FIRST_LINE, AgentFolder

HEAD = 64 * 1024
TAIL = 256 * 1024
LONGEST_TAIL = 4 * 1024 * 1024
MAX_LINE = 2 * 1024 * 1024
MAX_DOCUMENT = 16 * 1024 * 1024
"""The longest log that is one document; a longer one is not read."""
SLICE = LONGEST_TAIL
"""Bytes that are counted at a time; more than the longest line, so that each time gets on."""
BYTES_A_SECOND = 50_000_000
"""How much of the logs whoever counts in the background should read, so that others can use the disk."""

_CHUNK = 256 * 1024
_MARK = 64
"""Bytes at the beginning of a file, and before the place read up to, that tell it from another."""


class _Marks(NamedTuple):
    device: int
    inode: int
    size: int
    first: bytes
    last: bytes


class _Reading:
    """How far a file was read: `offset` is where the first line begins that was not handed on; `handed_on` counts
    those that were, or were empty."""

    def __init__(self, offset: int = 0) -> None:
        self.offset = offset
        self.handed_on = 0
        self._passed: int | None = None
        self._marks: _Marks | None = None

    def is_of(self, file: int) -> bool:
        """Whether this open file is the one that was read, and has only grown. Raises OSError."""
        marks = self._marks
        return marks is not None and self.offset <= marks.size and marks == _marks(file, self.offset, marks)

    def remember(self, file: int) -> None:
        """Raises OSError."""
        self._marks = _marks(file, self.offset, None)

    def leap(self, offset: int) -> None:
        """Goes on behind the line that an offset lies in."""
        self.offset, self._passed = offset, 0

    def hand_on(
        self, file: int, end: int, reader: Log | Totals, skip: Callable[[], None], unread: Callable[[int], None]
    ) -> None:
        """Gives the reader the whole lines from the offset to `end` in which there is something for it; `unread` is
        told how many others are not empty, `skip` of each that is too long to be read.

        Raises OSError.
        """
        rest, at = b"", self.offset
        while at < end and (chunk := os.pread(file, min(_CHUNK, end - at), at)):
            at += len(chunk)
            if self._passed is not None:
                chunk = self._pass_by(chunk, skip)
            chunk = rest + chunk
            cut = chunk.rfind(b"\n") + 1
            self._give(chunk[:cut], reader, skip, unread)
            self.offset, rest = self.offset + cut, chunk[cut:]
            if len(rest) > MAX_LINE:
                self._passed = len(rest)
                self.offset, rest = at, b""

    def _give(
        self, lines: bytes, reader: Log | Totals, skip: Callable[[], None], unread: Callable[[int], None]
    ) -> None:
        """A line that cannot matter costs no call: a log may hold millions."""
        at = given = 0
        while found := reader.telling.search(lines, at):
            begin = max(at, lines.rfind(b"\n", at, found.start()) + 1)
            end = lines.index(b"\n", found.start())
            if end - begin > MAX_LINE:
                skip()
            else:
                reader.take(lines[begin:end])
            given, at = given + 1, end + 1
        count = lines.count(b"\n")
        self.handed_on += count
        if count > given:
            unread(count - given - lines.split(b"\n").count(b"") + 1)

    def _pass_by(self, chunk: bytes, skip: Callable[[], None]) -> bytes:
        """What follows the line that is passed by; the offset goes with it."""
        line, end, rest = chunk.partition(b"\n")
        self.offset += len(line) + len(end)
        passed = (self._passed or 0) + len(line)
        self._passed = None if end else passed
        if end and passed > MAX_LINE:
            skip()
        return rest


def _marks(file: int, offset: int, before: _Marks | None) -> _Marks:
    """The marks of an open file, as far as they can be compared with those from before."""
    found = os.fstat(file)
    size = found.st_size if before is None else min(found.st_size, before.size)
    begin = max(0, offset - _MARK)
    first = os.pread(file, min(_MARK, size), 0)
    return _Marks(found.st_dev, found.st_ino, size, first, os.pread(file, offset - begin, begin))


class LogTail:
    """A session by its log. `session` is None where there is no log, or none of its lines can be read."""

    def __init__(self, folder: AgentFolder, path: str, make: Callable[[], Log]) -> None:
        self.session: AgentSession | None = None
        self._folder = folder
        self._path = path
        self._make = make
        self._log: Log | None = None
        self._reading = _Reading()

    @property
    def unread(self) -> int:
        """See `Log.unread`."""
        return self._log.unread if self._log is not None else 0

    def read(self) -> None:
        """Reads what was appended; the beginning and the end, where the file is another or grew by more than these."""
        try:
            with self._folder.opened(self._path) as file:
                if file is None:
                    self._log = self.session = None
                else:
                    self._read_from(file)
        except OSError:  # of a disk that fails
            self._log = self.session = None

    def _read_from(self, file: int) -> None:
        size = os.fstat(file).st_size
        if self._path.endswith(DOCUMENT):
            self._read_document(file, size)
            return
        log, before = self._log, self._reading.offset
        if log is None or size - self._reading.offset > LONGEST_TAIL or not self._reading.is_of(file):
            log, before = self._begin(file, size), -1
        else:
            self._hand_on(self._reading, file, size, log)
        self._reading.remember(file)
        if before != self._reading.offset:
            self.session = log.session() if self._reading.handed_on else None

    def _read_document(self, file: int, size: int) -> None:
        """One that was written in part, or is too long, keeps what was read of it before."""
        data = os.pread(file, MAX_DOCUMENT + 1, 0) if size <= MAX_DOCUMENT else b""
        log = self._make()
        log.take(data)
        if log.unread == 0 or self._log is None:
            self._log, self.session = log, log.session() if log.unread == 0 else None

    @staticmethod
    def _hand_on(reading: _Reading, file: int, end: int, log: Log) -> None:
        def unread(lines: int) -> None:
            log.unread += lines

        def skip() -> None:
            log.skip()
            log.unread += 1

        reading.hand_on(file, end, log, skip, unread)

    def _begin(self, file: int, size: int) -> Log:
        length = TAIL
        while True:
            log, reading = self._make(), _Reading()
            self._hand_on(reading, file, min(size, HEAD), log)
            if reading.offset == 0:
                self._hand_on(reading, file, min(size, MAX_FIRST_LINE), log)
            begin = size - length - 1  # one earlier: a line may begin right there
            if gap := begin > reading.offset:
                log.skip()
                reading.leap(begin)
            self._hand_on(reading, file, size, log)
            if not gap or log.has_context or length >= LONGEST_TAIL:
                self._log, self._reading = log, reading
                return log
            length *= 2


class LogCount:
    """The tokens of all lines of a log, read in slices; then of what was appended."""

    def __init__(self, folder: AgentFolder, path: str, make: Callable[[], Totals | None]) -> None:
        self._folder = folder
        self._path = path
        self._make = make
        self._totals = make()
        self._reading = _Reading()
        self.needed = self._totals is not None
        """Whether the last lines of the log do not tell as much."""
        self.complete = not self.needed

    @property
    def tokens(self) -> int | None:
        """Those of the lines read so far: at least so many until it is `complete`."""
        return self._totals.tokens if self._totals is not None else None

    def read_on(self) -> int:
        """Reads a slice; how many bytes of the file that were. What cannot be read is left at what is known."""
        try:
            with self._folder.opened(self._path) as file:
                return self._read_from(file) if file is not None else 0
        except OSError:  # of a disk that fails
            return 0

    def _read_from(self, file: int) -> int:
        size = os.fstat(file).st_size
        if self._reading.offset and not self._reading.is_of(file):
            self._totals, self._reading = self._make(), _Reading()
        if self._totals is None:
            return 0
        begin = self._reading.offset
        end = min(size, begin + SLICE)
        self._reading.hand_on(file, end, self._totals, lambda: None, lambda _: None)
        self._reading.remember(file)
        self.complete = end == size
        return end - begin
