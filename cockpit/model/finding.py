"""Findings: what a reader should know about a file."""

from typing import Literal, get_args

from cockpit.values import dataclass

SYSTEM_UNREAD = "system-unread"
"""The code of a finding about a system whose state is seen, and cannot be read yet."""
Severity = Literal["error", "warning", "note"]
_GRAVEST_FIRST: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something a reader should know about a file: unreadable, contradictory, over its limit, not true on disk.

    `code` is a stable rule code (`progress-bar`, `json-invalid`); `path` is relative to the project; `line` is 1-based.
    """

    code: str
    severity: Severity
    path: str
    line: int | None = None
    message: str
    hint: str | None = None

    @property
    def order(self) -> int:
        """Where it stands by its severity: 0 for an error."""
        return _GRAVEST_FIRST.index(self.severity)
