"""An intent as plain JSON, for the journal: what was meant can be done anew where its bytes no longer fit."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args

from cockpit.model.intents import Intent

_KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(Intent)}
_KIND = "intent"


def fields_of(intent: Intent) -> dict[str, Any] | None:
    """The fields of an intent, and its name. None for one that holds more than texts, numbers and lists of texts."""
    fields = asdict(intent)
    return {_KIND: type(intent).__name__, **fields} if all(map(_is_plain, fields.values())) else None


def intent_of(fields: Mapping[str, Any] | None) -> Intent | None:
    """The intent that was kept; None where none was, or the fields are none."""
    kind = _KINDS.get(str(fields[_KIND])) if fields and _KIND in fields else None
    if fields is None or kind is None:
        return None
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    del values[_KIND]
    try:
        intent: Intent = kind(**values)
    except TypeError:  # of another version
        return None
    return intent


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(each, str) for each in value)
    return value is None or isinstance(value, str | int | float)
