from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.wording.times import certainly_before, not_after, parse_instant, to_utc_text, write_instant


@pytest.mark.parametrize(
    ("text", "at", "date_only", "zoneless"),
    [
        ("2026-01-29T14:30:00Z", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        ("2026-01-29t14:30:00z", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        (" 2026-01-29T14:30:00.5Z ", datetime(2026, 1, 29, 14, 30, 0, 500_000, tzinfo=UTC), False, False),
        ("2026-01-29T14:30:00.123456789Z", datetime(2026, 1, 29, 14, 30, 0, 123_456, tzinfo=UTC), False, False),
        ("2026-01-29 14:30 UTC", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        ("2026-01-29T16:30:00+02:00", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        ("2026-01-29T09:30:00-0500", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        ("2026-01-29T9:30Z", datetime(2026, 1, 29, 9, 30, tzinfo=UTC), False, False),
        ("2026-01-29T14:30", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, True),
        ("2026-01-29 14:30:05", datetime(2026, 1, 29, 14, 30, 5, tzinfo=UTC), False, True),
        ("2026-01-29", datetime(2026, 1, 29, tzinfo=UTC), True, False),
    ],
)
def test_forms_of_a_time(text: str, at: datetime, date_only: bool, zoneless: bool) -> None:
    instant = parse_instant(text)
    assert instant is not None
    assert (instant.at, instant.date_only, instant.zoneless) == (at, date_only, zoneless)


@pytest.mark.parametrize(
    "text",
    [None, "", "yesterday", "2026-02-31", "2026-01-29T25:00Z", "29.01.2026", "on 2026-01-29", "0001-01-01T00:00+14:00"],
)
def test_what_is_no_time(text: str | None) -> None:
    assert parse_instant(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2026-01-29T14:30:00Z", "2026-01-29T14:30:00Z"),
        ("2026-01-29T16:30:00+02:00", "2026-01-29T14:30:00Z"),
        ("2026-01-29T14:30", "2026-01-29T14:30"),
        ("2026-01-29", "2026-01-29"),
        ("last week", "last week"),
    ],
)
def test_the_models_writing(text: str, told: str) -> None:
    assert to_utc_text(text) == told


@pytest.mark.parametrize(
    ("one", "other", "before"),
    [
        ("2026-01-29T14:30:00Z", "2026-01-29T14:30:01Z", True),
        ("2026-01-29T14:30:00Z", "2026-01-29T14:30:00Z", False),
        ("2026-01-29T16:00:00+02:00", "2026-01-29T15:00:00Z", True),  # as text it would be later
        ("2026-01-28", "2026-01-29T00:00:00Z", True),
        ("2026-01-29", "2026-01-29T23:00:00Z", False),  # it may have been later that day
        ("2026-01-29T14:30", "2026-01-29T15:00:00Z", True),
        (None, "2026-01-29", False),
        ("sometime", "2026-01-29", False),
    ],
)
def test_order(one: str | None, other: str, before: bool) -> None:
    assert certainly_before(one, other) is before


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_is_read(at: datetime) -> None:
    instant = parse_instant(write_instant(at))
    assert instant is not None
    assert instant.at == at


@given(st.text(max_size=40))
def test_what_is_no_time_stays_as_written(text: str) -> None:
    assert parse_instant(text) is not None or to_utc_text(text) == text.strip()


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        ("2026-01-29T14:30:00.9Z", "2026-01-29T14:30:00Z", True),
        ("2026-01-29T14:30:01Z", "2026-01-29T14:30:00Z", False),
        ("2026-01-28T14:30:00Z", "2026-01-29", True),
        ("2026-01-29T14:30:00Z", "2026-01-29", False),
        (None, "2026-01-29", False),
    ],
)
def test_what_lies_in_one_second_is_not_after(first: str | None, second: str, holds: bool) -> None:
    assert not_after(first, second) is holds
