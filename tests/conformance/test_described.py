"""Every system is described, and the suite asks all of them the same."""

from pathlib import Path

import pytest

from cockpit.systems.registry import SYSTEMS
from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.test_neutral import SPECIFIC

HERE = Path(__file__).parent
OWN = {"registry.py"}
"""Names every system, once."""


def test_every_system_is_described() -> None:
    assert [each.id for each in DESCRIBED] == [system.id for system in SYSTEMS]


def test_no_test_names_a_system() -> None:
    found = [
        f"{path.name}: {line}"
        for path in HERE.glob("*.py")
        if path.name not in OWN
        for line in path.read_text("utf-8").splitlines()
        if SPECIFIC.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_what_the_description_names_is_there(system: Described) -> None:
    assert {*system.several, system.healthy} <= system.fixtures.keys()
    assert {*system.tables.values()} <= system.projects.keys()
    assert system.main in system.fixtures[system.healthy]
    assert {type(intent) for intent in system.intents} >= {*system.once, *system.whole, *system.ending}
    for name, files in (system.fixtures | dict(system.projects)).items():
        assert system.in_memory.track(files).system == system.id, name
