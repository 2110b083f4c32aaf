"""Which metrics fire, what the agent does about it, and what was acknowledged or seen."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Literal, NamedTuple

from cockpit.model import AgentWill, Level, Limits, Project, Statement, Threshold, Track
from cockpit.model.agents import AgentSession
from cockpit.model.readings import SOURCE_WORDS
from cockpit.rules.agent_overview import NOT_VISIBLE, counts, quiet_words
from cockpit.rules.handoff.handoff_status import of_ended_session, resting_phase, waits
from cockpit.rules.thresholds.acknowledgments import agent_will
from cockpit.rules.thresholds.metrics import RETRIES, format_amount, level_of, metric_named, rank, unordered
from cockpit.rules.unread import place_of
from cockpit.values import dataclass
from cockpit.wording.messages import Words, as_message, clause, command_line
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


def can_hold(track: Track) -> bool:
    """Whether an agent can reach a limit at which a hook holds it; retries aside, which it counts by itself."""
    limits = (each.limits for each in track.thresholds if not is_retried(each))
    return any(each.alert is not None or each.stop is not None for each in limits)


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


def stated_stop(threshold: Threshold) -> Statement | None:
    """What says that the metric is at its stop, where its value does not reach that; None elsewhere."""
    limit, value = threshold.limits.stop, threshold.value
    if threshold.level != "stop" or is_retried(threshold) or value is None or (limit is not None and value >= limit):
        return None
    return next((each for each in threshold.disagreeing if each.what in ("status", "level")), None)


def value_and_limit(threshold: Threshold) -> Words:
    """`context 42 %, alert at 40 %`: the value and the limit it has reached; or what cannot be read, and where."""
    metric, unit = threshold.metric, threshold.unit
    value = amount(threshold)
    if threshold.unreadable and not stops(threshold):
        first = threshold.unreadable[0]
        if first.what == "file":
            return f"{place_of(first)} ({_text(first)})"
        return f"{metric} {first.what} “{_text(first)}” ({place_of(first)})"
    if (stop := stated_stop(threshold)) is not None:
        return f"{metric} {value}, {stop.what} “{_text(stop)}” ({place_of(stop)})"
    limit = threshold.limits.at(threshold.level) if threshold.level else None
    at = f", {threshold.level} at {format_amount(limit, unit)}" if limit is not None else ""
    if value is None:
        return f"{metric} without a value{at}" if at else f"{metric} has no value"
    return f"{metric} {value}{at}"


def amount(threshold: Threshold) -> str | None:
    """The value: `$26.50`, `at least $26.50`; None where it is not known."""
    if threshold.value is None:
        return None
    return f"{'at least ' if threshold.at_least else ''}{format_amount(threshold.value, threshold.unit)}"


def told_by(threshold: Threshold, now: datetime) -> str:
    """What a value of sessions is known by, and since when: `at least $26.50, status line at 14:02 (12 min ago)`; and
    what the files say instead."""
    if threshold.value is None:
        return "not known: no session has stated it"
    when = f"{threshold.source} at {until_when(threshold.read_at, now)} ({lasting_age(threshold.read_at, now)})"
    also = f"; the files say {format_amount(threshold.stated, threshold.unit)}" if threshold.stated is not None else ""
    return f"{f'{amount(threshold)}, ' if threshold.at_least else ''}{when}{also}"


def is_told(threshold: Threshold) -> bool:
    """Whether its value is what sessions of agents said."""
    return threshold.source in SOURCE_WORDS.values()


def _text(stated: Statement) -> str:
    return printable(stated.text[:_SHOWN])


# What the agent does about a metric, and the words for it: one rule, so that no place says other than the next

Kind = Literal["goes on", "pauses", "halts", "ended"]

_KINDS: dict[AgentWill, Kind] = {"continue": "goes on", "pause": "pauses", "halt": "halts"}
_DOES: dict[Kind, str] = {"pauses": "waits", "halts": "ends"}
_MAY_CONTINUE = "may continue"
_SHOULD: dict[Kind, str] = {"pauses": "should wait", "halts": "should end"}
"""What it does where nothing holds it, though it is held."""
NO_HOOK: dict[str, Words] = {"hook": "no hook holds it"}
"""What a track lacks at whose limits nothing holds an agent."""


class AgentBehaviour(NamedTuple):
    """What the agent does about a metric; behind it, with what joins them, why or the way out."""

    kind: Kind
    does: str
    why: str = ""

    @property
    def whole(self) -> str:
        """What follows the words "the agent"."""
        return f"{self.does}{self.why}"

    @property
    def sentence(self) -> str:
        """What follows the value of the metric."""
        return f"the agent {self.whole}"

    @property
    def brief(self) -> str:
        """What stands in a row of the metric; nothing where the agent goes on as ever."""
        return f"the agent {self.does}" if self.does != _MAY_CONTINUE else ""


def agent_behaviour(threshold: Threshold, track: Track) -> AgentBehaviour:
    """What the agent does about a metric of a track, as far as the files tell."""
    if any(each is threshold or each == threshold for each in of_ended_session(track)):
        level, until = ("stop", "") if stops(threshold) else ("alert", "it is acknowledged or ")
        remains = f"; the {level} remains until {until}a fresh agent records its own value"
        return AgentBehaviour("ended", "has handed off", remains)
    if threshold.unreadable and not stops(threshold):
        unknown = "; the metric cannot be read and may be at its limit"
        if threshold.unreadable[0].what == "file":
            unknown = "; the limits cannot be read, so any may be reached"
        return AgentBehaviour("pauses", (_SHOULD if "hook" in track.lacks else _DOES)["pauses"], unknown)
    kind = _KINDS[threshold.agent_will]
    if kind == "goes on":
        return _goes_on(threshold)
    if "hook" in track.lacks:
        return AgentBehaviour(kind, _SHOULD[kind], f"; {clause(track.lacks['hook'])}")
    if (by_file := by_hand(threshold)) is not None:
        return AgentBehaviour(kind, _DOES[kind], f"; {clause(by_file)}")
    return AgentBehaviour(kind, _DOES[kind], _how_it_ends(threshold) if kind == "halts" else _how_it_waits(threshold))


def reason(threshold: Threshold, track: Track) -> str:
    """`cost $26.50, alert at $25: the agent waits until it is acknowledged.`"""
    return f"{clause(value_and_limit(threshold))}: {agent_behaviour(threshold, track).sentence}."


def by_hand(threshold: Threshold) -> Words | None:
    """Why no verb changes a metric, and where a person does: that it stands in a file, and no rule knows it."""
    known = metric_named(threshold.metric) is not None
    return None if known else f"no command changes {threshold.metric}; edit {threshold.source or 'its file'}"


def refused_by_hand(threshold: Threshold) -> Words | None:
    """The same as the sentence that refuses a verb."""
    known = by_hand(threshold) is None
    return None if known else f"No command changes {threshold.metric}. Edit {threshold.source or 'its file'}."


def is_held_at(thresholds: Iterable[Threshold], session: AgentSession) -> bool:
    """Whether cockpit's hook holds a session at one of these metrics: then their rows say so."""
    return session.held is not None and any(f"{each.metric} " in session.held for each in thresholds)


def held_words(threshold: Threshold, track: Track) -> tuple[str, str | None]:
    """Whom cockpit's hook holds at a metric (`codex and claude are held`), and since when; empty where nobody is."""
    held = [each for each in track.agents if is_held_at((threshold,), each)]
    agents = list(dict.fromkeys(each.agent for each in held))
    since = min((each.since for each in held if each.since is not None), default=None)
    return f"{listed(agents)} {'is' if len(agents) == 1 else 'are'} held" if held else "", since


def _how_it_ends(threshold: Threshold) -> str:
    if is_retried(threshold):
        return "; reset the retries"
    if stated_stop(threshold) is not None:
        corrects = f"{command_line('set', f'{threshold.metric}=VALUE')} corrects every place"
        return f"; a file says stop, although the value is below the limit; {corrects}"
    if threshold.level == "stop":
        return "; raise the limit or fix the cause"
    command = threshold.tell_agent
    way = f"give it this limit with `{command}`" if command else "no command changes that limit"
    return f" at its own limit; {way}"


def _how_it_waits(threshold: Threshold) -> str:
    if is_retried(threshold):
        return "; the retry limit is reached, but no file says that the work failed"
    if threshold.level == "stop":
        return "; it does not read this limit; end it yourself"
    where = "" if threshold.level == "alert" else " at its own limit"
    if threshold.acknowledgment_unread:
        return f"{where}, because {threshold.acknowledgment_unread.rpartition('/')[2]} cannot be read"
    lapse = _lapse(threshold)
    return f"{where} until it is acknowledged" if lapse is None else f"{where}; the acknowledgment has lapsed ({lapse})"


def _goes_on(threshold: Threshold) -> AgentBehaviour:
    does, why = _MAY_CONTINUE, ""
    if is_retried(threshold) and threshold.level == "alert":
        does = "no longer retries after one more failure"
    elif unknown_to_agent(threshold):
        does, why = "does not read this limit", "; end it yourself" if threshold.level == "stop" else ""
    elif is_lapsed(threshold):
        does, why = "still accepts the acknowledgment", f" that has lapsed ({_lapse(threshold)})"
    return AgentBehaviour("goes on", does, why)


def _lapse(threshold: Threshold) -> str | None:
    """Why the acknowledgment no longer holds, in a word; None where there is none, or it still does."""
    acknowledgment = threshold.acknowledgment
    return None if acknowledgment is None or acknowledgment.effective else acknowledgment.reason or "lapsed"


_GRAVITY: tuple[Kind, ...] = ("goes on", "ended", "pauses", "halts")
_STILL: dict[Kind, str] = {"pauses": "still waits", "halts": "still has to stop"}
_WILL: dict[Kind, str] = {"pauses": "will wait", "halts": "will stop"}
"""By the kinds of behaviour that hold the agent, what is said where it was held so before, and where not."""


def _said_of(what: str, threshold: Threshold) -> str:
    return f"The agent {what}: {clause(value_and_limit(threshold))}."


def effect_of_limits(threshold: Threshold, track: Track, limits: Limits) -> Words | None:
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
        return _said_of((_SHOULD if "hook" in track.lacks else told)[kind], after)
    if was not in _STILL:
        return None
    holding = [(agent_behaviour(each, then).kind, each) for each in others]
    kind, other = max(holding, key=lambda each: _GRAVITY.index(each[0]), default=(kind, after))
    if kind in _STILL:
        return _said_of((_SHOULD if "hook" in track.lacks else _STILL)[kind], other)
    return "The agent may continue."


def beside_status(track: Track) -> Words | None:
    """What is known beside the status in the file, which may speak of work that nobody does: `session handed off`,
    `agent ends`, `phase failed`; None where nothing is.
    """
    if waits(track):
        return "session handed off"
    halted = any(agent_behaviour(each, track).kind == "halts" for each in track.thresholds)
    resting = resting_phase(track, track.position.phase.id if track.position.phase else None)
    return "agent ends" if halted else f"phase {resting.status_label}" if resting is not None else None


# What is true where nothing needs a person: what they put off, what the agent has yet to see, what it did last

_NEXT_IS_STARTED = ("phase_complete", "paused")
"""The statuses at which nothing goes on until a person begins what is next."""


@dataclass(frozen=True, slots=True)
class IdleStatus:
    """The sentences, and what may be said beside them. It is not `calm` where a person has only put something off."""

    sentences: tuple[Words, ...]
    more: Words | None = None
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
        return IdleStatus((f"The alert about silence is snoozed until {end}. Last update: {heard}.",), calm=False)
    if waiting := unseen(track):
        acknowledgment = waiting[0].acknowledgment
        when = lasting_age(acknowledgment.at if acknowledgment else None, now)
        metrics = f"{listed(each.metric for each in waiting)}{f' {when}' if when else ''}"
        return IdleStatus((f"You acknowledged {metrics}. The agent continues at its next check.",))
    if track.position.status in _NEXT_IS_STARTED and (following := track.next_action) is not None:
        command, status = following.command, track.position.status.replace("_", " ")
        what = f"Run in the agent: {command}" if command else f"Next: {clause(following.text)}"
        return IdleStatus((f"Nothing needs you. {what} ({status}).",))
    last = track.position.last_activity
    more = f"Last: {clause(last.text)}" if last is not None and last.text else None
    return IdleStatus(("Nothing needs you.",), more)


def unseen(track: Track) -> tuple[Threshold, ...]:
    """The acknowledged alerts of which the agent does not know yet: it has written nothing since they were given."""
    return tuple(each for each in track.thresholds if is_acknowledged(each) and _later_than_the_agent(each, track))


def _later_than_the_agent(threshold: Threshold, track: Track) -> bool:
    acknowledged_at = threshold.acknowledgment.at if threshold.acknowledgment else None
    signs = [instant for instant in (threshold.read_at, track.updated) if instant]
    return bool(acknowledged_at and signs) and all(certainly_before(sign, acknowledged_at) for sign in signs)


def _put_off(threshold: Threshold, track: Track, now: datetime) -> Words:
    end = until_when(threshold.snoozed_until, now)
    behaviour = agent_behaviour(threshold, track).sentence
    return f"{threshold.metric} is snoozed{f' until {end}' if end else ''}: {behaviour}."


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
