"""autodev by the command line: a step whose retries are used up."""

import shutil
from pathlib import Path

from tests.cli.conftest import Run

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "autodev"


def test_only_the_ways_that_there_are_are_offered(run: Run, tmp_path: Path) -> None:
    root = Path(shutil.copytree(FIXTURES / "failed", tmp_path / "p"))
    told = run("resume", "-C", root).out
    assert "retry reset" in told
    assert "limit retries" not in told  # which is refused: autodev counts to three
    assert run("retry", "reset", "-C", root).code == 0
