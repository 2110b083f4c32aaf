"""Recognition by content: what is in the folder asked about, and what real files of other tools hold."""

from pathlib import Path

import pytest

from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Candidate
from tests.support.memory_files import MemoryFiles, fixture_bytes

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus"


def test_the_folder_a_track_belongs_to() -> None:
    files = {f"apps/web/{path}": data for path, data in fixture_bytes("seed-example").items()}
    assert Autopilot().detect(MemoryFiles(files), "apps/web") == (
        Candidate(system="autopilot", path="apps/web/.autopilot/TRANSPONDER.md", base="apps/web"),
    )
    assert Autopilot().detect(MemoryFiles(files)) == ()


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files is not present")
@pytest.mark.parametrize("name", ["STATE.md", "checkpoint.md", "waypoint.md", "holding-pattern.md"])
def test_near_misses_are_not_ours(name: str) -> None:
    for path in sorted((CORPUS / "nearmiss").iterdir()):
        assert Autopilot().detect(MemoryFiles({f".autopilot/{name}": path.read_bytes()})) == (), path.name
