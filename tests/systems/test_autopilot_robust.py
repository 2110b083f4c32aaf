"""No bytes whatever make the reader raise, and what it gives always keeps the contract."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Project
from cockpit.model.contract import to_json
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import Candidate, ReadContext
from tests.systems.memory_files import MemoryFiles, fixture_bytes
from tests.systems.reading import HANDOFF, NOW, THRESHOLDS, TRANSPONDER

CASES = ("seed-example", "seed-thresholds", "layout-2", "v1", "both-shapes", "phases-namings", "healthy", "mojibake")


def check(files: dict[str, bytes]) -> None:
    """Detect and read; the track must serialise, and every finding must point into its file."""
    memory = MemoryFiles(files)
    system = Autopilot()
    candidates = system.detect(memory) or (Candidate(system="autopilot", path=TRANSPONDER),)
    track = system.read(memory, candidates[0], ReadContext(now=NOW))
    to_json(Project(root="/somewhere", tracks=(track,)))
    for finding in track.findings:
        lines = files.get(finding.path, b"").replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        assert finding.line is None or 1 <= finding.line <= lines, finding


def mutate(data: bytes, source: random.Random) -> bytes:
    kind = source.randrange(6)
    at = source.randrange(len(data) + 1)
    lines = data.split(b"\n")
    if kind == 0 and data:
        at = min(at, len(data) - 1)
        return data[:at] + bytes([data[at] ^ (1 << source.randrange(8))]) + data[at + 1 :]
    if kind == 1:
        return data[:at]
    if kind == 2:
        del lines[source.randrange(len(lines))]
        return b"\n".join(lines)
    if kind == 3:
        source.shuffle(lines)
        return b"\n".join(lines)
    if kind == 4:
        line = source.randrange(len(lines))
        return b"\n".join(lines[:line] + [lines[line]] * source.randrange(5) + lines[line:])
    return data[:at] + source.randbytes(source.randrange(1, 20)) + data[at:]


@pytest.mark.parametrize("case", CASES)
def test_random_damage(case: str) -> None:
    source = random.Random(case)
    whole = fixture_bytes(case)
    for _ in range(60):
        files = dict(whole)
        for path in source.sample(sorted(files), k=min(len(files), source.randrange(1, 4))):
            for _ in range(source.randrange(1, 5)):
                files[path] = mutate(files[path], source)
        check(files)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400), st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes(transponder: bytes, thresholds: bytes, handoff: bytes) -> None:
    check({TRANSPONDER: transponder, THRESHOLDS: thresholds, HANDOFF: handoff})


cells = st.text(alphabet=st.characters(blacklist_characters="\n\r"), max_size=30)
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(cells, cells, cells, cells, cells)
def test_any_words_in_the_cells(phase: str, status: str, progress: str, activity: str, cost: str) -> None:
    check({TRANSPONDER: document(phase, status, progress, activity, cost).encode("utf-8", "surrogatepass")})


@pytest.mark.parametrize(
    "sign", [*"!*_`-#.:|[({<~1$—/ ,█", "1.", "a ", "- ", "* ", "**", "[x", "phase ", "1,111", "of "]
)
def test_long_runs_of_one_sign_do_not_stall(sign: str) -> None:
    run = f"{sign * 4_000}¤"
    phases = {".autopilot/phases/001.md": f"# {run}\n## {run}\n- [ ] {run}\n**Status:** {run}\n".encode()}
    check({TRANSPONDER: document(run, run, run, run, run).encode(), **phases})


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


@settings(max_examples=150, deadline=None)
@given(json_values, json_values, json_values)
def test_any_json_in_the_state(values: object, acks: object, triggers: object) -> None:
    import json

    document = {"current_values": {"cost": values, "context": acks}, "levels_triggered": {"cost": triggers}}
    check(
        {
            THRESHOLDS: json.dumps({**document, "last_check": values, "triggers": triggers}).encode(),
            ".autopilot/state/acknowledgments.json": json.dumps(
                {"acknowledgments": {"cost": acks}, "acknowledgment_history": [values], "last_reset": triggers}
            ).encode(),
            ".autopilot/state/triggers.json": json.dumps({"triggers": {"cost_alert": triggers}}).encode(),
        }
    )


def test_runaway_size_is_limited_and_said() -> None:
    text = "# Project State\n\n## Current Position\n\nPhase: 1 of 2\n\n## Log\n" + "- again and again\n" * 100_000
    memory = MemoryFiles({TRANSPONDER: text})
    (candidate,) = Autopilot().detect(memory)
    track = Autopilot().read(memory, candidate, ReadContext(now=NOW))
    assert track.position.phase is not None
    assert {"too-large", "over-100-lines"} <= {finding.code for finding in track.findings}
    (log,) = track.extra["unread"]
    assert (log["section"], len(log["text"])) == ("Log", 2_002)
