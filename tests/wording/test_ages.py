"""How long ago, on which day, at what time: the words a person reads."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.wording.times import (
    age,
    clock,
    day,
    lasting_age,
    moment,
    span,
    standing_age,
    until_when,
    with_moments,
    write_instant,
)
from tests.support.model_builders import NOW

EAST = timezone(timedelta(hours=9))
WEST = timezone(timedelta(hours=-8))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"),
        (0, "0 s"),
        (0.9, "0 s"),
        (45, "45 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (119, "1 min"),
        (3_599, "59 min"),
        (3_600, "1 h"),
        (86_399, "23 h"),
        (86_400, "1 d"),
        (400 * 86_400, "1 y"),
    ],
)
def test_span(seconds: float, words: str) -> None:
    assert span(seconds) == words


@given(st.floats(min_value=-5, max_value=86_400))
@settings(max_examples=100, deadline=None)
def test_an_age_that_stands_on_the_screen_is_true_until_it_changes(seconds: float) -> None:
    words, rest = standing_age(seconds)
    assert words == ("just now" if seconds < 60 else f"{span(seconds)} ago")
    if rest is not None:
        assert 0 < rest <= 65
        assert standing_age(seconds + rest * 0.99)[0] == words
        assert standing_age(seconds + rest + 0.001)[0] != words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026-01-29T16:31:00Z", "just now"),
        ("2026-01-29T16:30:56Z", "just now"),
        ("2026-01-29T16:31:04Z", "just now"),  # the clocks of two machines differ
        ("2026-01-29T16:30:55Z", "5 s ago"),
        ("2026-01-29T16:29:59Z", "1 min ago"),
        ("2026-01-29T14:30:00Z", "2 h ago"),
        ("2026-01-29T15:30:00+01:00", "2 h ago"),
        ("2026-01-27T10:00", "2 d ago"),  # without a zone: as UTC
        ("2026-01-29T16:36:00Z", "in 5 min"),
        ("2026-02-01T16:31:00Z", "in 3 d"),
        ("2026-01-29", "today"),
        ("2026-01-28", "yesterday"),
        ("2026-01-30", "tomorrow"),
        ("2026-01-19", "10 d ago"),
        ("2026-02-03", "in 5 d"),
        ("", None),
        (None, None),
        ("soon", None),
        ("2026-02-31", None),
    ],
)
def test_age(text: str | None, words: str | None) -> None:
    assert age(text, NOW) == words


@pytest.mark.parametrize(("zone", "words"), [(UTC, "yesterday"), (EAST, "2 d ago"), (WEST, "yesterday")])
def test_a_date_is_counted_in_days_of_the_persons_zone(zone: tzinfo, words: str) -> None:
    now = datetime(2026, 1, 29, 16, 31, tzinfo=UTC).astimezone(zone)
    assert age("2026-01-28", now) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026-01-29", "29 Jan"),
        ("2026-01-05T08:00:00Z", "5 Jan"),
        ("2025-12-31", "31 Dec 2025"),
        ("2027-01-01T00:00:00Z", "1 Jan 2027"),
        ("last week", "last week"),
        ("", ""),
        (None, None),
    ],
)
def test_day(text: str | None, words: str | None) -> None:
    assert day(text, NOW) == words


def test_the_day_of_an_instant_is_that_of_the_persons_zone_and_of_a_date_as_written() -> None:
    assert day("2026-01-29T16:00:00Z", NOW.astimezone(EAST)) == "30 Jan"
    assert day("2026-01-29", NOW.astimezone(EAST)) == "29 Jan"


@pytest.mark.parametrize(
    ("text", "zone", "shown"),
    [
        ("2026-01-29T14:30:00Z", UTC, "14:30"),
        ("2026-01-29T14:30:00Z", EAST, "23:30"),
        ("2026-01-29T14:30:00+02:00", UTC, "12:30"),
        ("2026-01-29 9:05", UTC, "09:05"),
        ("2026-01-29", UTC, None),
        ("noon", UTC, None),
        (None, UTC, None),
    ],
)
def test_clock(text: str | None, zone: tzinfo, shown: str | None) -> None:
    assert clock(text, zone) == shown


@settings(deadline=None)
@given(st.integers(5, 400 * 86_400))
def test_past_and_future_are_shown_with_the_same_span(seconds: int) -> None:
    past, future = NOW - timedelta(seconds=seconds), NOW + timedelta(seconds=seconds)
    assert age(write_instant(past), NOW) == f"{span(seconds)} ago"
    if seconds > 5:
        assert age(write_instant(future), NOW) == f"in {span(seconds)}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026-01-29T14:31:00Z", "29 Jan, 14:31 (2 h ago)"),
        ("2026-01-29T18:00:00+02:00", "29 Jan, 16:00 (31 min ago)"),
        ("2026-01-29T16:30:30Z", "29 Jan, 16:30 (just now)"),
        ("2026-01-29T18:00:00Z", "29 Jan, 18:00 (in 1 h)"),
        ("2026-01-30", "30 Jan (tomorrow)"),
        ("2025-12-24", "24 Dec 2025 (36 d ago)"),
        ("2026-01-29", "29 Jan (today)"),
        ("at lunch", "at lunch"),
        ("", ""),
        (None, None),
    ],
)
def test_moment(text: str | None, words: str | None) -> None:
    assert moment(text, NOW) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2026-01-29T16:31:00Z", "just now"),
        ("2026-01-29T16:30:01Z", "just now"),
        ("2026-01-29T16:30:00Z", "1 min ago"),
        ("2026-01-29T16:31:30Z", "30 s ahead"),
        ("2026-01-30T08:31:00Z", "16 h ahead"),
        ("2026-01-29", "today"),
        ("2026-01-30", "1 d ahead"),
        ("2026-03-03", "33 d ahead"),
        ("at lunch", None),
        (None, None),
    ],
)
def test_an_age_that_stays_true_for_a_minute(text: str | None, words: str | None) -> None:
    assert lasting_age(text, NOW) == words


@pytest.mark.parametrize(
    ("text", "zone", "words"),
    [
        ("2026-01-29T23:30:00Z", UTC, "23:30"),
        ("2026-01-30T07:05:00Z", UTC, "07:05 on 30 Jan"),
        ("2026-01-29T16:35:00Z", EAST, "01:35"),
        ("2026-01-29T14:00:00Z", EAST, "23:00 on 29 Jan"),
        ("2027-01-02T08:00:00Z", UTC, "08:00 on 2 Jan 2027"),
        ("2026-01-30", UTC, None),
        (None, UTC, None),
    ],
)
def test_until_when(text: str | None, zone: tzinfo, words: str | None) -> None:
    assert until_when(text, NOW.astimezone(zone)) == words


def test_a_moment_is_shown_in_the_persons_zone() -> None:
    assert moment("2026-01-29T16:00:00Z", NOW.astimezone(EAST)) == "30 Jan, 01:00 (31 min ago)"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Handoff of 2026-01-29T12:30:00Z, state of 2026-01-28T10:00Z.",
         "Handoff of 29 Jan, 12:30 (2 h ago), state of 28 Jan, 10:00 (1 d ago)."),
        ("2026-01-29 stays, and so does 2026-13-45T99:00:00Z", "2026-01-29 stays, and so does 2026-13-45T99:00:00Z"),
    ],
)  # fmt: skip
def test_instants_in_a_sentence(text: str, told: str) -> None:
    assert with_moments(text, datetime(2026, 1, 29, 14, 30, tzinfo=UTC)) == told
