"""On a real disk: folders where files belong, files where folders do, links that lead nowhere, devices, FIFOs."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.storage.reading.loader import Loader
from tests.cases import case_project
from tests.conformance.described import Described
from tests.conformance.registry import BY_FILES

every_system = pytest.mark.parametrize("system", BY_FILES, ids=lambda system: system.id)


@pytest.fixture
def root(tmp_path: Path, system: Described) -> Path:
    return Path(shutil.copytree(case_project(f"{system.id}/{system.healthy}"), tmp_path / "p"))


@pytest.fixture
def load(root: Path, tmp_path: Path) -> Callable[[], Project]:
    return lambda: Loader(root, home=tmp_path / "home").load()


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def put_back(root: Path, system: Described, path: str) -> None:
    """What stood at a path before."""
    remove(root / path)
    whole = case_project(f"{system.id}/{system.healthy}") / path
    if whole.is_dir():
        shutil.copytree(whole, root / path)
    elif whole.exists():
        shutil.copyfile(whole, root / path)


def folder(path: Path) -> None:
    path.mkdir(parents=True)


def text(path: Path) -> None:
    path.write_text("text\n")


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def fifo(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def outside(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def told(project: Project, path: str) -> list[tuple[str, str]]:
    found = [*project.findings, *(each for track in project.tracks for each in track.findings)]
    return [(finding.code, finding.severity) for finding in found if finding.path == path]


@every_system
@pytest.mark.parametrize(
    ("make", "code"),
    [
        (folder, "is-a-folder"),
        (loop, "symlink-loop"),
        (dangling, "dangling-link"),
        (fifo, "not-a-file"),
        (device, "path-outside"),
        (outside, "path-outside"),
    ],
)
def test_what_is_no_file_is_an_error_and_the_rest_is_read(
    system: Described, root: Path, load: Callable[[], Project], make: Callable[[Path], None], code: str
) -> None:
    position = load().tracks[0].position
    for path in system.files:
        remove(root / path)
        make(root / path)
        project = load()
        assert told(project, path) == [(code, "error")], path
        (track,) = project.tracks
        assert (track.position == position) is (path != system.main)
        put_back(root, system, path)


@every_system
@pytest.mark.parametrize(("make", "code"), [(text, "not-a-folder"), (dangling, "not-a-folder"), (loop, "symlink-loop")])
def test_what_is_no_folder_is_an_error_and_accused_once(
    system: Described, root: Path, load: Callable[[], Project], make: Callable[[Path], None], code: str
) -> None:
    for path in system.folders:
        remove(root / path)
        make(root / path)
        project = load()
        assert told(project, path) == [(code, "error")], path
        assert project.tracks[0].position.phase
        every = [*project.findings, *project.tracks[0].findings]
        assert [finding.path for finding in every if finding.code == code] == [path]
        put_back(root, system, path)


@every_system
def test_a_loop_beside_what_is_read_hides_nothing(system: Described, root: Path, load: Callable[[], Project]) -> None:
    before = load().tracks[0]
    beside = [*(f"{path}/y" for path in system.folders), f"{system.folder}x"]
    for path in beside:
        loop(root / path)
    project = load()
    assert (project.tracks[0].phases, project.tracks[0].documents) == (before.phases, before.documents)
    assert all(told(project, path) in ([], [("symlink-loop", "warning")]) for path in beside)
