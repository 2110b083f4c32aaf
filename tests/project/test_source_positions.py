"""The line of the file that each kind of row comes from, found by what the row says."""

from pathlib import Path

import pytest

from cockpit.model import Finding, Threshold, Track
from cockpit.project.source_positions import source_position
from cockpit.rules.attention import Need, needs
from cockpit.storage.reading.loader import Loader
from cockpit.wording.messages import plain

STATE = """\
# Project State

**Project:** Ferry
**Updated:** 2026-01-29T14:30:00Z

## Current Position

| Field | Value |
|-------|-------|
| Phase | 2 of 3 |
| Plan | 1 of 4 |
| Status | In progress |
| Last activity | 2026-01-29 — Chose the timetable format |

## Performance Metrics

- Average plan: 12 min

## Recent Decisions

- Use SQLite — no server needed
- Chose the timetable
  format of the port — kept

## Pending Todos

- [ ] Ask the port for **tide tables**
- [x] ✓
- [ ] Use `SQLite`

## Blockers

- [Phase 2] ~~No key for the tide service~~
- [Phase 2] The harbour's answer is missing

## Session Continuity

| Field | Value |
|-------|-------|
| Stopped at | Mid-plan 2.1, task 3 of 5 |
| Next action | /autopilot:takeoff |
"""
LOG = """\
# Decisions

| ID | Title | Date |
|----|-------|------|
| D001 | Leave out the night boat | 2026-01-20 |

### D001: Leave out the night boat

**Rationale:** Nobody rides it.
"""
VALUES = """{
  "current_values": {
    "cost_usd": 12,
    "context_percent": 33
  },
  "levels_triggered": {
    "context": "warning"
  }
}
"""
USAGE = "# Token Usage\n\n## Totals\n\n- Input Tokens: 900\n- Output Tokens: 100\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in (("TRANSPONDER.md", STATE), ("DECISIONS.md", LOG), ("state/thresholds.json", VALUES),
                       ("token-usage.md", USAGE)):  # fmt: skip
        path = tmp_path / ".autopilot" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def track_of(project: Path) -> Track:
    return Loader(project, home=None).load().tracks[0]


def metric(track: Track, name: str) -> Threshold:
    return next(each for each in track.thresholds if each.metric == name)


def test_every_kind_of_row(project: Path) -> None:
    track = track_of(project)
    texts = {each.text: each for each in (*track.decisions, *track.todos, *track.blockers)}
    rows: list[tuple[object, str, str, int | None]] = [
        (track.decisions[0], "", "TRANSPONDER.md", 21),
        (track.decisions[1], "", "TRANSPONDER.md", 22),
        (texts["Leave out the night boat"], "", "DECISIONS.md", 5),
        (track.todos[0], "", "TRANSPONDER.md", 27),
        (track.todos[1], "", "TRANSPONDER.md", 28),
        (track.todos[2], "", "TRANSPONDER.md", 29),
        (track.blockers[0], "", "TRANSPONDER.md", 33),
        (track.blockers[1], "", "TRANSPONDER.md", 34),
        ([need for need in needs(track) if need.kind == "blocker"][-1], "blocker:", "TRANSPONDER.md", 34),
        (metric(track, "cost"), "cost", "state/thresholds.json", 3),
        (metric(track, "context"), "context", "state/thresholds.json", 4),
        (metric(track, "tokens"), "tokens", "token-usage.md", 5),
        (metric(track, "errors"), "errors", "TRANSPONDER.md", None),
        (track.continuity, "continuity", "TRANSPONDER.md", 40),
        (track.sessions[0], "session:0", "TRANSPONDER.md", 40),
        (track.position, "phase", "TRANSPONDER.md", 10),
        (track.position, "steps", "TRANSPONDER.md", 10),
        (track.position, "plan", "TRANSPONDER.md", 11),
        (track.position, "status", "TRANSPONDER.md", 12),
        (track.position.last_activity, "activity", "TRANSPONDER.md", 13),
        (track.next_action, "next", "TRANSPONDER.md", 41),
        (tuple(track.metrics.items()), "metrics", "TRANSPONDER.md", 17),
        (track.tokens, "tokens", "token-usage.md", 1),
        (Finding(code="c", severity="note", path="a.md", line=4, message=plain("m")), "c", "a.md", 4),
        (Need(kind="stop", pane="p", row="r", word="w", text="t", value=metric(track, "cost")), "",
         "state/thresholds.json", 3),
        ("something else", "", "TRANSPONDER.md", None),
    ]  # fmt: skip
    for value, part, name, line in rows:
        path = name if name == "a.md" else f".autopilot/{name}"
        assert source_position(project, track, value, part) == (path, line), (value, part)


def test_what_the_file_says_no_longer_leads_to_the_file(project: Path) -> None:
    track = track_of(project)
    state = project / ".autopilot" / "TRANSPONDER.md"
    state.write_text("One line\u2028more\n\n" + STATE.replace("- Use SQLite — no server needed\n", ""))
    assert source_position(project, track, track.decisions[0]) == (".autopilot/TRANSPONDER.md", 30)  # the todo says it
    assert source_position(project, track, track.decisions[1]) == (".autopilot/TRANSPONDER.md", 23)
    state.write_text(STATE.replace("Ask the port", "Send the captain"))
    assert source_position(project, track, track.todos[0]) == (".autopilot/TRANSPONDER.md", None)
    state.unlink()
    assert source_position(project, track, track.todos[0]) == (".autopilot/TRANSPONDER.md", None)
    state.symlink_to("/etc/hostname")
    assert source_position(project, track, track.todos[0]) == (".autopilot/TRANSPONDER.md", None)
