"""Any words in the places Project Autopilot reads, and more of them than a file should hold."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import ReadContext
from tests.conformance.autopilot import AUTOPILOT
from tests.conformance.test_reading import check
from tests.support.autopilot_states import NOW, THRESHOLDS, TRANSPONDER
from tests.support.memory_files import MemoryFiles

cells = st.text(alphabet=st.characters(blacklist_characters="\n\r"), max_size=30)
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(cells, cells, cells, cells, cells)
def test_any_words_in_the_cells(phase: str, status: str, progress: str, activity: str, cost: str) -> None:
    check(AUTOPILOT, {TRANSPONDER: document(phase, status, progress, activity, cost).encode("utf-8", "surrogatepass")})


@pytest.mark.usefixtures("promptly")
@pytest.mark.parametrize(
    "sign", [*"!*_`-#.:|[({<~1$—/ ,█", "1.", "a ", "- ", "* ", "**", "[x", "phase ", "1,111", "of "]
)
def test_long_runs_of_one_sign_do_not_stall(sign: str) -> None:
    run = f"{sign * 4_000}¤"
    phases = {".autopilot/phases/001.md": f"# {run}\n## {run}\n- [ ] {run}\n**Status:** {run}\n".encode()}
    check(AUTOPILOT, {TRANSPONDER: document(run, run, run, run, run).encode(), **phases})


@pytest.mark.usefixtures("promptly")
def test_a_long_row_of_digits_at_a_metric_that_nobody_knows_does_not_stall() -> None:
    row = f"| Quota | {'1' * 60_000} | {'1,' * 30_000} | 3 | 4 | OK |"
    table = f"| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|\n{row}\n"
    check(AUTOPILOT, {TRANSPONDER: f"# Project State\n\n## Thresholds\n\n{table}".encode()})


def document(phase: str, status: str, progress: str, activity: str, cost: str) -> str:
    """A state file with these words in its cells."""
    return (
        f"# Project State\n\n**Updated:** {activity}\n\n## Current Position\n\n| Field | Value |\n|---|---|\n"
        f"| Phase | {phase} |\n| Plan | {status} |\n| Status | {status} |\n| Progress | {progress} |\n\n"
        f"**Last Activity:** {activity}\n\n### Recent Decisions\n- {phase} — {status}\n\n### Blockers\n- {activity}\n\n"
        f"## Thresholds\n\n| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|\n"
        f"| Cost | {cost} | {phase} | {progress} | {cost} | {status} |\n\n- Cost @ {cost} — acknowledged {activity}\n"
        f"\n## Session Continuity\n\n| Field | Value |\n|---|---|\n| Resume file | {cost} |\n"
        f"| Stopped at | {activity} |\n"
        f"| Next action | {status} |\n\n## Quick Reference\n\n- {phase}: {cost}\n"
    )


@settings(max_examples=50, deadline=None)
@given(json_values, json_values, json_values)
def test_any_json_in_the_state(values: object, acks: object, triggers: object) -> None:
    document = {"current_values": {"cost": values, "context": acks}, "levels_triggered": {"cost": triggers}}
    check(
        AUTOPILOT,
        {
            THRESHOLDS: json.dumps({**document, "last_check": values, "triggers": triggers}).encode(),
            ".autopilot/state/acknowledgments.json": json.dumps(
                {"acknowledgments": {"cost": acks}, "acknowledgment_history": [values], "last_reset": triggers}
            ).encode(),
            ".autopilot/state/triggers.json": json.dumps({"triggers": {"cost_alert": triggers}}).encode(),
        },
    )


def test_a_runaway_file_is_read_whole_and_what_no_rule_read_is_shown_in_part() -> None:
    log = "- again and again\n" * 100_000
    text = f"# Project State\n\n## Current Position\n\nPhase: 1 of 2\n\n## Log\n{log}\n## Blockers\n\n- At the end\n"
    memory = MemoryFiles({TRANSPONDER: text})
    (candidate,) = Autopilot().detect(memory)
    track = Autopilot().read(memory, candidate, ReadContext(now=NOW))
    assert track.position.phase is not None
    assert [blocker.text for blocker in track.blockers] == ["At the end"]
    assert "over-100-lines" in {finding.code for finding in track.findings}
    (log,) = track.extra["unread"]
    assert (log["section"], len(log["text"])) == ("Log", 2_002)
