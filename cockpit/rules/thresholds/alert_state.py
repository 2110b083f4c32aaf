"""Which metrics fire, what the agent does about it, and what was acknowledged or seen."""

from datetime import datetime
from typing import Literal, NamedTuple

from cockpit.model import Level, Project, Statement, Threshold, Track
from cockpit.rules.handoff.handoff_status import of_ended_session, waits
from cockpit.rules.thresholds.metrics import RETRIES, format_amount, metric_named, rank
from cockpit.values import dataclass
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable
from cockpit.wording.times import age, certainly_before, lasting_age, until_when

# Which metrics fire, by the present limits or by those that the agent reads, and which are acknowledged

_SHOWN = 60
"""Characters of a text that cannot be read."""


def firing(thresholds: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    """The thresholds that stop, or that alert without an acknowledgment; those snoozed are left out."""
    return tuple(each for each in thresholds if each.snoozed_until is None and (stops(each) or alerts(each)))


def is_retried(threshold: Threshold) -> bool:
    """Whether it counts retries: the agent tries again by itself until it stops, and only a reset lifts that. Nobody
    acknowledges the levels below."""
    return threshold.metric == RETRIES.name


def stops(threshold: Threshold) -> bool:
    """Whether the metric is at a stop, by the present limits or by those that the agent reads, or the files say so."""
    return threshold.level == "stop" or threshold.agent_will == "halt"


def alerts(threshold: Threshold) -> bool:
    """Whether the metric is at an alert that nobody acknowledged, by the present limits or by those the agent reads, or
    something is stated about it that nobody can read: then it is unknown whether it is at one."""
    unanswered = threshold.level == "alert" and not is_retried(threshold) and not acknowledged(threshold)
    held = unanswered or threshold.agent_will == "pause" or bool(threshold.unreadable)
    return not stops(threshold) and held


def acknowledged(threshold: Threshold) -> bool:
    """Whether an effective acknowledgment covers the present alert; one the agent knows nothing of needs no more than
    that the person has seen it."""
    given = threshold.acknowledgment
    if threshold.level != "alert" or threshold.agent_will != "continue" or threshold.unreadable:
        return False
    return (given is not None and given.effective) or (unknown_to_agent(threshold) and threshold.seen_at is not None)


def unknown_to_agent(threshold: Threshold) -> bool:
    """Whether an alert or a stop begins at a limit that the agent does not read, so that it goes on."""
    return rank(threshold.level) > max(rank(threshold.agent_level), rank("warning"))


def is_private(threshold: Threshold) -> bool:
    """Whether an acknowledgment concerns the person only: a warning, or an alert that the agent knows nothing of."""
    private = threshold.level == "warning" or (threshold.level == "alert" and unknown_to_agent(threshold))
    return private and threshold.agent_will == "continue" and not is_retried(threshold)


def lapsed(threshold: Threshold) -> bool:
    """Whether the acknowledgment of an alert no longer holds, while the agent, which does not know, goes on."""
    given = threshold.acknowledgment
    gone = given is not None and not given.effective
    return gone and threshold.level == "alert" and threshold.agent_will == "continue"


def unanswered(threshold: Threshold) -> str:
    """What is known of an acknowledgment that no alert has: that there is none, or that nobody can read it."""
    file = threshold.acknowledgment_unread
    return f"{file.rpartition('/')[2]} cannot be read" if file else "not acknowledged"


def stated_stop(threshold: Threshold) -> Statement | None:
    """What says that the metric is at its stop, where its value does not reach that; None elsewhere."""
    limit, value = threshold.limits.stop, threshold.value
    if threshold.level != "stop" or is_retried(threshold) or value is None or (limit is not None and value >= limit):
        return None
    return next((each for each in threshold.disagreeing if each.what in ("status", "level")), None)


def reached(threshold: Threshold) -> str:
    """`context 42 %, alert at 40 %`: the value and the limit it has reached; or what cannot be read, and where."""
    if threshold.unreadable and not stops(threshold):
        first = threshold.unreadable[0]
        return f"{threshold.metric} {_quoted(first)}"
    if (stop := stated_stop(threshold)) is not None and threshold.value is not None:
        return f"{threshold.metric} {format_amount(threshold.value, threshold.unit)}, {_quoted(stop)}"
    value = "no value" if threshold.value is None else format_amount(threshold.value, threshold.unit)
    limit = threshold.limits.at(threshold.level) if threshold.level else None
    if limit is None:
        return f"{threshold.metric} {value}"
    return f"{threshold.metric} {value}, {threshold.level} at {format_amount(limit, threshold.unit)}"


def _quoted(stated: Statement) -> str:
    name = stated.path.rpartition("/")[2]
    place = f"{name}:{stated.line}" if stated.line else name
    return f"{stated.what} “{printable(stated.text[:_SHOWN])}” ({place})"


# What the agent does about a metric, and the words for it: one rule, so that no place says other than the next

Kind = Literal["goes on", "pauses", "halts", "ended"]

_MUST = "the agent must halt"
_UNREAD = "it does not read this limit"
_AGENT_UNREAD = "the agent does not read this limit"
_ENDED = "that session handed off"


class AgentBehaviour(NamedTuple):
    """What the agent does about a metric.

    `told` is said behind the value of a metric that fires, empty where nothing is to be said; `whole` behind the words
    "the agent"; `asked` is the answer to whether the agent may go on; `brief` stands in a row of the metric.
    """

    kind: Kind
    told: str = ""
    whole: str = "goes on when it runs; nothing here holds it"
    asked: str = "not acknowledged"
    brief: str = ""


def agent_behaviour(threshold: Threshold, track: Track) -> AgentBehaviour:
    """What the agent does about a metric of a track, as far as the files tell."""
    if any(each is threshold or each == threshold for each in of_ended_session(track)):
        return _ended(threshold)
    if threshold.unreadable and not stops(threshold):
        return _unknown()
    found = {"halt": _halts, "pause": _pauses, "continue": _goes_on}[threshold.agent_will](threshold)
    why = by_hand(threshold)
    if why is None or found.kind == "goes on":
        return found
    return found._replace(told=f"{found.brief}; {why}", whole=f"{found.kind}; {why}", asked=f"{found.asked}; {why}")


def by_hand(threshold: Threshold) -> str | None:
    """Why no verb changes a metric, and where a person does: that it stands in a file, and no rule knows it."""
    known = metric_named(threshold.metric) is not None
    return None if known else f"no command writes {threshold.metric}; edit {threshold.source or 'its file'}"


def _ended(threshold: Threshold) -> AgentBehaviour:
    """The agent whose metric it is has gone; what asks by the same files is told why it is held all the same."""
    until = f"{'' if stops(threshold) else 'it is acknowledged or '}a fresh agent records its own"
    whole, asked = f"{_ENDED}; a fresh agent begins with an empty context", f"{_ENDED}; this stands until {until}"
    return AgentBehaviour("ended", _ENDED, whole, asked, _ENDED)


def _halts(threshold: Threshold) -> AgentBehaviour:
    brief = "the agent halts"
    if is_retried(threshold):
        until = "until you reset the retries"
        return AgentBehaviour("halts", f"{brief} {until}", f"halts {until}", _MUST, brief)
    if stated_stop(threshold) is not None:
        way = f"`cockpit set {threshold.metric} VALUE` writes all places"
        told = f"{brief}, because a stop is stated, though the value does not reach it; {way}"
        return AgentBehaviour("halts", told, told.removeprefix("the agent "), f"{_MUST}; {way}", brief)
    if threshold.level == "stop":
        whole = "halts; only a raised limit or a removed cause lifts a stop"
        return AgentBehaviour("halts", f"{brief} until the limit is raised", whole, _MUST, brief)
    told = f"`{threshold.tell_agent}` tells it this one" if threshold.tell_agent else "no command tells it another"
    own = f"halts by its own limit; {told}"
    return AgentBehaviour("halts", f"the agent {own}", own, f"the agent {own}", brief)


def _unknown() -> AgentBehaviour:
    told = "cannot be read, so it may be at its limit"
    return AgentBehaviour(
        "pauses", f"{told}; the agent is held", f"is held: what is stated {told}", told, "the agent is held"
    )


def _pauses(threshold: Threshold) -> AgentBehaviour:
    brief = "the agent pauses"
    if is_retried(threshold):
        told = "their limit is reached, and nothing says that the work failed; the agent is held"
        return AgentBehaviour("pauses", told, f"is held: {told.partition(';')[0]}", told, "the agent is held")
    if threshold.level == "stop":
        only = f"only pauses; {_UNREAD}"
        return AgentBehaviour("pauses", f"the agent {only}", only, f"{_MUST}; {_UNREAD}", brief)
    if threshold.acknowledgment_unread:
        told = f"{brief}, because {unanswered(threshold)}"
        whole = "pauses at its next check, because it cannot be read whether the alert is acknowledged"
        return AgentBehaviour("pauses", told, whole, told, brief)
    by = "" if threshold.level == "alert" else " by its own limit"
    whole = f"pauses at its next check{by}, until the alert is acknowledged"
    asked = f"{_not_acknowledged(threshold)}{f'; {brief}{by}' if by else ''}"
    return AgentBehaviour("pauses", f"{brief}{by} until you acknowledge", whole, asked, brief)


def _goes_on(threshold: Threshold) -> AgentBehaviour:
    if is_retried(threshold) and threshold.level == "alert":
        last = "one more failure, and the agent tries no more"
        return AgentBehaviour("goes on", last, f"tries again by itself; {last}", "not acknowledged", last)
    if unknown_to_agent(threshold):
        whole = f"goes on when it runs; {_UNREAD} and is not held by it"
        must = f"{_MUST}; {_UNREAD}"
        asked = must if threshold.level == "stop" else f"{_not_acknowledged(threshold)}; {_AGENT_UNREAD}"
        return AgentBehaviour(
            "goes on", f"{_AGENT_UNREAD} and is not held by it", whole, asked, "the agent is not held by it"
        )
    if lapsed(threshold):
        gone = f"{_not_acknowledged(threshold)}, but the agent still honours it"
        whole = "goes on when it runs; it still honours the acknowledgment"
        return AgentBehaviour("goes on", gone.replace("the", "your", 1), whole, gone)
    return AgentBehaviour("goes on")


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
    return "agent halts" if any(agent_behaviour(each, track).kind == "halts" for each in track.thresholds) else ""


# What is true where nothing needs a person: what they put off, what the agent has yet to see, what it did last

_NEXT_IS_STARTED = ("phase_complete", "paused")
"""The statuses at which nothing goes on until a person begins what is next."""


@dataclass(frozen=True, slots=True)
class IdleStatus:
    """The sentence, and what may be said beside it. It is not `calm` where a person has only put something off."""

    sentence: str
    more: str = ""
    calm: bool = True


def idle_status(track: Track, now: datetime) -> IdleStatus:
    """Why nothing in a track needs a person at `now`, which is in the person's own zone."""
    put_off = [each for each in track.thresholds if each.snoozed_until is not None and (stops(each) or alerts(each))]
    if put_off:
        return IdleStatus(" ".join(_put_off(each, track, now) for each in put_off), calm=False)
    if track.silence is not None and track.silence.snoozed_until is not None:
        heard, end = age(track.silence.since, now), until_when(track.silence.snoozed_until, now)
        return IdleStatus(f"You snoozed the silence until {end}: the last update was {heard}.", calm=False)
    waiting = unseen(track)
    if waiting:
        names = listed(each.metric for each in waiting)
        when = _ago(waiting[0], now)
        return IdleStatus(f"You acknowledged {names}{when}; the agent goes on when it next looks.")
    if track.position.status in _NEXT_IS_STARTED and (following := track.next_action) is not None:
        command = f"Run in the agent: {following.command}" if following.command else f"Next: {following.text}"
        why = track.position.status.replace("_", " ")
        return IdleStatus(f"Nothing waits. {command} ({why}).")
    last = track.position.last_activity
    return IdleStatus("Nothing needs you.", f"Last: {last.text}" if last is not None and last.text else "")


def unseen(track: Track) -> tuple[Threshold, ...]:
    """The acknowledged alerts of which the agent does not know yet: it has written nothing since they were given."""
    return tuple(each for each in track.thresholds if acknowledged(each) and _later_than_the_agent(each, track))


def _later_than_the_agent(threshold: Threshold, track: Track) -> bool:
    given = threshold.acknowledgment.at if threshold.acknowledgment else None
    signs = [instant for instant in (threshold.read_at, track.updated) if instant]
    return bool(given and signs) and all(certainly_before(sign, given) for sign in signs)


def _ago(threshold: Threshold, now: datetime) -> str:
    when = lasting_age(threshold.acknowledgment.at if threshold.acknowledgment else None, now)
    return f" {when}" if when else ""


def _put_off(threshold: Threshold, track: Track, now: datetime) -> str:
    end = until_when(threshold.snoozed_until, now)
    return f"You snoozed {threshold.metric}{f' until {end}' if end else ''}: {agent_behaviour(threshold, track).told}."


# When the bell rings: once for each alert or stop that begins to fire while the program is open


@dataclass(frozen=True, slots=True)
class Alarm:
    """A metric of a track that fires at a level."""

    track: str
    metric: str
    level: Level | None


def alarms(project: Project | None) -> frozenset[Alarm]:
    """Everything that fires in a project."""
    tracks = project.tracks if project is not None else ()
    return frozenset(Alarm(track.key, each.metric, each.level) for track in tracks for each in firing(track.thresholds))


def heard_next(heard: frozenset[Alarm], before: Project | None, after: Project) -> tuple[frozenset[Alarm], bool]:
    """The alarms that need not ring again, and whether one rings now that `before` has become `after`.

    What a project or track begins with does not ring. A metric that cannot be read has not ceased to fire.
    """
    now = alarms(after)
    known = {track.key for track in before.tracks} if before is not None else set()
    read = {(track.key, each.metric) for track in after.tracks for each in track.thresholds}
    over = {alarm for alarm in heard - now if (alarm.track, alarm.metric) in read}
    return (heard | now) - over, any(alarm.track in known for alarm in now - heard)
