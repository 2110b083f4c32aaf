"""Where the lines of a change are others by now, the refusal to undo it names what can be done, and that works."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote, split

import pytest

from cockpit.cli.changing import intent_of
from cockpit.model.errors import CommandError
from cockpit.model.intents import (
    AddTodo,
    Intent,
    Move,
    Reword,
    SetLimit,
    SetValue,
    Several,
    TickTodo,
    Withdraw,
)
from cockpit.project.beginning import create
from cockpit.project.change import change
from cockpit.project.history import undoable
from cockpit.project.turning import undo_change
from cockpit.project.workspace import Workspace
from cockpit.wording.messages import Message
from tests.support.keyboard import alerted, copy, everything, firing, rewrite, transponder
from tests.support.static_app import NOW

STATE = ".autopilot/TRANSPONDER.md"
HEALTHY, TODO = partial(copy, fixture="healthy"), "Ask accounting for the retention period"
LOWER, STOP, HIGHER = (SetLimit(metric="cost", level="stop", value=value) for value in (60, 75, 80))
CONTEXT = SetLimit(metric="context", level="stop", value=55)


def refusal(writer: Workspace, entry: int | None = None) -> Message:
    with pytest.raises(CommandError) as refused:
        undo_change(writer, entry)
    return refused.value.whole


def named_first(told: Message) -> int:
    """The entry that a refusal names as the one to undo first."""
    return int(str(told).rpartition("first (`cockpit undo ")[2].removesuffix("`)."))


def undo_all_that_is_named(writer: Workspace, entry: int) -> list[int]:
    """Undo a change as a person does who follows the refusals; what they undid before."""
    undone = []
    while True:
        try:
            undo_change(writer, entry)
        except CommandError as refused:
            assert refused.message.code == "project.undo-first"
            undone.append(named_first(refused.message))
            undo_change(writer, undone[-1])
        else:
            return undone


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return Workspace(root=firing(tmp_path / "p"), now=NOW)


@pytest.mark.parametrize(
    ("later", "first"),
    [
        ([HIGHER, LOWER], [3, 2]),
        ([CONTEXT, HIGHER, AddTodo(text="One")], [3]),
        ([SetLimit(metric="cost", level="alert", value=30)], [2]),
    ],
    ids=["twice", "among others", "beside it in the row"],
)
def test_a_later_change_of_ours_is_undone_first(writer: Workspace, later: Sequence[Intent], first: list[int]) -> None:
    before = everything(writer.root)
    for each in (STOP, *later):
        change(writer, None, each)
    told = refusal(writer, 1)
    assert (told.code, named_first(told)) == ("project.undo-first", first[0])
    assert undo_all_that_is_named(writer, 1) == first
    for each in undoable(writer):
        undo_change(writer, each.number)
    assert everything(writer.root) == before


def test_in_a_database_a_column_is_what_lines_are_elsewhere(tmp_path: Path) -> None:
    """Next action and open questions stand in one."""
    writer = Workspace(root=tmp_path, now=NOW)
    create(writer, "codewalk", "Ferry", store="sqlite")
    change(writer, None, Move(part="next", value="One"))
    change(writer, None, AddTodo(text="Who draws it?"))
    change(writer, None, Move(part="next", value="Two"))
    change(writer, None, Move(part="next", value="Three"))
    assert named_first(refusal(writer, 2)) == 5
    assert undo_all_that_is_named(writer, 2) == [5, 4, 3]


COST = "| Cost | $26.50 |"
SPENT = (COST, "| Cost | $27.10 |")


@pytest.mark.parametrize(
    ("project", "intents", "agent", "words"),
    [
        (firing, [STOP], [SPENT], "limit cost.stop=50"),
        (firing, [Several(intents=(STOP, replace(STOP, level="alert", value=70)))], [SPENT],
         "limit cost.alert=25 cost.stop=50"),
        (firing, [Several(intents=(STOP, SetValue(metric="cost", value=26.7)))], [("$26.70", "$27.10")], None),
        (alerted, [Withdraw(metric="cost")], [SPENT], "ack cost"),
        (firing, [Move(part="status", value="blocked")], [("| Status | Blocked |", "| Status | **Blocked** |")],
         "set status=in_progress"),
        (firing, [Move(part="next", value="Ask Ada")], [("Ask Ada", "Ask Ada today")], "set next=/autopilot:cockpit"),
        (HEALTHY, [TickTodo(text=TODO)], [(f"- [x] {TODO}", f"- [x] {TODO} ")], f"todo reopen {quote(TODO)}"),
        (HEALTHY, [AddTodo(text="One")], [("- [ ] One", "- [ ] One more")], None),
        (HEALTHY, [Reword(kind="todo", old=TODO, new="One")], [("- [ ] One", "- [ ] One more")], None),
    ],
)  # fmt: skip
def test_where_another_program_changed_the_lines_the_command_that_does_the_opposite_is_named(
    tmp_path: Path,
    project: Callable[[Path], Path],
    intents: Sequence[Intent],
    agent: Sequence[tuple[str, str]],
    words: str | None,
) -> None:
    writer = Workspace(root=project(tmp_path / "p"), now=NOW)
    was = writer.loader().load().tracks[0]
    for each in intents:
        change(writer, None, each)
    for old, new in agent:
        rewrite(transponder(writer.root), old, new)
    told = refusal(writer, 1)
    if words is None:
        assert told.code == "model.nothing-changed"
        return
    assert told.code == "project.command-instead"
    assert str(told).endswith(f" Nothing changed. Do this instead: `cockpit {words}`.")
    meant = intent_of(split(words))
    assert meant is not None
    assert change(writer, None, meant, typed=True).changed
    now = writer.loader().load().tracks[0]
    assert [each.limits for each in now.thresholds] == [each.limits for each in was.thresholds]
    assert (now.position.status, now.continuity, now.todos) == (was.position.status, was.continuity, was.todos)


def test_what_would_be_refused_is_not_named(writer: Workspace) -> None:
    """The agent raised the alert above the old stop limit."""
    change(writer, None, STOP)
    rewrite(transponder(writer.root), COST, "| Cost | $27.10 |")
    rewrite(transponder(writer.root), "| $25 🔶 ACK |", "| $60 |")
    assert refusal(writer).code == "model.nothing-changed"


def test_the_command_names_the_track_where_the_project_has_several(writer: Workspace) -> None:
    shutil.copytree(writer.root / ".autopilot", writer.root / "sub" / ".autopilot")
    key = next(track.key for track in writer.loader().load().tracks if track.path == STATE)
    change(writer, key, STOP)
    rewrite(transponder(writer.root), *SPENT)
    told = refusal(writer)
    assert told.code == "project.command-instead"
    assert str(told).endswith(f" Do this instead: `cockpit --track {key} limit cost.stop=50`.")
