"""Watching a project: loads it again whenever its files change, and says so.

Events of the file system bring changes in the state folders within a tenth of a second. A poll of the signatures once a
second covers what they do not: files in the root, folders that do not exist yet, file systems without events.
"""

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from cockpit.model import Finding, Project
from cockpit.rules.wording import NOT_FOLLOWED
from cockpit.storage.events import Listening
from cockpit.storage.loader import RECHECK_SECONDS, Loader

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
LOAD_INTERVAL_SECONDS = 0.05
"""A burst of changes is loaded at most so often, and once more after its end."""
EVENT_GRACE_SECONDS = 1.0
"""An event that comes so much later than the poll found its change counts as missing."""

RETRY_SECONDS = 2.0
"""After an error it is tried again so soon."""

OnChange = Callable[[Project, frozenset[str]], None]


class Watcher:
    """A background thread that keeps a loader's project up to date.

    `on_change` is called from that thread with each project that is not the one before, and the paths that changed;
    after `refresh` and `reload`, and when `is_due` says so at a poll, it is called in any case. It should only hand the
    project on: nothing is watched meanwhile.
    """

    def __init__(self, loader: Loader, on_change: OnChange, *, is_due: Callable[[], bool] = lambda: False) -> None:
        self.events_arrive = True
        self._loader = loader
        self._on_change = on_change
        self._is_due = is_due
        self._project = loader.project
        self._condition = threading.Condition()
        self._stopped = self._happened = self._asked = self._requested = False
        self._listening = Listening(self._note_event)
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

    def _note_event(self) -> None:
        self._wake(happened=True)

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
        self._on_change(project, self._loader.changed_paths)

    def _wait(self) -> bool:
        """Sleeps until something is to be done; False when that is to stop."""
        wake_at = min(self._next_poll, self._next_recheck)
        with self._condition:
            self._condition.wait_for(lambda: self._stopped, max(0.0, self._rests_until - time.monotonic()))
            self._condition.wait_for(self._is_called, max(0.0, wake_at - time.monotonic()))
            return not self._stopped

    def _is_called(self) -> bool:
        return self._stopped or self._asked or self._happened

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
    reason = known.lower() if known else f"an error of cockpit's own ({type(error).__name__})"
    return Finding(
        code=NOT_FOLLOWED,
        severity="error",
        path=".",
        message=f"Cockpit stopped looking at the files: {reason}.",
        hint="What is shown is what was read last. It is tried again every two seconds; please report it if it stays.",
    )
