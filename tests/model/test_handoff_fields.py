"""Fields of a handoff from JSON and options: put into the draft, or refused in one sentence."""

from typing import Any

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, draft_with
from tests.support.messages import wording

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
    ("fields", "sentence"),
    [
        (
            {"reason": "boredom"},
            wording(
                "model.field-not-one-of",
                name="reason",
                words=("context", "interrupted", "error", "session-ended"),
                value="'boredom'",
            ),
        ),
        ({"next": "x"}, "A handoff has no field 'next'; it has "),
        ({"remaining": "text"}, wording("model.field-not-a-list", name="remaining")),
        ({"remaining": [["x"]]}, wording("model.field-not-text", name="remaining")),
        ({"state": None}, wording("model.field-not-text", name="state")),
        ({"state": True}, wording("model.field-not-text", name="state")),
        ({"completed": ["x"]}, wording("model.row-not-an-object")),
        ({"completed": [{"status": "x"}]}, "A row of completed has no field 'status'; it has id, "),
        (
            {"completed": [{"state": "almost"}]},
            wording("model.field-not-one-of", name="state", words=("done", "in_progress", "open"), value="'almost'"),
        ),
    ],
)
def test_what_cannot_be_used_is_named(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        draft_with(DRAFT, fields)
    assert str(refused.value).startswith(sentence)
