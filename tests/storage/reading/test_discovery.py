"""Where the project is found, and which sub-packages are."""

import shutil
from pathlib import Path

import pytest

from cockpit.storage.reading import discovery
from cockpit.storage.reading.discovery import find_root, sub_packages
from cockpit.storage.reading.loader import Loader
from cockpit.systems.interface import System
from tests.support.fake_system import FakeSystem, RootFileSystem
from tests.support.permissions import biting
from tests.support.repositories import run
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


def test_links_ignored_folders_and_worktrees_are_not_entered(tmp_path: Path) -> None:
    """A state folder counts though it is a link or ignored, and so does a submodule."""
    make(tmp_path, "kept/" + STATE, "build/copy/" + STATE, "pkg/dist/" + STATE, "pkg/src/" + STATE, "ä b/" + STATE,
         "linked/", "tree/" + STATE, "module/" + STATE)  # fmt: skip
    run(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text(".fake/\nbuild/\n")
    (tmp_path / "pkg" / ".gitignore").write_text("dist\n")
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "linked" / ".fake").symlink_to(tmp_path / "kept" / ".fake")
    (tmp_path / "tree" / ".git").write_text("gitdir: /somewhere/.git/worktrees/tree\n")
    (tmp_path / "module" / ".git").write_text("gitdir: ../.git/modules/module\n")
    assert sub_packages(tmp_path, SYSTEMS).bases == ("kept", "linked", "module", "ä b", "pkg/src")


def test_what_cannot_be_entered_hides_nothing_beside_it(root: Path, home: Path, system: FakeSystem) -> None:
    (root / STATE).unlink()
    (root / ".fake").rmdir()
    make(root, "pkg/" + STATE, "closed/" + STATE)
    for loop in (root / "loop", root / "pkg" / "loop"):
        loop.symlink_to("loop")
    (root / "link").symlink_to("closed/inside")
    (root / "closed").chmod(0)
    with biting():
        assert sub_packages(root, (system,)).bases == ("pkg",)
        assert find_root(root, (system,), home) == root
        assert [track.title for track in Loader(root, systems=(system,), home=home).load().tracks] == ["# state\n"]


def test_a_submodule_does_not_keep_git_from_answering(tmp_path: Path) -> None:
    top, module = tmp_path / "top", tmp_path / "module"
    make(module, "pkg/" + STATE)
    run(module, "init", "-q")
    make(top, "build/copy/" + STATE)
    run(top, "init", "-q")
    run(module, "add", ".")
    run(module, "commit", "-q", "-m", "x")
    run(top, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(module), "module")
    (top / ".gitignore").write_text("build/\n")
    assert sub_packages(top, SYSTEMS).bases == ("module/pkg",)


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
