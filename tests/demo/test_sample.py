"""The sample project is believable: everything it claims agrees with everything else."""

import re
import subprocess
from pathlib import Path

import pytest

from cockpit.demo import repository, sample
from cockpit.demo.sample import STORIES, create
from cockpit.project.load import load_project
from tests.support.demo_projects import NOW, OF_SYSTEMS, git


@pytest.mark.parametrize(("system", "git_is_there"), [*((each, True) for each in STORIES), ("autopilot", False)])
def test_a_sample_is_read_without_a_finding_and_nothing_is_left_to_fill_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, git_is_there: bool
) -> None:
    if not git_is_there:
        monkeypatch.setattr(repository.shutil, "which", lambda name: None)
    root = create(tmp_path / "project", now=NOW, system=system)
    project = load_project(root, clock=lambda: NOW)
    read = [(track.system, track.findings) for track in project.tracks]
    assert (read, project.findings) == ([(system, ())] if system in OF_SYSTEMS else [], ())
    assert (root / ".git").exists() == git_is_there
    for path in (path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts):
        assert not re.search(r"\{(?:now|-\d|file |commit |next )", path.read_text("utf-8")), path
        assert not re.search(r"[{}]|^dot-", path.name)
    if git_is_there:
        assert git(root, "status", "--short") == []
        assert git(root, "fsck", "--strict") == []
        named = re.findall(r"\{commit (.*?)\}", "".join(texts_of(system)))
        assert set(named) <= set(git(root, "log", "--format=%s"))


def texts_of(system: str) -> list[str]:
    """The files of a sample before anything is filled in."""
    folder = Path(sample.__file__).with_name("data") / system
    return [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file() and path.name != "script.txt"]


def test_a_git_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "_addition", lambda path, text: "no command")
    with pytest.raises((subprocess.CalledProcessError, OSError)):
        create(tmp_path / "project", now=NOW)


def test_refuses_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me", "utf-8")
    with pytest.raises(FileExistsError):
        create(tmp_path, now=NOW)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_hook_environment_does_not_leak_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    root = create(tmp_path / "project", now=NOW)
    assert (root / ".git/HEAD").is_file()
    assert not (tmp_path / "elsewhere").exists()
