"""Systems are imported once something of theirs is there: what they find is the same as if they always were."""

from pathlib import Path
from typing import Any

import pytest

from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.loader import Loader
from cockpit.systems.registry import SYSTEMS
from tests.cases import case_project, names
from tests.cli.conftest import write_project

REAL: dict[str, Any] = {each.id: getattr(each, "_system", each) for each in SYSTEMS}


def found(system: Any, root: Path) -> tuple[object, ...]:
    """What a system finds, and what is said of the files it asked for; its folders are looked into before, as ever."""
    files = DiskFiles(root, None)
    for folder in system.folders(files):
        files.names(folder)
    return system.folders(files), system.detect(files), {(each.code, each.path) for each in files.findings()}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_what_is_known_before_it_is_imported(system: Any) -> None:
    for name in ("id", "name", "state_folders", "statuses", "beginnings"):
        assert getattr(system, name) == getattr(REAL[system.id], name)


@pytest.mark.parametrize("case", names())
def test_all_find_in_a_case_what_they_find_there(case: str) -> None:
    for system in SYSTEMS:
        assert found(system, case_project(case)) == found(REAL[system.id], case_project(case))


@pytest.mark.parametrize(
    "name", [*(folder for each in SYSTEMS for folder in each.state_folders), "STATE.md", "sessions"]
)
@pytest.mark.parametrize("kind", ["file", "folder", "dangling", "out", "loop"])
def test_what_lies_in_the_place_of_state(name: str, kind: str, tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    outside.mkdir()
    place = root / name
    place.parent.mkdir(parents=True)
    if kind == "file":
        place.write_text("# Project State\n")
    elif kind == "folder":
        place.mkdir()
    else:
        place.symlink_to({"dangling": root / "nowhere", "out": outside, "loop": place}[kind])
    for system in SYSTEMS:
        assert found(system, root) == found(REAL[system.id], root)


@pytest.mark.parametrize("variable", ["MAESTRO_STATE_DIR", "COCKPIT_DATABASE"])
@pytest.mark.parametrize("value", ["elsewhere", "/outside", "../up"])
def test_another_place_that_a_variable_names(
    variable: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere" / "state").mkdir(parents=True)
    (tmp_path / "elsewhere" / "state" / "active-session.md").write_text("")
    monkeypatch.setenv(variable, value)
    for system in SYSTEMS:
        assert found(system, tmp_path) == found(REAL[system.id], tmp_path)


@pytest.mark.parametrize("case", ["codewalk/healthy", "maestro/healthy", "autodev/healthy"])
def test_state_that_comes_later_is_noticed(case: str, tmp_path: Path) -> None:
    """Also of a system of which nothing was there."""
    root = write_project(tmp_path / "root")
    loader = Loader(root)
    loader.load()
    for file in sorted(case_project(case).rglob("*")):
        if file.is_file():
            target = root / file.relative_to(case_project(case))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    assert [track.system for track in loader.load().tracks] == [track.system for track in Loader(root).load().tracks]
    assert len(loader.load().tracks) > 1


def test_a_state_file_at_the_top_that_comes_later_is_noticed(tmp_path: Path) -> None:
    loader = Loader(write_project(tmp_path / "root"))
    loader.load()
    state = case_project("codewalk/healthy") / ".planning" / "STATE.md"
    (tmp_path / "root" / "STATE.md").write_bytes(state.read_bytes())
    assert {track.system for track in loader.load().tracks} == {"autopilot", "codewalk"}
