"""Recognition by content: what is Project Autopilot's and what is another tool's."""

from pathlib import Path

import pytest

from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Candidate
from tests.support.memory_files import MemoryFiles, fixture_bytes

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus"
HANDOFF_TEXT = "---\nphase: 3\nplan: 2\n---\n\n## Current State\nHere\n"


def detected(files: dict[str, str | bytes]) -> list[str]:
    return [candidate.path for candidate in Autopilot().detect(MemoryFiles(files))]


@pytest.mark.parametrize(
    ("name", "text", "ours"),
    [
        ("TRANSPONDER.md", "# Project State\n\n## Current Position\n", True),
        ("TRANSPONDER.md", "# TaskFlow\n\n## Session Continuity\n", True),
        ("TRANSPONDER.md", "## Current Position\nPhase: 1 of 2\n", True),
        ("TRANSPONDER.md", "# Flight Waypoint\n**Saved:** 2026-01-01\n", True),
        ("TRANSPONDER.md", "# Checkpoint: Phase 5, Task 3\n", True),
        ("TRANSPONDER.md", "", True),
        ("TRANSPONDER.md", "\0\1\2binary", True),
        ("TRANSPONDER.md", "# Radio transponders\n\nA hobby.\n", True),
        ("STATE.md", "# Project State\n\n## Current Position\n", True),
        ("STATE.md", "# Context Checkpoint\n**Saved:** 2026-01-01\n", True),
        ("STATE.md", "", False),
        ("STATE.md", "# Autopilot State\n\n## Current Position\n", False),
        ("STATE.md", "# Autodev State\n\n## Current Step\nflow: greenfield\n", False),
        ("STATE.md", "# state\nphase: 3\nstatus: running\n", False),
        ("STATE.md", "phase: 3\nstatus: running\n", False),
        ("STATE.md", "# Project State\n", False),
        ("waypoint.md", "# Waypoint\n\n- **Phase:** 2 of 4\n", True),
        ("checkpoint.md", "# Context Checkpoint\n\n## Token State\n", True),
        ("checkpoint.md", "# Shopping\n\n- milk\n", False),
        ("holding-pattern.md", HANDOFF_TEXT, True),
        ("continue-here.md", "<objective>\nContinue\n</objective>\n", True),
        ("holding-pattern.md", "# Knitting patterns\n", False),
        ("state/thresholds.json", '{"current_values": {"cost": 1}}', True),
        ("state/thresholds.json", '{"limits": {}}', False),
        ("state/thresholds.json", "[]", False),
        ("config.json", '{"schemaVersion": 1}', False),
        ("state.yaml", "activePath: Regular Path\n", False),
    ],
)
def test_one_file(name: str, text: str, ours: bool) -> None:
    path = f".autopilot/{name}"
    assert detected({path: text}) == ([path] if ours else [])


def test_order_of_preference() -> None:
    state = "# Project State\n\n## Current Position\n"
    names = [
        "TRANSPONDER.md",
        "STATE.md",
        "waypoint.md",
        "checkpoint.md",
        "holding-pattern.md",
        "state/thresholds.json",
    ]
    texts = dict.fromkeys(names[:4], state) | {names[4]: HANDOFF_TEXT, names[5]: '{"current_values": {}}'}
    for index, name in enumerate(names):
        assert detected({f".autopilot/{left}": texts[left] for left in names[index:]}) == [f".autopilot/{name}"]


def test_nothing_there() -> None:
    assert detected({}) == []
    assert detected({"README.md": "# Project State\n\n## Current Position\n"}) == []


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
        assert detected({f".autopilot/{name}": path.read_bytes()}) == [], path.name
