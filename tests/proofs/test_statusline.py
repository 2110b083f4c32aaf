"""The proof that no kill of the status line leaves a broken line, in its short form."""

from pathlib import Path

from tests.proofs.statusline import killed


def test_no_kill_leaves_a_broken_line(tmp_path: Path) -> None:
    assert killed(tmp_path, 12, 7, 6).killed >= 12
