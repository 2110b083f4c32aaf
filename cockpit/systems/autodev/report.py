"""The findings about autodev's state: how grave each is, and what to do about it."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule
from cockpit.wording.messages import Message

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "state-file-missing": Rule("error", Message("autodev.hint-state-file-missing")),
    "two-state-files": Rule("warning", Message("autodev.hint-two-state-files")),
    "layout-unknown": Rule("error", Message("autodev.hint-layout-unknown")),
    "template-left": Rule("note", Message("autodev.hint-template-left")),
    "duplicate-label": Rule("warning", Message("autodev.hint-duplicate-label")),
    "blockers-unread": Rule("warning", Message("systems.name-blockers")),
    "flow-unknown": Rule("warning", Message("autodev.hint-flow-unknown")),
    "flow-missing": Rule("note", Message("autodev.hint-flow-missing")),
    "step-missing": Rule("warning", Message("autodev.hint-step-missing")),
    "step-unknown": Rule("warning", Message("autodev.hint-step-unknown")),
    "step-name-mismatch": Rule("warning", Message("autodev.hint-step-name-mismatch")),
    "step-beyond-table": Rule("warning", Message("autodev.hint-step-beyond-table")),
    "step-of-other-version": Rule("note", Message("autodev.hint-step-of-other-version")),
    "sub-step-unreadable": Rule("warning", Message("autodev.hint-sub-step-unreadable")),
    "status-missing": Rule("warning", Message("autodev.hint-unknown-status")),
    "unknown-status": Rule("warning", Message("autodev.hint-unknown-status")),
    "retry-count-unreadable": Rule("warning", Message("autodev.hint-retry-count-unreadable")),
    "retry-count-high": Rule("warning", Message("autodev.hint-retry-count-high")),
    "retries-not-failed": Rule("warning", Message("autodev.hint-retries-not-failed")),
    "failed-without-blocker": Rule("warning", Message("autodev.hint-failed-without-blocker")),
    "retry-log-mismatch": Rule("note", Message("autodev.hint-retry-log-mismatch")),
    "completed-present": Rule("warning", Message("autodev.hint-completed-present")),
    "completed-missing": Rule("warning", Message("autodev.hint-completed-missing")),
    "folders-disagree": Rule("warning", Message("autodev.hint-folders-disagree")),
    "tasks-mismatch": Rule("warning", Message("autodev.hint-tasks-mismatch")),
}
"""The findings of this reader; others come from parsing the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
