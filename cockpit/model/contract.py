"""The public JSON of `cockpit status --json`: versioned, additions only.

The only module of the model that imports pydantic. It checks and prints the same dataclasses the program works with.
"""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from cockpit.model.project import Project


@cache
def adapter() -> TypeAdapter[Project]:
    """The pydantic adapter of a project."""
    return TypeAdapter(Project)


def to_json(project: Project) -> str:
    """The project as indented JSON, non-ASCII text kept; every value checked against its declared type."""
    return adapter().dump_json(project, indent=2, warnings="error").decode()


def from_json(text: str | bytes) -> Project:
    """The project a JSON text describes. Raises pydantic's ValidationError where it does not meet the contract."""
    return adapter().validate_json(text, strict=False)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the contract."""
    return adapter().json_schema(mode="serialization")
