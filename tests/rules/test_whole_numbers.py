import pytest

from cockpit.rules.whole_numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3), ("003", 3), (" 12 ", 12), ("9" * 15, 10**15 - 1),
        (None, None), ("", None), ("3A", None), ("-1", None), ("1.0", None), ("²", None), ("٣", None),
        ("9" * 16, None), ("9" * 5000, None),
    ],
)  # fmt: skip
def test_what_is_a_whole_number(text: str | None, number: int | None) -> None:
    assert whole_number(text) == number
