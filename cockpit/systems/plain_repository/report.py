"""The findings about a repository's limits: how grave each is, and what to do about it."""

from typing import ClassVar

from cockpit.systems.shared import report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS, Rule
from cockpit.wording.messages import Message

RULES = {
    **DOCUMENTS,
    **HANDOFFS,
    "toml-invalid": Rule("warning", Message("repository.mend-limits-file", "Correct the file.")),
    "value-unreadable": Rule("warning", Message("repository.write-amount", "Write a number: `alert = 10`.")),
    "changed-outside": Rule(
        "warning",
        Message("repository.write-again", "What you set holds. The next limit that you set writes the file again."),
    ),
    "limits-unconfirmed": Rule(
        "warning",
        Message(
            "repository.confirm-limits",
            "Set one with `cockpit limit METRIC.LEVEL=VALUE`: that confirms all of them.",
        ),
    ),
}
"""The findings of this reader; others come from parsing the documents or from reading the disk."""


class Report(report.Report):
    """Collects the findings of one reading."""

    RULES: ClassVar = RULES
