"""`state/acknowledgments.json` in both of its shapes (seed, "Acknowledgment Storage"; formats/autopilot.md A.9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cockpit.model import Level
from cockpit.rules.levels import metric_named
from cockpit.systems.autopilot.folder import Folder, Page
from cockpit.systems.autopilot.scalars import number_of, object_of, text_of
from cockpit.systems.autopilot.thresholds_state import level_named

NAME = "state/acknowledgments.json"
_MAPS = ("acknowledgments", "acknowledged")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One acknowledgment as recorded. Shape 2 has no level and no note."""

    at: str | None = None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    note: str | None = None
    expires: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AcknowledgmentState:
    """What acknowledgments.json says. `complete` is False where part of the file could not be read."""

    path: str | None = None
    given: Mapping[str, Recorded] = field(default_factory=dict)
    history: tuple[Mapping[str, Any], ...] = ()
    last_reset: str | None = None
    last_reset_line: int | None = None
    complete: bool = True


def read_acknowledgments(folder: Folder) -> AcknowledgmentState:
    """Read the file; an empty state where there is none."""
    page = folder.json(NAME)
    if page is None:
        return AcknowledgmentState()
    content = page.json_object
    where, given = find_map(content)
    history = content.get("acknowledgment_history")
    return AcknowledgmentState(
        path=page.path,
        given=_recorded(page, where, given),
        history=tuple(entry for entry in history if isinstance(entry, dict)) if isinstance(history, list) else (),
        last_reset=text_of(content.get("last_reset")),
        last_reset_line=page.json.line_of(("last_reset",)),
        complete=not page.bad and page.json.complete,
    )


def find_map(content: Mapping[str, Any]) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """The map from types to acknowledgments: under its key, or (shape 2) the whole file."""
    for key in _MAPS:
        if isinstance(content.get(key), dict):
            return (key,), content[key]
    return (), content


def _recorded(page: Page, where: tuple[str, ...], given: Mapping[str, Any]) -> dict[str, Recorded]:
    recorded: dict[str, Recorded] = {}
    for key, raw in given.items():
        metric = metric_named(key)
        if metric is not None and (isinstance(raw, dict) or raw is True):
            recorded.setdefault(metric.name, _one(object_of(raw), page.json.line_of((*where, key))))
    return recorded


def _one(raw: Mapping[str, Any], line: int | None) -> Recorded:
    value = next((raw[key] for key in ("value_at_acknowledgment", "value_at_ack", "value") if key in raw), None)
    return Recorded(
        at=text_of(raw.get("acknowledged_at")),
        value=number_of(value),
        level=level_named(raw.get("threshold_level")),
        session_id=text_of(raw.get("session_id")),
        note=text_of(raw.get("user_note")) or text_of(raw.get("note")),
        expires=text_of(raw.get("expires_at")),
        line=line,
    )
