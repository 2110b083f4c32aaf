import pytest

from cockpit.wording.numbers import read_count, whole_number


@pytest.mark.parametrize(
    ("stated", "count", "whole"),
    [
        ("2", 2, 2), ("003", 3, 3), (2, 2, None), ("2.0", 2, None), ("Three", 3, None), ("**3**", 3, None),
        ("2/3", 2, None), ("two of three", 2, None), ("3 (max reached)", 3, None), ("2 (since 2026-01-29)", 2, None),
        ("2 (+1)", None, None), ("2 (-1)", None, None), ("3, the last one", 3, None), ("1 attempt so far", 1, None),
        (None, None, None), ("", None, None), ("-1", None, None), (1.5, None, None), ("two or three", None, None),
        ("2-3", None, None), ("3/2/1", None, None), ("1,000", None, None), ("max", None, None), (True, None, None),
        (float("inf"), None, None), ("9" * 15, 10**15 - 1, 10**15 - 1), ("9" * 5000, None, None), ("²", None, None),
    ],
)  # fmt: skip
def test_a_count_is_read_where_it_is_certain(stated: object, count: int | None, whole: int | None) -> None:
    assert read_count(stated) == count
    if isinstance(stated, str):
        assert whole_number(stated) == whole
