"""The tracks of a project beside each other: their order and their names."""

import pytest

from cockpit.model import Track
from cockpit.model.location import track_name
from tests.support.model_builders import track

CALM = track(title="Calm", path="f/T.md")


WEB = track(title="App", path="packages/web/.autopilot/TRANSPONDER.md")
ROOT = track(title="App")


@pytest.mark.parametrize(
    ("named", "others", "name"),
    [
        (WEB, (), "App"),
        (WEB, (WEB, CALM), "App"),
        (WEB, (ROOT, WEB), "App (packages/web)"),
        (ROOT, (ROOT, WEB), "App (root)"),
        (track(path="packages/web/.autopilot/TRANSPONDER.md"), (), "packages/web"),
        (track(), (), "Untitled"),
        (track(), (track(), WEB), ".autopilot/TRANSPONDER.md"),
        (track(title=None, id="init-1", path=".codewalk/state.db"), (), "init-1"),
        (
            track(title="Pier", id="init-1", path=".codewalk/state.db"),
            (track(title="Pier", id="init-2", path=".codewalk/state.db"),),
            "Pier (init-1)",
        ),
    ],
)
def test_a_track_is_called_by_its_title_and_place(named: Track, others: tuple[Track, ...], name: str) -> None:
    assert track_name(named, others) == name
