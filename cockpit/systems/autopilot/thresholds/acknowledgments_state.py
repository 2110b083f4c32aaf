"""`state/acknowledgments.json` in both of its shapes (seed, "Acknowledgment Storage"; docs/systems/autopilot.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from cockpit.model import Level
from cockpit.systems.autopilot.recognition import ACKNOWLEDGMENTS_NAME
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.thresholds.amounts import metric_named
from cockpit.systems.autopilot.thresholds.thresholds_state import is_level, level_named, members_left
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.report import as_json
from cockpit.systems.shared.stated_values import number_of, object_of, text_of
from cockpit.systems.shared.taken_lines import Passage
from cockpit.text.json_text import JsonPath
from cockpit.values import dataclass
from cockpit.wording.messages import Message

NAME = ACKNOWLEDGMENTS_NAME
_HISTORY = "acknowledgment_history"
_KNOWN = (
    "acknowledged_at", "value_at_acknowledgment", "value_at_ack", "value", "threshold_level", "session_id", "user_note",
    "note", "expires_at",
)  # fmt: skip
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
    recorded: Mapping[str, Recorded] = field(default_factory=dict)
    history: tuple[Mapping[str, Any], ...] = ()
    last_reset: str | None = None
    last_reset_line: int | None = None
    complete: bool = True
    unread: tuple[Passage, ...] = ()


def read_acknowledgments(folder: Folder, report: Report) -> AcknowledgmentState:
    """Read the file; an empty state where there is none."""
    page = folder.page(NAME)
    if page is not None and not page.bad and is_empty(page.text):
        report.add("acknowledgments-empty", page.path, 1, Message("autopilot.acknowledgments-file-empty"))
        return AcknowledgmentState(path=page.path)
    page = folder.json(NAME)
    if page is None:
        return AcknowledgmentState()
    content = page.json_object
    location, entries = find_map(content)
    history = content.get(_HISTORY)
    _check_history(page, history, report)
    if location and (beside := _beside(content)):
        message = Message("autopilot.acknowledgments-misplaced", count=len(beside), key=location[0])
        report.add("acknowledgments-misplaced", page.path, None, message)
    empty, misplaced = empty_map(content), no_map(content)
    if empty is not None:
        message = Message("autopilot.acknowledgments-null", key=empty)
        report.add("acknowledgments-empty", page.path, page.json.line_of((empty,)), message)
    if misplaced is not None:
        message = Message("autopilot.acknowledgments-no-object", key=misplaced)
        report.add("acknowledgments-unreadable", page.path, page.json.line_of((misplaced,)), message)
    return AcknowledgmentState(
        path=page.path,
        recorded=_recorded(page, location, entries, report),
        history=tuple(entry for entry in history if isinstance(entry, dict)) if isinstance(history, list) else (),
        last_reset=_last_reset(content.get("last_reset")),
        last_reset_line=page.json.line_of(("last_reset",)),
        complete=not page.bad and page.json.complete and isinstance(page.json.value, dict) and misplaced is None,
        unread=tuple(_unread(page, location, entries)),
    )


def find_map(content: Mapping[str, Any]) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    """The map from types to acknowledgments: under its key, or (shape 2) the whole file. Entries of shape 1 beside
    their key are no acknowledgments: no agent looks for them there."""
    for key in _MAPS:
        if isinstance(content.get(key), dict):
            return (key,), content[key]
    if any("value_at_ack" in each for each in _beside(content)):
        return (), content
    return (next((key for key in _MAPS if key in content), _MAPS[0]),), {}


def _beside(content: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The acknowledgments that stand beside the key for them."""
    entries = (each for key, each in content.items() if metric_named(key) is not None and isinstance(each, dict))
    return tuple(each for each in entries if value_key(each) is not None or "acknowledged_at" in each)


def is_empty(text: str) -> bool:
    """Whether a file holds nothing that could be lost: no text, `null` or `[]`."""
    return "".join(text.split()) in ("", "null", "[]")


def no_map(content: Mapping[str, Any]) -> str | None:
    """The key under which something else stands where the map from types to acknowledgments should."""
    stated = (key for key in _MAPS if key in content and not _is_nothing(content[key]))
    return next((key for key in stated if not isinstance(content[key], dict)), None)


def empty_map(content: Mapping[str, Any]) -> str | None:
    """The key under which nothing stands where the map should: `null`, `[]`."""
    return next((key for key in _MAPS if key in content and _is_nothing(content[key])), None)


def _last_reset(stated: object) -> str | None:
    """When everything was reset, as it is written; None where it never was."""
    return (text_of(stated) or as_json(stated)) if stated not in (None, "", False) else None


def _is_nothing(stated: object) -> bool:
    return stated is None or stated in ([], "")


def _recorded(page: Page, location: tuple[str, ...], entries: Mapping[str, Any], report: Report) -> dict[str, Recorded]:
    recorded: dict[str, Recorded] = {}
    for key, raw in entries.items():
        metric = metric_named(key)
        if metric is None:
            continue
        if isinstance(raw, dict) and not page.json.complete and text_of(raw.get("acknowledged_at")) is None:
            continue  # the file breaks off in it, and nothing says that an alert was acknowledged
        if isinstance(raw, dict) or raw is True:
            recorded.setdefault(metric.name, _one(object_of(raw), page.json.line_of((*location, key))))
            _check_one(page, (*location, key), metric.name, object_of(raw), report)
        elif raw is not None:
            line = page.json.line_of((*location, key))
            message = Message("autopilot.acknowledgment-no-object", metric=key, stated=as_json(raw))
            report.add("value-unreadable", page.path, line, message)
    return recorded


def _unread(page: Page, location: tuple[str, ...], entries: Mapping[str, Any]) -> Iterator[Passage]:
    """What stands beside the known structure, under the keys of no metric, and in an acknowledgment."""
    if location:
        yield from members_left(page, (), page.json_object, {*location, _HISTORY, "last_reset"})
    others = {_HISTORY, "last_reset"} if not location else set()
    yield from members_left(page, location, entries, others | {key for key in entries if metric_named(key) is not None})
    for key, raw in entries.items():
        if metric_named(key) is not None:
            yield from members_left(page, (*location, key), object_of(raw), _KNOWN)


def _check_history(page: Page, history: object, report: Report) -> None:
    if history is not None and not isinstance(history, list) and page.json.complete:
        message = Message("autopilot.acknowledgment-history-no-list", stated=as_json(history))
        report.add("value-unreadable", page.path, page.json.line_of((_HISTORY,)), message)
    for number, entry in enumerate(history if isinstance(history, list) else ()):
        named = text_of(object_of(entry).get("type")) or "a metric"
        _check_one(page, (_HISTORY, number), named, object_of(entry), report)


def _check_one(page: Page, location: JsonPath, metric: str, raw: Mapping[str, Any], report: Report) -> None:
    """Report a value that is no amount, and a level that is none."""
    key, level = value_key(raw), raw.get("threshold_level")
    if key is not None and raw[key] is not None and number_of(raw[key]) is None:
        line = page.json.line_of((*location, key))
        message = Message("autopilot.acknowledgment-value-no-amount", metric=metric, stated=as_json(raw[key]))
        report.add("value-unreadable", page.path, line, message)
    if not is_level(level):
        line = page.json.line_of((*location, "threshold_level"))
        message = Message("autopilot.acknowledgment-level-none", metric=metric, stated=as_json(level))
        report.add("level-unreadable", page.path, line, message)


def value_key(raw: Mapping[str, Any]) -> str | None:
    """The key under which an acknowledgment has its value, in either shape or in the history."""
    return next((key for key in ("value_at_acknowledgment", "value_at_ack", "value") if key in raw), None)


def _one(raw: Mapping[str, Any], line: int | None) -> Recorded:
    key = value_key(raw)
    return Recorded(
        at=text_of(raw.get("acknowledged_at")),
        value=number_of(raw[key]) if key else None,
        level=level_named(raw.get("threshold_level")),
        session_id=text_of(raw.get("session_id")),
        note=text_of(raw.get("user_note")) or text_of(raw.get("note")),
        expires=text_of(raw.get("expires_at")),
        line=line,
    )
