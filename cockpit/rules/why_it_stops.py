"""Why the work stops, as far as the files show it: what a handoff is proposed to give as its reason."""

from cockpit.model import Track
from cockpit.model.handoff_draft import Reason
from cockpit.rules.firing import firing, reached

_BY_METRIC: dict[str, Reason] = {"context": "context", "errors": "error"}
_FAILED = ("blocked", "failed")


def why_it_stops(track: Track) -> tuple[Reason, str]:
    """The reason, and what shows it in a few words; empty where nothing does and it is the person who stops.

    Context before errors: who hands over a full context does so whatever failed. What else fires, a cost or a time, has
    no reason of its own; it is named.
    """
    fires = {each.metric: reached(each) for each in firing(track.thresholds)}
    for metric, reason in _BY_METRIC.items():
        if metric in fires:
            return reason, fires[metric]
    if any(not error.resolved for error in track.errors):
        return "error", "an error is not resolved"
    if track.position.status in _FAILED:
        return "error", f"the status is {track.position.status_text or track.position.status}"
    return "user_interrupt", next(iter(fires.values()), "")
