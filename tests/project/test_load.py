"""Reading a project once."""

import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.project import load
from cockpit.project.load import load_project
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
