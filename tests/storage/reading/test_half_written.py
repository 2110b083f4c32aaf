"""Half-written files: the last good content stays until they settle."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.systems.interface import FileContent
from tests.support.said import Said

pytestmark = pytest.mark.usefixtures("settling")
GOOD = b'{"cost": 26.5}'
CUT = b'{"cost": 2'
NEWER = b'{"cost": 30}'
PATH = "numbers.json"


def looks_cut(path: str, previous: bytes | None, current: bytes) -> bool:
    """The rule for JSON, put simply."""
    return not current.endswith(b"}")


@pytest.fixture
def file(root: Path) -> Path:
    return root / PATH


@pytest.fixture
def files(root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> DiskFiles:
    monkeypatch.setattr("cockpit.text.partial_writes.looks_cut", looks_cut)
    return DiskFiles(root, home)


def read(files: DiskFiles) -> FileContent:
    content = files.read(PATH)
    assert content is not None
    return content


def test_the_last_good_content_stays_while_a_file_is_written(files: DiskFiles, file: Path) -> None:
    file.write_bytes(GOOD)
    assert (read(files).data, read(files).stale, files.unsettled) == (GOOD, False, frozenset())
    file.write_bytes(CUT)
    assert files.refresh() == {PATH}
    assert (read(files).data, read(files).stale, files.unsettled) == (GOOD, True, {PATH})
    file.write_bytes(NEWER)
    assert files.refresh() == {PATH}
    assert (read(files).data, read(files).stale, files.unsettled) == (NEWER, False, frozenset())


def test_several_cuts_in_a_row_keep_the_same_good_content(files: DiskFiles, file: Path) -> None:
    file.write_bytes(GOOD)
    read(files)
    for cut in (b"", b"{", CUT):
        file.write_bytes(cut)
        files.refresh()
        assert read(files).data == GOOD


def test_after_two_seconds_without_a_change_it_is_taken_as_it_is(
    files: DiskFiles, file: Path, calm: Callable[[float], None]
) -> None:
    file.write_bytes(GOOD)
    read(files)
    file.write_bytes(CUT)
    files.refresh()
    calm(1.5)
    files.refresh()
    assert (read(files).data, read(files).stale) == (GOOD, True)
    calm(1.0)
    assert files.refresh() == {PATH}
    assert (read(files).data, read(files).stale) == (CUT, False)
    assert files.uncertain == frozenset()


def test_a_damaged_file_that_rests_is_taken_at_once(
    files: DiskFiles, file: Path, calm: Callable[[float], None]
) -> None:
    file.write_bytes(CUT)
    calm(3)
    assert (read(files).data, read(files).stale) == (CUT, False)


def test_without_an_earlier_content_the_bytes_found_are_shown_as_stale(files: DiskFiles, file: Path) -> None:
    file.write_bytes(CUT)
    assert (read(files).data, read(files).stale, files.unsettled) == (CUT, True, {PATH})
    file.write_bytes(GOOD)
    files.refresh()
    assert (read(files).data, read(files).stale) == (GOOD, False)


def test_a_good_content_returned_to_is_not_stale(files: DiskFiles, file: Path) -> None:
    file.write_bytes(CUT)
    read(files)
    file.write_bytes(GOOD)
    files.refresh()
    file.write_bytes(CUT)
    files.refresh()
    file.write_bytes(GOOD)
    files.refresh()
    assert (read(files).data, read(files).stale) == (GOOD, False)


def test_a_deleted_file_is_gone_and_not_stale(files: DiskFiles, file: Path) -> None:
    file.write_bytes(GOOD)
    read(files)
    file.unlink()
    assert files.refresh() == {PATH}
    assert files.read(PATH) is None
    assert files.unsettled == frozenset()


# What is said about it


def test_a_half_written_file_is_reported_as_long_as_it_is(files: DiskFiles, file: Path) -> None:
    file.write_bytes(GOOD)
    assert read(files).finding is None
    file.write_bytes(CUT)
    files.refresh()
    finding = read(files).finding
    assert finding is not None
    assert (finding.code, finding.severity, finding.path) == ("half-written", "note", PATH)
    assert finding.message == Said("", "last complete version", "numbers.json")
    assert files.findings() == (finding,)
    file.write_bytes(NEWER)
    files.refresh()
    assert (read(files).finding, files.findings()) == (None, ())


def test_without_an_earlier_content_the_finding_says_what_is_shown(files: DiskFiles, file: Path) -> None:
    file.write_bytes(CUT)
    finding = read(files).finding
    assert finding is not None
    assert finding.message == Said("", "content so far", "numbers.json")


# A Markdown file

STATE = """\
# Project State

**Updated:** 2026-01-29T14:30:00Z

## Current Position

- Phase: 3 of 6

## Blockers

- API key missing

## Session Continuity

- Next action: /autopilot:cockpit
"""
NEXT = STATE.replace("14:30", "16:10")
HALF = NEXT[: NEXT.index("## Blockers")]


@pytest.fixture
def real(root: Path, home: Path) -> DiskFiles:
    return DiskFiles(root, home)


def shown(files: DiskFiles) -> tuple[str, bool]:
    files.refresh()
    content = files.read("STATE.md")
    assert content is not None
    return (content.data or b"").decode(), content.stale


def test_a_rewrite_in_place_that_stops_in_the_middle_is_held_back(
    root: Path, real: DiskFiles, calm: Callable[[float], None]
) -> None:
    file = root / "STATE.md"
    file.write_text(STATE)
    assert shown(real) == (STATE, False)
    for half in (NEXT[:40], HALF):
        file.write_text(half)
        assert shown(real) == (STATE, True)
    file.write_text(NEXT)
    assert shown(real) == (NEXT, False)
    file.write_text(HALF)
    assert shown(real) == (NEXT, True)
    calm(2.5)
    assert shown(real) == (HALF, False)


def test_what_takes_its_place_is_whole(root: Path, real: DiskFiles) -> None:
    file = root / "STATE.md"
    file.write_text(STATE)
    assert shown(real) == (STATE, False)
    (root / "new.md").write_text(HALF)
    (root / "new.md").replace(file)
    assert shown(real) == (HALF, False)
    file.write_text(HALF[:-10])
    assert shown(real) == (HALF, True)
