"""What a command asks of the disk, the environment and processes, noted so that its answer can be kept.

It is noted where Python asks the system, whoever asks: so what a reader asks that is yet to be written is noted too.
An answer is not kept where something was asked in another way, as of another program.
"""

# ruff: noqa: PTH109 -- the calls themselves
import builtins
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, tzinfo
from errno import ENOENT
from pathlib import Path
from typing import Any, Self, TypeAlias

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
_UNKNOWN = frozenset({"subprocess.Popen", "os.fork", "os.posix_spawn", "sqlite3.connect", "socket.connect",
                      "os.kill"})  # fmt: skip
"""Events of Python's auditing behind which something is asked that is not noted."""

Given: TypeAlias = Any
"""What the original takes or gives."""
Replaced: TypeAlias = dict[tuple[Any, str], Any]
"""By a module and a name in it what that stands for."""


class Recording:
    """The questions of a command, and what it prints. `certain`: all that was asked is noted."""

    def __init__(self) -> None:
        self.begun = time.time()
        self.certain = True
        self._questions: dict[tuple[str, Given], Given] = {}
        self._listings: list[_Listing] = []
        self._opened: dict[int, str] = {}
        self._printed: dict[str, list[str]] = {"stdout": [], "stderr": []}
        self._real: Replaced = {}

    def clock(self, zone: tzinfo) -> datetime:
        """The end of the present step of time: what time changes within it is told before, and never after."""
        return datetime.fromtimestamp(kept_answers.step_of(self.begun), zone)

    def note(self, kind: str, question: str, *known: Given) -> None:
        """Note a question and its reply, which is asked for where it is not known; the first one counts."""
        if (kind, question) not in self._questions:
            self._questions[kind, question] = known[0] if known else reply_to(kind, question)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is asked in this block."""
        names = ("stat", "lstat", "open", "scandir", "listdir", "readlink")
        ours: Replaced = {(os, name): getattr(self, f"_{name}") for name in names}
        ours |= {(module, "open"): self._open_file for module in (builtins, io)}
        ours |= {(os, "environ"): _Variables(os.environ, self), (git, "ask"): self._ask_git}
        streams = {name: each for name in self._printed if (each := getattr(sys, name)) is not None}
        ours |= {(sys, name): _Printed(each, self._printed[name]) for name, each in streams.items()}
        self._real = {(module, name): getattr(module, name) for module, name in ours}
        _put(ours)
        _noting.append(self)
        try:
            yield
        finally:
            _noting.clear()
            closed = [(sys, name) for name in self._printed if getattr(sys, name) is None]  # nobody reads on
            self.certain = self.certain and not closed
            _put(self._real | dict.fromkeys(closed))

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
        said = ["".join(each) for each in self._printed.values()]
        asked, step = kept_answers.asked_as(arguments), kept_answers.step_of(self.begun)
        with suppress(OSError, CommandError, ValueError):
            data = kept_answers.packed((asked, step, [*by_kind.items()], code, *said))
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

        def ask() -> _Listing:
            status = self._original("stat")(absolute)
            return _Listing(self, absolute, self._original("scandir")(path), status)

        listing = self._asked("followed", absolute, ask, lambda listing: status_reply(listing.status))
        self._listings.append(listing)
        return listing

    def _listdir(self, path: Given = ".") -> list[str]:
        return [each.name for each in self._scandir(path)]

    def _ask_git(self, root: Path, *arguments: str, stdin: str = "") -> str | None:
        """Of git, only what it ignores is understood."""
        certain = self.certain
        answer: str | None = self._original("ask", git)(root, *arguments, stdin=stdin)
        files = git.ignoring_files(root, stdin.split("\0")) if arguments[0] == "check-ignore" else None
        self.certain = certain and files is not None
        for file in files or ():
            self.note("followed", file)
        for name in ("GIT_", "PATH", "HOME", "XDG_CONFIG_HOME"):
            self.note("variables", name)
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

    def __init__(self, recording: Recording, absolute: str, entries: Given, status: os.stat_result) -> None:
        self.status = status
        self.every = False
        self._recording = recording
        self._absolute = absolute
        with entries:
            self._entries = list(entries)
        self._rest = iter(self._entries)

    def asked(self, settled: int) -> tuple[Given, Given]:
        """The question that this was, and its reply."""
        state = self.status.st_ino, self.status.st_mtime_ns, self.status.st_ctime_ns
        names = kept_answers.names_reply(self._entries, self.every)
        return (self._absolute, self.every), (state if max(state[1:]) <= settled else None, names)

    def ask(self, entry: os.DirEntry[str], name: str) -> Given:
        """What is asked of an entry, noted."""
        kind = kept_answers.kind_of(entry)
        self.every = self.every or (name in ("name", "path") and not kind)
        if name == "stat":
            self._recording.note("unfollowed", f"{self._absolute}/{entry.name}")
        if kind == "@" and name in ("is_dir", "is_file", "stat"):
            self._recording.note("followed", f"{self._absolute}/{entry.name}")
        return getattr(entry, name)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> "_Entry":
        return _Entry(next(self._rest), self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """As of `os.scandir`."""

    close = __exit__


class _Entry:
    """An entry of a folder."""

    def __init__(self, entry: os.DirEntry[str], listing: _Listing) -> None:
        self._entry = entry
        self._listing = listing

    def __fspath__(self) -> str:
        return str(self.path)

    def __getattr__(self, name: str) -> Given:
        return self._listing.ask(self._entry, name)


class _Variables(MutableMapping[str, str]):
    """The environment; what is asked of it is noted, as it was before the command set any of it."""

    def __init__(self, real: MutableMapping[str, str], recording: Recording) -> None:
        self._real = real
        self._recording = recording

    def __getitem__(self, name: str) -> str:
        self._recording.note("variable", name, self._real.get(name))
        return self._real[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._recording.note("variable", name, self._real.get(name))
        self._real[name] = value

    def __delitem__(self, name: str) -> None:
        self._recording.note("variable", name, self._real.get(name))
        del self._real[name]

    def __iter__(self) -> Iterator[str]:
        self._recording.certain = False
        return iter(self._real)

    def __len__(self) -> int:
        return len(self._real)


class _Printed:
    """A stream; what is written to it is kept too."""

    def __init__(self, stream: Given, said: list[str]) -> None:
        self._stream = stream
        self._said = said

    def write(self, text: str) -> Given:
        self._said.append(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Given:
        return getattr(self._stream, name)
