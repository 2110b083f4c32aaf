"""Findings: what a reader should know about a file."""

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]


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
