"""Decisions: recorded, kept to five, logged and archived; what was decided is read back as the same, once."""

from typing import Any

import pytest

from cockpit.model.intents import Decide
from cockpit.text.lines import Document
from cockpit.wording.messages import Message
from tests.support.autopilot_edits import (
    DECISIONS,
    EXAMPLE,
    TRANSPONDER,
    Bytes,
    applied,
    changed_lines,
    done,
    make,
    refusal,
    track,
)
from tests.support.autopilot_small_states import FIVE, LOGGED, MOVED_ONE, WITH_LOG, changed_state, state
from tests.support.messages import words as says


@pytest.mark.parametrize(
    ("intent", "entry"),
    [(Decide(text="One queue"), "One queue"), (Decide(text="One queue", outcome="fast"), "One queue — fast")],
)
def test_an_entry_is_the_decision_and_its_outcome(intent: Decide, entry: str) -> None:
    assert changed_state(EXAMPLE, intent) == [f"+- {entry}"]


@pytest.mark.parametrize(
    ("given", "entry"),
    [
        ({"outcome": "fast", "reason": "measured"}, "One queue — fast"),
        ({"reason": "measured"}, "One queue"),
        ({"context": "mails", "alternatives": ("Two", "None at all"), "reversible": False}, "One queue"),
        ({"reversible": True}, "One queue"),
    ],
)
def test_without_a_log_one_is_begun_for_what_the_entry_has_no_place_for(given: dict[str, Any], entry: str) -> None:
    edit = make(EXAMPLE, Decide(text="One queue", **given))
    after = applied(EXAMPLE, edit)
    assert changed_lines(EXAMPLE, after)["TRANSPONDER.md"] == [f"+- {entry}"]
    assert edit.remarks == (
        says(
            "Created .autopilot/DECISIONS.md for the details of the decision: the state file has room only "
            "for the decision and its outcome."
        ),
    )
    recorded = next(one for one in track(after).decisions if one.text == "One queue")
    unsaid = {"outcome": None, "reason": None, "context": None, "alternatives": (), "reversible": None}
    assert {part: getattr(recorded, part) for part in unsaid} == unsaid | given


def test_a_log_that_is_begun_has_an_index_and_the_entry() -> None:
    after = done(EXAMPLE, Decide(text="One queue", outcome="fast", reason="measured"))
    assert after[DECISIONS].decode() == (
        "# Decisions\n\n| ID | Title | Date | Status | Phase |\n|----|-------|------|--------|-------|\n"
        "| D001 | One queue | 2026-01-30 | Final | 3 |\n\n## D001: One queue\n\n**Date:** 2026-01-30\n"
        "**Status:** Final\n**Phase:** 3\n\n**Selected:** One queue\n\n**Rationale:** measured\n\n**Outcome:** fast\n"
    )


def test_the_sixth_decision_moves_the_oldest_to_the_archive() -> None:
    edit = make(state(FIVE), Decide(text="New", outcome="good"))
    after = applied(state(FIVE), edit)
    assert changed_lines(state(FIVE), after)["TRANSPONDER.md"] == ["-- D1 — fine", "+- New — good"]
    assert after[".autopilot/archive/decisions.md"] == b"# Archived Decisions\n\n- D1 \xe2\x80\x94 fine\n"
    assert edit.remarks == (MOVED_ONE,)
    again = done(after, Decide(text="Newer"))
    assert again[".autopilot/archive/decisions.md"].decode().endswith("- D1 — fine\n- D2 — fine\n")


@pytest.mark.parametrize(
    "body",
    [
        "### Recent Decisions\n- 2026-01-20: B — fine\n- 2026-01-10: A — fine\n",
        "### Recent Decisions\n- B (2026-01-20) — fine\n- B2 (2026-01-20) — fine\n- A (2026-01-10) — fine\n",
    ],
)
def test_the_newest_decision_comes_first_where_the_file_has_it_so(body: str) -> None:
    texts = [one.text for one in track(done(state(body), Decide(text="New", outcome="x"))).decisions]
    assert texts[0] == "New"
    assert texts[1:] == [one.text for one in track(state(body)).decisions]


def test_the_log_decides_the_order_too() -> None:
    log = "# Decisions\n\n| ID | Title |\n|---|---|\n| D001 | A |\n| D002 | B |\n"
    files = {**state("### Recent Decisions\n- B — y\n- A — x\n"), DECISIONS: log.encode()}
    assert track(done(files, Decide(text="C"))).decisions[0].text == "C"


def test_the_log_gets_a_row_and_an_entry() -> None:
    intent = Decide(text="One queue", outcome="fast", reason="measured", context="mails", alternatives=("Two | three",),
                    reversible=False)  # fmt: skip
    after = done(WITH_LOG, intent)
    assert changed_lines(WITH_LOG, after)["TRANSPONDER.md"] == ["+- One queue — fast"]
    expected = LOGGED.replace("| 003 |\n", "| 003 |\n| D003 | One queue | 2026-01-30 | Final | 3 |\n") + (
        "\n## D003: One queue\n\n**Date:** 2026-01-30\n**Status:** Final\n**Owner:** person\n**Phase:** 3\n"
        "**Reversible:** No\n\n**Context:** mails\n\n| Option | Verdict |\n|--------|---------|\n"
        "| One queue | Selected |\n| Two \\| three | Rejected |\n\n**Selected:** One queue\n\n"
        "**Rationale:** measured\n\n**Outcome:** fast\n"
    )
    assert after[DECISIONS].decode() == expected
    decision = next(one for one in track(after).decisions if one.text == "One queue")
    assert (decision.reason, decision.context, decision.alternatives, decision.reversible) == (
        "measured", "mails", ("Two | three",), False,
    )  # fmt: skip


@pytest.mark.parametrize("actor", ["person", "agent (Claude Code)"])
def test_the_owner_of_a_decision_is_who_decided(actor: str) -> None:
    after = done(WITH_LOG, Decide(text="One queue"), actor=actor)[DECISIONS].decode()
    assert after.partition("## D003: One queue")[2].count(f"**Owner:** {actor}\n") == 1


def test_with_a_log_an_older_decision_that_it_holds_is_only_taken_out_and_another_goes_to_the_archive() -> None:
    body = "### Recent Decisions\n- Queue\n- B — y\n- C — y\n- D — y\n- E — y\n"
    log = LOGGED.replace("messages are never lost", "").encode()
    files = {**state(body), DECISIONS: log}
    edit = make(files, Decide(text="New"))
    assert edit.remarks == (says("Removed 1 old decision from .autopilot/TRANSPONDER.md; the decision log has it."),)
    after = applied(files, edit)
    second = make(after, Decide(text="Newer"))
    assert second.remarks == (MOVED_ONE,)
    assert {"Queue", "C", "New", "Newer"} <= {one.text for one in track(applied(after, second)).decisions}
    assert applied(after, second)[".autopilot/archive/decisions.md"] == "# Archived Decisions\n\n- B — y\n".encode()


def test_hundreds_of_older_decisions_are_moved_together(monkeypatch: pytest.MonkeyPatch) -> None:
    files = state("### Recent Decisions\n" + "".join(f"- D{number} — y\n" for number in range(400)))
    parsed: list[int] = []
    read = Document.__init__
    monkeypatch.setattr(Document, "__init__", lambda self, text: (parsed.append(text.count("\n")), read(self, text))[1])
    after = done(files, Decide(text="New"))
    assert [one.text for one in track(after).decisions] == ["D396", "D397", "D398", "D399", "New"]
    assert after[".autopilot/archive/decisions.md"].decode().count("\n- ") == 396
    assert sum(parsed) < 10_000, "one by one, some 80,000 lines are looked at"


def test_an_outcome_that_the_log_has_no_entry_for_is_kept_in_the_archive() -> None:
    body = "### Recent Decisions\n- Queue — messages are never lost\n- B — y\n- C — y\n- D — y\n- E — y\n"
    files = {**state(body), DECISIONS: LOGGED.encode()}
    edit = make(files, Decide(text="New"))
    archived = applied(files, edit)[".autopilot/archive/decisions.md"].decode()
    assert archived == "# Archived Decisions\n\n- Queue — messages are never lost\n"


SIDEBAR = {"text": "Hybrid sidebar layout"}


@pytest.mark.parametrize(
    ("given", "unsaid"),
    [
        ({"reason": "It folds."}, "reason"),
        ({"context": "Mobile"}, "context"),
        ({"reason": "Ten columns fit.", "context": "Two menus want the left edge."}, None),
        ({"alternatives": ("Tabs",)}, "alternative"),
        ({"reversible": False}, "reversible"),
        ({}, None),
    ],
)
def test_what_a_decision_that_stands_there_does_not_say_is_not_dropped_silently(
    given: dict[str, Any], unsaid: str | None
) -> None:
    intent = Decide(**SIDEBAR, **given)
    if unsaid is None:
        edit = make(WITH_LOG, intent)
        standing = Message("systems.decision-there-already", "The decision is already recorded: Hybrid sidebar layout")
        assert (edit.changes, edit.done) == ((), standing)
    else:
        assert refusal(WITH_LOG, intent) == (
            (
                'The decision is already recorded, with another value of "reversible". Change it in '
                ".autopilot/DECISIONS.md."
            )
            if unsaid == "reversible"
            else f"The decision is already recorded, without this {unsaid}. Add the {unsaid} in {DECISIONS}."
        )


def test_without_a_log_the_same_decision_again_is_there_already_with_its_reason() -> None:
    said = Decide(**SIDEBAR, reason="It folds.")
    after = done(EXAMPLE, Decide(**{**SIDEBAR, "text": "A sidebar"}, reason="It folds."))
    again = make(after, Decide(**{**SIDEBAR, "text": "A sidebar"}, reason="It folds."))
    assert (again.changes, again.done) == (
        (),
        Message("systems.decision-there-already", "The decision is already recorded: A sidebar"),
    )
    assert (
        refusal(EXAMPLE, said)
        == "The decision is already recorded, without this reason. Add the reason in .autopilot/DECISIONS.md."
    )


@pytest.mark.parametrize("files", [EXAMPLE, WITH_LOG, state("### Recent Decisions\n")], ids=["plain", "log", "empty"])
@pytest.mark.parametrize("context", ["Log retention", None])
def test_a_decision_that_is_taken_again_after_another_is_the_newest(files: Bytes, context: str | None) -> None:
    text = "{}" if context else "Log retention"
    week, month = (Decide(text=text.format(each), outcome=each, context=context) for each in ("7 days", "30 days"))
    for others in ([], [Decide(text=f"D{number}", outcome="fine") for number in range(3)]):
        after = done(files, week, *others, month, week)
        kept = after[TRANSPONDER].decode()
        assert kept.rindex("7 days") > kept.rindex("30 days")
        assert make(after, week).changes == ()
