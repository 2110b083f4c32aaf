"""The glossary names what is there: each name in the code, and each key of the JSON that stands alone."""

import importlib
import json
import re
from pathlib import Path

import pytest

from screenshots.schema import page

TEXT = (Path(__file__).resolve().parents[1] / "docs" / "glossary.md").read_text("utf-8")
ROWS = [row.strip("| ").split(" | ") for row in TEXT.splitlines() if row.startswith("| ") and "---" not in row]
TERMS = [row for row in ROWS if row[0] != "Term"]
BASES = ("cockpit", "cockpit.model", "cockpit.model.state", "cockpit.model.handoff_draft", "cockpit.rules.attention")


def named(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def is_there(name: str) -> bool:
    """Whether a module, or a class, function or field in one, has that name."""
    return any(_found(f"{base}.{name}".split(".")) for base in BASES)


def _found(parts: list[str]) -> bool:
    for end in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            known = {**getattr(found, "__dataclass_fields__", {}), **vars(found)}
            if part not in known:
                return False
            found = known[part]
        return True
    return False


def test_there_are_some_forty_terms() -> None:
    assert 35 <= len(TERMS) <= 45
    assert all(len(row) == 4 for row in TERMS)


@pytest.mark.parametrize("name", [name for row in TERMS for name in named(row[2])])
def test_each_name_is_in_the_code(name: str) -> None:
    assert is_there(name)
    assert not is_there(f"{name}_x")


def test_each_key_is_in_the_json() -> None:
    schema = json.loads(page())
    keys = {key for part in (schema, *schema["$defs"].values()) for key in part.get("properties", ())}
    alone = [key for row in TERMS for cell in named(row[3]) for key in re.split(r"\[\]\.?|\.", cell)
             if "cockpit " not in cell and "-" not in key and key and "--json" not in row[3]]  # fmt: skip
    assert len(alone) > 30
    assert [key for key in alone if key not in keys] == []
