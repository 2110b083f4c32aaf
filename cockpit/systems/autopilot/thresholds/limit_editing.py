"""Changing a limit: in the Thresholds table, where the agent reads it; else in our `.cockpit/limits.toml`."""

from dataclasses import replace

from cockpit.model import LEVELS, Level, Limits, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import SetLimit
from cockpit.rules.thresholds.metrics import (
    LIMITS_FILE,
    Metric,
    conflicting,
    format_amount,
    level_of,
    rank,
    resolve,
)
from cockpit.systems.autopilot.edit_session import EditSession, checked_metric, checked_value, state_editor
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.thresholds.acknowledgment_editing import others_stay, reads_limit
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.thresholds.limit_sources import config_command
from cockpit.systems.autopilot.thresholds.metrics import agents_limits
from cockpit.systems.autopilot.thresholds.table_editing import Shown, project_limit
from cockpit.systems.autopilot.thresholds.value_editing import is_honoured, level_key
from cockpit.systems.shared.json_editor import JsonEditor
from cockpit.systems.shared.limits_file import LIMITS_PATH
from cockpit.systems.shared.limits_file_editing import write_limit
from cockpit.systems.shared.outcome import Outcome
from cockpit.wording.messages import Message

TOUCHES = frozenset({"thresholds", "findings"})


def set_limit(edit: EditSession, intent: SetLimit) -> Outcome:
    """Change the value at which a level begins. The limits stay in order: warning, alert, stop."""
    metric = checked_metric(edit, intent.metric)
    level = _checked_level(intent.level)
    if intent.value is None:
        raise CommandError(Message("autopilot.limit-not-removed", level=level, metric=metric.name))
    value = _checked_value(metric, level, intent.value)
    in_table = _write_table(edit, metric, level, value)
    if not in_table:
        _checked_order(metric, level, value, resolve(metric, edit.gauges.sources))
    if not in_table or _is_unread_in_ours(edit, metric, level):
        write_limit(edit.draft, edit.folder.at(LIMITS_PATH), metric, level, value, named=metric_named)
    return Outcome(
        sentence=Message(
            "autopilot.limit-set", level=level, metric=metric.name, limit=format_amount(value, metric.unit)
        ),
        remarks=_remarks(edit, metric, level, value, in_table=in_table),
        touches=TOUCHES,
        holds=lambda track: _is_set(edit, track, metric, level, value) and others_stay(edit, track, metric.name),
    )


def _is_unread_in_ours(edit: EditSession, metric: Metric, level: Level) -> bool:
    """Whether our file states that limit too, and nobody can read it."""
    unread = (source.unread.get(metric.name, ()) for source in edit.gauges.sources if source.name == LIMITS_FILE)
    return any(each.what == f"{level} limit" for statements in unread for each in statements)


def _checked_level(level: str) -> Level:
    known = next((known for known in LEVELS if known == level), None)
    if known is None:
        raise CommandError(Message("autopilot.no-such-level", level=level, known=LEVELS))
    return known


def _checked_value(metric: Metric, level: Level, stated: float) -> float:
    """An amount at which a level can begin."""
    value = checked_value(metric, stated, Message("autopilot.limit-of-metric", level=level, metric=metric.name))
    if value == 0:
        raise CommandError(Message("autopilot.limit-zero", level=level, metric=metric.name))
    if metric.most is not None and value > metric.most:
        limit, most = (format_amount(amount, metric.unit) for amount in (value, metric.most))
        raise CommandError(
            Message("autopilot.limit-beyond-most", level=level, metric=metric.name, limit=limit, most=most)
        )
    return value


def _write_table(edit: EditSession, metric: Metric, level: Level, value: float) -> bool:
    """Write the limit into the state file's table; whether it has a row for the metric.

    Raises CommandError where that is read only.
    """
    row = edit.gauges.row(metric.name)
    if row is None or not reads_limit(edit, metric, level):
        return False
    state_editor(edit)
    before = agents_limits(metric, edit.gauges)
    after = _checked_order(metric, level, value, before)
    if after == before and row.limits.get(level) == value:
        return True
    honoured = is_honoured(edit.gauges, metric.name)
    shown = Shown(level=level_of(row.value, after), acknowledged=honoured, limits={level: value})
    if not project_limit(edit, metric, level, value, shown):
        return False
    _write_level(edit, metric, after)
    return True


def _write_level(edit: EditSession, metric: Metric, limits: Limits) -> None:
    """Bring the recorded level of thresholds.json in line with the new limits."""
    measured = edit.gauges.measured(metric.name)
    editor = JsonEditor.open(edit.draft, edit.path(THRESHOLDS_NAME))
    key = level_key(editor, metric) if editor else None
    if editor is not None and measured is not None and key is not None:
        editor.put(("levels_triggered", key), level_of(measured.value, limits))


def _checked_order(metric: Metric, level: Level, value: float, limits: Limits) -> Limits:
    """The limits with the new one. Raises CommandError where it stands in the wrong order with another."""
    after = replace(limits, **{level: value})  # type: ignore[arg-type]  # a level is a field of the limits
    found = conflicting(after, level)
    if found is None:
        return after
    other, other_limit = found[0], format_amount(found[1], metric.unit)
    limit, name = format_amount(value, metric.unit), metric.name
    raise CommandError(
        Message(
            "autopilot.limit-below-other", level=level, metric=name, limit=limit, other=other, other_limit=other_limit
        )
        if rank(level) > rank(other)
        else Message(
            "autopilot.limit-above-other", level=level, metric=name, limit=limit, other=other, other_limit=other_limit
        )
    )


def _remarks(edit: EditSession, metric: Metric, level: Level, value: float, *, in_table: bool) -> tuple[Message, ...]:
    remarks = [] if in_table else [_limit_not_read(metric, level, value)]
    if level in edit.context.limits.get(metric.name, {}):
        remarks.append(Message("autopilot.limit-given-on-command-line"))
    return tuple(remarks)


def _limit_not_read(metric: Metric, level: Level, value: float) -> Message:
    command = config_command(metric, level, value)
    if command is None:
        return Message("autopilot.limit-not-told-to-agent", path=LIMITS_PATH, metric=metric.name)
    return Message("autopilot.limit-not-read-by-agent", path=LIMITS_PATH, command=command)


def _is_set(edit: EditSession, track: Track, metric: Metric, level: Level, value: float) -> bool:
    """Whether the limit is shown. A metric without a value is not, nor a limit that the command line overrides."""
    threshold = track.threshold(metric.name)
    if threshold is None or level in edit.context.limits.get(metric.name, {}):
        return True
    return threshold.limits.at(level) == value
