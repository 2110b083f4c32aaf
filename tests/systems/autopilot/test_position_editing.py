"""Moving the position, and the update protocol: task, plan, phase and session complete."""

import pytest

from cockpit.model import LastActivity, Step
from cockpit.model.intents import Complete, Intent, Move, Whole
from tests.support.autopilot_edits import (
    EXAMPLE,
    HEALTHY,
    TRANSPONDER,
    Bytes,
    applied,
    done,
    lines_of,
    make,
    refusal,
    replaced,
    track,
)
from tests.support.autopilot_small_states import undated
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says

ROUTE = ".autopilot/phases/002-invoices/ROUTE.md"
UPDATED = ["-**Updated:** 2026-03-04T09:20:00Z", "+**Updated:** 2026-01-30T09:05:07Z"]
WAS = "-**Last Activity:** 2026-01-29 — Completed dashboard layout plan"
HANDOFF = says(
    ".autopilot/holding-pattern.md was written for the previous position. Archive it if the work has moved on."
)
LAST = "2026-03-04 — Completed the invoice number sequence"


def with_status(word: str) -> Bytes:
    """The healthy project with another status."""
    return replaced(HEALTHY, TRANSPONDER, "| Status | In progress |", f"| Status | {word} |")


PHASE_IS_COMPLETE = (
    "The phase is already complete. To move to the next phase: `cockpit done phase`. To reopen this "
    "one: `cockpit set status=in_progress`."
)
BY_IN_PROGRESS = says("`cockpit set status=in_progress`, then `cockpit done phase`")


def with_rows(*rows: str, files: Bytes = EXAMPLE) -> Bytes:
    """The example with other rows in its position table."""
    table = "| Phase | 3 of 6 |\n| Plan | 2 of 4 |\n| Status | In progress |\n"
    return replaced(files, TRANSPONDER, table, "".join(f"{row}\n" for row in rows))


# moving


@pytest.mark.parametrize(
    ("intent", "lines"),
    [
        (Move(part="status", value="blocked"),
         ["-| Status | In progress |", "+| Status | Blocked |",
          "-| Next action | /autopilot:cockpit |", "+| Next action | Resolve blocker |"]),
        (Move(part="status", value="Phase complete"),
         ["-| Status | In progress |", "+| Status | Phase complete |",
          "-| Next action | /autopilot:cockpit |", "+| Next action | Transition to next phase |"]),
        (Move(part="plan", value="3"),
         ["-| Plan | 2 of 4 |", "+| Plan | 3 of 4 |", WAS, "+**Last Activity:** 2026-01-30 — Moved to plan 3.3",
          "-| Stopped at | Mid-plan 3.2, task 3 of 5 |", "+| Stopped at | Before plan 3.3 |"]),
        (Move(part="task", value="5"),
         [WAS, "+**Last Activity:** 2026-01-30 — Moved to task 5 of plan 3.2",
          "-| Stopped at | Mid-plan 3.2, task 3 of 5 |", "+| Stopped at | Mid-plan 3.2, task 5 of 5 |"]),
        (Move(part="next", value="/autopilot:takeoff | tee"),
         ["-| Next action | /autopilot:cockpit |", "+| Next action | /autopilot:takeoff \\| tee |"]),
    ],
)  # fmt: skip
def test_one_part_moves(intent: Move, lines: list[str]) -> None:
    assert undated(EXAMPLE, intent) == lines
    assert "**Updated:** 2026-01-30T09:05:07Z" in done(EXAMPLE, intent)[TRANSPONDER].decode()


@pytest.mark.parametrize(
    ("row", "value", "expected"),
    [
        ("| Phase | 03 of 06 |", "4", "| Phase | 04 of 06 |"),
        ("| Phase | 3/6 - Dashboard |", "4", "| Phase | 4/6 |"),
        ("| Phase | Phase 3 of 6 (Dashboard) |", "4", "| Phase | Phase 4 of 6 |"),
        ("| Phase | 3 of 6 |", "02.1", "| Phase | 02.1 of 6 |"),
        ("|Phase|**3 of 6**|", "4", "|Phase|**4 of 6**|"),
    ],
)
def test_the_form_of_a_phase_stays_and_the_old_name_goes(row: str, value: str, expected: str) -> None:
    lines = undated(with_rows(row, "| Status | In progress |"), Move(part="phase", value=value))
    assert lines[:2] == [f"-{row}", f"+{expected}"]


def test_a_phase_takes_its_own_name_along() -> None:
    files = replaced(HEALTHY, TRANSPONDER, "| Phase | 2 of 3 |", "| Phase | 2 of 3 (Invoices) |")
    assert undated(files, Move(part="phase", value="3"))[1] == "+| Phase | 3 of 3 (Payments) |"


@pytest.mark.parametrize(
    ("word", "value", "expected"),
    [
        ("executing", "blocked", "Blocked"),
        ("planned", "in_progress", "executing"),
        ("executing", "phase_complete", "complete"),
        ("executing", "Project complete", "Project complete"),
        ("In progress — tests run", "Ready to plan", "Ready to plan"),
    ],
)
def test_the_vocabulary_of_the_file_is_kept(word: str, value: str, expected: str) -> None:
    files = with_rows("| Phase | 3 of 6 |", f"| Status | {word} |")
    lines = [each for each in undated(files, Move(part="status", value=value)) if "| Status |" in each]
    assert lines == [f"-| Status | {word} |", f"+| Status | {expected} |"]


@pytest.mark.parametrize("intent", [Move(part="status", value="completed"), Complete(whole="phase")], ids=str)
def test_a_project_that_is_complete_is_complete_to_100_percent(intent: Intent) -> None:
    last = replaced(EXAMPLE, TRANSPONDER, "| Phase | 3 of 6 |", "| Phase | 6 of 6 |")
    position = track(done(last, intent)).position
    assert (position.status, position.percent) == ("completed", 100)
    open_task = {**last, ".autopilot/phases/006/ROUTE.md": b"# Route\n\n- [x] Task 1: a\n- [ ] Task 2: b\n"}
    assert track(done(open_task, intent)).position.percent == 42  # the tasks speak against it


def test_a_phase_that_was_discussed_is_the_last_activity() -> None:
    activity = track(
        done(with_status("Ready to discuss"), Move(part="status", value="planning"))
    ).position.last_activity
    assert activity == LastActivity(date="2026-01-30", text="Discussed phase 2")
    before = track(with_status("Ready to plan")).position.last_activity
    assert (
        track(done(with_status("Ready to plan"), Move(part="status", value="ready"))).position.last_activity == before
    )


def test_a_next_action_of_its_own_stays_and_a_missing_one_comes() -> None:
    own = replaced(EXAMPLE, TRANSPONDER, "| Next action | /autopilot:cockpit |", "| Next action | Ask Ann |")
    assert undated(own, Move(part="status", value="blocked")) == ["-| Status | In progress |", "+| Status | Blocked |"]
    none = replaced(EXAMPLE, TRANSPONDER, "| Next action | /autopilot:cockpit |\n", "")
    assert "+| Next action | Resolve blocker |" in undated(none, Move(part="status", value="blocked"))


def test_positions_in_label_lines_and_fences_move_too() -> None:
    for body in ("Phase: 3 of 6\nStatus: In progress\n", "```\nPhase: 3 of 6\nStatus: In progress\n```\n"):
        files = {TRANSPONDER: f"# Project State\n\n**Project:** P\n\n## Current Position\n\n{body}".encode()}
        after = done(files, Move(part="phase", value="4"), Move(part="status", value="blocked"))
        assert track(after).position.phase == Step(id="4", total=6)
        assert track(after).position.status == "blocked"
        assert b"Phase: 4 of 6" in after[TRANSPONDER]


def test_a_task_without_a_place_gets_a_row() -> None:
    files = replaced(EXAMPLE, TRANSPONDER, "Mid-plan 3.2, task 3 of 5", "Somewhere")
    assert undated(files, Move(part="task", value="4"))[0] == "+| Task | 4 of 5 |"


@pytest.mark.parametrize(
    ("files", "intent", "sentence"),
    [
        (EXAMPLE, Move(part="phase", value="7"),
         'No phase 7: the total is 6.'),
        (EXAMPLE, Move(part="plan", value="5"),
         'No plan 5: the total is 4.'),
        (EXAMPLE, Move(part="task", value="6"),
         'No task 6: the total is 5.'),
        (EXAMPLE, Move(part="task", value="0"), 'No task 0: numbering starts at 1.'),
        (EXAMPLE, Move(part="phase", value="next"), 'Not a phase number: "next". Examples: 3, 03, 2.1.'),
        (EXAMPLE, Move(part="status", value="paused"),
         ('Project Autopilot has no status "paused". Allowed after In progress: Phase complete, Project '
'complete, Ready to plan, Ready to execute, Blocked.')),
        (done(EXAMPLE, Move(part="status", value="blocked")), Move(part="status", value="Project complete"),
         ("Project complete does not usually follow Blocked; In progress, Ready to execute, Ready to plan, Ready to "
          "discuss do. `cockpit set 'status=Project complete' --force` sets it (only a person may).")),
        (EXAMPLE, Move(part="status", value="blocked", seen="ready"),
         "The status has changed since you looked: ready → in progress."),
        (EXAMPLE, Move(part="next", value=""), "The next action is empty."),
        (fixture_bytes("v1"), Move(part="phase", value="3"),
         '.autopilot/STATE.md is read-only. Create TRANSPONDER.md from it first: `cockpit track convert`.'),
    ],
)  # fmt: skip
def test_moves_that_are_refused(files: Bytes, intent: Move, sentence: str) -> None:
    assert refusal(files, intent) == sentence


@pytest.mark.parametrize(
    "intent",
    [Move(part="phase", value="3"), Move(part="phase", value="03"), Move(part="status", value="in progress"),
     Move(part="plan", value="2"), Move(part="next", value="/autopilot:cockpit")],
)  # fmt: skip
def test_staying_is_no_change(intent: Move) -> None:
    edit = make(EXAMPLE, intent)
    assert (edit.changes, "already" in str(edit.done)) == ((), intent.part == "next")


# completing


def test_a_task_is_complete() -> None:
    edit = make(HEALTHY, Complete(whole="task"))
    assert lines_of(HEALTHY, Complete(whole="task")) == {
        "TRANSPONDER.md": [
            *UPDATED,
            "-| Progress | █████░░░░░ 50% |", "+| Progress | ██████░░░░ 62% |",
            f"-**Last Activity:** {LAST}", "+**Last Activity:** 2026-01-30 — Completed task 3: Render the PDF",
            "-| Stopped at | Mid-plan 2.1, task 3 of 4 |", "+| Stopped at | Mid-plan 2.1, task 4 of 4 |",
        ],
        "phases/002-invoices/ROUTE.md": ["-- [ ] 2.1.3 Render the PDF", "+- [x] 2.1.3 Render the PDF"],
    }  # fmt: skip
    task = says("3: Render the PDF")
    assert (edit.done, edit.remarks) == (says(f"Completed task {task}."), (HANDOFF,))


@pytest.mark.parametrize(
    ("whole", "activity"),
    [
        ("task", "Completed task 3: Render the PDF — PDF in the mail"),
        ("plan", "Completed plan 2.1 — PDF in the mail"),
        ("phase", "Completed phase 2: Invoices — PDF in the mail"),
        ("session", "Ended the session — PDF in the mail"),
    ],
)
def test_a_note_stands_behind_what_was_completed(whole: Whole, activity: str) -> None:
    intent = Complete(whole=whole, note="PDF in the mail")
    assert f"+**Last Activity:** 2026-01-30 — {activity}" in undated(HEALTHY, intent)
    last = track(done(HEALTHY, intent)).position.last_activity
    assert last == LastActivity(date="2026-01-30", text=activity)


def test_the_last_task_of_a_plan() -> None:
    files = done(HEALTHY, Complete(whole="task"))
    edit = make(files, Complete(whole="task"))
    assert says("That was the last task of the plan. Complete the plan: `cockpit done plan`.") in edit.remarks
    assert undated(files, Complete(whole="task"))[-1] == "+| Stopped at | All tasks of the plan done |"
    assert (
        refusal(applied(files, edit), Complete(whole="task"))
        == "All tasks of the plan are done. Use `cockpit done plan`."
    )


def test_without_phase_files_the_count_alone_goes_on() -> None:
    edit = make(EXAMPLE, Complete(whole="task"))
    assert undated(EXAMPLE, Complete(whole="task")) == [
        "-**Last Activity:** 2026-01-29 — Completed dashboard layout plan",
        "+**Last Activity:** 2026-01-30 — Completed task 3: Create UI component",
        "-| Stopped at | Mid-plan 3.2, task 3 of 5 |",
        "+| Stopped at | Mid-plan 3.2, task 4 of 5 |",
    ]
    assert edit.remarks == (says("The progress is unchanged: the phase files do not list every task."), HANDOFF)


def test_a_task_is_ticked_only_where_it_is_surely_the_one() -> None:
    twice = replaced(HEALTHY, ROUTE, "- [ ] 2.1.4 Mail the PDF", "- [ ] 2.1.3 Mail the PDF")
    edit = make(twice, Complete(whole="task"))
    assert ROUTE not in {change.path for change in edit.changes}
    assert edit.remarks[0] == says(
        "No task was ticked: the phase files have no task of that name, or several. Tick it by hand."
    )
    criteria = replaced(
        HEALTHY, ROUTE, "## Plan 1: Documents\n", "## Exit criteria\n- [ ] 2.1.3 it renders\n\n## Plan 1: Documents\n"
    )
    assert lines_of(criteria, Complete(whole="task"))["phases/002-invoices/ROUTE.md"] == [
        "-- [ ] 2.1.3 Render the PDF", "+- [x] 2.1.3 Render the PDF",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("listed", "lines"),
    [
        ("### Task 002.3: Render\n**Status:** ⏳ Pending\n", ["-**Status:** ⏳ Pending", "+**Status:** ✅ Done"]),
        ("## Tasks\n\n| Task | Name | Status |\n|---|---|---|\n| 2.3 | Render | ⏳ |\n",
         ["-| 2.3 | Render | ⏳ |", "+| 2.3 | Render | ✅ Done |"]),
        ("## Tasks\n- [ ] 3. Render\n- [ ] 4. Mail\n", ["-- [ ] 3. Render", "+- [x] 3. Render"]),
    ],
)  # fmt: skip
def test_every_form_of_a_task_list_is_ticked(listed: str, lines: list[str]) -> None:
    files = {**HEALTHY, ROUTE: f"# Route\n\n{listed}".encode()}
    assert lines_of(files, Complete(whole="task"))["phases/002-invoices/ROUTE.md"] == lines


def test_work_that_was_only_planned_has_begun() -> None:
    files = replaced(HEALTHY, TRANSPONDER, "| Status | In progress |", "| Status | Ready to execute |")
    assert "+| Status | In progress |" in undated(files, Complete(whole="task"))


def test_a_plan_is_complete() -> None:
    assert undated(EXAMPLE, Complete(whole="plan")) == [
        "-| Plan | 2 of 4 |", "+| Plan | 3 of 4 |",
        "-**Last Activity:** 2026-01-29 — Completed dashboard layout plan",
        "+**Last Activity:** 2026-01-30 — Completed plan 3.2",
        "-| Plans completed | 8 |", "+| Plans completed | 9 |",
        "-| Stopped at | Mid-plan 3.2, task 3 of 5 |", "+| Stopped at | Plan 3.2 complete, next is 3.3 |",
    ]  # fmt: skip


def test_the_last_plan_of_a_phase_leaves_the_phase_to_its_own_verb() -> None:
    files = done(HEALTHY, Complete(whole="plan"))
    edit = make(files, Complete(whole="plan"))
    assert says("That was the last plan of the phase. Complete the phase: `cockpit done phase`.") in edit.remarks
    assert track(applied(files, edit)).position.plan == Step(id="2", total=2)
    assert (
        refusal(applied(files, edit), Complete(whole="plan"))
        == "All plans of the phase are complete. Use `cockpit done phase`."
    )


def test_open_tasks_of_a_completed_plan_are_mentioned() -> None:
    assert make(HEALTHY, Complete(whole="plan")).remarks[0] == says("2 tasks are not ticked in the phase files.")


def test_a_phase_is_complete() -> None:
    edit = make(HEALTHY, Complete(whole="phase"))
    assert undated(HEALTHY, Complete(whole="phase")) == [
        "-| Phase | 2 of 3 |", "+| Phase | 3 of 3 |",
        "-| Plan | 1 of 2 |", "+| Plan | 1 of 1 |",
        "-| Status | In progress |", "+| Status | Ready to execute |",
        f"-**Last Activity:** {LAST}", "+**Last Activity:** 2026-01-30 — Completed phase 2: Invoices",
        "-| Stopped at | Mid-plan 2.1, task 3 of 4 |", "+| Stopped at | Phase 2 complete, next is 3.1, task 1 of 2 |",
        "-| Next action | /autopilot:cockpit |", "+| Next action | /autopilot:takeoff |",
        "-- Current phase: .autopilot/phases/002-invoices/", "+- Current phase: .autopilot/phases/003-payments/",
    ]  # fmt: skip
    assert edit.remarks == (
        says("2 tasks are not ticked in the phase files."),
        says("The position is plan 1 of 2: the later plans of the phase are not completed."),
        says("1 blocker is still open."),
        HANDOFF,
    )


@pytest.mark.parametrize(
    ("file", "status", "plan", "command"),
    [
        (None, "Ready to discuss", "0 of ?", "/autopilot:preflight 4"),
        ("BRIEFING.md", "Ready to plan", "0 of ?", "/autopilot:takeoff --plan-only"),
        ("ROUTE.md", "Ready to execute", "0 of ?", "/autopilot:takeoff"),
    ],
)
def test_what_the_next_phase_has_decides_its_status(file: str | None, status: str, plan: str, command: str) -> None:
    files = {**EXAMPLE, f".autopilot/phases/004/{file}": b"# Phase 4: Search\n"} if file else EXAMPLE
    after = track(done(files, Complete(whole="phase")))
    assert (after.position.status_text, after.position.plan) == (status, Step(id="0"))
    assert after.next_action is not None
    assert after.next_action.text == command
    assert f"+| Plan | {plan} |" in undated(files, Complete(whole="phase"))


def test_a_complete_phase_is_left_for_the_next_one() -> None:
    assert track(done(with_status("Phase complete"), Complete(whole="phase"))).position.status == "ready"


def test_work_that_began_brings_its_next_action_along() -> None:
    files = replaced(with_status("Ready to plan"), TRANSPONDER, "/autopilot:cockpit", "/autopilot:takeoff --plan-only")
    lines = undated(files, Complete(whole="task"))
    assert [line for line in lines if "Next action" in line or "Status" in line] == [
        "-| Status | Ready to plan |", "+| Status | In progress |",
        "-| Next action | /autopilot:takeoff --plan-only |", "+| Next action | /autopilot:cockpit |",
    ]  # fmt: skip


def test_after_the_last_phase_the_project_is_complete() -> None:
    files = done(HEALTHY, Complete(whole="phase"), Move(part="status", value="in_progress"))
    after = done(files, Complete(whole="phase"))
    position = track(after).position
    assert (position.status_text, position.phase) == ("Project complete", Step(id="3", name="Payments", total=3))
    assert (
        refusal(after, Complete(whole="phase"))
        == "The project is already complete. Archive it: `cockpit track archive`."
    )


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("3 of 8", ["-| Phase | 3 of 6 |", "+| Phase | 3 of 8 |"]),
        ("7 of 8", ["-| Phase | 3 of 6 |", "+| Phase | 7 of 8 |"]),
    ],
)
def test_a_phase_may_be_given_with_the_number_of_phases(value: str, lines: list[str]) -> None:
    assert undated(EXAMPLE, Move(part="phase", value=value))[:2] == lines


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("9 of 8", "No phase 9: the total is 8."),
        ("1 of many", 'Not a number of phases: "many". Example: 1 of 6.'),
    ],
)
def test_a_number_of_phases_that_cannot_be(value: str, sentence: str) -> None:
    assert refusal(EXAMPLE, Move(part="phase", value=value)) == sentence


def test_a_session_ends() -> None:
    files = replaced(HEALTHY, TRANSPONDER, "| Resume file | .autopilot/holding-pattern.md |", "| Resume file | None |")
    files = replaced(files, TRANSPONDER, "| Stopped at | Mid-plan 2.1, task 3 of 4 |\n", "")
    assert undated(files, Complete(whole="session", note="Ann takes over")) == [
        f"-**Last Activity:** {LAST}", "+**Last Activity:** 2026-01-30 — Ended the session — Ann takes over",
        "-| Last session | 2026-03-04 |", "+| Last session | 2026-01-30 |",
        "-| Resume file | None |",
        "+| Stopped at | Mid-plan 2.1, task 3 of 4 |", "+| Resume file | .autopilot/holding-pattern.md |",
    ]  # fmt: skip


def test_a_time_in_the_last_session_stays_a_time_and_a_day_in_updated_a_day() -> None:
    files = replaced(HEALTHY, TRANSPONDER, "| Last session | 2026-03-04 |", "| Last session | 2026-03-04 09:20 |")
    files = replaced(files, TRANSPONDER, "**Updated:** 2026-03-04T09:20:00Z", "**Updated:** 2026-03-04")
    after = done(files, Complete(whole="session"))[TRANSPONDER].decode()
    assert "| Last session | 2026-01-30T09:05:07Z |" in after
    assert "**Updated:** 2026-01-30\n" in after


@pytest.mark.parametrize(
    ("files", "intent", "sentence"),
    [
        (with_rows("| Status | In progress |"), Complete(whole="phase"),
         'The state file does not name the current phase. Set it: `cockpit set phase=N`.'),
        (with_rows("| Phase | 3 of 6 |", "| Status | In progress |"), Complete(whole="plan"),
         'The state file does not name the current plan. Set it: `cockpit set plan=N`.'),
        (replaced(fixture_bytes("mixed"), TRANSPONDER, "Mid-plan 3.2, task 3 of 5", "Here"), Complete(whole="task"),
         'The state file does not name the current task. Set it: `cockpit set task=N`.'),
        (with_rows("| Phase | 3 of ? |", "| Status | In progress |"), Complete(whole="phase"),
         ('The number of phases is unknown. If this was the last phase: `cockpit set status=completed`. '
'Otherwise: `cockpit set phase=4`.')),
        (with_status("Ready to execute"), Complete(whole="phase"),
         ('A phase cannot be completed while the status is Ready to execute. Use `cockpit set '
'status=in_progress`, then `cockpit done phase`.')),
        (with_status("Ready to discuss"), Complete(whole="phase"),
         ('A phase cannot be completed while the status is Ready to discuss. Use `cockpit set '
'status=ready`, then `cockpit set status=in_progress`, then `cockpit done phase`.')),
        (with_status("Blocked"), Complete(whole="phase"),
         ('A phase cannot be completed while the status is Blocked. Use `cockpit set status=in_progress`, '
'then `cockpit done phase`.')),
        (with_status("Phase complete"), Complete(whole="task"), PHASE_IS_COMPLETE),
        (with_status("Phase complete"), Complete(whole="plan"), PHASE_IS_COMPLETE),
        (done(with_rows("| Phase | 3 of 6 |", "| Plan | 1 of 2 |", "| Task | 4 of 4 |", "| Status | In progress |"),
              Complete(whole="task")), Complete(whole="task"),
         'All tasks of the plan are done. Use `cockpit done plan`.'),
        (replaced(HEALTHY, TRANSPONDER, "task 3 of 4", "task 2 of 4"), Complete(whole="task"),
         'Task 2 is already ticked in the phase files. Go to the next task: `cockpit set task=N`.'),
    ],
)  # fmt: skip
def test_completions_that_are_refused(files: Bytes, intent: Complete, sentence: str) -> None:
    assert refusal(files, intent) == sentence
