"""What an agent does after a person's answer, in the files the demo's agent writes as a language model does."""

from datetime import timedelta
from pathlib import Path

from cockpit.actions.change import Writer, change
from cockpit.actions.history import removed_by_others, undoable
from cockpit.model.intents import Acknowledge
from tests.demo.helpers import NOW, run_agent


def test_an_agent_that_goes_on_has_taken_nothing_back(sample: Path) -> None:
    assert run_agent(sample) == 3  # nobody answers
    writer = Writer(root=sample, now=NOW + timedelta(seconds=30))
    change(writer, None, Acknowledge(metric="cost"))
    assert removed_by_others(writer) == []
    assert run_agent(sample) == 0  # and hands off in the middle of a plan, at another alert
    assert '"acknowledged": false' in (sample / ".autopilot/state/triggers.json").read_text()
    assert removed_by_others(writer) == []
    assert [each.sentence for each in undoable(writer)] == ["Acknowledged cost at $26.50."]
