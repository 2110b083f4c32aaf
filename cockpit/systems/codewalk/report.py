"""The findings about Codewalkers' state: how grave each is, and what to do about it."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    # what the files are
    "state-file-missing": Rule("error", "Restore STATE.md from git; without it nothing says where the work stands."),
    "database-outside": Rule("error", "Name a file inside the project, without `..` and without links."),
    "tables-unknown": Rule("error", "Keep another program's tables in a database of their own."),
    "progress-unreadable": Rule("warning", "Write a JSON object into `progress_json`."),
    "frontmatter-cut": Rule("error", "Bring back what was left out, or let the agent write the file anew."),
    "backslash-quotes": Rule("warning", 'Write values as "in_progress", without backslashes.'),
    "value-unreadable": Rule("warning", "Let the agent write the value anew; it is kept as it stands."),
    "initiative-missing": Rule("note", "Write the initiative's id under `initiative`."),
    # where the work stands
    "position-missing": Rule("warning", "`cockpit move phase N` says it."),
    "status-missing": Rule("warning", "`cockpit move status in_progress` says it."),
    "unknown-status": Rule("note", "in_progress is the seed's; pending, verifying, blocked and completed are usual."),
    "phase-beyond-total": Rule("warning", "Correct the number or the total."),
    "phase-completed-already": Rule("warning", "Correct the position or the counter."),
    "count-beyond-total": Rule("warning", "Correct the counter or the total."),
    "bar-mismatch": Rule("note", "The bar is written by hand; the next completed task writes it anew."),
    "progress-mismatch": Rule("note", "The bar is written by hand; the next completed task writes it anew."),
    "tasks-mismatch": Rule("note", "Correct the counters, or tick the tasks in the plan."),
    "plan-missing": Rule("warning", "Write the plan, or correct the position."),
    "task-unknown": Rule("note", "Name the task as the plan does."),
    # what is decided, blocked, under way
    "decision-missing": Rule("warning", "Write what was decided under `decision`."),
    "blocker-status-unknown": Rule("warning", "Write new, active, bypassed or resolved; it counts as active."),
    "blocker-contradicts": Rule("warning", "`cockpit unblock ID` resolves it; or remove the resolution."),
    "blocker-twice": Rule("warning", "Give one of them another id."),
    "workaround-missing": Rule("note", "Say how the work goes on around it."),
    "all-phases-blocked": Rule("warning", "Resolve one of the blockers: nothing can go on before."),
    "session-contradicts": Rule("warning", "End the session, or remove the time at which it ended."),
    "several-active-sessions": Rule("warning", "`cockpit done session` ends the present one."),
    "session-twice": Rule("warning", "Give one of them another id."),
    "context-usage-unreadable": Rule("warning", 'Write the share as "45%".'),
    "context-over-half": Rule("note", "Look at what was done late in this session."),
    "session-stale": Rule("warning", "If its agent is gone, `cockpit answer 2` records that it crashed."),
}  # fmt: skip
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
