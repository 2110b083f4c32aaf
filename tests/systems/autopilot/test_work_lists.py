"""Blockers and todos added, removed and ticked, entries reworded, the file kept small; nothing is lost on the way."""

import pytest

from cockpit.model import Blocker, Todo
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    Block,
    Bypass,
    Complete,
    Decide,
    Intent,
    Move,
    ResetAlerts,
    Reword,
    SetLimit,
    SetValue,
    StartSession,
    TickTodo,
    Unblock,
)
from tests.support.autopilot_edits import (
    EXAMPLE,
    HEALTHY,
    LAYOUT_2,
    STAMP,
    TRANSPONDER,
    Bytes,
    applied,
    changed_lines,
    done,
    lines_of,
    make,
    refusal,
    replaced,
    track,
)
from tests.support.autopilot_small_states import FIVE, MOVED_ONE, WITH_LOG, changed_state, state
from tests.support.messages import words as says

PAYMENT = "Phase 3: the payment provider's test account is not open yet"

# todos


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("### Pending Todos\n- [ ] One\n", ["+- [ ] New"]),
        ("### Pending Todos\n- None\n", ["-- None", "+- [ ] New"]),
        ("### Pending Todos\n- [ ] None yet\n", ["-- [ ] None yet", "+- [ ] New"]),
        ("### Pending Todos\n\n  * [x] One\n    more\n\n---\n", ["+  * [ ] New"]),
        ("### Pending Todos\n1. [ ] One\n", ["+2. [ ] New"]),
        ("### Pending Todos\n- [ ] One\n\n- [ ] Two\n", ["+- [ ] New"]),
        ("### Pending Todos\n\n---\n", ["+- [ ] New"]),
        ("### Pending Todos\n---\n", ["+- [ ] New"]),
        ("### Pending Todos\nNone.\n", ["-None.", "+- [ ] New"]),
        ("## Accumulated Context\n\n### Blockers\n- None\n\n---\n\n## Session Continuity\n",
         ["+### Pending Todos", "+- [ ] New", "+"]),
        ("## Session Continuity\n\ntext\n", ["+## Pending Todos", "+- [ ] New", "+"]),
    ],
)  # fmt: skip
def test_a_todo_takes_the_form_of_its_neighbours(body: str, lines: list[str]) -> None:
    assert changed_state(state(body), AddTodo(text="New")) == lines
    assert Todo(text="New") in track(done(state(body), AddTodo(text="New"))).todos


@pytest.mark.parametrize(
    ("body", "intent", "lines"),
    [
        ("### Pending Todos\n- [ ] One\n", TickTodo(text="One"), ["-- [ ] One", "+- [x] One"]),
        ("### Pending Todos\n* [X]  One\n", TickTodo(text="One", done=False), ["-* [X]  One", "+* [ ]  One"]),
        ("### Pending Todos\n- One\n", TickTodo(text="One"), ["-- One", "+- [x] One"]),
        ("### Pending Todos\n- [ ] One two\n- [ ] One\n", TickTodo(text="One"), ["-- [ ] One", "+- [x] One"]),
        ("### Pending Todos\n- [ ] **Bold** one\n", TickTodo(text="**Bold** one"),
         ["-- [ ] **Bold** one", "+- [x] **Bold** one"]),
    ],
)  # fmt: skip
def test_a_tick_changes_the_box_alone(body: str, intent: TickTodo, lines: list[str]) -> None:
    assert changed_state(state(body), intent) == lines


# blockers


@pytest.mark.parametrize(
    ("intent", "entry"),
    [
        (Block(text="No keys"), "Phase 3: No keys"),
        (Block(text="No keys", affects=("5",)), "Phase 5: No keys"),
        (Block(text="No keys", affects=("05", "6")), "Phase 05: No keys (affects 6)"),
        (Block(text="No keys", affects=("the API",)), "Phase 3: No keys (affects the API)"),
        (Block(text="Phase 4: no keys"), "Phase 4: no keys"),
    ],
)
def test_a_blocker_is_prefixed_with_its_phase(intent: Block, entry: str) -> None:
    assert changed_state(state("### Blockers\n- None\n"), intent) == ["-- None", f"+- {entry}"]


def test_the_status_stays_when_a_blocker_is_recorded() -> None:
    assert track(done(HEALTHY, Block(text="No keys"))).position == track(HEALTHY).position


def test_the_last_blocker_leaves_none() -> None:
    assert changed_state(HEALTHY, Unblock(blocker=PAYMENT)) == [f"-- {PAYMENT}", "+- None"]


def test_the_last_activity_names_the_blocker_and_the_note() -> None:
    assert changed_state(HEALTHY, Unblock(blocker=PAYMENT, note="The account is open")) == [
        "-**Updated:** 2026-03-04T09:20:00Z",
        f"+**Updated:** {STAMP}",
        "-**Last Activity:** 2026-03-04 — Completed the invoice number sequence",
        f"+**Last Activity:** 2026-01-30 — Resolved the blocker: {PAYMENT} — The account is open",
        f"-- {PAYMENT}",
        "+- None",
    ]


def test_an_entry_goes_with_what_stands_below_it_and_no_other() -> None:
    body = "### Blockers\n- No keys\n  asked on Monday\n  - still waiting\n- No keys at all\n"
    lines = changed_state(state(body), Unblock(blocker="No keys asked on Monday"))
    assert lines == ["-- No keys", "-  asked on Monday"]
    assert changed_state(state(body), Unblock(blocker="No keys at all")) == ["-- No keys at all"]


def test_a_bypassed_blocker_stays_and_says_how() -> None:
    files = done(HEALTHY, Bypass(blocker=PAYMENT, note="the sandbox is enough"))
    assert changed_lines(HEALTHY, files)["TRANSPONDER.md"] == [
        f"-- {PAYMENT}",
        f"+- {PAYMENT} — bypassed: the sandbox is enough",
    ]
    assert track(files).blockers == (
        Blocker(text=PAYMENT, status="bypassed", affects=("3",), workaround="the sandbox is enough"),
    )
    assert (
        changed_state(files, Bypass(blocker=PAYMENT, note="another way"))[1] == f"+- {PAYMENT} — bypassed: another way"
    )
    assert changed_state(files, Unblock(blocker=PAYMENT))[1] == "+- None"


def test_a_status_that_still_says_blocked_is_mentioned() -> None:
    files = replaced(HEALTHY, TRANSPONDER, "| Status | In progress |", "| Status | Blocked |")
    remark = says("The status is still Blocked. Change it: `cockpit set status=in_progress`.")
    assert make(files, Unblock(blocker=PAYMENT)).remarks == (remark,)


def test_layout_2_takes_blockers_and_decisions_too() -> None:
    files = done(LAYOUT_2, Block(text="No keys"), Decide(text="One index", outcome="fast"))
    assert [blocker.text for blocker in track(files).blockers] == ["Phase 4: No keys"]
    assert [(one.text, one.outcome) for one in track(files).decisions] == [("One index", "fast")]


# rewording


@pytest.mark.parametrize(
    ("files", "intent", "lines"),
    [
        (EXAMPLE, Reword(kind="decision", old="Hybrid sidebar layout", new="Folding sidebar"),
         ["-- Hybrid sidebar layout — working well", "+- Folding sidebar — working well"]),
        (EXAMPLE, Reword(kind="todo", old="Write tests for auth flow", new="Test the auth flow"),
         ["-- [ ] Write tests for auth flow", "+- [ ] Test the auth flow"]),
        (HEALTHY, Reword(kind="todo", old="Choose a PDF library", new="Choose a library"),
         ["-- [x] Choose a PDF library", "+- [x] Choose a library"]),
        (HEALTHY, Reword(kind="blocker", old=PAYMENT, new="Phase 3: no test account"),
         [f"-- {PAYMENT}", "+- Phase 3: no test account"]),
        (state("### Recent Decisions\n- Phase 2: **One** queue — fast\n"),
         Reword(kind="decision", old="**One** queue", new="Two queues"),
         ["-- Phase 2: **One** queue — fast", "+- Phase 2: Two queues — fast"]),
        (state("### Pending Todos\n- [ ] One\n  two\n"), Reword(kind="todo", old="One two", new="Three"),
         ["+- [ ] Three", "-- [ ] One", "-  two"]),
    ],
)  # fmt: skip
def test_other_words_leave_the_rest(files: Bytes, intent: Reword, lines: list[str]) -> None:
    assert changed_state(files, intent) == lines


def test_a_decision_is_reworded_in_the_log_too() -> None:
    assert lines_of(WITH_LOG, Reword(kind="decision", old="Hybrid sidebar layout", new="Folding | bar")) == {
        "TRANSPONDER.md": ["-- Hybrid sidebar layout — working well", "+- Folding | bar — working well"],
        "DECISIONS.md": [
            "-| D001 | Hybrid sidebar layout | 2026-01-20 | Final | 002 |",
            "+| D001 | Folding \\| bar | 2026-01-20 | Final | 002 |",
            "-## D001: Hybrid sidebar layout",
            "+## D001: Folding | bar",
        ],
    }


# too long


def long_state(open_todos: int) -> Bytes:
    """A state file of `open_todos` and 23 more lines: five decisions, two ticked todos."""
    ticked = "".join(f"- [x] Done {n}\n" for n in range(2))
    todos = "".join(f"- [ ] Open {n}\n" for n in range(open_todos))
    return state(f"### Pending Todos\n{ticked}{todos}\n### Blockers\n- ~~Gone~~\n\n{FIVE}")


ADDING = [AddTodo(text="New"), Decide(text="New", outcome="good"), Block(text="New")]


@pytest.mark.parametrize("intent", ADDING, ids=lambda intent: type(intent).__name__)
def test_a_file_that_would_have_a_hundred_lines_makes_room_with_its_oldest_decision(intent: Intent) -> None:
    files = long_state(76)
    assert files[TRANSPONDER].count(b"\n") == 99
    edit = make(files, intent)
    after = applied(files, edit)
    assert after[TRANSPONDER].count(b"\n") == 99
    assert edit.remarks == (MOVED_ONE,)
    assert after[".autopilot/archive/decisions.md"].decode() == "# Archived Decisions\n\n- D1 — fine\n"


def test_then_with_ticked_todos_and_three_decisions_stay() -> None:
    files = long_state(79)
    edit = make(files, AddTodo(text="New"))
    archive = ".autopilot/archive"
    assert edit.remarks == (
        says(f"Moved 2 old decisions from {TRANSPONDER} to {archive}/decisions.md."),
        says(f"Moved 2 ticked todos from {TRANSPONDER} to {archive}/todos.md."),
    )
    after = applied(files, edit)
    assert after[TRANSPONDER].count(b"\n") == 99
    assert [one.text for one in track(after).decisions] == ["D3", "D4", "D5"]
    assert after[".autopilot/archive/todos.md"].decode() == "# Archived Todos\n\n- Done 0\n- Done 1\n"


@pytest.mark.usefixtures("promptly")
def test_room_is_made_at_once_also_among_thousands_of_decisions() -> None:
    files = state("### Recent Decisions\n" + "".join(f"- D{n} — y\n" for n in range(8_000)) + "\n### Pending Todos\n")
    after = applied(files, make(files, AddTodo(text="New")))
    assert after[TRANSPONDER].count(b"\n") == 99
    moved = after[".autopilot/archive/decisions.md"].decode().splitlines()[2:]
    assert moved == [f"- D{n} — y" for n in range(len(moved))]
    assert len(moved) + len(track(after).decisions) == 8_000


@pytest.mark.parametrize(("intent", "lines"), zip(ADDING, (110, 109, 110), strict=True))
def test_without_room_an_entry_is_refused_with_the_way_out(intent: Intent, lines: int) -> None:
    assert refusal(long_state(90), intent) == (
        f"{TRANSPONDER} would have {lines} lines; it must have fewer than 100. Tick finished todos, "
        "resolve blockers, or shorten the file, then try again."
    )


def test_an_agents_decisions_beyond_five_stay_while_there_is_room_for_a_todo() -> None:
    files = state("### Recent Decisions\n" + "".join(f"- D{n} — y\n" for n in range(8)) + "\n### Pending Todos\n")
    assert changed_state(files, AddTodo(text="New")) == ["+- [ ] New"]


TABLE = (
    "| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|\n"
    "| Cost | $26 | $10 | $25 | $50 | Alert |\n| Context | 10% | 30% | 40% | 50% | OK |\n"
)


@pytest.mark.parametrize(
    "intent",
    [
        Acknowledge(metric="cost"), ResetAlerts(), SetValue(metric="cost", value=27), StartSession(),
        SetLimit(metric="cost", level="stop", value=80), Move(part="next", value="/autopilot:cockpit"),
        Move(part="status", value="blocked"), Complete(whole="session"), Unblock(blocker="Phase 2: x"),
        Bypass(blocker="Phase 2: x", note="y"), TickTodo(text="Open 1"),
        Reword(kind="todo", old="Open 1", new="Open one"),
    ],
    ids=str,
)  # fmt: skip
def test_a_verb_that_adds_no_entry_is_never_refused_for_the_length_and_moves_nothing_out(intent: Intent) -> None:
    todos = "".join(f"- [ ] Open {n}\n" for n in range(90)) + "- [x] Done\n"
    files = state(f"## Thresholds\n\n{TABLE}\n{FIVE}\n### Pending Todos\n{todos}\n### Blockers\n- Phase 2: x\n")
    files = replaced(files, TRANSPONDER, "| Phase | 3 of 6 |", "| Phase | 3 of 6 |\n| Status | In progress |")
    assert files[TRANSPONDER].count(b"\n") >= 120
    edit = make(files, intent)
    assert not any("archive" in change.path for change in edit.changes)
    after = track(applied(files, edit))
    assert len(after.decisions) == 5
    assert "over-100-lines" in {finding.code for finding in after.findings}


@pytest.mark.parametrize("boxes", ["- [x] Same\n- [ ] Same\n", "- [ ] Same\n- [x] Same\n"])
def test_of_two_todos_of_the_same_text_the_one_that_is_open_is_ticked(boxes: str) -> None:
    files = state(f"### Pending Todos\n{boxes}")
    after = done(files, TickTodo(text="Same"))
    assert after[TRANSPONDER].count(b"- [x] Same") == 2
    assert done(after, TickTodo(text="Same", done=False))[TRANSPONDER].count(b"- [x] Same") == 1


# nothing to do, and refused


@pytest.mark.parametrize(
    ("files", "intent"),
    [
        (HEALTHY, AddTodo(text="Ask accounting for the retention period")),
        (HEALTHY, TickTodo(text="Choose a PDF library")),
        (HEALTHY, Block(text=PAYMENT)),
        (EXAMPLE, Decide(text="hybrid sidebar layout.")),
        (EXAMPLE, Decide(text="WebSocket for real-time", outcome="implemented")),
        (EXAMPLE, Reword(kind="todo", old="Write tests for auth flow", new="Write tests for auth flow")),
    ],
)
def test_nothing_to_do(files: Bytes, intent: Intent) -> None:
    assert make(files, intent).changes == ()


@pytest.mark.parametrize(
    ("files", "intent", "sentence"),
    [
        (HEALTHY, TickTodo(text="Ask accounting"),
         'No todo "Ask accounting". Found: "Ask accounting for the retention period"; "Choose a PDF library".'),
        (HEALTHY, Unblock(blocker="account"),
         'No blocker "account". Found: "Phase 3: the payment provider\'s test account is not open yet".'),
        (EXAMPLE, AddTodo(text="None yet"), 'The todo "None yet" would be read as empty. Use other words.'),
        (EXAMPLE, Decide(text="N/A"), 'The decision "N/A" would be read as empty. Use other words.'),
        (EXAMPLE, Block(text="- none"), 'The blocker "- none" would be read as empty. Use other words.'),
        (EXAMPLE, Unblock(blocker="account"), 'No blocker "account". The list is empty.'),
        (EXAMPLE, Bypass(blocker="x", note=" "), "The note is empty."),
        (EXAMPLE, AddTodo(text="\n"), "The todo is empty."),
        (EXAMPLE, AddTodo(text="a" * 2_001), "Too many characters in the todo: 2,001; the maximum is 2,000."),
        (EXAMPLE, Decide(text="a", alternatives=("b\x07",)),
         "Control character U+0007 in the alternative. Remove it."),
        (EXAMPLE, Reword(kind="decision", old="Nothing", new="x"),
         'No decision "Nothing". Found: "Hybrid sidebar layout"; "WebSocket for real-time"; "Bottom nav on mobile".'),
        (LAYOUT_2, AddTodo(text="x"),
         '.autopilot/TRANSPONDER.md has the older waypoint layout. Convert it first: `cockpit track convert`.'),
        ({".autopilot/state/thresholds.json": b'{"current_values": {}}'}, AddTodo(text="x"),
         '.autopilot/TRANSPONDER.md does not exist. Create it: `cockpit init autopilot`.'),
    ],
)  # fmt: skip
def test_refused_with_one_sentence(files: Bytes, intent: Intent, sentence: str) -> None:
    assert refusal(files, intent) == sentence


@pytest.mark.parametrize(
    "text", ["# heading", "- entry", "> quote", "a | b | c", "`code`", "x — y", "[x] done", "1. one"]
)
def test_a_text_that_looks_like_markdown_stays_a_text(text: str) -> None:
    after = track(done(EXAMPLE, AddTodo(text=text), Block(text=text)))
    assert len(after.todos) == 3
    assert len(after.blockers) == 1
    assert text.strip("`") in after.todos[-1].text or text == "`code`"


@pytest.mark.parametrize("intent", [AddTodo(text="mend <!-- this"), Block(text="mend <!-- this")])
def test_a_text_that_would_swallow_others_or_itself_is_not_written(intent: Intent) -> None:
    body = "### Pending Todos\n- None\n\n### Blockers\n- None\n\n### Recent Decisions\n- One <!-- note -->\n"
    files = {TRANSPONDER: f"# Project State\n\n**Project:** P\n\n## Accumulated Context\n\n{body}".encode()}
    assert refusal(files, intent).startswith(f"{TRANSPONDER} cannot be edited safely: ")
