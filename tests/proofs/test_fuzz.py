"""The fuzz in its short form. What it looks for in seconds is left to the command: a test knows no clock."""

from tests.proofs.fuzz import made, run


def test_no_mutated_project_makes_cockpit_fail() -> None:
    figures = run(1, range(30))
    assert (figures.cases, figures.faults) == (30, [])
    assert figures.asked > 300


def test_a_case_is_the_same_every_time() -> None:
    assert [made(3, number) for number in range(5)] == [made(3, number) for number in range(5)]
