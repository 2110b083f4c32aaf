"""Values of the state as a database holds them, and back: times as seconds, lists as JSON, truth as 0 and 1."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from cockpit.documents.rows import Value
from cockpit.rules.instants import parse_instant, write_instant

_DAY_SECONDS = 24 * 60 * 60
_SHARE = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%?")
_EARLIEST, _LATEST = -62_135_596_800, 253_402_300_799
"""The first and the last second of the calendar."""


def to_entry(kind: str, value: Value) -> Any:  # noqa: ANN401 -- a text, a list of texts, a number, or nothing
    """What a column's value is in the state; what is of another kind stays as it is."""
    if value is None or isinstance(value, bytes):
        return None
    match kind:
        case "time":
            return _time(value)
        case "list":
            return _list(value)
        case "flag":
            return bool(value) if value in (0, 1) else str(value)
        case "share":
            return f"{value:g}%" if isinstance(value, int | float) else value
    return value if isinstance(value, str) else _number(value)


def to_column(kind: str, value: Any) -> Value:  # noqa: ANN401 -- whatever the state holds
    """What a value of the state is in a column; None for what the column cannot hold."""
    try:
        return _WRITTEN.get(kind, _text)(value) if value is not None else None
    except ValueError:
        return None


def told(value: Any) -> Any:  # noqa: ANN401 -- as above
    """A value in the form in which two are equal: YAML gives every scalar as a text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return [told(each) for each in value]
    if isinstance(value, dict):
        return {key: told(each) for key, each in value.items()}
    return None if value is None else str(value)


def _time(value: Value) -> str:
    """Seconds (or milliseconds) as an instant; those of midnight as a day."""
    if not isinstance(value, int | float):
        return str(value)
    seconds = value / 1000 if abs(value) > 10**11 else value
    if not _EARLIEST <= seconds <= _LATEST:
        return _number(value)
    at = datetime.fromtimestamp(seconds, UTC)
    return f"{at:%Y-%m-%d}" if seconds % _DAY_SECONDS == 0 else write_instant(at)


def _seconds(text: str) -> int:
    instant = parse_instant(text)
    if instant is None or instant.at.microsecond:
        raise ValueError(text)
    return int(instant.at.timestamp())


def _list(value: Value) -> Any:  # noqa: ANN401
    """The texts of a list in JSON; the text itself where it is none."""
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value
    if not isinstance(found, list):
        return value
    return [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in found]


def _flag(value: Any) -> int:  # noqa: ANN401
    known = {"true": 1, "false": 0, "1": 1, "0": 0}
    folded = str(value).casefold()
    if folded not in known:
        raise ValueError(value)
    return known[folded]


def _number(value: float) -> str:
    return str(int(value)) if isinstance(value, int) or value.is_integer() else str(value)


def _text(value: Any) -> Value:  # noqa: ANN401
    if isinstance(value, dict | list):
        raise ValueError
    return value if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _texts(value: Any) -> Value:  # noqa: ANN401
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError
    return json.dumps(value, ensure_ascii=False)


def _share(value: Any) -> Value:  # noqa: ANN401
    found = _SHARE.fullmatch(str(value))
    if found is None:
        raise ValueError
    return float(found[1])


_WRITTEN: Mapping[str, Callable[[Any], Value]] = {
    "time": lambda value: _seconds(str(value)),
    "list": _texts,
    "flag": _flag,
    "share": _share,
}
