"""Every word of a file stands somewhere in the JSON of its track: as a value, in a finding, or under `unread`."""

import re
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Project
from cockpit.model.contract import to_json
from tests.systems.reading import HANDOFF, TRANSPONDER, read

DECISIONS = ".autopilot/DECISIONS.md"
POSITION = (
    "## Current Position\n| Field | Value |\n|---|---|\n| Phase | 3 of 6 |\n| Plan | 2 of 3 |\n| Status | Blocked |"
)
LEVELS = "| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|"

PARTS = {
    TRANSPONDER: (
        "# Project State\n**Project:** @\n**Updated:** 2026-01-29T14:30:00Z",
        f"{POSITION}\n| Progress | ████░░░░░░ 42% |\n**Last Activity:** 2026-01-29 — @",
        "## Performance Metrics\n| Metric | Value |\n|---|---|\n| Plans completed | @ |",
        "## Accumulated Context\n### Recent Decisions\n- @ — @",
        "### Pending Todos\n- [ ] @",
        "### Blockers\n- @",
        f"## Thresholds\n{LEVELS}\n| Cost | $26.50 | $10 | $25 ACK | $50 | Alert (ack) |",
        "**Acknowledged Alerts:**\n- Cost @@ $26.50 — acknowledged 2026-01-29T14:30",
        "## Session Continuity\n| Field | Value |\n|---|---|\n"
        "| Stopped at | @ |\n| Resume file | @ |\n| Next action | @ |",
        "## Quick Reference\n- @: @",
        "## @",
    ),
    HANDOFF: (
        "---\nphase: 3\nplan: @\ntask: 3\ncreated: 2026-01-29T14:30:00Z\n@: @\n---\n# Holding Pattern",
        "## Current State\n@",
        "## Completed Work\n| Task | Name | Commit | Status |\n|---|---|---|---|\n| 1 | @ | @ | ✅ |",
        "## Remaining Work\n- @",
        "## Decisions Made\n- @",
        "## Blockers\n- None",
        "<resume_context>\n@\n</resume_context>",
        "## Next Action\n@",
    ),
    DECISIONS: (
        "# Decisions\n| ID | Title | Date | Status | Phase |\n|---|---|---|---|---|\n| D001 | @ | @ | @ | 2 |",
        "## D001: @\n**Date:** 2026-01-05\n**Status:** @\n**Owner:** @",
        "### Context\n@",
        "### Options\n| Option | Pros |\n|---|---|\n| @ | @ |\n| @ | @ |",
        "**Selected:** @",
        "### Rationale\n@",
        "### Consequences\n@",
        "## @\n**Date:** 2026-01-07\n@",
    ),
}
"""The sections of each file; `@` is a word like no other, `@@` the sign itself."""

EXTRA = (
    "@", "@ @\n@", "- @", "  - @", "- @\n  @", "- [x] @ — @ — @", "[ ] @", "☐ @", "1. @", "- @: @", "**@:** @",
    "@: @", "- None — @", "None, @", "- None", "", "---", "> @", "    @", "`@`", "~~@~~ @", "[@]", "[@](@)",
    "@ {x} @", "```\n@\n```", "- @\n  ```\n  @\n  ```\n  @", "~~~\n- @\n@: @\n~~~", "```text\n@\n",
    "- @\n```text\n@\n```\n    @", "| @ | @ |", "| @ | @ | @ | @ |", "| @ |", "| @ | @ |\n|---|---|\n| @ | @ |",
    "| Name | Value |\n|---|---|\n| @ | @ | @ |", "| Blocker | @ |\n|---|---|\n| @ | @ |",
    "| Task | Status | @ |\n|---|---|---|\n| @ | @ | @ |",
    f"{LEVELS}\n| Cost | $1 @ | @ | $25 | $50 | @ |\n| @ | 1 | 2 | 3 | 4 | OK |", "## @", "#### @", "# @",
    "@\n------", "## Blockers\n- @", "## Next Steps\n- @\n- @", "## D007: @", "### Status\n@", "<@>@</@>", "<notes>@",
    "</@>", "<objective>phase 3 @</objective>", "<decisions>@</decisions>", "Phase 3: @", "| Phase | @ |",
    "| Plan | 2 of 3 @ |", "| Status | @ |", "**Status:** Blocked @", "Status: @", "| Progress | 42% @ |",
    "| Resume file | @ |", "Next action: /autopilot:takeoff @", "**Updated:** @", "**Project:** @",
    "**Last Activity:** 2026-01-29 @ — @", "- Cost @@ $3 @ — acknowledged 2026-01-29T14:30 @",
    "- @ @@ $3 — acknowledged @", "| Cost | $26.50 | $10 | $25 | $50 | Alert (ack) @ |", "- [resolved] @",
    "- @ — resolved: @", "- @ — bypassed: @", "**Reversible:** @", "**Reversible:** yes @", "**Outcome:** @",
    "task: 3 @", "created: @", "| D001 | @ | @ | Final | 2 |",
)  # fmt: skip
"""What may stand between and below them."""


@st.composite
def texts(draw: st.DrawFn, path: str) -> str:
    """A file of its sections, each with some lines that nobody expects there; most sections are there."""
    lines = []
    for part in PARTS[path]:
        if draw(st.integers(0, 7)):
            lines += [part, *draw(st.lists(st.sampled_from(EXTRA), max_size=3)), *draw(st.sampled_from([[], [""]]))]
    return numbered("\n".join(lines))


def numbered(text: str) -> str:
    """The text with its words filled in."""
    words = count()
    return re.sub("@@?", lambda found: "@" if found[0] == "@@" else f"word{next(words)}", text)


def lost(path: str, text: str) -> list[str]:
    """The words of a file that its track does not tell."""
    state = {} if path == TRANSPONDER else {TRANSPONDER: f"# Project State\n\n{POSITION}\n"}
    told = to_json(Project(root="/p", tracks=(read({**state, path: text}),)))
    return sorted({*re.findall(r"word\d+", text)} - {*re.findall(r"word\d+", told)})


@pytest.mark.parametrize("path", [TRANSPONDER, HANDOFF, DECISIONS])
def test_no_word_is_lost(path: str) -> None:
    @settings(max_examples=30, deadline=None, derandomize=True, database=None)
    @given(text=texts(path))
    def holds(text: str) -> None:
        assert lost(path, text) == []

    holds()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (TRANSPONDER, "## Performance Metrics\n| Metric | Value |\n|---|---|\n| Plans completed | 3 | @ |"),
        (TRANSPONDER, "| @ | @ |\n|---|---|\n| @ | @ |"),
        (TRANSPONDER, "## Quick Reference\n- @\n@"),
        (TRANSPONDER, "### Pending Todos\n- [ ] @\n```\n@\n```\n    @"),
        (TRANSPONDER, "### Pending Todos\n- [ ] @\n| Task | @ |\n|---|---|\n| @ | @ |\n    @"),
        (HANDOFF, "## Remaining Work\n- None\n#### @\n    @\n## Next Action\n@"),
        (DECISIONS, "# Decisions\n| ID | Title |\n|---|---|\n| @ |"),
        (DECISIONS, "## D001: @\n**Selected:** @\n**Reversible:** @"),
        (DECISIONS, "## D001: @\n**Selected:** @\n### Related\n**Status:** @"),
    ],
)
def test_what_was_lost_once(path: str, text: str) -> None:
    filled = numbered(f"# Project State\n\n{POSITION}\n\n{text}\n" if path == TRANSPONDER else f"{text}\n")
    assert lost(path, filled) == []
    assert "word0" in filled
