"""The proof that no update is lost, in its short form."""

import sys
from pathlib import Path

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import BY_FILES
from tests.proofs.writers import NOTICED, WAYS, all_there, stale_copies, versions_kept

SYSTEMS = pytest.mark.parametrize("system", BY_FILES, ids=lambda system: system.id)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has a file open for writing")


@SYSTEMS
def test_every_write_of_several_processes_is_there_once(tmp_path: Path, system: Described) -> None:
    assert all_there(system, tmp_path / "p", 3, 6)["writes"] == 6


@LINUX
@pytest.mark.parametrize("way", WAYS)
def test_no_version_of_an_agent_is_lost(tmp_path: Path, way: str) -> None:
    found = versions_kept(tmp_path, way, 25)
    assert found["answers"] >= 10
    assert found["merged"] > 0


@SYSTEMS
def test_a_stale_copy_is_noticed_and_what_it_took_back_given_again(tmp_path: Path, system: Described) -> None:
    assert 0 < stale_copies(system, tmp_path, 1) < NOTICED
