"""Lists of thousands of rows hold up no key: compared with a screenful in the same run."""

from dataclasses import replace

from cockpit.model import Blocker, Decision, Project, Todo
from cockpit.model.state import Surroundings
from tests.support.event_loop_blocks import watched
from tests.support.keyboard import press, settle
from tests.support.model_builders import full_track, project
from tests.support.static_app import still_app

FEW, MANY = 250, 37_000
"""Rows that fill the screen, and those of a file of 3 MB."""
WALK = ("6", "G", "home", "enter", "escape", "7", "z", "z", "slash", "9", "escape", "2", "question_mark", "escape", "m",
        "escape", "f", "escape", "resize")  # fmt: skip
"""Through the lists, and every screen that knows of rows."""
DEAREST = ("6", "enter", "escape", "2", "question_mark", "resize")
"""What lasts longest with a few."""
MOST = 1.5
"""How many times as many calls as the longest callback with FEW rows one may make; else twice as many as with FEW."""


def grown(rows: int) -> Project:
    """A project with so many decisions, todos and blockers."""
    decisions = tuple(Decision(text=f"Decision {number}: paging", outcome="good") for number in range(rows))
    todos = tuple(Todo(text=f"Todo {number}: write the tests of it") for number in range(rows))
    blockers = tuple(Blocker(text=f"Blocker {number}: no account") for number in range(rows))
    return project(replace(full_track(), decisions=decisions, todos=todos, blockers=blockers))


async def walked(rows: int, *walk: str) -> dict[str, int]:
    """The longest callback of the arrival and of each key, over a project with so many rows."""
    app = still_app(None)
    longest: dict[str, int] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        given = grown(rows)
        for key in ("arrival", *walk):
            with watched() as taken:
                if key == "arrival":
                    app.post_message(app.Loaded(given, Surroundings()))  # as it comes: in a callback of the loop
                    await settle(pilot)
                elif key == "resize":
                    await pilot.resize_terminal(200, 60)
                    await settle(pilot)
                else:
                    await press(pilot, key)
            longest[key] = max(*taken, longest.get(key, 0))
    return longest


async def test_many_rows_hold_up_no_key() -> None:
    few, many = await walked(FEW, *DEAREST), await walked(MANY, *WALK)
    slowest = sorted(many, key=lambda key: -many[key])[:6]
    print("; ".join(f"{key}: {many[key]:,} calls ({few.get(key, 0):,})" for key in slowest))  # noqa: T201 -- with -s
    limit = MOST * max(few.values())
    assert {key: calls for key, calls in many.items() if calls > max(limit, 2 * few.get(key, 0))} == {}
