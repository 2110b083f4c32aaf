"""The loader: what is read again, what stays the same object, and what is told outside the tracks."""

import shutil
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


def codes(project: Project) -> list[tuple[str, str]]:
    return [(finding.code, finding.path) for finding in project.findings]


def test_when_nothing_changed_it_is_the_same_object(loader: Loader, system: FakeSystem) -> None:
    project = loader.load()
    assert loader.load() is project
    assert loader.load(afresh=True) is project
    assert system.reads[STATE] == 1


def test_a_rewrite_with_the_same_text_is_not_read_again(root: Path, loader: Loader, system: FakeSystem) -> None:
    project = loader.load()
    (root / STATE).write_text("# one\n")
    assert loader.load() is project
    assert system.reads[STATE] == 1


def test_only_the_track_that_changed_is_read_again(root: Path, loader: Loader, system: FakeSystem) -> None:
    add_sub_package(root, "pkg", "sub")
    loader.discover()
    first = loader.load()
    (root / "pkg" / STATE).write_text("# other")
    second = loader.load()
    assert titles(second) == ["# one\n", "# other"]
    assert second.tracks[0] is first.tracks[0]
    assert system.reads == {STATE: 1, f"pkg/{STATE}": 2}


def test_unchanged_slices_of_a_changed_track_stay_the_same(root: Path, loader: Loader) -> None:
    first = loader.load().tracks[0]
    (root / STATE).write_text("# two")
    second = loader.load().tracks[0]
    assert second is not first
    assert second.thresholds is first.thresholds


@pytest.mark.parametrize(
    ("created", "metric", "values"),
    [
        (".fake/numbers.json", "numbers", ("-", "{}")),
        (".fake/phases/01/", "phases", ("", "01/")),
        ("~/.fake.json", "shared", ("-", "{}")),
    ],
)
def test_creating_what_a_track_asked_for_in_vain_reads_it_again(
    root: Path, loader: Loader, created: str, metric: str, values: tuple[str, str]
) -> None:
    before = loader.load()
    path = root.parent / "home" / created[2:] if created.startswith("~/") else root / created
    path.mkdir(parents=True) if created.endswith("/") else path.write_text("{}")
    key = {".fake/phases/01/": ".fake/phases/", "~/.fake.json": str(path)}.get(created, created)
    assert key in loader.stirred()
    after = loader.load()
    assert (before.tracks[0].metrics[metric], after.tracks[0].metrics[metric]) == values


def test_a_file_nobody_asked_for_changes_nothing(root: Path, loader: Loader, system: FakeSystem) -> None:
    project = loader.load()
    (root / "README.md").write_text("hello")
    assert loader.stirred() == frozenset()
    assert loader.load() is project
    assert system.reads[STATE] == 1


def test_state_that_appears_vanishes_and_is_replaced(root: Path, loader: Loader, tmp_path: Path) -> None:
    loader.load()
    shutil.rmtree(root / ".fake")
    assert titles(loader.load()) == []
    add_sub_package(tmp_path / "new", "", "new")
    (tmp_path / "new" / ".fake").rename(root / ".fake")
    assert titles(loader.load()) == ["# new"]


def test_without_state_there_is_neither_track_nor_finding(tmp_path: Path, home: Path, system: FakeSystem) -> None:
    loader = Loader(tmp_path / "home", systems=(system,), home=home)
    project = loader.load()
    assert (project.tracks, project.findings) == ((), ())
    assert loader.load() is project
    assert loader.watched_folders() == ()


def test_a_missing_root_is_a_finding_until_it_appears(tmp_path: Path, home: Path, system: FakeSystem) -> None:
    root = tmp_path / "later"
    loader = Loader(root, systems=(system,), home=home)
    project = loader.load()
    assert (project.tracks, codes(project)) == ((), [("no-such-folder", ".")])
    assert project.findings[0].message == Said("", "No such folder", root)
    assert loader.stirred() == frozenset()
    assert loader.load() is project
    add_sub_package(root, "", "here")
    assert loader.stirred() == {"."}
    project = loader.load()
    assert (titles(project), project.findings) == (["# here"], ())
    shutil.rmtree(root)
    assert "." in loader.stirred()
    assert codes(loader.load()) == [("no-such-folder", ".")]


def test_sub_packages_come_after_the_root(root: Path, loader: Loader) -> None:
    add_sub_package(root, "pkg", "sub")
    assert titles(loader.load()) == ["# one\n"]
    assert loader.discover()
    assert not loader.discover()
    assert titles(loader.load()) == ["# one\n", "# sub"]


def test_without_a_track_in_the_root_sub_packages_come_at_once(root: Path, loader: Loader) -> None:
    (root / STATE).unlink()
    add_sub_package(root, "pkg", "sub")
    assert titles(loader.load()) == ["# sub"]


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


def test_a_problem_that_a_track_reports_is_not_reported_twice(root: Path, loader: Loader) -> None:
    (root / ".fake" / "numbers.json").mkdir()
    project = loader.load()
    assert [finding.code for finding in project.tracks[0].findings] == ["is-a-folder"]
    assert project.findings == ()


def test_a_problem_outside_the_tracks_is_the_projects(root: Path, home: Path, loader: Loader) -> None:
    (root / STATE).unlink()
    (root / STATE).mkdir()
    assert codes(loader.load()) == [("is-a-folder", STATE)]
    (root / STATE).rmdir()
    assert codes(loader.load()) == []
    (home / ".fake.json").mkdir()
    (root / STATE).write_text("# one")
    assert codes(loader.load()) == [("is-a-folder", "~/.fake.json")]


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
