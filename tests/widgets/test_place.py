"""Where the project lies, in little room."""

import pytest

from cockpit.widgets.header import Location, from_home

DOT = " · "


@pytest.mark.parametrize(
    ("folder", "home", "shown"),
    [
        ("/home/ada/code/app", "/home/ada", "~/code/app"),
        ("/home/ada", "/home/ada/", "~"),
        ("/home/adam/app", "/home/ada", "/home/adam/app"),
        ("/srv/app", "", "/srv/app"),
        ("/srv/app", "/", "/srv/app"),
    ],
)
def test_from_home(folder: str, home: str, shown: str) -> None:
    assert from_home(folder, home) == shown


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (40, "~/code/clients/app · main"),
        (25, "~/code/clients/app · main"),
        (24, "…/clients/app · main"),
        (12, "…/app · main"),
        (11, ""),
    ],
)
def test_the_folder_gives_way_from_the_left(room: int, shown: str) -> None:
    place = Location("~/code/clients/app", "main")
    assert place.short(DOT, room).plain == shown
    assert place.whole(DOT).plain == "~/code/clients/app · main"


def test_a_long_branch_is_cut_and_none_takes_no_room() -> None:
    assert Location("/srv/app", "feature/a-very-long-name").short(DOT, 40).plain == "/srv/app · feature/a-very-…"
    assert Location("/srv/app").short(DOT, 40).plain == "/srv/app"
