"""The findings about Maestro's sessions: how grave each is, and what to do about it."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule
from cockpit.wording.messages import Message

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "state-dir-outside": Rule("error", Message("maestro.state-dir-outside-hint")),
    # what the file is
    "frontmatter-missing": Rule("error", Message("maestro.frontmatter-missing-hint")),
    "frontmatter-unclosed": Rule("error", Message("maestro.frontmatter-unclosed-hint")),
    "frontmatter-elsewhere": Rule("error", Message("maestro.frontmatter-elsewhere-hint")),
    "key-misspelled": Rule("error", Message("systems.rename-key")),
    "key-misplaced": Rule("error", Message("systems.indent-key")),
    "frontmatter-cut": Rule("error", Message("maestro.frontmatter-cut-hint")),
    "crlf": Rule("warning", Message("maestro.crlf-hint")),
    "backslash-quotes": Rule("warning", Message("maestro.backslash-quotes-hint")),
    "value-unreadable": Rule("warning", Message("maestro.value-unreadable-hint")),
    # what it says
    "unknown-status": Rule("warning", Message("maestro.unknown-status-hint")),
    "status-missing": Rule("warning", Message("maestro.status-missing-hint")),
    "unknown-tier": Rule("warning", Message("maestro.unknown-tier-hint")),
    "session-id-missing": Rule("warning", Message("maestro.session-id-missing-hint")),
    "phases-missing": Rule("warning", Message("maestro.phases-missing-hint")),
    "phase-id-missing": Rule("warning", Message("maestro.phase-id-missing-hint")),
    "phase-name-missing": Rule("note", Message("maestro.phase-name-missing-hint")),
    "phase-twice": Rule("warning", Message("maestro.phase-twice-hint")),
    "validation-missing": Rule("warning", Message("maestro.validation-missing-hint")),
    "quick-with-phases": Rule("warning", Message("maestro.quick-with-phases-hint")),
    # what contradicts what
    "log-mark": Rule("warning", Message("maestro.log-mark-hint")),
    "two-sessions": Rule("warning", Message("maestro.two-sessions-hint")),
    "current-phase-unreadable": Rule("warning", Message("maestro.current-phase-hint")),
    "current-phase-unknown": Rule("warning", Message("maestro.current-phase-hint")),
    "phase-beyond-total": Rule("warning", Message("maestro.phase-beyond-total-hint")),
    "current-phase-finished": Rule("warning", Message("maestro.current-phase-finished-hint")),
    "several-in-progress": Rule("warning", Message("maestro.several-in-progress-hint")),
    "total-mismatch": Rule("warning", Message("maestro.total-mismatch-hint")),
    "completed-with-open-phases": Rule("warning", Message("maestro.completed-with-open-phases-hint")),
    "phase-times": Rule("note", Message("maestro.phase-times-hint")),
    "tokens-mismatch": Rule("warning", Message("maestro.tokens-mismatch-hint")),
    "blocked-by-unknown": Rule("warning", Message("maestro.blocked-by-unknown-hint")),
    "blocked-by-circle": Rule("warning", Message("maestro.blocked-by-circle-hint")),
    "retries-unrecorded": Rule("note", Message("maestro.retries-unrecorded-hint")),
    "retry-limit-raised": Rule("warning", Message("maestro.retry-limit-raised-hint")),
    "retries-over-limit": Rule("warning", Message("maestro.retries-over-limit-hint")),
    "reconciliation-required": Rule("warning", Message("maestro.reconciliation-required-hint")),
    "design-unapproved": Rule("warning", Message("maestro.design-unapproved-hint")),
    "gate-of-another": Rule("note", Message("maestro.gate-of-another-hint")),
    "path-elsewhere": Rule("note", Message("maestro.path-elsewhere-hint")),
    "document-missing": Rule("warning", Message("maestro.document-missing-hint")),
    "archive-name": Rule("note", Message("maestro.archive-name-hint")),
}
"""The findings of this reader; others come from parsing the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
