"""What the agent does about a metric, and the words for it: one rule, so that no place says other than the next."""

from typing import Literal, NamedTuple

from cockpit.model import Threshold, Track
from cockpit.rules.ended_session import of_ended_session
from cockpit.rules.firing import lapsed, stops, unanswered, unknown_to_agent
from cockpit.rules.served import waits

Kind = Literal["goes on", "pauses", "halts", "ended"]

_UNREAD = "it does not read this limit"
_OURS = "the agent does not read this limit and is not held by it"
_OURS_UNANSWERED = "not acknowledged; the agent does not read this limit"
_ENDED = "that session handed off"


class Course(NamedTuple):
    """What the agent does about a metric.

    `told` is said behind the value of a metric that fires, empty where nothing is to be said; `whole` behind the words
    "the agent"; `asked` is the answer to whether the agent may go on.
    """

    kind: Kind
    told: str = ""
    whole: str = "goes on when it runs; nothing here holds it"
    asked: str = "not acknowledged"

    @property
    def brief(self) -> str:
        """`the agent pauses`, in a row of its own metric; empty where it goes on."""
        return {"goes on": "", "ended": _ENDED}.get(self.kind, f"the agent {self.kind}")


def course(threshold: Threshold, track: Track) -> Course:
    """What the agent does about a metric of a track, as far as the files tell."""
    if any(each is threshold or each == threshold for each in of_ended_session(track)):
        return _ended(threshold)
    return {"halt": _halts, "pause": _pauses, "continue": _goes_on}[threshold.agent_will](threshold)


def _ended(threshold: Threshold) -> Course:
    """The agent whose metric it is has gone; what asks by the same files is told why it is held all the same."""
    until = f"{'' if stops(threshold) else 'it is acknowledged or '}a fresh agent records its own"
    return Course(
        "ended",
        _ENDED,
        f"{_ENDED}; a fresh agent begins with an empty context",
        f"{_ENDED}; this stands until {until}",
    )


def _halts(threshold: Threshold) -> Course:
    if threshold.level == "stop":
        whole = "halts; only a raised limit or a removed cause lifts a stop"
        return Course("halts", "the agent halts until the limit is raised", whole, "the agent must halt")
    told = f"`{threshold.tell_agent}` tells it this one" if threshold.tell_agent else "no command tells it another"
    own = f"halts by its own limit; {told}"
    return Course("halts", f"the agent {own}", own, f"the agent {own}")


def _pauses(threshold: Threshold) -> Course:
    if threshold.level == "stop":
        only = f"only pauses; {_UNREAD}"
        return Course("pauses", f"the agent {only}", only, f"the agent must halt; {_UNREAD}")
    if threshold.acknowledgment_unread:
        told = f"the agent pauses, because {unanswered(threshold)}"
        whole = "pauses at its next check, because it cannot be read whether the alert is acknowledged"
        return Course("pauses", told, whole, told)
    by = "" if threshold.level == "alert" else " by its own limit"
    return Course(
        "pauses",
        f"the agent pauses{by} until you acknowledge",
        f"pauses at its next check{by}, until the alert is acknowledged",
        f"not acknowledged; the agent pauses{by}" if by else "not acknowledged",
    )


def _goes_on(threshold: Threshold) -> Course:
    if unknown_to_agent(threshold):
        asked = f"the agent must halt; {_UNREAD}" if threshold.level == "stop" else _OURS_UNANSWERED
        return Course("goes on", _OURS, f"goes on when it runs; {_UNREAD} and is not held by it", asked)
    given = threshold.acknowledgment
    if lapsed(threshold) and given is not None:
        gone = f"acknowledgment no longer holds ({given.reason or 'lapsed'}), but the agent still honours it"
        return Course("goes on", f"your {gone}", "goes on when it runs; it still honours the acknowledgment",
                      f"the {gone}")  # fmt: skip
    return Course("goes on")


def beside_status(track: Track) -> str:
    """What is known beside the status in the file, which may speak of work that nobody does: `session handed off`,
    `agent halts`; empty where nothing is.
    """
    if waits(track):
        return "session handed off"
    return "agent halts" if any(course(each, track).kind == "halts" for each in track.thresholds) else ""
