"""The findings about Codewalkers' state: their severity and what to do about them."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule
from cockpit.wording.messages import Message

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    # what the files are
    "state-file-missing": Rule("error", Message("codewalk.restore-state-file")),
    "database-outside": Rule("error", Message("codewalk.name-file-inside")),
    "tables-unknown": Rule("error", Message("codewalk.keep-tables-apart")),
    "progress-unreadable": Rule("warning", Message("codewalk.write-json-object")),
    "keys-unreadable": Rule("error", Message("codewalk.begin-with-keys")),
    "key-misspelled": Rule("error", Message("systems.rename-key")),
    "key-misplaced": Rule("error", Message("systems.indent-key")),
    "frontmatter-cut": Rule("error", Message("codewalk.bring-back-left-out")),
    "backslash-quotes": Rule("warning", Message("codewalk.write-without-backslashes")),
    "value-unreadable": Rule("warning", Message("codewalk.write-value-anew")),
    "initiative-missing": Rule("note", Message("codewalk.write-initiative")),
    # where the work stands
    "position-missing": Rule("warning", Message("codewalk.say-phase")),
    "status-missing": Rule("warning", Message("codewalk.say-status")),
    "unknown-status": Rule("warning", Message("codewalk.usual-statuses")),
    "phase-beyond-total": Rule("warning", Message("systems.correct-number-or-total")),
    "phase-completed-already": Rule("warning", Message("codewalk.correct-position-or-counter")),
    "count-beyond-total": Rule("warning", Message("codewalk.correct-counter-or-total")),
    "bar-mismatch": Rule("note", Message("codewalk.bar-written-by-hand")),
    "progress-mismatch": Rule("note", Message("codewalk.bar-written-by-hand")),
    "tasks-mismatch": Rule("note", Message("codewalk.correct-counters-or-tick")),
    "plan-missing": Rule("warning", Message("codewalk.write-plan")),
    "task-unknown": Rule("note", Message("codewalk.name-task-as-plan")),
    # what is decided, blocked, under way
    "decision-missing": Rule("warning", Message("codewalk.write-decision")),
    "blocker-unreadable": Rule("error", Message("codewalk.write-value-anew")),
    "blocker-status-unknown": Rule("warning", Message("codewalk.write-blocker-status")),
    "blocker-contradicts": Rule("warning", Message("codewalk.resolve-or-remove-resolution")),
    "blocker-twice": Rule("warning", Message("codewalk.give-another-id")),
    "workaround-missing": Rule("note", Message("codewalk.say-workaround")),
    "all-phases-blocked": Rule("warning", Message("codewalk.resolve-a-blocker")),
    "session-contradicts": Rule("warning", Message("codewalk.end-session")),
    "several-active-sessions": Rule("warning", Message("codewalk.end-present-session")),
    "session-twice": Rule("warning", Message("codewalk.give-another-id")),
    "context-usage-unreadable": Rule("warning", Message("codewalk.write-share")),
    "context-over-half": Rule("note", Message("codewalk.look-at-late-work")),
    "session-stale": Rule("warning", Message("codewalk.record-crash")),
}  # fmt: skip
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
