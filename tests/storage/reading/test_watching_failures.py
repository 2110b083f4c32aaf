"""Watching goes on whatever happens, and says it while it cannot look."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.rules.watch_state import NOT_FOLLOWED
from cockpit.storage.reading import watching
from cockpit.storage.reading.loader import Loader
from cockpit.storage.reading.watching import Watcher
from tests.support.fake_system import FakeSystem, wait_for
from tests.support.said import Said

STATE = ".fake/STATE.md"


class Fault:
    """Makes a method of a loader raise as long as there is an error."""

    def __init__(self, loader: Loader, method: str) -> None:
        self.error: Exception | None = None
        self.raised = 0
        real = getattr(loader, method)

        def answer(*arguments: object, **named: object) -> object:
            if self.error is not None:
                self.raised += 1
                raise self.error
            return real(*arguments, **named)

        setattr(loader, method, answer)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "RETRY_SECONDS", 0.1)


@pytest.fixture
def loader(root: Path, home: Path, system: FakeSystem) -> Loader:
    made = Loader(root, systems=(system,), home=home)
    made.load()
    return made


@pytest.fixture
def seen() -> list[Project]:
    return []


@pytest.fixture
def watcher(loader: Loader, seen: list[Project]) -> Iterator[Watcher]:
    made = Watcher(loader, seen.append)
    yield made
    made.stop()


def titles(project: Project) -> list[str | None]:
    return [track.title for track in project.tracks]


METHODS = ["load", "discover", "stirred", "watched_folders"]


@pytest.mark.parametrize("method", METHODS)
def test_an_error_from_the_start_on_is_reported_and_survived(
    root: Path, loader: Loader, watcher: Watcher, seen: list[Project], method: str
) -> None:
    fault = Fault(loader, method)
    fault.error = PermissionError(13, "Permission denied")
    watcher.start()
    wait_for(lambda: fault.raised > 1 and bool(seen))
    (finding,) = [finding for finding in seen[0].findings if finding.code == NOT_FOLLOWED]
    assert (finding.severity, finding.path) == ("error", ".")
    assert finding.message == Said("", "stopped watching", "permission denied")
    assert titles(seen[0]) == ["# one\n"]
    fault.error = None
    wait_for(lambda: seen[-1].findings == ())
    (root / STATE).write_text("# two")
    wait_for(lambda: titles(seen[-1]) == ["# two"])
    assert seen[-1].findings == ()


def test_an_error_of_its_own_is_named(loader: Loader, watcher: Watcher, seen: list[Project]) -> None:
    Fault(loader, "load").error = ValueError("unforeseen")
    watcher.start()
    wait_for(lambda: bool(seen))
    why = Said("storage.own-error", "ValueError")
    assert seen[0].findings[0].message == Said("", "stopped watching", why)


def test_a_listener_that_fails_is_given_the_next_project(root: Path, loader: Loader) -> None:
    seen: list[Project] = []

    def listen(project: Project) -> None:
        seen.append(project)
        if len(seen) < 4:
            raise RuntimeError("not now")

    watcher = Watcher(loader, listen)
    watcher.start()
    (root / STATE).write_text("# two")
    wait_for(lambda: len(seen) >= 4 and titles(seen[-1]) == ["# two"] and seen[-1].findings == ())
    watcher.stop()
    wait_for(lambda: not {thread.name for thread in threading.enumerate()} & {"cockpit-watcher", "cockpit-events"})
