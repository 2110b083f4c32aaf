"""The widgets of the wizard: rows of the table at every width, the map, the file as text."""

from datetime import UTC, datetime

import pytest
from rich.cells import cell_len

from cockpit.model.checklist import Commit
from cockpit.model.handoff_draft import DraftTask
from cockpit.project.handing_off import MISSING
from cockpit.screens.handoff_pages import file_facts
from cockpit.widgets.pane import Density
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
    made.fill(TASKS, COMMITS, "Other commits")
    return made


def lines(width: int) -> list[str]:
    made = table()
    return [made.draw(row, width, Density.BRIEF)[0].plain.rstrip() for row in made.rows.all]


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
    assert all(cell_len(line) <= width for line in lines(width))


def test_the_cursor_stays_on_what_took_the_place() -> None:
    made = table()
    made.select("task 1")
    made.fill(TASKS[:1] + TASKS[2:], COMMITS, "Other commits")
    assert made.place == 1
    made.select(COMMITS[0].id)
    made.fill((*TASKS, TASKS[0]), (), "")
    assert (made.row.key, made.place) == ("add", None)  # no commit is left


def test_the_file_shows_where_the_step_stands() -> None:
    text = f"---\nphase: 3\n---\n\n## Context\n- one long entry\n  and\n\n## Next Action\n{MISSING}\n[b]\x1b\n"
    facts, at = file_facts(text, 14, "Next Action")
    assert [(fact.text.rstrip(), fact.style) for fact in facts] == [
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
    assert facts[at].text == "## Next "
