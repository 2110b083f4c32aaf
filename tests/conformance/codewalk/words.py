"""Words like no other in the files of Codewalkers: `@` stands for one, `@@` for the sign itself."""

MAIN = ".planning/STATE.md"
DECISION = ".planning/decisions/2026-02-04-tickets.md"
BLOCKER = ".planning/blockers/block-005-scanner.md"
SESSION = ".planning/sessions/session-004.md"
HANDOFF = ".planning/holding-pattern.md"

HEAD = "initiative: init-1\nposition:\n  phase: 2\n  plan: 1\n  status: in_progress\n"

SECTIONS = {
    MAIN: (
        "# @\ninitiative: @\ntitle: @",
        "position:\n  phase: @\n  phase_name: @\n  plan: @\n  plan_name: @\n  task: @\n  wave: @\n  status: @\n  @: @",
        "progress:\n  phases_total: @\n  phases_completed: @\n  current_phase_tasks: @\n  bar: @\n  @: @",
        "decisions:\n  - date: @\n    context: @\n    decision: @\n    reason: @\n    alternatives_considered: [@, @]",
        "  - @\n  - decision: @  # @\n    reversible: @",
        "blockers:\n  - id: @\n    status: @\n    description: @\n    affects: [@]\n    blocked_tasks:\n      - @: @",
        "  - id: @\n    blocked_since: @\n    workaround: @\n    workaround_tasks: [@]\n    resolution: @\n    @: @",
        "sessions:\n  - id: @\n    agent: @\n    started: @\n    ended: @\n    context_usage: @\n    completed: [@]",
        "  - id: @\n    status: @\n    working_on: @\n    issues:\n      - @\n    handoff_reason: @\n    @: @",
        "next_action: |\n  @\n  @",
        "resume_context:\n  files_modified_this_session: [@]\n  key_implementations:\n    - @\n  open_questions: [@]",
        "@: @",
        "@:\n  - @: @",
    ),
    DECISION: (
        "---\ndate: @\ncontext: @\ndecision: @\nreason: @\nalternatives_considered:\n  - @\nreversible: @\n@: @\n---",
        "# @\n@",
        "@ and @",
    ),
    BLOCKER: (
        "---\nid: @\nstatus: @\ndescription: @\nidentified_at: @\naffects: [@]\nblocked_tasks:\n  - @: @\n@: @\n---",
        "# @\n@",
    ),
    SESSION: (
        "---\nid: @\nagent: @\nstarted: @\ncontext_usage: @\ncompleted: [@]\nissues: [@]\nnotes: @\n@: @\n---",
        "# @\n@",
    ),
    HANDOFF: (
        "---\nphase: 3\ntask: 3\ncreated: 2026-03-20T15:00:00Z\n@: @\n---\n# Holding Pattern",
        "## Current State\n@",
        "## Completed Work\n| Task | Name | Commit | Status |\n|---|---|---|---|\n| 1 | @ | @ | ✅ |",
        "## Remaining Work\n- @",
        "## @\n@",
        "## Next Action\n@",
    ),
}

LINES = (
    "# @",
    "@: @",
    "  @: @",
    "  - @",
    "    - @: @",
    "@",
)
"""What its agents write between and below them."""

LOST_ONCE = (
    (MAIN, "# State\n\n@\n\n```yaml\ninitiative: @\nposition:\n  phase: 1\n```\n\n@\n"),
    (MAIN, "---\ninitiative: @\nposition:\n  phase: 1\n  task: @\n---\n# @\n@\n"),
    (MAIN, "initiative: @\nposition:\n  phase: 1\ndecisions:\n  - @\n  - [@, @]\n"),
    (MAIN, "initiative: @\nposition:\n  phase: 1\ndecisions:\n  - date: @\n  - id: @\n"),
)
