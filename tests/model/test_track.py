"""What a track knows of itself."""

import pytest

from tests.support.model_builders import track


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        (".autopilot/TRANSPONDER.md", ".autopilot/"),
        (".autopilot/state/thresholds.json", ".autopilot/"),
        ("packages/api/.autopilot/TRANSPONDER.md", "packages/api/.autopilot/"),
        ("docs/maestro/state/active-session.md", "docs/maestro/"),
        ("state/active-session.md", "state/"),
        ("STATE.md", "STATE.md"),
    ],
)
def test_where_its_files_lie(path: str, folder: str) -> None:
    assert track(path=path).folder == folder
