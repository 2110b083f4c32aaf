"""The fuzz in its short form. What it looks for in seconds is left to the command: a test knows no clock."""

import random

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.proofs.fuzz import SUFFIXES, brought, made, projects, run


def test_no_mutated_project_makes_cockpit_fail() -> None:
    figures = run(1, range(15))
    assert (figures.cases, figures.faults) == (15, [])
    assert figures.asked > 150


def test_a_case_is_the_same_every_time() -> None:
    assert [made(3, number) for number in range(5)] == [made(3, number) for number in range(5)]


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_each_real_file_has_a_place_among_those_of_a_system(system: Described) -> None:
    files = dict(projects(DESCRIBED.index(system))[0])
    for suffix in SUFFIXES:
        assert files[brought(random.Random(1), system, files, suffix, b"real")].data == b"real"
