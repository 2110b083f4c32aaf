"""How often the whole project is searched: once to know all tracks, never for one that the root holds."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError, SeveralTracks
from cockpit.model.intents import AddTodo
from cockpit.project.change import change
from cockpit.project.workspace import Workspace
from cockpit.storage.reading import loader
from tests.cases import case_project
from tests.support.said import Said

FIXTURE = case_project("autopilot/seed-thresholds")
ROOT, SUB = "autopilot:.autopilot/TRANSPONDER.md", "autopilot:packages/api/.autopilot/TRANSPONDER.md"


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    """A project with a track in the root and one in a sub-package."""
    root = Path(shutil.copytree(FIXTURE, tmp_path / "p"))
    shutil.copytree(FIXTURE, root / "packages" / "api")
    return Workspace(root=root, now=datetime(2026, 1, 29, 16, 30, tzinfo=UTC))


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    found: list[Path] = []
    search = loader.sub_packages
    monkeypatch.setattr(loader, "sub_packages", lambda root, systems: found.append(root) or search(root, systems))
    return found


@pytest.mark.parametrize(("key", "number"), [(ROOT, 0), (SUB, 1)])
def test_a_change_to_a_named_track(writer: Workspace, searches: list[Path], key: str, number: int) -> None:
    path = writer.root / key.removeprefix("autopilot:")
    before = path.read_text("utf-8")
    assert change(writer, key, AddTodo(text="x")).changed
    assert len(searches) == number
    assert path.read_text("utf-8") != before


def test_without_a_name_all_of_them_are_looked_for(writer: Workspace, searches: list[Path]) -> None:
    with pytest.raises(SeveralTracks) as refused:
        change(writer, None, AddTodo(text="x"))
    tracks = Said("project.tracks", [ROOT, SUB])
    assert refused.value.message == Said("project.several-tracks", tracks)
    assert len(searches) == 1


def test_for_a_wrong_name_all_of_them_are_listed(writer: Workspace) -> None:
    with pytest.raises(CommandError) as refused:
        change(writer, "other", AddTodo(text="x"))
    tracks = Said("project.tracks", [ROOT, SUB])
    assert refused.value.message == Said("project.no-such-track", "other", tracks)
