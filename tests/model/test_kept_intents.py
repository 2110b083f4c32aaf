"""Intents in the journal come back as they were; what is no intent is none."""

from typing import Any

import pytest

from cockpit.model.intents import (
    Acknowledge,
    Decide,
    Intent,
    ResetAlerts,
    ResetRetries,
    SetLimit,
    SetValue,
    Several,
    fields_of,
    intent_of,
)


@pytest.mark.parametrize(
    "intent",
    [
        Decide(text="One", outcome="good", alternatives=("Two", "Three"), reversible=False),
        Acknowledge(metric="cost", note="é", seen="alert"),
        SetValue(metric="cost", value=26.5),
        ResetAlerts(),
        ResetRetries(),
        Several(intents=(SetValue(metric="cost", value=26.5), SetLimit(metric="cost", level="stop", value=75))),
    ],
)
def test_an_intent_comes_back(intent: Intent) -> None:
    assert intent_of(fields_of(intent)) == intent


@pytest.mark.parametrize("fields", [None, {}, {"intent": "Sing"}, {"intent": "Decide"}, {"intent": ["Decide"]},
                                    {"intent": "Several"}, {"intent": "Several", "intents": 1},
                                    {"intent": "Several", "intents": [{"intent": "Sing"}]}])  # fmt: skip
def test_what_is_no_intent_is_none(fields: dict[str, Any] | None) -> None:
    assert intent_of(fields) is None
