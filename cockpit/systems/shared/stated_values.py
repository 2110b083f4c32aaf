"""Values as files write them: with their line, and without the phase or id in front of them."""

import re
from collections.abc import Mapping
from typing import Any

from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import parse_amount
from cockpit.systems.shared.report import Report
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant, to_utc_text

_PHASE_PREFIX = regex(
    r"\[?(?:(?:phase|p)\s?(?P<named>\d[\w.]*)|(?P<bare>\d{1,4}(?:\.\d+)*[A-Za-z]?))"
    r"(?:\]\s?:?|\s?[:—–]|\s-)[ \t]+(?=\S)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Value:
    """A stated value and the line it stands on; never empty, never "None", never a template's placeholder."""

    text: str
    line: int


def phase_prefix(text: str) -> tuple[str | None, str]:
    """The phase an entry is prefixed with and the rest: `Phase 3: API keys` gives `3` and `API keys`."""
    found = _PHASE_PREFIX.match(text)
    if found is None:
        return None, text
    return found["named"] or found["bare"], text[found.end() :]


def report_placeholder(report: Report, path: str, line: int | None, placeholder: str) -> None:
    """Report a template's placeholder that was never filled in."""
    report.add(
        "template-placeholder",
        path,
        line,
        f"The placeholder {placeholder} of the template is not filled in.",
    )


# A text without the id in front of it

_TASK_ITEM = regex(
    r"(?:\*\*|__)?(?:task\s+|plan\s+|(?-i:T)(?=\d))?(?P<id>\d+(?:\.\d+)*)(?:\*\*|__)?"
    r"(?:[.:)\s—–-]+(?:\([^()]{1,60}\)(?:\*\*|__)?\s*[:—–-](?:\*\*|__)?\s*)?(?P<name>.*))?",
    re.IGNORECASE | re.DOTALL,
)


def split_id(text: str) -> tuple[str | None, str]:
    """The id a task begins with, and its name: `Task 3.2.1: Render titles`, `3.2.1 Render titles`, `T2: Titles`;
    what stands in brackets between them, as in `Task 2 (API): Titles`, is no part of either."""
    found = _TASK_ITEM.fullmatch(text)
    return (found["id"], found["name"] or text) if found else (None, text)


# What the sections are called in which state files list things; the first name is the one that is written

CONTEXT = ("Accumulated Context",)
"""The section that holds the lists, where one does."""
DECISIONS = ("Recent Decisions", "Decisions", "Key Decisions", "Decisions Made")
TODOS = ("Pending Todos", "Todos", "Pending Todo", "To Do", "Pending Tasks")
BLOCKERS = ("Blockers", "Blockers/Concerns", "Blockers and Concerns", "Known Risks/Blockers", "Known Blockers",
            "Active Blockers", "Open Blockers", "Current Blockers", "Blocker")  # fmt: skip


# Scalars of a JSON object, as a language model may have written them: numbers as text, times as numbers, nulls


def text_of(value: object) -> str | None:
    """A scalar as text; None for null, an empty text, an object or a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int | float) else None


def number_of(value: object) -> float | None:
    """A number, or a text that begins with an amount (`"$26.50"`, `"35%"`); None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value) if abs(value) < 1e15 else None
    return parse_amount(value) if isinstance(value, str) else None


def object_of(value: object) -> Mapping[str, Any]:
    """A JSON object; empty for anything else."""
    return value if isinstance(value, dict) else {}


# Times as the model has them: instants in UTC. A text that is no time, and a time without a zone, are reported


def instant_text(text: str | None) -> str | None:
    """A time in UTC, a day as a day; as written where no zone is known. None for what is no time."""
    return to_utc_text(text) if text is not None and parse_instant(text) is not None else None


def check_time(label: str, value: Value | None, path: str, report: Report) -> None:
    """Report what stands where a time must be; note a time that has no zone."""
    if value is None:
        return
    instant = parse_instant(value.text)
    if instant is None:
        message = f"{label} is not a time: {value.text}."
        report.add("time-unreadable", path, value.line or None, message)
    elif instant.zoneless:
        message = f"{label} {value.text} has no time zone and is read as UTC."
        report.add("zoneless-time", path, value.line or None, message)
