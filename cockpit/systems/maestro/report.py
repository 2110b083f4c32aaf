"""The findings about Maestro's sessions: how grave each is, and what to do about it."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "state-dir-outside": Rule("error", "Name a folder inside the project, without `..` and without links."),
    # what the file is
    "frontmatter-missing": Rule("error", "Restore the file from git, or let the agent write the session anew."),
    "frontmatter-unclosed": Rule("error", "Close it with a line --- before the log."),
    "frontmatter-elsewhere": Rule("error", "Put it at the beginning, between two lines ---, without a code fence."),
    "frontmatter-cut": Rule("error", "Bring back what was left out, or let the agent write the session anew."),
    "crlf": Rule("warning", "Save it with LF line ends; cockpit keeps those it finds."),
    "backslash-quotes": Rule("warning", 'Write values as "in_progress", without backslashes: Maestro reads them too.'),
    "value-unreadable": Rule("warning", "Let the agent write the value anew; it is kept as it stands."),
    # what it says
    "unknown-status": Rule("warning", "A session is in_progress, completed or failed; a phase may also be pending or "
                                      "skipped."),
    "status-missing": Rule("warning", "Write the status; without it Maestro cannot go on."),
    "unknown-tier": Rule("warning", "Write T1, T2 or T3; without a tier, T3 counts."),
    "session-id-missing": Rule("warning", "Write the session's id; Maestro names the archived file by it."),
    "phases-missing": Rule("warning", "Write the phases; only a quick session (T1) has none."),
    "phase-id-missing": Rule("warning", "Give the phase an id that no other has."),
    "phase-name-missing": Rule("note", "Name them, so that a person knows what they are about."),
    "phase-twice": Rule("warning", "Give one of them another id; Maestro takes the first it finds."),
    "validation-missing": Rule("warning", "Record the command and its result: pass, fail or skipped."),
    "quick-with-phases": Rule("warning", "Write T2 or T3; as long as there are phases, they are what counts."),
    # what contradicts what
    "log-mark": Rule("warning", "Complete the phase, or correct the mark in the heading."),
    "two-sessions": Rule("warning", "Archive the one that is not worked at; Maestro keeps one active session."),
    "current-phase-unreadable": Rule("warning", "Write the id of a phase."),
    "current-phase-unknown": Rule("warning", "Write the id of a phase that is there."),
    "phase-beyond-total": Rule("warning", "Correct the number or the total."),
    "current-phase-finished": Rule("warning", "Write the id of the phase that is worked at."),
    "several-in-progress": Rule("warning", "Only phases that may run in parallel are in progress together."),
    "total-mismatch": Rule("warning", "Correct the total, or add the phases that are missing."),
    "completed-with-open-phases": Rule("warning", "Finish or skip them, or set the session back to in_progress."),
    "phase-times": Rule("note", "A phase has a time of completion once it is completed, and not before."),
    "tokens-mismatch": Rule("warning", "Correct the total, or the tokens of the agents."),
    "blocked-by-unknown": Rule("warning", "Name a phase that is there, or remove the entry."),
    "blocked-by-circle": Rule("warning", "Remove one of the entries; none of these phases can begin."),
    "retries-unrecorded": Rule("note", "Each retry is recorded as an error of its own."),
    "retries-over-limit": Rule("warning", "Decide in the agent: skip the phase, abort, or change what it is given."),
    "reconciliation-required": Rule("warning", "Let the agent compare the plan with what was done; Maestro archives "
                                               "nothing before."),
    "design-unapproved": Rule("warning", "Read the design, and approve it where the agent runs."),
    "gate-of-another": Rule("note", "Remove the file, if that session is gone."),
    "path-elsewhere": Rule("note", "It was written on another machine; write it relative to the project."),
    "document-missing": Rule("warning", "Bring it back, or correct the path."),
    "archive-name": Rule("note", "Maestro looks for an archived session by the name of its file."),
}  # fmt: skip
"""Every finding this reader reports by itself; others come from the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
