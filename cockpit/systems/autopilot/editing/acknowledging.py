"""Acknowledging an alert, in every place that is present: the JSON first, then trigger state, table and list."""

from datetime import timedelta

from cockpit.model import Level, Threshold, Track
from cockpit.model.errors import Changed, Refused
from cockpit.model.intents import Acknowledge
from cockpit.rules.acknowledgments import agent_honours
from cockpit.rules.metrics import Metric, format_amount
from cockpit.rules.preconditions import level_moved
from cockpit.rules.times import parse_instant, write_instant
from cockpit.systems.autopilot.editing.acknowledgment_store import AcknowledgmentStore
from cockpit.systems.autopilot.editing.arguments import checked_metric
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.projection import agents_level, project_acknowledgment
from cockpit.systems.autopilot.editing.stops import ways_out, ways_to_tell
from cockpit.systems.autopilot.editing.trigger_store import flag, open_stores
from cockpit.systems.autopilot.metrics import agents_limits
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_option

TOUCHES = frozenset({"thresholds", "triggers", "extra", "findings"})
"""What a verb on acknowledgments may change of a track."""


def acknowledge(desk: Desk, intent: Acknowledge) -> Outcome:
    """A person has seen the alert (seed, `acknowledge`). Raises Refused at any other level."""
    metric = checked_metric(intent.metric)
    note, session = checked_option(intent.note, "note"), checked_option(intent.session_id, "session id")
    value = _alerting_value(desk, metric, intent.seen)
    given = _standing(desk, metric, value, note, session)
    at = given or _later_than_reset(desk)
    remarks = _remarks(desk, at) if given is None else []
    if given is None:
        store = AcknowledgmentStore.open(desk) or AcknowledgmentStore.create(desk)
        store.give(metric.name, at=at, value=value, session_id=session, note=note)
        if note and store.shape == 2:
            remarks.append(f"{store.sheet.path} has no place for the note; only cockpit's ledger keeps it.")
    flag(desk, metric.name, True)
    project_acknowledgment(desk, metric, value, at)
    done = f"Acknowledged {metric.name} at {format_amount(value, metric.unit)}"
    return Outcome(
        sentence=f"{done}: {note}" if note else f"{done}.",
        remarks=tuple(remarks),
        touches=TOUCHES,
        holds=lambda track: _is_acknowledged(track, metric, value) and others_stay(desk, track, metric.name),
    )


def _alerting_value(desk: Desk, metric: Metric, seen: Level | None) -> float:
    """The value of a metric that is at its alert, by the limits the agent reads. Raises Refused otherwise.

    What the person saw is the level by the present limits, ours among them.
    """
    open_stores(desk)  # the places of the truth must be whole, also where there is nothing to acknowledge
    AcknowledgmentStore.open(desk)
    value, _ = desk.gauges.value(metric.name)
    level = agents_level(desk, metric, value)
    threshold = desk.threshold(metric.name)
    present = threshold.level if threshold else None
    shown = format_amount(value, metric.unit) if value is not None else "unknown"
    moved = level_moved(metric.name, seen, present, shown) if seen is not None else None
    if moved is not None:
        raise Changed(moved)
    if value is None:
        raise Refused(f"{metric.name} has no value: there is nothing to acknowledge.")
    if level == "stop" and present != "stop":
        raise Refused(f"The agent halts at its own limit ({metric.name} {shown}). {ways_to_tell(desk, metric)}")
    if "stop" in (level, present):
        raise Refused(
            f"{metric.name} is at stop ({shown}): no acknowledgment lifts a stop. {ways_out(desk, metric, value)}"
        )
    if level is None:
        begins = format_amount(agents_limits(metric, desk.gauges).warning or 0, metric.unit)
        raise Refused(f"{metric.name} is at no level: there is nothing to acknowledge (warning begins at {begins}).")
    if level == "warning":
        raise Refused(
            f"{metric.name} is at warning: a warning never stops the agent, and an acknowledgment in its file "
            "would make it skip the alert."
        )
    return value


def _standing(desk: Desk, metric: Metric, value: float, note: str | None, session: str | None) -> str | None:
    """When the alert was acknowledged, where that still holds and says the same; then the JSON stays as it is."""
    threshold = desk.threshold(metric.name)
    given = threshold.acknowledgment if threshold else None
    recorded = desk.gauges.acknowledgments.given.get(metric.name)
    if given is None or recorded is None or recorded.at is None or not given.effective or given.value != value:
        return None
    same = note in (None, recorded.note) and session in (None, recorded.session_id)
    return recorded.at if same else None


def _later_than_reset(desk: Desk) -> str:
    """Now; or the time of the last reset, where that lies in the future: else the agent would not count it."""
    reset = parse_instant(desk.gauges.acknowledgments.last_reset)
    if reset is None or agent_honours(desk.now, desk.gauges.acknowledgments.last_reset):
        return desk.now
    whole = reset.at.replace(microsecond=0)
    return write_instant(whole + timedelta(seconds=1) if whole < reset.at else whole)


def _remarks(desk: Desk, at: str) -> list[str]:
    if at == desk.now:
        return []
    reset = desk.gauges.acknowledgments.last_reset
    return [
        f"The last reset is dated {reset}, after now; so that the agent counts it, the acknowledgment is dated {at}."
    ]


def _is_acknowledged(track: Track, metric: Metric, value: float) -> bool:
    threshold = track.threshold(metric.name)
    given = threshold.acknowledgment if threshold else None
    return threshold is not None and given is not None and given.value == value and threshold.agent_will == "continue"


def others_stay(desk: Desk, track: Track, *metrics: str) -> bool:
    """Whether all other metrics have the value, the level and the effect they had, and are acknowledged or not. Where
    places disagree, a verb that dates the state file may leave nothing to tell which is newer."""
    others = [(before, track.threshold(before.metric)) for before in desk.before.thresholds]
    return all(
        _told(after) == _told(before) or (after is not None and after.disagreeing)
        for before, after in others
        if before.metric not in metrics
    )


def _told(threshold: Threshold | None) -> tuple[object, ...]:
    if threshold is None:
        return ()
    return threshold.value, threshold.level, threshold.acknowledgment is None, threshold.agent_will
