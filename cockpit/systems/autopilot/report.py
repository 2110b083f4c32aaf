"""The findings about Project Autopilot: their severity and what to do about them."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule
from cockpit.wording.messages import Message

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "toml-invalid": Rule("warning", Message("autopilot.mend-limits-file")),
    "state-file-missing": Rule("error", Message("autopilot.restore-state-file")),
    # what it says
    "layout-unknown": Rule("error", Message("autopilot.write-known-layout")),
    "duplicate-label": Rule("warning", Message("autopilot.keep-one-label")),
    "status-missing": Rule("warning", Message("autopilot.state-status")),
    "progress-unreadable": Rule("warning", Message("autopilot.write-progress-bar")),
    "position-missing": Rule("warning", Message("autopilot.name-position-heading")),
    "value-negative": Rule("warning", Message("autopilot.write-step-number")),
    "unknown-status": Rule("warning", Message("autopilot.use-known-status")),
    "position-unreadable": Rule("warning", Message("autopilot.write-step-of-total")),
    "phase-beyond-total": Rule("warning", Message("systems.correct-number-or-total")),
    "task-beyond-total": Rule("warning", Message("autopilot.correct-task-or-total")),
    "next-action-missing": Rule("warning", Message("autopilot.state-next-action")),
    "vague-activity": Rule("warning", Message("autopilot.be-specific")),
    "over-100-lines": Rule("warning", Message("autopilot.prune-state-file")),
    "decision-count": Rule("note", Message("autopilot.keep-last-decisions")),
    # what contradicts what
    "bar-mismatch": Rule("warning", Message("autopilot.bar-by-percent")),
    "status-mismatch": Rule("warning", Message("autopilot.correct-status-or-count")),
    "total-mismatch": Rule("warning", Message("autopilot.correct-total-or-plan")),
    "plan-passed-over": Rule("warning", Message("autopilot.finish-plan-passed-over")),
    "task-behind": Rule("warning", Message("autopilot.move-to-present-task")),
    "phase-twice": Rule("warning", Message("autopilot.keep-one-phase")),
    "decision-conflict": Rule("warning", Message("autopilot.correct-index-or-entry")),
    "decision-twice": Rule("warning", Message("autopilot.give-free-number")),
    "percent-mismatch": Rule("warning", Message("autopilot.percent-by-tasks")),
    "continuity-position": Rule("warning", Message("autopilot.end-session-with-place")),
    "older-state-file": Rule("note", Message("autopilot.archive-older-state-file")),
    "resume-file-missing": Rule("warning", Message("autopilot.name-resume-file")),
    "handoff-position": Rule("warning", Message("autopilot.archive-if-past")),
    "handoff-older": Rule("note", Message("autopilot.archive-if-past")),
    # thresholds
    "threshold-key-conflict": Rule("warning", Message("autopilot.remove-one-key")),
    "values-misplaced": Rule("warning", Message("autopilot.put-into-current-values")),
    "statement-misplaced": Rule("warning", Message("autopilot.put-into-values-or-levels")),
    "value-missing": Rule("warning", Message("autopilot.record-value")),
    "trigger-conflict": Rule("warning", Message("autopilot.keep-one-place")),
    "cost-mismatch": Rule("note", Message("autopilot.json-counts")),
    "threshold-drift": Rule("warning"),
    "level-mismatch": Rule("warning", Message("autopilot.level-by-limits")),
    "blockers-unread": Rule("warning", Message("systems.name-blockers")),
    "limits-unread": Rule("warning", Message("autopilot.name-thresholds")),
    "value-unreadable": Rule("warning", Message("autopilot.write-amount")),
    "level-unreadable": Rule("warning", Message("autopilot.write-level")),
    "status-unreadable": Rule("warning", Message("autopilot.write-status")),
    "limits-unordered": Rule("warning", Message("autopilot.order-limits")),
    "acknowledgment-drift": Rule("warning", Message("autopilot.acknowledge-in-every-place")),
    "acknowledgment-above-value": Rule("note"),
    "acknowledgments-empty": Rule("note", Message("autopilot.write-empty-object")),
    "acknowledgments-misplaced": Rule("warning", Message("autopilot.put-under-acknowledgments")),
    "acknowledgments-unreadable": Rule("error", Message("autopilot.mend-or-empty-acknowledgments")),
}
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
