"""The findings of one reading: which codes there are, how grave each is, and what to do about it."""

import json
from collections.abc import Iterable
from dataclasses import replace

from cockpit.documents.text import Problem
from cockpit.model import Finding, Severity
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding: how grave it is and what a person can do about it."""

    severity: Severity
    hint: str | None = None


RULES: dict[str, Rule] = {
    # what a text is
    "json-invalid": Rule("error", "Mend the file at this line; what stands before it was read."),
    "json-duplicate-key": Rule("warning", "Keep one of the two; the last one counts."),
    "yaml-invalid": Rule("warning", "Mend the frontmatter; it was read line by line."),
    "toml-invalid": Rule("warning", "Mend the file; until then other limits count."),
    "conflict-marker": Rule("error", "Resolve the merge conflict in this file."),
    "utf8-invalid": Rule("warning", "Save the file as UTF-8."),
    "binary": Rule("error", "Restore the file from git or an earlier version."),
    "mojibake": Rule("note", "The text was once saved with the wrong encoding; it is repaired for display only."),
    "ends-in-the-middle": Rule("warning", "Restore the file from git, or let the agent write it anew."),
    "not-a-folder": Rule("error", "Rename or remove what is in the place of the folder."),
    "state-file-missing": Rule("error", "Restore it from git or with `cockpit undo`; `cockpit init autopilot` begins "
                                        "a new one."),
    "fenced-whole": Rule("note", "Write the file without the code fence around it."),
    "too-many-lines": Rule("warning", "Move the older part of the file to another one."),
    "empty-file": Rule("error", "Restore the file from git, or let the agent write it anew."),
    # what it says
    "layout-unknown": Rule("error", "Write it in the form of the state-management skill, with its headings."),
    "handoff-unreadable": Rule("warning", "Write it with the headings of a holding pattern, or remove it."),
    "duplicate-label": Rule("warning", "Keep one of the two; the first one counts."),
    "status-missing": Rule("warning", "Say how the phase stands, such as `In progress`."),
    "time-unreadable": Rule("warning", "Write times as 2026-01-29T14:30:00Z."),
    "progress-unreadable": Rule("warning", "Write it as `████░░░░░░ 42%`."),
    "template-placeholder": Rule("note", "Fill it in, or remove the line."),
    "duplicate-section": Rule("warning", "Merge the two sections; only the first one is read."),
    "unknown-status": Rule("warning", "Use one of: Ready to discuss, Ready to plan, Ready to execute, In progress, "
                                      "Blocked, Phase complete, Project complete."),
    "position-unreadable": Rule("warning", "Write it as `3 of 6`."),
    "phase-beyond-total": Rule("warning", "Correct the number or the total."),
    "task-beyond-total": Rule("warning", "Correct the task or the total."),
    "zoneless-time": Rule("note", "Write times in UTC with a Z at the end."),
    "next-action-missing": Rule("warning", "Always tell the next session what to do."),
    "vague-activity": Rule("warning", 'Be specific: "Completed auth API", not "Made progress".'),
    "over-100-lines": Rule("warning", "Prune old decisions and finished work; keep 3 to 5 decisions."),
    "decision-count": Rule("note", "Keep the last 3 to 5 decisions; DECISIONS.md holds the others."),
    # what contradicts what
    "bar-mismatch": Rule("warning", "The bar shows floor(percent / 10) of ten cells."),
    "status-mismatch": Rule("warning", "Correct the status, or what is counted."),
    "total-mismatch": Rule("warning", "Correct the total, or the flight plan."),
    "plan-passed-over": Rule("warning", "Finish its open tasks, tick those that are done, or set the plan back."),
    "phase-twice": Rule("warning", "Keep one of the two."),
    "decision-conflict": Rule("warning", "Correct the index or the entry; the entry counts."),
    "decision-twice": Rule("warning", "Give one of them the next free number."),
    "commit-unreadable": Rule("warning", "Write the commit's id, such as 1f0c9aa, or —."),
    "handoff-incomplete": Rule("warning", "It may be half-written: write it anew, or add what it lacks."),
    "handoff-key-unreadable": Rule("warning", "Write one value: `phase: 2`, `task: 3`, `status: in_progress`."),
    "two-handoffs": Rule("warning", "Archive the one that was used."),
    "percent-mismatch": Rule("warning", "The percentage is finished tasks by all tasks."),
    "continuity-position": Rule("warning", "Write where the work stands now; `cockpit done session` does."),
    "older-state-file": Rule("note", "Move the older file to .autopilot/archive/."),
    "resume-file-missing": Rule("warning", "Name a file that exists, or None."),
    "path-outside": Rule("warning", "Paths are relative to the project and stay within it."),
    "handoff-position": Rule("warning", "Check whether this handoff was already used; archive it if so."),
    "handoff-older": Rule("note", "Check whether this handoff was already used; archive it if so."),
    # thresholds
    "threshold-key-conflict": Rule("warning", "Remove one of the two keys."),
    "values-misplaced": Rule("warning", "Put them into current_values, where the agent looks."),
    "value-missing": Rule("warning", "Record the value: `cockpit set METRIC VALUE`."),
    "trigger-conflict": Rule("warning", "Keep one of the two places."),
    "cost-mismatch": Rule("note", "thresholds.json is what counts."),
    "threshold-drift": Rule("warning", "The JSON is the truth; update the table."),
    "level-mismatch": Rule("warning", "The level follows from the value and its limits."),
    "value-unreadable": Rule("warning", "Write an amount: 26.50, 35, 500000."),
    "level-unreadable": Rule("warning", "Write warning, alert or stop, or null for none."),
    "limits-unordered": Rule("warning", "A warning comes before its alert, an alert before its stop."),
    "acknowledgment-drift": Rule("warning", "The JSON is the truth; acknowledge or withdraw in every place."),
    "acknowledgment-above-value": Rule("note"),
    "acknowledgments-unreadable": Rule("error", "Mend it; {} stands for no acknowledgments."),
}  # fmt: skip
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""

_DEFAULT = Rule("warning")


class Report:
    """Collects the findings of one reading, each once."""

    def __init__(self) -> None:
        self._findings: dict[Finding, None] = {}

    def add(self, code: str, path: str, line: int | None, message: str, *, severity: Severity | None = None) -> None:
        """Report something; the severity and the hint are the rule's, unless a severity is given."""
        rule = RULES.get(code, _DEFAULT)
        finding = Finding(
            code=code, severity=severity or rule.severity, path=path, line=line, message=message, hint=rule.hint
        )
        self._findings[finding] = None

    def unreadable(self, path: str, line: int | None, what: str, stated: object, expected: str = "amount") -> None:
        """Report what stands where an amount, an object or a table must be."""
        shown = json.dumps(stated, ensure_ascii=False, default=str)
        self.add("value-unreadable", path, line, f"{what} is no {expected}: {shown[:60]}.")

    def no_level(self, path: str, line: int | None, what: str, stated: object) -> None:
        """Report what stands where a level must be."""
        shown = json.dumps(stated, ensure_ascii=False, default=str)
        self.add("level-unreadable", path, line, f"{what} is none: {shown[:60]}.")

    def include(self, other: "Report") -> None:
        """Report what another reading reported."""
        self._findings.update(other._findings)

    def take(self, finding: Finding | None) -> None:
        """Pass on a finding that was made elsewhere."""
        if finding is not None:
            self._findings[finding] = None

    def problems(self, path: str, problems: Iterable[Problem]) -> None:
        """Report what the documents found wrong in a text."""
        for problem in problems:
            self.add(problem.code, path, problem.line, _sentence(problem.message))

    def findings(self) -> tuple[Finding, ...]:
        """Everything reported, the gravest first, then by file and line."""
        found = _merge_placeholders(_without_consequences(self._findings))
        return tuple(sorted(found, key=lambda f: (f.order, f.path, f.line or 0, f.code)))


def _without_consequences(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without what an unresolved conflict brings along: both of its sides are read."""
    found = [*findings]
    torn = {finding.path for finding in found if finding.code == "conflict-marker"}
    doubled = ("duplicate-label", "duplicate-section")
    return [finding for finding in found if finding.code not in doubled or finding.path not in torn]


def _merge_placeholders(findings: Iterable[Finding]) -> list[Finding]:
    """One finding for all placeholders of a file: an unfilled template has twenty, and they are one thing to do."""
    merged: list[Finding] = []
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.code == "template-placeholder":
            by_path.setdefault(finding.path, []).append(finding)
        else:
            merged.append(finding)
    for group in by_path.values():
        first = min(group, key=lambda finding: finding.line or 0)
        others = f"{first.message[:-1]}; the file holds {len(group) - 1} more."
        merged.append(replace(first, message=others) if len(group) > 1 else first)
    return merged


def _sentence(message: str) -> str:
    return message if message.endswith((".", "!", "?")) else f"{message[:1].upper()}{message[1:]}."
