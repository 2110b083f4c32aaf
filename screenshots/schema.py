"""The JSON Schema of `cockpit status --json`: `python -m screenshots.schema` writes docs/status.schema.json."""

import json
from pathlib import Path

from pydantic import TypeAdapter

from cockpit.model import Project

PAGE = Path(__file__).resolve().parent.parent / "docs" / "status.schema.json"
CONTRACT = TypeAdapter(Project)
"""What pydantic knows of the classes: versioned, additions only."""


def page() -> str:
    """The whole schema."""
    return f"{json.dumps(CONTRACT.json_schema(mode='serialization'), indent=2)}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
