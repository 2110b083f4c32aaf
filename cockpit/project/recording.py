"""What a command asks of the disk, the environment and the clock, noted so that its answer can be kept.

It is noted where Python asks the system, whoever asks: so what a reader asks that is yet to be written is noted too.
An answer is not kept where something was asked in another way, as of another program.
"""

# ruff: noqa: PTH109, PTH116 -- the calls themselves
import builtins
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta, tzinfo
from errno import ENOENT
from pathlib import Path
from typing import Any, TypeAlias

from cockpit.model.errors import CommandError
from cockpit.project import kept_answers
from cockpit.project.kept_answers import reply_to, status_reply
from cockpit.storage import git
from cockpit.storage.user_files import private

RACY_SECONDS = 2
"""What was written so shortly before the reading, or meanwhile, may be written once more without a sign of it."""
KEPT_CODES = (0, 20, 30)
"""Exit codes that are answers; another one says that something could not be read."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_UNKNOWN = frozenset({"subprocess.Popen", "os.fork", "os.posix_spawn", "sqlite3.connect", "socket.connect"})
"""Events of Python's auditing behind which something is asked that is not noted."""

Given: TypeAlias = Any
"""What the original takes or gives."""
Replaced: TypeAlias = dict[tuple[Any, str], Any]
"""By a module and a name in it what that stands for."""


class Recording:
    """The questions of a command, and what it prints. `certain`: all that was asked is noted. `holds` are the seconds
    for which time alone makes no other answer of it."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.holds = float("inf")
        self.certain = True
        self._questions: dict[tuple[str, Given], Given] = {}
        self._listings: list[_Listing] = []
        self._opened: dict[int, str] = {}
        self._printed: list[tuple[bool, str]] = []
        self._real: Replaced = {}
        self._ours: Replaced = {}
        self._moment: type[_Moment] = type("Moment", (_Moment,), {"recording": self})

    def clock(self, zone: tzinfo) -> datetime:
        """The present instant, which notes when what is made of it will be another."""
        now = datetime.now(zone)
        return self._moment.combine(now.date(), now.timetz())

    def turns_in(self, seconds: float) -> None:
        """Note that the answer may be another one after so many seconds; those before now are over."""
        self.holds = min(self.holds, seconds if seconds >= 0 else self.holds)

    def note(self, kind: str, question: str, *known: Given) -> None:
        """Note a question and its reply, which is asked for where it is not known; the first one counts."""
        if (kind, question) in self._questions:
            return
        if known:
            self._questions[kind, question] = known[0]
            return
        with self._passing():
            self._questions[kind, question] = reply_to(kind, question)

    def printed(self, text: str, *, is_error: bool) -> None:
        """Note what is printed."""
        if self._printed and self._printed[-1][0] == is_error:
            text = self._printed.pop()[1] + text
        self._printed.append((is_error, text))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is asked in this block."""
        names = ("stat", "lstat", "open", "scandir", "listdir", "readlink", "kill")
        self._ours = {(os, name): getattr(self, f"_{name}") for name in names}
        self._ours |= {(module, "open"): self._open_file for module in (builtins, io)}
        self._ours |= {(os, "environ"): _Variables(os.environ, self), (git, "ask"): self._ask_git}
        self._real = {(module, name): getattr(module, name) for module, name in self._ours}
        streams = {name: each for name in ("stdout", "stderr") if (each := getattr(sys, name)) is not None}
        _put({(sys, name): _Printed(each, self, name == "stderr") for name, each in streams.items()} | self._ours)
        _noting.append(self)
        try:
            yield
        finally:
            _noting.clear()
            _put(self._real)
            self.certain = self.certain and None not in (sys.stdout, sys.stderr)  # None: nobody reads on
            _put({(sys, name): each for name, each in streams.items() if getattr(sys, name) is not None})

    @contextmanager
    def _passing(self) -> Iterator[None]:
        """Note nothing of this block, which may lie outside of the other."""
        was_noting = bool(_noting)
        if was_noting:
            _noting.clear()
            _put(self._real)
        try:
            yield
        finally:
            if was_noting:
                _put(self._ours)
                _noting.append(self)

    def keep(self, arguments: Sequence[str], code: int) -> None:
        """Keep the answer to a command line, where it is certain. Never raises for what the disk says."""
        place = kept_answers.place_of(arguments)
        if place is None or not self.certain or code not in KEPT_CODES:
            return
        self._note_surroundings()
        settled = int((self.begun - RACY_SECONDS) * 1_000_000_000)
        if any(isinstance(each, tuple) and max(each[5:], default=0) > settled for each in self._questions.values()):
            return
        by_kind: dict[str, list[Given]] = {"names": [each.asked(settled) for each in self._listings]}
        for (kind, question), reply in self._questions.items():
            by_kind.setdefault(kind, []).append((question, reply))
        asked, until = kept_answers.asked_as(arguments), self.begun + self.holds
        with suppress(OSError, CommandError, ValueError):
            data = kept_answers.packed((asked, self.begun, until, [*by_kind.items()], code, self._printed))
            if len(data) <= kept_answers.MOST_BYTES:
                private.write(Path(place), data, lasting=False)

    def _note_surroundings(self) -> None:
        """The zone of local times, and the program itself, which may be installed anew under the same number."""
        self.note("variable", "TZ")
        self.note("followed", "/etc/localtime")
        for name, module in tuple(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file and name != "__main__" and name.partition(".")[0] not in sys.stdlib_module_names:
                self.note("followed", file)

    # In place of what Python offers: the arguments are as the original takes them

    def _absolute(self, path: Given, folder: int | None = None) -> str:
        text = os.fsdecode(path)
        if text.startswith("/"):
            return text
        self.certain = self.certain and (folder is None or folder in self._opened)
        return f"{os.getcwd() if folder is None else self._opened.get(folder)}/{text}"

    def _asked(self, kind: str, path: str, ask: Callable[[], Given], reply: Callable[[Given], Given]) -> Given:
        """What the system answers about a path, noted."""
        if path.startswith("/proc/") and kind != "goal":
            number, _, part = path.removeprefix("/proc/").partition("/")
            if number.isdecimal() and part in ("stat", "environ"):  # the same process says the same there
                self.note("process", f"/proc/{number}/stat")
            else:
                self.certain = False
            return ask()
        try:
            found = ask()
        except OSError as error:
            self.note(kind, path, *([ENOENT] if error.errno == ENOENT else []))
            raise
        self.note(kind, path, reply(found))
        return found

    def _original(self, name: str, module: Given = os) -> Given:
        return self._real[module, name]

    def _stat(self, path: Given, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> Given:
        def ask() -> Given:
            return self._original("stat")(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)

        if isinstance(path, int):  # it was opened
            return ask()
        kind = "followed" if follow_symlinks else "unfollowed"
        return self._asked(kind, self._absolute(path, dir_fd), ask, status_reply)

    def _lstat(self, path: Given, *, dir_fd: int | None = None) -> Given:
        return self._stat(path, dir_fd=dir_fd, follow_symlinks=False)

    def _open(self, path: Given, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> Given:
        def ask() -> Given:
            return self._original("open")(path, flags, mode, dir_fd=dir_fd)

        if flags & _WRITES:
            self.certain = False
            return ask()
        kind, absolute = "unfollowed" if flags & os.O_NOFOLLOW else "followed", self._absolute(path, dir_fd)
        file = self._asked(kind, absolute, ask, lambda file: status_reply(os.fstat(file)))
        self._opened[file] = absolute
        return file

    def _open_file(self, path: Given, mode: str = "r", *rest: Given, **named: Given) -> Given:
        def ask() -> Given:
            return self._original("open", builtins)(path, mode, *rest, **named)

        if isinstance(path, int) or named.get("opener") is not None:  # it was opened, or that opens it
            return ask()
        if not set(mode).isdisjoint("wax+"):
            self.certain = False
            return ask()
        return self._asked("followed", self._absolute(path), ask, lambda file: status_reply(os.fstat(file.fileno())))

    def _readlink(self, path: Given, *, dir_fd: int | None = None) -> Given:
        readlink = self._original("readlink")
        return self._asked("goal", self._absolute(path, dir_fd), lambda: readlink(path, dir_fd=dir_fd), os.fsdecode)

    def _scandir(self, path: Given = ".") -> Given:
        absolute = self._absolute(*(("", path) if isinstance(path, int) else (path,)))
        listing = self._asked("followed", absolute, lambda: _Listing(self, absolute, self._original("scandir")(path)),
                              lambda listing: status_reply(listing.status))  # fmt: skip
        self._listings.append(listing)
        return listing

    def _listdir(self, path: Given = ".") -> list[str]:
        return [each.name for each in self._scandir(path)]

    def _kill(self, pid: int, number: int) -> None:
        certain, self.certain = self.certain, False  # nothing tells whether one that runs is the same
        try:
            self._original("kill")(pid, number)
        except ProcessLookupError:
            self.certain = certain
            raise

    def _ask_git(self, root: Path, *arguments: str, stdin: str = "") -> str | None:
        """Of git, only what it ignores is understood."""
        with self._passing():
            answer: str | None = self._original("ask", git)(root, *arguments, stdin=stdin)
            files = git.ignoring_files(root, stdin.split("\0")) if arguments[0] == "check-ignore" else None
        self.certain = self.certain and files is not None
        for file in files or ():
            self.note("followed", file)
        self.note("variables", "GIT_")
        for name in ("PATH", "HOME", "XDG_CONFIG_HOME"):
            self.note("variable", name)
        return answer


def _put(replaced: Replaced) -> None:
    for (module, name), each in replaced.items():
        setattr(module, name, each)


_noting: list[Recording] = []
"""The recording that notes just now, if any."""


def _audit(event: str, _arguments: object) -> None:
    if _noting and event in _UNKNOWN:
        _noting[0].certain = False


sys.addaudithook(_audit)


class _Listing:
    """The entries of a folder, as `os.scandir` gives them; `every`: also the names of files were asked for."""

    def __init__(self, recording: Recording, absolute: str, entries: Given) -> None:
        self.recording = recording
        self.every = False
        self.status = os.stat(absolute)
        self._absolute = absolute
        with entries:
            self._entries = [_Entry(each, f"{absolute}/{each.name}", self) for each in entries]
        self._rest = iter(self._entries)

    def asked(self, settled: int) -> tuple[Given, Given]:
        """The question that this was, and its reply."""
        state = self.status.st_ino, self.status.st_mtime_ns, self.status.st_ctime_ns
        names = kept_answers.names_reply([(each.entry.name, each.kind) for each in self._entries], self.every)
        return (self._absolute, self.every), (state if max(state[1:]) <= settled else None, names)

    def __enter__(self) -> Iterator["_Entry"]:
        return self._rest

    def __exit__(self, *_: object) -> None: ...

    def __iter__(self) -> Iterator["_Entry"]:
        return self._rest

    def close(self) -> None:
        """As of `os.scandir`."""


class _Entry:
    """An entry of a folder: what is asked of it is noted."""

    def __init__(self, entry: os.DirEntry[str], absolute: str, listing: _Listing) -> None:
        self.entry = entry
        self.kind = kept_answers.kind_of(entry)
        self._absolute = absolute
        self._listing = listing

    def __fspath__(self) -> str:
        return str(self.path)

    def __getattr__(self, name: str) -> Given:
        if name in ("name", "path"):
            self._listing.every = self._listing.every or not self.kind
        elif name == "stat":
            self._listing.recording.note("unfollowed", self._absolute)
        if self.kind == "@" and name in ("is_dir", "is_file", "stat"):
            self._listing.recording.note("followed", self._absolute)
        return getattr(self.entry, name)


class _Variables(MutableMapping[str, str]):
    """The environment; what is asked of it is noted, as it was before the command set any of it."""

    def __init__(self, real: MutableMapping[str, str], recording: Recording) -> None:
        self._real = real
        self._recording = recording

    def __getitem__(self, name: str) -> str:
        self._recording.note("variable", name)
        return self._real[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._recording.note("variable", name)
        self._real[name] = value

    def __delitem__(self, name: str) -> None:
        self._recording.note("variable", name)
        del self._real[name]

    def __iter__(self) -> Iterator[str]:
        self._recording.certain = False
        return iter(self._real)

    def __len__(self) -> int:
        return len(self._real)


class _Printed:
    """A stream; what is written to it is noted."""

    def __init__(self, stream: Given, recording: Recording, is_error: bool) -> None:
        self._stream = stream
        self._recording = recording
        self._is_error = is_error

    def write(self, text: str) -> Given:
        self._recording.printed(text, is_error=self._is_error)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Given:
        return getattr(self._stream, name)


# The clock: when time alone makes another answer


class _Moment(datetime):
    """The present instant. A comparison with another holds until that has come, its parts while they are the same."""

    recording: Recording

    def turns_at(self, other: Given) -> None:
        if isinstance(other, datetime) and not isinstance(other, _Moment):
            self.recording.turns_in(datetime.__sub__(other, self).total_seconds())

    def __sub__(self, other: Given) -> Given:
        found = super().__sub__(other)
        return found if isinstance(other, timedelta | _Moment) else _Age.of(found, self.recording, sign=1)

    def __rsub__(self, other: datetime) -> Given:
        return _Age.of(datetime.__sub__(other, self), self.recording, sign=-1)

    def timestamp(self) -> float:
        """Only comparisons of it are followed, so the answer is for a minute at most."""
        self.recording.turns_in(60 - super().timestamp() % 60)
        return _Seconds(super().timestamp()).of(self.recording)

    def __getattribute__(self, name: str) -> Given:
        if not name.startswith("_") and name not in _STANDING:
            size = 60 if name in _OF_MINUTES else 1
            self.recording.turns_in(size - datetime.timestamp(self) % size)
        return super().__getattribute__(name)

    def __str__(self) -> str:
        return self.isoformat(" ")

    def __format__(self, form: str) -> str:
        return self.strftime(form)


_STANDING = frozenset({"recording", "turns_at", "timestamp", "tzinfo", "astimezone", "utcoffset"})
_OF_MINUTES = frozenset({"date", "year", "month", "day", "hour", "minute"})
"""What is there of an instant and stands, or is the same for a minute; all else is for a second."""


class _Age(timedelta):
    """How long ago an instant is, which grows (`sign` 1), or how far ahead (-1). A comparison holds until it turns;
    otherwise it is taken as words say it: in whole seconds for a minute, then in whole minutes."""

    recording: Recording
    sign: int

    @classmethod
    def of(cls, lasting: timedelta, recording: Recording, sign: int) -> "_Age":
        age = cls(lasting.days, lasting.seconds, lasting.microseconds)
        age.recording, age.sign = recording, sign
        return age

    def turns_at(self, other: timedelta) -> None:
        self.recording.turns_in(self.sign * (timedelta.total_seconds(other) - super().total_seconds()))

    def total_seconds(self) -> float:
        seconds = super().total_seconds()
        size = 1 if abs(seconds) < 60 else 60
        self.recording.turns_in(size - seconds % size if self.sign > 0 else seconds % size)
        return seconds

    def __abs__(self) -> timedelta:
        return timedelta(seconds=abs(self.total_seconds()))


class _Seconds(float):
    """The present instant in seconds since 1970, or in parts of them: `scale` is how many of these a second has."""

    recording: Recording
    scale: float

    def of(self, recording: Recording, scale: float = 1.0) -> "_Seconds":
        self.recording, self.scale = recording, scale
        return self

    def turns_at(self, other: float) -> None:
        if not isinstance(other, _Seconds):
            self.recording.turns_in((other - float(self)) / self.scale)

    def __sub__(self, other: float) -> "_Seconds":
        return _Seconds(float(self) - other).of(self.recording, self.scale)

    def __mul__(self, other: float) -> "_Seconds":
        return _Seconds(float(self) * other).of(self.recording, self.scale * other)


def _followed_comparison(kind: type, name: str) -> Callable[[Given, Given], bool]:
    compare: Callable[[Given, Given], bool] = getattr(kind, name)

    def follow(self: Given, other: Given) -> bool:
        self.turns_at(other)
        return compare(self, other)

    return follow


for kind in (_Moment, _Age, _Seconds):
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        setattr(kind, name, _followed_comparison(kind, name))
