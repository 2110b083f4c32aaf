"""The tracks of a project beside each other: their order and their names."""

import pytest

from cockpit.model import Blocker, Track, Waiting
from cockpit.model.location import place, track_name
from cockpit.rules.attention import needs_everywhere, rank_tracks
from tests.support.model_builders import project, threshold, track

STOPPED = track(title="Stopped", path="a/T.md", thresholds=(threshold(value=55.0, level="stop", agent_will="halt"),))
ALERTED = track(title="Alerted", path="b/T.md", thresholds=(threshold(value=26.5, level="alert", agent_will="pause"),))
ASKING = track(title="Asking", path="c/T.md", waiting=Waiting(question="Sidebar?"))
BLOCKED = track(title="Blocked", path="d/T.md", blockers=(Blocker(text="No key"),))
WARNED = track(title="Warned", path="e/T.md", thresholds=(threshold(value=12.0, level="warning"),))
CALM = track(title="Calm", path="f/T.md")


def test_the_worst_stands_first() -> None:
    every = rank_tracks(project(CALM, WARNED, BLOCKED, ASKING, ALERTED, STOPPED))
    assert [each.track.title for each in every] == ["Stopped", "Alerted", "Asking", "Blocked", "Warned", "Calm"]
    assert [each.level for each in every] == ["stop", "alert", None, None, "warning", None]
    assert [len(each.needs) for each in every] == [1, 1, 1, 1, 0, 0]


def test_tracks_that_stand_alike_keep_their_order() -> None:
    one, two = track(title="One"), track(title="Two", path="x")
    assert [each.track for each in rank_tracks(project(two, one))] == [two, one]


def test_the_worst_of_all_tracks_is_named_first_and_within_a_kind_the_track_shown() -> None:
    found = list(needs_everywhere(BLOCKED, (CALM, ASKING, STOPPED, ALERTED)))
    named = [need.there and str(need.text).partition(": ")[0] for need in found]
    assert named == ["track Stopped", "track Alerted", "track Asking", None]
    other = track(title="Other", path="g/T.md", blockers=(Blocker(text="No server"), Blocker(text="No name")))
    assert [str(need.text) for need in needs_everywhere(BLOCKED, (other,))] == [
        "No key",
        "track Other: No server",
        "track Other: No name",
    ]


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        (".autopilot/TRANSPONDER.md", ""),
        ("packages/web/.autopilot/TRANSPONDER.md", "packages/web"),
        ("packages/web/.autopilot/state/thresholds.json", "packages/web"),
        ("STATE.md", ""),
        ("web/STATE.md", "web"),
    ],
)
def test_the_place_of_a_track(path: str, folder: str) -> None:
    assert place(track(path=path)) == folder


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
