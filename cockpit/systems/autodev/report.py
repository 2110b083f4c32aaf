"""The findings about autodev's state: how grave each is, and what to do about it."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "state-file-missing": Rule("error", "Restore it from git; `cockpit init autodev` begins a new one at the step that "
                                        "the folders show."),
    "two-state-files": Rule("warning", "The newer name is read; keep the other one only in git."),
    "layout-unknown": Rule("error", "Write it with the section `## Current Step`, with flow, step, name and status."),
    "template-left": Rule("note", "Remove the template's hints and examples; they are not read."),
    "duplicate-label": Rule("warning", "Keep one of the two; the first counts, of retries and statuses the worse one."),
    "flow-unknown": Rule("warning", "Write greenfield, existing-code or meta-repo."),
    "flow-missing": Rule("note", "The first generations had no flow; write greenfield or existing-code."),
    "step-missing": Rule("warning", "Say which step is under way: its number and its name."),
    "step-unknown": Rule("warning", "Name the step as the flow's table does."),
    "step-name-mismatch": Rule("warning", "Correct the number or the name; numbers differ between the versions of the "
                                          "tables, so the name counts."),
    "step-beyond-table": Rule("warning", "Correct the number, or write the step's name."),
    "step-of-other-version": Rule("note", "The table in which number and name agree counts."),
    "sub-step-unreadable": Rule("warning", "Write it as a map: phase, name, detail; `cockpit move task '4 — Name'` "
                                           "does."),
    "status-missing": Rule("warning", "Write not_started, in_progress, completed, skipped or failed."),
    "unknown-status": Rule("warning", "Use one of: not_started, in_progress, completed, skipped, failed."),
    "retry-count-unreadable": Rule("warning", "Write a number from 0 to 3."),
    "retry-count-high": Rule("warning", "At 3 the step has failed; `cockpit retry reset` begins anew."),
    "retries-not-failed": Rule("warning", "At 3 retries the status is failed, with an entry in Blockers."),
    "failed-without-blocker": Rule("warning", "`cockpit block TEXT` says what holds it up."),
    "retry-log-mismatch": Rule("note", "The log has a row for each failed retry, and is cleared on success."),
    "completed-present": Rule("warning", "Complete the step, or remove its row."),
    "completed-missing": Rule("warning", "Add a row for the step, with its key outcome."),
    "folders-disagree": Rule("warning", "`cockpit move phase STEP` brings the file to what the folders show."),
    "tasks-mismatch": Rule("warning", "Correct the total in _dependencies_table.md, or its rows."),
}  # fmt: skip
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
