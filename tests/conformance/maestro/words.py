"""Words like no other in the files of Maestro: `@` stands for one, `@@` for the sign itself."""

MAIN = "docs/maestro/state/active-session.md"
GATE = "docs/maestro/state/2026-03-20-ferry-timetable.design-gate.json"

HANDOFF = "docs/maestro/state/holding-pattern.md"

HEAD = "---\nsession_id: s-1\nstatus: in_progress\ncurrent_phase: 1\n---\n\n# Of buoys Orchestration Log\n"

_FRONT = """---
session_id: @
task: @
created: @
updated: 2026-03-20T08:00:00Z
status: @
@: @
tier: @
agent: @
workflow_mode: @
design_document: docs/@.md
implementation_plan: /elsewhere/@.md
current_phase: @
total_phases: @
execution_mode: @
current_batch: @
token_usage:
  total_input: @
  @: @
  by_agent:
    @:
      input: 5
      @: @
validation:
  command: @
  @: [@, {@: @}]
files_created: [@, [@]]
errors: [@]
phases:
  - id: @
    name: @
    status: @
    agents: [@, {@: @}]
    agent: @
    parallel: @
    started: @
    completed: @
    blocked_by: [@]
    files_created: [@]
    files_modified: @
    files_deleted:
      - @
    planned_files: [@]
    downstream_context:
      @: [@]
      warnings: @
      @:
        - @: @
    errors:
      - @
      - agent: @
        timestamp: @
        type: @
        message: @
        resolution: @
        resolved: @
        recovery: @
      - [@]
    retry_count: @
    requires_reconciliation: @
    reconciliation_reason: @
    @: @
  - @
  - - @
---"""

SECTIONS = {
    MAIN: (
        _FRONT,
        "@",
        "# @ Orchestration Log\n@",
        "## Phase 1: @ ✅\n@",
        "### @ Output\n- @",
        "### Files Changed\n- Created: @",
        "---",
        "## Phase 2: @ ⭕",
        "## @\n@",
    ),
    HANDOFF: (
        "---\nphase: 3\nplan: @\ntask: 3\ncreated: 2026-03-20T15:00:00Z\n@: @\n---\n# Holding Pattern",
        "## Current State\n@",
        "## Completed Work\n| Task | Name | Commit | Status |\n|---|---|---|---|\n| 1 | @ | @ | ✅ |",
        "## Remaining Work\n- @",
        "## @\n@",
        "## Next Action\n@",
    ),
}

LINES = ("## Phase 1: @ ✅", "### @ Output", "- Created: [@]", "Pass, @", "<!-- @ -->", "# @ Orchestration Log")
"""What its agents write between and below them."""

LOST_ONCE = (
    (MAIN, "---\nsession_id: a\n# @\nstatus: in_progress # @\ncurrent_phase: 1\n---\n@"),
    (MAIN, "---\nsession_id: @\nphases:\n  - id: @\n...\n  - id: @\n    name: @\n---\n@"),
    (MAIN, "---\nsession_id: @\nsession_id: @\nphases:\n  - id: 1\n    name: @\n    name: @\n---\n"),
    (MAIN, "---\nsession_id: a\n---\n---\nmore: @\n---\n@\n# @\n@"),
    (MAIN, '---\n{"session_id": "@", "phases": [{"id": "@", "@": "@"}, "@"], "@": {"@": 1}}\n---\n@'),
    (MAIN, '---\nsession_id: \\"@\\"\ntask: \\"@ @\\"\nphases: []\n---\n'),
    (MAIN, "---\nphases: @\ntoken_usage: @\nerrors: @\nvalidation: @\n---\n"),
)
