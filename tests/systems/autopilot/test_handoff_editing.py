"""Leaving a handoff, and putting it away."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cockpit.model import HandoffTask, Step
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.model.intents import FinishHandoff, HandOff, Migrate, SetValue
from cockpit.rules.handoff.proposal import problems
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import ReadContext
from cockpit.wording.messages import Message
from tests.support.autopilot_edits import (
    EXAMPLE,
    HEALTHY,
    LAYOUT_2,
    NOW,
    STAMP,
    Bytes,
    done,
    lines_of,
    make,
    refusal,
    replaced,
    track,
)
from tests.support.memory_files import MemoryFiles

HANDOFF = ".autopilot/holding-pattern.md"
STATE = ".autopilot/TRANSPONDER.md"
SEEN = "2026-03-04T09:19:00Z"
FREE: Bytes = {path: data for path, data in HEALTHY.items() if path != HANDOFF}
"""The healthy project, with no handoff waiting."""

DRAFT = HandoffDraft(
    phase="2",
    plan="1",
    task="3",
    total_tasks="4",
    state="The sequence is gapless.",
    completed=(
        DraftTask(id="1", name="Invoice table", commit="1f0c9aa", state="done"),
        DraftTask(id="2", name="Number | sequence", commit="77be012", state="done"),
        DraftTask(id="3", name="Render the PDF", state="in_progress"),
    ),
    remaining=("Task 3: fonts", "Task 4: mail"),
    decisions=("Numbers come from a locked row — a sequence has gaps",),
    context="Locking was measured.",
    next_action="Write render_pdf()",
    branch="main",
    head="77be012" + "0" * 33,
)


STANDS = "Phase 2 (Invoices), plan 1 (Documents), task 3 of 4 (Render the PDF). Status: In progress."
ACTIVITY = "2026-03-04 — Completed the invoice number sequence"
FINISHED = "Last finished: task 2 (Number sequence)."
HEAD = "# Project State\n\n## Current Position\n\nPhase: 2 of 3\nStatus: In progress\n"


def draft_of(files: Bytes) -> HandoffDraft:
    memory = MemoryFiles(files)
    (candidate,) = Autopilot().detect(memory)
    return Autopilot().draft(memory, candidate, ReadContext(now=NOW))


# what is proposed


def test_the_draft_is_made_from_the_plan_and_the_state_file() -> None:
    draft = draft_of(FREE)
    assert (draft.phase, draft.plan, draft.task, draft.total_tasks) == ("2", "1", "3", "4")
    assert draft.reason == "user_interrupt"
    assert draft.completed == (
        DraftTask(id="1", name="Invoice table", state="done", origin="plan"),
        DraftTask(id="2", name="Number sequence", state="done", origin="plan"),
        DraftTask(id="3", name="Render the PDF", state="in_progress", origin="plan"),
        DraftTask(id="4", name="Mail the PDF", state="open", origin="plan"),
    )
    assert draft.remaining == ("Task 3: Render the PDF (in progress)", "Task 4: Mail the PDF (not started)")
    assert draft.decisions[0] == "Invoices are immutable — corrections are credit notes"
    assert draft.blockers == ("Phase 3: the payment provider's test account is not open yet",)
    assert draft.next_action == "Finish task 3: Render the PDF"
    assert draft.state == f"{STANDS}\nLast activity: Completed the invoice number sequence"
    assert draft.origins == {
        "completed": "plan", "remaining": "plan", "decisions": "state", "blockers": "state", "state": "state",
        "next_action": "plan",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("activity", "told"),
    [
        ("2026-03-04 — Finished the fonts", "Last activity: Finished the fonts"),
        ("2026-03-04 — Completed task 2 — at last", "Last activity: Completed task 2 — at last"),
        ("2026-03-04 — Resolved the blocker: no printer — bought one", FINISHED),
        ("2026-03-04 — Handed off at task 3: interrupted", FINISHED),
        ("Cost $26.50 reached the $25 alert: paused until acknowledged", FINISHED),
        ("2026-03-04 — Reached the end of the parser", "Last activity: Reached the end of the parser"),
        ("Moved to task 3 of 4", FINISHED),
        ("2026-03-04 — Ended the session", FINISHED),
    ],
)
def test_where_the_work_stands_tells_of_work(activity: str, told: str) -> None:
    assert ACTIVITY in FREE[STATE].decode()
    assert draft_of(replaced(FREE, STATE, ACTIVITY, activity)).state == f"{STANDS}\n{told}"


@pytest.mark.parametrize(("stated", "proposed"), [("1", "3"), ("2", "2"), ("3", "3"), ("4", "4")])
def test_a_state_file_that_lags_behind_its_plan_proposes_the_first_open_task(stated: str, proposed: str) -> None:
    """Its plan has the tasks 1 and 2 done: who stopped in task 2 may have finished it last."""
    found = draft_of(replaced(FREE, STATE, "task 3 of 4", f"task {stated} of 4"))
    assert found.task == proposed
    assert "rules.draft-stops-behind" not in [each.code for each in problems(found).get("state", ())]


@pytest.mark.parametrize(
    ("values", "where", "told"),
    [
        ({}, "Mid-plan 2.1, task 3 of 4", "Handed off at plan 2.1, task 3 of 4"),
        ({"phase": None}, "Mid-plan 1, task 3 of 4", "Handed off at plan 1, task 3 of 4"),
        ({"phase": "", "plan": None}, "Task 3 of 4", "Handed off at task 3 of 4"),
        ({"plan": None}, "Phase 2, task 3 of 4", "Handed off at phase 2, task 3 of 4"),
        ({"plan": "2.1", "task": None}, "Mid-plan 2.1", "Handed off at plan 2.1"),
    ],
)
def test_a_place_of_which_a_part_is_missing(values: dict[str, Any], where: str, told: str) -> None:
    files = done(FREE, HandOff(draft=replace(DRAFT, **values)))
    after = track(files)
    assert after.continuity.stopped_at == where
    assert after.position.last_activity is not None
    assert f"{told}: " in (after.position.last_activity.text or "")
    assert "None" not in files[HANDOFF].decode().partition("\n---\n")[0]


@pytest.mark.parametrize(
    ("log", "origin"),
    [
        ("", "state"),
        ("| D001 | Invoices are immutable | 2026-03-01 | Final | 1 |\n", "state_and_log"),
        ("".join(f"| D00{each} | Rule {each} | 2026-03-01 | Final | 1 |\n" for each in range(1, 6)), "state_and_log"),
    ],
)
def test_the_proposal_names_the_files_that_tell_the_decisions(log: str, origin: str) -> None:
    table = f"# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n{log}"
    assert draft_of({**FREE, ".autopilot/DECISIONS.md": table.encode()}).origins["decisions"] == origin
    alone = {path: data for path, data in FREE.items() if path != STATE}
    assert draft_of(alone | {STATE: HEAD.encode(), ".autopilot/DECISIONS.md": table.encode()}).origins.get(
        "decisions"
    ) == ("log" if log else None)


def test_the_newest_decisions_are_proposed_also_where_the_log_alone_has_them() -> None:
    rows = "".join(f"| D00{number} | {title} | 2026-03-0{number} | Final | 1 |\n" for number, title in (
        (1, "First"), (2, "Invoices are immutable"), (3, "Amounts in cents"), (4, "One queue for mails"), (5, "Newest")
    ))  # fmt: skip
    log = f"# Decisions\n\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n{rows}"
    more = "\n- Sixth\n- Seventh"
    with_log = {**replaced(FREE, STATE, "retries work", f"retries work{more}"), ".autopilot/DECISIONS.md": log.encode()}
    assert draft_of(with_log).decisions == (
        "Amounts in cents — no rounding left", "One queue for mails — retries work", "Newest", "Sixth", "Seventh",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("status", "stated", "proposed"),
    [
        ("Phase complete", "/autopilot:preflight 3", "Transition to next phase: /autopilot:preflight 3"),
        ("Phase complete", "Ask accounting", "Ask accounting"),
        ("Ready", "/autopilot:takeoff", "Execute the plan (or /autopilot:cockpit): /autopilot:takeoff"),
        ("In progress", "/autopilot:takeoff", ""),
    ],
)
def test_without_a_task_the_next_action_is_where_the_state_goes_on(status: str, stated: str, proposed: str) -> None:
    files = replaced(FREE, STATE, "| Plan | 1 of 2 |", "| Plan | 2 of 2 |")
    files = replaced(files, STATE, "Mid-plan 2.1, task 3 of 4", "-")
    files = replaced(files, STATE, "| Status | In progress |", f"| Status | {status} |")
    files = replaced(files, STATE, "| Next action | /autopilot:cockpit |", f"| Next action | {stated} |")
    assert draft_of(files).next_action == proposed


def test_what_the_template_leaves_in_brackets_is_empty() -> None:
    unfilled = "---\nphase: 2\n---\n\n## Remaining Work\n- [What is left]\n\n## Context\n[What you were thinking]\n\n"
    handoff = track({**FREE, HANDOFF: (unfilled + "## Next Action\n[The first thing to do]\n").encode()}).handoff
    assert handoff is not None
    assert (handoff.remaining, handoff.context, handoff.next_action) == ((), None, None)
    whole = unfilled + "## Next Action\nGo on\n"
    linked = whole.replace("[What you were thinking]", "[the plan](plan.md) and [x] boxes")
    told = track({**FREE, HANDOFF: linked.encode()}).handoff
    assert told is not None
    assert told.context == "[the plan](plan.md) and [x] boxes"


def test_an_earlier_handoff_of_the_same_plan_still_helps() -> None:
    draft = draft_of(HEALTHY)
    assert [(row.commit, row.origin) for row in draft.completed] == [
        ("1f0c9aa", "handoff"), ("77be012", "handoff"), (None, "plan"), (None, "plan"),
    ]  # fmt: skip
    assert draft.remaining == ("Task 3: fonts and page breaks", "Task 4: mail the PDF")


def test_one_of_another_plan_does_not() -> None:
    other = replaced(HEALTHY, HANDOFF, "plan: 1", "plan: 2")
    assert [row.commit for row in draft_of(other).completed] == [None] * 4


def test_without_a_plan_the_rows_of_the_earlier_handoff_are_proposed() -> None:
    draft = draft_of(EXAMPLE)
    assert [(row.id, row.name, row.state, row.origin) for row in draft.completed] == [
        ("1", "Create model", "done", "handoff"),
        ("2", "Create API", "done", "handoff"),
        ("3", "Create UI component", "in_progress", "handoff"),
        ("4", "", "open", "state"),
        ("5", "", "open", "state"),
    ]
    assert draft.next_action == ""  # a bare command says nothing to a fresh agent


def test_where_no_plan_was_begun_none_is_named() -> None:
    head = HEAD.replace("Status:", "Plan: 0 of 0\nStatus:").encode()
    edit = make({STATE: head}, HandOff(draft=replace(draft_of({STATE: head}), next_action="Begin")))
    assert "Handed off at phase 2:" in str(edit.done)


def test_a_context_alert_is_the_reason() -> None:
    assert draft_of(done(FREE, SetValue(metric="context", value=42))).reason == "context"
    assert draft_of(done(FREE, SetValue(metric="errors", value=3))).reason == "error"


# writing it


def test_a_new_handoff_is_the_seeds_template() -> None:
    assert lines_of(FREE, HandOff(draft=DRAFT)) == {
        "TRANSPONDER.md": [
            "-**Updated:** 2026-03-04T09:20:00Z",
            f"+**Updated:** {STAMP}",
            "-**Last Activity:** 2026-03-04 — Completed the invoice number sequence",
            "+**Last Activity:** 2026-01-30 — Handed off at plan 2.1, task 3 of 4: interrupted",
            "-| Last session | 2026-03-04 |",
            "+| Last session | 2026-01-30 |",
        ],
        "holding-pattern.md": [
            "+---", "+phase: 2", "+plan: 1", "+task: 3", "+total_tasks: 4", "+status: in_progress",
            f"+created: {STAMP}", "+reason: user_interrupt", "+project: Lighthouse Billing", "+branch: main",
            f"+head: {DRAFT.head}", "+---",
            "+## Current State", "+The sequence is gapless.", "+",
            "+## Completed Work", "+| Task | Name | Commit | Status |", "+|------|------|--------|--------|",
            "+| 1 | Invoice table | 1f0c9aa | ✅ |", r"+| 2 | Number \| sequence | 77be012 | ✅ |",
            "+| 3 | Render the PDF | — | 🔄 In progress |", "+",
            "+## Remaining Work", "+- Task 3: fonts", "+- Task 4: mail", "+",
            "+## Decisions Made", "+- Numbers come from a locked row — a sequence has gaps", "+",
            "+## Blockers", "+- None", "+",
            "+## Context", "+Locking was measured.", "+",
            "+## Next Action", "+Write render_pdf()", "+",
        ],
    }  # fmt: skip


def test_it_is_read_back_as_it_was_meant() -> None:
    after = track(done(FREE, HandOff(draft=DRAFT)))
    handoff = after.handoff
    assert handoff is not None
    assert handoff.completed[1] == HandoffTask(id="2", name="Number | sequence", commit="77be012", status="✅")
    assert (handoff.reason, handoff.project, handoff.branch, handoff.head) == (
        "user_interrupt", "Lighthouse Billing", "main", DRAFT.head,
    )  # fmt: skip
    assert (handoff.created, handoff.status, handoff.next_action) == (STAMP, "in_progress", "Write render_pdf()")
    assert after.continuity.resume_file == HANDOFF
    assert after.continuity.stopped_at == "Mid-plan 2.1, task 3 of 4"
    assert after.findings == ()  # the resume file, missing before, is there now


def test_a_plan_that_is_done_is_not_left_in_the_middle() -> None:
    rows = tuple(DraftTask(id=f"{number}", name="x", state="done") for number in range(1, 5))
    files = done(FREE, HandOff(draft=replace(DRAFT, task="4", completed=rows, remaining=())))
    assert b"status: complete\n" in files[HANDOFF]
    assert b"| Stopped at | Plan 2.1 complete, task 4 of 4 |" in files[STATE]
    assert track(files).position.task == Step(id="4", name="x", total=4)


def test_one_that_waits_is_never_overwritten_unasked() -> None:
    told = (
        f"A handoff already exists at plan 2.1, task 3 of 4: {HANDOFF}. Archive it and write a "
        "new one: `cockpit handoff --existing archive --next TEXT`."
    )
    assert refusal(HEALTHY, HandOff(draft=DRAFT, seen=SEEN)) == told


def test_one_that_nobody_saw_is_not_put_away() -> None:
    told = refusal(HEALTHY, HandOff(draft=DRAFT, existing="archive", seen="2026-03-04T08:00:00Z"))
    assert told == f"{HANDOFF} has been replaced by another handoff. Look at it first."
    assert refusal(HEALTHY, FinishHandoff(seen=None)) == told


def test_archiving_keeps_the_old_one_byte_for_byte() -> None:
    edit = make(HEALTHY, HandOff(draft=DRAFT, existing="archive", seen=SEEN))
    archived = ".autopilot/archive/holding-pattern-20260304-091900.md"
    assert edit.changes[0].path == archived
    assert edit.changes[0].after == HEALTHY[HANDOFF]
    assert edit.remarks == (Message("systems.waiting-handoff-archived", f"Archived the previous handoff: {archived}."),)
    taken = {**HEALTHY, archived: b"another"}
    again = make(taken, HandOff(draft=DRAFT, existing="archive", seen=SEEN))
    assert again.changes[0].path == ".autopilot/archive/holding-pattern-20260304-091900-2.md"


def test_a_handoff_without_a_state_file_stands_alone() -> None:
    lone = {HANDOFF: HEALTHY[HANDOFF]}
    after = done(lone, HandOff(draft=DRAFT, existing="archive", seen=SEEN))
    assert sorted(after) == [".autopilot/archive/holding-pattern-20260304-091900.md", HANDOFF]


def test_the_waypoint_layout_gets_a_handoff_and_keeps_its_bytes() -> None:
    after = done(LAYOUT_2, HandOff(draft=DRAFT))
    assert {path: after[path] for path in LAYOUT_2} == LAYOUT_2
    assert track(after).handoff is not None


# bad input


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"next_action": " \n"}, "The handoff needs a next action: what to do first."),
        ({"next_action": "N/A"}, "The handoff needs a next action: what to do first."),
        (
            {"blockers": ("None: the key is lost",)},
            '"None: the key is lost" in the blockers would be read as empty. Use other words.',
        ),
        ({"context": "a\x1b[31m"}, "Control character U+001B in the context. Remove it."),
        ({"decisions": ("ok", "\u202eevil")}, "Control character U+202E in the decisions. Remove it."),
        ({"state": "x" * 20_001}, "Too many characters in the current state: 20,001; the maximum is 20,000."),
        ({"remaining": ("x",) * 201}, "Too many entries in the remaining work: 201; the maximum is 200."),
        ({"phase": "3" * 81}, "Too many characters in the phase: 81; the maximum is 80."),
        (
            {"completed": (DraftTask(id="1", commit="c" * 81),)},
            "Too many characters in the commit: 81; the maximum is 80.",
        ),
    ],
)
def test_what_cannot_be_written(values: dict[str, Any], sentence: str) -> None:
    assert refusal(FREE, HandOff(draft=replace(DRAFT, **values))) == sentence


@pytest.mark.parametrize(
    "text", ["Nothing; ship it", "N/A: see the plan", "None of the tests pass: begin there", "- ship"]
)
def test_a_text_that_begins_like_nothing_is_kept(text: str) -> None:
    draft = replace(DRAFT, state=text, context=text, next_action=text)
    handoff = track(done(FREE, HandOff(draft=draft))).handoff
    assert handoff is not None
    assert (handoff.state, handoff.context, handoff.next_action) == (text, text, text)


def test_a_half_written_handoff_is_not_replaced() -> None:
    from cockpit.systems.interface import FileContent

    half = FileContent(path=HANDOFF, data=HEALTHY[HANDOFF], stale=True)
    memory = MemoryFiles({**HEALTHY, HANDOFF: half})
    (candidate,) = Autopilot().detect(memory)
    with pytest.raises(CommandError) as refused:
        Autopilot().edit(memory, candidate, HandOff(draft=DRAFT, existing="archive", seen=SEEN), ReadContext(now=NOW))
    half_written = Message(
        "systems.file-half-written", "it is incomplete or still being written; try again, or fix the file"
    )
    assert refused.value.message == Message(
        "systems.unsafe-edit", f"{HANDOFF} cannot be edited safely: {half_written}."
    )


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["# Title", "## Next Action", "---", "===", "- item", "| a | b |", "```", "~~~py", "<next_action>",
             "    code", "\\# escaped", "> quote", "<!-- open", "key: value", "", "**Status:** x", "None of it"]
        ),
        st.text(st.characters(exclude_categories=("C",)), max_size=30),
    ),
    max_size=8,
).map("\n".join)  # fmt: skip


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@example(state="", context="", next_action="Õß", entries=[], name="Ó¢ß")
@example(state="", context="```\n# Title", next_action="", entries=[], name="")
@example(state="", context="", next_action="", entries=["**Status:** x"], name="")
@example(state="", context="", next_action="", entries=["☐", "☑ x", "- ☐ y"], name="")
@example(state="", context="", next_action="", entries=["{0}"], name="")
@given(state=LINES, context=LINES, next_action=LINES, entries=st.lists(LINES, max_size=4), name=LINES)
def test_any_text_stays_in_its_section_or_is_refused(
    state: str, context: str, next_action: str, entries: list[str], name: str
) -> None:
    """What is written is read back as meant (the edit checks that itself), and the other sections stay."""
    draft = replace(
        DRAFT,
        state=state,
        context=context,
        next_action=f"Go on.\n{next_action}",
        remaining=tuple(entries),
        completed=(DraftTask(id="1", name=name, state="done"),),
    )
    try:
        written = done(FREE, HandOff(draft=draft))
    except CommandError as error:
        assert error.message.code in ("systems.text-reads-as-placeholder", "systems.entry-reads-as-none")
        return
    after = track(written).handoff
    assert after is not None
    assert after.decisions == DRAFT.decisions
    assert after.blockers == ()
    assert (after.next_action or "").startswith("Go on.")


@pytest.mark.parametrize("text", ["{0}", "{name}", "[Draft the report]"])
@pytest.mark.parametrize(
    ("field", "what"),
    [
        ("state", "current state"),
        ("context", "context"),
        ("next_action", "next action"),
        ("remaining", "remaining work"),
        ("decisions", "decisions"),
        ("blockers", "blockers"),
    ],
)
def test_what_a_reader_takes_for_a_placeholder_is_refused_by_its_field(field: str, what: str, text: str) -> None:
    meant: dict[str, Any] = {field: text if isinstance(getattr(DRAFT, field), str) else (text,)}
    with pytest.raises(CommandError) as refused:
        done(FREE, HandOff(draft=replace(DRAFT, **meant)))
    assert refused.value.message == Message(
        "systems.text-reads-as-placeholder", f'The {what} "{text}" would be read as a placeholder. Use other words.'
    )


def test_an_entry_that_a_template_left_is_refused_and_braces_in_other_words_are_kept() -> None:
    with pytest.raises(CommandError) as refused:
        done(FREE, HandOff(draft=replace(DRAFT, remaining=("Task 3: {what is left}",))))
    assert refused.value.message == Message(
        "systems.text-reads-as-placeholder",
        'The remaining work "Task 3: {what is left}" would be read as a placeholder. Use other words.',
    )
    row = DraftTask(id="8", name="Add GET /files/{id}", state="done", commit="abc1234")
    meant = replace(DRAFT, remaining=("Serve media/{id}/{size}.webp",), decisions=("Use `{token}`",), completed=(row,))
    handoff = track(done(FREE, HandOff(draft=meant))).handoff
    assert handoff is not None
    assert (handoff.remaining, handoff.decisions) == (("Serve media/{id}/{size}.webp",), ("Use `{token}`",))
    assert [each.name for each in handoff.completed] == ["Add GET /files/{id}"]


# the end of it


def test_a_handoff_that_has_served_goes_to_the_archive() -> None:
    assert lines_of(HEALTHY, FinishHandoff(seen=SEEN))["TRANSPONDER.md"] == [
        "-| Resume file | .autopilot/holding-pattern.md |",
        "+| Resume file | None |",
        "-| Next action | /autopilot:cockpit |",
        "+| Next action | /autopilot:takeoff |",
    ]
    edit = make(HEALTHY, FinishHandoff(seen=SEEN))
    archived = ".autopilot/archive/holding-pattern-20260304-091900.md"
    assert edit.done == Message("systems.handoff-archived", f"Archived the handoff: {archived}.")
    assert [(change.path, change.after) for change in edit.changes][:2] == [
        (archived, HEALTHY[HANDOFF]),
        (HANDOFF, None),
    ]
    after = track(done(HEALTHY, FinishHandoff(seen=SEEN)))
    assert (after.handoff, after.continuity.resume_file) == (None, None)


@pytest.mark.parametrize(
    "stated", ["Ask Ada about /autopilot:cockpit", "/autopilot:landing", "/autopilot:cockpit --now"]
)
def test_a_next_action_of_ones_own_outlives_the_handoff(stated: str) -> None:
    files = replaced(HEALTHY, STATE, "| Next action | /autopilot:cockpit |", f"| Next action | {stated} |")
    after = track(done(files, FinishHandoff(seen=SEEN)))
    assert after.next_action is not None
    assert after.next_action.text == stated


def test_a_lone_handoff_is_put_away_and_no_track_is_left() -> None:
    after = done({HANDOFF: HEALTHY[HANDOFF]}, FinishHandoff(seen=SEEN))
    assert after == {".autopilot/archive/holding-pattern-20260304-091900.md": HEALTHY[HANDOFF]}


def test_there_is_nothing_to_put_away() -> None:
    assert refusal(FREE, FinishHandoff()) == "No handoff to archive."


def test_an_older_layout_is_migrated_with_its_handoff() -> None:
    old = {".autopilot/waypoint.md": LAYOUT_2[".autopilot/TRANSPONDER.md"], HANDOFF: HEALTHY[HANDOFF]}
    assert HANDOFF in done(old, Migrate())
