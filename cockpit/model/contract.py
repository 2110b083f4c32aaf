"""The public JSON of `cockpit status --json`: versioned, additions only.

The only module of the model that imports pydantic. It checks and prints the same dataclasses the program works with.
"""

from functools import cache
from typing import Any

import pydantic_core
from pydantic import TypeAdapter

from cockpit.model.state import Project
from cockpit.wording.messages import Message


@cache
def adapter() -> TypeAdapter[Project]:
    """The pydantic adapter of a project."""
    return TypeAdapter(Project)


def to_json(project: Project) -> str:
    """The project as indented JSON, non-ASCII text kept; every value checked against its declared type.

    A lone surrogate (a byte of a path that is no UTF-8) stands as the text `\\udcff`: JSON has no other word for it.
    """
    value = _encodable(adapter().dump_python(project, warnings="error"))
    return pydantic_core.to_json(value, indent=2, inf_nan_mode="null").decode()


def from_json(text: str | bytes) -> Project:
    """The project a JSON text describes. Raises pydantic's ValidationError where it does not meet the contract."""
    return adapter().validate_json(text, strict=False)


def _encodable(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    match value:
        case Message():
            return _encodable(str(value))
        case str():
            return value.encode("utf-8", "backslashreplace").decode()
        case dict():
            return {_encodable(key): _encodable(item) for key, item in value.items()}
        case list() | tuple():
            return [_encodable(item) for item in value]
    return value


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the contract."""
    return adapter().json_schema(mode="serialization")
