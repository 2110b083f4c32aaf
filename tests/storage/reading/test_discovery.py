"""Where the project is found, and which sub-packages are."""

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.storage.reading import discovery
from cockpit.storage.reading.discovery import find_root, is_outdated, sub_packages
from cockpit.systems.interface import System
from tests.support.fake_system import FakeSystem, RootFileSystem
from tests.support.said import Said

SYSTEMS: tuple[System, ...] = (FakeSystem(), RootFileSystem())


def make(top: Path, *paths: str) -> None:
    """Folders (ending in a slash), repositories (`x/.git/`) and state files."""
    for path in paths:
        target = top / path
        if path.endswith("/"):
            target.mkdir(parents=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("# state\n")


STATE = ".fake/STATE.md"


@pytest.mark.parametrize(
    ("paths", "start", "found"),
    [
        pytest.param(["p/" + STATE], "p", "p", id="here"),
        pytest.param(["p/" + STATE, "p/a/b/"], "p/a/b", "p", id="upward"),
        pytest.param(["p/" + STATE, "p/a/" + STATE, "p/a/b/"], "p/a/b", "p/a", id="the nearest"),
        pytest.param(["p/" + STATE, "p/r/.git/", "p/r/a/"], "p/r/a", "p/r", id="the git root stops"),
        pytest.param(["p/.git/", "p/" + STATE, "p/a/"], "p/a", "p", id="the git root is looked at"),
        pytest.param([STATE, "p/a/"], "p/a", "p/a", id="the home folder stops and is not looked at"),
        pytest.param([STATE, "p/a/"], ".", ".", id="the home folder as start"),
        pytest.param(["p/.git/", "p/a/x/y/" + STATE], "p/a", "p/a", id="downward below the start"),
        pytest.param(["p/.git/", "p/a/", "p/b/" + STATE], "p/a", "p", id="nothing near: the git root"),
        pytest.param(["p/.git/", "p/a/"], "p/a", "p", id="nothing at all: the git root"),
        pytest.param(["p/a/"], "p/a", "p/a", id="nothing at all, no repository: the start"),
        pytest.param(["p/.git/", "p/a/.fake/STATE.txt"], "p/a", "p", id="a state folder without state"),
        pytest.param(["p/docs/other/state/main.md"], "p/docs/other", "p", id="from inside a state folder"),
    ],
)
def test_the_project_is_found(home: Path, paths: list[str], start: str, found: str) -> None:
    make(home, *paths)
    assert find_root(home / start, SYSTEMS, home) == (home / found).resolve()


def test_outside_the_home_folder_the_search_goes_on_upward(root: Path, home: Path) -> None:
    make(root, "a/b/")
    assert find_root(root / "a" / "b", SYSTEMS, home) == root


def test_a_start_reached_through_a_link_is_the_real_folder(root: Path, home: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(root)
    assert find_root(tmp_path / "alias", SYSTEMS, home) == root


@pytest.mark.parametrize(
    ("paths", "bases"),
    [
        pytest.param(["a/" + STATE], ("a",), id="one level"),
        pytest.param(["a/b/c/d/" + STATE], ("a/b/c/d",), id="four levels"),
        pytest.param(["a/b/c/d/e/" + STATE], (), id="five levels"),
        pytest.param(["b/x/" + STATE, "c/" + STATE, "a/" + STATE], ("a", "c", "b/x"), id="nearest first, by name"),
        pytest.param([STATE], (), id="the root is no sub-package"),
        pytest.param(["node_modules/a/" + STATE], (), id="never node_modules"),
        pytest.param([".venv/a/" + STATE, "__pycache__/" + STATE, "x/.git/" + STATE], (), id="never the fixed list"),
        pytest.param([".fake/inner/" + STATE], (), id="not inside a state folder"),
        pytest.param(["a/docs/other/state/main.md"], ("a",), id="a state folder of several parts"),
        pytest.param(["docs/a/" + STATE, "docs/other/state/main.md"], ("docs/a",), id="beside one of several parts"),
        pytest.param(["a/docs/other/"], (), id="half of one of several parts"),
        pytest.param(["a/.fake"], (), id="a file of that name"),
    ],
)
def test_sub_packages_are_found(tmp_path: Path, paths: list[str], bases: tuple[str, ...]) -> None:
    make(tmp_path, *paths)
    found = sub_packages(tmp_path, SYSTEMS)
    assert found.bases == bases
    assert found.findings == ()


def test_links_to_folders_are_not_entered_but_a_linked_state_folder_counts(tmp_path: Path) -> None:
    make(tmp_path, "a/" + STATE, "b/")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "b" / ".fake").symlink_to(tmp_path / "a" / ".fake")
    assert sub_packages(tmp_path, SYSTEMS).bases == ("a", "b")


def repository(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", folder], check=True)


def test_folders_git_ignores_are_not_entered_but_an_ignored_state_folder_counts(tmp_path: Path) -> None:
    make(tmp_path, "kept/" + STATE, "build/copy/" + STATE, "pkg/dist/" + STATE, "pkg/src/" + STATE, "ä b/" + STATE)
    repository(tmp_path)
    (tmp_path / ".gitignore").write_text(".fake/\nbuild/\n")
    (tmp_path / "pkg" / ".gitignore").write_text("dist\n")
    assert sub_packages(tmp_path, SYSTEMS).bases == ("kept", "ä b", "pkg/src")


def test_a_submodule_does_not_keep_git_from_answering(tmp_path: Path) -> None:
    top, module = tmp_path / "top", tmp_path / "module"
    make(module, "pkg/" + STATE)
    repository(module)
    make(top, "build/copy/" + STATE)
    repository(top)
    identity = ["git", "-c", "user.name=A Person", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"]
    subprocess.run([*identity, "-C", module, "add", "."], check=True)
    subprocess.run([*identity, "-C", module, "commit", "-q", "-m", "x"], check=True)
    subprocess.run([*identity, "-C", top, "submodule", "--quiet", "add", str(module), "module"], check=True)
    (top / ".gitignore").write_text("build/\n")
    assert sub_packages(top, SYSTEMS).bases == ("module/pkg",)


def test_without_git_nothing_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "build/" + STATE)
    repository(tmp_path)
    (tmp_path / ".gitignore").write_text("build/\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sub_packages(tmp_path, SYSTEMS).bases == ("build",)


def test_linked_worktrees_are_other_projects_and_submodules_are_not(tmp_path: Path) -> None:
    make(tmp_path, "tree/" + STATE, "module/" + STATE)
    (tmp_path / "tree" / ".git").write_text("gitdir: /somewhere/.git/worktrees/tree\n")
    (tmp_path / "module" / ".git").write_text("gitdir: ../.git/modules/module\n")
    assert sub_packages(tmp_path, SYSTEMS).bases == ("module",)


def test_a_search_that_grows_too_long_is_cut_short_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "MAX_FOLDERS", 5)
    make(tmp_path, *(f"d{number}/" + STATE for number in range(8)))
    found = sub_packages(tmp_path, SYSTEMS)
    assert found.bases == ("d0", "d1", "d2", "d3", "d4")
    assert [(finding.code, finding.severity) for finding in found.findings] == [("discovery-limited", "warning")]


def test_a_search_that_finds_too_many_keeps_the_nearest_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "MAX_SUB_PACKAGES", 3)
    make(tmp_path, "a/b/" + STATE, *(f"d{number}/" + STATE for number in range(3)))
    found = sub_packages(tmp_path, SYSTEMS)
    assert found.bases == ("d0", "d1", "d2")
    assert [finding.message for finding in found.findings] == [Said("", "nearest", 3)]
    shutil.rmtree(tmp_path / "a")
    assert sub_packages(tmp_path, SYSTEMS).findings == ()


def test_a_search_that_just_fits_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "MAX_FOLDERS", 8)
    make(tmp_path, *(f"d{number}/" + STATE for number in range(8)))
    found = sub_packages(tmp_path, SYSTEMS)
    assert (len(found.bases), found.findings) == (8, ())


# Whether a search would find others


@pytest.mark.parametrize(
    ("change", "outdated"),
    [
        pytest.param(lambda top: make(top, "new/"), True, id="a folder in the root"),
        pytest.param(lambda top: make(top, "a/b/.fake/"), True, id="a state folder in one"),
        pytest.param(lambda top: make(top, "a/b/c/d/" + STATE), True, id="a folder four levels down"),
        pytest.param(lambda top: shutil.rmtree(top / "a" / "b"), True, id="a folder removed"),
        pytest.param(lambda top: (top / "a").rename(top / "z"), True, id="a folder renamed"),
        pytest.param(lambda top: (top / "a").chmod(0o700), True, id="a folder opened"),
        pytest.param(lambda top: (top / "a" / "file").write_text("other"), False, id="a file changed"),
        pytest.param(lambda top: make(top, "a/.fake/other.md"), False, id="a file in a state folder"),
        pytest.param(lambda top: make(top, "node_modules/x/"), False, id="a folder that is not entered"),
        pytest.param(lambda top: None, False, id="nothing"),
    ],
)
def test_folders_that_changed_since_a_search_are_noticed(
    tmp_path: Path, calm: Callable[[float], None], change: Callable[[Path], object], outdated: bool
) -> None:
    make(tmp_path, "a/b/c/", "a/" + STATE, "a/file", "node_modules/y/")
    calm(3)
    found = sub_packages(tmp_path, SYSTEMS)
    assert is_outdated(tmp_path, found) is False
    time.sleep(0.02)  # the clock of the file system goes on
    change(tmp_path)
    assert is_outdated(tmp_path, found) is outdated


def test_a_search_beside_a_change_is_soon_repeated(tmp_path: Path, calm: Callable[[float], None]) -> None:
    make(tmp_path, "a/")
    found = sub_packages(tmp_path, SYSTEMS)
    assert is_outdated(tmp_path, found) is True
    calm(3)
    assert is_outdated(tmp_path, sub_packages(tmp_path, SYSTEMS)) is False
