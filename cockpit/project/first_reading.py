"""Reading the project in a second process while the first one is still importing Textual.

Both take a tenth of a second, and neither can wait for the other in threads of one interpreter. The child is forked
before anything heavy is imported, reads, hands the snapshot over a pipe and ends; the parent's own reader takes over in
the background once the first frame is out. A snapshot that comes late is shown when it comes.
"""

import os
import pickle
import select
import signal
from pathlib import Path
from time import monotonic
from typing import Self

from cockpit.model import CommandLimits, Project

USUAL = 0.15
"""Seconds of CPU that reading takes at most, usually. What takes longer stands back behind the program and says so."""
_LONG = b"L"
"""What stands before the snapshot where reading takes longer than usual; a pickle begins otherwise."""


class FirstReading:
    """A snapshot on its way. Nothing is lost where it does not arrive: `result` is None, and others read later.

    Whoever leaves it, as a context, ends the child.
    """

    def __init__(self, path: Path, limits: CommandLimits | None = None) -> None:
        """Begin to read, by the person's settings and command line, where the system gives a process for it."""
        self._begun_at = monotonic()
        self._begun = _begin(path, limits)
        self._data = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def seconds(self) -> float:
        """How long ago it began."""
        return monotonic() - self._begun_at

    def result(self, patience: float, *, also_long: bool = True) -> Project | None:
        """The snapshot, waited for at most `patience` seconds, once; with `also_long` also where reading takes longer
        than usual.

        None where the child failed or never was; and where it was slower: then it may be asked for again.
        """
        if self._begun is None or not self._is_whole(self._begun[1], monotonic() + patience, also_long):
            return None
        self._end()
        return _unpacked(bytes(self._data.removeprefix(_LONG)))

    def _is_whole(self, pipe: int, deadline: float, also_long: bool) -> bool:
        """Whether all has come: the other end of the pipe was closed before the deadline."""
        while select.select([pipe], [], [], self._left(deadline, also_long))[0]:
            piece = os.read(pipe, 1 << 20)
            if not piece:
                return True
            self._data += piece
        return False

    def _left(self, deadline: float, also_long: bool) -> float:
        """Seconds to wait for more."""
        is_long = self._data.startswith(_LONG)
        return max(0.0, deadline - monotonic()) if also_long or not is_long else 0.0

    def _end(self) -> None:
        if self._begun is not None:
            (child, pipe), self._begun = self._begun, None
            os.close(pipe)
            os.kill(child, signal.SIGKILL)  # it has nothing to lose; ended already, it is still ours to reap
            os.waitpid(child, 0)


def _begin(path: Path, limits: CommandLimits | None) -> tuple[int, int] | None:
    """The process that reads, and the pipe on which its answer comes; None where the system gives none."""
    try:
        read, write = os.pipe()
    except OSError:
        return None
    try:
        child = os.fork()
    except OSError:
        os.close(read)
        os.close(write)
        return None
    if child == 0:
        _read_and_end(path, limits, write)
    os.close(write)
    return child, read


def _unpacked(data: bytes) -> Project | None:
    try:
        project = pickle.loads(data)  # noqa: S301 -- written by our own child
    except Exception:  # noqa: BLE001 -- a child that was killed leaves half a pickle, which may raise anything
        return None
    return project if isinstance(project, Project) else None


def _read_and_end(path: Path, limits: CommandLimits | None, write: int) -> None:
    """What the child does. It never returns, and says nothing: the parent's own reader meets the same trouble."""
    code = 1

    def stand_back(*_: object) -> None:
        os.nice(19)
        os.write(write, _LONG)

    signal.signal(signal.SIGVTALRM, stand_back)
    signal.setitimer(signal.ITIMER_VIRTUAL, USUAL)
    try:
        from cockpit.project.observe import Observer
        from cockpit.project.settings import load_settings

        observer = Observer(path, lambda *_: None, options=load_settings().reading(limits))
        data = pickle.dumps(observer.first(), pickle.HIGHEST_PROTOCOL)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        with os.fdopen(write, "wb") as pipe:
            pipe.write(data)
        code = 0
    except Exception:  # noqa: BLE001, S110 -- whatever it is must not run on into the parent's code
        pass
    finally:
        os._exit(code)
