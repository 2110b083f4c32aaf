"""What is true where nothing needs a person: what they put off, what the agent has yet to see, what it did last."""

from datetime import datetime

from cockpit.model import Threshold, Track
from cockpit.rules.ages import age, lasting_age, until_when
from cockpit.rules.course import course
from cockpit.rules.firing import acknowledged, alerts, stops
from cockpit.rules.instants import certainly_before
from cockpit.rules.listing import listed
from cockpit.values import dataclass

_NEXT_IS_STARTED = ("phase_complete", "paused")
"""The statuses at which nothing goes on until a person begins what is next."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """The sentence, and what may be said beside it. It is not `calm` where a person has only put something off."""

    sentence: str
    more: str = ""
    calm: bool = True


def quiet(track: Track, now: datetime) -> Quiet:
    """Why nothing in a track needs a person at `now`, which is in the person's own zone."""
    put_off = [each for each in track.thresholds if each.snoozed_until is not None and (stops(each) or alerts(each))]
    if put_off:
        return Quiet(" ".join(_put_off(each, track, now) for each in put_off), calm=False)
    if track.silence is not None and track.silence.snoozed_until is not None:
        heard, end = age(track.silence.since, now), until_when(track.silence.snoozed_until, now)
        return Quiet(f"You snoozed the silence until {end}: the last update was {heard}.", calm=False)
    waiting = unseen(track)
    if waiting:
        names = listed(each.metric for each in waiting)
        when = _ago(waiting[0], now)
        return Quiet(f"You acknowledged {names}{when}; the agent goes on when it next looks.")
    if track.position.status in _NEXT_IS_STARTED and (following := track.next_action) is not None:
        command = f"Run in the agent: {following.command}" if following.command else f"Next: {following.text}"
        why = track.position.status.replace("_", " ")
        return Quiet(f"Nothing waits. {command} ({why}).")
    last = track.position.last_activity
    return Quiet("Nothing needs you.", f"Last: {last.text}" if last is not None and last.text else "")


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
    return f"You snoozed {threshold.metric}{f' until {end}' if end else ''}: {course(threshold, track).told}."
