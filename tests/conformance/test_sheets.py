"""What each system reads and changes is what its sheets told when a person read them last."""

import difflib
from pathlib import Path

import pytest

from tests.conformance.described import Described
from tests.conformance.sheets import sheets, told

SHEETS = list(sheets())


@pytest.mark.parametrize(("system", "sheet"), SHEETS, ids=[f"{system.id}-{sheet.stem}" for system, sheet in SHEETS])
def test_nothing_is_read_or_changed_otherwise(system: Described, sheet: Path) -> None:
    known = sheet.read_text("utf-8").split("\n")
    difference = list(difflib.unified_diff(known, told(system, "\n".join(known)).split("\n"), n=3, lineterm=""))
    assert not difference, "renewed by `python -m tests.conformance.sheets`:\n" + "\n".join(difference)
