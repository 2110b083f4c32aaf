"""The widgets of the wizard: rows of the table at every width, the map, the file as text."""

from datetime import UTC, datetime

import pytest

from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import DraftTask
from cockpit.project.handing_off import MISSING
from cockpit.screens.handoff_pages import file_facts
from cockpit.widgets.step_map import StepMap, Stop
from cockpit.widgets.task_table import TaskTable
from cockpit.widgets.view import View

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)
TASKS = (
    DraftTask(id="1", name="Create model", commit="abc1234", state="done", origin="git"),
    DraftTask(id="12", name="[b]日本語[/]", state="in_progress", origin="plan"),
    DraftTask(state="open"),
)
COMMITS = (Commit(id="f" * 40, subject="chore: a stricter linter", at="2026-01-29T16:20:00Z"),)


def table() -> TaskTable:
    made = TaskTable(View(lambda: NOW))
    made.show(TASKS, COMMITS, "Other commits", None)
    return made


def lines(width: int) -> list[str]:
    made = table()
    return [made._line(row, width).plain.rstrip() for row in made._rows]


def test_a_row_says_as_much_as_fits() -> None:
    assert lines(78) == [
        "✓  1  Create model  abc1234   done         git",
        "● 12  [b]日本語[/]  —         in progress  plan",
        "○     no name       —         open",
        "+ add a task",
        "",
        "Other commits",
        "fffffff  a stricter linter  10 min ago",
    ]
    assert lines(36)[:3] == [
        "✓  1  Create model  abc1234   git",
        "● 12  [b]日本語[/]  —         plan",
        "○     no name       —",
    ]


@pytest.mark.parametrize("width", [8, 20, 36, 54, 78, 120])
def test_no_row_is_wider_than_its_room(width: int) -> None:
    made = table()
    assert all(made._line(row, width).width <= width for row in made._rows)


def test_the_cursor_stays_on_what_took_the_place() -> None:
    made = table()
    made.set_reactive(TaskTable.cursor, 1)
    made.show(TASKS[:1] + TASKS[2:], COMMITS, "Other commits", None)
    assert made.cursor == 1
    made.show(TASKS[:1], COMMITS, "Other commits", None)
    assert made.cursor == 0
    made.show(TASKS, COMMITS, "Other commits", 2)
    assert made.cursor == 2
    made.set_reactive(TaskTable.cursor, 6)
    made.show((*TASKS, TASKS[0]), (), "", None)
    assert made.cursor == 4  # no commit is left: the row that adds one


def test_the_map_on_one_line() -> None:
    made = StepMap(View(lambda: NOW))
    made._stops = [Stop("Reason", "filled"), Stop("Current state", "empty"), Stop("Next action", "missing")]
    made._here = 1
    assert made._all_on_one(40).plain == " 2/3 Current state                ✓ ● ✗"
    assert made._all_on_one(20).plain == " 2/3 Current… ✓ ● ✗"


def test_the_file_shows_where_the_step_stands() -> None:
    text = f"---\nphase: 3\n---\n\n## Context\n- one long entry\n  and\n\n## Next Action\n{MISSING}\n[b]\x1b\n"
    facts, at = file_facts(text, 14, "Next Action")
    assert [(fact.text, fact.style) for fact in facts] == [
        ("---", "muted"),
        ("phase: 3", "muted"),
        ("---", "muted"),
        ("", "text"),
        ("## Context", "strong"),
        ("- one long", "text"),
        ("  entry", "text"),
        ("  and", "text"),
        ("", "text"),
        ("## Next", "accent"),
        ("Action", "accent"),
        ("This is", "stop"),
        ("still", "stop"),
        ("missing.", "stop"),
        ("[b]\\x1b", "text"),
    ]
    assert facts[at].text == "## Next"
