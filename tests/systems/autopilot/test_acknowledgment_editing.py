"""Acknowledging, withdrawing and resetting: every place that is present, and only the meant lines."""

import json
from datetime import UTC, datetime

import pytest

from cockpit.model.intents import Acknowledge, ResetAlerts, SetValue, Withdraw
from cockpit.wording.messages import Message
from tests.support.autopilot_edits import (
    ACKNOWLEDGMENTS,
    EXAMPLE,
    LAYOUT_2,
    NOW,
    SEED,
    SHAPES,
    STAMP,
    THRESHOLDS,
    TRANSPONDER,
    TRIGGERS,
    Bytes,
    applied,
    done,
    lines_of,
    make,
    refusal,
    replaced,
    threshold_in,
    track,
)
from tests.support.messages import words as says

OPEN = done(SEED, Withdraw(metric="cost"))
"""The seed's example, its cost alert not acknowledged."""

UNKNOWN_RESET = replaced(OPEN, ACKNOWLEDGMENTS, '"last_reset": "2026-01-29T08:00:00Z"', '"last_reset": "soon"')

TABLE = (
    "# Project State\n\n**Project:** P\n\n## Current Position\n\n| Field | Value |\n|---|---|\n| Phase | 1 of 2 |\n\n"
    "## Thresholds\n\n|Type|Current|Warning|Alert|Stop|Status|\n|---|---|---|---|---|---|\n"
    "|  Cost|$26.50|  $10 ⚠️ |\t$25 🔶 |$50|Alert |\n| Context | 44% | 30% ⚠️ | 40% 🔶 ACK | 50% | Alert (ack) |\n\n"
    "**Acknowledged Alerts:**\n* Context @ 42% — acknowledged 2026-01-29T15:00\n"
)
GIVEN = [
    f'+      "acknowledged_at": "{STAMP}",',
    '+      "value_at_acknowledgment": 26.5,',
    '+      "threshold_level": "alert",',
]
MARKED = [
    "-| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |",
    "+| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |",
]
FLAG = ['-      "acknowledged": false', '+      "acknowledged": true']


def entry(key: str, *members: str) -> str:
    """A member of the acknowledgments map as the seed writes it."""
    return f'    "{key}": {{\n' + ",\n".join(f"      {member}" for member in members) + "\n    }"


def test_an_acknowledgment_stands_in_all_four_places_and_the_json_comes_first() -> None:
    intent = Acknowledge(metric="cost", note="for search", session_id="s-7")
    told = lines_of(OPEN, intent)
    assert told["TRANSPONDER.md"] == [*MARKED, "-- None", "+- Cost @ $26.50 — acknowledged 2026-01-30T09:05"]
    assert told["state/triggers.json"] == FLAG
    assert set(told) == {"TRANSPONDER.md", "state/triggers.json", "state/acknowledgments.json"}
    before = OPEN[ACKNOWLEDGMENTS].decode()
    given = entry("cost", f'"acknowledged_at": "{STAMP}"', '"value_at_acknowledgment": 26.5',
                  '"threshold_level": "alert"', '"session_id": "s-7"', '"user_note": "for search"')  # fmt: skip
    old = '"user_note": null\n    }\n  },'
    assert before.count(old) == 1
    expected = before.replace(old, f'"user_note": null\n    }},\n{given}\n  }},')
    assert done(OPEN, intent)[ACKNOWLEDGMENTS].decode() == expected
    edit = make(OPEN, intent)
    assert [change.path for change in edit.changes] == [ACKNOWLEDGMENTS, TRIGGERS, TRANSPONDER]
    assert (edit.done, edit.remarks) == (
        says("Acknowledged cost at $26.50: for search"),
        (),
    )


def test_an_earlier_acknowledgment_goes_to_the_history_first() -> None:
    files = done(SEED, SetValue(metric="cost", value=30))
    after = json.loads(done(files, Acknowledge(metric="cost"))[ACKNOWLEDGMENTS])
    assert after["acknowledgments"]["cost"]["value_at_acknowledgment"] == 30
    assert after["acknowledgment_history"][-1] == {
        "type": "cost",
        "value": 26.5,
        "acknowledged_at": "2026-01-29T14:30:00Z",
        "reset_at": STAMP,
    }
    assert after["last_reset"] == "2026-01-29T08:00:00Z"


def test_the_shape_without_level_and_note_is_kept() -> None:
    files = replaced(done(SHAPES, SetValue(metric="cost", value=30)), ACKNOWLEDGMENTS,
                     '"session_id": "session-abc123"', '"session_id":\t"session-abc123", "tool": 1')  # fmt: skip
    edit = make(files, Acknowledge(metric="cost", note="why", session_id="s-7"))
    assert applied(files, edit)[ACKNOWLEDGMENTS].decode() == (
        f'{{\n  "cost": {{\n    "acknowledged_at": "{STAMP}",\n'
        '    "value_at_ack": 30.00,\n    "session_id":\t"s-7"\n  }\n}\n'
    )
    assert edit.remarks == (
        says(".autopilot/state/acknowledgments.json has no field for a note. The note is only in cockpit's log."),
    )


@pytest.mark.parametrize("empty", [b"{}", b"{}\n", b"null", b"[]", b"", b"\n"])
def test_an_empty_file_gets_the_form_that_the_agent_reads(empty: bytes) -> None:
    after = json.loads(done({**OPEN, ACKNOWLEDGMENTS: empty}, Acknowledge(metric="cost", note="Seen"))[ACKNOWLEDGMENTS])
    given = after["acknowledgments"]["cost"]
    assert (given["value_at_acknowledgment"], given["threshold_level"], given["user_note"]) == (26.5, "alert", "Seen")
    assert (
        threshold_in(done({**OPEN, ACKNOWLEDGMENTS: empty}, Acknowledge(metric="cost")), "cost").agent_will
        == "continue"
    )


def test_acknowledgments_beside_their_key_do_not_count_and_stay() -> None:
    flat = b'{"cost": {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 26.5}}'
    files = {**OPEN, ACKNOWLEDGMENTS: flat}
    assert threshold_in(files, "cost").agent_will == "pause"
    assert "acknowledgments-misplaced" in {finding.code for finding in track(files).findings}
    after = done(files, Acknowledge(metric="cost"))
    assert threshold_in(after, "cost").agent_will == "continue"
    written = json.loads(after[ACKNOWLEDGMENTS])
    assert written["cost"] == json.loads(flat)["cost"]
    assert written["acknowledgments"]["cost"]["acknowledged_at"] == STAMP


@pytest.mark.parametrize("intent", [SetValue(metric="cost", value=5), ResetAlerts()])
def test_damaged_triggers_stay_as_they_are_and_stop_nothing_else(intent: SetValue | ResetAlerts) -> None:
    path = ".autopilot/state/triggers.json"
    files = {**OPEN, path: b'{"triggers": {'}
    edit = make(files, intent)
    assert applied(files, edit)[path] == files[path]
    assert says(".autopilot/state/triggers.json is damaged. Its triggers were not updated.") in edit.remarks


def test_shape_2_below_a_key_stays_there() -> None:
    files = {**OPEN, ACKNOWLEDGMENTS: b'{"acknowledged": {"context": {"value_at_ack": 42}}}'}
    assert json.loads(done(files, Acknowledge(metric="cost"))[ACKNOWLEDGMENTS]) == {
        "acknowledged": {
            "context": {"value_at_ack": 42},
            "cost": {"acknowledged_at": STAMP, "value_at_ack": 26.5, "session_id": None},
        }
    }


def test_a_missing_store_is_created_as_the_seed_has_it() -> None:
    files = {path: data for path, data in OPEN.items() if path != ACKNOWLEDGMENTS}
    assert done(files, Acknowledge(metric="cost"))[ACKNOWLEDGMENTS].decode() == (
        '{\n  "acknowledgments": {\n'
        + entry("cost", f'"acknowledged_at": "{STAMP}"', '"value_at_acknowledgment": 26.5',
                '"threshold_level": "alert"', '"session_id": null', '"user_note": null')
        + '\n  },\n  "acknowledgment_history": [],\n  "last_reset": null\n}\n'
    )  # fmt: skip


def test_a_new_store_takes_over_what_the_table_alone_recorded() -> None:
    files = {TRANSPONDER: TABLE.encode()}
    after = done(files, Acknowledge(metric="cost"))
    given = json.loads(after[ACKNOWLEDGMENTS])["acknowledgments"]
    assert given["context"] == {
        "acknowledged_at": "2026-01-29T15:00",
        "value_at_acknowledgment": 42,
        "threshold_level": "alert",
        "session_id": None,
        "user_note": None,
    }
    assert [threshold.agent_will for threshold in track(after).thresholds[:2]] == ["continue", "continue"]


def test_odd_spacing_in_the_table_stays() -> None:
    assert lines_of({TRANSPONDER: TABLE.encode()}, Acknowledge(metric="cost"))["TRANSPONDER.md"] == [
        "-|  Cost|$26.50|  $10 ⚠️ |\t$25 🔶 |$50|Alert |",
        "+|  Cost|$26.50|  $10 ⚠️ |\t$25 🔶 ACK |$50|Alert (ack) |",
        "+* Cost @ $26.50 — acknowledged 2026-01-30T09:05",
    ]


@pytest.mark.parametrize("below", ["A note of ours, at the margin.", "A note.\nAnd more of it."])
def test_a_line_at_the_margin_below_an_entry_stays(below: str) -> None:
    entry, told = "- Cost @ $26 — acknowledged 2026-01-28T14:30", "**Acknowledged Alerts:**\n- None\n"
    files = replaced(OPEN, TRANSPONDER, told, f"**Acknowledged Alerts:**\n{entry}\n{below}\n")
    given = "- Cost @ $26.50 — acknowledged 2026-01-30T09:05"
    assert lines_of(files, Acknowledge(metric="cost"))["TRANSPONDER.md"] == [*MARKED, f"-{entry}", f"+{given}"]
    after = done(files, Acknowledge(metric="cost"))
    assert lines_of(after, Withdraw(metric="cost"))["TRANSPONDER.md"][2:] == [f"-{given}"]


def test_a_line_at_the_margin_below_an_entry_that_goes_stays_and_one_that_is_indented_goes() -> None:
    context = "- Context @ 42% — acknowledged 2026-01-28T14:30\n"
    cost = "- Cost @ $26.50 — acknowledged\n  2026-01-28T14:30\n"
    files = replaced(OPEN, TRANSPONDER, "- None\n", f"{cost}A note.\n{context}")
    told = lines_of(files, Withdraw(metric="cost"))["TRANSPONDER.md"]
    assert told == ["-- Cost @ $26.50 — acknowledged", "-  2026-01-28T14:30"]


def test_a_list_begins_below_the_table_where_there_is_none() -> None:
    files = replaced(OPEN, TRANSPONDER, "**Acknowledged Alerts:**\n- None\n\n", "")
    assert lines_of(files, Acknowledge(metric="cost"))["TRANSPONDER.md"] == [
        *MARKED,
        "+",
        "+**Acknowledged Alerts:**",
        "+- Cost @ $26.50 — acknowledged 2026-01-30T09:05",
    ]


def test_the_files_own_marks_and_words_stay() -> None:
    files = replaced(OPEN, TRANSPONDER, "| $25 🔶 | $50 | Alert |", "| $25 🟠 | $50 | ALERT |")
    assert lines_of(files, Acknowledge(metric="cost"))["TRANSPONDER.md"][:2] == [
        "-| Cost | $26.50 | $10 ⚠️ | $25 🟠 | $50 | ALERT |",
        "+| Cost | $26.50 | $10 ⚠️ | $25 🟠 ACK | $50 | ALERT (ack) |",
    ]


def test_a_row_that_lags_behind_gets_the_value_with_the_mark() -> None:
    row = "| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |"
    files = replaced(OPEN, TRANSPONDER, row, "| Cost | $24 | $10 ⚠️ | $25 | $50 | Warning |")
    assert lines_of(files, Acknowledge(metric="cost"))["TRANSPONDER.md"][:2] == [
        "-| Cost | $24 | $10 ⚠️ | $25 | $50 | Warning |",
        "+| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |",
    ]


def test_the_trigger_flag_is_added_where_the_trigger_is_recorded_and_only_there() -> None:
    files = replaced(OPEN, TRIGGERS, '      "count": 1,\n      "acknowledged": false', '      "count": 1')
    assert lines_of(files, Acknowledge(metric="cost"))["state/triggers.json"] == [
        '-      "count": 1', '+      "count": 1,', '+      "acknowledged": true',
    ]  # fmt: skip
    bare = {path: data for path, data in OPEN.items() if path != TRIGGERS}
    assert TRIGGERS not in done(bare, Acknowledge(metric="cost"))


def test_triggers_inside_thresholds_json_are_flagged_there() -> None:
    files = done(SHAPES, Withdraw(metric="cost"))
    assert lines_of(files, Acknowledge(metric="cost"))["state/thresholds.json"] == [
        '-  "triggers": {"cost_alert": {"last_triggered": "2026-01-29T14:30:00Z", "count": 1, "acknowledged": false}}',
        '+  "triggers": {"cost_alert": {"last_triggered": "2026-01-29T14:30:00Z", "count": 1, "acknowledged": true}}',
    ]


def test_after_a_reset_that_cannot_be_read_all_are_withdrawn_before_one_is_given() -> None:
    dated = done(UNKNOWN_RESET, ResetAlerts())
    assert json.loads(dated[ACKNOWLEDGMENTS])["last_reset"] == STAMP
    assert threshold_in(done(dated, Acknowledge(metric="cost")), "cost").agent_will == "continue"


@pytest.mark.parametrize("reset", ["2026-01-30T09:05:07.900Z", "2026-01-30T10:00:00Z", "2026-01-30T12:00:00+02:00"])
def test_an_acknowledgment_is_never_older_than_the_last_reset(reset: str) -> None:
    files = replaced(OPEN, ACKNOWLEDGMENTS, '"last_reset": "2026-01-29T08:00:00Z"', f'"last_reset": "{reset}"')
    edit = make(files, Acknowledge(metric="cost"))
    after = applied(files, edit)
    assert threshold_in(after, "cost").agent_will == "continue"
    assert [remark.code for remark in edit.remarks] == ["autopilot.dated-after-last-reset"]
    assert f"({reset})" in str(edit.remarks[0])


def test_the_present_second_is_cut_not_rounded() -> None:
    after = done(OPEN, Acknowledge(metric="cost"), now=datetime(2026, 1, 30, 9, 5, 7, 999999, tzinfo=UTC))
    assert json.loads(after[ACKNOWLEDGMENTS])["acknowledgments"]["cost"]["acknowledged_at"] == STAMP


def test_layout_2_says_yes_and_no() -> None:
    files = LAYOUT_2
    assert lines_of(files, Withdraw(metric="cost")) == {
        "TRANSPONDER.md": ["-- Alert acknowledged: Yes", "+- Alert acknowledged: No"]
    }
    again = lines_of(done(files, Withdraw(metric="cost")), Acknowledge(metric="cost"))
    assert again["TRANSPONDER.md"] == ["-- Alert acknowledged: No", "+- Alert acknowledged: Yes"]


# withdrawing and resetting


def test_a_withdrawal_goes_to_the_history() -> None:
    told = lines_of(SEED, Withdraw(metric="cost"))
    assert told["TRANSPONDER.md"] == [
        "-| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |",
        "+| Cost | $26.50 | $10 ⚠️ | $25 🔶 | $50 | Alert |",
        "-- Cost @ $26.50 — acknowledged 2026-01-29T14:30",
        "+- None",
    ]
    assert told["state/triggers.json"] == ['-      "acknowledged": true', '+      "acknowledged": false']
    after = done(SEED, Withdraw(metric="cost"))[ACKNOWLEDGMENTS].decode()
    assert '"reset_at": "2026-01-29T08:00:00Z"\n    },\n    {\n      "type": "cost",\n      "value": 26.5,\n' in after
    assert '"last_reset": "2026-01-29T08:00:00Z"' in after
    assert set(json.loads(after)["acknowledgments"]) == {"context"}


def test_a_reset_of_all_voids_older_ones_too() -> None:
    edit = make(SEED, ResetAlerts())
    after = json.loads(applied(SEED, edit)[ACKNOWLEDGMENTS])
    assert after["acknowledgments"] == {}
    assert after["last_reset"] == STAMP
    assert [(past["type"], past["value"], past["reset_at"]) for past in after["acknowledgment_history"][1:]] == [
        ("cost", 26.5, STAMP), ("context", 42, STAMP),
    ]  # fmt: skip
    assert edit.done == says("Withdrew all acknowledgments (cost and context).")


def test_a_reset_of_all_takes_entries_that_nobody_can_read() -> None:
    files = {**OPEN, ACKNOWLEDGMENTS: b'{"acknowledgments": {"nobody": {"value": 5}}, "last_reset": null}'}
    edit = make(files, ResetAlerts())
    assert json.loads(applied(files, edit)[ACKNOWLEDGMENTS])["acknowledgments"] == {}
    assert edit.done == says("Withdrew all acknowledgments.")


def test_a_reset_by_type_leaves_the_last_reset() -> None:
    after = json.loads(done(SEED, ResetAlerts(metrics=("context",)))[ACKNOWLEDGMENTS])
    assert set(after["acknowledgments"]) == {"cost"}
    assert after["last_reset"] == "2026-01-29T08:00:00Z"


def test_a_reset_empties_the_map_of_the_other_shape_and_keeps_what_is_unknown() -> None:
    files = replaced(SHAPES, ACKNOWLEDGMENTS, '{\n  "cost"', '{\n  "version": 2,\n  "cost"')
    edit = make(files, ResetAlerts())
    assert applied(files, edit)[ACKNOWLEDGMENTS] == b'{\n  "version": 2\n}\n'
    assert edit.remarks == (
        says(
            ".autopilot/state/acknowledgments.json has no history. The withdrawn acknowledgments are only "
            "in cockpit's log."
        ),
    )


def test_only_the_withdrawn_entry_leaves_the_list() -> None:
    files = {TRANSPONDER: TABLE.replace("15:00\n", "15:00\n* Cost @ $26 — acknowledged 2026-01-29T14:00\n").encode()}
    assert lines_of(files, Withdraw(metric="context"))["TRANSPONDER.md"] == [
        "-| Context | 44% | 30% ⚠️ | 40% 🔶 ACK | 50% | Alert (ack) |",
        "+| Context | 44% | 30% ⚠️ | 40% 🔶 | 50% | Alert |",
        "-* Context @ 42% — acknowledged 2026-01-29T15:00",
    ]


def test_a_history_that_is_null_becomes_a_list() -> None:
    files = {
        **SEED,
        ACKNOWLEDGMENTS: b'{"acknowledgments":{"cost":{"value":5}},"acknowledgment_history":null,"last_reset":null}',
    }
    assert done(files, Withdraw(metric="cost"))[ACKNOWLEDGMENTS].decode() == (
        '{"acknowledgments":{},"acknowledgment_history":[{"type": "cost", "value": 5, "acknowledged_at": null, '
        f'"reset_at": "{STAMP}"}}],"last_reset":null}}'
    )


# nothing to do, and refused


@pytest.mark.parametrize(
    ("files", "intent", "message"),
    [
        (SEED, Acknowledge(metric="cost"), says("Acknowledged cost at $26.50.")),
        (
            SEED,
            Acknowledge(metric="Cost", seen="alert", session_id="session-abc123"),
            says("Acknowledged cost at $26.50."),
        ),
        (OPEN, Withdraw(metric="cost"), says("cost is not acknowledged.")),
        (
            OPEN,
            ResetAlerts(metrics=("cost", "errors")),
            says("cost and errors are not acknowledged."),
        ),
        (EXAMPLE, ResetAlerts(), says("No alert is acknowledged.")),
        (done(SEED, ResetAlerts()), ResetAlerts(), says("No alert is acknowledged.")),
    ],
)
def test_nothing_to_do(files: Bytes, intent: Acknowledge | Withdraw | ResetAlerts, message: Message) -> None:
    edit = make(files, intent)
    assert (edit.changes, edit.done) == ((), message)


def test_the_other_places_are_mended_where_only_the_json_is_acknowledged() -> None:
    files = {**OPEN, ACKNOWLEDGMENTS: SEED[ACKNOWLEDGMENTS]}
    assert set(lines_of(files, Acknowledge(metric="cost"))) == {"TRANSPONDER.md", "state/triggers.json"}


STOP = done(SEED, SetValue(metric="cost", value=52))
METRICS = ("cost", "context", "variance", "errors", "tokens")
RAISE_COST = says(
    "Raise the limit (`cockpit limit cost.stop=80`, or in the agent: `/autopilot:config --set "
    "max-cost=80`), or fix the cause."
)
RAISE_CONTEXT = says("Raise the limit (`cockpit limit context.stop=80`), or hand off and continue in a new session.")


def damaged(path: str, line: int, problem: str) -> str:
    return f"{path}:{line} cannot be parsed ({problem}). Fix the file first. Nothing changed."


@pytest.mark.parametrize(
    ("files", "intent", "sentence"),
    [
        (SEED, Acknowledge(metric="variance"),
         'variance is ok (warning at 20 %). Nothing to acknowledge.'),
        (done(SEED, SetValue(metric="cost", value=5)), Acknowledge(metric="cost"),
         'cost is ok (warning at $10). Nothing to acknowledge.'),
        (SEED, Acknowledge(metric="context"),
         ('context is at warning, which does not stop the agent. An acknowledgment now would make the '
'agent skip the alert.')),
        (STOP, Acknowledge(metric="cost"),
         ('cost is at stop ($52). A stop cannot be acknowledged. Raise the limit (`cockpit limit '
'cost.stop=80`, or in the agent: `/autopilot:config --set max-cost=80`), or fix the cause.')),
        (done(SEED, SetValue(metric="context", value=61)), Acknowledge(metric="context"),
         ('context is at stop (61 %). A stop cannot be acknowledged. Raise the limit (`cockpit limit '
'context.stop=80`), or hand off and continue in a new session.')),
        (STOP, Acknowledge(metric="cost", seen="alert"),
         "cost has changed since you looked: alert → stop ($52)."),
        (done(SEED, SetValue(metric="cost", value=5)), Acknowledge(metric="cost", seen="alert"),
         "cost has changed since you looked: alert → no level ($5)."),
        (OPEN, Acknowledge(metric="cost", value=24.5),
         "cost has changed since you looked: no level → alert ($26.50)."),
        (UNKNOWN_RESET, Acknowledge(metric="cost"),
         ('The last reset in .autopilot/state/acknowledgments.json cannot be read ("soon"), so no '
'acknowledgment counts. `cockpit unack --all` dates it now.')),
        (SEED, Acknowledge(metric="tokens"), 'tokens has no value. Nothing to acknowledge.'),
        (SEED, Acknowledge(metric="speed"),
         'No metric "speed". Metrics: cost, context, variance, errors, tokens.'),
        (SEED, ResetAlerts(metrics=("cost", "speed")),
         'No metric "speed". Metrics: cost, context, variance, errors, tokens.'),
        (OPEN, Acknowledge(metric="cost", note="x" * 10_000),
         "Too many characters in the note: 10,000; the maximum is 2,000."),
        (OPEN, Acknowledge(metric="cost", note="a\x1b[31mb"),
         "Control character U+001B in the note. Remove it."),
        (OPEN, Acknowledge(metric="cost", note="a\u202eb"),
         "Control character U+202E in the note. Remove it."),
        ({**OPEN, ACKNOWLEDGMENTS: b"[1]"}, Acknowledge(metric="cost"),
         f"{ACKNOWLEDGMENTS} cannot be edited safely: it is not a JSON object."),
        ({**OPEN, TRIGGERS: b'{"triggers": {"cost_alert": {"count": 1,'}, Acknowledge(metric="cost"),
         damaged(TRIGGERS, 1, "not valid JSON (expecting property name enclosed in double quotes)")),
        (replaced(OPEN, ACKNOWLEDGMENTS, '"acknowledgment_history": [', '"acknowledgment_history": {"a": ['),
         Acknowledge(metric="cost"),
         damaged(ACKNOWLEDGMENTS, 27, "not valid JSON (expecting ',' delimiter)")),
        (replaced(OPEN, TRANSPONDER, "## Thresholds", "<<<<<<< HEAD\n## Thresholds"), Acknowledge(metric="cost"),
         f"{TRANSPONDER} cannot be edited safely: line 19 has an unresolved merge conflict."),
        ({**OPEN, ACKNOWLEDGMENTS: b'{"acknowledgments": {"cost": {"value": 1}, "errors": {}, "cost": {"value": 2}}}'},
         Withdraw(metric="cost"),
         damaged(ACKNOWLEDGMENTS, 1, "duplicate key cost; the last value is used")),
    ],
)  # fmt: skip
def test_refused_with_one_sentence(files: Bytes, intent: Acknowledge | Withdraw | ResetAlerts, sentence: str) -> None:
    assert refusal(files, intent) == sentence


def test_line_breaks_and_tabs_in_a_note_become_blanks() -> None:
    after = done(OPEN, Acknowledge(metric="cost", note=" one\r\n\ttwo  "))
    assert json.loads(after[ACKNOWLEDGMENTS])["acknowledgments"]["cost"]["user_note"] == "one two"


def test_limits_of_ours_do_not_decide_the_level() -> None:
    files = {**SEED, ".cockpit/limits.toml": b"[limits.variance]\nalert = 10\nwarning = 5\n"}
    no_level = "variance is ok (warning at 20 %). Nothing to acknowledge."
    assert refusal(files, Acknowledge(metric="variance")) == no_level
    assert refusal(files, Acknowledge(metric="variance"), limits={"variance": {"alert": 1}}, now=NOW) == no_level


def test_two_spellings_of_one_metric_become_one_acknowledgment() -> None:
    text = b'{"acknowledgments": {"context_percent": {"value": 40}, "context": {"value": 41}}, "last_reset": null}'
    files = {**done(SEED, SetValue(metric="context", value=44)), ACKNOWLEDGMENTS: text}
    after = json.loads(done(files, Acknowledge(metric="context"))[ACKNOWLEDGMENTS])
    assert list(after["acknowledgments"]) == ["context_percent"]
    assert [past["type"] for past in after["acknowledgment_history"]] == ["context_percent", "context"]


def test_a_new_project_without_json_keeps_its_thresholds_in_the_table_and_counts_its_triggers() -> None:
    assert set(done({TRANSPONDER: TABLE.encode()}, SetValue(metric="cost", value=30))) == {TRANSPONDER, TRIGGERS}
    assert THRESHOLDS not in done({TRANSPONDER: TABLE.encode()}, Withdraw(metric="context"))
