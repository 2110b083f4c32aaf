"""The findings about Project Autopilot: how grave each is, and what to do about it."""

import json
from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "toml-invalid": Rule("warning", "Mend the file; until then other limits count."),
    "state-file-missing": Rule("error", "Restore it from git or with `cockpit undo`; `cockpit init autopilot` begins "
                                        "a new one."),
    # what it says
    "layout-unknown": Rule("error", "Write it in the form of the state-management skill, with its headings."),
    "duplicate-label": Rule("warning", "Keep one of the two; the first one counts, of statuses the worse one."),
    "status-missing": Rule("warning", "Say how the phase stands, such as `In progress`."),
    "progress-unreadable": Rule("warning", "Write it as `████░░░░░░ 42%`."),
    "position-missing": Rule("warning", "Call its heading Current Position."),
    "value-negative": Rule("warning", "Write the number of the step."),
    "unknown-status": Rule("warning", "Use one of: Ready to discuss, Ready to plan, Ready to execute, In progress, "
                                      "Blocked, Phase complete, Project complete."),
    "position-unreadable": Rule("warning", "Write it as `3 of 6`."),
    "phase-beyond-total": Rule("warning", "Correct the number or the total."),
    "task-beyond-total": Rule("warning", "Correct the task or the total."),
    "next-action-missing": Rule("warning", "Always tell the next session what to do."),
    "vague-activity": Rule("warning", 'Be specific: "Completed auth API", not "Made progress".'),
    "over-100-lines": Rule("warning", "Prune old decisions and finished work; keep 3 to 5 decisions."),
    "decision-count": Rule("note", "Keep the last 3 to 5 decisions; DECISIONS.md holds the others."),
    # what contradicts what
    "bar-mismatch": Rule("warning", "The bar shows floor(percent / 10) of ten cells."),
    "status-mismatch": Rule("warning", "Correct the status, or what is counted."),
    "total-mismatch": Rule("warning", "Correct the total, or the flight plan."),
    "plan-passed-over": Rule("warning", "Finish its open tasks, tick those that are done, or set the plan back."),
    "task-behind": Rule("warning", "Write where the work stands now: `cockpit move task N`."),
    "phase-twice": Rule("warning", "Keep one of the two."),
    "decision-conflict": Rule("warning", "Correct the index or the entry; the entry counts."),
    "decision-twice": Rule("warning", "Give one of them the next free number."),
    "percent-mismatch": Rule("warning", "The percentage is finished tasks by all tasks."),
    "continuity-position": Rule("warning", "Write where the work stands now; `cockpit done session` does."),
    "older-state-file": Rule("note", "Move the older file to .autopilot/archive/."),
    "resume-file-missing": Rule("warning", "Name a file that exists, or None."),
    "handoff-position": Rule("warning", "Check whether this handoff was already used; archive it if so."),
    "handoff-older": Rule("note", "Check whether this handoff was already used; archive it if so."),
    # thresholds
    "threshold-key-conflict": Rule("warning", "Remove one of the two keys."),
    "values-misplaced": Rule("warning", "Put them into current_values, where the agent looks."),
    "statement-misplaced": Rule("warning", "Put it into current_values or levels_triggered, or remove it."),
    "value-missing": Rule("warning", "Record the value: `cockpit set METRIC VALUE`."),
    "trigger-conflict": Rule("warning", "Keep one of the two places."),
    "cost-mismatch": Rule("note", "thresholds.json is what counts."),
    "threshold-drift": Rule("warning"),
    "level-mismatch": Rule("warning", "The level follows from the value and its limits."),
    "value-unreadable": Rule("warning", "Write an amount: 26.50, 35, 500000."),
    "level-unreadable": Rule("warning", "Write warning, alert or stop, or null for none."),
    "status-unreadable": Rule("warning", "Write OK, Warning, Alert or Stop."),
    "limits-unordered": Rule("warning", "A warning comes before its alert, an alert before its stop."),
    "acknowledgment-drift": Rule("warning", "The JSON is the truth; acknowledge or withdraw in every place."),
    "acknowledgment-above-value": Rule("note"),
    "acknowledgments-empty": Rule("note", "{} stands for no acknowledgments."),
    "acknowledgments-misplaced": Rule("warning", "Put them under acknowledgments, or acknowledge anew."),
    "acknowledgments-unreadable": Rule("error", "Mend it; {} stands for no acknowledgments."),
}  # fmt: skip
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES

    def no_level(self, path: str, line: int | None, what: str, stated: object) -> None:
        """Report what stands where a level must be."""
        shown = json.dumps(stated, ensure_ascii=False, default=str)
        self.add("level-unreadable", path, line, f"{what} is none: {shown[:60]}.")
