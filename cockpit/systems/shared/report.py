"""The findings of one reading: which codes there are, how grave each is, and what to do about it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from cockpit.model import Finding, Severity
from cockpit.systems.interface import TOO_LARGE
from cockpit.text.decoding import Problem
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding: how grave it is and what a person can do about it."""

    severity: Severity
    hint: Words | None = None


DOCUMENTS: Mapping[str, Rule] = {
    "json-invalid": Rule("error", "Mend the file at this line; what stands before it was read."),
    "json-duplicate-key": Rule("warning", "Keep one of the two; the last one counts."),
    "yaml-invalid": Rule("warning", "Mend the frontmatter; it was read line by line."),
    "conflict-marker": Rule("error", "Resolve the merge conflict in this file."),
    "utf8-invalid": Rule("warning", "Save the file as UTF-8."),
    "binary": Rule("error", "Restore the file from git or an earlier version."),
    "mojibake": Rule("note", "The text was once saved with the wrong encoding; it is repaired for display only."),
    "ends-in-the-middle": Rule("warning", "Restore the file from git, or let the agent write it anew."),
    "not-a-folder": Rule("error", "Rename or remove what is in the place of the folder."),
    "fenced-whole": Rule("note", "Write the file without the code fence around it."),
    "too-many-lines": Rule("warning", "Move the older part of the file to another one."),
    "empty-file": Rule("error", "Restore the file from git, or let the agent write it anew."),
    "time-unreadable": Rule("warning", "Write times as 2026-01-29T14:30:00Z."),
    "zoneless-time": Rule("note", "Write times in UTC with a Z at the end."),
    "text-unread": Rule("note", "It stays as it is; what an agent must know stands in a row or an entry."),
    "path-outside": Rule("warning", "Paths are relative to the project and stay within it."),
}
"""What may be wrong with a file of any kind, and with the times in it."""

HANDOFFS: Mapping[str, Rule] = {
    "handoff-unreadable": Rule("warning", "Write it with the headings of a holding pattern, or remove it."),
    "two-handoffs": Rule("warning", "Archive the one that was used."),
    "duplicate-section": Rule("warning", "Merge the two sections; only the first one is read."),
    "template-placeholder": Rule("note", "Fill it in, or remove the line."),
    "commit-unreadable": Rule("warning", "Write the commit's id, such as 1f0c9aa, or —."),
    "handoff-key-unreadable": Rule("warning", "Write one value: `phase: 2`, `task: 3`, `status: in_progress`."),
    "handoff-incomplete": Rule("warning", "It may be half-written: write it anew, or add what it lacks."),
}
"""What may be wrong with a handoff."""

UNREAD = "text-unread"
"""The code of the note on text that no rule understood, in a section that one reads."""
_DEFAULT = Rule("warning")
_OF_A_CUT = frozenset({"json-invalid", "yaml-invalid", "utf8-invalid", "ends-in-the-middle", "frontmatter-unclosed",
                       "fence-unclosed", "comment-unclosed", "tag-unclosed"})  # fmt: skip
"""What a text seems to have where only its beginning was read."""


class Report:
    """Collects the findings of one reading, each once. A system has its own rules beside those of documents."""

    RULES: ClassVar[Mapping[str, Rule]] = DOCUMENTS

    def __init__(self) -> None:
        self._findings: dict[Finding, None] = {}

    def add(self, code: str, path: str, line: int | None, message: Words, *, severity: Severity | None = None,
            hint: Words | None = None) -> None:  # fmt: skip
        """Report something; the severity and the hint are the rule's, unless they are given."""
        rule = self.RULES.get(code, _DEFAULT)
        finding = Finding(
            code=code, severity=severity or rule.severity, path=path, line=line, message=message, hint=hint or rule.hint
        )
        self._findings[finding] = None

    def unreadable(self, path: str, line: int | None, what: str, stated: object, expected: str = "amount") -> None:
        """Report what stands where an amount, an object or a table must be."""
        shown = json.dumps(stated, ensure_ascii=False, default=str)
        self.add("value-unreadable", path, line, f"{what} is no {expected}: {shown[:60]}.")

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
    """The findings without what an unresolved conflict brings along (both of its sides are read), without the damage at
    which a file seems to end of which only the beginning was read (its length is as grave instead), and without notes
    on lines of which something else is said."""
    found = [*findings]
    cut = {finding.path for finding in found if finding.code == TOO_LARGE}
    ends = [finding for finding in found if finding.code in _OF_A_CUT and finding.path in cut]
    broken = {finding.path for finding in ends if finding.severity == "error"}
    found = [
        replace(each, severity="error") if each.code == TOO_LARGE and each.path in broken else each
        for each in found
        if each not in ends
    ]
    torn = {finding.path for finding in found if finding.code == "conflict-marker"}
    doubled = ("duplicate-label", "duplicate-section")
    told = {(finding.path, finding.line) for finding in found if finding.code != UNREAD}
    return [
        finding
        for finding in found
        if not (finding.code in doubled and finding.path in torn)
        and not (finding.code == UNREAD and (finding.path, finding.line) in told)
    ]


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
        others = f"{str(first.message)[:-1]}; the file holds {len(group) - 1} more."
        merged.append(replace(first, message=others) if len(group) > 1 else first)
    return merged


def _sentence(words: Words) -> Words:
    if isinstance(words, Message):
        return words
    message = words
    return message if message.endswith((".", "!", "?")) else f"{message[:1].upper()}{message[1:]}."
