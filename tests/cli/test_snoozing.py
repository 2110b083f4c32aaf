"""Until when a metric is quiet: every way to say it means the clock on the person's wall."""

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.cli.snoozing import until_of
from cockpit.model.errors import CommandError
from cockpit.wording.messages import Message
from tests.cli.conftest import Run
from tests.support.messages import wording, wording_line

NEW_YORK, BERLIN = "EST5EDT,M3.2.0,M11.1.0", "CET-1CEST,M3.5.0,M10.5.0"


@pytest.mark.parametrize(
    ("zone", "now", "text", "until"),
    [
        ("UTC", "2026-01-29T16:30", "30m", "2026-01-29T17:00"),
        ("UTC", "2026-01-29T16:30", " 2h ", "2026-01-29T18:30"),
        ("UTC", "2026-01-29T16:30", "45 min", "2026-01-29T17:15"),
        ("UTC", "2026-01-29T16:30", "1d", "2026-01-30T16:30"),
        ("UTC", "2026-01-29T16:30", "17:30", "2026-01-29T17:30"),
        ("UTC", "2026-01-29T16:30", "16:30", "2026-01-30T16:30"),
        ("UTC", "2026-01-29T16:30", "7:05", "2026-01-30T07:05"),
        ("UTC", "2026-01-29T16:30", "2026-02-01", "2026-02-01T00:00"),
        ("UTC", "2026-01-29T16:30", "2026-02-01 08:00", "2026-02-01T08:00"),
        (NEW_YORK, "2026-01-29T16:30", "2026-01-29T20:00Z", "2026-01-29T20:00"),
        (NEW_YORK, "2026-01-29T16:30", "2026-01-29T20:00+01:00", "2026-01-29T19:00"),
        # a day begins at the person's midnight
        (NEW_YORK, "2026-12-30T16:30", "2027-01-05", "2027-01-05T05:00"),
        (BERLIN, "2026-12-30T16:30", "2027-01-05", "2027-01-04T23:00"),
        # the offset is that of the day meant, not of today
        (NEW_YORK, "2026-01-29T16:30", "2026-07-01T12:00", "2026-07-01T16:00"),
        (NEW_YORK, "2026-07-01T16:30", "2026-12-24T12:00", "2026-12-24T17:00"),
        (BERLIN, "2026-01-29T16:30", "2026-07-01", "2026-06-30T22:00"),
        # the night in which the clocks change
        (BERLIN, "2026-03-28T22:00", "09:00", "2026-03-29T07:00"),
        (NEW_YORK, "2026-11-01T03:00", "08:00", "2026-11-01T13:00"),
        (BERLIN, "2026-03-28T22:00", "12h", "2026-03-29T10:00"),
    ],
)
def test_what_a_person_means(monkeypatch: pytest.MonkeyPatch, zone: str, now: str, text: str, until: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    begun = datetime.fromisoformat(now).replace(tzinfo=UTC).astimezone()
    found = until_of(text, begun)
    assert (found, found.tzinfo) == (datetime.fromisoformat(until).replace(tzinfo=UTC), UTC)


@pytest.mark.parametrize("zone", ["UTC", NEW_YORK, BERLIN])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "30",
        "24:00",
        "17:60",
        "30 m 5",
        "-30m",
        "2026-02-30",
        "٣٠m",
        "9999-12-31T23:59",
        "9999-12-31T23:59Z",
        "0001-01-01",
    ],
)
def test_what_is_no_time(monkeypatch: pytest.MonkeyPatch, zone: str, text: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        found = until_of(text, datetime.now().astimezone())
    except CommandError as refused:
        assert refused.message == Message("cli.no-time", text=text)
    else:
        assert text[:4] in ("0001", "9999"), found


def test_through_the_command(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", NEW_YORK)
    time.tzset()
    done = run("snooze", "cost", "2099-01-05", "-C", root)
    assert (done.code, done.err) == (0, "")
    assert done.out == wording_line("project.snoozed", metric="cost", until="00:00 on 5 Jan 2099")
    assert '"snoozed_until": "2099-01-05T05:00:00Z"' in run("status", "--json", "-C", root).out


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["cost", "2020-01-01"], 1, wording("project.time-is-past")),
        (["cost", "whenever"], 1, wording("cli.no-time", text="whenever")),
        (
            ["mood", "30m"],
            1,
            wording(
                "project.no-such-metric", metric="mood", known=("cost", "context", "variance", "errors", "silence")
            ),
        ),
    ],
)
def test_what_is_refused(run: Run, root: Path, words: list[str], code: int, sentence: str) -> None:
    done = run("snooze", *words, "-C", root)
    assert (done.code, done.out, done.err) == (code, "", f"cockpit: {sentence}\n")


def test_off_ends_it(run: Run, root: Path) -> None:
    run("snooze", "cost", "1h", "-C", root)
    assert '"snoozed_until": "' in run("status", "--json", "-C", root).out
    assert run("snooze", "cost", "off", "-C", root).out == wording_line("project.no-longer-snoozed", metric="cost")
    assert '"snoozed_until": "' not in run("status", "--json", "-C", root).out
