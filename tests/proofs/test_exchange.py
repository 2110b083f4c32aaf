"""The proof that nothing outside is touched where a folder is exchanged with a link, in its short form."""

import sys
from pathlib import Path

import pytest

from tests.proofs.exchange import at_every_call_of_all, beside_exchanges

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the test itself exchanges two names in one step")


@LINUX
def test_exchanged_at_any_call_nothing_outside_is_touched(tmp_path: Path) -> None:
    found = at_every_call_of_all(tmp_path, 13, 3)
    assert found["a change"] > 8
    assert found["an undo"] > 8
    assert found["a recovery"] > 2


@LINUX
def test_exchanged_all_the_time_nothing_outside_is_touched(tmp_path: Path) -> None:
    found = beside_exchanges(tmp_path, 10)
    assert found["written"] > 0
    assert found["written"] + found["refused"] == 10
