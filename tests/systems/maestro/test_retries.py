"""Retries of Maestro's phases: which count matters, what holds the agent, and that only a reset overwrites a count."""

import pytest

from cockpit.model import Project, Threshold
from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTokens, Fail, Intent, Move, RecordError, ResetRetries, Retry
from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.maestro.system import Maestro
from tests.conformance.memory_system import MemorySystem
from tests.support.maestro_sessions import HEAD, MAIN, read, session, tracks

MEMORY_SYSTEM = MemorySystem(Maestro())
Row = tuple[str, object]
"""The status of a phase and its count as it is written."""


def phases(*rows: Row) -> bytes:
    entries = "".join(
        f"  - id: {number}\n    name: Part\n    status: {status}\n    errors: []\n    retry_count: {count}\n"
        for number, (status, count) in enumerate(rows, 1)
    )
    return session(f"{HEAD}phases:\n{entries}")


def retries(*rows: Row) -> Threshold:
    found = read(phases(*rows)).threshold("retries")
    assert found is not None
    return found


def code(data: bytes) -> int:
    return verdict(Project(root="/project", tracks=(read(data),))).code


@pytest.mark.parametrize(
    ("rows", "value", "level"),
    [
        ((("failed", 2), ("pending", 0)), 2, "stop"),
        ((("failed", 3),), 3, "stop"),
        ((("failed", '"2/2"'),), 2, "stop"),
        ((("failed", '"3 (max reached)"'),), 3, "stop"),
        ((("failed", "two"),), 2, "stop"),
        ((("failed", "2.0"),), 2, "stop"),
        ((("failed", 1), ("in_progress", 2)), 1, None),
        ((("failed", 1), ("failed", 2), ("in_progress", 3)), 2, "stop"),
        ((("in_progress", 1), ("pending", 0)), 1, None),
        ((("in_progress", 2),), 2, "warning"),
        ((("completed", 3), ("skipped", 3), ("pending", 0)), 0, None),
        ((("pending", "~"), ("pending", "")), 0, None),
    ],
)
def test_the_count_that_matters_and_its_level(rows: tuple[Row, ...], value: int, level: str | None) -> None:
    found = retries(*rows)
    assert (found.value, found.level, found.unreadable, found.limits.stop) == (value, level, (), 2)
    assert found.agent_will == ("halt" if level == "stop" else "continue")
    assert code(phases(*rows)) == (30 if level == "stop" else 0)


@pytest.mark.parametrize("stated", ["several", '"2 or 3"', "-1", "true", "[2]", "{a: 1}", '"2+"', "1.5"])
@pytest.mark.parametrize("status", ["pending", "in_progress", "failed"])
def test_a_count_that_nobody_can_read_holds(status: str, stated: str) -> None:
    rows: tuple[Row, ...] = (("completed", 0), (status, stated))
    found = retries(*rows)
    assert (found.value, found.level) == (None, None)
    assert [(each.what, each.path, each.line) for each in found.unreadable] == [("value", MAIN, 19)]
    assert code(phases(*rows)) == 20
    (need,) = [each for each in needs(read(phases(*rows))) if each.pane == "thresholds"]
    assert need.remedies == ("reset-retries",)


@pytest.mark.parametrize(
    ("status", "code_then"),
    [
        *(dict.fromkeys(("FAILED", "'❌ failed'", "failed (timeout)", "error", "aborted"), 30).items()),
        ("", 20),
        *(dict.fromkeys(("complete", "'✅ Completed'", "in-progress"), 0).items()),
    ],
)
def test_a_phase_whose_status_is_not_stated_may_have_failed(status: str, code_then: int) -> None:
    data = phases((status, 2), ("pending", 0))
    assert code(data) == code_then
    assert code(phases((status, 1), ("pending", 0))) == 0
    after = MEMORY_SYSTEM.files_after({MAIN: data}, ResetRetries())
    assert code(after[MAIN]) == 0


@pytest.mark.parametrize("stated", ["", "null", "—", "N/A", "TBD", "unknown", "[none]", "[]", "{retries}", "<count>"])
def test_nothing_stated_holds_nobody(stated: str) -> None:
    found = retries(("failed", stated))
    assert (found.value, found.level, found.unreadable) == (0, None, ())
    assert code(phases(("failed", stated))) == 0


@pytest.mark.parametrize("status", ["completed", "skipped"])
@pytest.mark.parametrize("stated", ["5", "several"])
def test_a_finished_phase_never_holds(status: str, stated: str) -> None:
    data = phases((status, stated), ("in_progress", 0))
    assert code(data) == 0
    assert [each for each in needs(read(data)) if each.pane == "thresholds"] == []
    assert read(phases((status, stated))).thresholds == ()


ERRORS = {
    "none": "[]",
    "open": "[{message: No key, resolved: false}]",
    "resolved": "[{message: No key, resolution: Skipped, resolved: true}]",
    "tried again": "[{message: No key}, {message: Retry 2, resolution: longer, resolved: true}]",
}


@pytest.mark.parametrize("errors", ERRORS)
def test_a_phase_that_used_its_retries_up_needs_a_person_whatever_its_errors(errors: str) -> None:
    files = {
        MAIN: phases(("failed", 2), ("pending", 0)).replace(b"errors: []", f"errors: {ERRORS[errors]}".encode(), 1)
    }
    track = MEMORY_SYSTEM.track(files)
    assert needs(track)[0].kind == "stop"
    assert needs(track)[0].remedies == ("reset-retries",)
    assert isinstance(MEMORY_SYSTEM.edit_or_refusal(files, Retry(phase="1")), CommandError)
    after = MEMORY_SYSTEM.files_after(files, ResetRetries())
    assert [each for each in needs(MEMORY_SYSTEM.track(after)) if each.kind in ("stop", "alert")] == []
    assert MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(after, Retry(phase="1"))).phases[0].retry_count == 1


@pytest.mark.parametrize("stated", ["several", "-1", "[2]", "{a: 1}", "true", "\n      - two\n      - three"])
@pytest.mark.parametrize("status", ["failed", "in_progress", "pending"])
def test_only_a_reset_overwrites_what_nobody_can_read(status: str, stated: str) -> None:
    files = {MAIN: phases((status, stated))}
    way: tuple[Intent, ...] = {
        "failed": (), "in_progress": (Fail(phase="1", note="No key"),), "pending": (Move(part="phase", value="1"),),
    }[status]  # fmt: skip
    before = MEMORY_SYSTEM.files_after(files, *way)
    assert f"retry_count: {stated}\n".encode() in before[MAIN]
    for tried in (Retry(phase="1"), Retry(phase="1", beyond=True)):
        assert isinstance(MEMORY_SYSTEM.edit_or_refusal(before, tried), CommandError)
    after = MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(before, ResetRetries()))
    assert (after.phases[0].retry_count, after.phases[0].status) == (0, MEMORY_SYSTEM.track(before).phases[0].status)
    assert after.thresholds[0].unreadable == ()


@pytest.mark.parametrize("status", ["failed", "stuck"])
def test_other_verbs_do_not_stumble_over_lines_that_move(status: str) -> None:
    rows: tuple[Row, ...] = (("in_progress", 0), (status, "many" if status == "failed" else 2))
    after = MEMORY_SYSTEM.files_after(
        {MAIN: phases(*rows)}, RecordError(text="No key", phase="1"), AddTokens(input=1, output=1)
    )
    assert code(after[MAIN]) == 20


def test_one_reset_leaves_nothing_that_holds() -> None:
    rows: tuple[Row, ...] = (("failed", 2), ("failed", "several"), ("failed", 1), ("pending", "many"), ("completed", 9))
    assert code(phases(*rows)) == 30
    files = MEMORY_SYSTEM.files_after({MAIN: phases(*rows)}, ResetRetries())
    assert code(files[MAIN]) == 0
    assert [phase.retry_count for phase in MEMORY_SYSTEM.track(files).phases] == [0, 0, 1, 0, 9]
    files = MEMORY_SYSTEM.files_after(files, ResetRetries())
    assert [phase.retry_count for phase in MEMORY_SYSTEM.track(files).phases] == [0, 0, 0, 0, 9]
    assert MEMORY_SYSTEM.edit(files, ResetRetries()).changes == ()


def test_where_no_retry_is_allowed_a_reset_tries_once() -> None:
    files = {MAIN: phases(("failed", 0)), ".env": b"MAESTRO_MAX_RETRIES=0\n"}
    assert MEMORY_SYSTEM.track(files).thresholds[0].level == "stop"
    after = MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(files, ResetRetries()))
    assert (after.phases[0].status, after.thresholds[0].agent_will) == ("in_progress", "continue")


@pytest.mark.parametrize(
    ("stated", "most", "unread"),
    [("3", 3, ()), ("three", 3, ()), ("3.0", 3, ()), ("many", 2, (("stop limit", ".env", 2),))],
)
def test_the_limit_is_the_sessions_own(stated: str, most: int, unread: tuple[tuple[str, str, int], ...]) -> None:
    env = f"KEY=1\nMAESTRO_MAX_RETRIES={stated}\n"
    (track,) = tracks({MAIN: phases(("failed", 1)), ".env": env})
    (found,) = track.thresholds
    assert found.limits.stop == most
    assert tuple((each.what, each.path, each.line) for each in found.unreadable) == unread
    assert verdict(Project(root="/project", tracks=(track,))).code == (20 if unread else 0)
    findings = [
        (each.code, each.path, each.line)
        for each in track.findings
        if each.path == ".env" and each.code != "retry-limit-raised"
    ]
    assert findings == [("value-unreadable", path, line) for _, path, line in unread]
    (track,) = tracks({MAIN: phases(("failed", most)), ".env": env})
    assert track.thresholds[0].level == "stop"


def test_a_session_without_open_phases_counts_none() -> None:
    for data in (phases(("completed", 1)), session("session_id: s\nstatus: failed\ntier: T1\n"), b"# Log\n"):
        track = read(data)
        assert (track.thresholds, track.retries, "thresholds" in track.lacks) == ((), None, True)


def test_whether_there_is_something_to_reset_is_shown_before() -> None:
    lacking = {row: "retries" in read(phases(row)).lacks for row in (("failed", 0), ("failed", 1), ("failed", "many"))}
    assert [*lacking.values()] == [True, False, False]


AGAIN = "{message: Retry 1, resolution: longer, resolved: true}"


@pytest.mark.parametrize(
    ("errors", "kinds"),
    [
        ("[]", ["failed"]),
        ("[{message: No key}]", ["failed", "error"]),
        ("[{message: No key, resolved: true}]", ["failed"]),
        (f"[{{message: No key, resolved: true}}, {AGAIN}]", ["failed"]),
        (f"[{{message: No key}}, {AGAIN}]", ["failed", "error"]),
        (f"[{{message: No key}}, {AGAIN}, {{message: No disk}}]", ["failed", "error"]),
        (f"[{{message: No key}}, {AGAIN}, {{message: No disk, resolved: true}}]", ["failed"]),
    ],
)
def test_a_failed_phase_is_in_needs_you_until_it_is_tried_again_or_skipped(errors: str, kinds: list[str]) -> None:
    data = phases(("failed", 1), ("in_progress", 0)).replace(b"errors: []", f"errors: {errors}".encode(), 1)
    assert [each.kind for each in needs(read(data))] == kinds


def test_a_completed_session_with_open_phases_is_not_called_done() -> None:
    data = phases(("completed", 0), ("pending", 0)).replace(
        b"status: in_progress\ncurrent", b"status: completed\ncurrent"
    )
    (need,) = needs(read(data))
    assert (need.kind, need.remedies) == ("finished", ("resume",))


@pytest.mark.parametrize(
    ("status", "more", "expected"),
    [
        ("failed", "retries: 2", 30),
        ("failed", "retryCount: two", 30),
        ("failed", "retry_count: 0\n    retryCount: 2", 30),
        ("failed", "retry_count: 2\n    max_retries_reached: true", 30),
        ("failed", "retry_count: 1\n    max_retries_reached: true", 20),
        ("failed", "retries_remaining: 0", 20),
        ("failed", "remaining_retries: none left", 20),
        ("failed (2/2 retries used)", "errors: []", 30),
        ("failed (retries exhausted)", "errors: []", 20),
        ("failed", "retries: 1", 0),
        ("failed (retry 1 of 2)", "errors: []", 0),
        ("failed", "retries_remaining: 1", 0),
        ("failed", "max_retries_reached: false", 0),
        ("failed", "max_retries: 2", 0),
        ("failed", "last_retry: 2026-03-20T09:30:00Z", 0),
        ("completed", "retries_remaining: 0", 0),
    ],
)
def test_retries_are_read_wherever_a_phase_states_them_and_a_reset_writes_all_places(
    status: str, more: str, expected: int
) -> None:
    files = {MAIN: session(f"{HEAD}phases:\n  - id: 1\n    name: Part\n    status: {status}\n    {more}\n")}
    assert code(files[MAIN]) == expected
    if expected:
        assert isinstance(MEMORY_SYSTEM.edit_or_refusal(files, Retry(phase="1")), CommandError)
        after = MEMORY_SYSTEM.files_after(files, ResetRetries())
        assert code(after[MAIN]) == 0
        assert MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(after, Retry(phase="1"))).phases[0].retry_count == 1


def test_places_that_state_other_counts_are_named() -> None:
    found = read(phases(("in_progress", "0\n    retryCount: 1"))).thresholds[0]
    assert (found.value, [(each.text, each.line) for each in found.disagreeing]) == (1, [("0", 14), ("1", 15)])
