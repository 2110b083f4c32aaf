"""Words where an amount must be: each is a finding with its line, and what can be read beside it still is."""

import json

import pytest

from cockpit.wording.messages import Message, Words
from tests.support.autopilot_states import ACKNOWLEDGMENTS, THRESHOLDS, TRANSPONDER, TRIGGERS, read, threshold, told
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says

FILES = fixture_bytes("healthy")
LAYOUT_2 = fixture_bytes("layout-2")
LIMITS = ".cockpit/limits.toml"
CONFIG = ".claude/autopilot/config.json"
ROW = "| Cost | $12.40 | $10 ⚠️ | $25 | $50 | Warning |"
VALUES = '"current_values": {\n"cost": 12.40, "context_percent": 22, "variance_percent": 4, "error_count": 0}'


def unreadable(files: dict[str, bytes], home: dict[str, bytes] | None = None) -> list[tuple[str, int | None, Words]]:
    """File, line and message of each finding about an amount or level that is none."""
    codes = ("value-unreadable", "level-unreadable", "statement-misplaced")
    return [(f.path, f.line, f.message) for f in read(files, home=home).findings if f.code in codes]


def thresholds(members: str) -> dict[str, bytes]:
    """The healthy project with these members in thresholds.json, from its second line on."""
    return {**FILES, THRESHOLDS: f"{{\n{members}\n}}".encode()}


@pytest.mark.parametrize(
    ("members", "line", "message"),
    [
        ('"current_values": {\n"cost": "abc"}', 3,
         says('The value of cost is not an amount: "abc".')),
        ('"current_values": {"cost": 1,\n"context": true}', 3,
         says('The value of context is not an amount: true.')),
        ('"current_values": {"cost": 1,\n"errors": [2]}', 3,
         says('The value of errors is not an amount: [2].')),
        ('"current_values": {"cost": 1,\n"cost_usd": "dear"}', 3,
         says('The value of cost_usd is not an amount: "dear".')),
        ('"current_values": "abc"', 2, says('The agent does not read this threshold entry: current_values: "abc".')),
        (f'{VALUES},\n"thresholds":{{"cost":"abc"}}', 4,
         says('The agent does not read this threshold entry: thresholds: {"cost": "abc"}.')),
        (f'{VALUES},\n"limits": {{"cost": {{"warning": 10,\n"alert": "many"}}}}', 4,
         says('The agent does not read this threshold entry: limits: {"cost": {"warning": 10, "alert": "many"}}.')),
        (f'{VALUES},\n"levels_triggered": {{\n"cost": "high"}}', 5,
         says('The level of cost is not a known level: "high".')),
        (f'{VALUES},\n"levels_triggered": {{\n"cost": 2}}', 5,
         says('The level of cost is not a known level: 2.')),
    ],
)  # fmt: skip
def test_in_thresholds_json(members: str, line: int, message: Message) -> None:
    assert unreadable(thresholds(members)) == [(THRESHOLDS, line, message)]


def test_words_that_no_rule_is_about_are_no_finding() -> None:
    members = f'{VALUES},\n"notes": {{"price": "dear"}}, "levels_triggered": {{"cost": "OK", "context": null}}'
    assert unreadable(thresholds(members)) == []


GIVEN = '{\n"acknowledgments": {\n"cost": %s},\n"acknowledgment_history": [\n%s],\n"last_reset": null}'


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (GIVEN % ('{\n"value_at_acknowledgment": "abc"}', ""), 4,
         says('The value at which cost was acknowledged is not an amount: "abc".')),
        ('{"cost": {\n"value_at_ack": [1]}}', 2,
         says('The value at which cost was acknowledged is not an amount: [1].')),
        (GIVEN % ('{"value_at_acknowledgment": 26,\n"threshold_level": "high"}', ""), 4,
         says('The level at which cost was acknowledged is not a known level: "high".')),
        (GIVEN % ('"yes"', ""), 3, says('The acknowledgment of cost is not an object: "yes".')),
    ],
)  # fmt: skip
def test_in_acknowledgments_json(text: str, line: int, message: Message) -> None:
    assert unreadable({**FILES, ACKNOWLEDGMENTS: text.encode()}) == [(ACKNOWLEDGMENTS, line, message)]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"triggers": {\n"cost_alert": {"count": 1},\n"context_stop": {\n"count": "twice"}}}', 4,
         says('The count of the trigger context_stop is not an amount: "twice".')),
        ('{\n"cost_alert": {"count": null, "count": {}}}', 2,
         says('The count of the trigger cost_alert is not an amount: {}.')),
        ('{"triggers": {\n"cost_alert": "fired"}}', 2,
         says('The trigger cost_alert is not an object: "fired".')),
        ('{"triggers": [\n"cost_alert"]}', 1, says('triggers is not an object: ["cost_alert"].')),
    ],
)  # fmt: skip
def test_in_triggers_json(text: str, line: int, message: Message) -> None:
    assert unreadable({**FILES, TRIGGERS: text.encode()}) == [(TRIGGERS, line, message)]


def test_in_triggers_inside_thresholds_json() -> None:
    files = thresholds(f'{VALUES},\n"triggers": {{\n"cost_alert": {{\n"count": "often"}}}}')
    del files[TRIGGERS]
    assert unreadable(files) == [
        (THRESHOLDS, 6, says('The count of the trigger cost_alert is not an amount: "often".'))
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[limits.cost]\nalert = "abc" # dear', 2,
         says('The alert limit of cost is not an amount: "abc".')),
        ('# stop = "x"\n[limits.errors]\nstop = 7\n\n["limits"."cost"]\n', None, None),
        ('[limits.errors]\nstop = 7\n\n[limits.cost]\nwarning = 10\nstop = true\n', 6,
         says('The stop limit of cost is not an amount: true.')),
        ('limits = { errors = { stop = 7 }, cost = { alert = "abc" } }', 1,
         says('The alert limit of cost is not an amount: "abc".')),
        ("[limits]\ncost = 30\n", 2, says('limits.cost is not a table: 30.')),
        ('schema = 1\nlimits = "abc"', 2, says('limits is not a table: "abc".')),
    ],
)  # fmt: skip
def test_in_the_limits_file(text: str, line: int | None, message: Message | None) -> None:
    expected = [] if message is None else [(LIMITS, line, message)]
    assert unreadable({**FILES, LIMITS: text.encode()}) == expected
    assert unreadable({**FILES, LIMITS: text.replace("\n", "\r\n").encode()}) == expected


def test_in_the_global_config() -> None:
    home = {CONFIG: json.dumps({"defaults": {"maxCost": "lots", "warnCost": 5}}, indent=1).encode()}
    assert unreadable(FILES, home) == [(f"~/{CONFIG}", 3, says('maxCost is not an amount: "lots".'))]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "| Cost | $12.40 | $10 ⚠️ | abc | $50 | Warning |",
            says('The alert limit of cost is not an amount: "abc".'),
        ),
        (
            "| Cost | $12.40 | $10 ⚠️ | $25 | unlimited | Warning |",
            says('The stop limit of cost is not an amount: "unlimited".'),
        ),
        (
            "| Cost | dear | $10 | $25 | $50 | OK |",
            says('The value of cost is not an amount: "dear".'),
        ),
        ("| Cost | $12.40 | $10 ⚠️ | — | N/A | Warning |", None),
    ],
)
def test_in_the_table(row: str, message: Message | None) -> None:
    files = {**FILES, TRANSPONDER: FILES[TRANSPONDER].replace(ROW.encode(), row.encode())}
    assert unreadable(files) == ([] if message is None else [(TRANSPONDER, 51, message)])


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        (
            "| Alert | $24.00 |",
            "| Alert | dear |",
            23,
            says('The alert limit of cost is not an amount: "dear".'),
        ),
        (
            "| Total Cost | $26.10 |",
            "| Total Cost | dear |",
            17,
            says('The value of cost is not an amount: "dear".'),
        ),
        (
            "**Context Used:** ~43%",
            "**Context Used:** high",
            10,
            says('The value of context is not an amount: "high".'),
        ),
    ],
)
def test_in_layout_2(old: str, new: str, line: int, sentence: str) -> None:
    assert LAYOUT_2[TRANSPONDER].count(old.encode()) == 1
    files = {TRANSPONDER: LAYOUT_2[TRANSPONDER].replace(old.encode(), new.encode())}
    assert unreadable(files) == [(TRANSPONDER, line, sentence)]


def test_what_stands_beside_it_counts() -> None:
    files = {**FILES, LIMITS: b'[limits.errors]\nalert = "abc"\nstop = 9\n'}
    without = FILES[TRANSPONDER].replace(b"| Errors | 0 | 2 | 3 | 5 | OK |\n", b"")
    track = read({**files, TRANSPONDER: without})
    limits = threshold(track, "errors").limits
    assert (limits.alert, limits.stop) == (3, 9)
    assert ("value-unreadable", "warning", LIMITS, 2) in told(track.findings)


def test_the_value_of_a_waypoint_in_a_section_that_is_not_read_holds() -> None:
    text = LAYOUT_2[TRANSPONDER].replace(b"## Current State", b"## Current State - updated")
    (stated,) = threshold(read({**LAYOUT_2, TRANSPONDER: text}), "context").unreadable
    assert (stated.what, stated.text) == ("value", "- **Context Used:** ~43%")


@pytest.mark.parametrize(
    ("status", "level"),
    [
        ("Warning ⚠️", "warning"),
        ("⚠️ Warning", "warning"),
        ("Alert 🔶", "alert"),
        ("Alert 🔶 ACK", "alert"),
        ("Alert 🔶 (ack)", "alert"),
        ("OK ✅", "ok"),
        ("OK 🛑", None),  # which of the two holds nobody knows
        ("🔶 Warning", None),
        ("Warning, I think", None),
    ],
)
def test_a_status_with_its_sign_before_or_behind_it(status: str, level: str | None) -> None:
    amount = {"alert": "$30", "ok": "$1"}.get(level or "", "$12.40")
    row = f"| Cost | {amount} | $10 | $25 | $50 | {status} |"
    files = {path: data for path, data in FILES.items() if path != THRESHOLDS}
    files[TRANSPONDER] = FILES[TRANSPONDER].replace(ROW.encode(), row.encode())
    unread = threshold(read(files), "cost").unreadable
    assert [each.text for each in unread] == ([] if level else [status])


def test_of_a_row_whose_name_is_not_read_no_amount_is_asked_for() -> None:
    files = {path: data.replace(b"| Warning | $12.00", b"| Cost | $12.00") for path, data in LAYOUT_2.items()}
    (found,) = (each for each in read(files).findings if "states limits" in str(each.message))
    assert "Warning, Alert or Stop" in str(found.hint)
