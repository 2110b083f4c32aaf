"""Recording values, firing triggers, and changing limits."""

import json
import math
from datetime import UTC, datetime
from typing import Any

import pytest

from cockpit.model.intents import FireTrigger, SetLimit, SetValue, StartSession
from cockpit.wording.messages import Message
from cockpit.wording.times import write_instant
from tests.support.autopilot_edits import (
    ACKNOWLEDGMENTS,
    EXAMPLE,
    LAYOUT_2,
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
)
from tests.support.messages import words as says

CHECKED = ['-  "last_check": "2026-01-29T14:30:00Z"', f'+  "last_check": "{STAMP}"']
LIMITS = ".cockpit/limits.toml"
KNOWN_TRIGGERS = [
    "task_complete", "phase_complete", "context_warning", "context_alert", "context_stop", "cost_warning", "cost_alert",
    "cost_stop", "error_threshold", "time_elapsed", "user_interrupt", "variance_warning", "variance_alert",
    "variance_stop", "errors_warning", "tokens_warning", "tokens_alert", "tokens_stop",
]  # fmt: skip
COST_ALERT = '"cost_alert": {"last_triggered": "2026-01-29T14:30:00Z", "count": 1, "acknowledged": true}'


@pytest.mark.parametrize(
    ("value", "json_lines", "row"),
    [
        (30, ['-    "cost": 26.50,', '+    "cost": 30.00,'],
         "| Cost | $30.00 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |"),
        (27.125, ['-    "cost": 26.50,', '+    "cost": 27.125,'],
         "| Cost | $27.12 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |"),
        (12, ['-    "cost": 26.50,', '+    "cost": 12.00,', '-    "cost": "alert",', '+    "cost": "warning",'],
         "| Cost | $12.00 | $10 ⚠️ | $25 | $50 | Warning |"),
        (0, ['-    "cost": 26.50,', '+    "cost": 0.00,', '-    "cost": "alert",', '+    "cost": null,'],
         "| Cost | $0.00 | $10 | $25 | $50 | OK |"),
        (50, ['-    "cost": 26.50,', '+    "cost": 50.00,', '-    "cost": "alert",', '+    "cost": "stop",'],
         "| Cost | $50.00 | $10 ⚠️ | $25 🔶 ACK | $50 🛑 | Stop |"),
    ],
)  # fmt: skip
def test_a_value_is_recorded_with_its_level(value: float, json_lines: list[str], row: str) -> None:
    told = lines_of(SEED, SetValue(metric="cost", value=value))
    assert told["state/thresholds.json"] == [*json_lines, *CHECKED]
    assert told["TRANSPONDER.md"] == ["-| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |", f"+{row}"]


def test_the_json_comes_before_the_table() -> None:
    edit = make(SEED, SetValue(metric="cost", value=52))
    assert [change.path for change in edit.changes] == [THRESHOLDS, TRIGGERS, TRANSPONDER]
    assert edit.done == says("Set cost to $52, at stop.")
    assert edit.remarks == (
        says("Fired the trigger cost_stop."),
        says("Fired the trigger time_elapsed: a checkpoint is suggested."),
    )


def test_both_spellings_of_a_key_are_made_to_agree() -> None:
    assert lines_of(SHAPES, SetValue(metric="context", value=41))["state/thresholds.json"][:4] == [
        '-    "context_percent": 35,', '+    "context_percent": 41,', '-    "context": 38,', '+    "context": 41,',
    ]  # fmt: skip


def test_the_spelling_of_the_file_is_kept_and_a_missing_level_is_added() -> None:
    told = lines_of(SHAPES, SetValue(metric="variance", value=31))["state/thresholds.json"]
    assert told[:4] == [
        '-    "variance": 18,', '+    "variance": 31,',
        '-  "levels_triggered": {"cost": "alert", "context": "warning"},',
        '+  "levels_triggered": {"cost": "alert", "context": "warning", "variance": "alert"},',
    ]  # fmt: skip


def test_tokens_get_a_key_only_when_they_are_set() -> None:
    told = lines_of(SEED, SetValue(metric="tokens", value=523_400))
    assert told["state/thresholds.json"] == [
        '-    "error_count": 1', '+    "error_count": 1,', '+    "tokens": 523400',
        '-    "errors": null', '+    "errors": null,', '+    "tokens": "warning"', *CHECKED,
    ]  # fmt: skip
    assert "TRANSPONDER.md" not in told


def test_the_form_of_an_amount_stays() -> None:
    row = "| Context | 35% | 30% ⚠️ | 40% | 50% | Warning |"
    files = replaced(SEED, TRANSPONDER, row, "| Context | ~35 % | 30% ⚠️ | 40% | 50% | WARNING |")
    assert lines_of(files, SetValue(metric="context", value=44.5))["TRANSPONDER.md"][1] == (
        "+| Context | 44.5 % | 30% ⚠️ | 40% 🔶 ACK | 50% | ALERT (ack) |"
    )


def test_a_new_file_has_the_structure_of_the_seed() -> None:
    edit = make(EXAMPLE, SetValue(metric="context", value=41))
    assert applied(EXAMPLE, edit)[THRESHOLDS].decode() == (
        '{\n  "current_values": {\n    "context_percent": 41\n  },\n  "levels_triggered": {\n    "context": "alert"\n'
        f'  }},\n  "last_check": "{STAMP}"\n}}\n'
    )
    assert [change.path for change in edit.changes] == [THRESHOLDS, TRIGGERS]


def test_a_state_file_that_alone_keeps_acknowledgments_does_not_lose_them_to_a_new_json() -> None:
    after = done(LAYOUT_2, SetValue(metric="tokens", value=1_200_000))
    assert set(json.loads(after[ACKNOWLEDGMENTS])["acknowledgments"]) == {"cost"}
    assert threshold_in(after, "cost").agent_will == "continue"


def test_layout_2_states_a_value_in_four_places() -> None:
    assert len(lines_of(LAYOUT_2, SetValue(metric="cost", value=31.25))["TRANSPONDER.md"]) == 8
    after = done(LAYOUT_2, SetValue(metric="cost", value=31.25))[TRANSPONDER].decode()
    assert "| Total Cost | $31.25 |" in after
    assert "| Stop | $60.00 | $31.25 | $28.75 | ✅ |" in after
    assert "$26.10" not in after


# triggers


def fired(files: Bytes, name: str) -> dict[str, Any]:
    return json.loads(files[TRIGGERS])["triggers"].get(name, {})


MORNING = {"now": datetime(2026, 1, 29, 14, 20, tzinfo=UTC)}
"""The session of the seed's example has lasted for 20 minutes."""


def test_a_level_that_is_reached_fires_its_trigger() -> None:
    after = done(SEED, SetValue(metric="context", value=45))
    assert fired(after, "context_alert") == {"last_triggered": STAMP, "count": 1}
    assert fired(after, "context_warning") == {"last_triggered": "2026-01-29T14:00:00Z", "count": 2}


@pytest.mark.parametrize(
    ("metric", "value", "name"),
    [("cost", 40, None), ("cost", 9, None), ("cost", 51, "cost_stop"), ("errors", 2, "errors_warning"),
     ("errors", 3, "error_threshold"), ("variance", 30, "variance_alert")],
)  # fmt: skip
def test_which_trigger_fires(metric: str, value: float, name: str | None) -> None:
    changed = done(SEED, SetValue(metric=metric, value=value), **MORNING)
    before, after = (json.loads(files[TRIGGERS])["triggers"] for files in (SEED, changed))
    assert {key for key in after if before.get(key) != after[key]} == ({name} if name else set())


def test_once_per_session_means_this_session() -> None:
    again = (SetValue(metric="context", value=20), SetValue(metric="context", value=35))
    assert fired(done(SEED, *again), "context_warning") == {"last_triggered": "2026-01-29T14:00:00Z", "count": 2}
    files = done(SEED, StartSession(), *again)
    assert fired(files, "context_warning") == {"last_triggered": STAMP, "count": 3}


def test_a_standing_alert_fires_again_in_a_new_session_and_a_stop_at_every_check() -> None:
    check = SetValue(metric="cost", value=26.5)
    assert fired(done(SEED, check, **MORNING), "cost_alert")["count"] == 1
    files = done(SEED, StartSession(), check, check)
    assert fired(files, "cost_alert") == {"last_triggered": STAMP, "count": 2, "acknowledged": True}
    assert fired(done(SEED, *[SetValue(metric="cost", value=60)] * 3), "cost_stop")["count"] == 3


SESSION = '"session_start": "2026-01-29T14:00:00Z",'


@pytest.mark.parametrize(
    ("recorded", "now", "count"),
    [
        (SESSION, (14, 29), None),
        (SESSION, (14, 30), 1),
        (f'{SESSION} "last_triggered": "2026-01-29T14:30:00Z", "count": 1,', (14, 59), 1),
        (f'{SESSION} "last_triggered": "2026-01-29T14:30:00Z", "count": 1,', (15, 0), 2),
        (f'{SESSION} "last_triggered": "2026-01-29T13:50:00Z", "count": 4,', (14, 20), 4),
        ('"session_start": "2026-01-29",', (23, 0), None),
        ("", (23, 0), None),
    ],
)
def test_the_time_trigger_suggests_a_checkpoint(recorded: str, now: tuple[int, int], count: int | None) -> None:
    files = replaced(SEED, TRIGGERS, SESSION, recorded)
    at = datetime(2026, 1, 29, *now, tzinfo=UTC)
    told = fired(done(files, SetValue(metric="context", value=5), now=at), "time_elapsed")
    before = fired(files, "time_elapsed")
    if count == before.get("count"):
        assert told == before
    else:
        stamp = f"2026-01-29T{at:%H:%M}:00Z"
        assert told == {**before, "suggested_checkpoint": True, "last_triggered": stamp, "count": count}


@pytest.mark.parametrize(
    ("name", "now", "not_due"),
    [
        (
            "context_warning",
            (14, 20),
            "The trigger context_warning is not due. It fired at 2026-01-29T14:00:00Z and fires once per session.",
        ),
        (
            "time_elapsed",
            (14, 59),
            "The trigger time_elapsed is not due. It fired at 2026-01-29T14:30:00Z; its cooldown is 30 minutes.",
        ),
        ("time_elapsed", (15, 0), None),
        ("cost_stop", (14, 20), None),
        ("user_interrupt", (14, 20), None),
    ],
)
def test_a_trigger_fires_only_if_due(name: str, now: tuple[int, int], not_due: str | None) -> None:
    files = done(SEED, FireTrigger(trigger="time_elapsed"), now=datetime(2026, 1, 29, 14, 30, tzinfo=UTC))
    at, intent = datetime(2026, 1, 29, *now, tzinfo=UTC), FireTrigger(trigger=name, if_due=True)
    if not_due is None:
        assert fired(done(files, intent, now=at), name)["last_triggered"] == write_instant(at)
    else:
        assert refusal(files, intent, now=at) == not_due
        assert fired(done(files, FireTrigger(trigger=name), now=at), name)["last_triggered"] == write_instant(at)


def test_a_fired_time_trigger_says_that_a_checkpoint_is_suggested() -> None:
    assert fired(done(EXAMPLE, FireTrigger(trigger="time_elapsed")), "time_elapsed") == {
        "last_triggered": STAMP, "count": 1, "suggested_checkpoint": True,
    }  # fmt: skip


def test_firing_counts_and_keeps_the_rest() -> None:
    assert lines_of(SEED, FireTrigger(trigger="cost_alert"))["state/triggers.json"] == [
        '-      "last_triggered": "2026-01-29T14:30:00Z",', f'+      "last_triggered": "{STAMP}",',
        '-      "count": 1,', '+      "count": 2,',
    ]  # fmt: skip


def test_a_trigger_that_never_fired_is_added_where_the_triggers_are() -> None:
    assert lines_of(SHAPES, FireTrigger(trigger="user_interrupt")) == {
        "state/thresholds.json": [
            f'-  "triggers": {{{COST_ALERT}}}',
            f'+  "triggers": {{{COST_ALERT}, "user_interrupt": {{"last_triggered": "{STAMP}", "count": 1}}}}',
        ]
    }  # fmt: skip
    assert done(EXAMPLE, FireTrigger(trigger="task_complete"))[TRIGGERS].decode() == (
        f'{{\n  "triggers": {{\n    "task_complete": {{\n      "last_triggered": "{STAMP}",\n      "count": 1\n'
        "    }\n  }\n}\n"
    )


def test_a_trigger_that_the_files_state_is_known() -> None:
    files = {**SEED, TRIGGERS: b'{"triggers": {"nightly": {"count": 1}}}'}
    assert fired(done(files, FireTrigger(trigger="nightly")), "nightly")["count"] == 2


def test_trigger_state_without_a_map_of_its_own_stays_so() -> None:
    files = {**SEED, TRIGGERS: b'{"cost_alert":{"count":"2"}}'}
    assert done(files, FireTrigger(trigger="cost_alert"))[TRIGGERS].decode() == (
        f'{{"cost_alert":{{"count":3, "last_triggered": "{STAMP}"}}}}'
    )


# limits


def test_a_limit_is_changed_where_the_agent_reads_it() -> None:
    files = done(SEED, SetValue(metric="cost", value=52))
    edit = make(files, SetLimit(metric="cost", level="stop", value=80))
    assert lines_of(files, SetLimit(metric="cost", level="stop", value=80)) == {
        "TRANSPONDER.md": [
            "-| Cost | $52.00 | $10 ⚠️ | $25 🔶 ACK | $50 🛑 | Stop |",
            "+| Cost | $52.00 | $10 ⚠️ | $25 🔶 ACK | $80 | Alert (ack) |",
        ],
        "state/thresholds.json": ['-    "cost": "stop",', '+    "cost": "alert",'],
    }
    assert (edit.done, edit.remarks) == (says("Set the stop limit of cost to $80."), ())
    assert threshold_in(applied(files, edit), "cost").agent_will == "continue"


def test_a_lowered_limit_marks_the_level_that_is_now_reached() -> None:
    assert lines_of(SEED, SetLimit(metric="context", level="alert", value=35))["TRANSPONDER.md"] == [
        "-| Context | 35% | 30% ⚠️ | 40% | 50% | Warning |",
        "+| Context | 35% | 30% ⚠️ | 35% 🔶 ACK | 50% | Alert (ack) |",
    ]


def test_layout_2_has_its_limits_in_the_fuel_table() -> None:
    assert lines_of(LAYOUT_2, SetLimit(metric="cost", level="stop", value=75)) == {
        "TRANSPONDER.md": [
            "-| Stop | $60.00 | $26.10 | $33.90 | ✅ |",
            "+| Stop | $75.00 | $26.10 | $48.90 | ✅ |",
        ]
    }


def unread(command: str) -> Message:
    """The remark that the agent does not read the limits file, and is told the limit by a command."""
    return says(f"The agent does not read {LIMITS}. In the agent, run `{command}`.")


@pytest.mark.parametrize(
    ("metric", "level", "value", "remark"),
    [
        ("cost", "stop", 80, unread("/autopilot:config --set max-cost=80")),
        ("cost", "warning", 12.5, unread("/autopilot:config --set warn-cost=12.5")),
        ("tokens", "alert", 1_500_000, unread("/autopilot:config --set alert-tokens=1.5M")),
        (
            "errors",
            "stop",
            9,
            says("The agent does not read .cockpit/limits.toml and has no command to set a limit of errors."),
        ),
    ],
)
def test_without_a_table_the_limit_is_ours_and_that_is_reported(
    metric: str, level: Any, value: float, remark: Message
) -> None:
    edit = make(EXAMPLE, SetLimit(metric=metric, level=level, value=value))
    assert applied(EXAMPLE, edit)[LIMITS].decode() == f"[limits.{metric}]\n{level} = {value:g}\n".replace(
        "1.5e+06", "1500000"
    )
    assert edit.remarks == (remark,)


TOML = (
    "# limits of this project\nschema = 1\n\n[limits.cost] # dollars\nalert = 30   # was 25\n\n"
    "[limits.errors]\nstop = 7\n"
)


@pytest.mark.parametrize(
    ("intent", "lines"),
    [
        (SetLimit(metric="cost", level="alert", value=40), ["-alert = 30   # was 25", "+alert = 40   # was 25"]),
        (SetLimit(metric="cost", level="stop", value=90), ["+stop = 90"]),
        (SetLimit(metric="errors", level="alert", value=4), ["+alert = 4"]),
        (SetLimit(metric="context", level="alert", value=45), ["+[limits.context]", "+alert = 45", "+"]),
    ],
)
def test_comments_and_order_of_the_limits_file_stay(intent: SetLimit, lines: list[str]) -> None:
    assert lines_of({**EXAMPLE, LIMITS: TOML.encode()}, intent) == {LIMITS: lines, ".cockpit/.gitignore": ["+*"]}


def test_a_limit_of_the_command_line_still_wins_and_that_is_reported() -> None:
    edit = make(SEED, SetLimit(metric="cost", level="stop", value=80), limits={"cost": {"stop": 60}})
    assert edit.remarks == (says("The screen uses the limit from the `cockpit` command line instead."),)


@pytest.mark.parametrize(
    ("files", "intent"),
    [
        (SEED, SetLimit(metric="cost", level="stop", value=50)),
        ({**EXAMPLE, LIMITS: TOML.encode()}, SetLimit(metric="errors", level="stop", value=7)),
        (done(SEED, SetValue(metric="cost", value=30)), SetValue(metric="cost", value=30)),
    ],
)
def test_nothing_to_do(files: Bytes, intent: SetLimit | SetValue) -> None:
    assert make(files, intent).changes == ()


@pytest.mark.parametrize(
    ("intent", "sentence"),
    [
        (SetValue(metric="cost", value=math.nan), 'cost must be a number.'),
        (SetValue(metric="cost", value=math.inf), 'cost must be a number.'),
        (SetValue(metric="cost", value=-1), 'cost must not be negative.'),
        (SetValue(metric="cost", value=1e15), 'cost is too large.'),
        (SetValue(metric="errors", value=1.5), 'errors must be a whole number.'),
        (SetValue(metric="speed", value=1),
         'No metric "speed". Metrics: cost, context, variance, errors, tokens.'),
        (SetLimit(metric="cost", level="stop", value=20),
         'The stop limit of cost ($20) would be below its alert limit ($25). Change the alert limit first.'),
        (SetLimit(metric="cost", level="warning", value=26),
         'The warning limit of cost ($26) would be above its alert limit ($25). Change the alert limit first.'),
        (SetLimit(metric="cost", level="alert", value=60),
         'The alert limit of cost ($60) would be above its stop limit ($50). Change the stop limit first.'),
        (SetLimit(metric="cost", level="stop", value=0),
         'The stop limit of cost must be above 0.'),
        (SetLimit(metric="cost", level="stop", value=math.nan),
         'The stop limit of cost must be a number.'),
        (SetLimit(metric="cost", level="halt", value=5),  # type: ignore[arg-type]
         'No level "halt". Levels: warning, alert, stop.'),
        (FireTrigger(trigger="nope"),
         ('No trigger "nope". Triggers: task_complete, phase_complete, context_warning, context_alert, '
'context_stop, cost_warning, cost_alert, cost_stop, error_threshold, time_elapsed, '
'user_interrupt, variance_warning, variance_alert, variance_stop, errors_warning, '
'tokens_warning, tokens_alert, tokens_stop.')),
    ],
)  # fmt: skip
def test_refused_with_one_sentence(intent: SetValue | SetLimit | FireTrigger, sentence: str) -> None:
    assert refusal(SEED, intent) == sentence


@pytest.mark.parametrize("text", ["limits = { cost = { alert = 30 } }\n", "[limits]\ncost.alert = 30\n"])
def test_another_form_of_the_limits_file_is_left_to_the_person(text: str) -> None:
    assert refusal({**EXAMPLE, LIMITS: text.encode()}, SetLimit(metric="cost", level="alert", value=40)) == (
        f"{LIMITS} cannot be edited safely: add `alert = 40` below [limits.cost] by hand."
    )


def test_a_damaged_limits_file_is_never_edited() -> None:
    files = {**EXAMPLE, LIMITS: b"[limits.cost\n"}
    assert refusal(files, SetLimit(metric="cost", level="alert", value=40)).startswith(
        f"{LIMITS} cannot be edited safely: it cannot be parsed ("
    )


def test_a_session_starts_the_time_trigger_anew() -> None:
    files = replaced(SEED, TRIGGERS, '"suggested_checkpoint": false', '"suggested_checkpoint": true, "by": "x"')
    edit = make(files, StartSession(session_id="s-9"))
    assert lines_of(files, StartSession(session_id="s-9")) == {
        "state/triggers.json": [
            '-      "session_start": "2026-01-29T14:00:00Z",', f'+      "session_start": "{STAMP}",',
            '-      "suggested_checkpoint": true, "by": "x"', '+      "suggested_checkpoint": false, "by": "x"',
        ],
        "TRANSPONDER.md": ["-| Last session | 2026-01-29 |", "+| Last session | 2026-01-30 |"],
    }  # fmt: skip
    assert edit.remarks == (says("Project Autopilot does not record session ids (s-9)."),)
