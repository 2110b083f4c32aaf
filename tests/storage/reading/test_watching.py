"""Watching: every change arrives, bursts are few loads, and what events do not tell a poll finds."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.rules.watch_state import NOT_FOLLOWED
from cockpit.storage.reading import disk_files, watching
from cockpit.storage.reading.loader import Loader
from cockpit.storage.reading.watching import Watcher
from tests.support.databases import agent, make
from tests.support.fake_system import ROWS, FakeSystem, RowsSystem, wait_for
from tests.support.fake_watch import CommandError, Exhausted, Silent
from tests.support.patience import PATIENCE
from tests.support.said import Said

STATE = ".fake/STATE.md"
INTERVAL = watching.LOAD_INTERVAL_SECONDS


class Seen:
    """The projects that were announced."""

    def __init__(self) -> None:
        self.projects: list[Project] = []

    def __call__(self, project: Project) -> None:
        self.projects.append(project)

    def titles(self) -> list[str | None]:
        return [track.title for track in self.projects[-1].tracks] if self.projects else []

    def wait_for_titles(self, *titles: str) -> None:
        wait_for(lambda: self.titles() == list(titles))


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def loader(root: Path, home: Path, system: FakeSystem) -> Loader:
    made = Loader(root, systems=(system,), home=home)
    made.load()
    return made


@pytest.fixture(autouse=True)
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests shortly between two loads, and looks soon at what it listens to from now on."""
    for name in ("LOAD_INTERVAL_SECONDS", "POLL_AFTER_ARMING_SECONDS"):
        monkeypatch.setattr(watching, name, getattr(watching, name) / 5)


@pytest.fixture
def faster(settling: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after a while comes after an eighth of it, and files settle in half the time."""
    for name in ("POLL_SECONDS", "POLL_WITHOUT_EVENTS_SECONDS", "SEARCH_SECONDS", "EVENT_GRACE_SECONDS"):
        monkeypatch.setattr(watching, name, getattr(watching, name) / 8)
    monkeypatch.setattr(disk_files, "SETTLING_SECONDS", disk_files.SETTLING_SECONDS / 2)


@pytest.fixture
def idle(loader: Loader, seen: Seen) -> Iterator[Watcher]:
    """One that was not started yet."""
    made = Watcher(loader, seen)
    yield made
    made.stop()


@pytest.fixture
def watcher(idle: Watcher) -> Watcher:
    idle.start()
    return idle


class Polls:
    """A loader's looks at the signatures, counted."""

    def __init__(self, loader: Loader, monkeypatch: pytest.MonkeyPatch) -> None:
        self.number = 0
        self.at: list[float] = []
        look = loader.stirred

        def stirred() -> frozenset[str]:
            found = look()
            self.number += 1
            self.at.append(time.monotonic())
            return found

        monkeypatch.setattr(loader, "stirred", stirred)


@pytest.mark.usefixtures("faster")
def test_nothing_is_announced_while_nothing_changes(
    loader: Loader, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    polls = Polls(loader, monkeypatch)
    watcher = Watcher(loader, seen)
    watcher.start()
    wait_for(lambda: polls.number >= 2)
    watcher.stop()
    assert seen.projects == []


def test_what_is_due_is_announced_at_a_poll(loader: Loader, seen: Seen) -> None:
    due = False
    watcher = Watcher(loader, seen, is_due=lambda: due and not seen.projects)
    watcher.start()
    due = True
    wait_for(lambda: bool(seen.projects))
    watcher.stop()
    assert seen.projects == [loader.project]


def test_a_refresh_reads_what_changed_and_searches_nothing(
    root: Path, loader: Loader, seen: Seen, system: FakeSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    watcher = Watcher(loader, seen)
    monkeypatch.setattr(watching, "POLL_SECONDS", 3600.0)
    searches = []
    discover = loader.discover
    monkeypatch.setattr(loader, "discover", lambda: searches.append(1) or discover())
    watcher.start()
    wait_for(lambda: len(searches) == 1)
    watcher.refresh()
    wait_for(lambda: len(seen.projects) == 1)
    assert (seen.projects[0] is loader.project, system.reads[STATE]) == (True, 1)
    (root / STATE).write_text("# two")
    watcher.refresh()
    seen.wait_for_titles("# two")
    watcher.reload()
    wait_for(lambda: len(searches) == 2)
    watcher.stop()


def test_each_change_of_the_state_is_announced(root: Path, watcher: Watcher, seen: Seen) -> None:
    """Also of its folder: written, replaced, deleted and made again, renamed over, gone with the project."""
    for number in range(2):
        (root / STATE).write_text(f"# {number}")
        seen.wait_for_titles(f"# {number}")
    temporary = root / ".fake" / "STATE.md.tmp"
    temporary.write_text("# two")
    temporary.replace(root / STATE)
    seen.wait_for_titles("# two")
    for number in range(2):
        shutil.rmtree(root / ".fake")
        seen.wait_for_titles()
        (root / ".fake").mkdir()
        (root / STATE).write_text(f"# {number}")
        seen.wait_for_titles(f"# {number}")
        (root / STATE).write_text(f"# {number} again")
        seen.wait_for_titles(f"# {number} again")
    (root / "new").mkdir()
    (root / "new" / "STATE.md").write_text("# replaced")
    (root / ".fake").rename(root / "old")
    (root / "new").rename(root / ".fake")
    seen.wait_for_titles("# replaced")
    (root / STATE).write_text("# after")
    seen.wait_for_titles("# after")
    root.rename(root.parent / "away")
    wait_for(lambda: [finding.code for finding in seen.projects[-1].findings] == ["no-such-folder"])
    (root.parent / "away").rename(root)
    seen.wait_for_titles("# after")
    (root / STATE).write_text("# back")
    seen.wait_for_titles("# back")


def test_a_change_before_the_start_is_announced(root: Path, loader: Loader, seen: Seen) -> None:
    (root / STATE).write_text("# early")
    watcher = Watcher(loader, seen)
    watcher.start()
    seen.wait_for_titles("# early")
    watcher.stop()


def test_sub_packages_arrive_after_the_start_and_with_a_reload(root: Path, loader: Loader, seen: Seen) -> None:
    (root / "pkg" / ".fake").mkdir(parents=True)
    (root / "pkg" / STATE).write_text("# sub")
    watcher = Watcher(loader, seen)
    watcher.start()
    seen.wait_for_titles("# one\n", "# sub")
    (root / "pkg" / STATE).write_text("# sub 2")
    seen.wait_for_titles("# one\n", "# sub 2")
    (root / "other" / ".fake").mkdir(parents=True)
    (root / "other" / STATE).write_text("# other")
    watcher.reload()
    seen.wait_for_titles("# one\n", "# other", "# sub 2")
    watcher.stop()


@pytest.mark.usefixtures("faster")
def test_a_sub_package_made_later_is_found_soon(root: Path, watcher: Watcher, seen: Seen) -> None:
    watcher.reload()
    wait_for(lambda: len(seen.projects) == 1)
    (root / "packages" / "one" / ".fake").mkdir(parents=True)
    (root / "packages" / "one" / "STATE.md").touch()
    (root / "packages" / "one" / STATE).write_text("# sub")
    wait_for(lambda: seen.titles() == ["# one\n", "# sub"], watching.REDISCOVER_SECONDS / 2)
    shutil.rmtree(root / "packages")
    wait_for(lambda: seen.titles() == ["# one\n"], watching.REDISCOVER_SECONDS / 2)


def test_a_state_folder_made_later_is_found(tmp_path: Path, home: Path, system: FakeSystem, seen: Seen) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    watcher = Watcher(Loader(root, systems=(system,), home=home), seen)
    watcher.start()
    wait_for(lambda: len(seen.projects) == 1)
    (root / ".fake").mkdir()
    (root / STATE).write_text("# first")
    seen.wait_for_titles("# first")
    (root / STATE).write_text("# second")
    seen.wait_for_titles("# second")
    watcher.stop()


def test_a_file_outside_the_state_folders_is_polled(home: Path, watcher: Watcher, seen: Seen) -> None:
    (home / ".fake.json").write_text("{}")
    # A look between its creation and its text finds it empty: what counts is where it settles.
    wait_for(lambda: bool(seen.projects) and seen.projects[-1].tracks[0].metrics["shared"] == "{}")
    assert watcher.events_arrive


def test_a_burst_is_few_loads_and_ends_with_the_last_content(
    root: Path, loader: Loader, watcher: Watcher, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: list[float] = []
    real = loader.load

    def load(*, afresh: bool = False) -> Project:
        loads.append(time.monotonic())
        return real(afresh=afresh)

    monkeypatch.setattr(loader, "load", load)
    monkeypatch.setattr(watching, "LOAD_INTERVAL_SECONDS", INTERVAL)
    end, numbers = time.monotonic() + PATIENCE, count()
    while len(loads) < 3:
        assert time.monotonic() < end
        last = next(numbers)
        (root / STATE).write_text(f"# {last}")
        time.sleep(0.001)
    seen.wait_for_titles(f"# {last}")
    gaps = [after - before for before, after in pairwise(loads)]
    assert min(gaps) >= watching.RECHECK_SECONDS[0]


def test_stopping_ends_the_threads_also_from_the_callback(root: Path, loader: Loader) -> None:
    def stop_at_once(project: Project) -> None:
        watcher.stop()

    watcher = Watcher(loader, stop_at_once)
    watcher.start()
    (root / STATE).write_text("# two")
    wait_for(lambda: not {thread.name for thread in threading.enumerate()} & {"cockpit-watcher", "cockpit-events"})
    watcher.stop()


@pytest.mark.usefixtures("faster")
@pytest.mark.parametrize("observer", [CommandError, Exhausted])
def test_where_the_system_refuses_events_it_looks_more_often_from_the_start(
    root: Path, loader: Loader, seen: Seen, monkeypatch: pytest.MonkeyPatch, observer: type[Silent]
) -> None:
    monkeypatch.setattr("watchdog.observers.Observer", observer)
    looks_more_often(root, loader, seen, monkeypatch)


@pytest.mark.usefixtures("faster")
def test_one_change_without_an_event_is_enough_to_look_more_often(
    root: Path, loader: Loader, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("watchdog.observers.Observer", Silent)

    def change() -> None:
        time.sleep(watching.EVENT_GRACE_SECONDS * 1.2)  # what came before the listening gives no event either
        (root / STATE).write_text("# silent")
        seen.wait_for_titles("# silent")

    looks_more_often(root, loader, seen, monkeypatch, change)


def looks_more_often(
    root: Path, loader: Loader, seen: Seen, monkeypatch: pytest.MonkeyPatch, then: Callable[[], None] = lambda: None
) -> None:
    """From then on it looks as often as it does without events, and finds what changes."""
    polls = Polls(loader, monkeypatch)
    watcher = Watcher(loader, seen)
    watcher.start()
    wait_for(lambda: polls.number >= 1)
    then()
    wait_for(lambda: not watcher.events_arrive)
    monkeypatch.setattr(watching, "POLL_SECONDS", 3600.0)
    first = polls.number
    wait_for(lambda: polls.number >= first + 3)
    gaps = sorted(after - before for before, after in pairwise(polls.at[first:]))
    (root / STATE).write_text("# still")
    seen.wait_for_titles("# still")
    watcher.stop()
    assert gaps[len(gaps) // 2] >= watching.POLL_WITHOUT_EVENTS_SECONDS * 0.9


@pytest.mark.parametrize("events", [True, False], ids=["events", "a poll"])
def test_rows_that_another_program_writes_arrive(
    root: Path, home: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    """They stand beside the database at first, which is the same all the while."""
    if not events:
        monkeypatch.setattr("watchdog.observers.Observer", Silent)
    path = make(root / ROWS)
    loader = Loader(root, systems=(RowsSystem(),), home=home)
    loader.load()
    watcher = Watcher(loader, seen)
    with agent(path) as other:
        watcher.start()
        other.execute("UPDATE initiative_blockers SET status = 'resolved'")
        main = path.stat().st_mtime_ns
        seen.wait_for_titles("resolved")
        (written,) = loader.written().values()
        assert written.timestamp() > main / 1e9, "as young as what stands beside it"
        assert path.stat().st_mtime_ns == main
    watcher.stop()


# Whatever happens it goes on, and says it while it cannot look


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


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "RETRY_SECONDS", 0.02)


METHODS = ["load", "discover", "stirred", "watched_folders"]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("method", METHODS)
def test_an_error_from_the_start_on_is_reported_and_survived(
    root: Path, loader: Loader, idle: Watcher, seen: Seen, method: str
) -> None:
    fault = Fault(loader, method)
    fault.error = PermissionError(13, "Permission denied")
    idle.start()
    wait_for(lambda: fault.raised > 1 and bool(seen.projects))
    (finding,) = [finding for finding in seen.projects[0].findings if finding.code == NOT_FOLLOWED]
    assert (finding.severity, finding.path) == ("error", ".")
    assert finding.message == Said("", "stopped watching", "permission denied")
    assert [track.title for track in seen.projects[0].tracks] == ["# one\n"]
    fault.error = None
    wait_for(lambda: seen.projects[-1].findings == ())
    (root / STATE).write_text("# two")
    seen.wait_for_titles("# two")
    assert seen.projects[-1].findings == ()


@pytest.mark.usefixtures("impatient")
def test_an_error_of_its_own_is_named(loader: Loader, idle: Watcher, seen: Seen) -> None:
    Fault(loader, "load").error = ValueError("unforeseen")
    idle.start()
    wait_for(lambda: bool(seen.projects))
    why = Said("storage.own-error", "ValueError")
    assert seen.projects[0].findings[0].message == Said("", "stopped watching", why)


@pytest.mark.usefixtures("impatient")
def test_a_listener_that_fails_is_given_the_next_project(root: Path, loader: Loader, seen: Seen) -> None:
    def listen(project: Project) -> None:
        seen(project)
        if len(seen.projects) < 4:
            raise RuntimeError("not now")

    watcher = Watcher(loader, listen)
    watcher.start()
    (root / STATE).write_text("# two")
    wait_for(lambda: len(seen.projects) >= 4 and seen.titles() == ["# two"] and seen.projects[-1].findings == ())
    watcher.stop()
    wait_for(lambda: not {thread.name for thread in threading.enumerate()} & {"cockpit-watcher", "cockpit-events"})
