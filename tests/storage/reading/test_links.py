"""Symbolic links that lead nowhere: told by their own name, and nothing beside them is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.storage.reading.discovery import find_root, sub_packages
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.loader import Loader
from tests.support.fake_system import FakeSystem
from tests.support.permissions import biting
from tests.support.said import Said

STATE = ".fake/STATE.md"


@pytest.fixture
def files(root: Path, home: Path) -> DiskFiles:
    return DiskFiles(root, home)


def told(files: DiskFiles) -> list[tuple[str, str, str]]:
    return [(finding.code, finding.severity, finding.path) for finding in files.findings()]


def test_a_loop_that_is_read_too_is_reported_once_as_the_graver(root: Path, files: DiskFiles) -> None:
    (root / ".fake" / "loop").symlink_to("loop")
    files.names(".fake")
    files.read(".fake/loop")
    assert told(files) == [("symlink-loop", "error", ".fake/loop")]


def test_several_loops_are_one_finding(root: Path, files: DiskFiles) -> None:
    for name in ("b", "a", "c"):
        (root / ".fake" / name).symlink_to(name)
    assert files.names(".fake") == ("STATE.md",)
    assert told(files) == [("symlink-loop", "warning", ".fake/a")]
    assert files.findings()[0].message == Said("", "back to themselves", ".fake/a", 2)


def test_a_file_below_a_loop_accuses_the_loop(root: Path, files: DiskFiles) -> None:
    (root / ".fake" / "state").symlink_to("state")
    for name in ("numbers.json", "more/numbers.json"):
        content = files.read(f".fake/state/{name}")
        assert content is not None
        assert content.finding is not None
        assert (content.finding.code, content.finding.path) == ("symlink-loop", ".fake/state")


@pytest.mark.parametrize(("closed", "accused"), [(".fake/state", ".fake/state"), (".fake", ".fake"), ("", ".fake")])
def test_a_file_below_a_closed_folder_accuses_the_folder(
    root: Path, files: DiskFiles, closed: str, accused: str
) -> None:
    (root / ".fake" / "state" / "more").mkdir(parents=True)
    (root / closed).chmod(0)
    with biting():
        contents = [files.read(f".fake/state/{name}") for name in ("numbers.json", "more/numbers.json")]
        files.names(".fake")
        files.names(".fake/state/more")
    assert [content.finding.path for content in contents if content and content.finding] == [accused] * 2
    assert told(files) == [("no-permission", "error", accused)]
    (root / closed).chmod(0o755)
    (root / ".fake" / "state" / "numbers.json").write_text("1")
    files.refresh()
    content = files.read(".fake/state/numbers.json")
    assert content is not None
    assert (content.path, content.data, told(files)) == (".fake/state/numbers.json", b"1", [])


def test_a_loop_that_is_mended_is_no_finding_any_longer(root: Path, files: DiskFiles) -> None:
    (root / ".fake" / "loop").symlink_to("loop")
    files.names(".fake")
    (root / ".fake" / "loop").unlink()
    assert ".fake/" in files.refresh()
    assert (files.names(".fake"), told(files)) == (("STATE.md",), [])


def test_a_link_into_a_closed_folder_is_a_name_like_any_other(root: Path, files: DiskFiles) -> None:
    (root / "closed").mkdir()
    (root / ".fake" / "link").symlink_to("../closed/inside")
    (root / "closed").chmod(0)
    with biting():
        assert files.names(".fake") == ("STATE.md", "link")
    assert told(files) == []


def remove(link: Path) -> None:
    link.unlink()


def mend(link: Path) -> None:
    (link.parent / "nowhere.md").write_text("text")


@pytest.mark.parametrize(("change", "data"), [(remove, None), (mend, b"text")])
def test_a_link_to_nothing_that_changes_is_noticed(
    root: Path, files: DiskFiles, change: Callable[[Path], None], data: bytes | None
) -> None:
    link = root / ".fake" / "gone.md"
    link.symlink_to("nowhere.md")
    files.read(".fake/gone.md")
    change(link)
    assert files.stirred() == {".fake/gone.md"}
    assert files.refresh() == {".fake/gone.md"}
    content = files.read(".fake/gone.md")
    assert (content.data if content else None, told(files)) == (data, [])


# The search


def test_a_loop_hides_no_sub_package(root: Path, home: Path, system: FakeSystem) -> None:
    (root / STATE).unlink()
    (root / ".fake").rmdir()
    (root / "pkg" / ".fake").mkdir(parents=True)
    (root / "pkg" / STATE).write_text("# sub")
    (root / "loop").symlink_to("loop")
    (root / "pkg" / "loop").symlink_to("loop")
    assert sub_packages(root, (system,)).bases == ("pkg",)
    assert find_root(root, (system,), home) == root
    assert [track.title for track in Loader(root, systems=(system,), home=home).load().tracks] == ["# sub"]


@pytest.mark.parametrize(("target", "code"), [("nowhere", "dangling-link"), (".fake", "symlink-loop")])
def test_a_state_folder_that_leads_nowhere_is_reported_once(
    root: Path, home: Path, system: FakeSystem, target: str, code: str
) -> None:
    (root / STATE).unlink()
    (root / ".fake").rmdir()
    (root / ".fake").symlink_to(target)
    loader = Loader(root, systems=(system,), home=home)
    project = loader.load()
    assert [(each.code, each.severity, each.path) for each in project.findings] == [(code, "error", ".fake")]
    (root / ".fake").unlink()
    assert loader.stirred()
    assert loader.load().findings == ()


def test_a_closed_folder_hides_nothing_beside_it(root: Path, system: FakeSystem) -> None:
    for name in ("closed", "pkg"):
        (root / name / ".fake").mkdir(parents=True)
        (root / name / STATE).write_text("# sub")
    (root / "link").symlink_to("closed/inside")
    (root / "closed").chmod(0)
    with biting():
        assert sub_packages(root, (system,)).bases == ("pkg",)
