"""Which metrics fire, what the agent does about it, and what was acknowledged or seen."""

from dataclasses import replace
from datetime import datetime
from typing import Literal, NamedTuple

from cockpit.model import Level, Limits, Project, Statement, Threshold, Track
from cockpit.rules.agent_overview import NOT_VISIBLE, counts, quiet_words
from cockpit.rules.handoff.handoff_status import of_ended_session, waits
from cockpit.rules.thresholds.acknowledgments import agent_will
from cockpit.rules.thresholds.metrics import RETRIES, format_amount, level_of, metric_named, rank, unordered
from cockpit.values import dataclass
from cockpit.wording.messages import Message, as_message
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
    unanswered = threshold.level == "alert" and not is_retried(threshold) and not is_acknowledged(threshold)
    held = unanswered or threshold.agent_will == "pause" or bool(threshold.unreadable)
    return not stops(threshold) and held


def is_acknowledged(threshold: Threshold) -> bool:
    """Whether an effective acknowledgment covers the present alert; one the agent knows nothing of needs no more than
    that the person has seen it."""
    acknowledgment = threshold.acknowledgment
    if threshold.level != "alert" or threshold.agent_will != "continue" or threshold.unreadable:
        return False
    if acknowledgment is not None and acknowledgment.effective:
        return True
    return unknown_to_agent(threshold) and threshold.seen_at is not None


def unknown_to_agent(threshold: Threshold) -> bool:
    """Whether an alert or a stop begins at a limit that the agent does not read, so that it goes on."""
    return rank(threshold.level) > max(rank(threshold.agent_level), rank("warning"))


def is_private(threshold: Threshold) -> bool:
    """Whether an acknowledgment concerns the person only: a warning, or an alert that the agent knows nothing of."""
    private = threshold.level == "warning" or (threshold.level == "alert" and unknown_to_agent(threshold))
    return private and threshold.agent_will == "continue" and not is_retried(threshold)


def is_lapsed(threshold: Threshold) -> bool:
    """Whether the acknowledgment of an alert no longer holds, while the agent, which does not know, goes on."""
    acknowledgment = threshold.acknowledgment
    ineffective = acknowledgment is not None and not acknowledgment.effective
    return ineffective and threshold.level == "alert" and threshold.agent_will == "continue"


def unanswered(threshold: Threshold) -> Message:
    """What is known of an acknowledgment that no alert has: that there is none, or that nobody can read it."""
    file = threshold.acknowledgment_unread
    return Message("rules.file-unreadable", file=file.rpartition("/")[2]) if file else _NOT_ACKNOWLEDGED


def stated_stop(threshold: Threshold) -> Statement | None:
    """What says that the metric is at its stop, where its value does not reach that; None elsewhere."""
    limit, value = threshold.limits.stop, threshold.value
    if threshold.level != "stop" or is_retried(threshold) or value is None or (limit is not None and value >= limit):
        return None
    return next((each for each in threshold.disagreeing if each.what in ("status", "level")), None)


def value_and_limit(threshold: Threshold) -> Message:
    """`context 42 %, alert at 40 %`: the value and the limit it has reached; or what cannot be read, and where."""
    metric, unit = threshold.metric, threshold.unit
    value = None if threshold.value is None else format_amount(threshold.value, unit)
    if threshold.unreadable and not stops(threshold):
        first = threshold.unreadable[0]
        return Message("rules.metric-unreadable", metric=metric, what=first.what, stated=_text(first),
                       place=_place(first))  # fmt: skip
    if (stop := stated_stop(threshold)) is not None:
        return Message("rules.metric-with-stated-stop", metric=metric, value=value, what=stop.what,
                       stated=_text(stop), place=_place(stop))  # fmt: skip
    limit = threshold.limits.at(threshold.level) if threshold.level else None
    if limit is None and value is None:
        return Message("rules.metric-without-value", metric=metric)
    if limit is None:
        return Message("rules.metric-at", metric=metric, value=value)
    level, at = threshold.level, format_amount(limit, unit)
    if value is None:
        return Message("rules.limit-reached-without-value", metric=metric, level=level, limit=at)
    return Message("rules.limit-reached", metric=metric, value=value, level=level, limit=at)


def _text(stated: Statement) -> str:
    return printable(stated.text[:_SHOWN])


def _place(stated: Statement) -> str:
    name = stated.path.rpartition("/")[2]
    return f"{name}:{stated.line}" if stated.line else name


# What the agent does about a metric, and the words for it: one rule, so that no place says other than the next

Kind = Literal["goes on", "pauses", "halts", "ended"]

_NOT_ACKNOWLEDGED = Message("rules.not-acknowledged")
_SHORT: dict[Kind, str] = {"pauses": "waits", "halts": "ends"}
"""The kinds of behaviour that hold an agent, each in a word for the person."""


class AgentBehaviour(NamedTuple):
    """What the agent does about a metric.

    `beside_value` follows the value of a metric that fires, None where there is nothing to say; `whole` follows the
    words "the agent"; `answer` is the answer to whether the agent may go on; `brief` stands in a row of the metric.
    """

    kind: Kind
    beside_value: Message | None = None
    whole: Message = Message("rules.goes-on")
    answer: Message = _NOT_ACKNOWLEDGED
    brief: Message | None = None


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
    return found._replace(
        beside_value=Message("rules.behaviour-by-hand", behaviour=found.brief, why=why),
        whole=Message("rules.behaviour-by-hand", behaviour=_SHORT[found.kind], why=why),
        answer=Message("rules.behaviour-by-hand", behaviour=found.answer, why=why),
    )


def by_hand(threshold: Threshold) -> Message | None:
    """Why no verb changes a metric, and where a person does: that it stands in a file, and no rule knows it."""
    if metric_named(threshold.metric) is not None:
        return None
    if not threshold.source:
        return Message("rules.by-hand-in-its-file", metric=threshold.metric)
    return Message("rules.by-hand", metric=threshold.metric, source=threshold.source)


def refused_by_hand(threshold: Threshold) -> Message | None:
    """The same as the sentence that refuses a verb."""
    if by_hand(threshold) is None:
        return None
    if not threshold.source:
        return Message("rules.edited-in-its-file", metric=threshold.metric)
    return Message("rules.edited-by-hand", metric=threshold.metric, source=threshold.source)


def _ended(threshold: Threshold) -> AgentBehaviour:
    """The agent whose metric it is has gone; what asks by the same files is told why it is held all the same."""
    over, whole = Message("rules.session-over"), Message("rules.fresh-begins-empty")
    asked = Message("rules.stands-until-fresh" if stops(threshold) else "rules.stands-until-acknowledged")
    return AgentBehaviour("ended", over, whole, asked, over)


def _halts(threshold: Threshold) -> AgentBehaviour:
    brief, must = Message("rules.agent-halts"), Message("rules.agent-must-halt")
    metric, command = threshold.metric, threshold.tell_agent
    if is_retried(threshold):
        until_reset = Message("rules.agent-halts-until-reset")
        return AgentBehaviour("halts", until_reset, Message("rules.halts-until-reset"), must, brief)
    if stated_stop(threshold) is not None:
        return AgentBehaviour(
            "halts",
            Message("rules.agent-halts-as-stated", metric=metric),
            Message("rules.halts-as-stated", metric=metric),
            Message("rules.must-halt-as-stated", metric=metric),
            brief,
        )
    if threshold.level == "stop":
        until_raised = Message("rules.agent-halts-until-raised")
        return AgentBehaviour("halts", until_raised, Message("rules.halts-until-raised"), must, brief)
    if not command:
        own = Message("rules.agent-halts-by-own-limit")
        return AgentBehaviour("halts", own, Message("rules.halts-by-own-limit"), own, brief)
    until_told = Message("rules.agent-halts-until-told", command=command)
    return AgentBehaviour("halts", until_told, Message("rules.halts-until-told", command=command), until_told, brief)


def _unknown() -> AgentBehaviour:
    return AgentBehaviour(
        "pauses",
        Message("rules.maybe-at-limit-and-held"),
        Message("rules.held-in-doubt"),
        Message("rules.maybe-at-limit"),
        Message("rules.agent-held"),
    )


def _pauses(threshold: Threshold) -> AgentBehaviour:
    brief = Message("rules.agent-pauses")
    if is_retried(threshold):
        exhausted, whole = Message("rules.retries-exhausted"), Message("rules.held-by-retries")
        return AgentBehaviour("pauses", exhausted, whole, exhausted, Message("rules.agent-held"))
    if threshold.level == "stop":
        only, whole = Message("rules.agent-only-pauses"), Message("rules.only-pauses")
        return AgentBehaviour("pauses", only, whole, Message("rules.must-halt-unaware"), brief)
    if threshold.acknowledgment_unread:
        because = Message("rules.agent-pauses-because", why=unanswered(threshold))
        return AgentBehaviour("pauses", because, Message("rules.pauses-in-doubt"), because, brief)
    asked = _not_acknowledged(threshold)
    if threshold.level == "alert":
        until, whole = Message("rules.agent-pauses-until-acknowledged"), Message("rules.pauses-until-acknowledged")
        return AgentBehaviour("pauses", until, whole, asked, brief)
    own, whole = Message("rules.agent-pauses-by-own-limit"), Message("rules.pauses-by-own-limit")
    return AgentBehaviour("pauses", own, whole, Message("rules.not-acknowledged-and-pauses", why=asked), brief)


def _goes_on(threshold: Threshold) -> AgentBehaviour:
    if is_retried(threshold) and threshold.level == "alert":
        last = Message("rules.one-more-failure")
        return AgentBehaviour("goes on", last, Message("rules.tries-again"), brief=last)
    if unknown_to_agent(threshold):
        unaware, whole = Message("rules.agent-unaware"), Message("rules.goes-on-unaware")
        asked = Message("rules.not-acknowledged-and-unaware", why=_not_acknowledged(threshold))
        asked = Message("rules.must-halt-unaware") if threshold.level == "stop" else asked
        return AgentBehaviour("goes on", unaware, whole, asked, Message("rules.agent-not-held"))
    if is_lapsed(threshold):
        reason = _lapse(threshold)
        return AgentBehaviour(
            "goes on",
            Message("rules.your-lapsed-but-honoured", reason=reason),
            Message("rules.honours-acknowledgment"),
            Message("rules.lapsed-but-honoured", reason=reason),
        )
    return AgentBehaviour("goes on")


def _not_acknowledged(threshold: Threshold) -> Message:
    reason = _lapse(threshold)
    return _NOT_ACKNOWLEDGED if reason is None else Message("rules.acknowledgment-lapsed", reason=reason)


def _lapse(threshold: Threshold) -> str | None:
    """Why the acknowledgment no longer holds, in a word; None where there is none, or it still does."""
    acknowledgment = threshold.acknowledgment
    return None if acknowledgment is None or acknowledgment.effective else acknowledgment.reason or "lapsed"


_GRAVITY: tuple[Kind, ...] = ("goes on", "ended", "pauses", "halts")
_STILL: dict[Kind, str] = {"pauses": "rules.agent-still-waits", "halts": "rules.agent-still-ends"}
_WILL: dict[Kind, str] = {"pauses": "rules.agent-will-wait", "halts": "rules.agent-will-end"}
"""By the kinds of behaviour that hold the agent, what is said where it was held so before, and where not."""


def effect_of_limits(threshold: Threshold, track: Track, limits: Limits) -> Message | None:
    """What other limits of a metric change about whether the agent goes on; None where it goes on as before, and where
    that is not known: the agent reads only limits that stand in the state file, and no file may contradict the value.
    """
    in_state = threshold.limits.source == track.path.rpartition("/")[2]
    unknown = threshold.value is None or threshold.unreadable or stated_stop(threshold) is not None
    if not in_state or unknown or unordered(limits) is not None:
        return None
    given, level = threshold.acknowledgment, level_of(threshold.value, limits)
    will = agent_will(level, given is not None and given.reason != "reset")
    after = replace(threshold, limits=limits, level=level, agent_level=level, agent_will=will, tell_agent=None)
    others = tuple(each for each in track.thresholds if each.metric != threshold.metric)
    then = replace(track, thresholds=(after, *others))
    was, kind = agent_behaviour(threshold, track).kind, agent_behaviour(after, then).kind
    if kind in _STILL:
        told = _WILL if _GRAVITY.index(kind) > _GRAVITY.index(was) else _STILL
        return Message(told[kind], reached=value_and_limit(after))
    if was not in _STILL:
        return None
    holding = [(agent_behaviour(each, then).kind, each) for each in others]
    kind, other = max(holding, key=lambda each: _GRAVITY.index(each[0]), default=(kind, after))
    if kind in _STILL:
        return Message(_STILL[kind], reached=value_and_limit(other))
    return Message("rules.agent-may-continue")


def beside_status(track: Track) -> Message | None:
    """What is known beside the status in the file, which may speak of work that nobody does: `session handed off`,
    `agent halts`; None where nothing is.
    """
    if waits(track):
        return Message("rules.session-handed-off")
    halted = any(agent_behaviour(each, track).kind == "halts" for each in track.thresholds)
    return Message("rules.agent-is-halted") if halted else None


# What is true where nothing needs a person: what they put off, what the agent has yet to see, what it did last

_NEXT_IS_STARTED = ("phase_complete", "paused")
"""The statuses at which nothing goes on until a person begins what is next."""


@dataclass(frozen=True, slots=True)
class IdleStatus:
    """The sentences, and what may be said beside them. It is not `calm` where a person has only put something off."""

    sentences: tuple[Message, ...]
    more: Message | None = None
    calm: bool = True

    @property
    def sentence(self) -> str:
        """The sentences in one text."""
        return " ".join(map(str, self.sentences))


def idle_status(track: Track, now: datetime) -> IdleStatus:
    """Why nothing in a track needs a person at `now`, which is in the person's own zone."""
    if track.is_observed:
        hidden = [each.message for each in track.findings if each.code == NOT_VISIBLE]
        counted = counts(track.agents)
        text = hidden[0] if hidden else as_message(quiet_words(counted))
        return IdleStatus((text,), calm=not hidden and not counted.may)
    put_off = [each for each in track.thresholds if each.snoozed_until is not None and (stops(each) or alerts(each))]
    if put_off:
        return IdleStatus(tuple(_put_off(each, track, now) for each in put_off), calm=False)
    if track.silence is not None and track.silence.snoozed_until is not None:
        heard, end = age(track.silence.since, now), until_when(track.silence.snoozed_until, now)
        return IdleStatus((Message("rules.silence-snoozed-until", end=end, age=heard),), calm=False)
    waiting = unseen(track)
    if waiting:
        metrics, acknowledgment = [each.metric for each in waiting], waiting[0].acknowledgment
        when = lasting_age(acknowledgment.at if acknowledgment else None, now)
        text = Message("rules.alerts-acknowledged", metrics=metrics)
        return IdleStatus((Message("rules.alerts-acknowledged-at", metrics=metrics, age=when) if when else text,))
    if track.position.status in _NEXT_IS_STARTED and (following := track.next_action) is not None:
        command, status = following.command, track.position.status.replace("_", " ")
        text = Message("rules.nothing-waits-next", action=following.text, status=status)
        to_run = Message("rules.nothing-waits-to-run", command=command, status=status)
        return IdleStatus((to_run if command else text,))
    last = track.position.last_activity
    more = Message("rules.last-activity", text=last.text) if last is not None and last.text else None
    return IdleStatus((Message("rules.nothing-needed"),), more)


def unseen(track: Track) -> tuple[Threshold, ...]:
    """The acknowledged alerts of which the agent does not know yet: it has written nothing since they were given."""
    return tuple(each for each in track.thresholds if is_acknowledged(each) and _later_than_the_agent(each, track))


def _later_than_the_agent(threshold: Threshold, track: Track) -> bool:
    acknowledged_at = threshold.acknowledgment.at if threshold.acknowledgment else None
    signs = [instant for instant in (threshold.read_at, track.updated) if instant]
    return bool(acknowledged_at and signs) and all(certainly_before(sign, acknowledged_at) for sign in signs)


def _put_off(threshold: Threshold, track: Track, now: datetime) -> Message:
    metric, end = threshold.metric, until_when(threshold.snoozed_until, now)
    behaviour = agent_behaviour(threshold, track).beside_value
    if not end:
        return Message("rules.metric-snoozed", metric=metric, behaviour=behaviour)
    return Message("rules.metric-snoozed-until", metric=metric, end=end, behaviour=behaviour)


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
