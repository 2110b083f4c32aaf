"""Fields of a handoff from JSON and options: put into the draft, or refused in one sentence."""

from typing import Any

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, draft_with
from cockpit.wording.messages import Message

KNOWN = (
    "state", "context", "next_action", "phase", "plan", "task", "total_tasks", "branch", "head", "remaining",
    "decisions", "blockers", "reason", "completed",
)  # fmt: skip
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
        (
            {"reason": "boredom"},
            Message(
                "model.field-not-one-of",
                name="reason",
                words=("context", "interrupted", "error", "session-ended"),
                value="'boredom'",
            ),
        ),
        ({"next": "x"}, Message("model.no-such-handoff-field", name="next", known=KNOWN)),
        ({"remaining": "text"}, Message("model.field-not-a-list", name="remaining")),
        ({"remaining": [["x"]]}, Message("model.field-not-text", name="remaining")),
        ({"state": None}, Message("model.field-not-text", name="state")),
        ({"state": True}, Message("model.field-not-text", name="state")),
        ({"completed": ["x"]}, Message("model.row-not-an-object")),
        ({"completed": [{"status": "x"}]}, Message("model.no-such-row-field", name="status")),
        (
            {"completed": [{"state": "almost"}]},
            Message("model.field-not-one-of", name="state", words=("done", "in_progress", "open"), value="'almost'"),
        ),
    ],
)
def test_what_cannot_be_used_is_named(fields: dict[str, Any], message: Message) -> None:
    with pytest.raises(CommandError) as refused:
        draft_with(DRAFT, fields)
    assert refused.value.message == message
