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
    full = (each for each in track.thresholds if each.metric == "context" and each.level in ("alert", "stop"))
    return tuple(each for each in full if not certainly_before(handoff.created, each.read_at))
