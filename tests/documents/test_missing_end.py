"""A rewrite caught in the middle is told from real edits, which are never held back."""

import re

import pytest

from cockpit.documents.missing_end import ends_in_a_row, lacks_its_end
from cockpit.documents.settling import looks_cut

OLD = """\
# Project State

**Project:** TaskFlow App
**Updated:** 2026-01-29T14:30:00Z

---

## Current Position

| Field | Value |
|-------|-------|
| Phase | 3 of 6 |
| Plan | 2 of 4 |
| Status | In progress |

**Last Activity:** 2026-01-29 — Completed the dashboard layout

---

## Accumulated Context

### Recent Decisions

- Hybrid sidebar layout — working well
- WebSocket for real-time — implemented
- Bottom nav on mobile — approved

### Pending Todos

- [ ] Add error boundary
- [ ] Write the tests

### Blockers

- API key missing

---

## Session Continuity

| Field | Value |
|-------|-------|
| Last session | 2026-01-29 |
| Stopped at | Mid-plan 3.2 |
| Resume file | None |
| Next action | /autopilot:cockpit |
"""

TEMPLATE = """\
# Project State

**Project:** [name]
**Updated:** [time]

## Current Position

| Field | Value |
|-------|-------|
| Phase | 1 of [total] |
| Plan | 0 of [total] |
| Status | Ready to discuss |

**Last Activity:** [date] — [what]

## Accumulated Context

### Recent Decisions

None yet.

### Pending Todos

None yet.

### Blockers

None.

## Session Continuity

| Field | Value |
|-------|-------|
| Last session | [date] |
| Next action | [command] |
"""


def rewritten(text: str = OLD) -> str:
    """What an agent writes next: another time, another plan, another activity."""
    text = text.replace("14:30:00Z", "16:10:00Z").replace("| Plan | 2 of 4 |", "| Plan | 3 of 4 |")
    return text.replace("Completed the dashboard layout", "Started the settings page")


def without(*pieces: str) -> str:
    text = OLD
    for piece in pieces:
        assert piece in text
        text = text.replace(piece, "")
    return text


def section(heading: str) -> str:
    """A section with its sub-sections, and the rule after it."""
    end = rf"^#{{1,{heading.count('#')}}} |\Z"
    found = re.search(rf"^({re.escape(heading)}\n.*?)(?={end})", OLD, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


REAL_EDITS = {
    "the time alone": OLD.replace("14:30", "16:10"),
    "a todo removed": without("- [ ] Write the tests\n"),
    "the last todos removed": without("- [ ] Add error boundary\n", "- [ ] Write the tests\n"),
    "a blocker removed": without("- API key missing\n"),
    "a blocker resolved": OLD.replace("- API key missing", "- None"),
    "decisions pruned": without("- Hybrid sidebar layout — working well\n", "- Bottom nav on mobile — approved\n"),
    "a section removed": without(section("### Blockers")),
    "a section with its own removed": without(section("## Accumulated Context")),
    "the last section removed": without(section("## Session Continuity")),
    "a section renamed": OLD.replace("### Blockers", "### Obstacles"),
    "a section moved to the end": without(section("### Blockers")) + "\n" + section("### Blockers"),
    "the next action changed": OLD.replace("/autopilot:cockpit", "None"),
    "rows of the last table removed": without("| Stopped at | Mid-plan 3.2 |\n", "| Resume file | None |\n"),
    "a section added at the end": OLD + "\n## Quick Reference\n\n- Route: phases/03\n",
    "a line added without its end": OLD + "- more",
    "the final newline removed": OLD.rstrip("\n"),
    "reset to the template": TEMPLATE,
    "a new text under the first heading": "# Project State\n\nWritten anew.\n\n## Current Position\n\nAt the start.\n",
    "another document": "# Notes\n\nNothing of the earlier text.\n",
    "a shorter rewrite that ends properly": "\n".join(
        [*OLD.splitlines()[:16], "", *OLD.splitlines()[-8:-1], "| Next action | /autopilot:hold |", ""]
    ),
}


@pytest.mark.parametrize("also_rewritten", [False, True])
@pytest.mark.parametrize("edit", REAL_EDITS.values(), ids=REAL_EDITS)
def test_a_real_edit_is_not_held_back(edit: str, also_rewritten: bool) -> None:
    after = rewritten(edit) if also_rewritten else edit
    assert lacks_its_end(OLD, after) is False
    if not OLD.startswith(after):  # what only lost its last lines cannot be told from the beginning of the same
        assert looks_cut("TRANSPONDER.md", OLD.encode(), after.encode()) is False


AFTER = rewritten()
BLOCKER = len(AFTER[: AFTER.index("- API key missing")].encode())
CONTINUITY = AFTER.index("## Session Continuity")


def test_a_rewrite_that_stops_before_a_blocker_is_noticed_wherever_it_stops() -> None:
    cuts = [AFTER.encode()[:length] for length in range(1, BLOCKER)]
    assert [cut for cut in cuts if not looks_cut("TRANSPONDER.md", OLD.encode(), cut)] == []


def test_a_rewrite_that_stops_inside_a_line_of_the_last_section_is_noticed() -> None:
    cuts = [AFTER[:length] for length in range(CONTINUITY, len(AFTER) - 2) if AFTER[length - 1] != "\n"]
    assert [cut for cut in cuts if not lacks_its_end(OLD, cut)] == []


@pytest.mark.parametrize("stop", ["### Blockers", "boundary\n\n### Blockers"])
def test_a_rewrite_that_grows_is_noticed_too(stop: str) -> None:
    longer = AFTER.replace("- [ ] Write the tests\n", "- [ ] Add error boundary\n" * 40)
    cut = longer[: longer.index(stop)]
    assert len(cut) > len(OLD)
    assert lacks_its_end(OLD, cut) is True


def test_a_last_line_that_is_a_heading_may_lose_its_end() -> None:
    before = OLD + "\n## Notes\n"
    assert lacks_its_end(before, rewritten(before).rstrip("\n")) is False


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("| a | b |\n|---|---|\n| c | d |\n", False),
        ("| a | b |\n|---|---|\n| c | d |", False),
        ("| a | b |\n|---|---|\n| c | d", True),
        ("| a | b |\n|---|---|\n|", True),
        ("| a | b |\n|---|---|\n| c | d\n", False),
        ("| a | b\n|---|---\n| c | d", False),
        ("text\n| a | b", False),
        ("| a | b", False),
        ("", False),
    ],
)
def test_a_row_that_was_cut(text: str, cut: bool) -> None:
    assert ends_in_a_row(text) is cut
