"""On a real disk: folders where files belong, files where folders do, links that lead nowhere, files cut short."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.model import Project
from cockpit.storage.loader import Loader

FIXTURE = Path(__file__).resolve().parents[1] / "fixtures" / "autopilot" / "healthy"
STATE = ".autopilot/state"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURE / ".autopilot", tmp_path / "p" / ".autopilot")).parent


@pytest.fixture
def load(root: Path, tmp_path: Path) -> Callable[[], Project]:
    return lambda: Loader(root, home=tmp_path / "home").load()


def remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    elif path.exists():
        path.unlink()


def folder(path: Path) -> None:
    path.mkdir(parents=True)


def text(path: Path) -> None:
    path.write_text("text\n")


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def told(project: Project, path: str) -> list[tuple[str, str]]:
    found = [*project.findings, *(each for track in project.tracks for each in track.findings)]
    return [(finding.code, finding.severity) for finding in found if finding.path == path]


FILES = [
    ".autopilot/TRANSPONDER.md", ".autopilot/holding-pattern.md", ".autopilot/DECISIONS.md",
    ".autopilot/token-usage.md", f"{STATE}/thresholds.json", f"{STATE}/acknowledgments.json", f"{STATE}/triggers.json",
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "code"), [(folder, "is-a-folder"), (loop, "symlink-loop"), (dangling, "dangling-link")]
)
@pytest.mark.parametrize("path", FILES)
def test_what_is_no_file_is_an_error_and_the_rest_is_read(
    root: Path, load: Callable[[], Project], path: str, make: Callable[[Path], None], code: str
) -> None:
    remove(root / path)
    make(root / path)
    project = load()
    assert told(project, path) == [(code, "error")]
    (track,) = project.tracks
    assert track.phases
    assert bool(track.title) is (path != FILES[0])


@pytest.mark.parametrize("make", [text, dangling])
@pytest.mark.parametrize("path", [STATE, ".autopilot/phases"])
def test_what_is_no_folder_is_an_error(
    root: Path, load: Callable[[], Project], path: str, make: Callable[[Path], None]
) -> None:
    remove(root / path)
    make(root / path)
    project = load()
    assert told(project, path) == [("not-a-folder", "error")]
    assert project.tracks[0].title


@pytest.mark.parametrize("path", [STATE, ".autopilot/phases"])
def test_a_folder_that_is_a_loop_is_accused_once(root: Path, load: Callable[[], Project], path: str) -> None:
    remove(root / path)
    loop(root / path)
    project = load()
    assert told(project, path) == [("symlink-loop", "error")]
    every = [*project.findings, *project.tracks[0].findings]
    assert [finding.path for finding in every if finding.code == "symlink-loop"] == [path]


def test_a_loop_beside_the_phases_hides_none(root: Path, load: Callable[[], Project]) -> None:
    before = load().tracks[0]
    loop(root / ".autopilot/phases/y")
    loop(root / ".autopilot/x")
    project = load()
    assert (project.tracks[0].phases, project.tracks[0].documents) == (before.phases, before.documents)
    assert told(project, ".autopilot/phases/y") == told(project, ".autopilot/x") == [("symlink-loop", "warning")]


def test_a_file_that_was_cut_in_a_row_is_told(root: Path, load: Callable[[], Project]) -> None:
    file = root / FILES[0]
    whole = file.read_text()
    file.write_text(whole[: whole.index("| Next action") + 9])
    codes = {finding.code: (finding.severity, finding.line) for finding in load().tracks[0].findings}
    assert codes["ends-in-the-middle"] == ("warning", whole[: whole.index("| Next action")].count("\n") + 1)
    assert "half-written" in codes
