"""Lists of thousands of rows hold up no key: no callback of the event loop is longer than with a few rows."""

from dataclasses import replace

from cockpit.model import Decision, Project, Todo
from tests.blocks import watched
from tests.builders import full_track, project
from tests.screens.hands import press, settle
from tests.screens.still import still_app

MANY = 12_000
WALK = ("5", "j", "G", "pageup", "g", "enter", "escape", "6", "G", "z", "z", "slash", "9", "9", "escape", "i", "escape",
        "question_mark", "escape", "h", "escape", "r", "escape", "L", "escape", "D", "D")  # fmt: skip
"""Through the lists and every screen."""
MOST = 0.05
"""CPU seconds by which a huge list may make the longest callback longer: 15 ms are usual; drawn whole, it was 400."""


def grown(rows: int) -> Project:
    """A project with so many decisions and todos."""
    decisions = tuple(Decision(text=f"Decision {number}: paging", outcome="good") for number in range(rows))
    todos = tuple(Todo(text=f"Todo {number}: write the tests of it") for number in range(rows))
    return project(replace(full_track(), decisions=decisions, todos=todos))


async def walked(rows: int) -> dict[str, float]:
    """The longest callback of the arrival and of each key, over a project with so many rows."""
    app = still_app(None)
    longest: dict[str, float] = {}
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        given = grown(rows)
        for number, key in enumerate(("arrival", *WALK)):
            with watched() as taken:
                if key == "arrival":
                    app.project = given
                    await settle(pilot)
                else:
                    await press(pilot, key)
            longest[f"{number} {key}"] = max(taken)
    return longest


async def test_many_rows_hold_up_no_key() -> None:
    few, many = await walked(5), await walked(MANY)
    over = {key: round(seconds, 3) for key, seconds in many.items() if seconds > few[key] + MOST}
    assert over == {}, "held the loop longer than with five rows"
