"""The blocker state machine and the update table of the seed, in full; creation; what is refused."""

import itertools
from collections.abc import Mapping

import pytest

from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Intent
from cockpit.systems.codewalk.protocol import BLOCKER_STATES
from cockpit.systems.codewalk.system import Codewalkers
from cockpit.systems.interface import Beginning, ReadContext
from cockpit.wording.messages import Message, Words
from tests.conformance.memory_system import applied
from tests.support.codewalk_states import (  # fmt: skip
    MAIN,
    NOW,
    SEED,
    SOUND,
    STORES,
    as_bytes,
    blockers,
    changed,
    done,
    edit,
    read,
    stored,
)
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words
from tests.support.said import Said

MOVES: dict[str, tuple[Intent, str]] = {
    "identify": (verbs.Identify(blocker="b-1"), "active"),
    "bypass": (verbs.Bypass(blocker="b-1", note="around"), "bypassed"),
    "resolve": (verbs.Unblock(blocker="b-1", note="done"), "resolved"),
}
LEGAL = {("new", "identify"), ("active", "bypass"), ("active", "resolve"), ("bypassed", "resolve")}
STAYS = {
    "new": words("b-1 is new and can only become active. Make it active: `cockpit blocker confirm b-1`."),
    "active": words("b-1 is active and can only become bypassed or resolved."),
    "bypassed": words("b-1 is bypassed and can only become resolved."),
    "resolved": words("b-1 is resolved and cannot change."),
}


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize(("state", "move"), itertools.product(BLOCKER_STATES, MOVES))
def test_the_states_of_a_blocker(state: str, move: str, store: str) -> None:
    text = stored(blockers(f"id: b-1\nstatus: {state}\ndescription: No chain"), store)
    intent, to = MOVES[move]
    if (state, move) in LEGAL:
        (blocker,) = read(done(text, intent)).blockers
        assert blocker.status == to
        assert (blocker.workaround, blocker.resolution) == (
            "around" if to == "bypassed" else None, "done" if to == "resolved" else None,
        )  # fmt: skip
        assert (blocker.resolved_at is not None) is (to == "resolved")
    else:
        with pytest.raises(CommandError) as refused:
            edit(text, intent)
        assert refused.value.message == STAYS[state]


def test_a_resolved_one_stays_where_the_example_has_no_states() -> None:
    track = read(done(SEED, verbs.Unblock(blocker="block-001", note="they came")))
    assert [(each.id, each.status, each.resolution) for each in track.blockers] == [
        ("block-001", "resolved", "they came"),
    ]


def test_a_blocker_is_recorded_in_the_shape_that_is_there() -> None:
    short = done(SEED, verbs.Block(text="No keys"))[MAIN].decode()
    assert '  - id: block-002\n    description: "No keys"\n    blocked_since: 2026-01-30\n' in short
    whole = done(SOUND, verbs.Block(text="No keys"))[MAIN].decode()
    assert (
        "  - id: block-001\n    status: active\n    description: No keys\n    identified_at: 2026-01-30T09:05:07Z\n"
        in whole
    )


TASKS = {
    MAIN: SOUND.encode(),
    ".planning/2-1-PLAN.md": b"# Plan 1: Chains\n\n- [x] Measure\n- [ ] Order\n- [ ] Weld\n- [ ] Test\n",
    ".planning/2-2-PLAN.md": b"# Plan 2: Laying\n\n- [ ] Load\n",
    ".planning/3-1-PLAN.md": b"# Phase 3: Lamps\n\n- [ ] Wire\n- [ ] Light\n",
}
ACTIVE = changed("    ended: 2026-02-01T10:00:00Z\n", "    status: active\n")
UPDATES: dict[str, tuple[Mapping[str, bytes] | str, Intent, dict[str, object]]] = {
    "task started": (SOUND, verbs.SetPosition(task="Weld", status="in_progress"),
                     {"task": "Weld", "status": "in_progress"}),
    "task completed": (TASKS, verbs.Complete(whole="task"),
                       {"task": "Weld", "tasks_done": 2, "bar": "███░░░░░░░ 38%", "status": "in_progress"}),
    "the last task": (
        {**TASKS, MAIN: changed("current_phase_completed: 1", "current_phase_completed: 3").replace(
            "task: Order", "task: Test").encode()},
        verbs.Complete(whole="task"), {"task": "Order", "tasks_done": 4, "bar": "█████░░░░░ 50%"}),
    "plan completed": (TASKS, verbs.Complete(whole="plan"), {"plan": "2", "plan_name": "Laying", "task": "Load"}),
    "phase completed": (TASKS, verbs.Complete(whole="phase"),
                        {"phase": "3", "phase_name": "Lamps", "plan": "1", "task": "Wire", "phases_done": 2,
                         "tasks_done": 0, "tasks": 2, "bar": "█████░░░░░ 50%", "status": "pending"}),
    "the last phase": (changed("phases_completed: 1", "phases_completed: 3"), verbs.Complete(whole="phase"),
                       {"phase": "2", "phases_done": 4, "status": "completed", "bar": "██████████ 100%"}),
    "decision made": (SOUND, verbs.Decide(text="Zinc", reason="cheap"), {"decisions": ["Steel", "Zinc"]}),
    "blocker encountered": (SOUND, verbs.Block(text="Storm"), {"blockers": [("block-001", "active")]}),
    "blocker resolved": (SEED, verbs.Unblock(blocker="block-001"), {"blockers": [("block-001", "resolved")]}),
    "session start": (SOUND, verbs.StartSession(agent="ada"),
                      {"sessions": [("session-002", "active", "ada"), ("session-001", "ended", None)]}),
    "session end": (ACTIVE, verbs.Complete(whole="session", completed=("Order",)),
                    {"sessions": [("session-001", "ended", None)], "did": ("Order",)}),
    "session crashed": (ACTIVE, verbs.RecordCrash(),
                        {"sessions": [("session-002", "active", None), ("session-001", "crashed", None)],
                         "status": "open"}),
}  # fmt: skip
"""Of each event of the seed's table: what it is done to, the verb, and what the state says then."""


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("event", UPDATES)
def test_the_update_table(event: str, store: str) -> None:
    files, intent, expected = UPDATES[event]
    track = read(done(stored(files, store), intent))
    at, phases = track.position, str(track.extra.get("phases_done", "")).split(" of ")
    assert at.phase is not None
    assert at.plan is not None
    found: dict[str, object] = {
        "phase": at.phase.id, "phase_name": at.phase.name, "plan": at.plan.id, "plan_name": at.plan.name,
        "task": at.task.name if at.task else None, "status": at.status_text, "bar": track.extra.get("bar"),
        "tasks_done": at.counted.done if at.counted else None, "tasks": at.counted.total if at.counted else None,
        "phases_done": int(phases[0]) if phases[0] else None,
        "decisions": [each.text for each in track.decisions],
        "blockers": [(each.id, each.status) for each in track.blockers],
        "sessions": [(each.id, each.status, each.agent) for each in track.sessions],
        "did": track.sessions[0].completed,
    }  # fmt: skip
    assert {key: found[key] for key in expected} == expected


def test_a_completed_task_is_ticked_in_its_plan() -> None:
    after = done(TASKS, verbs.Complete(whole="task"))
    assert b"- [x] Order\n- [ ] Weld\n" in after[".planning/2-1-PLAN.md"]


def test_a_task_that_is_done_and_counted_is_not_counted_again() -> None:
    after = done(TASKS, verbs.Complete(whole="task"))
    back = done(after, verbs.Move(part="task", value="Order"))
    with pytest.raises(CommandError) as refused:
        edit(back, verbs.Complete(whole="task"))
    assert refused.value.message == words(
        "“Order” is already done and counted. Go to the next task: `cockpit set task=Weld`."
    )
    assert read(done(back, verbs.Move(part="task", value="Weld"))).position.task.name == "Weld"


def test_a_task_that_the_agent_ticked_is_counted() -> None:
    ticked = {**TASKS, ".planning/2-1-PLAN.md": TASKS[".planning/2-1-PLAN.md"].replace(b"- [ ] Order", b"- [x] Order")}
    after = read(done(ticked, verbs.Complete(whole="task")))
    assert (after.position.counted.done, after.position.task.name) == (2, "Weld")


PLANS = {
    "boxes with T": "- [ ] T1: Order\n- [ ] T2: Weld\n- [ ] T3: Lay\n",
    "boxes with words": "- [ ] Task 1: Order\n- [ ] Task 2: Weld\n- [ ] Task 3: Lay\n",
    "tags": "<tasks>\n<task type=\"auto\">\n  <name>Task 1: Order</name>\n  <action>x</action>\n</task>\n"
            "<task>\n  <name>Weld</name>\n</task>\n<task><name>Lay</name></task>\n</tasks>\n",
    "headings": "### Task 1: Order\nx\n\n### Task 2: Weld\ny\n\n### Task 3: Lay\n",
}  # fmt: skip


@pytest.mark.parametrize("task", ["Order", "Task 1: Order", "T1"])
@pytest.mark.parametrize("form", PLANS)
def test_the_next_task_is_that_of_the_plan_in_whichever_form(form: str, task: str) -> None:
    files = {
        MAIN: changed("  task: Order\n", f'  task: "{task}"\n'),
        ".planning/2-1-PLAN.md": f"# Plan\n\n{PLANS[form]}",
    }
    assert "task-unknown" not in [each.code for each in read(files).findings]
    found = []
    after = {path: text.encode() for path, text in files.items()}
    for _ in range(3):
        after = done(after, verbs.Complete(whole="task"))
        at = read(after).position.task
        found.append(at.name if at is not None else None)
    assert found == ["Weld", "Lay", None]


def test_a_task_that_is_blocked_is_completed_with_a_remark() -> None:
    text = blockers("id: b-1\nstatus: active\ndescription: x\nblocked_tasks: [Order]")
    remark = words("b-1 still blocks the task. Resolve it: `cockpit blocker resolve b-1`.")
    assert remark in edit(text, verbs.Complete(whole="task")).remarks
    assert remark not in edit(text.replace("[Order]", "[Weld]"), verbs.Complete(whole="task")).remarks


@pytest.mark.parametrize(("task", "unticked"), [("Order", False), ("Paint", True)])
def test_a_task_that_no_plan_lists_is_counted_and_found(task: str, unticked: bool) -> None:
    files = TASKS | {MAIN: changed("task: Order", f"task: {task}").encode(), ".planning/2-2-PLAN.md": b"# Plan 2\n"}
    codes = [each.code for each in read(done(files, verbs.Complete(whole="task"))).findings]
    assert ("tasks-mismatch" in codes) is unticked


def test_a_bar_that_says_less_than_before_is_named() -> None:
    higher = changed("███░░░░░░░ 31%", "█████░░░░░ 50%")
    assert (
        words("Reset the progress bar from 50 % to 38 %, as the counters say.")
        in edit(higher, verbs.Complete(whole="task")).remarks
    )
    assert edit(SOUND, verbs.Complete(whole="task")).remarks == (
        words("The next task is unknown. Set it: `cockpit set task=TEXT`."),
    )


def test_where_no_tasks_are_counted_yet_one_does_not_complete_all() -> None:
    files = TASKS | {MAIN: changed("current_phase_tasks: 4", "current_phase_tasks: 0").encode()}
    assert edit(files, verbs.Complete(whole="task")).remarks[0] == words("Next task: “Weld”.")


@pytest.mark.parametrize(("used", "marked"), [(50, False), (50.5, True), (62, True)])
def test_more_than_half_of_the_context_is_marked(used: float, marked: bool) -> None:
    (session,) = read(done(ACTIVE, verbs.Complete(whole="session", context=used))).sessions
    assert session.context_used == used
    assert ("Context exceeded 50%, quality may have degraded" in session.issues) is marked


def test_a_session_that_crashed_is_continued_as_in_the_example() -> None:
    second, first = read(done(ACTIVE, verbs.RecordCrash())).sessions
    assert (first.status, first.notes) == ("crashed", "Agent unresponsive, task reset")
    same = verbs.RecordCrash(note="Agent unresponsive, task reset")
    assert read(done(ACTIVE, same)).sessions[1].notes == first.notes
    assert (second.status, second.notes) == ("active", "Resuming from session-001 crash")


def test_what_a_verification_flags_becomes_a_blocker_or_a_question() -> None:
    intent = verbs.RecordVerification(passed=False, note="2 red", blockers=("Red tests",), questions=("Who?",))
    track = read(done(SOUND, intent))
    assert [(each.id, each.text) for each in track.blockers] == [("block-001", "Red tests")]
    assert track.open_questions == ("Who?",)
    assert track.extra["verifications"] == [
        {"date": "2026-01-30", "phase": "2", "result": "failed", "notes": "2 red"},
    ]


def test_a_question_that_is_not_there_names_those_that_are() -> None:
    text = ACTIVE.replace("open_questions: []", 'open_questions: ["Who?", "When?"]')
    assert read(text).open_questions == ("Who?", "When?")
    with pytest.raises(Changed) as refused:
        edit(text, verbs.CloseQuestion(text="1"))
    assert str(refused.value) == 'No open question "1". Open: "Who?", "When?".'


def test_the_answer_to_a_question_is_a_decision_about_it() -> None:
    text = ACTIVE.replace("open_questions: []", 'open_questions: ["Who?", "When?"]')
    track = read(done(text, verbs.CloseQuestion(text="Who?", answer="The keeper")))
    assert (track.open_questions, track.decisions[-1].text, track.decisions[-1].context) == (
        ("When?",), "The keeper", "Who?",
    )  # fmt: skip


@pytest.mark.parametrize("store", STORES)
def test_a_phase_that_is_called_complete_says_what_speaks_against_it(store: str) -> None:
    def against(files: Mapping[str, bytes]) -> tuple[Words, ...]:
        return edit(files, verbs.Complete(whole="phase")).remarks[1:-1]

    files = done(stored(SOUND, store), verbs.RecordVerification(passed=False, blockers=("Red tests", "No chain")))
    blocked = words("Blockers are still open: Red tests, and 1 more.")
    assert against(files) == (
        words(
            "The last verification of the phase failed. "
            "Verify it again and record the result: `cockpit phase verify pass`."
        ),
        blocked,
    )
    files = done(files, verbs.RecordVerification(passed=True))
    assert against(files) == (blocked,)
    assert against(done(files, verbs.Unblock(blocker="block-001"), verbs.Unblock(blocker="block-002"))) == ()


def test_what_resolving_frees_is_offered_to_go_on_with() -> None:
    files = fixture_bytes("blocked", "codewalk")
    resolved = edit(files, verbs.Unblock(blocker="block-002"))
    assert resolved.remarks == (
        words("This unblocks phase 2 and “Lay the first” and “Lay the rest”. Go there: `cockpit set phase=2`."),
    )
    freed, went_on = edit(files, verbs.Unblock(blocker="block-001")).remarks
    assert (freed, went_on) == (
        words("This unblocks phase 1 and “Chain”."),
        words("Set the status to in progress: nothing else blocks the work."),
    )


REFUSED: dict[str, tuple[str, Intent, Message]] = {
    "no such blocker": (SOUND, verbs.Unblock(blocker="b-9"), words('No blocker "b-9". All are resolved.')),
    "no blocker of that name": (blockers("id: b\ndescription: x"), verbs.Unblock(blocker="b-9"),
                                words('No blocker "b-9". Not resolved: b.')),
    "two of one id": (blockers("id: b\ndescription: x", "id: b\ndescription: y"), verbs.Unblock(blocker="b"),
                      words('2 blockers are called "b". Give each its own id first.')),
    "beyond the last phase": (SOUND, verbs.Move(part="phase", value="5"),
                              words(
                                  "No phase 5: the total is 4. If there are more phases, set their number: "
                                  "`cockpit set phases=5 phase=5`."
                              )),
    "no number": (SOUND, verbs.Move(part="phase", value="chains"),
                  words('Not a phase number: "chains". Use a number, or number and name: "3" or "3: Name".')),
    "no status": (SOUND, verbs.Move(part="status", value="wandering"),
                  words(
                      'No status "wandering". Use pending, planning, ready, in_progress, verifying, '
                      "paused, blocked, failed, phase_complete or completed."
                  )),
    "an empty position": (SOUND, verbs.SetPosition(), words(
        "No position given. Name a phase, plan, task, wave or status."
    )),
    "two sessions": (ACTIVE, verbs.StartSession(), words(
        "session-001 is active. End it: `cockpit done session`. If its agent crashed: `cockpit session "
        "crash`."
    )),
    "a session twice": (SOUND, verbs.StartSession(session_id="session-001"),
                        words("A session session-001 already exists.")),
    "no session to end": (SOUND, verbs.Complete(whole="session"), words(
        "No session is active. Start one: `cockpit session start`."
    )),
    "too much context": (ACTIVE, verbs.Complete(whole="session", context=120), words(
        "Context use must be between 0 and 100 percent."
    )),
    "more tasks than there are": (changed("current_phase_completed: 1", "current_phase_completed: 4"),
                                  verbs.Complete(whole="task"), words(
                                      "All tasks of this phase are counted as done (4 of 4). Use `cockpit "
                                      "done phase`."
                                  )),
    "what a session did, of a task": (SOUND, verbs.Complete(whole="task", issues=("x",)),
                                      words(
                                          "--completed, --issue, --context and --reason are options of "
                                          "`cockpit done session`."
                                      )),
    "the last phase, others before it open": (
        changed("  phase: 2", "  phase: 4"), verbs.Complete(whole="phase"),
        words("No phase follows phase 4, but only 1 of 4 is completed. Go to another phase: `cockpit set phase=N`.")),
    "the last plan of that phase": (
        changed("  phase: 2", "  phase: 4"), verbs.Complete(whole="plan"),
        words("No phase follows phase 4, but only 1 of 4 is completed. Go to another phase: `cockpit set phase=N`.")),
    "another phase": (SOUND, verbs.Complete(whole="phase", step="3"),
                      words("Only the current phase can be completed: 2.")),
    "no such question": (SOUND, verbs.CloseQuestion(text="Why?"),
                         words('No open question "Why?". The list is empty.')),
    "no such decision": (SOUND, verbs.Reword(kind="decision", old="Iron", new="Zinc"),
                         words('The decision "Iron" no longer exists.')),
    "nothing asked": (SOUND, verbs.Answer(option="Yes"),
                     Message("systems.nothing-asked", "No question is waiting for an answer.")),
    "no todos": (SOUND, verbs.AddTodo(text="x"),
                 words("Codewalkers has no todos. See the plan files and the open questions.")),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused(case: str) -> None:
    text, intent, message = REFUSED[case]
    with pytest.raises((CommandError, Changed)) as refused:
        edit(text, intent)
    assert refused.value.message == message


def test_a_damaged_file_is_not_edited() -> None:
    with pytest.raises(CommandError) as refused:
        edit(changed("title: Buoys", "title: Buoys: two"), verbs.Decide(text="Zinc"))
    problem = "not valid YAML (mapping values are not allowed in this context); the value is read as plain text"
    why = words(f"{MAIN}:2 cannot be parsed ({problem}). Fix the file first.")
    assert refused.value.whole == Said("model.nothing-changed", why)


PLAN = """# Harbour lights

## Phase 1: Wiring
- [ ] Dig
- [ ] Lay the cable

## Phase 2: Lamps
1. Choose
2. Mount

## Decisions
- LED: no bulbs to change
- Copper — it bends
"""


def create(files: Mapping[str, bytes], **begin: str) -> dict[str, bytes]:
    """The files after a state was created."""
    made = Codewalkers().create(MemoryFiles(files), "", Beginning(project="pier", **begin), ReadContext(now=NOW))
    return applied(files, made)


def test_a_new_state_has_its_phases_plans_and_decisions() -> None:
    files = create({"PLAN.md": PLAN.encode()}, title="Harbour lights", plan="PLAN.md")
    assert sorted(files) == [".planning/1-1-PLAN.md", ".planning/2-1-PLAN.md", MAIN, "PLAN.md"]
    track = read(files)
    assert (track.title, [(each.id, each.name, each.open_tasks) for each in track.phases]) == (
        "Harbour lights", [("1", "Wiring", ("1", "2")), ("2", "Lamps", ("1", "2"))],
    )  # fmt: skip
    assert [(each.text, each.reason) for each in track.decisions] == [
        ("LED: no bulbs to change", None), ("Copper", "it bends"),
    ]  # fmt: skip
    assert track.position.task is not None
    assert (track.position.task.name, track.position.status, track.findings) == ("Dig", "not_started", ())
    assert track.next_action is not None
    assert str(track.next_action.text) == "Begin phase 1, plan 1, task “Dig”"


def test_a_new_state_without_a_plan_and_in_folders() -> None:
    assert read(create({})).findings == ()
    files = create({"PLAN.md": PLAN.encode()}, plan="PLAN.md", store="folders")
    assert ".planning/decisions/2026-02-03-led-no-bulbs-to-change.md" in files
    assert (read(files).format, [each.text for each in read(files).decisions]) == (
        "folders", ["Copper", "LED: no bulbs to change"],
    )  # fmt: skip


def test_a_new_state_in_folders_without_a_plan_stays_in_folders() -> None:
    files = create({}, store="folders")
    assert (read(files).format, read(files).findings, read(files).extra.get("unread")) == ("folders", (), None)
    after = done(files, verbs.Decide(text="Red buoys"), verbs.Block(text="No chain"), verbs.StartSession())
    made = sorted(path.removeprefix(".planning/") for path in after.keys() - files.keys())
    assert [each.partition("/")[0] for each in made] == ["blockers", "decisions", "sessions"]
    assert after[MAIN].count(b"Red buoys") == 0
    assert [each.text for each in read(after).decisions] == ["Red buoys"]


def test_a_state_is_created_once_and_from_a_plan_with_phases() -> None:
    with pytest.raises(CommandError) as refused:
        create(as_bytes(SOUND))
    assert refused.value.message == words("A state already exists: .planning/STATE.md.")
    with pytest.raises(CommandError) as refused:
        create({"PLAN.md": b"# Nothing\n"}, plan="PLAN.md")
    assert refused.value.message == words(
        "PLAN.md has no phases. Add a heading for each, such as `## Phase 1: Database`."
    )


@pytest.mark.parametrize("store", STORES)
def test_an_answer_is_kept_whose_words_another_decision_has(store: str) -> None:
    before = stored(SOUND.replace("decision: Steel", "decision: 7 days\n    context: Refresh token"), store)
    after = done(before, verbs.Decide(text="7 days", context="Log retention"))
    assert [each.context for each in read(after).decisions] == ["Refresh token", "Log retention"]
    assert not edit(after, verbs.Decide(text="7 days", context="Log retention")).changes


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("context", ["Log retention", None])
def test_a_decision_that_is_taken_again_after_others_is_the_newest(context: str | None, store: str) -> None:
    taken = ["7 days", "30 days", "14 days", "7 days"]
    decisions = [verbs.Decide(text=each, context=context) for each in taken]
    after = done(stored(SOUND, store), decisions[0], verbs.Decide(text="Red", context="Paint"), *decisions[1:])
    assert [each.text for each in read(after).decisions if each.context == context and each.text != "Steel"] == taken
    assert not edit(after, decisions[-1]).changes


@pytest.mark.parametrize("name", ["2026-01-30_zinc", "2026-01-30.x", "2026-01-30.99999999-zinc", "2026-01-30-30-days"])
def test_a_decision_is_recorded_beside_any_name(name: str) -> None:
    entry = b"---\ndate: 2026-01-30\ncontext: Log retention\ndecision: 30 days\n---\n"
    files = {**stored(SOUND, "folders"), f".planning/decisions/{name}.md": entry}
    after = read(done(files, verbs.Decide(text="7 days", context="Log retention")))
    assert {each.text for each in after.decisions} == {"Steel", "30 days", "7 days"}


@pytest.mark.parametrize("store", STORES)
def test_a_second_blocker_of_the_same_words_is_kept_with_what_it_blocks(store: str) -> None:
    before = done(stored(SOUND, store), verbs.Block(text="No keys"))
    assert not edit(before, verbs.Block(text="No keys")).changes
    after = read(done(before, verbs.Block(text="No keys", affects=("Phase 3",), tasks=("task-9: Card",))))
    assert [(each.affects, len(each.tasks)) for each in after.blockers] == [((), 0), (("Phase 3",), 1)]


@pytest.mark.parametrize("store", STORES)
def test_what_is_so_already_writes_nothing(store: str) -> None:
    files = stored(SOUND, store)
    for intent in (verbs.Move(part="status", value="in_progress"), verbs.SetPosition(plan="1", task="Order")):
        assert not edit(files, intent).changes


@pytest.mark.parametrize("store", STORES)
def test_the_next_action_as_it_is_shown_leaves_its_lines(store: str) -> None:
    files = stored(SEED, store)
    stated = read(files).next_action
    assert stated is not None
    again = edit(files, verbs.Move(part="next", value=str(stated.text)))
    text = " ".join(str(stated.text).split())
    assert (again.changes, again.done) == (
        (),
        Message("systems.next-action-already", f"The next action is already: {text}"),
    )


@pytest.mark.parametrize(
    ("listed", "stated"),
    [
        ("task-xyz: Order", "Order"),
        ("task-xyz: Order", "task-xyz"),
        ("Task 2 (API): Order", "Order"),
        ("**Task 2 (API):** Order", "Task 2 (API): Order"),
        ("`task-xyz`: Order", "task-xyz"),
        ("**task-xyz**: Order", "Order"),
        ("2. **task-xyz:** Order", "task-xyz: Order"),
        ("Order", "1. Order"),
        ("Order", "Task 2 (API): Order"),
    ],
)
def test_a_task_is_found_under_its_label(listed: str, stated: str) -> None:
    plan = f"# Chains\n\n## Tasks\n- [x] Draw\n- [ ] {listed}\n- [ ] Weld\n".encode()
    files = {MAIN: SOUND.replace("task: Order", f'task: "{stated}"').encode(), ".planning/2-1-PLAN.md": plan}
    assert "task-unknown" not in {each.code for each in read(files).findings}
    assert b"- [x] " + listed.encode() in done(files, verbs.Complete(whole="task"))[".planning/2-1-PLAN.md"]


@pytest.mark.parametrize("stated", ["Order", "2. Order", "Task 2 (API): Order"])
@pytest.mark.parametrize(
    "listed",
    [
        "### Task 1: Draw\n\n### Task 2 (API): Order\n\n### Task 3 (API) - Weld\n",
        "### 1. Draw\nBy hand\n### 2. Order\n1. Ask\n2. Pay\n### 3. Weld\n### Notes\n",
        "1. Draw\n2. Order\n   1. Ask\n3. Weld\n",
    ],
)
def test_tasks_without_boxes_are_found(listed: str, stated: str) -> None:
    plan = f"# Chains\n\n## Scope\n1. Pier\n\n## Tasks\n{listed}\n## Verification\n1. Pull\n".encode()
    files = {MAIN: SOUND.replace("task: Order", f'task: "{stated}"').encode(), ".planning/2-1-PLAN.md": plan}
    assert "task-unknown" not in {each.code for each in read(files).findings}
    after = done(files, verbs.Complete(whole="task"))
    assert (after[".planning/2-1-PLAN.md"], b'task: "Weld"' in after[MAIN]) == (plan, True)


def test_a_broken_json_state_has_no_quotes_in_its_title() -> None:
    state = '{\n  "initiative": "init-1",\n  "title": "Buoys",\n  "position": {"phase": 2, "status": "blocked"},\n'
    track = read(state)
    assert (track.title, track.position.status) == ("Buoys", "blocked")
    assert any(each.severity == "error" for each in track.findings)
