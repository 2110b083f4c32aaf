"""In a real terminal: hostile text in every field brings no control sequence that harmless text does not bring. One
system here: the widgets that write are the same for all. `python -m tests.proofs.hostile_text` asks all of them.
"""

from pathlib import Path

from tests.conformance.autopilot import AUTOPILOT
from tests.proofs.hostile_text import compared


def test_the_same_control_sequences_as_with_harmless_text(tmp_path: Path) -> None:
    assert b"CSI m" in compared(AUTOPILOT, tmp_path)
