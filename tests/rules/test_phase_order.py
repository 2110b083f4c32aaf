"""What is said of the order of phases, where their place does not tell it."""

import pytest

from cockpit.model import Phase
from cockpit.rules.work import order_notes
from cockpit.wording.messages import Message, clause


def phase(identity: str | None, *after: str, parallel: bool | None = None) -> Phase:
    return Phase(id=identity, blocked_by=after, parallel=parallel)


def after(*before: str) -> Message:
    return f"after {', '.join(before)}"


def beside(*others: str | Message) -> Message:
    return f"in parallel with {', '.join(map(clause, others))}"


@pytest.mark.parametrize(
    ("phases", "told"),
    [
        ([phase("1"), phase("2", "1"), phase("3", "2")], [None, None, None]),
        ([phase("001"), phase("002", "1")], [None, None]),
        ([phase("1"), phase("2"), phase("3", "1")], [None, None, after("1")]),
        (
            [phase("1"), phase("2", "1"), phase("3", "1", "2")],
            [None, None, after("1", "2")],
        ),
        ([phase("1", "9")], [after("9")]),
        (
            [phase("1"), phase("2", "1", parallel=True), phase("3", "1", parallel=True), phase("4", "2", "3")],
            [
                None,
                "after 1, in parallel with 3",
                "after 1, in parallel with 2",
                after("2", "3"),
            ],
        ),
        (
            [phase("1", parallel=True), phase("2", parallel=True)],
            [beside("2"), beside("1")],
        ),
        ([phase("1", parallel=True), phase("2", "1", parallel=True)], [None, None]),
        (
            [phase(None, parallel=True), phase("2", parallel=True)],
            [beside("2"), beside("?")],
        ),
        (
            [phase(str(number), parallel=True) for number in range(8)],
            [beside(*[str(n) for n in range(8) if n != own][:6], "1 more") for own in range(8)],
        ),
        ([], []),
    ],
)
def test_remarks_on_the_order(phases: list[Phase], told: list[Message | None]) -> None:
    assert [*order_notes(phases).values()] == told
