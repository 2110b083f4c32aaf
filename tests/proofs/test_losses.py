"""The proof that no acknowledged write is lost without a word, in its short form."""

from pathlib import Path

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import BY_FILES
from tests.proofs.losses import beside_a_stale_agent


@pytest.mark.parametrize("system", BY_FILES, ids=lambda system: system.id)
def test_what_a_stale_agent_takes_back_is_reported(tmp_path: Path, system: Described) -> None:
    found = beside_a_stale_agent(system, tmp_path, 2, 6, 7)
    assert 6 <= found["there"] + found["told"] <= 8, "some were changed once more"
