"""Acknowledging an alert, in every place that is present: the JSON first, then trigger state, table and list."""

import math
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Literal

from cockpit.model import Level, Threshold, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Acknowledge, ResetAlerts, Withdraw
from cockpit.rules.preconditions import level_moved
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import METRICS, Metric, format_amount, resolve
from cockpit.systems.autopilot.edit_session import EditSession, checked_metric, state_editor
from cockpit.systems.autopilot.thresholds.acknowledgments_state import NAME, empty_map, find_map, is_empty, no_map
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.thresholds.limit_sources import config_command
from cockpit.systems.autopilot.thresholds.metrics import agents_limits
from cockpit.systems.autopilot.thresholds.table import entries_of
from cockpit.systems.autopilot.thresholds.table_editing import (
    acknowledgment_entry,
    agents_level,
    project_acknowledgment,
    project_withdrawal,
)
from cockpit.systems.autopilot.thresholds.trigger_editing import flag, open_stores, whole_stores
from cockpit.systems.shared.json_editor import JsonEditor
from cockpit.systems.shared.outcome import Outcome, checked_option
from cockpit.systems.shared.stated_values import number_of, object_of
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.json_text import write_new
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant, write_instant

# What a person can do about a stop: raise the limit, or remove the cause

_OTHERWISE = {
    "cost": "autopilot.otherwise-remove-cause",
    "context": "autopilot.otherwise-hand-off",
    "variance": "autopilot.otherwise-correct-estimate",
    "errors": "autopilot.otherwise-resolve-errors",
    "tokens": "autopilot.otherwise-remove-cause",
}
"""By metric, what helps beside another limit."""


def stop_remedies(edit: EditSession, metric: Metric, value: float) -> Message:
    """What a person can do about a stop. Where the value is at the maximum of the metric, no limit can be above it."""
    present = resolve(metric, edit.gauges.sources).stop or metric.limits[2]
    if value < present:
        return Message("autopilot.value-below-stop", metric=metric.name)
    raised = min(_raised(present, value), metric.most or math.inf)
    if raised <= value:  # only the context has a most
        return Message("autopilot.most-is-reached")
    command, in_table = config_command(metric, "stop", raised), reads_limit(edit, metric, "stop")
    ours = Message("autopilot.command-for-limit", metric=metric.name, limit=raised)
    if edit.is_older and in_table:
        ours = Message("autopilot.migrate-before-limit", metric=metric.name, limit=raised)
    otherwise = Message(_OTHERWISE[metric.name])
    agents = agents_limits(metric, edit.gauges).stop
    if agents is None or value < agents or (in_table and command is None):  # only our limit is to be raised
        return Message("autopilot.raise-limit", ours=ours, otherwise=otherwise)
    if command is None:
        return Message("autopilot.agent-reads-no-limit", metric=metric.name, otherwise=otherwise)
    if in_table:
        return Message("autopilot.raise-limit-or-tell-agent", ours=ours, command=command, otherwise=otherwise)
    return Message("autopilot.raise-limit-and-tell-agent", ours=ours, command=command, otherwise=otherwise)


def agent_limit_remedies(edit: EditSession, metric: Metric) -> Message:
    """What a person can do where the agent halts at a limit that is lower than the present one."""
    threshold, otherwise = edit.threshold(metric.name), Message(_OTHERWISE[metric.name])
    if threshold is None or threshold.tell_agent is None:
        return Message("autopilot.agent-has-no-command-for-limit", otherwise=otherwise)
    return Message("autopilot.tell-agent-present-limit", command=threshold.tell_agent, otherwise=otherwise)


def reads_limit(edit: EditSession, metric: Metric, level: Level) -> bool:
    """Whether the state file has a place for a limit, which is where the agent reads it."""
    if edit.is_waypoint or edit.is_older:
        return edit.gauges.row(metric.name) is not None
    entries = entries_of(edit.editor.markdown, metric) if edit.editor else ()
    return any(level in entry.limits for entry in entries)


def _raised(limit: float, value: float) -> float:
    """A limit with room above the value: steps of a fifth of the present one, at least three of them."""
    step = max(1.0, limit / 5)
    return float(math.ceil(limit + max(3, math.floor((value - limit) / step) + 1) * step))


# `state/acknowledgments.json`, changed as the seed's `acknowledge` and `resetAcknowledgments` do, in the shape found

Shape = Literal[1, 2]

_HISTORY = "acknowledgment_history"
_RESET = "last_reset"
EMPTY: dict[str, object] = {"acknowledgments": {}, _HISTORY: [], _RESET: None}
"""What a new file holds (seed, "Acknowledgment Storage")."""


class AcknowledgmentStore:
    """The acknowledgments of a track, in their file."""

    def __init__(self, editor: JsonEditor, now: str) -> None:
        """Raises CommandError where something else stands in the place of the acknowledgments."""
        self.editor, self._now = editor, now
        misplaced = no_map(editor.content)
        if misplaced is not None:
            raise unsafe(editor.path, Message("autopilot.no-map-of-acknowledgments", key=misplaced))
        empty = empty_map(editor.content)
        if empty is not None:
            editor.put((empty,), {})
        location, entries = find_map(editor.content)
        self.shape: Shape = _shape(entries)
        self._location: tuple[str, ...] = location if self.shape == 2 or location else ("acknowledgments",)

    @classmethod
    def open(cls, edit: EditSession) -> "AcknowledgmentStore | None":
        """The store, None where there is no file. Raises CommandError where it is damaged."""
        path = edit.path(NAME)
        if edit.draft.read(path) is not None and is_empty(edit.draft.text(path) or ""):
            edit.draft.overwrite(path, write_new(EMPTY, "\n"))
        editor = JsonEditor.open(edit.draft, path)
        return cls(editor, edit.now) if editor else None

    @classmethod
    def create(cls, edit: EditSession) -> "AcknowledgmentStore":
        """A new store. What the state file alone recorded until now is taken over, so that the agent keeps to it."""
        entries: dict[str, object] = {}
        for metric in METRICS if not edit.gauges.has_store else ():
            recorded = edit.gauges.recorded(metric.name)
            if recorded is not None:
                entries[metric.name] = _entry(recorded.at, recorded.value, None, None)
        editor = JsonEditor.create(edit.draft, edit.path(NAME), {**EMPTY, "acknowledgments": entries})
        return cls(editor, edit.now)

    def keys(self, metric: str) -> tuple[str, ...]:
        """The keys under which a metric is acknowledged; the first one is read."""
        return tuple(key for key in self._entries() if (found := metric_named(key)) and found.name == metric)

    def give(self, metric: str, *, at: str, value: float, session_id: str | None, note: str | None) -> None:
        """Record an acknowledgment. An earlier one of the metric goes to the history."""
        keys = self.keys(metric)
        for key in keys:
            self._remember(key)
        for key in keys[1:]:
            self.editor.drop((*self._location, key))
        entry = _entry(at, value, session_id, note) if self.shape == 1 else _short_entry(at, value, session_id)
        self.editor.put((*self._location, keys[0] if keys else metric), entry)

    def withdraw(self, metric: str) -> bool:
        """Take a metric's acknowledgment back; it goes to the history, `last_reset` stays. False where none is."""
        keys = self.keys(metric)
        for key in keys:
            self._take(key)
        return bool(keys)

    def reset(self) -> None:
        """Take all acknowledgments back and void older ones: `last_reset` becomes now. Nothing where none is."""
        entries = self._entries()
        for key, entry in entries.items():
            if self.shape == 1 or metric_named(key) or (isinstance(entry, dict) and "acknowledged_at" in entry):
                self._take(key)
        if entries and (self.shape == 1 or _RESET in self.editor.content):
            self.editor.put((_RESET,), self._now)

    def _entries(self) -> dict[str, Any]:
        content: Any = self.editor.content
        for key in self._location:
            content = content.get(key) or {}
        return {key: entry for key, entry in content.items() if key not in EMPTY} if not self._location else content

    def _take(self, key: str) -> None:
        self._remember(key)
        self.editor.drop((*self._location, key))

    def _remember(self, key: str) -> None:
        if self.shape == 2:
            return
        found = self._entries()[key]
        entry_before = found if isinstance(found, dict) else {}
        names = ("value_at_acknowledgment", "value_at_ack", "value")
        entry = {
            "type": key,
            "value": next((entry_before[name] for name in names if name in entry_before), None),
            "acknowledged_at": entry_before.get("acknowledged_at"),
            "reset_at": self._now,
        }
        self.editor.append((_HISTORY,), entry)


def _shape(entries: Mapping[str, Any]) -> Shape:
    """The shape of a file: the seed's, unless its entries are those of shape 2."""
    return 2 if any("value_at_ack" in object_of(entry) for key, entry in entries.items() if metric_named(key)) else 1


def _entry(at: str | None, value: float | None, session_id: str | None, note: str | None) -> dict[str, object]:
    return {
        "acknowledged_at": at,
        "value_at_acknowledgment": number_of(value),
        "threshold_level": "alert",
        "session_id": session_id,
        "user_note": note,
    }


def _short_entry(at: str, value: float, session_id: str | None) -> dict[str, object]:
    return {"acknowledged_at": at, "value_at_ack": value, "session_id": session_id}


TOUCHES = frozenset({"thresholds", "triggers", "extra", "findings"})
"""What a verb on acknowledgments may change of a track."""


def acknowledge(edit: EditSession, intent: Acknowledge) -> Outcome:
    """A person has seen the alert (seed, `acknowledge`). Raises CommandError at any other level."""
    metric = checked_metric(edit, intent.metric)
    note, session = checked_option(intent.note, "note"), checked_option(intent.session_id, "session id")
    present = _alerting_value(edit, metric, intent)
    value = intent.value if intent.value is not None else present
    standing = _effective_since(edit, metric, value, note, session)
    at = standing or _later_than_reset(edit)
    remarks = _remarks(edit, at) if standing is None else []
    if standing is None:
        store = AcknowledgmentStore.open(edit) or AcknowledgmentStore.create(edit)
        store.give(metric.name, at=at, value=value, session_id=session, note=note)
        if note and store.shape == 2:
            remarks.append(Message("autopilot.no-place-for-note", path=store.editor.path))
    flag(edit, metric.name, True)
    stated, _ = edit.gauges.stated(metric.name)
    in_table = stated if stated is not None else present
    project_acknowledgment(edit, metric, in_table, acknowledgment_entry(metric, value, at))
    amount = format_amount(value, metric.unit)
    done = Message("autopilot.acknowledged", metric=metric.name, amount=amount)
    if note:
        done = Message("autopilot.acknowledged-with-note", metric=metric.name, amount=amount, note=note)
    return Outcome(
        sentence=done,
        remarks=tuple(remarks),
        touches=TOUCHES,
        holds=lambda track: _is_acknowledged(track, metric, value) and others_stay(edit, track, metric.name),
    )


def _alerting_value(edit: EditSession, metric: Metric, intent: Acknowledge) -> float:
    """The value of a metric that is at its alert, by the limits the agent reads. Raises CommandError otherwise.

    What the person saw is the level by the present limits, ours among them.
    """
    open_stores(edit)  # the places of the truth must be whole, also where there is nothing to acknowledge
    AcknowledgmentStore.open(edit)
    value, _ = edit.gauges.value(metric.name)
    level = agents_level(edit, metric, value)
    threshold = edit.threshold(metric.name)
    present = threshold.level if threshold else None
    shown = format_amount(value, metric.unit) if value is not None else "unknown"
    moved = level_moved(metric.name, intent.seen, present, shown) if not intent.is_about(present) else None
    if moved is not None:
        raise Changed(moved)
    if value is None:
        raise CommandError(Message("autopilot.no-value-to-acknowledge", metric=metric.name))
    if level == "stop" and present != "stop":
        way = agent_limit_remedies(edit, metric)
        raise CommandError(Message("autopilot.agent-halts-at-own-limit", metric=metric.name, amount=shown, way=way))
    if "stop" in (level, present):
        way = stop_remedies(edit, metric, value)
        raise CommandError(Message("autopilot.stop-not-acknowledged", metric=metric.name, amount=shown, way=way))
    if level is None:
        warning = format_amount(agents_limits(metric, edit.gauges).warning or 0, metric.unit)
        raise CommandError(Message("autopilot.no-level-to-acknowledge", metric=metric.name, warning=warning))
    if level == "warning":
        raise CommandError(Message("autopilot.warning-not-acknowledged", metric=metric.name))
    return value


def _effective_since(
    edit: EditSession, metric: Metric, value: float, note: str | None, session: str | None
) -> str | None:
    """When the alert was acknowledged, where that still holds and says the same; then the JSON stays as it is."""
    threshold = edit.threshold(metric.name)
    present = threshold.acknowledgment if threshold else None
    recorded = edit.gauges.acknowledgments.recorded.get(metric.name)
    if present is None or recorded is None or recorded.at is None or not present.effective or present.value != value:
        return None
    same = note in (None, recorded.note) and session in (None, recorded.session_id)
    return recorded.at if same else None


def _later_than_reset(edit: EditSession) -> str:
    """Now, or the time of the last reset if that is in the future: the agent ignores acknowledgments before it. Raises
    CommandError where that cannot be read.
    """
    stated = edit.gauges.acknowledgments.last_reset
    reset = parse_instant(stated)
    if agent_honours(edit.now, stated):
        return edit.now
    if reset is None:
        path = edit.gauges.acknowledgments.path
        raise CommandError(Message("autopilot.last-reset-unreadable", path=path, reset=stated))
    whole = reset.at.replace(microsecond=0)
    return write_instant(whole + timedelta(seconds=1) if whole < reset.at else whole)


def _remarks(edit: EditSession, at: str) -> list[Message]:
    if at == edit.now:
        return []
    return [Message("autopilot.dated-after-last-reset", reset=edit.gauges.acknowledgments.last_reset, at=at)]


def _is_acknowledged(track: Track, metric: Metric, value: float) -> bool:
    threshold = track.threshold(metric.name)
    if threshold is None or threshold.acknowledgment is None:
        return False
    return threshold.acknowledgment.value == value and threshold.agent_will == "continue"


def others_stay(edit: EditSession, track: Track, *metrics: str) -> bool:
    """Whether all other metrics keep their value, level and effect, and stay acknowledged or not.

    Where places disagree, a verb that dates the state file may remove what shows which is newer; an unreadable value
    may be overwritten.
    """
    others = [(before, track.threshold(before.metric)) for before in edit.before.thresholds]
    return all(
        _compared(after) == _compared(before) or (after.disagreeing if after is not None else before.value is None)
        for before, after in others
        if before.metric not in metrics
    )


def _compared(threshold: Threshold | None) -> tuple[object, ...]:
    if threshold is None:
        return ()
    return threshold.value, threshold.level, threshold.acknowledgment is None, threshold.agent_will


# Withdrawing acknowledgments: one, some, or all (seed, `resetAcknowledgments`)


def withdraw(edit: EditSession, intent: Withdraw) -> Outcome:
    """Take one acknowledgment back; it goes to the history, `last_reset` stays."""
    metric = checked_metric(edit, intent.metric)
    return _withdraw(edit, (metric,))


def reset_alerts(edit: EditSession, intent: ResetAlerts) -> Outcome:
    """Take the named acknowledgments back; all of them where none is named, and void older ones."""
    if intent.metrics:
        return _withdraw(edit, tuple(dict.fromkeys(checked_metric(edit, name) for name in intent.metrics)))
    store, (_, damaged) = AcknowledgmentStore.open(edit), whole_stores(edit)
    acknowledged = [metric for metric in METRICS if edit.gauges.recorded(metric.name) is not None]
    _check_writable(edit, store, acknowledged)
    if store is not None:
        store.reset()
    for metric in METRICS:
        _clear_projections(edit, metric)
    done = Message("autopilot.unread-acknowledgments-reset" if edit.draft.changes() else "autopilot.none-acknowledged")
    if acknowledged:
        done = Message("autopilot.all-acknowledgments-reset", metrics=_names(acknowledged))
    return Outcome(
        sentence=done,
        remarks=(*_withdrawal_remarks(store, acknowledged), *damaged),
        touches=TOUCHES,
        holds=lambda track: all(threshold.acknowledgment is None for threshold in track.thresholds),
    )


def _withdraw(edit: EditSession, metrics: tuple[Metric, ...]) -> Outcome:
    store, (_, damaged) = AcknowledgmentStore.open(edit), whole_stores(edit)
    acknowledged = [metric for metric in metrics if edit.gauges.recorded(metric.name) is not None]
    _check_writable(edit, store, acknowledged)
    for metric in metrics:
        if store is not None:
            store.withdraw(metric.name)
        _clear_projections(edit, metric)
    done = Message("autopilot.nothing-acknowledged", metrics=_names(metrics), count=len(metrics))
    if acknowledged:
        done = Message("autopilot.acknowledgments-withdrawn", metrics=_names(acknowledged))
    return Outcome(
        sentence=done,
        remarks=(*_withdrawal_remarks(store, acknowledged), *damaged),
        touches=TOUCHES,
        holds=lambda track: all(_is_clear(track, metric) for metric in metrics),
    )


def _check_writable(edit: EditSession, store: AcknowledgmentStore | None, acknowledged: list[Metric]) -> None:
    """Raises CommandError where only a state file that is read only records what is to be withdrawn."""
    if acknowledged and store is None and edit.is_older:
        state_editor(edit)


def _clear_projections(edit: EditSession, metric: Metric) -> None:
    flag(edit, metric.name, False)
    project_withdrawal(edit, metric)


def _withdrawal_remarks(store: AcknowledgmentStore | None, acknowledged: list[Metric]) -> tuple[Message, ...]:
    if store is None or store.shape == 1 or not acknowledged:
        return ()
    return (Message("autopilot.no-place-for-history", path=store.editor.path),)


def _is_clear(track: Track, metric: Metric) -> bool:
    threshold = track.threshold(metric.name)
    return threshold is None or threshold.acknowledgment is None


def _names(metrics: Iterable[Metric]) -> tuple[str, ...]:
    return tuple(metric.name for metric in metrics)
