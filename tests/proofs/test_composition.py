"""The proof that what the program offers leads on, in its short form."""

from pathlib import Path

import pytest

from tests.cases import SYSTEMS
from tests.proofs.composition import walked


@pytest.mark.parametrize("system", [each for each in SYSTEMS if each != "plain-repository"])  # it has no phases
def test_what_is_offered_leads_on_and_no_place_contradicts_another(tmp_path: Path, system: str) -> None:
    found = walked(tmp_path, 16, 11, system=system)
    assert not found.violations, "\n".join(map(str, found.violations))
    assert found.figures["verbs"] > 5
