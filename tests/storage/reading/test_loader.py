"""The loader: readers that fail, and what is told outside the tracks."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.storage.reading.loader import Loader
from tests.support.fake_system import FakeSystem, RootFileSystem
from tests.support.said import Said

STATE = ".fake/STATE.md"


@pytest.fixture
def loader(root: Path, home: Path, system: FakeSystem) -> Loader:
    return Loader(root, systems=(system,), home=home)


def add_sub_package(root: Path, base: str, title: str) -> Path:
    state = root / base / STATE
    state.parent.mkdir(parents=True)
    state.write_text(f"# {title}")
    return state


def titles(project: Project) -> list[str | None]:
    return [track.title for track in project.tracks]


@pytest.mark.parametrize("task", ["read", "detect"])
def test_a_reader_that_fails_leaves_what_was_read_last(
    root: Path, loader: Loader, system: FakeSystem, task: str
) -> None:
    add_sub_package(root, "pkg", "sub")
    system.fails_to, system.fails_at = task, b"deep"
    loader.discover()
    before = loader.load()
    (root / STATE).write_text("# deep")
    for _ in range(2):
        failed = loader.load(afresh=True)
        assert titles(failed) == ["# one\n" if task == "read" else "# deep", "# sub"]
        assert [found.code for found in (*failed.findings, *failed.tracks[0].findings)] == ["reader-failed"]
        assert failed.tracks[1] is before.tracks[1]
    assert [each.stale for each in failed.tracks[0].thresholds] == [task == "read"]
    (root / STATE).write_text("# whole")
    mended = loader.load()
    assert (titles(mended), mended.findings, mended.tracks[0].findings) == (["# whole", "# sub"], (), ())
    assert [each.stale for each in mended.tracks[0].thresholds] == [False]


@pytest.mark.parametrize(("task", "tracks"), [("read", ["project"]), ("detect", [])])
def test_a_reader_that_fails_at_once_is_reported(
    root: Path, loader: Loader, system: FakeSystem, task: str, tracks: list[str | None]
) -> None:
    system.fails_to, system.fails_at = task, b"one"
    project = loader.load()
    assert titles(project) == tracks
    (finding,) = (*project.findings, *(each for track in project.tracks for each in track.findings))
    path = STATE if task == "read" else "."
    assert (finding.code, finding.severity, finding.path) == ("reader-failed", "error", path)
    assert finding.message == Said("", "internal error", "Fake", path, "RecursionError")


@pytest.mark.parametrize(("target", "code"), [("nowhere", "dangling-link"), (".fake", "symlink-loop")])
def test_a_state_folder_that_leads_nowhere_is_reported_once(
    root: Path, home: Path, system: FakeSystem, target: str, code: str
) -> None:
    (root / STATE).unlink()
    (root / ".fake").rmdir()
    (root / ".fake").symlink_to(target)
    loader = Loader(root, systems=(system,), home=home)
    project = loader.load()
    assert [(each.code, each.severity, each.path) for each in project.findings] == [(code, "error", ".fake")]
    (root / ".fake").unlink()
    assert loader.stirred()
    assert loader.load().findings == ()


def test_a_file_of_variables_that_cannot_be_read_is_nobodys_concern(tmp_path: Path) -> None:
    makers = (lambda path: path.mkdir(), os.mkfifo, lambda path: path.symlink_to("/etc/passwd"))
    for number, make in enumerate(makers):
        root = tmp_path / str(number)
        root.mkdir()
        make(root / ".env")
        project = Loader(root, home=None).load()
        assert (project.tracks, project.findings) == ((), ())


def test_time_alone_reads_a_track_again_when_an_alert_fires_again(root: Path, home: Path, system: FakeSystem) -> None:
    now = datetime(2026, 1, 29, 12, 0, tzinfo=UTC)
    end = now + timedelta(minutes=30)
    system.refire_at = end.isoformat()
    loader = Loader(root, systems=(system,), home=home, clock=lambda: now)
    loader.load()
    assert (loader.stirred(), system.reads[STATE]) == (frozenset(), 1)
    now = end
    assert loader.stirred() == {"."}
    loader.load()
    assert (loader.stirred(), system.reads[STATE]) == (frozenset(), 2)


def test_the_watched_folders_are_the_existing_ones(root: Path, home: Path, system: FakeSystem) -> None:
    add_sub_package(root, "pkg", "sub")
    (root / "docs" / "other" / "state").mkdir(parents=True)
    (root / "linked").mkdir()
    (root / "linked" / ".fake").symlink_to(root / "pkg" / ".fake")
    (root / "out").mkdir()
    (root / "out" / ".fake").symlink_to(home)
    loader = Loader(root, systems=(system, RootFileSystem()), home=home)
    loader.discover()
    loader.load()
    assert loader.watched_folders() == tuple(root / folder for folder in (".fake", "docs/other/state", "pkg/.fake")), (
        "the linked folder once, the one outside not at all"
    )
