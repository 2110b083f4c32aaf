"""Reading a project once."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.project import load
from cockpit.project.load import NoSuchFolder, load_project, project_root
from cockpit.storage.reading import disk_files
from tests.support.fake_system import FakeSystem
from tests.support.patience import PATIENCE

STATE = ".fake/STATE.md"


def clock() -> datetime:
    return datetime(2026, 1, 29, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def system(monkeypatch: pytest.MonkeyPatch) -> FakeSystem:
    """The only system there is."""
    made = FakeSystem()
    monkeypatch.setattr(load, "known_systems", lambda: (made,))
    return made


def write(root: Path, title: str) -> None:
    (root / STATE).parent.mkdir(parents=True, exist_ok=True)
    (root / STATE).write_text(title)


def test_all_tracks_are_loaded_from_anywhere_inside(tmp_path: Path) -> None:
    write(tmp_path, "# one")
    write(tmp_path / "pkg", "# sub")
    (tmp_path / "src").mkdir()
    project = load_project(tmp_path / "src", clock=clock)
    assert (project.root, [track.title for track in project.tracks]) == (str(tmp_path), ["# one", "# sub"])


def missing(folder: Path) -> Path:
    return folder / "missing"


def a_file(folder: Path) -> Path:
    (folder / "file.txt").write_text("x")
    return folder / "file.txt"


def a_loop(folder: Path) -> Path:
    (folder / "loop").symlink_to("loop")
    return folder / "loop"


def a_null_character(folder: Path) -> Path:
    return folder / "a\0b"


def too_long(folder: Path) -> Path:
    return folder / ("x" * 5000)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (missing, "project.no-such-folder"),
        (a_file, "project.no-folder"),
        (a_loop, "project.folder-unreadable"),
        (a_null_character, "project.folder-unreadable"),
        (too_long, "project.folder-unreadable"),
    ],
)
def test_what_is_no_folder_is_refused_with_a_sentence(tmp_path: Path, make: Callable[[Path], Path], code: str) -> None:
    path = make(tmp_path)
    with pytest.raises(NoSuchFolder) as refused:
        load_project(path, clock=clock)
    assert refused.value.message.code == code
    assert str(refused.value).endswith(".")
    with pytest.raises(NoSuchFolder):
        project_root(path)


def test_a_half_written_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "# one")
    numbers = tmp_path / ".fake" / "numbers.json"
    numbers.write_text('{"cost"')
    for module in (load, disk_files):
        monkeypatch.setattr(module, "SETTLING_SECONDS", PATIENCE)
    writer = threading.Timer(0.2, numbers.write_text, ['{"cost": 1}'])
    writer.start()
    project = load_project(tmp_path, clock=clock)
    writer.join()
    assert (project.tracks[0].metrics["numbers"], project.tracks[0].metrics["stale"]) == ('{"cost": 1}', "False")
