"""The rules of autodev's verbs: retries, the end of a step, session boundaries, gates, creation."""

from time import process_time

import pytest

from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.rules.thresholds.alert_state import stops
from cockpit.systems.autodev.system import Autodev
from cockpit.systems.interface import Beginning, ReadContext
from tests.support.autodev_states import (
    DECOMPOSED,
    LATER,
    MAIN,
    NOW,
    PLANNED,
    PROBLEM,
    SOUND,
    as_bytes,
    changed,
    done,
    edit,
    read,
    step,
)
from tests.support.memory_files import MemoryFiles, fixture_bytes


def test_the_question_tells_the_tasks() -> None:
    track = read(fixture_bytes("boundary", "autodev"))
    assert track.waiting is not None
    assert str(track.waiting.question) == (
        "Decompose complete — start implementation? 5 tasks, about 3 batches, 16 complexity points."
    )
    assert tuple(map(str, track.waiting.options)) == (
        "A) Start a new conversation for implementation (recommended for context freshness)",
        "B) Continue implementation in this conversation",
    )
    assert track.waiting.since == "2026-04-02"


ANSWERS = {
    ("boundary", "A"): ("not_started", "Decompose complete, implementation ready — answered A"),
    ("boundary", "B"): ("in_progress", "Decompose complete, implementation ready"),
}


@pytest.mark.parametrize("case", ANSWERS, ids=str)
def test_the_answer_at_a_boundary(case: tuple[str, str]) -> None:
    files = fixture_bytes(case[0], "autodev")
    waiting = read(files).waiting
    assert waiting is not None
    option = next(each for each in map(str, waiting.options) if each.startswith(case[1]))
    track = read(done(files, verbs.Answer(option=option, seen=str(waiting.question))))
    assert track.waiting is None
    assert (track.position.status, track.sessions[0].notes) == ANSWERS[case]


@pytest.mark.parametrize("way", ["the answer", "a task"])
def test_a_finished_step_that_is_begun_starts_over(way: str) -> None:
    files = fixture_bytes("boundary", "autodev")
    row = b"| 5 | Decompose |"
    assert row in files[MAIN]
    line = next(each for each in files[MAIN].splitlines(keepends=True) if each.startswith(row))
    files[MAIN] = files[MAIN].replace(line, line + b"| 6 | Implement | 2026-04-01 | All built |\n")
    waiting = read(files).waiting
    assert waiting is not None
    begin = verbs.Answer(option=str(waiting.options[1])) if way == "the answer" else verbs.Move(part="task", value="2")
    after = done(files, begin)
    assert "| All built — started over 2026-04-05 |" in after[MAIN].decode()
    assert read(after).position.status == "in_progress"
    assert "completed-present" not in [each.code for each in read(after).findings]


def test_a_pointer_keeps_the_answer_behind_its_sub_step() -> None:
    files = fixture_bytes("pointer", "autodev")
    waiting = read(files).waiting
    assert waiting is not None
    after = done(files, verbs.Answer(option=str(waiting.options[0])))
    assert "sub_step: 0 — answered A\n" in after[MAIN].decode()
    assert (read(after).waiting, read(after).position.status) == (None, "not_started")
    assert read(done(files, verbs.Answer(option=str(waiting.options[1])))).position.status == "in_progress"


def test_notes_go_on_in_the_next_line() -> None:
    (session,) = read(changed("notes: go on", "notes: go on\n  Next: the swap page")).sessions
    assert session.notes == "go on Next: the swap page"


GATES = {
    "in the notes": (changed("notes: go on", "notes: BLOCKING gate: one database or two?"), True),
    "it waits for a person": (changed("notes: go on", "notes: waiting for the user to choose"), True),
    "an ordinary note": (changed("notes: go on", "notes: the gate is blocked by rust"), False),
    "answered": (changed("notes: go on", "notes: BLOCKING gate: one or two? — answered two"), False),
    "after another answer": (
        changed("notes: go on", "notes: Decompose complete, implementation ready — answered A").replace(
            "sub_step: 3 — Compare", "sub_step: 3 — BLOCKING gate: one or two?"
        ),
        True,
    ),
    "confirmed": (
        changed("notes: go on", "notes: BLOCKING gate of sub-step 4 confirmed by the user, on with 5"),
        False,
    ),
    "passed": (changed("notes: go on", "notes: blocking gate passed"), False),
    "approved before": (changed("notes: go on", "notes: architecture approved at the blocking gate"), False),
    "not confirmed": (changed("notes: go on", "notes: BLOCKING gate of sub-step 4, not confirmed yet"), True),
    "passed, another": (changed("notes: go on", "notes: BLOCKING gate passed. BLOCKING: one or two?"), True),
    "answered, another": (changed("notes: go on", "notes: BLOCKING: a or b? — answered a — BLOCKING: c or d?"), True),
    "a decision": (changed("notes: go on", "notes: DECISION REQUIRED: choose tech stack A or B"), True),
    "pending": (changed("notes: go on", "notes: pending confirmation"), True),
    "answers of another kind": (
        changed("sub_step: 3 — Compare", "sub_step: 3 — BLOCKING: one or two?").replace(
            "notes: go on", "notes: the user answered 3 questions on scope"
        ),
        True,
    ),
}


@pytest.mark.parametrize("case", GATES)
def test_a_blocking_gate(case: str) -> None:
    text, asks = GATES[case]
    track = read(text)
    assert (track.waiting is not None) is asks
    if track.waiting is not None:
        after = read(done(as_bytes(text), verbs.Answer(option="two of them")))
        assert after.waiting is None
        sub = " (sub-step 3)" if "sub_step: 3 — BLOCKING" in text else ""
        assert (after.sessions[0].notes or "").endswith(f" — answered two of them{sub}")


def test_a_gate_that_was_answered_does_not_hide_the_next_one() -> None:
    text = changed("sub_step: 3 — Compare", "sub_step: 4 — BLOCKING: confirm architecture")
    answered = done(as_bytes(text), verbs.Answer(option="yes"))
    assert read(answered).waiting is None
    track = read(done(answered, verbs.Move(part="task", value="5 — BLOCKING: confirm components")))
    assert track.waiting is not None
    assert track.waiting.question == "BLOCKING: confirm components"
    assert read(done(answered, verbs.Move(part="task", value="5 — Compare"))).waiting is None


def test_a_nested_gate_is_answered_in_its_detail() -> None:
    text = step(
        "greenfield", "3", "Plan", more="sub_step:\n  phase: 2\n  name: awaiting-approval\n  detail: one or two?\n"
    )
    files = {LATER: text.encode()}
    track = read({**files, **PROBLEM})
    assert track.waiting is not None
    assert track.waiting.question == "one or two?"
    after = read(done({**files, **as_bytes(SOUND)}, verbs.Answer(option="two")))
    assert after.waiting is None
    assert after.position.task is not None
    assert after.position.task.name == "awaiting-approval: one or two? — answered two"


def test_after_the_last_step_all_are_done() -> None:
    state = as_bytes(
        "# Autopilot State\n\n" + step("greenfield", "10", "Deploy") + "retry_count: 0\n\n## Completed Steps\n"
    )
    files = done(state, verbs.Complete(whole="phase"))
    track = read(files)
    assert (track.position.status, track.position.phase) == ("completed", None)
    for intent in (verbs.Complete(whole="task"), verbs.Move(part="task", value="5 — Name")):
        with pytest.raises(CommandError) as refused:
            done(files, intent)
        assert str(refused.value.message) == "All steps are done. Go back to a step: `cockpit set phase=STEP`."


def test_a_later_flow_begins_again_after_its_retrospective() -> None:
    text = step("existing-code", "17", "Retrospective", more="retry_count: 0\ncycle: 2\n")
    files = {LATER: text.encode(), "src/a.py": b""}
    with pytest.raises(CommandError) as refused:
        edit(files, verbs.Complete(whole="phase"))
    begins = "Cycle 3 cannot start before the retrospective of cycle 2 is written: _docs/06_metrics has only"
    missing = f"{begins} 0 retrospectives (retro_*.md)."
    assert str(refused.value.message) == missing
    with pytest.raises(CommandError) as refused:
        edit(files, verbs.Complete(whole="plan"))  # the step that is offered instead would be refused as well
    assert str(refused.value.message) == f"autodev has no plans. {missing}"
    files["_docs/06_metrics/retro_2026-04-01.md"] = b"x"
    with pytest.raises(CommandError) as refused:
        edit(files, verbs.Complete(whole="phase"))  # that was the one of the cycle before
    assert str(refused.value.message) == f"{begins} 1 retrospective (retro_*.md)."
    after = done({**files, "_docs/06_metrics/retro_2026-05-01.md": b"x"}, verbs.Complete(whole="phase"))
    track = read(after)
    assert track.position.phase is not None
    assert (track.position.phase.id, track.position.phase.name, track.position.wave) == ("9", "New Task", "cycle 3")


CREATED = {
    "an empty folder": ({}, "greenfield", "1", "Problem"),
    "source": ({"src/a.py": ""}, "existing-code", "1", "Document"),
    "a plan": (PLANNED, "greenfield", "4", "UI Design"),
    "tasks": (DECOMPOSED, "greenfield", "6", "Implement"),
}


@pytest.mark.parametrize("case", CREATED)
def test_a_new_state_stands_at_the_step_that_the_folders_show(case: str) -> None:
    files, flow, number, name = CREATED[case]
    made = Autodev().create(MemoryFiles(files), "", Beginning(project="p"), ReadContext(now=NOW))
    (change,) = made.changes
    assert change.path == MAIN
    track = read({**files, MAIN: change.after or b""})
    assert track.position.phase is not None
    assert (track.position.flow, track.position.phase.id, track.position.phase.name, track.position.status) == (
        flow, number, name, "not_started",
    )  # fmt: skip
    assert [each.code for each in track.findings] == []


def test_a_state_is_created_once() -> None:
    with pytest.raises(CommandError) as refused:
        Autodev().create(MemoryFiles({MAIN: SOUND}), "", Beginning(project="p"), ReadContext(now=NOW))
    assert str(refused.value.message) == f"A state file already exists: {MAIN}."


def test_a_handoff_is_proposed_from_the_state() -> None:
    files = fixture_bytes("healthy", "autodev")
    memory = MemoryFiles(files)
    (candidate,) = Autodev().detect(memory)
    draft = Autodev().draft(memory, candidate, ReadContext(now=NOW))
    assert [(row.id, row.name, row.state) for row in draft.completed] == [
        ("1", "Problem", "done"), ("2", "Research", "done"), ("3", "Plan", "done"), ("4", "UI Design", "done"),
        ("5", "Decompose", "done"), ("6", "Implement", "done"),
    ]  # fmt: skip
    assert (draft.phase, draft.task, draft.total_tasks) == ("7", None, None)  # the rows are steps, not sub-steps
    assert draft.state == "Phase 7 (Run Tests). Status: in progress. Sub-step 2 — Run and triage."
    assert draft.remaining[0] == "Step 7: Run Tests (in progress)"
    assert draft.context == "The import is slow: 40 s for a year of shifts"
    assert draft.blockers == ("The lock house has no test database yet",)
    track = read(done(files, verbs.HandOff(draft=draft)))
    assert track.handoff is not None
    assert (track.handoff.phase, track.handoff.path) == ("7", "_docs/holding-pattern.md")
    assert (track.sessions[0].working_on, track.sessions[0].handoff_reason) == (
        "Step 7 Run Tests — SubStep 2 Run and triage", "user paused",
    )  # fmt: skip


UNUSABLE = {
    "without the section": ("# Autopilot State\n\n## Key Decisions\n- One table\n", "5", "greenfield", "Decompose"),
    "an empty section": ("# Autopilot State\n\n## Current Step\n\n## Blockers\n- None\n", "Plan", "greenfield", "Plan"),
    "a flow and no step": (
        "# Autopilot State\n\n## Current Step\nflow: existing-code\nstatus: in_progress\n", "3", "existing-code",
        "Code Testability Revision",
    ),
    "the template": ("## Current Step\nflow: [greenfield | existing-code]\nstep: [1-10]\n", "3", "greenfield", "Plan"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNUSABLE)
def test_a_file_that_names_no_step_is_given_one(case: str) -> None:
    text, value, flow, name = UNUSABLE[case]
    files = {path: content.encode() for path, content in {MAIN: text, **PLANNED}.items()}
    track = read(done(files, verbs.Move(part="phase", value=value)))
    assert track.position.phase is not None
    assert (track.position.flow, track.position.phase.name, track.position.status) == (flow, name, "not_started")
    assert all(text in done(files, verbs.Move(part="phase", value=value))[MAIN].decode() for text in ("# ", "Step"))
    with pytest.raises(CommandError) as refused:
        edit(files, verbs.Decide(text="Two tables"))
    told = f"{MAIN} names no current step. Set it: `cockpit set phase=STEP`."
    assert str(refused.value.message) == told


HEADED = "| Field | Value |\n|---|---|\n"
ROWS = (
    "| flow | greenfield |\n| **Step** | 2 |\n| name | Research |\n| status | in_progress |\n"
    "| sub_step | 3 — Compare |\n"
)
TABLES = {
    "seed": (MAIN, f"# Autopilot State\n\n## Current Step\n{HEADED}{ROWS}\n## Completed Steps\n\n## Last Session\n"),
    "no header": (MAIN, f"# Autopilot State\n\n## Current Step\n\n{ROWS}\n## Completed Steps\n\n## Last Session\n"),
    "pointer": (MAIN, f"## Current Step\n{HEADED}{ROWS}| retry_count | 0 |\n"),
    "nested": (LATER, f"# Autodev State\n\n## Current Step\n{HEADED}{ROWS}| Retries | 0 |\n"),
}
VERBS = {
    "a step": (verbs.Move(part="phase", value="4"), ("UI Design", "not_started", None, 0)),
    "a sub-step": (verbs.Move(part="task", value="4 — Report: draft"), ("Research", "in_progress", "4", 0)),
    "a status": (verbs.Move(part="status", value="completed"), ("Research", "phase_complete", "3", 0)),
    "a completed step": (verbs.Complete(whole="phase", note="x"), ("Plan", "not_started", None, 0)),
    "a failure": (verbs.Fail(note="No net"), ("Research", "in_progress", "3", 1)),
    "a step left out": (verbs.Skip(phase="2"), ("Plan", "not_started", None, 0)),
}


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.parametrize("case", VERBS)
def test_a_table_is_written_as_it_is_read(case: str, form: str) -> None:
    path, text = TABLES[form]
    intent, expected = VERBS[case]
    after = done({path: text.encode()}, intent)
    track = read(after)
    assert track.position.phase is not None
    task = track.position.task.id if track.position.task is not None else None
    assert track.retries is not None
    assert (track.position.phase.name, track.position.status, task, track.retries.count) == expected
    section = after[path].decode().partition("## Current Step\n")[2].partition("\n## ")[0]
    assert [line for line in section.splitlines() if line and not line.startswith("|")] == []
    assert "duplicate-label" not in [each.code for each in track.findings]


ON_ONE_LINE = {
    "bars": "flow: greenfield | step: 2 | name: Research\nstatus: in_progress | retry_count: 0 | sub_step: 3 — Compare "
    "| cycle: 2 | tracker: jira\n",
    "order": "retry_count: 0 | step: 2 | name: Research | flow: greenfield\ncycle: 2 | sub_step: 3 — Compare | status: "
    "in_progress | tracker: jira\n",
    "commas": "flow: greenfield, step: 2, name: Research, status: in_progress\nsub_step: 3 — Compare; cycle: 2; "
    "tracker: jira; retries: 0\n",
    "a list": "- flow: greenfield | step: 2 | name: Research | sub_step: 3 — Compare\n- status: in_progress | cycle: 2 "
    "| tracker: jira | retry_count: 0\n",
}


@pytest.mark.parametrize("form", ON_ONE_LINE)
@pytest.mark.parametrize("case", VERBS)
def test_fields_of_one_line_are_written_without_losing_another(case: str, form: str) -> None:
    intent, (name, status, task, retries) = VERBS[case]
    text = f"# Autopilot State\n\n## Current Step\n{ON_ONE_LINE[form]}\n## Completed Steps\n\n## Last Session\n"
    before = read({MAIN: text.encode()})
    assert (before.position.status, before.retries.count if before.retries else None) == ("in_progress", 0)
    after = done({MAIN: text.encode()}, intent)
    track = read(after)
    assert track.position.phase is not None
    assert track.retries is not None
    assert (track.position.phase.name, track.position.status, track.retries.count) == (name, status, retries)
    assert (track.position.task.id if track.position.task is not None else None) == task
    assert [after[MAIN].decode().count(text) for text in ("cycle: 2", "tracker: jira", "flow: greenfield")] == [1, 1, 1]


@pytest.mark.parametrize(
    "line",
    [
        "step: 10 | name: Implement | status: failed | retry_count: 3 | tracker: jira",
        "step: 10 | name: Implement | status: failed | retries: 3",
        "step: 10 | name: Implement | status: failed | retries left: 0",
        "step: 10 | Implement | status: failed | retry_count: 3",
        "step: 10, name: Implement, status: failed, retry_count: 3",
    ],
)
def test_a_failed_step_on_one_line_stops(line: str) -> None:
    track = read({MAIN: f"# Autopilot State\n\n## Current Step\nflow: existing-code\n{line}\n".encode()})
    (retries,) = [each for each in track.thresholds if each.metric == "retries"]
    assert (track.position.status, stops(retries)) == ("failed", True)


def test_a_last_session_in_a_table_is_written_there() -> None:
    rows = "| date | 2026-03-28 |\n| ended | Step 1 Problem |\n| reason | completed step |\n| note | go on |\n"
    text = SOUND.partition("## Last Session")[0] + f"## Last Session\n{HEADED}{rows}\n## Blockers\n- None\n"
    after = done(as_bytes(text), verbs.Complete(whole="session", note="half | of it", reason="context limit"))
    (session,) = read(after).sessions
    assert (session.ended, session.handoff_reason, session.notes) == ("2026-04-05", "context limit", "half | of it")
    assert after[MAIN].decode().count("| note |") == 1


def test_a_long_run_of_blanks_is_read_at_once() -> None:
    blanks = " " * 100_000
    begun = process_time()
    track = read(as_bytes(SOUND.replace("flow: greenfield\n", f"flow: greenfield{blanks}x\n")))
    assert process_time() - begun < 1
    assert track.position.phase is not None


def test_a_decision_that_is_taken_again_after_another_is_the_newest() -> None:
    taken = [verbs.Decide(text=each, context="Log retention") for each in ("7 days", "30 days", "7 days")]
    after = done({MAIN: SOUND.encode()}, *taken)
    texts = [f"{each.text} (context: Log retention)" for each in taken]
    assert [each.text for each in read(after).decisions][-3:] == texts
    assert not edit(after, taken[-1]).changes
