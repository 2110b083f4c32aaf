"""What is left when TRANSPONDER.md was deleted: the leftovers make a track, and the loss is said."""

import pytest

from cockpit.model.intents import Acknowledge, Archive, Decide
from cockpit.rules.attention import needs
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Beginning, Edit, ReadContext
from cockpit.wording.phrases import listed
from tests.support.autopilot_edits import NOW, applied, done, make, threshold_in, track
from tests.support.autopilot_states import ACKNOWLEDGMENTS, HANDOFF, THRESHOLDS, TRANSPONDER, TRIGGERS
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words as says

HEALTHY = fixture_bytes("healthy")
SEED = fixture_bytes("seed-thresholds")
PLANS = {path: data for path, data in HEALTHY.items() if "/phases/" in path or path.endswith("flightplan.md")}


def only(files: dict[str, bytes], *paths: str) -> dict[str, bytes]:
    return {path: files[path] for path in paths}


def create(files: dict[str, bytes]) -> Edit:
    return Autopilot().create(MemoryFiles(files), "", Beginning(project="Harbour"), ReadContext(now=NOW))


@pytest.mark.parametrize(
    ("paths", "main"),
    [
        ((HANDOFF,), HANDOFF),
        ((THRESHOLDS,), THRESHOLDS),
        ((ACKNOWLEDGMENTS,), ACKNOWLEDGMENTS),
        ((TRIGGERS,), TRIGGERS),
        ((ACKNOWLEDGMENTS, TRIGGERS), ACKNOWLEDGMENTS),
        ((HANDOFF, THRESHOLDS, ACKNOWLEDGMENTS, TRIGGERS), HANDOFF),
    ],
)
def test_the_loss_is_an_error_that_needs_a_person(paths: tuple[str, ...], main: str) -> None:
    read = track(only(SEED, *paths))
    assert read.path == main
    (finding,) = [finding for finding in read.findings if finding.code == "state-file-missing"]
    assert (finding.severity, finding.path, finding.line) == ("error", TRANSPONDER, None)
    remaining = [path.removeprefix(".autopilot/") for path in paths]
    assert finding.message == says(
        f"The state file is missing; found only {listed(remaining)}. Position, decisions, todos and blockers "
        "were in the state file."
    )
    assert finding.hint == says(
        "Restore the file from git or with `cockpit undo`, or start a new one: `cockpit init autopilot`."
    )
    damaged = [need for need in needs(read) if need.kind == "damaged"]
    assert [str(need.text) for need in damaged] == [f"TRANSPONDER.md: {finding.message}"]


def test_what_is_left_is_still_read() -> None:
    read = track(only(SEED, HANDOFF, THRESHOLDS, ACKNOWLEDGMENTS, TRIGGERS))
    assert read.handoff is not None
    assert {threshold.metric: threshold.value for threshold in read.thresholds}["cost"] == 26.5
    assert track(only(SEED, ACKNOWLEDGMENTS)).thresholds != ()
    assert "cost_alert" in track(only(SEED, TRIGGERS)).triggers


@pytest.mark.parametrize(
    "files",
    [
        {}, {"README.md": b"# Hello\n"}, {".autopilot/config.yaml": b"a: 1\n"}, PLANS,
        {ACKNOWLEDGMENTS: b'{"jobs": []}'}, {ACKNOWLEDGMENTS: b"{}"}, {ACKNOWLEDGMENTS: b"[]"},
        {TRIGGERS: b'{"triggers": ["push"]}'}, {TRIGGERS: b'{"on": {"push": {}}}'}, {THRESHOLDS: b'{"limits": {}}'},
    ],
)  # fmt: skip
def test_files_of_others_and_plans_alone_are_no_leftovers(files: dict[str, bytes]) -> None:
    assert Autopilot().detect(MemoryFiles(files)) == ()


@pytest.mark.parametrize("name", ["TRANSPONDER.md", "STATE.md", "waypoint.md", "checkpoint.md"])
def test_any_state_file_will_do(name: str) -> None:
    files = {**SEED, f".autopilot/{name}": SEED[TRANSPONDER]}
    assert "state-file-missing" not in {finding.code for finding in track(files).findings}


def test_a_new_state_file_takes_over_what_is_left() -> None:
    files = {**PLANS, **only(HEALTHY, HANDOFF), **only(SEED, THRESHOLDS, ACKNOWLEDGMENTS, TRIGGERS)}
    after = applied(files, create(files))
    read = track(after)
    assert [finding.code for finding in read.findings if finding.severity == "error"] == []
    assert not {"handoff-position", "continuity-position", "threshold-drift"} & {f.code for f in read.findings}
    position = read.position
    assert (position.status, position.phase and position.phase.id, position.phase and position.phase.total) == (
        "in_progress", "2", 3,
    )  # fmt: skip
    assert (position.plan and position.plan.id, position.task and position.task.id) == ("1", "3")
    assert read.continuity.stopped_at == "Mid-plan 2.1, task 3 of 4"
    assert read.continuity.resume_file == HANDOFF
    assert read.continuity.next_action == "/autopilot:cockpit"
    assert "| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |" in after[TRANSPONDER].decode()
    assert "- Cost @ $26.50 — acknowledged 2026-01-29T14:30" in after[TRANSPONDER].decode()
    assert threshold_in(after, "cost").agent_will == "continue"
    assert {path: after[path] for path in files} == files


def test_a_new_state_file_beside_damaged_leftovers_is_made_all_the_same() -> None:
    files = {HANDOFF: HEALTHY[HANDOFF], THRESHOLDS: SEED[THRESHOLDS][:60]}
    after = applied(files, create(files))
    assert after[THRESHOLDS] == files[THRESHOLDS]
    assert [f.code for f in track(after).findings if f.severity == "error"] == ["json-invalid"]


def test_thresholds_alone_can_still_be_answered() -> None:
    files = only(SEED, THRESHOLDS, TRIGGERS)
    assert threshold_in(done(files, Acknowledge(metric="cost")), "cost").agent_will == "continue"


def test_the_leftovers_go_with_the_archive_and_leave_nothing() -> None:
    from cockpit.model.intents import Move

    files = only(SEED, HANDOFF, THRESHOLDS, ACKNOWLEDGMENTS, TRIGGERS)
    whole = done(applied(files, create(files)), Move(part="status", value="completed"), Decide(text="Done"))
    folder = ".autopilot/archive/2026-01-30"
    assert make(whole, Archive()).done == says(f"Archived Harbour to {folder}.")
    assert Autopilot().detect(MemoryFiles(applied(whole, make(whole, Archive())))) == ()
