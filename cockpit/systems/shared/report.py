"""The findings of one reading: their codes, their severity, and what to do about them."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from cockpit.model import Finding, Severity
from cockpit.systems.interface import TOO_LARGE
from cockpit.text.decoding import Problem
from cockpit.text.keyed import Problem as KeyProblem
from cockpit.values import dataclass
from cockpit.wording.messages import Words, sentence
from cockpit.wording.phrases import counted


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of finding: its severity and what a person can do about it."""

    severity: Severity
    hint: str | None = None


DOCUMENTS: Mapping[str, Rule] = {
    "json-invalid": Rule("error", "Fix the JSON here. Everything before this line was read."),
    "json-duplicate-key": Rule("warning", "Keep one of the two. The last one is used."),
    "yaml-invalid": Rule("warning", "Fix the YAML. It was read line by line."),
    "conflict-marker": Rule("error", "Resolve the merge conflict in this file."),
    "utf8-invalid": Rule("warning", "Save the file as UTF-8."),
    "binary": Rule("error", "Restore the file from git or an earlier version."),
    "mojibake": Rule("note", "Save the text as UTF-8. It is repaired for display only."),
    "duplicate-label": Rule(
        "warning", "Keep one of the two. The first is used; for retries and statuses, the worse of the two."
    ),
    "ends-in-the-middle": Rule("warning", "Restore the file from git, or let the agent rewrite it."),
    "not-a-folder": Rule("error", "Rename or remove the file. A folder belongs there."),
    "empty-file": Rule("error", "Restore the file from git, or let the agent rewrite it."),
    "time-unreadable": Rule("warning", "Write times as 2026-01-29T14:30:00Z."),
    "zoneless-time": Rule("note", "Write times in UTC with a Z at the end."),
    "text-unread": Rule(
        "note",
        "Move what an agent must know into a row or an entry: cockpit does not read this text, and leaves it as it is.",
    ),
    "path-outside": Rule("warning", "Use a relative path inside the project."),
}
"""What may be wrong with a file of any kind, and with the times in it."""

HANDOFFS: Mapping[str, Rule] = {
    "handoff-unreadable": Rule("warning", "Use the headings of a handoff, or remove the file."),
    "two-handoffs": Rule("warning", "Archive the handoff; the work has moved past it."),
    "duplicate-section": Rule("warning", "Merge the two sections; only the first one is read."),
    "template-placeholder": Rule("note", "Fill it in, or remove the line."),
    "commit-unreadable": Rule(
        "warning",
        "Write the ID of the commit, such as 1f0c9aa, or “—” if there is none.",
    ),
    "handoff-key-unreadable": Rule("warning", "Write one value: `phase: 2`, `task: 3`, `status: in_progress`."),
    "handoff-incomplete": Rule("warning", "Complete the handoff, or write it again."),
}
"""What may be wrong with a handoff."""

UNREAD = "text-unread"
"""The code of the note on text that no rule understood, in a section that one reads."""
_DEFAULT = Rule("warning")
_OF_A_CUT = frozenset({"json-invalid", "yaml-invalid", "utf8-invalid", "ends-in-the-middle", "frontmatter-unclosed"})
"""What a text seems to have where only its beginning was read."""


@dataclass(frozen=True, slots=True)
class Found:
    """A finding: its line and its sentence; its path where that is not the usual one, its severity and what to do where
    these are not the rule's."""

    line: int | None
    sentence: str
    path: str | None = None
    severity: Severity | None = None
    advice: str | None = None


Findings = Iterator[Found]
_Told = tuple[str, str, int | None, Words, Severity | None, Words | None]
"""Code, path, line, message, and the severity and the hint where these are not the rule's."""
Check = TypeVar("Check", bound=Callable[..., Findings])


class Rules:
    """The rules of a system: what each is about and finds, how grave that is, and what to do about it."""

    def __init__(self) -> None:
        self.hints: dict[str, Rule] = {**DOCUMENTS, **HANDOFFS}
        self.checks: list[tuple[str, str, Callable[..., Findings]]] = []

    def hint(self, code: str, severity: Severity, advice: str | None) -> None:
        """Say how grave a finding is, and what to do about it."""
        self.hints[code] = Rule(severity, advice)

    def rule(self, code: str, severity: Severity, advice: str | None, of: str = "") -> Callable[[Check], Check]:
        """A function that finds something, `of` what must be there for it."""
        self.hint(code, severity, advice)

        def register(check: Check) -> Check:
            self.checks.append((code, of, check))
            return check

        return register

    def report(self, report: "Report", path: str, *scene: object, due: Collection[str], on_lines: bool = True) -> None:
        """Report what the rules find that are `of` what is there, as `due` says. `path` is the usual one; what is found
        in a database is not `on_lines`."""
        for code, of, find in self.checks:
            for each in find(*scene) if of in due else ():
                line, at = each.line if on_lines else None, path if each.path is None else each.path
                report.add(code, at, line, each.sentence, severity=each.severity, hint=each.advice)


def as_json(stated: object) -> str:
    """What stands in the place of something else, as a JSON file has it."""
    return json.dumps(stated, ensure_ascii=False, default=str)


class Report:
    """Collects the findings of one reading, each once, by the rules of a system beside those of documents."""

    def __init__(self, rules: Mapping[str, Rule] = DOCUMENTS) -> None:
        self._rules = rules
        self._told: dict[_Told | Finding, None] = {}

    def add(self, code: str, path: str, line: int | None, message: Words, *, severity: Severity | None = None,
            hint: Words | None = None) -> None:  # fmt: skip
        """Report something; the severity and the hint are the rule's, unless they are given."""
        self._told[code, path, line, message, severity, hint] = None

    def unreadable(self, path: str, line: int | None, what: Words, stated: object, expected: str = "amount") -> None:
        """Report what stands where an amount, an object or a table must be."""
        message = f"{what} is not a valid {expected}: {as_json(stated):.60}."
        self.add("value-unreadable", path, line, message)

    def include(self, other: "Report") -> None:
        """Report what another reading reported."""
        self._told.update(other._told)

    def take(self, finding: Finding | None) -> None:
        """Pass on a finding that was made elsewhere."""
        if finding is not None:
            self._told[finding] = None

    def problems(self, path: str, problems: Iterable[Problem]) -> None:
        """Report what the parsers found wrong in a text."""
        for problem in problems:
            self.add(problem.code, path, problem.line, sentence(problem.message))

    def keys(self, path: str, problems: Iterable[KeyProblem], *, on_lines: bool = True) -> None:
        """Report what is wrong with the keys of a file and their values; those of a database are not `on_lines`."""
        for each in problems:
            grave: Severity | None = "error" if each.grave else None
            self.add(each.code, path, each.line if on_lines else None, each.sentence, severity=grave)

    def findings(self) -> tuple[Finding, ...]:
        """Everything reported, the most severe first, then by file and line."""
        found = _merge_placeholders(_without_consequences(dict.fromkeys(map(self._finding, self._told))))
        return tuple(sorted(found, key=lambda f: (f.order, f.path, f.line or 0, f.code)))

    def _finding(self, told: _Told | Finding) -> Finding:
        if isinstance(told, Finding):
            return told
        code, path, line, message, severity, hint = told
        rule = self._rules.get(code, _DEFAULT)
        severity, hint = severity or rule.severity, hint or rule.hint
        return Finding(code=code, severity=severity, path=path, line=line, message=message, hint=hint)


def _without_consequences(findings: Iterable[Finding]) -> list[Finding]:
    """The findings without the consequences of others: of an unresolved conflict (both of its sides are read), of a
    file that was read only in part (whose length gets the severity of the damage at its end), and notes on lines
    with another finding."""
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
    reported = {(finding.path, finding.line) for finding in found if finding.code != UNREAD}
    return [
        finding
        for finding in found
        if not (finding.code in doubled and finding.path in torn)
        and not (finding.code == UNREAD and (finding.path, finding.line) in reported)
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
        several = f"{first.message} {counted(len(group) - 1, 'more placeholder')} in the file."
        merged.append(replace(first, message=several) if len(group) > 1 else first)
    return merged
