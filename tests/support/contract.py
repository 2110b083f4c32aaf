"""The JSON of `cockpit status`, held against the schema that is published."""

from cockpit.cli.output import json_text
from cockpit.model import Project
from screenshots.schema import CONTRACT


def to_json(project: Project) -> str:
    """The project as JSON. Raises PydanticSerializationError where a value has another type than its field declares."""
    CONTRACT.dump_python(project, warnings="error")
    return json_text(project)


def from_json(text: str | bytes) -> Project:
    """The project a JSON text describes. Raises ValidationError where it does not meet the contract."""
    return CONTRACT.validate_json(text)
