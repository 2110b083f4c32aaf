"""Decisions, blockers and todos."""

from tests.e2e.demo_diffs import Verb

BLOCKED = ("blocker add 'waiting for keys'",)

WORK = {
    "decision add": Verb(
        "decision add 'Keep SQLite' --outcome 'until version 2' --reason 'one machine' --context Hosting "
        "--alternative Postgres --irreversible",
        """
        .autopilot/DECISIONS.md
        +| D007 | Keep SQLite | 2026-01-29 | Final | 3 |
        +
        +## D007: Keep SQLite
        +
        +**Date:** 2026-01-29
        +**Status:** Final
        +**Owner:** person
        +**Phase:** 3
        +**Reversible:** No
        +
        +**Context:** Hosting
        +
        +| Option | Verdict |
        +|--------|---------|
        +| Keep SQLite | Selected |
        +| Postgres | Rejected |
        +
        +**Selected:** Keep SQLite
        +
        +**Rationale:** one machine
        +
        +**Outcome:** until version 2
        .autopilot/TRANSPONDER.md
        +- Keep SQLite — until version 2
        """,
    ),
    "a decision too many": Verb(
        "decision add 'Keep Redis out'",
        """
        .autopilot/DECISIONS.md
        +| D008 | Keep Redis out | 2026-01-29 | Final | 3 |
        +
        +## D008: Keep Redis out
        +
        +**Date:** 2026-01-29
        +**Status:** Final
        +**Owner:** person
        +**Phase:** 3
        +
        +**Selected:** Keep Redis out
        .autopilot/archive/decisions.md
        +# Archived Decisions
        +
        +- Cursor paging for task lists — no rows skipped while tasks move
        .autopilot/TRANSPONDER.md
        -- Cursor paging for task lists — no rows skipped while tasks move
        +- Keep Redis out
        """,
        ("decision add 'Keep SQLite'",),
    ),
    "blocker add": Verb(
        "blocker add 'waiting for keys'",
        """
        .autopilot/TRANSPONDER.md
        -- None
        +- Phase 3: waiting for keys
        """,
    ),
    "blocker resolve": Verb(
        "blocker resolve 'Phase 3: waiting for keys' --note 'the keys came'",
        """
        .autopilot/TRANSPONDER.md
        -**Updated:** 2026-01-29T14:29:00Z
        +**Updated:** 2026-01-29T14:41:00Z
        -**Last Activity:** 2026-01-29 — Completed task 3.2.2: Show due dates and overdue state
        +**Last Activity:** 2026-01-29 — Resolved the blocker: Phase 3: waiting for keys — the keys came
        -- Phase 3: waiting for keys
        +- None
        """,
        BLOCKED,
    ),
    "blocker bypass": Verb(
        "blocker bypass 'Phase 3: waiting for keys' --note 'a stub for now'",
        """
        .autopilot/TRANSPONDER.md
        -- Phase 3: waiting for keys
        +- Phase 3: waiting for keys — bypassed: a stub for now
        """,
        BLOCKED,
    ),
    "add a todo": Verb(
        "todo add 'Ship it'",
        """
        .autopilot/TRANSPONDER.md
        +- [ ] Ship it
        """,
    ),
    "tick a todo": Verb(
        "todo done 'Write tests for auth flow'",
        """
        .autopilot/TRANSPONDER.md
        -- [ ] Write tests for auth flow
        +- [x] Write tests for auth flow
        """,
    ),
    "take the tick back": Verb(
        "todo reopen 'Write tests for auth flow'",
        """
        .autopilot/TRANSPONDER.md
        -- [x] Write tests for auth flow
        +- [ ] Write tests for auth flow
        """,
        ("todo done 'Write tests for auth flow'",),
    ),
}
