import pytest

from cockpit.wording.numbers import read_count, whole_number


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


@pytest.mark.parametrize(
    ("stated", "count"),
    [
        ("2", 2), (2, 2), (2.0, 2), ("2.0", 2), ("0", 0), ("two", 2), ("Three", 3), ("**3**", 3), ('"2"', 2),
        ("2/3", 2), ("3 of 3", 3), ("2 out of 3", 2), ("two of three", 2), ("3 (max reached)", 3),
        ("3 - max reached", 3), ("2 (since 2026-01-29)", 2), ("2 (+1)", None), ("2 [+ 1]", None), ("2 (-1)", None),
        ("2 (two +1 now)", None),
        ("3, the last one", 3), ("2 retries", 2), ("1 attempt so far", 1), ("2,0", 2),
        (None, None), ("", None), ("-1", None), (-1, None), ("1.5", None), (1.5, None), ("two or three", None),
        ("2 3", None), ("2-3", None), ("3/2/1", None), ("1,000", None), ("none", None), ("max", None), (True, None),
        ([2], None), (float("nan"), None), (float("inf"), None), (10**30, None), ("9" * 5000, None),
    ],
)  # fmt: skip
def test_a_count_is_read_where_it_is_certain(stated: object, count: int | None) -> None:
    assert read_count(stated) == count
