"""Times as files write them, and the words a person reads: how long ago, on which day, at what time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.wording.times import (
    age,
    certainly_before,
    clock,
    day,
    lasting_age,
    moment,
    not_after,
    parse_instant,
    span,
    standing_age,
    to_utc_text,
    until_when,
    with_moments,
    write_instant,
)
from tests.support.model_builders import NOW

EAST = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("text", "at", "date_only", "zoneless"),
    [
        ("2026-01-29t14:30:00z", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        (" 2026-01-29T14:30:00.123456789Z ", datetime(2026, 1, 29, 14, 30, 0, 123_456, tzinfo=UTC), False, False),
        ("2026-01-29 14:30 UTC", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        ("2026-01-29T09:30:00-0500", datetime(2026, 1, 29, 14, 30, tzinfo=UTC), False, False),
        ("2026-01-29T9:30", datetime(2026, 1, 29, 9, 30, tzinfo=UTC), False, True),
        ("2026-01-29", datetime(2026, 1, 29, tzinfo=UTC), True, False),
    ],
)
def test_forms_of_a_time(text: str, at: datetime, date_only: bool, zoneless: bool) -> None:
    instant = parse_instant(text)
    assert instant is not None
    assert (instant.at, instant.date_only, instant.zoneless) == (at, date_only, zoneless)


@pytest.mark.parametrize("text", [None, "", "yesterday", "2026-02-31", "2026-01-29T25:00Z", "on 2026-01-29",
                                  "0001-01-01T00:00+14:00"])  # fmt: skip
def test_what_is_no_time(text: str | None) -> None:
    assert parse_instant(text) is None
    assert (age(text, NOW), clock(text, UTC), lasting_age(text, NOW), until_when(text, NOW)) == (None,) * 4
    assert (day(text, NOW), moment(text, NOW)) == (text, text)


@given(st.datetimes(timezones=st.just(UTC)), st.text(max_size=40))
@settings(max_examples=50, deadline=None)
def test_what_is_written_is_read_and_what_is_no_time_stays_as_written(at: datetime, text: str) -> None:
    instant = parse_instant(write_instant(at))
    assert instant is not None
    assert instant.at == at
    assert parse_instant(text) is not None or to_utc_text(text) == text.strip()


@pytest.mark.parametrize(
    ("one", "other", "before", "not_later"),
    [
        ("2026-01-29T14:30:00Z", "2026-01-29T14:30:01Z", True, True),
        ("2026-01-29T14:30:00.9Z", "2026-01-29T14:30:00Z", False, True),  # within one second
        ("2026-01-29T14:30:01Z", "2026-01-29T14:30:00Z", False, False),
        ("2026-01-29T16:00:00+02:00", "2026-01-29T15:00:00Z", True, True),  # as text it would be later
        ("2026-01-28", "2026-01-29T00:00:00Z", True, True),
        ("2026-01-29", "2026-01-29T23:00:00Z", False, False),  # it may have been later that day
        (None, "2026-01-29", False, False),
        ("sometime", "2026-01-29", False, False),
    ],
)
def test_the_order_of_two_times(one: str | None, other: str, before: bool, not_later: bool) -> None:
    assert (certainly_before(one, other), not_after(one, other)) == (before, not_later)


@given(st.floats(min_value=-5, max_value=86_400))
@settings(max_examples=50, deadline=None)
def test_an_age_that_stands_on_the_screen_is_true_until_it_changes(seconds: float) -> None:
    words, rest = standing_age(seconds)
    assert words == ("just now" if seconds < 60 else f"{span(seconds)} ago")
    if rest is not None:
        assert 0 < rest <= 65
        assert standing_age(seconds + rest * 0.99)[0] == words
        assert standing_age(seconds + rest + 0.001)[0] != words


def in_utc(of: Callable[[str, tzinfo | None], str | None]) -> Callable[[str, datetime], str | None]:
    return lambda text, now: of(text, now.tzinfo)


@pytest.mark.parametrize(
    ("of", "text", "zone", "words"),
    [
        (age, "2026-01-29T16:31:04Z", UTC, "just now"),  # the clocks of two machines differ
        (age, "2026-01-29T16:30:55Z", UTC, "5 s ago"),
        (age, "2026-01-29T16:29:59Z", UTC, "1 min ago"),
        (age, "2026-01-29T15:30:00+01:00", UTC, "2 h ago"),
        (age, "2026-01-27T10:00", UTC, "2 d ago"),  # without a zone: as UTC
        (age, "2024-12-29", UTC, "1 y ago"),
        (age, "2026-01-29T16:36:00Z", UTC, "in 5 min"),
        (age, "2026-01-29", UTC, "today"),
        (age, "2026-01-28", UTC, "yesterday"),
        (age, "2026-01-28", EAST, "2 d ago"),
        (age, "2026-01-30", UTC, "tomorrow"),
        (day, "2026-01-05T08:00:00Z", UTC, "5 Jan"),
        (day, "2025-12-31", UTC, "31 Dec 2025"),
        (day, "2026-01-29T16:00:00Z", EAST, "30 Jan"),
        (day, "2026-01-29", EAST, "29 Jan"),
        (in_utc(clock), "2026-01-29T14:30:00Z", EAST, "23:30"),
        (in_utc(clock), "2026-01-29T14:30:00+02:00", UTC, "12:30"),
        (in_utc(clock), "2026-01-29", UTC, None),
        (moment, "2026-01-29T18:00:00+02:00", UTC, "29 Jan, 16:00 (31 min ago)"),
        (moment, "2026-01-29T18:00:00Z", UTC, "29 Jan, 18:00 (in 1 h)"),
        (moment, "2025-12-24", UTC, "24 Dec 2025 (36 d ago)"),
        (moment, "2026-01-29T16:00:00Z", EAST, "30 Jan, 01:00 (31 min ago)"),
        (lasting_age, "2026-01-29T16:30:01Z", UTC, "just now"),
        (lasting_age, "2026-01-29T16:30:00Z", UTC, "1 min ago"),
        (lasting_age, "2026-01-29T16:31:30Z", UTC, "30 s ahead"),
        (lasting_age, "2026-03-03", UTC, "33 d ahead"),
        (until_when, "2026-01-29T23:30:00Z", UTC, "23:30"),
        (until_when, "2026-01-29T14:00:00Z", EAST, "23:00 on 29 Jan"),
        (until_when, "2027-01-02T08:00:00Z", UTC, "08:00 on 2 Jan 2027"),
        (until_when, "2026-01-30", UTC, None),
        (
            with_moments, "Handoff of 2026-01-29T14:31:00Z, state of 2026-01-28T10:00Z.", UTC,
            "Handoff of 29 Jan, 14:31 (2 h ago), state of 28 Jan, 10:00 (1 d ago).",
        ),
        (with_moments, "2026-01-29 and 2026-13-45T99:00:00Z stay", UTC, "2026-01-29 and 2026-13-45T99:00:00Z stay"),
    ],
)  # fmt: skip
def test_the_words_of_a_time_in_the_persons_zone(
    of: Callable[[str, datetime], str | None], text: str, zone: tzinfo, words: str | None
) -> None:
    assert of(text, NOW.astimezone(zone)) == words
