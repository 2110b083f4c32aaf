"""What is said of the order of phases, where their place does not tell it."""

import pytest

from cockpit.model import Phase
from cockpit.rules.work import order_notes
from cockpit.wording.messages import Message


def phase(identity: str | None, *after: str, parallel: bool | None = None) -> Phase:
    return Phase(id=identity, blocked_by=after, parallel=parallel)


def after(*before: str) -> Message:
    return Message("rules.after-phases", before=before)


def beside(*others: str | Message) -> Message:
    return Message("rules.beside-phases", beside=others)


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
                Message("rules.after-and-beside-phases", before=("1",), beside=("3",)),
                Message("rules.after-and-beside-phases", before=("1",), beside=("2",)),
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
            [beside(*[str(n) for n in range(8) if n != own][:6], Message("rules.more", count=1)) for own in range(8)],
        ),
        ([], []),
    ],
)
def test_remarks_on_the_order(phases: list[Phase], told: list[Message | None]) -> None:
    assert [*order_notes(phases).values()] == told
