"""Folders that may not be entered: the project's own, and those cockpit keeps things in."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cockpit.project import load
from cockpit.project.load import NoSuchFolder, checked_folder, load_project
from cockpit.project.observe import Observer
from cockpit.project.settings import paths
from cockpit.storage.user_files import places
from tests.support.fake_system import FakeSystem, wait_for
from tests.support.permissions import biting
from tests.support.said import Said

STATE = ".fake/STATE.md"


def clock() -> datetime:
    return datetime(2026, 1, 29, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def system(monkeypatch: pytest.MonkeyPatch) -> FakeSystem:
    """The only system there is."""
    made = FakeSystem()
    monkeypatch.setattr(load, "known_systems", lambda: (made,))
    return made


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project" / STATE).parent.mkdir(parents=True)
    (tmp_path / "project" / STATE).write_text("# one")
    return tmp_path / "project"


@pytest.mark.parametrize("mode", [0o000, 0o600])
def test_a_project_that_may_not_be_entered_is_refused(root: Path, mode: int) -> None:
    root.chmod(mode)
    with biting(), pytest.raises(NoSuchFolder) as refused:
        checked_folder(root)
    assert refused.value.message == Said("project.folder-unreadable", root, "permission denied")


def test_a_project_that_may_be_entered_but_not_listed_is_read(root: Path) -> None:
    root.chmod(0o100)
    with biting():
        assert [track.title for track in load_project(root, clock=clock).tracks] == ["# one"]


def test_what_lies_in_a_closed_folder_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    root.parent.chmod(0)
    with biting(), pytest.raises(NoSuchFolder, match=r"The folder \S+ cannot be read: permission denied\."):
        checked_folder(Path())
    root.parent.chmod(0o700)


def closed_state(folder: Path) -> None:
    folder.chmod(0)


def state_in_a_file(folder: Path) -> None:
    folder.rmdir()
    folder.write_text("")


@pytest.mark.parametrize("make", [closed_state, state_in_a_file])
def test_without_its_own_folder_cockpit_reads_all_the_same(root: Path, make: Callable[[Path], None]) -> None:
    folder = places.state_dir()
    folder.mkdir(parents=True)
    make(folder)
    with biting():
        project = load_project(root, clock=clock)
    assert [track.title for track in project.tracks] == ["# one"]


def test_closed_places_are_reported_as_unknown(root: Path) -> None:
    places.state_dir().mkdir(parents=True)
    places.state_dir().chmod(0)
    with biting():
        found = {place.name: place.exists for place in paths(root)}
    assert (found["state"], found["project state"], found["settings"]) == (True, None, False)


def test_a_project_that_is_closed_and_opened_again_is_followed(root: Path, tmp_path: Path, system: FakeSystem) -> None:
    seen: list[Any] = []
    observer = Observer(
        root, lambda snapshot: seen.append(snapshot.project), clock=clock, systems=(system,), home=tmp_path
    )
    with biting():
        observer.start()
        wait_for(lambda: bool(seen))
        root.chmod(0)
        wait_for(lambda: [finding.code for finding in seen[-1].findings] == ["no-permission"])
        root.chmod(0o755)
        (root / STATE).write_text("# two")
        wait_for(lambda: [track.title for track in seen[-1].tracks] == ["# two"])
        observer.stop()
