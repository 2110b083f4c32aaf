"""The example of docs/describing-files.md does what it says."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "describing-files.md"


def test_the_example_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 10) == (0, True)
