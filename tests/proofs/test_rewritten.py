"""Whichever way a line is written, what it says is shown or reported as unread: the short form, some lines."""

import pytest

from tests.proofs.rewritten import FIXTURES, passed_over, rewritings, rewritten, waiting
from tests.support.memory_files import fixture_bytes

CASES = [pytest.param(system, case, id=f"{system}-{case}") for system, cases in FIXTURES.items() for case in cases]
EVERY = 61
"""Of so many rewritings one is tried: an odd number, so that each way has its turn."""


@pytest.mark.parametrize(("system", "case"), CASES)
def test_another_way_to_write_a_line_hides_nothing(system: str, case: str) -> None:
    files = fixture_bytes(case, system)
    before = waiting(system, files)
    tried = list(rewritings(files))[::EVERY]
    hidden = {each: gone for each in tried if (gone := passed_over(before, waiting(system, rewritten(files, each))))}
    assert tried
    assert hidden == {}


def test_a_need_that_is_hidden_is_found() -> None:
    files = fixture_bytes("healthy", "autodev")
    page = "_docs/_autopilot_state.md"
    without = {**files, page: files[page].replace(b"- The lock house has no test database yet", b"- None")}
    assert without != files
    before = waiting("autodev", files)
    assert passed_over(before, waiting("autodev", without)) == ["The lock house has no test database yet"]
    assert passed_over(before, before) == []
