"""Moves, and the update protocol: what is complete."""

from tests.e2e.demo_diffs import Verb

POSITION = {
    "the status": Verb(
        "set status=blocked",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Status | In progress |
        +| Status | Blocked |
        -| Next action | /autopilot:takeoff |
        +| Next action | Resolve blocker |
        """,
    ),
    "the phase": Verb(
        "set phase=4",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Phase | 3 of 6 |
        -| Plan | 2 of 4 |
        +| Phase | 4 of 6 |
        +| Plan | 1 of 3 |
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Moved to phase 4: Notifications
        -| Stopped at | Mid-plan 3.2, task 3 of 5 |
        +| Stopped at | Before plan 4.1, task 1 of 3 |
        -- Current phase: .autopilot/phases/003-dashboard/
        +- Current phase: .autopilot/phases/004-notifications/
        """,
    ),
    "the plan": Verb(
        "set plan=3",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Plan | 2 of 4 |
        +| Plan | 3 of 4 |
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Moved to plan 3.3
        -| Stopped at | Mid-plan 3.2, task 3 of 5 |
        +| Stopped at | Before plan 3.3, task 1 of 4 |
        """,
    ),
    "the task": Verb(
        "set task=4",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Moved to task 4 of plan 3.2
        -| Stopped at | Mid-plan 3.2, task 3 of 5 |
        +| Stopped at | Mid-plan 3.2, task 4 of 5 |
        """,
    ),
    "the next action": Verb(
        "set next=/autopilot:cockpit",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Next action | /autopilot:takeoff |
        +| Next action | /autopilot:cockpit |
        """,
    ),
    "a task is complete": Verb(
        "done task",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Progress | ████░░░░░░ 42% |
        +| Progress | ████░░░░░░ 44% |
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Completed task 3: Open a card with the keyboard
        -| Stopped at | Mid-plan 3.2, task 3 of 5 |
        +| Stopped at | Mid-plan 3.2, task 4 of 5 |
        .autopilot/phases/003-dashboard/ROUTE.md
        -- [ ] 3.2.3 Open a card with the keyboard
        +- [x] 3.2.3 Open a card with the keyboard
        """,
    ),
    "a plan is complete": Verb(
        "done plan --note 'Cards can be dragged'",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Plan | 2 of 4 |
        +| Plan | 3 of 4 |
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Completed plan 3.2 — Cards can be dragged
        -| Plans completed | 8 |
        +| Plans completed | 9 |
        -| Stopped at | Mid-plan 3.2, task 3 of 5 |
        +| Stopped at | Plan 3.2 complete, next is 3.3, task 1 of 4 |
        """,
    ),
    "a phase is complete": Verb(
        "done phase",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -| Phase | 3 of 6 |
        -| Plan | 2 of 4 |
        -| Status | In progress |
        +| Phase | 4 of 6 |
        +| Plan | 1 of 3 |
        +| Status | Ready to execute |
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Completed phase 3: Dashboard
        -| Stopped at | Mid-plan 3.2, task 3 of 5 |
        +| Stopped at | Phase 3 complete, next is 4.1, task 1 of 3 |
        -- Current phase: .autopilot/phases/003-dashboard/
        +- Current phase: .autopilot/phases/004-notifications/
        """,
    ),
    "a session is complete": Verb(
        "done session --note 'Enough for today'",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Ended the session — Enough for today
        """,
    ),
}
