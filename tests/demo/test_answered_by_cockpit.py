"""What an agent does after a person's answer, in the files the demo's agent writes as a language model does."""

from datetime import timedelta

from cockpit.model.intents import Acknowledge
from cockpit.project.change import change
from cockpit.project.history import undoable
from cockpit.project.taken_back import removed_by_others
from cockpit.project.workspace import Workspace
from tests.support.demo_projects import NOW, Agent


def test_an_agent_that_goes_on_has_taken_nothing_back(agent: Agent) -> None:
    assert agent.work() == "cost-is-answered"
    writer = Workspace(root=agent.root, now=NOW + timedelta(seconds=30))
    change(writer, None, Acknowledge(metric="cost"))
    assert removed_by_others(writer) == ()
    assert agent.work() == "handoff-is-taken"  # in the middle of a plan, at another alert
    assert '"acknowledged": false' in (agent.root / ".autopilot/state/triggers.json").read_text()
    assert removed_by_others(writer) == ()
    assert [each.sentence for each in undoable(writer)] == ["Acknowledged cost at $26.50."]
