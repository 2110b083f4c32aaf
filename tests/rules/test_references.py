"""Which blocker or todo a person means by what they typed."""

import pytest

from cockpit.model import Blocker, Todo
from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTodo, Bypass, Intent, TickTodo, Unblock
from cockpit.rules.references import resolve_references
from tests.support.model_builders import track
from tests.support.said import Said

TRACK = track(
    blockers=(
        Blocker(text="Phase 1: No API key (affects api)"),
        Blocker(text="Phase 2: No test account"),
        Blocker(id="B7", text="Slow CI"),
        Blocker(text="No", status="resolved"),
    ),
    todos=(Todo(text="Write tests"), Todo(text="Write tests for auth"), Todo(text="Changelog", done=True)),
)


@pytest.mark.parametrize(
    ("typed", "intent"),
    [
        (Unblock(blocker="api KEY"), Unblock(blocker="Phase 1: No API key (affects api)")),
        (
            Unblock(blocker="api key", note="got it"),
            Unblock(blocker="Phase 1: No API key (affects api)", note="got it"),
        ),
        (Bypass(blocker="account", note="a mock"), Bypass(blocker="Phase 2: No test account", note="a mock")),
        (Unblock(blocker="B7"), Unblock(blocker="B7")),
        (Unblock(blocker="slow"), Unblock(blocker="B7")),
        (Unblock(blocker="No"), Unblock(blocker="No")),
        (Unblock(blocker="nothing of it"), Unblock(blocker="nothing of it")),
        (Unblock(blocker=" "), Unblock(blocker=" ")),
        (TickTodo(text="Write tests"), TickTodo(text="Write tests")),
        (TickTodo(text="write TESTS "), TickTodo(text="Write tests")),
        (TickTodo(text="auth"), TickTodo(text="Write tests for auth")),
        (TickTodo(text="for auth"), TickTodo(text="Write tests for auth")),
        (TickTodo(text="change", done=False), TickTodo(text="Changelog", done=False)),
        (AddTodo(text="Change"), AddTodo(text="Change")),
    ],
)
def test_a_part_is_enough_where_only_one_has_it(typed: Intent, intent: Intent) -> None:
    assert resolve_references(typed, TRACK) == intent


DOWN = track(
    blockers=(
        Blocker(text="Phase 3: DB down"),
        Blocker(text="Phase 3: DB down in the test region"),
        Blocker(text="Phase 4: DB down"),
        Blocker(text="Phase 4: No keys for PayPal"),
        Blocker(text="[2] mail server", status="bypassed", workaround="print letters"),
        Blocker(text="Phase 1: mail host", status="resolved"),
        Blocker(text="12: The clock"),
    ),
    todos=(Todo(text="Docs"), Todo(text="Old docs", done=True), Todo(text="Old tests", done=True)),
)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("Phase 3: DB down", "Phase 3: DB down"),
        ("phase 3:  db\ndown", "Phase 3: DB down"),
        ("DB down in the test region", "Phase 3: DB down in the test region"),
        ("DB down in", "Phase 3: DB down in the test region"),
        ("test region", "Phase 3: DB down in the test region"),
        ("Phase 4: DB", "Phase 4: DB down"),
        ("no keys for paypal", "Phase 4: No keys for PayPal"),
        ("No keys", "Phase 4: No keys for PayPal"),
        ("PayPal", "Phase 4: No keys for PayPal"),
        ("mail", "[2] mail server"),
        ("mail server", "[2] mail server"),
        ("host", "Phase 1: mail host"),
        ("the clock", "12: The clock"),
        ("letters", "letters"),
    ],
)
def test_the_phase_in_front_need_not_be_typed(typed: str, text: str) -> None:
    assert resolve_references(Unblock(blocker=typed), DOWN) == Unblock(blocker=text)


DOWN_TEXTS = '"Phase 3: DB down"; "Phase 3: DB down in the test region"; "Phase 4: DB down"'


@pytest.mark.parametrize(
    ("intent", "typed", "several"),
    [
        (Unblock(blocker="DB down"), "DB down", DOWN_TEXTS),
        (Bypass(blocker=" db ", note="x"), "db", DOWN_TEXTS),
        (Unblock(blocker="Phase 4"), "Phase 4", '"Phase 4: DB down"; "Phase 4: No keys for PayPal"'),
        (TickTodo(text="old", done=False), "old", '"Old docs"; "Old tests"'),
    ],
)
def test_what_several_have_is_refused_with_all_of_them(intent: Intent, typed: str, several: str) -> None:
    with pytest.raises(CommandError) as refused:
        resolve_references(intent, DOWN)
    assert refused.value.message == Said("rules.several-match", typed, several)


def test_blockers_of_the_same_words_are_named_by_their_ids() -> None:
    blockers = (Blocker(id="b-1", text="No keys"), Blocker(id="b-2", text="No Keys"), Blocker(text="No keys yet"))
    told = '"no keys" is ambiguous. Matches: "b-1: No keys"; "b-2: No Keys". Type the id.'
    with pytest.raises(CommandError) as refused:
        resolve_references(Unblock(blocker="no keys"), track(blockers=blockers))
    assert str(refused.value.message) == told


def test_what_is_open_comes_first_and_taking_a_tick_back_concerns_what_is_ticked() -> None:
    assert resolve_references(TickTodo(text="DOCS"), DOWN) == TickTodo(text="Docs")
    assert resolve_references(TickTodo(text="docs", done=False), DOWN) == TickTodo(text="Docs", done=False)
    assert resolve_references(TickTodo(text="doc"), DOWN) == TickTodo(text="Docs")
    assert resolve_references(TickTodo(text="ld doc"), DOWN) == TickTodo(text="Old docs")


def test_two_of_one_text_are_the_same() -> None:
    twice = track(blockers=(Blocker(text="Phase 1: No keys"), Blocker(text="Phase 1: No keys")))
    assert resolve_references(Unblock(blocker="keys"), twice) == Unblock(blocker="Phase 1: No keys")
