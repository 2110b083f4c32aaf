"""Trigger state, wherever it stands: `state/triggers.json`, or a `triggers` key in thresholds.json."""

from datetime import timedelta
from typing import Any

from cockpit.model import LEVELS, Level
from cockpit.model.errors import CommandError
from cockpit.model.intents import FireTrigger
from cockpit.rules.thresholds.metrics import METRICS
from cockpit.rules.thresholds.triggers import should_trigger
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME
from cockpit.systems.autopilot.thresholds.triggers_state import BUILT_IN, NAME, TIME, config_of
from cockpit.systems.shared.json_editor import JsonEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.stated_values import count_of, object_of
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant


class TriggerStore:
    """The triggers of a track in one file; `location` is the path of their map."""

    def __init__(self, editor: JsonEditor, location: tuple[str, ...]) -> None:
        self.editor, self.location = editor, location

    def state(self, name: str) -> dict[str, Any] | None:
        """A trigger as recorded, None where it never fired."""
        content: Any = self.editor.content
        for key in self.location:
            content = object_of(content.get(key))
        found = content.get(name)
        return found if isinstance(found, dict) else None

    def put(self, name: str, key: str, value: object) -> None:
        """Record one thing about a trigger."""
        self.editor.put((*self.location, name, key), value)

    def fire(self, name: str, now: str) -> None:
        """Record that a trigger fired (seed, `triggerFired`)."""
        state = self.state(name)
        count = (count_of(state.get("count")) or 0) + 1 if state else 1
        entry = {"last_triggered": now, "count": count} | ({"suggested_checkpoint": True} if name == TIME else {})
        if state is None:
            self.editor.put((*self.location, name), entry)
            return
        for key, value in entry.items():
            self.put(name, key, value)


def open_stores(edit: EditSession) -> tuple[TriggerStore, ...]:
    """Every place that holds triggers, the one that is read first. Raises CommandError where a file is damaged."""
    stores = []
    own = JsonEditor.open(edit.draft, edit.path(NAME))
    if own is not None:
        stores.append(TriggerStore(own, ("triggers",) if isinstance(own.content.get("triggers"), dict) else ()))
    shared = JsonEditor.open(edit.draft, edit.path(THRESHOLDS_NAME))
    if shared is not None and isinstance(shared.content.get("triggers"), dict):
        stores.append(TriggerStore(shared, ("triggers",)))
    return tuple(stores)


def whole_stores(edit: EditSession) -> tuple[tuple[TriggerStore, ...], tuple[Message, ...]]:
    """As `open_stores` for verbs that are not about triggers: damaged trigger state stays as it is, and a remark says
    so."""
    try:
        return open_stores(edit), ()
    except CommandError:
        return (), (Message("autopilot.triggers-damaged", path=edit.path(NAME)),)


def open_store(edit: EditSession) -> TriggerStore:
    """The place that is read; a new file where there is none."""
    stores = open_stores(edit)
    if stores:
        store = stores[0]
        return TriggerStore(store.editor, ("triggers",)) if not store.editor.content else store
    return TriggerStore(JsonEditor.create(edit.draft, edit.path(NAME), {"triggers": {}}), ("triggers",))


def flag(edit: EditSession, metric: str, acknowledged: bool) -> None:
    """Bring the `acknowledged` flag of a metric's alert trigger up to date, where that trigger is recorded."""
    name = f"{metric}_alert"
    for store in whole_stores(edit)[0]:
        state = store.state(name)
        if state is not None and (acknowledged or "acknowledged" in state):
            store.put(name, "acknowledged", acknowledged)


def fire_due(edit: EditSession, metric: str, level: Level | None) -> tuple[str, ...]:
    """Fire what a check finds due: the trigger of the level, and the one of the time; their names."""
    reached = [trigger_of(metric, level)] if level is not None else []
    due = tuple(name for name in (*reached, *_time(edit)) if is_due(edit, name))
    for name in due:
        open_store(edit).fire(name, edit.now)
    return due


def is_due(edit: EditSession, name: str) -> bool:
    """Whether a trigger may fire now, by its frequency and cooldown (seed, `shouldTrigger`)."""
    state = edit.gauges.triggers
    session = parse_instant(state.session_start)
    return should_trigger(
        state.triggers.get(name), config_of(name), edit.context.now, session.at if session is not None else None
    )


def _time(edit: EditSession) -> tuple[str, ...]:
    """The trigger of the time, where the session is known to have lasted for it."""
    session, limit = parse_instant(edit.gauges.triggers.session_start), config_of(TIME).limit
    lasted = edit.context.now - session.at if session is not None and not session.date_only else timedelta()
    return (TIME,) if limit is not None and lasted >= timedelta(minutes=limit) else ()


def trigger_of(metric: str, level: Level) -> str:
    """The trigger that a level of a metric fires; for errors at their alert the seed's list has a name of its own."""
    return "error_threshold" if metric == "errors" and level != "warning" else f"{metric}_{level}"


# Recording that a checkpoint trigger fired (seed, `triggerFired`)


def fire_trigger(edit: EditSession, intent: FireTrigger) -> Outcome:
    """Count the trigger and note the time; a trigger that never fired is added, as the seed does.

    Raises CommandError for one that neither the seed nor the project's files know, and for one that is to fire only if
    it is due, and is not.
    """
    name = intent.trigger.strip()
    levels = (trigger_of(metric.name, level) for metric in METRICS for level in LEVELS)
    known = dict.fromkeys((*BUILT_IN, *levels, *edit.gauges.triggers.triggers))
    if name not in known:
        raise CommandError(Message("autopilot.no-such-trigger", trigger=name, known=[*known]))
    if intent.if_due and not is_due(edit, name):
        raise CommandError(_not_due_message(edit, name))
    open_store(edit).fire(name, edit.now)
    return Outcome(
        sentence=Message("autopilot.trigger-recorded", trigger=name),
        touches=frozenset({"triggers"}),
        holds=lambda track: name in track.triggers and track.triggers[name].last_triggered == edit.now,
    )


def _not_due_message(edit: EditSession, name: str) -> Message:
    cooldown, fired = config_of(name).cooldown, edit.gauges.triggers.triggers[name].last_triggered
    if cooldown:
        return Message("autopilot.trigger-cools-down", trigger=name, fired=fired, minutes=cooldown.seconds // 60)
    return Message("autopilot.trigger-fired-in-session", trigger=name, fired=fired)
