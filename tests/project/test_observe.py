"""The observer: what the screens see of the disk."""

import shutil
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.model.state import Snapshot, Surroundings
from cockpit.project.observe import Observer
from cockpit.storage.user_files import notes
from cockpit.storage.user_files.store import ProjectStore
from cockpit.wording.times import write_instant
from tests.cases import case_project
from tests.support import repositories
from tests.support.fake_system import FakeSystem, wait_for
from tests.support.permissions import biting

STATE = ".fake/STATE.md"


class Announced:
    """The projects an observer announced, and from which threads."""

    def __init__(self) -> None:
        self.projects: list[Project] = []
        self.surroundings = Surroundings()
        self.threads: set[str] = set()

    def __call__(self, snapshot: Snapshot) -> None:
        assert snapshot.project is not None
        self.projects.append(snapshot.project)
        self.surroundings = snapshot.surroundings
        self.threads.add(threading.current_thread().name)


@pytest.fixture
def announced() -> Announced:
    return Announced()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for folder, title in (("project", "# one"), ("project/pkg", "# sub")):
        state = tmp_path / folder / STATE
        state.parent.mkdir(parents=True)
        state.write_text(title)
    return tmp_path / "project"


@pytest.fixture
def observer(root: Path, tmp_path: Path, announced: Announced) -> Iterator[Observer]:
    (root / "src").mkdir()
    made = Observer(root / "src", announced, systems=(FakeSystem(),), home=tmp_path)
    yield made
    made.stop()


def test_the_first_project_comes_at_once_with_the_roots_tracks(root: Path, observer: Observer) -> None:
    project = observer.first()
    assert (project.root, [track.title for track in project.tracks]) == (str(root), ["# one"])
    assert observer.first() is project


def test_state_in_the_main_worktree_is_announced(tmp_path: Path, announced: Announced) -> None:
    main = tmp_path / "main"
    shutil.copytree(case_project("autodev/healthy"), main)
    (main / ".gitignore").write_text("_docs/\n")
    for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "Begin"), ("worktree", "add", "-q", "../linked")):
        repositories.run(main, *command)
    observer = Observer(tmp_path / "linked", announced, home=tmp_path)
    observer.start()
    wait_for(lambda: any(each.findings for each in announced.projects))
    observer.stop()
    found = next(each for each in announced.projects if each.findings)
    (finding,) = found.findings
    assert str(finding.message) == f"The state of this repository is kept in {main}. `t` opens it."


@pytest.mark.parametrize("ask", [Observer.reload, Observer.refresh])
def test_what_is_asked_for_is_answered(
    observer: Observer, announced: Announced, ask: Callable[[Observer], None]
) -> None:
    ask(observer)
    observer.start()
    wait_for(lambda: len(announced.projects) == 2)
    ask(observer)
    wait_for(lambda: len(announced.projects) == 3)
    assert announced.projects[2] is announced.projects[1]


def test_once_stopped_it_announces_nothing_until_it_is_started_again(
    root: Path, observer: Observer, announced: Announced
) -> None:
    observer.start()
    wait_for(lambda: len(announced.projects) == 2)
    observer.stop()
    observer.stop()
    names = {thread.name for thread in threading.enumerate()}
    assert names & {"cockpit-watcher", "cockpit-events"} == set()
    (root / STATE).write_text("# meanwhile")
    assert len(announced.projects) == 2
    observer.start()
    observer.start()
    wait_for(lambda: announced.projects[-1].tracks[0].title == "# meanwhile")
    assert sum(thread.name == "cockpit-watcher" for thread in threading.enumerate()) == 1


def test_what_is_snoozed_comes_back_by_itself(root: Path, tmp_path: Path, announced: Announced) -> None:
    now = datetime(2026, 1, 29, 12, 0, tzinfo=UTC)
    end = now + timedelta(minutes=30)
    observer = Observer(root, announced, systems=(FakeSystem(),), home=tmp_path, clock=lambda: now)
    put = notes.Snooze(until=write_instant(end), level=None)
    notes.note_metric(ProjectStore.of(root), STATE, "snoozes", "cost", put)
    try:
        first = observer.first()
        assert [each.snoozed_until for each in first.tracks[0].thresholds] == ["2026-01-29T12:30:00Z"]
        observer.start()
        wait_for(lambda: bool(announced.projects))
        now = end
        wait_for(lambda: announced.projects[-1].tracks[0].thresholds[0].snoozed_until is None)
        number = len(announced.projects)
        observer.refresh()
        wait_for(lambda: len(announced.projects) == number + 1)  # nothing is due any more, so only what was asked for
    finally:
        observer.stop()


def test_a_project_that_is_closed_and_opened_again_is_followed(
    root: Path, tmp_path: Path, announced: Announced
) -> None:
    shutil.rmtree(root / "pkg")
    observer = Observer(root, announced, systems=(FakeSystem(),), home=tmp_path)
    with biting():
        observer.start()
        wait_for(lambda: bool(announced.projects))
        root.chmod(0)
        wait_for(lambda: [finding.code for finding in announced.projects[-1].findings] == ["no-permission"])
        root.chmod(0o755)
        (root / STATE).write_text("# two")
        wait_for(lambda: bool(announced.projects[-1].tracks) and announced.projects[-1].tracks[0].title == "# two")
        observer.stop()
