"""Amounts as agents and cockpit write them: the short way to read them says what the long one says."""

from itertools import product

import pytest

from cockpit.model import Unit
from cockpit.systems.autopilot.thresholds import amounts
from cockpit.systems.autopilot.thresholds.amounts import is_at_least, read_amount, states_something

NUMBERS = ["0", "1", "5", "26.5", "26.50", "0.05", "007", "1234", "123456789", "2024", "20240101", "12.34"]
BEHIND = ["", " ⚠️", " 🔶", " 🛑", " ACK", " ⚠️ ACK", " 🔶 ACK", " ACK ACK"]
UNITS: tuple[Unit | None, ...] = (None, "usd", "percent", "count", "tokens")


def read(text: str) -> list[object]:
    """All that is told of a text."""
    found: list[object] = [read_amount(text, unit, dots_group=dots, any_unit=any_unit)
                           for unit, dots, any_unit in product(UNITS, (False, True), (False, True))]  # fmt: skip
    return [*found, is_at_least(text), states_something(text)]


@pytest.mark.parametrize("number", NUMBERS)
def test_an_amount_as_it_is_written(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["".join(parts) for parts in product(("", "$"), (number,), ("", "%"), BEHIND)]
    short = [read(text) for text in texts]
    assert short[0][0] == float(number)
    monkeypatch.setattr(amounts, "_WRITTEN", amounts.regex(r"(?!)"))
    assert [read(text) for text in texts] == short
    assert all(amounts._AMOUNT.search(text) for text in texts)
