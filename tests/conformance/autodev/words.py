"""Words like no other in the files of autodev: `@` stands for one, `@@` for the sign itself."""

MAIN = "_docs/_autopilot_state.md"
LATER = "_docs/_autodev_state.md"
HANDOFF = "_docs/holding-pattern.md"
TASKS = "_docs/02_tasks/_dependencies_table.md"
PROBLEM = "_docs/00_problem/problem.md"

HEAD = "# Autopilot State\n\n## Current Step\nflow: greenfield\nstep: 1\nname: Problem\nstatus: in_progress\n"

SECTIONS = {
    MAIN: (
        "# @ Autopilot State\n@",
        "## Current Step\nflow: @\nstep: @\nname: @\nstatus: @\nsub_step: 4 — @",
        "retry_count: @\ncycle: @\ntracker: @\n@: @",
        "When updating `Current Step`, always write it as:\n  flow: existing-code   ← @",
        "## Completed Steps\n| Step | Name | Completed | Key Outcome |\n|---|---|---|---|\n| 1 | @ | @ | @ |",
        "| @ | Problem | @ | @ |",
        "| ... | [name] | [date] | @ |",
        "## Key Decisions\n- @ — @\n- [decision 1: @]",
        "## Last Session\ndate: @\nended_at: Step @ — SubStep @\nreason: @\nnotes: @: @\n@: @",
        "## Retry Log\n| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |\n|---|---|---|---|---|---|",
        "| @ | @ | @ | @ | @ | @ |",
        "(Clear this table when the step succeeds or user resets. @)",
        "## Blockers\n- @",
        "## Step ↔ SubStep Reference\n| Step | @ |\n|---|---|\n| 1 | @ |",
        "## @\n@",
    ),
    LATER: (
        "# Autodev State",
        "Example:\n  name: @\n  step: 3",
        "## Current Step\nflow: existing-code\nstep: @\nname: @\nstatus: @",
        "sub_step:\n  phase: @\n  name: @\n  detail: @\n  @: @",
        "sub_step: {phase: 1, name: @, detail: @}",
        "retry_count: @\ncycle: @",
        "## @\n@",
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
    "step: @",
    "name: @",
    "sub_step: @ @",
    "  detail: @",
    "retry_count: 1   ← @",
    "[@]",
    "- [none] @",
    "Example (@):",
)
"""What its agents write between and below them."""

LOST_ONCE = (
    (MAIN, "# Autopilot State\n\n## Current Step\nstep: 1\nstep: @\nsub_step: @\nname: [@]\n"),
    (MAIN, "## Current Step\n\n```\nstep: 1\nname: @\n@: @\n```\n@"),
    (MAIN, "## Current Step\n| step | 3 |\n| name | @ |\n| @ | @ |\n"),
    (MAIN, "## Current Step\nstep: 1\nsub_step: {phase: 1, name: @, detail: @}\nsub_step: @ @"),
)
