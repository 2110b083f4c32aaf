"""Watching a project: loads it again whenever its files change, and says so.

Events of the file system bring changes in the state folders within a tenth of a second. A poll of the signatures once a
second covers what they do not: files in the root, folders that do not exist yet, file systems without events.
"""

import logging
import os
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model import Finding, Project
from cockpit.rules.watch_state import NOT_FOLLOWED
from cockpit.storage.reading.loader import RECHECK_SECONDS, Loader
from cockpit.storage.signatures import signature_of

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver


# Events of the file system below some folders, handed on from a thread of their own

QUIET_SECONDS = 0.02
"""Events are handed on once none has come for so long, so that the calls that make up one write count as one."""
BURST_SECONDS = 0.07
"""After so long they are handed on even though more keep coming, or a file that was written to is not closed yet."""
STOP_SECONDS = 1.0
"""How long stopping waits for the library; it holds back a file's moving away for half a second, to find where to."""


class Events:
    """Calls `on_event` from its thread whenever something happens below one of the folders.

    `lost`: one of them is gone and must be listened to anew. `failed`: the system gives no events.
    """

    def __init__(self, folders: Sequence[Path], on_event: Callable[[], None]) -> None:
        self.lost = self.failed = False
        self._folders = frozenset(str(folder) for folder in folders)
        self._on_event = on_event
        self._happened = threading.Event()
        self._stopped = self._writing = False
        self._observer: BaseObserver | None = None
        try:
            self._listen()
        except (OSError, RuntimeError, SystemError):  # which of them depends on where the library failed
            self.failed = True
        self._thread = threading.Thread(target=self._hand_on, name="cockpit-events", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends listening; returns when the thread has ended, and leaves behind what the library cannot end in time."""
        self._stopped = True
        self._happened.set()
        self._thread.join()
        ending = threading.Thread(target=self._end, name="cockpit-events-end", daemon=True)
        ending.start()
        ending.join(STOP_SECONDS)

    def _note(self, event: "FileSystemEvent") -> None:
        if event.event_type == "deleted" and event.src_path in self._folders:
            self.lost = True
        self._writing = event.event_type in ("created", "modified")
        self._happened.set()

    def _end(self) -> None:
        if self._observer is not None:
            with suppress(Exception):  # it loses count of folders that were moved away; its threads are daemons
                self._observer.stop()
                self._observer.join()

    def _listen(self) -> None:
        from watchdog import events
        from watchdog.observers import Observer

        note = self._note

        class Handler(events.FileSystemEventHandler):
            def on_any_event(self, event: events.FileSystemEvent) -> None:
                note(event)

        logging.getLogger("watchdog").addHandler(logging.NullHandler())  # else it would print to the screen
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="watchdog")  # the same
        for folder in self._folders:
            os.scandir(folder).close()  # a folder that may not be read would be listened to in vain, without an error
        self._observer, handler = Observer(), Handler()
        kinds = [
            *(events.FileCreatedEvent, events.FileModifiedEvent, events.FileAttribEvent, events.FileClosedEvent),
            *(events.FileDeletedEvent, events.FileMovedEvent),
            *(events.DirCreatedEvent, events.DirAttribEvent, events.DirDeletedEvent, events.DirMovedEvent),
        ]  # not opening, nor closing what was only read: our own reading would give events
        for folder in self._folders:
            self._observer.schedule(handler, folder, recursive=True, event_filter=kinds)
        self._observer.start()

    def _hand_on(self) -> None:
        while self._happened.wait():
            until = time.monotonic() + BURST_SECONDS
            while not self._stopped and self._happened.is_set() and (left := until - time.monotonic()) > 0:
                self._happened.clear()
                self._happened.wait(left if self._writing else QUIET_SECONDS)
            self._happened.clear()
            if self._stopped:
                return
            self._on_event()


class Listening:
    """Events for whichever folders there are at the moment: armed anew when one appears, vanishes or is replaced."""

    def __init__(self, on_event: Callable[[], None]) -> None:
        self._on_event = on_event
        self._armed: dict[Path, tuple[int, int]] = {}
        self._events: Events | None = None
        self._armed_at = 0.0

    def arm(self, folders: Sequence[Path]) -> bool:
        """Listens to these folders from now on. Whether that needed a new start, which may have missed a change."""
        found = {folder: _identity(folder) for folder in folders}
        if found == self._armed and not (self._events is not None and self._events.lost):
            return False
        self.stop()
        self._armed, self._armed_at = found, time.monotonic()
        if found:
            self._events = Events(folders, self._on_event)
        return True

    def disarm(self) -> None:
        """Lets the next `arm` start anew even for the same folders."""
        self._armed = {}

    def stop(self) -> None:
        """Ends listening."""
        if self._events is not None:
            self._events.stop()
            self._events = None

    def covers(self, real: str) -> bool:
        """Whether a change of that real path must give an event."""
        folders = Path(real).parents
        return any(folder in folders and _identity(folder) == armed for folder, armed in self._armed.items())

    @property
    def failed(self) -> bool:
        """Whether the system refuses to give events for the present folders."""
        return self._events is not None and self._events.failed

    @property
    def seconds(self) -> float:
        """How long the present folders have been listened to."""
        return time.monotonic() - self._armed_at


def _identity(folder: Path) -> tuple[int, int]:
    found = signature_of(str(folder))
    return found.device, found.inode


POLL_SECONDS = 1.0
POLL_WITHOUT_EVENTS_SECONDS = 0.25
POLL_AFTER_ARMING_SECONDS = 0.2
"""A change between the last look and the moment events begin to arrive is found by a poll soon after."""
SEARCH_SECONDS = 2.0
"""So often, at a poll, it is looked whether folders changed, and if so searched for sub-packages."""
REDISCOVER_SECONDS = 30.0
"""So often it is searched in any case: what git ignores changes without a trace in the folders."""
DUTY = 0.002
"""The part of one core that looking may take while nothing changes: it becomes rarer where it costs more."""
SEARCH_DUTY = 0.01
"""The part that searches may take while folders change."""
LOAD_INTERVAL_SECONDS = 0.1
"""A burst of changes is loaded at most so often, and once more after its end: nobody reads faster."""
EVENT_GRACE_SECONDS = 1.0
"""An event that comes so much later than the poll found its change counts as missing."""

RETRY_SECONDS = 2.0
"""After an error it is tried again so soon."""

OnChange = Callable[[Project], None]


class Watcher:
    """A background thread that keeps a loader's project up to date.

    `on_change` is called from that thread with each project that is not the one before; after `refresh` and `reload`,
    and when `is_due` says so at a poll, it is called in any case. It should only hand the project on: nothing is
    watched meanwhile.
    """

    def __init__(self, loader: Loader, on_change: OnChange, *, is_due: Callable[[], bool] = lambda: False) -> None:
        self.events_arrive = True
        self._loader = loader
        self._on_change = on_change
        self._is_due = is_due
        self._project = loader.project
        self._condition = threading.Condition()
        self._stopped = self._happened = self._asked = self._requested = False
        self._listening = Listening(lambda: self._wake(happened=True))
        self._unannounced_since: float | None = None
        self._failure: Finding | None = None
        self._rechecks = 0
        self._next_poll = self._next_search = self._next_recheck = float("inf")
        self._next_rediscovery = self._rests_until = 0.0
        self._thread = threading.Thread(target=self._run, name="cockpit-watcher", daemon=True)

    def start(self) -> None:
        """Begins, in the background: first with the sub-packages, then watching."""
        self._thread.start()

    def refresh(self) -> None:
        """Asks for what changed to be read, at once; `on_change` is called when it is done."""
        self._wake(asked=True)

    def reload(self) -> None:
        """Asks for a new search and for every file to be read again; `on_change` is called when it is done."""
        self._wake(asked=True, requested=True)

    def stop(self) -> None:
        """Ends watching; waits at most half a second for a load or a callback that is under way."""
        self._wake(stopped=True)
        if self._thread.is_alive() and threading.current_thread() is not self._thread:
            self._thread.join(0.5)

    def _wake(
        self, *, happened: bool = False, asked: bool = False, requested: bool = False, stopped: bool = False
    ) -> None:
        with self._condition:
            self._happened |= happened
            self._asked |= asked
            self._requested |= requested
            self._stopped |= stopped
            self._condition.notify_all()

    def _run(self) -> None:
        self._survive(self._begin)
        while self._wait():
            self._survive(self._work)
        self._listening.stop()

    def _begin(self) -> None:
        self._search()
        self._load()
        self._arm()
        self._next_poll = time.monotonic() + POLL_AFTER_ARMING_SECONDS

    def _survive(self, work: Callable[[], None]) -> None:
        try:
            work()
            if self._failure is not None:
                self._failure = None
                self._tell()
        except Exception as error:  # noqa: BLE001 -- whatever it is, what changes later must still arrive
            again = time.monotonic() + RETRY_SECONDS
            self._next_search = self._next_rediscovery = self._next_poll = self._next_recheck = again
            before, self._failure = self._failure, _failure(error)
            if self._failure != before:
                with suppress(Exception):  # who cannot be told now is told when looking works again
                    self._tell()

    def _tell(self) -> None:
        project = self._project or Project(root=str(self._loader.root))
        if self._failure is not None:
            project = replace(project, findings=(self._failure, *project.findings))
        self._on_change(project)

    def _wait(self) -> bool:
        """Sleeps until something is to be done; False when that is to stop."""
        wake_at = min(self._next_poll, self._next_recheck)
        with self._condition:
            self._condition.wait_for(lambda: self._stopped, max(0.0, self._rests_until - time.monotonic()))
            self._condition.wait_for(
                lambda: self._stopped or self._asked or self._happened, max(0.0, wake_at - time.monotonic())
            )
            return not self._stopped

    def _work(self) -> None:
        begun = time.monotonic()
        with self._condition:
            requested, asked, happened = self._requested, self._asked, self._happened
            self._requested = self._asked = self._happened = False
        if happened:
            self.events_arrive, self._unannounced_since = True, None
        if requested or begun >= self._next_search:
            self._search(anew=requested)
        if asked or happened or begun >= self._next_recheck:
            self._load(afresh=requested, tell=asked)
        elif begun >= self._next_poll:
            self._poll()
        self._arm()

    def _search(self, *, anew: bool = False) -> None:
        begun = time.monotonic()
        searches = anew or begun >= self._next_rediscovery or self._loader.may_discover()
        if searches and self._loader.discover():
            self._next_recheck = begun
        now = time.monotonic()
        if searches:
            self._next_rediscovery = now + max(REDISCOVER_SECONDS, (now - begun) / DUTY)
        self._next_search = now + max(SEARCH_SECONDS, (now - begun) / (SEARCH_DUTY if searches else DUTY))

    def _load(self, *, afresh: bool = False, tell: bool = False) -> None:
        self._rests_until = time.monotonic() + LOAD_INTERVAL_SECONDS
        before, self._project = self._project, self._loader.load(afresh=afresh)
        self._rechecks = self._rechecks + 1 if self._loader.uncertain else 0
        waits = RECHECK_SECONDS[min(self._rechecks, len(RECHECK_SECONDS)) - 1]
        self._next_recheck = time.monotonic() + waits if self._rechecks else float("inf")
        if tell or self._project is not before:
            self._tell()

    def _poll(self) -> None:
        begun = time.thread_time()  # a busy machine makes it wait, and must not make it rarer
        stirred = self._loader.stirred()
        cost, now = time.thread_time() - begun, time.monotonic()
        due = self._is_due()
        if stirred or due:
            self._load(tell=due)
        self._judge_events(stirred, now)
        interval = POLL_SECONDS if self.events_arrive else POLL_WITHOUT_EVENTS_SECONDS
        self._next_poll = now + max(interval, cost / DUTY)

    def _judge_events(self, stirred: frozenset[str], now: float) -> None:
        """Notes a change that should have given an event; and, when none comes, that they cannot be relied on."""
        paths = (os.path.realpath(self._loader.root / key) for key in stirred)
        if self._unannounced_since is None:
            if self._listening.seconds > EVENT_GRACE_SECONDS and any(map(self._listening.covers, paths)):
                self._unannounced_since = now
        elif now - self._unannounced_since >= EVENT_GRACE_SECONDS:
            self.events_arrive, self._unannounced_since = False, None
            self._listening.disarm()

    def _arm(self) -> None:
        if self._listening.arm(self._loader.watched_folders()):
            self._next_poll = min(self._next_poll, time.monotonic() + POLL_AFTER_ARMING_SECONDS)
        if self._listening.failed:
            self.events_arrive = False


def _failure(error: Exception) -> Finding:
    known = error.strerror if isinstance(error, OSError) else None
    why = known.lower() if known else f"internal error ({type(error).__name__})"
    message = f"Cockpit stopped watching the files: {why}."
    hint = (
        "The last state that was read is shown. Cockpit tries again every two seconds. Report the error if it persists."
    )
    return Finding(code=NOT_FOLLOWED, severity="error", path=".", message=message, hint=hint)
