"""The proof that what the program offers leads on, in its short form."""

import json
import random
from pathlib import Path

import pytest

from tests.cases import SYSTEMS
from tests.proofs.composition import walked
from tests.proofs.grounds import ground, starts


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_offered_leads_on_and_no_place_contradicts_another(tmp_path: Path, system: str) -> None:
    found = walked(tmp_path, 5, 15, system=system)
    assert not found.violations, "\n".join(map(str, found.violations))
    assert found.figures["verbs"] > 2


@pytest.mark.parametrize("start", [each for each in starts() if each.startswith("init/")])
def test_each_beginning_that_is_made_has_a_track(tmp_path: Path, start: str) -> None:
    said = ground(start, tmp_path / "project", random.Random(1)).said("status", "--json")
    assert [track["system"] for track in json.loads(said.out)["tracks"]] == [start.split("/")[1]]
