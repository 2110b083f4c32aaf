"""Trigger state: `state/triggers.json`, or a `triggers` key in thresholds.json (seed, "Checkpoint Trigger State").

The seed names no file for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from datetime import timedelta
from typing import Any

from cockpit.model import Trigger
from cockpit.rules.thresholds.triggers import Frequency, TriggerConfig
from cockpit.systems.autopilot.recognition import THRESHOLDS_NAME, TRIGGERS_NAME
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.thresholds.thresholds_state import members, members_left
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import Value, check_time, count_of, flag_of, instant_text, object_of, text_of
from cockpit.systems.shared.taken_lines import Passage
from cockpit.values import dataclass
from cockpit.wording.messages import Message

NAME = TRIGGERS_NAME
_KNOWN = ("last_triggered", "count", "acknowledged", "session_start", "suggested_checkpoint")


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerState:
    """The recorded triggers by name, their lines, and the file they stand in."""

    path: str | None = None
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    lines: Mapping[str, int | None] = field(default_factory=dict)
    unread: tuple[Passage, ...] = ()

    @property
    def session_start(self) -> str | None:
        """When the present agent session began, as the time trigger records it."""
        return next((trigger.session_start for trigger in self.triggers.values() if trigger.session_start), None)

    def acknowledged(self, metric: str) -> bool | None:
        """Whether the metric's alert trigger is marked as acknowledged; None where nothing says so."""
        trigger = self.triggers.get(f"{metric}_alert")
        return trigger.acknowledged if trigger else None


def read_triggers(folder: Folder, report: Report) -> TriggerState:
    """Read the trigger state from its own file, else from thresholds.json; an empty state where there is none."""
    page, beside = folder.json(NAME), folder.page(THRESHOLDS_NAME)
    if page is not None and beside is not None:
        _compare(page, beside, report)
    page = page or beside
    if page is None:
        return TriggerState()
    bare = page.path == folder.path(NAME) and "triggers" not in page.json_object
    location = () if bare else ("triggers",)
    raw = page.json_object if bare else members(page, location, report)
    _check(page, location, raw, report)
    triggers = {name: _trigger(value) for name, value in raw.items() if isinstance(value, dict)}
    lines = {name: page.json.line_of((*location, name)) for name in triggers}
    for name, value in raw.items():
        _check_times(page, (*location, name), object_of(value), report)
    return TriggerState(path=page.path, triggers=triggers, lines=lines, unread=tuple(_unread(page, location, raw)))


def _compare(page: Page, beside: Page, report: Report) -> None:
    """Report triggers in thresholds.json that are others than those in the file of their own, which is read."""
    ours = object_of(page.json_object.get("triggers")) or page.json_object
    others = object_of(beside.json_object.get("triggers"))
    for name in (name for name, value in others.items() if value != ours.get(name)):
        message = Message("autopilot.triggers-differ", trigger=name)
        report.add("trigger-conflict", beside.path, beside.json.line_of(("triggers", name)), message)


def _unread(page: Page, location: tuple[str, ...], raw: Mapping[str, Any]) -> Iterator[Passage]:
    if location and page.path.endswith(NAME):
        yield from members_left(page, (), page.json_object, location)
    for name, value in raw.items():
        if isinstance(value, dict):
            yield from members_left(page, (*location, name), value, _KNOWN)
        else:
            yield from members_left(page, location, {name: value}, ())


def _check_times(page: Page, location: tuple[str, ...], raw: Mapping[str, Any], report: Report) -> None:
    for key in ("last_triggered", "session_start"):
        stated = text_of(raw.get(key))
        if stated is not None:
            check_time(
                f"{key} of {location[-1]}", Value(stated, page.json.line_of((*location, key)) or 0), page.path, report
            )


def _check(page: Page, location: tuple[str, ...], raw: Mapping[str, Any], report: Report) -> None:
    """Report a trigger that is no object, where they have a map of their own, and a count that is no amount."""
    for name, value in raw.items():
        if not isinstance(value, dict):
            if location and value is not None:
                message = Message("autopilot.trigger-no-object", trigger=name, stated=as_json(value))
                report.add("value-unreadable", page.path, page.json.line_of((*location, name)), message)
        elif value.get("count") is not None and count_of(value["count"]) is None:
            message = Message("autopilot.trigger-count-no-amount", trigger=name, stated=as_json(value["count"]))
            report.add("value-unreadable", page.path, page.json.line_of((*location, name, "count")), message)


def _trigger(raw: Mapping[str, Any]) -> Trigger:
    return Trigger(
        last_triggered=instant_text(text_of(raw.get("last_triggered"))),
        count=count_of(raw.get("count")),
        acknowledged=flag_of(raw.get("acknowledged")),
        session_start=instant_text(text_of(raw.get("session_start"))),
        suggested_checkpoint=flag_of(raw.get("suggested_checkpoint")),
    )


# The checkpoint triggers of Project Autopilot, and when each fires

TIME = "time_elapsed"
"""The trigger that suggests a checkpoint once a session has lasted."""


def _metric_trigger(metric: str, limit: float, frequency: Frequency = "once_per_session") -> TriggerConfig:
    return TriggerConfig(frequency=frequency, metric=metric, limit=limit)


BUILT_IN: Mapping[str, TriggerConfig] = {
    "task_complete": TriggerConfig(),
    "phase_complete": TriggerConfig(),
    "context_warning": _metric_trigger("context", 30),
    "context_alert": _metric_trigger("context", 40),
    "context_stop": _metric_trigger("context", 50, "every"),
    "cost_warning": _metric_trigger("cost", 10),
    "cost_alert": _metric_trigger("cost", 25),
    "cost_stop": _metric_trigger("cost", 50, "every"),
    "error_threshold": _metric_trigger("errors", 3, "every"),
    TIME: TriggerConfig(cooldown=timedelta(minutes=30), metric="time", limit=30),
    "user_interrupt": TriggerConfig(),
}
"""The triggers that the commands of Project Autopilot know. Only the first two have a stated frequency. The others are
ours: warnings and alerts once per session, so that they do not nag; a stop, errors and an interrupt every time, so that
they hold."""


def config_of(name: str) -> TriggerConfig:
    """How often a trigger may fire; one of a level that is not listed as the listed ones of its level."""
    quiet = name.endswith(("_warning", "_alert"))
    return BUILT_IN.get(name) or TriggerConfig(frequency="once_per_session" if quiet else "every")
