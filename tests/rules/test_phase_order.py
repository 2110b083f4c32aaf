"""What is said of the order of phases, where their place does not tell it."""

import pytest

from cockpit.model import Phase
from cockpit.rules.work import order_notes


def phase(identity: str | None, *after: str, parallel: bool | None = None) -> Phase:
    return Phase(id=identity, blocked_by=after, parallel=parallel)


@pytest.mark.parametrize(
    ("phases", "told"),
    [
        ([phase("001"), phase("002", "1"), phase("3", "2")], [None, None, None]),
        ([phase("1"), phase("2"), phase("3", "1")], [None, None, "after 1"]),
        ([phase("1", "9")], ["after 9"]),
        (
            [phase("1"), phase("2", "1", parallel=True), phase("3", "1", parallel=True), phase("4", "2", "3")],
            [None, "after 1, in parallel with 3", "after 1, in parallel with 2", "after 2, 3"],
        ),
        ([phase("1", parallel=True), phase("2", "1", parallel=True)], [None, None]),
        ([phase(None, parallel=True), phase("2", parallel=True)], ["in parallel with 2", "in parallel with ?"]),
    ],
)
def test_remarks_on_the_order(phases: list[Phase], told: list[str | None]) -> None:
    assert [*order_notes(phases).values()] == told
