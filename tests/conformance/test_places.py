"""Every system says where in its files a row stands, so that the editor opens there."""

from pathlib import Path

import pytest

from cockpit.project.source_positions import source_position
from cockpit.storage.reading.loader import Loader
from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED

CASES = [(system, case) for system in DESCRIBED for case in system.fixtures]


@pytest.mark.parametrize(("system", "case"), CASES, ids=[f"{system.id}-{case}" for system, case in CASES])
def test_each_row_stands_somewhere(tmp_path: Path, system: Described, case: str) -> None:
    for path, data in system.fixtures[case].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    for track in Loader(tmp_path, systems=(system.system,), home=None).load().tracks:
        measured = (each for each in track.thresholds if each.source)
        for value in (*track.decisions, *track.todos, *track.blockers, *track.errors, *track.sessions, *measured):
            path, line = source_position(tmp_path, track, value)
            assert line is not None, (path, value)
            assert 1 <= line <= (tmp_path / path).read_bytes().count(b"\n") + 1
