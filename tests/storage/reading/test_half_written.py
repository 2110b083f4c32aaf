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


def test_without_an_earlier_content_the_bytes_found_are_shown_as_stale(files: DiskFiles, file: Path) -> None:
    file.write_bytes(CUT)
    assert (read(files).data, read(files).stale, files.unsettled) == (CUT, True, {PATH})
    finding = read(files).finding
    assert finding is not None
    assert finding.message == Said("", "content so far", "numbers.json")
    file.write_bytes(GOOD)
    files.refresh()
    assert (read(files).data, read(files).stale) == (GOOD, False)


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
