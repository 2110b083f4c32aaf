"""Words like no other in the files of Project Autopilot: `@` stands for one, `@@` for the sign itself."""

from tests.support.autopilot_states import HANDOFF, TRANSPONDER

DECISIONS = ".autopilot/DECISIONS.md"
POSITION = (
    "## Current Position\n| Field | Value |\n|---|---|\n| Phase | 3 of 6 |\n| Plan | 2 of 3 |\n| Status | Blocked |"
)
LEVELS = "| Type | Current | Warning | Alert | Stop | Status |\n|---|---|---|---|---|---|"

SECTIONS = {
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

LINES = (
    f"{LEVELS}\n| Cost | $1 @ | @ | $25 | $50 | @ |\n| @ | 1 | 2 | 3 | 4 | OK |",
    "## Blockers\n- @", "## Next Steps\n- @\n- @", "## D007: @", "### Status\n@", "<notes>@",
    "<objective>phase 3 @</objective>", "<decisions>@</decisions>", "Phase 3: @", "| Phase | @ |",
    "| Plan | 2 of 3 @ |", "| Status | @ |", "**Status:** Blocked @", "Status: @", "| Progress | 42% @ |",
    "| Resume file | @ |", "Next action: /autopilot:takeoff @", "**Updated:** @", "**Project:** @",
    "**Last Activity:** 2026-01-29 @ — @", "- Cost @@ $3 @ — acknowledged 2026-01-29T14:30 @",
    "- @ @@ $3 — acknowledged @", "| Cost | $26.50 | $10 | $25 | $50 | Alert (ack) @ |", "- [resolved] @",
    "- @ — resolved: @", "- @ — bypassed: @", "**Reversible:** @", "**Reversible:** yes @", "**Outcome:** @",
    "task: 3 @", "created: @", "| D001 | @ | @ | Final | 2 |",
)  # fmt: skip
"""What its agents write between and below them."""

HEAD = f"# Project State\n\n{POSITION}\n\n"

LOST_ONCE = (
    (TRANSPONDER, HEAD + "## Performance Metrics\n| Metric | Value |\n|---|---|\n| Plans completed | 3 | @ |"),
    (TRANSPONDER, HEAD + "| @ | @ |\n|---|---|\n| @ | @ |"),
    (TRANSPONDER, HEAD + "## Quick Reference\n- @\n@"),
    (TRANSPONDER, HEAD + "### Pending Todos\n- [ ] @\n```\n@\n```\n    @"),
    (TRANSPONDER, HEAD + "### Pending Todos\n- [ ] @\n| Task | @ |\n|---|---|\n| @ | @ |\n    @"),
    (HANDOFF, "## Remaining Work\n- None\n#### @\n    @\n## Next Action\n@"),
    (DECISIONS, "# Decisions\n| ID | Title |\n|---|---|\n| @ |"),
    (DECISIONS, "## D001: @\n**Selected:** @\n**Reversible:** @"),
    (DECISIONS, "## D001: @\n**Selected:** @\n### Related\n**Status:** @"),
    (TRANSPONDER, HEAD + "## Thresholds\n| Type | Current | Alert |\n|---|---|---|\n| Progress | 42% @ |\n| @ | @ |"),
    (TRANSPONDER, HEAD + "**Acknowledged Alerts:**\n- @\n  @"),
    (DECISIONS, "# Decisions\n\n## D001: @\n**Status:** @\n\n### Status\n@"),
    (DECISIONS, "# Decisions\n\n## D001: @\n\n### Status\n@\n@"),
    (TRANSPONDER, HEAD + "## Quick Reference\n|\n|---|\n@"),
)
