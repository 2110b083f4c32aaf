"""Reading the project in a second process while the first one is still importing Textual.

Both take a tenth of a second, and neither can wait for the other in threads of one interpreter. The child is forked
before anything heavy is imported, reads, hands the snapshot over a pipe and ends; the parent's own reader takes over in
the background once the first frame is out.
"""

import os
import pickle
import select
import signal
from pathlib import Path
from time import monotonic

from cockpit.model import Project


class FirstReading:
    """A snapshot on its way. Nothing is lost where it does not arrive: `result` is None, and others read later."""

    def __init__(self, path: Path) -> None:
        """Begin to read. Raises OSError where the system gives no process."""
        self._pipe, write = os.pipe()
        self._child = os.fork()
        if self._child == 0:
            _read_and_end(path, write)
        os.close(write)

    def result(self, patience: float) -> Project | None:
        """The snapshot, waited for at most `patience` seconds; None where the child was slower or failed."""
        data, deadline = bytearray(), monotonic() + patience
        while select.select([self._pipe], [], [], max(0.0, deadline - monotonic()))[0]:
            piece = os.read(self._pipe, 1 << 20)
            if not piece:
                break
            data += piece
        else:
            data.clear()
        self._end()
        project = pickle.loads(data) if data else None  # noqa: S301 -- written by our own child
        return project if isinstance(project, Project) else None

    def _end(self) -> None:
        os.close(self._pipe)
        os.kill(self._child, signal.SIGKILL)  # it has nothing to lose; ended already, it is still ours to reap
        os.waitpid(self._child, 0)


def _read_and_end(path: Path, write: int) -> None:
    """What the child does. It never returns, and says nothing: the parent's own reader meets the same trouble."""
    code = 1
    try:
        from cockpit.actions.observe import Observer

        data = pickle.dumps(Observer(path, lambda *_: None).first(), pickle.HIGHEST_PROTOCOL)
        with os.fdopen(write, "wb") as pipe:
            pipe.write(data)
        code = 0
    except Exception:  # noqa: BLE001, S110 -- whatever it is must not run on into the parent's code
        pass
    finally:
        os._exit(code)
