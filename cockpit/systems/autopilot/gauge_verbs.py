"""Acknowledgments, values, limits and triggers: in the JSON files, and shown in the state file's table and list."""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any

from cockpit.model import LEVELS, Level, Limits, Track
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, CommandError
from cockpit.model.readings import SOURCE_WORDS
from cockpit.rules.preconditions import level_moved
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import (
    LIMITS_FILE,
    METRICS,
    Metric,
    format_amount,
    level_of,
    metric_named,
    rank,
    resolve,
)
from cockpit.rules.thresholds.triggers import should_trigger
from cockpit.systems.autopilot.description import (
    ACKNOWLEDGMENTS_NAME,
    THRESHOLDS_NAME,
    TRIGGERS_NAME,
    is_marked,
    read_amount,
    read_level,
    with_amount,
    with_marks,
    write_amount,
)
from cockpit.systems.autopilot.editing import (
    Outcome,
    Present,
    checked_metric,
    checked_value,
    others_stay,
    refusal,
    said,
)
from cockpit.systems.autopilot.limits import config_command
from cockpit.systems.autopilot.stores import (
    BUILT_IN,
    HISTORY,
    JSON,
    MAPS,
    TIME,
    VALUE_KEYS,
    Store,
    config_of,
    metric_of,
)
from cockpit.systems.autopilot.thresholds import Gauges, agents_limits
from cockpit.systems.shared.limits_file import LIMITS_PATH
from cockpit.systems.shared.limits_file_editing import checked_limit, write_limit
from cockpit.systems.shared.outcome import checked_option
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.edits import Add, Place, Remove, Set
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.tree import Node
from cockpit.wording.messages import Message
from cockpit.wording.phrases import counted, listed
from cockpit.wording.times import parse_instant, write_instant

STATUS_WORDS: Mapping[Level | None, str] = {None: "OK", "warning": "Warning", "alert": "Alert", "stop": "Stop"}
"""The status of each level, as the seed writes it."""
Stores = dict[str, list[TextEdit]]


def agents_level(gauges: Gauges, metric: Metric, value: float | None) -> Level | None:
    """The level a value reaches by the limits that the agent reads."""
    return level_of(value, agents_limits(metric, gauges))


def is_honoured(gauges: Gauges, metric: str) -> bool:
    """Whether the agent counts an acknowledgment of the metric; by the table's mark where the JSON is damaged."""
    if not gauges.acknowledgments.complete:
        return gauges.is_marked(metric)
    recorded = gauges.recorded(metric)
    return recorded is not None and agent_honours(recorded.at, gauges.acknowledgments.last_reset)


# The table and the list of the state file, which show what the JSON says


def _rows(present: Present, metric: Metric) -> list[int]:
    """The rows of the Thresholds table about a metric."""
    state = present.editable
    rows = state.reading.said["thresholds"] if state is not None and state.layout == "state" else []
    return [at for at, row in enumerate(rows) if metric_named(row.get("type", "")) == metric]


def _shown(present: Present, metric: Metric, level: Level | None, *, acknowledged: bool, value: float | None = None,
           limits: Mapping[Level, float] | None = None, only_alert: bool = False) -> Iterator[TextEdit]:  # fmt: skip
    """Bring the rows of a metric up to date: amounts, marks of reached levels, the status. `value` and `limits` are
    those that change; `only_alert` leaves other cells, unless they have the mark of an acknowledgment."""
    for at in _rows(present, metric):
        row = present.state.reading.said["thresholds"][at]
        own = read_amount(row.get("value", "")) if only_alert else None
        now = agents_level(present.gauges, metric, own) if own is not None else level
        cells = {each: "" for each in ("value", "status") if ("thresholds", at, each) in present.state.reading.places}
        row = {**(cells if value is not None else {}), **row}
        if value is not None and "value" in row:
            yield from _cell(present, at, "value", with_amount(row["value"], value, metric.unit))
        for each in LEVELS:
            limit, text = (limits or {}).get(each), row.get(each)
            if text is None or (only_alert and each != "alert" and not is_marked(text)):
                continue
            text = with_amount(text, limit, metric.unit) if limit is not None else text
            is_reached = rank(now) >= rank(each)
            yield from _cell(present, at, each, with_marks(text, each, reached=is_reached,
                             acknowledged=acknowledged and each == "alert" and is_reached))  # fmt: skip
        if (status := row.get("status")) is not None:
            is_given = acknowledged and now == "alert"
            if read_level(status) != (now or "ok") or is_marked(status) != is_given:
                word = STATUS_WORDS[now]
                word = word.upper() if len(status) > 2 and status.isupper() else word
                yield from _cell(present, at, "status", f"{word} (ack)" if is_given else word)


def _cell(present: Present, at: int, column: str, text: str) -> Iterator[TextEdit]:
    if present.state.reading.said["thresholds"][at].get(column) != text:
        yield Set(("thresholds", at, column), text)


def _entries(present: Present, metric: Metric) -> list[int]:
    """The entries about a metric in the list of acknowledged alerts."""
    state = present.editable
    texts = state.reading.said["acknowledged"] if state is not None and state.layout == "state" else []
    lines = {each.line for each in present.gauges.listed}
    named = (metric_named(text.partition(" @ ")[0]) for text in texts)
    places = [state.reading.places["acknowledged", at][0].line for at in range(len(texts))] if state else []
    return [at for at, each in enumerate(named) if each == metric and (places[at] in lines or " @ " in texts[at])]


def _listed(present: Present, metric: Metric, text: str) -> Iterator[TextEdit]:
    """Add the metric's entry to the list, or bring it up to date."""
    mine, state = _entries(present, metric), present.editable
    if mine:
        yield Set(("acknowledged", mine[-1]), text)
    elif state is not None and state.layout == "state" and state.reading.heads.get("thresholds") is not None:
        yield Add(("acknowledged",), text)


def _alert_answer(present: Present, metric: Metric, *, acknowledged: bool) -> Iterator[TextEdit]:
    """The one acknowledgment that a waypoint has a line for."""
    state, at = present.editable, ("alerts", "Alert acknowledged")
    if state is not None and state.layout == "waypoint" and metric.name == "cost" and at in state.reading.places:
        stated = state.reading.get(*at)
        if (stated is not None and stated.text.casefold() == "yes") != acknowledged:
            yield Set(at, "Yes" if acknowledged else "No")


def _fuel(present: Present, metric: Metric, value: float) -> Iterator[TextEdit]:
    """The amounts of a waypoint that state a value."""
    state = present.editable
    if state is None or state.layout == "state":
        return
    for at in (("fuel", "Total Cost"), ("position", "Context Used")):
        stated = state.reading.get(*at)
        if stated is not None and metric.name == ("cost" if at[0] == "fuel" else "context"):
            yield Set(at, with_amount(stated.text, value, metric.unit))
    for at_row, row in enumerate(state.reading.said["limits"] if metric.name == "cost" else ()):
        if "used" in row:
            yield Set(("limits", at_row, "used"), with_amount(row["used"], value, metric.unit))
            yield from _remaining(at_row, row, read_amount(row.get("limit", "")), value, metric)


def _remaining(at: int, row: Mapping[str, str], limit: float | None, used: float | None, metric: Metric
               ) -> Iterator[TextEdit]:  # fmt: skip
    if "remaining" in row and limit is not None and used is not None:
        left = max(0.0, round(limit - used, 2))
        yield Set(("limits", at, "remaining"), with_amount(row["remaining"], left, metric.unit))


# acknowledgments.json


def _acknowledgments(present: Present) -> tuple[Place, dict[str, Node], bool, list[TextEdit]]:
    """Where the map of acknowledgments stands, its entries, whether it has the second shape, and what must be edited
    before one can be added. Raises CommandError where something else stands there."""
    store, at = present.store(ACKNOWLEDGMENTS_NAME), present.gauges.acknowledgments.map_at
    if store is None:
        return (MAPS[0],), {}, False, []
    for key in MAPS:
        node = store.root.child(key)
        if node is not None and not isinstance(node.value, dict):
            if node.value not in (None, "", []):
                raise unsafe(store.path, said("no-map-of-acknowledgments", f"{key} is not an object"))
            return (key,), {}, False, [Set((key,), {})]
    node = store.root.at(at)
    entries = {str(key): child for key, child in node.children()} if node is not None else {}
    entries = {key: child for key, child in entries.items() if at or key not in (*MAPS, HISTORY, "last_reset")}
    is_short = any(child.child("value_at_ack") is not None for key, child in entries.items() if metric_of(key))
    return at, entries, is_short, []


def _take(at: Place, key: str, entry: Node, now: str, *, is_short: bool) -> Iterator[TextEdit]:
    """Withdraw an entry; it goes to the history, where the shape has one."""
    yield from () if is_short else (_history(key, entry, now),)
    yield Remove((*at, key))


def _history(key: str, entry: Node, now: str) -> Add:
    value = next((child for name in VALUE_KEYS if (child := entry.child(name)) is not None), None)
    given = entry.child("acknowledged_at")
    return Add((HISTORY,), {
        "type": key,
        "value": value.typed() if value is not None else None,
        "acknowledged_at": given.typed() if given is not None else None,
        "reset_at": now,
    })  # fmt: skip


def _entry(at: str | None, value: float | None, session_id: str | None, note: str | None) -> dict[str, Any]:
    return {
        "acknowledged_at": at,
        "value_at_acknowledgment": _number(value),
        "threshold_level": "alert",
        "session_id": session_id,
        "user_note": note,
    }


def _given(at: Place, there: Node | None, entry: Mapping[str, Any]) -> Iterator[TextEdit]:
    """An acknowledgment in the place of an earlier one of the metric, of which nothing stays."""
    if there is None or not there.value or not isinstance(there.value, dict):
        yield Set(at, dict(entry))
        return
    yield from (Set((*at, key), value) for key, value in entry.items())
    yield from (Remove((*at, str(key))) for key, _ in there.children() if key not in entry)


def _number(value: float | None) -> float | None:
    return int(value) if value is not None and value == int(value) else value


def _kept(present: Present) -> list[TextEdit]:
    """What the state file alone recorded until now, for a first JSON file, beside which only that counts."""
    if present.gauges.has_store:
        return []
    found = ((metric, present.gauges.recorded(metric.name)) for metric in METRICS)
    return [Set((MAPS[0], metric.name), _entry(each.at, each.value, None, None))
            for metric, each in found if each is not None]  # fmt: skip


def acknowledge(present: Present, intent: verbs.Acknowledge) -> Outcome:
    """A person has seen the alert (seed, `acknowledge`). Raises CommandError at any other level."""
    metric = checked_metric(present, intent.metric)
    note, session = checked_option(intent.note, "note"), checked_option(intent.session_id, "session id")
    now = _alerting_value(present, metric, intent)
    value = intent.value if intent.value is not None else now
    standing = _effective_since(present, metric, value, note, session)
    at, remarks = standing or _later_than_reset(present), list[Message]()
    stores: Stores = {}
    if standing is None:
        if at != present.now:
            reset = present.gauges.acknowledgments.last_reset
            told = f"The last reset is dated in the future ({reset}). The acknowledgment is dated {at}, so that the "
            remarks.append(said("dated-after-last-reset", f"{told}agent accepts it."))
        place, entries, is_short, edits = _acknowledgments(present)
        keys = [key for key in entries if metric_of(key) == metric]
        edits += [_history(key, entries[key], present.now) for key in keys if not is_short]
        edits += [Remove((*place, key)) for key in keys[1:]]
        entry = _entry(at, value, session, note)
        if is_short:
            entry = {"acknowledged_at": at, "value_at_ack": _number(value), "session_id": session}
        is_new = present.store(ACKNOWLEDGMENTS_NAME) is None
        edits = [*(_kept(present) if is_new else ()), *edits]
        edits += _given((*place, keys[0] if keys else metric.name), entries.get(keys[0]) if keys else None, entry)
        stores[ACKNOWLEDGMENTS_NAME] = edits
        if note and is_short:
            path = present.path(ACKNOWLEDGMENTS_NAME)
            remarks.append(
                said("no-place-for-note", f"{path} has no field for a note. The note is only in cockpit's log.")
            )
    _flag(present, metric.name, stores, acknowledged=True)
    stated, _ = present.gauges.stated(metric)
    now = stated if stated is not None else now
    level = agents_level(present.gauges, metric, now)
    own = [read_amount(present.state.reading.said["thresholds"][at].get("value", "")) for at in _rows(present, metric)]
    is_behind = any(agents_level(present.gauges, metric, each if each is not None else now) != "alert" for each in own)
    edits = [
        *_shown(present, metric, level, acknowledged=True, value=now if is_behind else None, only_alert=not is_behind),
        *_listed(present, metric, listed_entry(metric, value, at)),
        *_alert_answer(present, metric, acknowledged=True),
    ]
    behind = f": {note}" if note else "."
    return Outcome(
        done=said("acknowledged", f"Acknowledged {metric.name} at {format_amount(value, metric.unit)}{behind}"),
        edits=edits,
        stores=stores,
        remarks=remarks,
        holds=lambda track: _is_acknowledged(track, metric, value) and others_stay(present, track, metric.name),
    )


def listed_entry(metric: Metric, value: float, at: str) -> str:
    """An entry of the list as the seed writes it; the time in UTC, to the minute."""
    return f"{metric.name.capitalize()} @ {write_amount(value, metric.unit)} — acknowledged {at[:16]}"


def _alerting_value(present: Present, metric: Metric, intent: verbs.Acknowledge) -> float:
    """The value of a metric that is at its alert, by the limits the agent reads. Raises CommandError otherwise.

    What the person saw is the level by the present limits, ours among them.
    """
    for name in (TRIGGERS_NAME, THRESHOLDS_NAME, ACKNOWLEDGMENTS_NAME):
        present.store(name)  # the places of the truth must be whole, also where there is nothing to acknowledge
    value, _ = present.gauges.value(metric)
    level, threshold = agents_level(present.gauges, metric, value), present.threshold(metric.name)
    now = threshold.level if threshold else None
    shown = format_amount(value, metric.unit) if value is not None else "unknown"
    moved = level_moved(metric.name, intent.seen, now, shown) if not intent.is_about(now) else None
    if moved is not None:
        raise Changed(moved)
    if value is None:
        raise refusal("no-value-to-acknowledge", f"{metric.name} has no value. Nothing to acknowledge.")
    if level == "stop" and now != "stop":
        told = (
            f"{metric.name} ({shown}) has reached the agent's own stop limit. {_agent_limit_remedies(present, metric)}"
        )
        raise refusal("agent-halts-at-own-limit", told)
    if "stop" in (level, now):
        told = f"{metric.name} is at stop ({shown}). A stop cannot be acknowledged."
        raise refusal("stop-not-acknowledged", f"{told} {stop_remedies(present, metric, value)}")
    if level is None:
        warning = format_amount(agents_limits(metric, present.gauges).warning or 0, metric.unit)
        raise refusal("no-level-to-acknowledge", f"{metric.name} is ok (warning at {warning}). Nothing to acknowledge.")
    if level == "warning":
        told = (
            f"{metric.name} is at warning, which does not stop the agent. An acknowledgment now would make the agent "
        )
        raise refusal("warning-not-acknowledged", f"{told}skip the alert.")
    return value


def stop_remedies(present: Present, metric: Metric, value: float) -> str:
    """What a person can do about a stop. Where the value is at the maximum of the metric, no limit can be above it."""
    name, limit = metric.name, resolve(metric, present.gauges.sources).stop or metric.limits[2]
    if value < limit:
        told = "The value is below the stop limit, but a stop is recorded. Record the value again:"
        return f"{told} `cockpit set {name}=VALUE` corrects the level too."
    step = max(1.0, limit / 5)
    above = float(math.ceil(limit + max(3, math.floor((value - limit) / step) + 1) * step))
    raised = min(above, metric.most or math.inf)
    if raised <= value:  # only the context has a most
        return "Hand off and continue in a new session."
    command, in_table = config_command(metric, "stop", raised), reads_limit(present, metric, "stop")
    ours = f"`cockpit limit {name}.stop={raised:.15g}`"
    ours = f"`cockpit track convert`, then {ours}" if present.is_older and in_table else ours
    agents = agents_limits(metric, present.gauges).stop
    if agents is None or value < agents or (in_table and command is None):  # only our limit is to be raised
        return f"Raise the limit ({ours}), or {metric.at_stop}."
    if command is None:
        told = f"Raising the limit does not help: the agent does not read a limit for {name}."
        return f"{told} Instead, {metric.at_stop}."
    if in_table:
        return f"Raise the limit ({ours}, or in the agent: `{command}`), or {metric.at_stop}."
    return f"Raise both limits ({ours}, and in the agent: `{command}`), or {metric.at_stop}."


def _agent_limit_remedies(present: Present, metric: Metric) -> str:
    """What a person can do where the agent halts at a limit that is lower than the present one."""
    threshold = present.threshold(metric.name)
    if threshold is None or threshold.tell_agent is None:
        return f"The agent has no command to change its limit. Instead, {metric.at_stop}."
    return f"Set the current limit in the agent (`{threshold.tell_agent}`), or {metric.at_stop}."


def reads_limit(present: Present, metric: Metric, level: Level) -> bool:
    """Whether the state file has a place for a limit, which is where the agent reads it."""
    if present.is_waypoint or present.is_older:
        return bool(present.gauges.of(metric.name, source=present.gauges.table))
    state = present.editable
    return any(state is not None and level in state.reading.said["thresholds"][at] for at in _rows(present, metric))


def _effective_since(present: Present, metric: Metric, value: float, note: str | None, session: str | None
                     ) -> str | None:  # fmt: skip
    """When the alert was acknowledged, where that still holds and says the same; then the JSON stays as it is."""
    threshold = present.threshold(metric.name)
    now = threshold.acknowledgment if threshold else None
    recorded = present.gauges.acknowledgments.recorded.get(metric.name)
    if now is None or recorded is None or recorded.at is None or not now.effective or now.value != value:
        return None
    same = note in (None, recorded.note) and session in (None, recorded.session_id)
    return recorded.at if same else None


def _later_than_reset(present: Present) -> str:
    """Now, or the time of the last reset if that is in the future: the agent ignores acknowledgments before it. Raises
    CommandError where that cannot be read."""
    stated = present.gauges.acknowledgments.last_reset
    reset = parse_instant(stated)
    if agent_honours(present.now, stated):
        return present.now
    if reset is None:
        told = (
            f'The last reset in {present.gauges.acknowledgments.path} cannot be read ("{(stated or "")[:40]}"), so no '
        )
        raise refusal("last-reset-unreadable", f"{told}acknowledgment counts. `cockpit unack --all` dates it now.")
    whole = reset.at.replace(microsecond=0)
    return write_instant(whole + timedelta(seconds=1) if whole < reset.at else whole)


def _is_acknowledged(track: Track, metric: Metric, value: float) -> bool:
    threshold = track.threshold(metric.name)
    if threshold is None or threshold.acknowledgment is None:
        return False
    return threshold.acknowledgment.value == value and threshold.agent_will == "continue"


def withdraw(present: Present, intent: verbs.Withdraw) -> Outcome:
    """Take one acknowledgment back; it goes to the history, `last_reset` stays."""
    return _withdraw(present, (checked_metric(present, intent.metric),))


def reset_alerts(present: Present, intent: verbs.ResetAlerts) -> Outcome:
    """Take the named acknowledgments back; all of them where none is named, and void older ones."""
    if intent.metrics:
        named = dict.fromkeys(checked_metric(present, name) for name in intent.metrics)
        return _withdraw(present, tuple(named))
    return _withdraw(present, METRICS, resets=True)


def _withdraw(present: Present, metrics: Sequence[Metric], *, resets: bool = False) -> Outcome:
    acknowledged = [each for each in metrics if present.gauges.recorded(each.name) is not None]
    place, entries, is_short, _ = _acknowledgments(present)
    store = present.store(ACKNOWLEDGMENTS_NAME)
    if acknowledged and store is None and present.is_older:
        present.state  # noqa: B018 -- only a file that is read only records what is to be withdrawn
    taken = {key: node for key, node in entries.items() if metric_of(key) in metrics
             or (resets and (not is_short or node.child("acknowledged_at") is not None))}  # fmt: skip
    edits = [each for key, node in taken.items() for each in _take(place, key, node, present.now, is_short=is_short)]
    if resets and entries and (not is_short or (store is not None and store.root.child("last_reset") is not None)):
        edits.append(Set(("last_reset",), present.now))
    stores: Stores = {ACKNOWLEDGMENTS_NAME: edits} if edits else {}
    table: list[TextEdit] = []
    remarks: list[Message] = []
    for metric in metrics:
        _flag(present, metric.name, stores, remarks, acknowledged=False)
        if present.gauges.is_marked(metric.name) and not present.is_waypoint:
            value, _ = present.gauges.stated(metric)
            level = agents_level(present.gauges, metric, value)
            table += _shown(present, metric, level, acknowledged=False, only_alert=True)
        table += [Remove(("acknowledged", at)) for at in reversed(_entries(present, metric))]
        table += _alert_answer(present, metric, acknowledged=False)
    table.sort(key=lambda each: (each.at[0] == "acknowledged", -int(each.at[1]) if each.at[0] == "acknowledged" else 0))
    if is_short and acknowledged and store is not None:
        told = f"{store.path} has no history. The withdrawn acknowledgments are only in cockpit's log."
        remarks.insert(0, said("no-place-for-history", told))
    names = listed([each.name for each in (acknowledged or metrics)])
    done = (
        f"Withdrew the acknowledgment of {names}." if acknowledged else f"{names} {_is(len(metrics))} not acknowledged."
    )
    if resets:
        done = f"Withdrew all acknowledgments ({names})." if acknowledged else "No alert is acknowledged."
        done = "Withdrew all acknowledgments." if not acknowledged and (edits or table) else done
    return Outcome(
        done=said("withdrawn", done),
        edits=table,
        stores=stores,
        remarks=list(dict.fromkeys(remarks)),
        holds=lambda track: all(
            (each := track.threshold(metric.name)) is None or each.acknowledgment is None for metric in metrics
        ),
    )


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


# Values and limits


def set_value(present: Present, intent: verbs.SetValue) -> Outcome:
    """Record a value, the level it reaches by the limits the agent reads, and the time of the check."""
    metric = checked_metric(present, intent.metric)
    value = checked_value(metric, intent.value, metric.name)
    level, stores, remarks = agents_level(present.gauges, metric, value), Stores(), list[Message]()
    is_damaged = _are_triggers_damaged(present)
    _write_value(present, metric, value, level, stores)
    if not is_damaged:
        for name in _fire_due(present, metric, level, stores):
            behind = ": a checkpoint is suggested." if name == TIME else "."
            remarks.append(said("trigger-fired", f"Fired the trigger {name}{behind}"))
    if is_damaged:
        remarks.append(_triggers_damaged(present))
    used = present.gauges.used.get(metric.name)
    if used is not None and used.value > value:
        shown = f"{metric.name} is {format_amount(used.value, metric.unit)}"
        remarks.append(said("sessions-used-more", f"By the {SOURCE_WORDS[used.source]} {shown}: that counts."))
    table = [
        *_shown(present, metric, level, acknowledged=is_honoured(present.gauges, metric.name), value=value),
        *_fuel(present, metric, value),
    ]
    at_level = f", at {level}" if level is not None else ""
    return Outcome(
        done=said("value-set", f"Set {metric.name} to {format_amount(value, metric.unit)}{at_level}."),
        edits=table,
        stores=stores,
        remarks=remarks,
        holds=lambda track: (each := track.threshold(metric.name)) is not None and value in (each.value, each.stated)
        and others_stay(present, track, metric.name),
    )  # fmt: skip


def _write_value(present: Present, metric: Metric, value: float, level: Level | None, stores: Stores) -> None:
    """Write thresholds.json. A new one comes only where the track has no other place.

    A state file that alone keeps the thresholds stays alone: a JSON beside it would void what it records. Raises
    CommandError where it is read only."""
    gauges = present.gauges
    store = present.store(THRESHOLDS_NAME)
    if store is None and gauges.of(metric.name, source=gauges.table) and not gauges.has_store:
        present.state  # noqa: B018 -- raises where it is read only
        return
    if store is None and (kept := _kept(present)):
        stores[ACKNOWLEDGMENTS_NAME] = kept
    stated = store.root.child("current_values") if store is not None else None
    keys = [key for key, _ in stated.children() if metric_of(key) == metric] if stated is not None else []
    edits: list[TextEdit] = [Set(("current_values", str(key)), _number(value)) for key in keys or [metric.key]]
    recorded = gauges.checked.recorded.get(metric.name, [])
    levels = dict.fromkeys(str(each.at[-1]) for each in recorded) or {metric.name: None}
    edits += [Set(("levels_triggered", key), level) for key in levels]
    stores[THRESHOLDS_NAME] = [*edits, Set(("last_check",), present.now)]


def set_limit(present: Present, intent: verbs.SetLimit) -> Outcome:
    """Change the value at which a level begins. The limits stay in order: warning, alert, stop."""
    metric, gauges = checked_metric(present, intent.metric), present.gauges
    level = next((known for known in LEVELS if known == intent.level), None)
    if level is None:
        raise refusal("no-such-level", f'No level "{intent.level[:40]}". Levels: {", ".join(LEVELS)}.')
    if intent.value is None:
        told = f"The {level} limit of {metric.name} cannot be removed: Project Autopilot has one for each level."
        raise refusal("limit-not-removed", f"{told} Set another value.")
    value, in_table, stores = float(intent.value), reads_limit(present, metric, level), Stores()
    edits: list[TextEdit] = []
    if in_table:
        present.state  # noqa: B018 -- raises where it is read only
        before = agents_limits(metric, gauges)
        limits = checked_limit(metric, level, value, before)
        rows = [] if present.is_waypoint else [present.state.reading.said["thresholds"][at]
                                               for at in _rows(present, metric)]  # fmt: skip
        is_there = limits == before and rows and all(read_amount(each.get(level, "")) == value for each in rows)
        measured = gauges.amounts(metric.name, JSON)[:1]
        recorded = gauges.checked.recorded.get(metric.name, [])
        edits = [] if is_there else [*_limit_edits(present, metric, level, value, limits)]
        if not is_there and measured and recorded and present.store(THRESHOLDS_NAME) is not None:
            reached = level_of(measured[0].amount, limits)
            stores[THRESHOLDS_NAME] = [Set(each.at, reached) for each in recorded]
    else:
        checked_limit(metric, level, value, resolve(metric, gauges.sources))
    ours = (
        each for source in gauges.sources if source.name == LIMITS_FILE for each in source.unread.get(metric.name, ())
    )
    if not in_table or any(each.what == f"{level} limit" for each in ours):
        write_limit(present.draft, present.sources.folder.at(LIMITS_PATH), metric, level, value)
    return Outcome(
        done=said("limit-set", f"Set the {level} limit of {metric.name} to {format_amount(value, metric.unit)}."),
        edits=edits,
        stores=stores,
        remarks=[*_limit_remarks(present, metric, level, value, in_table=in_table)],
        holds=lambda track: _has_limit(present, track, metric, level, value)
        and others_stay(present, track, metric.name),
    )  # fmt: skip


def _limit_edits(present: Present, metric: Metric, level: Level, value: float, limits: Limits) -> Iterator[TextEdit]:
    if present.is_waypoint:
        for at, row in enumerate(present.state.reading.said["limits"]):
            if row.get("level", "").casefold() == level and "limit" in row:
                yield Set(("limits", at, "limit"), with_amount(row["limit"], value, metric.unit))
                yield from _remaining(at, row, value, read_amount(row.get("used", "")), metric)
        return
    for at in _rows(present, metric):
        own = read_amount(present.state.reading.said["thresholds"][at].get("value", ""))
        current = own if own is not None else present.gauges.stated(metric)[0]
        acknowledged = is_honoured(present.gauges, metric.name)
        yield from _shown(present, metric, level_of(current, limits), acknowledged=acknowledged, limits={level: value})
        return


def _limit_remarks(
    present: Present, metric: Metric, level: Level, value: float, *, in_table: bool
) -> Iterator[Message]:
    if not in_table:
        command, reads = config_command(metric, level, value), f"The agent does not read {LIMITS_PATH}"
        told = f"{reads} and has no command to set a limit of {metric.name}."
        told = f"{reads}. In the agent, run `{command}`." if command is not None else told
        yield said("limit-not-read-by-agent", told)
    if level in present.context.limits.get(metric.name, {}):
        told = "The screen uses the limit from the `cockpit` command line instead."
        yield said("limit-given-on-command-line", told)


def _has_limit(present: Present, track: Track, metric: Metric, level: Level, value: float) -> bool:
    """Whether the limit is shown. A metric without a value is not, nor a limit that the command line overrides."""
    threshold = track.threshold(metric.name)
    if threshold is None or level in present.context.limits.get(metric.name, {}):
        return True
    return threshold.limits.at(level) == value


# Triggers, wherever they stand


def _trigger_places(present: Present) -> list[tuple[str, Store, Place]]:
    """Every place that holds triggers, the one that is read first. Raises CommandError where a file is damaged."""
    found: list[tuple[str, Store, Place]] = []
    for name in (TRIGGERS_NAME, THRESHOLDS_NAME):
        store = present.store(name)
        node = store.root.child("triggers") if store is not None else None
        is_map = node is not None and isinstance(node.value, dict)
        if store is not None and (is_map or name == TRIGGERS_NAME):
            found.append((name, store, ("triggers",) if is_map else ()))
    return found


def _are_triggers_damaged(present: Present) -> bool:
    """For verbs that are not about triggers: damaged ones stay as they are, and a remark says so."""
    try:
        _trigger_places(present)
    except CommandError:
        return True
    return False


def _triggers_damaged(present: Present) -> Message:
    return said("triggers-damaged", f"{present.path(TRIGGERS_NAME)} is damaged. Its triggers were not updated.")


def _flag(present: Present, metric: str, stores: Stores, remarks: list[Message] | None = None, *, acknowledged: bool
          ) -> None:  # fmt: skip
    """Bring the `acknowledged` flag of a metric's alert trigger up to date, where that trigger is recorded."""
    if _are_triggers_damaged(present):
        if remarks is not None:
            remarks.append(_triggers_damaged(present))
        return
    for name, store, at in _trigger_places(present):
        node = store.root.at((*at, f"{metric}_alert"))
        if (
            node is not None
            and isinstance(node.value, dict)
            and (acknowledged or node.child("acknowledged") is not None)
        ):
            stores.setdefault(name, []).append(Set((*at, f"{metric}_alert", "acknowledged"), acknowledged))


def put_trigger(present: Present, name: str, entry: Mapping[str, Any], stores: Stores) -> None:
    """Record something of a trigger in the place that is read; in a new file where there is none."""
    file, store, at = next(iter(_trigger_places(present)), (TRIGGERS_NAME, None, ("triggers",)))
    at = at if store is not None and store.root.value else ("triggers",)
    there = store.root.at((*at, name)) if store is not None else None
    is_map = there is not None and isinstance(there.value, dict)
    edits = (
        [Set((*at, name, key), value) for key, value in entry.items()] if is_map else [Set((*at, name), dict(entry))]
    )
    stores.setdefault(file, []).extend(edits)


def _fire(present: Present, name: str, stores: Stores) -> None:
    """Record that a trigger fired (seed, `triggerFired`)."""
    known = present.gauges.triggers.triggers.get(name)
    count = (known.count or 0) + 1 if known is not None else 1
    more = {"suggested_checkpoint": True} if name == TIME else {}
    put_trigger(present, name, {"last_triggered": present.now, "count": count, **more}, stores)


def _fire_due(present: Present, metric: Metric, level: Level | None, stores: Stores) -> list[str]:
    """Fire what a check finds due: the trigger of the level, and the one of the time; their names."""
    session, limit = parse_instant(present.gauges.triggers.session_start), config_of(TIME).limit
    is_known = session is not None and not session.date_only
    lasted = present.context.now - session.at if session is not None and is_known else timedelta()
    names = [_trigger_of(metric.name, level)] if level is not None else []
    names += [TIME] if limit is not None and lasted >= timedelta(minutes=limit) else []
    due = [name for name in names if _is_due(present, name)]
    for name in due:
        _fire(present, name, stores)
    return due


def _is_due(present: Present, name: str) -> bool:
    """Whether a trigger may fire now, by its frequency and cooldown (seed, `shouldTrigger`)."""
    triggers = present.gauges.triggers
    session = parse_instant(triggers.session_start)
    at = session.at if session is not None else None
    return should_trigger(triggers.triggers.get(name), config_of(name), present.context.now, at)


def _trigger_of(metric: str, level: Level) -> str:
    """The trigger that a level of a metric fires; for errors at their alert the seed's list has a name of its own."""
    return "error_threshold" if metric == "errors" and level != "warning" else f"{metric}_{level}"


def fire_trigger(present: Present, intent: verbs.FireTrigger) -> Outcome:
    """Count the trigger and note the time; a trigger that never fired is added, as the seed does.

    Raises CommandError for one that neither the seed nor the project's files know, and for one that is to fire only if
    it is due, and is not."""
    name, stores = intent.trigger.strip(), Stores()
    levels = (_trigger_of(metric.name, level) for metric in METRICS for level in LEVELS)
    known = dict.fromkeys((*BUILT_IN, *levels, *present.gauges.triggers.triggers))
    if name not in known:
        raise refusal("no-such-trigger", f'No trigger "{name[:40]}". Triggers: {", ".join(known)}.')
    if intent.if_due and not _is_due(present, name):
        cooldown, fired = config_of(name).cooldown, present.gauges.triggers.triggers[name].last_triggered
        told = f"The trigger {name} is not due. It fired at {fired}"
        if cooldown:
            raise refusal("trigger-cools-down", f"{told}; its cooldown is {counted(cooldown.seconds // 60, 'minute')}.")
        raise refusal("trigger-fired-in-session", f"{told} and fires once per session.")
    _fire(present, name, stores)
    return Outcome(
        done=said("trigger-recorded", f"Recorded that the trigger {name} fired."),
        stores=stores,
        holds=lambda track: name in track.triggers and track.triggers[name].last_triggered == present.now,
    )
