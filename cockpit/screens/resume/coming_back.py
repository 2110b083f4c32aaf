"""Back from the prompt: what an agent that was run there has changed, and what it has changed until now."""

from dataclasses import replace

from cockpit.model import Track
from cockpit.rules.agent_ran import AgentRan, changes_since
from cockpit.screens.resume.archiving import Archiving


class ComingBack(Archiving):
    """The agent that was run for the track, and how everything stood before: known as long as the program runs."""

    @property
    def ran(self) -> AgentRan | None:
        """The agent that was run last on the handoff that waits, with what is otherwise since."""
        preflight = self.preflight
        known = self.app.agents_ran.get(preflight.track.key) if preflight is not None else None
        if known is None or preflight is None or _is_another(known.before.track, preflight.track):
            return None
        seen = ((each.track, each.evidence) for each in (known.before, preflight))
        return replace(known.ran, changes=changes_since(*seen))


def _is_another(before: Track, now: Track) -> bool:
    """Whether the handoff of that run was put away since, and another one waits."""
    if before.handoff is None or now.handoff is None or before.handoff.created == now.handoff.created:
        return False
    return len(now.archived_handoffs) > len(before.archived_handoffs)
