"""Recording a measured value: thresholds.json, the table, and the triggers that are due (seed)."""

from collections.abc import Iterator

from cockpit.model import Level, Track
from cockpit.model.intents import SetValue
from cockpit.model.readings import SOURCE_WORDS
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import METRICS, Metric, format_amount
from cockpit.systems.autopilot.edit_session import EditSession, checked_metric, checked_value, state_editor
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.thresholds.acknowledgment_editing import AcknowledgmentStore, others_stay
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.thresholds.metrics import Gauges
from cockpit.systems.autopilot.thresholds.table_editing import agents_level, project_value
from cockpit.systems.autopilot.thresholds.thresholds_state import value_maps, value_member
from cockpit.systems.autopilot.thresholds.trigger_editing import fire_due, whole_stores
from cockpit.systems.autopilot.thresholds.triggers_state import TIME
from cockpit.systems.shared.json_editor import JsonEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.stated_values import object_of
from cockpit.wording.messages import Message

TOUCHES = frozenset({"thresholds", "triggers", "findings", "updated"})


def set_value(edit: EditSession, intent: SetValue) -> Outcome:
    """Record a value, the level it reaches by the limits the agent reads, and the time of the check."""
    metric = checked_metric(edit, intent.metric)
    value = checked_value(metric, intent.value, metric.name)
    level = agents_level(edit, metric, value)
    _, damaged = whole_stores(edit)
    stored = _write_store(edit, metric, value, level)
    project_value(edit, metric, value, acknowledged=is_honoured(edit.gauges, metric.name))
    fired = fire_due(edit, metric.name, level) if stored and not damaged else ()
    amount = format_amount(value, metric.unit)
    done = Message("autopilot.value-set", metric=metric.name, amount=amount)
    if level is not None:
        done = Message("autopilot.value-set-at-level", metric=metric.name, amount=amount, level=level)
    return Outcome(
        sentence=done,
        remarks=(*map(_fired_message, fired), *damaged, *_used_more(edit, metric, value)),
        touches=TOUCHES | ({"extra"} if edit.is_waypoint else set()),
        holds=lambda track: _is_set(track, metric, value) and others_stay(edit, track, metric.name),
    )


def _used_more(edit: EditSession, metric: Metric, value: float) -> Iterator[Message]:
    used = edit.gauges.used.get(metric.name)
    if used is not None and used.value > value:
        shown = format_amount(used.value, metric.unit)
        text = f"By the {SOURCE_WORDS[used.source]} {metric.name} is {shown}: that counts."
        yield Message("autopilot.sessions-used-more", text)


def is_honoured(gauges: Gauges, metric: str) -> bool:
    """Whether the agent counts an acknowledgment of the metric; by the table's mark where the JSON is damaged."""
    if not gauges.acknowledgments.complete:
        row = gauges.row(metric)
        return row is not None and row.acknowledged
    recorded = gauges.recorded(metric)
    return recorded is not None and agent_honours(recorded.at, gauges.acknowledgments.last_reset)


def level_key(editor: JsonEditor, metric: Metric) -> str | None:
    """The key under which thresholds.json records the metric's level."""
    levels = object_of(editor.content.get("levels_triggered"))
    return next((key for key in levels if metric_named(key) == metric), None)


def _fired_message(name: str) -> Message:
    if name == TIME:
        return Message("autopilot.trigger-fired-for-checkpoint", trigger=name)
    return Message("autopilot.trigger-fired", trigger=name)


def _write_store(edit: EditSession, metric: Metric, value: float, level: Level | None) -> bool:
    """Write thresholds.json; whether there is one. A new one comes only where the track has no other place.

    A state file that alone keeps the thresholds stays alone: a JSON beside it would void what it records. Raises
    CommandError where it is read only.
    """
    path = edit.path(THRESHOLDS_NAME)
    editor = JsonEditor.open(edit.draft, path)
    if editor is None and edit.gauges.row(metric.name) is not None and not edit.gauges.has_store:
        state_editor(edit)
        return False
    if editor is None:
        _keep_acknowledgments(edit)
        editor = JsonEditor.create(edit.draft, path, {"current_values": {}, "levels_triggered": {}, "last_check": None})
    content = editor.content
    maps = {location: object_of(content.get(location[0])) if location else content for location in value_maps(content)}
    places = [(location, key) for location, stated in maps.items() for key in stated if metric_named(key) == metric]
    if all(location != ("current_values",) for location, _ in places):
        places.append((("current_values",), metric.key))
    number = int(value) if value == int(value) else value
    for location, key in places:
        editor.put((*location, key, *value_member(maps.get(location, {}).get(key))), number)
    editor.put(("levels_triggered", level_key(editor, metric) or metric.name), level)
    editor.put(("last_check",), edit.now)
    return True


def _keep_acknowledgments(edit: EditSession) -> None:
    """Where the state file alone recorded acknowledgments, they get their JSON too: beside one, only it counts."""
    if not edit.gauges.has_store and any(edit.gauges.recorded(metric.name) for metric in METRICS):
        AcknowledgmentStore.create(edit)


def _is_set(track: Track, metric: Metric, value: float) -> bool:
    threshold = track.threshold(metric.name)
    return threshold is not None and value in (threshold.value, threshold.stated)
