"""The proof that no update is lost, in its short form."""

import sys
from pathlib import Path

import pytest

from tests.proofs.writers import NOTICED, WAYS, all_there, stale_copies, versions_kept

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open for writing")


def test_every_write_of_several_processes_is_there_once(tmp_path: Path) -> None:
    assert all_there(tmp_path / "p", 3, 12)["looks"] > 1


@LINUX
@pytest.mark.parametrize("way", WAYS)
def test_no_version_of_an_agent_is_lost(tmp_path: Path, way: str) -> None:
    found = versions_kept(tmp_path, way, 50)
    assert found["answers"] >= 10
    assert found["merged"] > 0


def test_a_stale_copy_is_noticed_and_what_it_took_back_given_again(tmp_path: Path) -> None:
    assert 0 < stale_copies(tmp_path, 2) < NOTICED
