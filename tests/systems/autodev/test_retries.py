"""Failed retries, by generation: counted, logged, at three a stop; and the reset that only a person makes."""

import re

import pytest

from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.wording.messages import Message
from tests.support.autodev_states import LATER, MAIN, SOUND, as_bytes, done, edit, read, step
from tests.support.memory_files import fixture_bytes

FAIL = verbs.Fail(note="The net is down")
HEADER = f"| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |\n|{'---|' * 6}\n"
ROW = "| 4 | 2 | Research | 1 | old | 2026-01-01 |\n"
RETRIES: dict[str, tuple[tuple[Intent, ...], tuple[str, int, int, list[str], str | None]]] = {
    "none": ((), ("in_progress", 0, 0, [], None)),
    "one failed": ((FAIL,), ("in_progress", 1, 1, [], "warning")),
    "two failed": ((FAIL, FAIL), ("in_progress", 2, 2, [], "alert")),
    "three failed": (
        (FAIL, FAIL, FAIL),
        ("failed", 3, 3, ["Step 2 Research failed after 3 retries: The net is down"], "stop"),
    ),
    "a person resets": ((FAIL, FAIL, FAIL, verbs.ResetRetries()), ("in_progress", 0, 0, [], None)),
    "reset before the third": ((FAIL, verbs.ResetRetries()), ("in_progress", 0, 0, [], None)),
    "a step that succeeds": ((FAIL, FAIL, verbs.Complete(whole="phase")), ("not_started", 0, 0, [], None)),
    "another step": ((FAIL, verbs.Move(part="phase", value="3")), ("not_started", 0, 0, [], None)),
    "beyond, by a person": ((FAIL, FAIL, FAIL, verbs.Retry(beyond=True)), ("in_progress", 0, 0, [], None)),
    "left out": (
        (FAIL, FAIL, FAIL, verbs.Skip(phase="2")),
        ("not_started", 0, 0, ["Step 2 Research failed after 3 retries: The net is down"], None),
    ),
}
"""Verbs; the status, the count, the rows of the log, the blockers, the level of the retries."""


@pytest.mark.parametrize("case", RETRIES)
def test_retries(case: str) -> None:
    intents, expected = RETRIES[case]
    track = read(done(as_bytes(SOUND), *intents))
    assert track.retries is not None
    (threshold,) = track.thresholds
    assert (
        track.position.status, track.retries.count, len(track.retries.log),
        [each.text for each in track.blockers], threshold.level,
    ) == expected  # fmt: skip
    assert (threshold.limits.warning, threshold.limits.alert, threshold.limits.stop) == (1, 2, 3)
    assert threshold.agent_will == ("halt" if expected[1] == 3 else "continue")


@pytest.mark.parametrize(
    ("counted", "rows", "after"),
    [("1", 0, (2, 1)), ("2", 0, (3, 1)), ("2", 1, (3, 2)), ("0", 1, (1, 2)), ("1", 2, (2, 3)), ("3", 3, (3, 4))],
)
def test_a_count_that_the_log_does_not_share_can_be_counted_on(counted: str, rows: int, after: tuple[int, int]) -> None:
    """An agent that counted without a row, or left one, is ordinary; and no more than three are counted."""
    log = "".join(f"| {number} | 1 | Problem | 1 | old | 2026-01-01 |\n" for number in range(1, rows + 1))
    text = SOUND.replace("retry_count: 0", f"retry_count: {counted}")
    before, _, after_log = text.partition("## Retry Log\n")
    text = f"{before}## Retry Log\n{HEADER}{log}\n{after_log[after_log.index('## Blockers') :]}"
    track = read(done(as_bytes(text), FAIL))
    assert track.retries is not None
    assert (track.retries.count, len(track.retries.log)) == after
    assert track.retries.log[-1].reason == "The net is down"
    assert track.position.status == ("failed" if after[0] == 3 else "in_progress")


@pytest.mark.parametrize(("counted", "fourth"), [("3", ""), ("1", ""), ("4", ROW)])
def test_a_step_that_goes_on_after_all_its_retries_can_fail(counted: str, fourth: str) -> None:
    """Its log is full: one row more would be read as one retry more."""
    log = "".join(f"| {number} | 2 | Research | 1 | old | 2026-01-01 |\n" for number in range(1, 4))
    text = SOUND.replace("retry_count: 0", f"retry_count: {counted}")
    before, _, rest = text.partition("## Retry Log\n")
    text = f"{before}## Retry Log\n{HEADER}{log}{fourth}\n{rest[rest.index('## Blockers') :]}"
    track = read(done(as_bytes(text), FAIL))
    assert track.retries is not None
    assert (track.position.status, track.retries.count) == ("failed", 4 if fourth else 3)
    assert len(track.retries.log) == track.retries.count
    assert [each.text for each in track.blockers] == ["Step 2 Research failed after 3 retries: The net is down"]


def test_a_reason_that_the_file_has_no_place_for_is_reported_and_kept() -> None:
    files = fixture_bytes("nested", "autodev")
    made = edit(files, FAIL)
    assert str(made.done).endswith("(3 of 3): The net is down")
    assert tuple(map(str, made.remarks)) == ("The state file does not record the reason; it is in cockpit's log.",)


STUCK = (
    verbs.Move(part="phase", value="3"), verbs.Move(part="status", value="in_progress"),
    verbs.Move(part="task", value="4 — Report"), verbs.Move(part="plan", value="4"),
    verbs.Complete(whole="phase"), verbs.Complete(whole="task"), verbs.Retry(), verbs.Fail(note="again"),
)  # fmt: skip


@pytest.mark.parametrize("intent", STUCK, ids=str)
@pytest.mark.parametrize("sub_step", ["2 — Read", "1b — Read", ""])
def test_nothing_is_tried_after_the_third_without_a_decision(intent: Intent, sub_step: str) -> None:
    text = re.sub(r"(?m)^sub_step: .*", f"sub_step: {sub_step}", SOUND)
    assert f"sub_step: {sub_step}\n" in text
    failed = done(as_bytes(text), FAIL, FAIL, FAIL)
    with pytest.raises(CommandError) as refused:
        edit(failed, intent)
    why = "Step 2 Research failed after 3 retries"
    ways = "(`cockpit phase reset`, only a person may) or skip the step (`cockpit phase skip 2`)"
    assert str(refused.value.message) == f"{why}. Reset the retries {ways}."


def test_another_blocker_stays_when_retries_are_reset() -> None:
    after = done(as_bytes(SOUND), verbs.Block(text="No map"), FAIL, FAIL, FAIL, verbs.ResetRetries())
    assert [each.text for each in read(after).blockers] == ["No map"]


FORMS = {
    "seed": ({MAIN: SOUND}, True, True),
    "early": ({MAIN: SOUND.replace("flow: greenfield\n", "").replace("step: 2\n", "step: 2b\n")}, True, True),
    "pointer": ({MAIN: step("greenfield", "2", "Research", more="retry_count: 0\n")}, False, False),
    "pointer with a log": (
        {MAIN: step("greenfield", "2", "Research", more="retry_count: 0\ncycle: 1\n\n## Retry Log\n")}, True, False,
    ),
    "nested": (
        {LATER: step("greenfield", "2", "Research", more="sub_step:\n  phase: 1\n  name: a\nretry_count: 0\n")},
        False, False,
    ),
    "fraction": ({LATER: step("existing-code", "16.5", "Release", more="retry_count: 0\n")}, False, False),
    "meta": ({LATER: step("meta-repo", "2.5", "Contract Sync", more="retry_count: 0\n")}, False, False),
}  # fmt: skip
"""By form: a state file, whether it keeps a log of retries, and whether it keeps blockers."""
COUNTED = {
    "one failed": ((FAIL,), "in_progress", 1, "warning", "continue"),
    "two failed": ((FAIL, FAIL), "in_progress", 2, "alert", "continue"),
    "three failed": ((FAIL, FAIL, FAIL), "failed", 3, "stop", "halt"),
    "a person resets": ((FAIL, FAIL, FAIL, verbs.ResetRetries()), "in_progress", 0, None, "continue"),
}  # fmt: skip
"""Verbs; status, count, level, and what the agent will do by it."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", COUNTED)
def test_each_generation_counts_them(case: str, form: str) -> None:
    files, logs, blocks = FORMS[form]
    intents, status, count, level, will = COUNTED[case]
    track = read(done({path: text.encode() for path, text in files.items()}, *intents))
    assert track.retries is not None
    (threshold,) = track.thresholds
    assert (track.position.status, track.retries.count, threshold.level, threshold.agent_will) == (
        status, count, level, will,
    )  # fmt: skip
    assert [each.attempt for each in track.retries.log] == [str(n + 1) for n in range(count if logs else 0)]
    assert [each.text.partition(":")[2] for each in track.blockers] == (
        [" The net is down"] if blocks and count == 3 else []
    )


TRIED = (verbs.Retry(), verbs.Fail(note="again"), verbs.Move(part="status", value="in_progress"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("intent", TRIED, ids=["retry", "fail", "status"])
def test_in_each_generation_nothing_is_tried_after_the_third(intent: Intent, form: str) -> None:
    failed = done({path: text.encode() for path, text in FORMS[form][0].items()}, FAIL, FAIL, FAIL)
    with pytest.raises(CommandError) as refused:
        edit(failed, intent)
    assert isinstance(refused.value.message, Message)
    assert refused.value.message.code in {"autodev.failed-for-good", "autodev.failed-for-good-or-skip"}
    assert "failed after 3 retries" in str(refused.value.message)


@pytest.mark.parametrize(
    ("log", "row"),
    [
        ("| Attempt | Failure Reason |\n|---|---|\n", "| 1 | The net is down |"),
        ("|---|---|\n| 1 | Problem |\n", None),
    ],
)
def test_a_log_with_other_columns(log: str, row: str | None) -> None:
    """What it has no column for is left out; without its first one nothing says what a row would mean."""
    text = SOUND.partition("## Retry Log")[0] + f"## Retry Log\n{log}\n"
    if row is None:
        with pytest.raises(CommandError, match="the table in “Retry Log”"):
            done(as_bytes(text), FAIL)
    else:
        assert row in done(as_bytes(text), FAIL)[MAIN].decode().splitlines()


@pytest.mark.parametrize("case", ["letters", "meta"])
def test_retries_are_counted_without_a_table_of_the_steps(case: str) -> None:
    files = fixture_bytes(case, "autodev")
    track = read(files)
    assert track.phases == () or track.position.phase is not None
    failed = files if track.position.status == "failed" else done(files, FAIL, FAIL, FAIL)
    stuck = read(failed)
    assert stuck.retries is not None
    assert (stuck.position.status, stuck.retries.count) == ("failed", 3)
    after = read(done(failed, verbs.ResetRetries()))
    assert after.retries is not None
    assert (after.position.status, after.retries.count) == ("in_progress", 0)


def test_rows_of_the_template_at_the_end_of_the_file_give_way_to_the_first_failure() -> None:
    rows = "\n".join(f"| {number} | [step] | [name] | [sub_step] | [reason] | [date-time] |" for number in (1, 2))
    before, _, after = SOUND.partition("## Retry Log\n")
    table = f"| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |\n|{'---|' * 6}\n{rows}"
    track = read(done(as_bytes(f"{before}{after[after.index('## Blockers') :]}\n## Retry Log\n{table}"), FAIL))
    assert track.retries is not None
    assert (track.retries.count, [each.reason for each in track.retries.log]) == (1, ["The net is down"])


@pytest.mark.parametrize(
    ("stated", "count"),
    [
        ("`retry_count`: 2", 2),
        ("retry_count: 2 (one more failed)", None),
        ("retry_count: 2 (the third failed too)", None),
        ("retry_count: 1 (then failed twice)", None),
    ],
)
def test_a_count_that_a_remark_raises_holds(stated: str, count: int | None) -> None:
    track = read({MAIN: SOUND.replace("retry_count: 0", stated)})
    (retries,) = track.thresholds
    assert (retries.value, bool(retries.unreadable)) == (count, count is None)


def test_a_blocker_that_a_reset_leaves_open_is_resolved_by_itself() -> None:
    files = {MAIN: SOUND.replace("status: in_progress", "status: failed").replace("retry_count: 0", "retry_count: 3")}
    files = as_bytes(files[MAIN].replace("- None", "- The vendor is silent"))
    assert [each.of_failure for each in read(files).blockers] == [False]
    assert read(done(files, verbs.Unblock(blocker="The vendor is silent"))).blockers == ()
