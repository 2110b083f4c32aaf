"""The proof about writers of one database, in its short form; that rows are all written or none is in `test_kills`."""

from pathlib import Path

import pytest

from tests.proofs.database import NOTICED, nothing_lost, stale_updates


@pytest.mark.parametrize("wal", [True, False])
def test_no_write_of_several_is_lost(tmp_path: Path, wal: bool) -> None:
    assert nothing_lost(tmp_path, 3, 18, 1, wal=wal) == {"cockpits": 2, "agents": 1, "writes": 18}


def test_a_stale_update_is_noticed_and_what_it_took_back_given_again(tmp_path: Path) -> None:
    assert 0 < stale_updates(tmp_path, 2, 1) < NOTICED
