"""What the agent does about a metric, and the words for it: one rule, so that no place says other than the next."""

from typing import Literal, NamedTuple

from cockpit.model import Threshold, Track
from cockpit.rules.firing import is_retried, lapsed, stops, unanswered, unknown_to_agent
from cockpit.rules.served import of_ended_session, waits

Kind = Literal["goes on", "pauses", "halts", "ended"]

_MUST = "the agent must halt"
_UNREAD = "it does not read this limit"
_AGENT_UNREAD = "the agent does not read this limit"
_ENDED = "that session handed off"


class Course(NamedTuple):
    """What the agent does about a metric.

    `told` is said behind the value of a metric that fires, empty where nothing is to be said; `whole` behind the words
    "the agent"; `asked` is the answer to whether the agent may go on; `brief` stands in a row of the metric.
    """

    kind: Kind
    told: str = ""
    whole: str = "goes on when it runs; nothing here holds it"
    asked: str = "not acknowledged"
    brief: str = ""


def course(threshold: Threshold, track: Track) -> Course:
    """What the agent does about a metric of a track, as far as the files tell."""
    if any(each is threshold or each == threshold for each in of_ended_session(track)):
        return _ended(threshold)
    if threshold.unreadable and not stops(threshold):
        return _unknown()
    return {"halt": _halts, "pause": _pauses, "continue": _goes_on}[threshold.agent_will](threshold)


def _ended(threshold: Threshold) -> Course:
    """The agent whose metric it is has gone; what asks by the same files is told why it is held all the same."""
    until = f"{'' if stops(threshold) else 'it is acknowledged or '}a fresh agent records its own"
    whole, asked = f"{_ENDED}; a fresh agent begins with an empty context", f"{_ENDED}; this stands until {until}"
    return Course("ended", _ENDED, whole, asked, _ENDED)


def _halts(threshold: Threshold) -> Course:
    brief = "the agent halts"
    if is_retried(threshold):
        until = "until you reset the retries"
        return Course("halts", f"{brief} {until}", f"halts {until}", _MUST, brief)
    if threshold.level == "stop":
        whole = "halts; only a raised limit or a removed cause lifts a stop"
        return Course("halts", f"{brief} until the limit is raised", whole, _MUST, brief)
    told = f"`{threshold.tell_agent}` tells it this one" if threshold.tell_agent else "no command tells it another"
    own = f"halts by its own limit; {told}"
    return Course("halts", f"the agent {own}", own, f"the agent {own}", brief)


def _unknown() -> Course:
    told = "cannot be read, so it may be at its limit"
    return Course("pauses", f"{told}; the agent is held", f"is held: what is stated {told}", told, "the agent is held")


def _pauses(threshold: Threshold) -> Course:
    brief = "the agent pauses"
    if is_retried(threshold):
        told = "their limit is reached, and nothing says that the work failed; the agent is held"
        return Course("pauses", told, f"is held: {told.partition(';')[0]}", told, "the agent is held")
    if threshold.level == "stop":
        only = f"only pauses; {_UNREAD}"
        return Course("pauses", f"the agent {only}", only, f"{_MUST}; {_UNREAD}", brief)
    if threshold.acknowledgment_unread:
        told = f"{brief}, because {unanswered(threshold)}"
        whole = "pauses at its next check, because it cannot be read whether the alert is acknowledged"
        return Course("pauses", told, whole, told, brief)
    by = "" if threshold.level == "alert" else " by its own limit"
    whole = f"pauses at its next check{by}, until the alert is acknowledged"
    asked = f"{_not_acknowledged(threshold)}{f'; {brief}{by}' if by else ''}"
    return Course("pauses", f"{brief}{by} until you acknowledge", whole, asked, brief)


def _goes_on(threshold: Threshold) -> Course:
    if is_retried(threshold) and threshold.level == "alert":
        last = "one more failure, and the agent tries no more"
        return Course("goes on", last, f"tries again by itself; {last}", "not acknowledged", last)
    if unknown_to_agent(threshold):
        whole = f"goes on when it runs; {_UNREAD} and is not held by it"
        must = f"{_MUST}; {_UNREAD}"
        asked = must if threshold.level == "stop" else f"{_not_acknowledged(threshold)}; {_AGENT_UNREAD}"
        return Course("goes on", f"{_AGENT_UNREAD} and is not held by it", whole, asked, "the agent is not held by it")
    if lapsed(threshold):
        gone = f"{_not_acknowledged(threshold)}, but the agent still honours it"
        whole = "goes on when it runs; it still honours the acknowledgment"
        return Course("goes on", gone.replace("the", "your", 1), whole, gone)
    return Course("goes on")


def _not_acknowledged(threshold: Threshold) -> str:
    given = threshold.acknowledgment
    if given is None or given.effective:
        return "not acknowledged"
    return f"the acknowledgment no longer holds ({given.reason or 'lapsed'})"


def beside_status(track: Track) -> str:
    """What is known beside the status in the file, which may speak of work that nobody does: `session handed off`,
    `agent halts`; empty where nothing is.
    """
    if waits(track):
        return "session handed off"
    return "agent halts" if any(course(each, track).kind == "halts" for each in track.thresholds) else ""
