"""Fields of a handoff from JSON and options: put into the draft, or refused in one sentence."""

from typing import Any

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, draft_with
from cockpit.wording.messages import Message
from tests.support.said import Said

DRAFT = HandoffDraft(state="proposed", remaining=("a",), origins={"state": "git", "remaining": "plan"})


def test_given_fields_take_the_place_of_the_proposed_ones() -> None:
    rows = [{"id": 1, "name": "Model", "commit": "abc1234"}, {"name": "UI", "state": "in_progress"}]
    draft = draft_with(DRAFT, {"state": "mine", "completed": rows, "task": 3, "reason": "error", "head": None})
    assert draft == HandoffDraft(
        state="mine",
        reason="error",
        task="3",
        remaining=("a",),
        completed=(
            DraftTask(id="1", name="Model", commit="abc1234", state="done"),
            DraftTask(name="UI", state="in_progress"),
        ),
        origins={"remaining": "plan"},
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"remaining": "text"}, Said("model.field-not-a-list", "remaining")),
        ({"state": None}, Said("model.field-not-text", "state")),
        ({"state": True}, Said("model.field-not-text", "state")),
        ({"completed": ["x"]}, Said("model.row-not-an-object")),
        ({"completed": [{"status": "x"}]}, Said("model.no-such-row-field", "status")),
        (
            {"completed": [{"state": "almost"}]},
            Said("model.field-not-one-of", "state", ("done", "in_progress", "open"), "'almost'"),
        ),
    ],
)
def test_what_cannot_be_used_is_named(fields: dict[str, Any], message: Message) -> None:
    with pytest.raises(CommandError) as refused:
        draft_with(DRAFT, fields)
    assert refused.value.message == message
