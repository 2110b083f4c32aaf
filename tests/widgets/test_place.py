"""Where the project lies, in little room."""

import pytest

from cockpit.widgets.header import Location


@pytest.mark.parametrize(
    ("folder", "branch", "room", "shown"),
    [
        ("~/code/clients/app", "main", 25, "~/code/clients/app · main"),
        ("~/code/clients/app", "main", 24, "…/clients/app · main"),
        ("~/code/clients/app", "main", 12, "…/app · main"),
        ("~/code/clients/app", "main", 11, ""),
        ("/srv/app", "feature/a-very-long-name", 40, "/srv/app · feature/a-very-…"),
        ("/srv/app", "", 40, "/srv/app"),
    ],
)
def test_the_folder_gives_way_from_the_left_and_a_long_branch_is_cut(
    folder: str, branch: str, room: int, shown: str
) -> None:
    assert Location(folder, branch).short(" · ", room).plain == shown
