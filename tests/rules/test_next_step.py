"""Where the work goes on: one answer, in words, with the command."""

import pytest

from cockpit.model import NextAction, RuleAction
from cockpit.rules.next_step import combine
from cockpit.wording.messages import plain

RULE = RuleAction(text=plain("Transition to next phase"))
PLAN = RuleAction(text=plain("Plan the phase"), command="/autopilot:takeoff --plan-only")
FILE = NextAction(text="/autopilot:preflight 4", command="/autopilot:preflight 4")


@pytest.mark.parametrize(
    ("stated", "rule", "sentence"),
    [
        (FILE, RULE, "Transition to next phase: /autopilot:preflight 4"),
        (FILE, PLAN, "Plan the phase: /autopilot:preflight 4"),
        (FILE, None, "/autopilot:preflight 4"),
        (NextAction(text="Ask accounting"), PLAN, "Ask accounting"),
        (NextAction(text="Run /autopilot:x first", command="/autopilot:x"), PLAN, "Run /autopilot:x first"),
        (NextAction(text="Plan it", source="rule"), PLAN, "Plan the phase: /autopilot:takeoff --plan-only"),
        (None, RULE, "Transition to next phase"),
    ],
)
def test_what_is_stated_counts_and_the_rule_gives_words(
    stated: NextAction | None, rule: RuleAction | None, sentence: str
) -> None:
    found = combine(stated, rule)
    assert found is not None
    assert found.sentence == sentence


def test_nothing_is_made_up() -> None:
    assert combine(None, None) is None
    assert RuleAction(text="Archive or ship").sentence == "Archive or ship"
