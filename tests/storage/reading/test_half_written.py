"""Half-written files: the last good content stays until they settle, and that is said."""

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
def files(root: Path, home: Path) -> DiskFiles:
    return DiskFiles(root, home)


def read(files: DiskFiles, path: str = PATH) -> FileContent:
    files.refresh()
    content = files.read(path)
    assert content is not None
    return content


def test_a_half_written_file_is_reported_as_long_as_it_is(root: Path, files: DiskFiles) -> None:
    file = root / PATH
    file.write_bytes(GOOD)
    assert (read(files).data, read(files).stale, files.findings()) == (GOOD, False, ())
    for cut in (b"", b"{", CUT):
        file.write_bytes(cut)
        assert (read(files).data, read(files).stale, files.unsettled) == (GOOD, True, {PATH})
    (finding,) = files.findings()
    assert (finding.code, finding.severity, finding.path) == ("half-written", "note", PATH)
    assert finding.message == Said("", "last complete version", PATH)
    file.write_bytes(NEWER)
    assert (read(files).data, read(files).stale, files.unsettled, files.findings()) == (NEWER, False, frozenset(), ())


def test_without_an_earlier_content_the_bytes_found_are_shown_as_stale(root: Path, files: DiskFiles) -> None:
    (root / PATH).write_bytes(CUT)
    assert (read(files).data, read(files).stale, files.unsettled) == (CUT, True, {PATH})
    assert [finding.message for finding in files.findings()] == [Said("", "content so far", PATH)]
    (root / PATH).write_bytes(GOOD)
    assert (read(files).data, read(files).stale) == (GOOD, False)


def test_a_rewrite_in_place_that_stops_in_the_middle_is_held_back_until_it_settles(
    root: Path, files: DiskFiles, calm: Callable[[float], None]
) -> None:
    """What takes the place of the file is whole."""

    def shown(text: str) -> tuple[str, bool]:
        (root / "STATE.md").write_text(text)
        content = read(files, "STATE.md")
        return (content.data or b"").decode(), content.stale

    assert shown(STATE) == (STATE, False)
    assert shown(NEXT[:40]) == shown(HALF) == (STATE, True)
    assert shown(NEXT) == (NEXT, False)
    assert shown(HALF) == (NEXT, True)
    (root / "new.md").write_text(HALF)
    (root / "new.md").replace(root / "STATE.md")
    assert (read(files, "STATE.md").data, read(files, "STATE.md").stale) == (HALF.encode(), False)
    assert shown(HALF[:-10]) == (HALF, True)
    calm(2.5)
    assert (read(files, "STATE.md").data, read(files, "STATE.md").stale) == (HALF[:-10].encode(), False)
