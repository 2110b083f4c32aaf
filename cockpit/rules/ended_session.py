"""Which metrics tell of the session that handed off, and nothing of the fresh agent that goes on."""

from cockpit.model import Threshold, Track
from cockpit.rules.instants import certainly_before
from cockpit.rules.served import waits


def of_ended_session(track: Track) -> tuple[Threshold, ...]:
    """What fires though it says nothing of a fresh agent: how full the context of the session was that handed off.

    Empty where no handoff waits, where it has served, and of a metric read after it: that is a fresh agent's.
    """
    handoff = track.handoff
    if handoff is None or not waits(track):
        return ()
    full = (each for each in track.thresholds if each.metric == "context" and _is_full(each))
    return tuple(each for each in full if not certainly_before(handoff.created, each.read_at))


def _is_full(context: Threshold) -> bool:
    """Whether it is at an alert or a stop, by the present limits or by those that the agent reads."""
    return context.level in ("alert", "stop") or context.agent_will != "continue"
