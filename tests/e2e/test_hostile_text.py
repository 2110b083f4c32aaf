"""In a real terminal: hostile text in every field brings no control sequence that harmless text does not bring."""

from pathlib import Path

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.proofs.hostile_text import compared


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_the_same_control_sequences_as_with_harmless_text(system: Described, tmp_path: Path) -> None:
    assert b"CSI m" in compared(system, tmp_path)
