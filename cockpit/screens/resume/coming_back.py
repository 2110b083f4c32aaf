"""Back from the prompt: what an agent that was run there has changed, and what it has changed until now."""

from dataclasses import replace

from cockpit.actions.resuming import Preflight
from cockpit.rules.agent_ran import AgentRan, changes_since
from cockpit.screens.resume.archiving import Archiving
from widgets.pane import View


class ComingBack(Archiving):
    """Remembers the agent that was run from here, and how everything stood before."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._ran: tuple[AgentRan, Preflight] | None = None

    @property
    def ran(self) -> AgentRan | None:
        """The agent that was run last, with what is otherwise since."""
        preflight = self.preflight
        if self._ran is None or preflight is None:
            return None
        ran, before = self._ran
        seen = ((each.track, each.evidence) for each in (before, preflight))
        return replace(ran, changes=changes_since(*seen))

    def _remember(self, before: Preflight, ran: AgentRan | None) -> None:
        if ran is not None:
            self._ran = (ran, before)
